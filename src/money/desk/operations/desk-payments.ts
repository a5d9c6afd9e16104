// Money at the desk: payments for visits, tokens and session packs, corrections, and refunds.

import {
  amountLimits,
  calendarDate,
  choice,
  currency,
  flag,
  id,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { describeActor } from '../../../base/operations/actor.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { clinicDay, dateAt, isoAt } from '../../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { resolvePractice } from '../../../clinic/catalogue/named-things.ts'
import { changeMember, findChangeSince } from '../../../visits/booking/desk-changes.ts'
import { payableIdMembers, payableIdsView } from '../../checkout/operations/payable-ids.ts'
import {
  deskPaymentsForPayable,
  deskPaymentsInPeriod,
  type ShownDeskPayment,
  shownDeskPayment,
} from '../../payments/desk-payment-queries.ts'
import type { PayableName } from '../../payments/payable-name.ts'
import {
  correctDeskPayment,
  type DeskPaymentInput,
  payAtDesk,
  paymentTaker,
  refundAtDesk,
  undoDeskPayment,
} from '../desk-payments.ts'
import { problem } from '../problems.ts'

const deskPaymentMembers = {
  id: id('The payment, or the correction.', 7),
  paidFor: text('The booking reference, the token, or the pack.', 'BK7Q2M9X4KTD'),
  ...payableIdMembers,
  cause: choice(['PAID', 'CORRECTED'], 'A payment, or its correction.'),
  corrects: nullable(id('For a correction: the payment that is corrected.', 6)),
  corrected: flag('Whether this payment was corrected later.', false),
  at: timestamp('When it was recorded.'),
  method: text('How it was paid.', 'CASH'),
  amount: number('The amount, in `currency`.', 500),
  currency: currency('ISO 4217 code.'),
  addressId: nullable(id('The location.')),
  location: nullable(text('Where it was booked; null for a separately sold pack.', 'Jaipur')),
  collectedByUserId: nullable(id('The member of staff who took it.', 12)),
  takenBy: nullable(text('The member of staff who took it.', 'Ravi Shah')),
  by: text('Who recorded it.', 'operator ravi'),
  reason: nullable(text('For a correction: the reason.', 'It was the next patient')),
}
const deskPaymentSchema = object(deskPaymentMembers)

function deskPaymentView(timezone: string, row: ShownDeskPayment) {
  const {
    id,
    reference,
    cause,
    correctsId,
    isCorrected,
    at,
    method,
    amountMinor,
    currency,
    locationId,
    location,
    takenBy,
    takenByName,
    reason,
  } = row
  return {
    id,
    cause,
    method,
    currency,
    location,
    reason,
    paidFor: reference,
    corrects: correctsId,
    corrected: isCorrected,
    addressId: locationId,
    collectedByUserId: takenBy,
    takenBy: takenByName,
    ...payableIdsView(row),
    at: isoAt(timezone, at),
    amount: fromMinorUnits(amountMinor, currency),
    by: row.byName ?? describeActor(row),
  }
}
export type DeskPaymentView = ReturnType<typeof deskPaymentView>

async function loadPaymentView(
  { database, configurations, workspaceId }: InWorkspace<Configured>,
  id: number,
): Promise<DeskPaymentView> {
  const { timezone } = await configurations.of(workspaceId)
  const [row] = await database.rows(shownDeskPayment, { workspaceId, id })
  if (!row) throw new Error('the recorded payment was not found')
  return deskPaymentView(timezone, row)
}

async function settlementContext({
  configurations,
  clock,
  workspaceId,
  actor,
}: InWorkspace<Configured>) {
  const { notices } = await configurations.of(workspaceId)
  return { workspaceId, actor, notices, clock }
}

const theVisit = 'The visit.'
const theToken = 'The token, by its visitId.'
const thePack = 'The session pack.'

const paymentMembers = {
  method: text(
    'How it was paid: CASH, CARD, UPI, BANK_TRANSFER, OTHER, or a method of the clinic file.',
    'CASH',
  ),
  amount: optional(
    number(
      'The paid amount; at most the amount still to be paid, which is the default.',
      500,
      amountLimits,
    ),
  ),
  member: optional(
    id(
      'The staff member who took it; default: the one who is signed in. Only operators may name another.',
      12,
    ),
  ),
}

async function recordPayment(
  context: InWorkspace<Configured>,
  payable: PayableName,
  { member, ...paid }: Omit<DeskPaymentInput, 'takenBy'> & { member: number | undefined },
) {
  const deskPaymentId = await payAtDesk(context, await settlementContext(context), payable, {
    ...paid,
    takenBy: paymentTaker(context.actor, member),
  })
  return loadPaymentView(context, deskPaymentId)
}

// A token's id may also be an appointment's, so it does not identify the patient.
const permissionSubject = (kind: PayableName['kind']) =>
  (({ APPOINTMENT: 'visit', VISIT: 'the whole clinic', SESSION_PACK: 'pack' }) as const)[kind]

function payOperation<Name extends string>(
  name: Name,
  kind: PayableName['kind'],
  description: string,
  paidForText: string,
) {
  return workspaceOperation({
    name,
    right: 'money:write',
    about: permissionSubject(kind),
    summary: `Note that ${paidForText} was paid at the desk.`,
    input: object({ id: id(description, 41), ...paymentMembers }),
    output: object({ ...deskPaymentMembers, change: changeMember }),
    async run(context: InWorkspace<Configured>, { id, method, amount, member }) {
      const since = context.clock.now()
      const paymentView = await recordPayment(context, { kind, id }, { method, amount, member })
      return {
        ...paymentView,
        change: await findChangeSince(context.database, context.workspaceId, id, since),
      }
    },
  })
}

export const visitPay = payOperation('visit-pay', 'APPOINTMENT', theVisit, 'a visit')
export const tokenPay = payOperation('token-pay', 'VISIT', theToken, 'a token')

export const packsPay = workspaceOperation({
  name: 'packs-pay',
  right: 'money:write',
  about: 'pack',
  summary: 'Record that a separately sold session pack was paid at the desk.',
  input: object({
    id: id(thePack, 41),
    ...paymentMembers,
    addressId: optional(
      id(
        'The location whose till it went into; default: the only location of the clinic, or none.',
      ),
    ),
  }),
  output: deskPaymentSchema,
  async run(context: InWorkspace<Configured>, { id, method, amount, member, addressId }) {
    const { locations } = await context.configurations.of(context.workspaceId)
    if (addressId !== undefined && !locations.some((location) => location.id === addressId))
      throw problem('ADDRESS_NOT_FOUND')
    const [only, secondLocation] = locations
    return recordPayment(
      context,
      { kind: 'SESSION_PACK', id },
      { method, amount, member, locationId: addressId ?? (secondLocation ? undefined : only?.id) },
    )
  },
})

function refundOperation<Name extends string>(
  name: Name,
  kind: PayableName['kind'],
  description: string,
  purposeText: string,
) {
  return workspaceOperation({
    name,
    right: 'money:write',
    about: permissionSubject(kind),
    summary: `Refund at the desk what was paid ${purposeText}.`,
    input: object({
      id: id(description, 41),
      percentage: optionalWithDefault(
        number('Percentage to refund.', 100, { minimum: 0, maximum: 100 }),
        100,
      ),
      reason: optional(
        text('The reason; kept with the refund.', 'Doctor was ill', {
          minLength: 1,
          maxLength: 500,
        }),
      ),
    }),
    output: object({ id: id(description, 41), percentage: number('Refunded percentage.', 100) }),
    async run(context: InWorkspace<Configured>, { id, percentage, reason = null }) {
      await refundAtDesk(
        context,
        await settlementContext(context),
        { kind, id },
        { percentage, reason },
      )
      return { id, percentage }
    },
  })
}

export const visitRefund = refundOperation(
  'visit-refund',
  'APPOINTMENT',
  theVisit,
  'for a cancelled visit',
)
export const tokenRefund = refundOperation(
  'token-refund',
  'VISIT',
  theToken,
  'for a cancelled token',
)
export const packsRefund = refundOperation(
  'packs-refund',
  'SESSION_PACK',
  thePack,
  'of a session pack that was not used, which ends it',
)

export const paymentsCorrect = workspaceOperation({
  name: 'payments-correct',
  right: 'money:write',
  about: 'the whole clinic',
  summary:
    'Correct a desk payment that was recorded by mistake, and record what was paid instead, if anything was; all entries are kept.',
  input: object({
    id: id('The payment.', 7),
    reason: text('The reason; kept permanently.', 'It was the next patient', {
      minLength: 1,
      maxLength: 500,
    }),
    method: optional(
      text(
        'How it was really paid; if neither this nor the amount is given, it was not paid.',
        'CARD',
      ),
    ),
    amount: optional(
      number('How much was really paid; default: the amount then to be paid.', 500, amountLimits),
    ),
  }),
  output: deskPaymentSchema,
  async run(context: InWorkspace<Configured>, { id, reason, method, amount }) {
    if (method === undefined && amount !== undefined) throw problem('PAYMENT_METHOD_REQUIRED')
    const replacement = method === undefined ? undefined : { method, amount }
    return loadPaymentView(
      context,
      await correctDeskPayment(context, await settlementContext(context), id, reason, {
        instead: replacement,
      }),
    )
  },
})

export const paymentsUndo = workspaceOperation({
  name: 'payments-undo',
  right: 'money:write',
  about: 'change',
  summary:
    'Undo a desk payment for a visit or token within 12 seconds: it is unpaid again, with its former payment method, and both entries are kept.',
  input: object({
    id: id('The change, as the operation that recorded the payment returned it.', 7),
  }),
  output: deskPaymentSchema,
  async run(context: InWorkspace<Configured>, { id }) {
    return loadPaymentView(
      context,
      await undoDeskPayment(context, await settlementContext(context), id),
    )
  },
})

const rowsMax = 5_000

export const paymentsDesk = workspaceOperation({
  name: 'payments-desk',
  right: 'money:read',
  about: 'the whole clinic',
  summary: 'List the desk payments and corrections of a day, or of one visit, token or pack.',
  input: object({
    date: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
    location: optional(
      text(
        'Only payments for bookings at this location, by name in the clinic file or by id.',
        'jaipur',
      ),
    ),
    appointmentId: optional(
      id('Payments for this visit, on any day; the date and the location are then ignored.', 42),
    ),
    visitId: optional(id('Payments for this token, on any day.', 43)),
    patientPackageId: optional(id('Payments for this session pack, on any day.', 5)),
  }),
  output: list(deskPaymentSchema, `Payments and corrections in their order, at most ${rowsMax}.`),
  async run(
    { database, clock, configurations, workspaceId }: InWorkspace<Configured>,
    { date, location, ...of },
  ) {
    const { timezone } = await configurations.of(workspaceId)
    const { appointmentId = null, visitId = null, patientPackageId: patientPackId = null } = of
    if (appointmentId !== null || visitId !== null || patientPackId !== null) {
      const rows = await database.rows(deskPaymentsForPayable, {
        workspaceId,
        appointmentId,
        visitId,
        patientPackId,
        limit: rowsMax,
      })
      return rows.map((row) => deskPaymentView(timezone, row))
    }
    const day = clinicDay(timezone, date ?? dateAt(timezone, clock.now()))
    const { locationId } = await resolvePractice(database, workspaceId, { location })
    const rows = await database.rows(deskPaymentsInPeriod, {
      workspaceId,
      fromAt: day.from,
      toAt: day.to,
      locationId,
      limit: rowsMax,
    })
    return rows.map((row) => deskPaymentView(timezone, row))
  },
})

export const deskPaymentOperations = [
  visitPay,
  tokenPay,
  packsPay,
  visitRefund,
  tokenRefund,
  packsRefund,
  paymentsCorrect,
  paymentsUndo,
  paymentsDesk,
]
