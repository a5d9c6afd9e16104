// Receipts for payments (TILL-07): shown, issued, sent and listed.

import { listLanguages } from '../../../../words/service.ts'
import {
  choice,
  currency,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  ordinalLimits,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { isMailAddress } from '../../../base/messages/mailbox.ts'
import { countMemberSend } from '../../../base/messages/member-sends.ts'
import { type MessageRails, MessageRefused, MessageUncertain } from '../../../base/messages/rail.ts'
import type { CommonServices } from '../../../base/operations/operation.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { dateAt, isoAt } from '../../../base/values/clinic-time.ts'
import { deliverableEmail } from '../../../base/values/email.ts'
import { maskedEmail } from '../../../base/values/masked.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import { receiptNumber } from '../../../base/values/receipt-number.ts'
import { loadTillLocation } from '../place-of-till.ts'
import { problem } from '../problems.ts'
import { receiptMail } from '../receipt-mail.ts'
import { receiptsOfYear } from '../receipt-queries.ts'
import { receiptSchema, receiptView } from '../receipt-views.ts'
import { issueReceipt, loadReceipt, type RequestedPayment } from '../receipts.ts'

/** Identifies the payment: exactly one of these. */
const paymentMembers = {
  appointmentId: optional(id('The visit that was paid.', 42)),
  visitId: optional(id('The token that was paid.', 43)),
  patientPackageId: optional(id('The session pack that was paid.', 5)),
  deskPaymentId: optional(id('The desk payment.', 7)),
  sessionRef: optional(
    text('The online payment, by the reference that callers use.', 'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa'),
  ),
}
interface PaymentInput {
  appointmentId?: number
  visitId?: number
  patientPackageId?: number
  deskPaymentId?: number
  sessionRef?: string
}

/** Throws a Problem unless exactly one payment is named. */
function toRequestedPayment({
  appointmentId,
  visitId,
  patientPackageId,
  deskPaymentId,
  sessionRef,
}: PaymentInput): RequestedPayment {
  const candidates: RequestedPayment[] = [
    ...(appointmentId === undefined
      ? []
      : [{ payable: { kind: 'APPOINTMENT', id: appointmentId } } as const]),
    ...(visitId === undefined ? [] : [{ payable: { kind: 'VISIT', id: visitId } } as const]),
    ...(patientPackageId === undefined
      ? []
      : [{ payable: { kind: 'SESSION_PACK', id: patientPackageId } } as const]),
    ...(deskPaymentId === undefined ? [] : [{ deskPaymentId }]),
    ...(sessionRef === undefined ? [] : [{ sessionRef }]),
  ]
  const [one, second] = candidates
  if (!one || second) throw problem('RECEIPT_NEEDS_ONE_PAYMENT')
  return one
}

const receiptContext = ({ workspaceId, actor, clock }: InWorkspace<CommonServices>) => ({
  workspaceId,
  actor,
  now: clock.now(),
})

export const receiptShow = workspaceOperation({
  name: 'receipt-show',
  right: 'money:read',
  about: 'the whole clinic',
  summary:
    'Show a payment and its receipt, if any; for a visit, token or pack, its current payment.',
  input: object(paymentMembers),
  output: receiptSchema,
  run: async (context, input) =>
    receiptView(
      await loadReceipt(context.database, receiptContext(context), toRequestedPayment(input)),
    ),
})

export const receiptGive = workspaceOperation({
  name: 'receipt-give',
  right: 'money:write',
  about: 'the whole clinic',
  summary:
    'Issue the receipt of a payment, with the next number of the location and year; a repeated call returns the same receipt. A correction or refund gets a counter-receipt.',
  input: object(paymentMembers),
  output: receiptSchema,
  run: async (context, input) =>
    receiptView(
      await issueReceipt(context.database, receiptContext(context), toRequestedPayment(input)),
    ),
})

export const receiptSend = workspaceOperation({
  name: 'receipt-send',
  once: 'BY_ITSELF',
  right: 'money:write',
  about: 'the whole clinic',
  summary: 'Send the receipt of a payment by e-mail; if there is none yet, it is issued first.',
  input: object({
    ...paymentMembers,
    to: optional(
      text("The address; the patient's own when omitted.", 'meera@example.org', {
        minLength: 3,
        maxLength: 254,
      }),
    ),
    language: optionalWithDefault(
      choice(listLanguages('receipt'), 'The language of its words.'),
      'en',
    ),
  }),
  output: object({
    number: text('The receipt.', '1-2030-000012'),
    to: text('The masked address that it was sent to.', 'm***@example.org'),
  }),
  async run(context: InWorkspace<{ rails: MessageRails }>, { to, language, ...asked }) {
    const { database, rails, workspaceId } = context
    const typedEmail = to === undefined ? undefined : deliverableEmail(to)
    if (to !== undefined && (typedEmail === undefined || !isMailAddress(typedEmail)))
      throw problem('RECEIPT_ADDRESS_INVALID')
    const shownReceipt = await loadReceipt(
      database,
      receiptContext(context),
      toRequestedPayment(asked),
    )
    const patientEmail =
      shownReceipt.facts.email === null ? undefined : deliverableEmail(shownReceipt.facts.email)
    const destination = typedEmail ?? patientEmail
    if (destination === undefined || !isMailAddress(destination))
      throw problem('RECEIPT_HAS_NO_ADDRESS')
    const { timezone } = await loadTillLocation(database, workspaceId, null)
    await countMemberSend(
      database,
      context,
      destination === patientEmail ? 'RECEIPT' : 'RECEIPT_ELSEWHERE',
      dateAt(timezone, context.clock.now()),
    )
    const view = receiptView(
      await issueReceipt(database, receiptContext(context), toRequestedPayment(asked)),
    )
    const name = view.receipt?.number ?? ''
    try {
      await rails.send(workspaceId, {
        channel: 'email',
        destination,
        name: `receipt-${name}`,
        ...receiptMail(view, language),
        calendars: [],
        template: null,
      })
    } catch (error) {
      if (error instanceof MessageUncertain) throw problem('RECEIPT_MAY_BE_SENT')
      if (error instanceof MessageRefused) throw problem('RECEIPT_NOT_SENT')
      throw error
    }
    return { number: name, to: maskedEmail(destination) }
  },
})

export const receiptList = workspaceOperation({
  name: 'receipt-list',
  right: 'money:read',
  about: 'the whole clinic',
  summary: 'List the receipts of a location and year, latest first, each with its counter-receipt.',
  input: object({
    addressId: optional(id('The location; if omitted, payments without a location.')),
    year: optional(
      integer('The year; default: the current year.', 2030, { minimum: 1970, maximum: 9999 }),
    ),
    before: optional(
      integer(
        'Only receipts before the one with this number within the year; to continue after a full page.',
        12,
        ordinalLimits,
      ),
    ),
    limit: optionalWithDefault(
      integer('Maximum number of entries.', 50, { minimum: 1, maximum: 500 }),
      50,
    ),
  }),
  output: list(
    object({
      number: text('Location, year and number.', '1-2030-000012'),
      inYear: integer('Its number within the year.', 12),
      cause: choice(['PAYMENT', 'REVERSAL'], 'For a payment, or the counter-receipt of one.'),
      at: timestamp('When it was issued.'),
      amount: number('In `currency`; negative for a counter-receipt.', 500),
      currency: currency('ISO 4217 code.'),
      paidFor: text('The booking reference, the token, or the pack.', 'BK7Q2M9X4KTD'),
      deskPaymentId: nullable(id('The payment, if it was made at the desk.', 7)),
      sessionRef: nullable(
        text('The payment, if it was made online.', 'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa'),
      ),
      other: nullable(
        text(
          'For a counter-receipt, its receipt; for a receipt, its counter-receipt.',
          '1-2030-000013',
        ),
      ),
    }),
    'Receipts, the latest first.',
  ),
  async run(
    { database, clock, workspaceId },
    { addressId: locationId = null, year: requestedYear, before = Number.MAX_SAFE_INTEGER, limit },
  ) {
    const { timezone } = await loadTillLocation(database, workspaceId, locationId)
    const year = requestedYear ?? Number(dateAt(timezone, clock.now()).slice(0, 4))
    const rows = await database.rows(receiptsOfYear, {
      workspaceId,
      locationId,
      year,
      before,
      limit,
    })
    return rows.map((row) => ({
      number: receiptNumber(row),
      inYear: row.number,
      cause: row.cause,
      at: isoAt(timezone, row.at),
      currency: row.currency,
      amount: fromMinorUnits(row.amountMinor, row.currency),
      paidFor: row.reference,
      deskPaymentId: row.deskPaymentId,
      sessionRef: row.sessionRef,
      other:
        row.otherNumber === null || row.otherYear === null
          ? null
          : receiptNumber({ locationId, year: row.otherYear, number: row.otherNumber }),
    }))
  },
})

export const receiptOperations = [receiptShow, receiptGive, receiptSend, receiptList]
