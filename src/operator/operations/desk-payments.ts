// What the desk does with money: takes what is owed for visits, tokens and session packs, corrects mistakes, and gives back what it took.

import { actorText } from '../../audit/actor.ts'
import { correctDeskPayment, payAtDesk, refundAtDesk } from '../../checkout/desk.ts'
import { idsOf } from '../../clinic-file/import-clinic.ts'
import { calendarDate, choice, currency, flag, id, list, nullable, number, object, optional, text, timestamp } from '../../contract/schemas.ts'
import { deskPaymentsOfPeriod, type ShownDeskPayment, shownDeskPayment } from '../../payments/desk-payments.ts'
import type { PayableName } from '../../payments/payment-session.ts'
import { clinicDay, dateAt, isoAt } from '../../values/clinic-time.ts'
import { fromMinorUnits, toMinorUnits } from '../../values/money.ts'
import { idMeantIfAny } from '../named-things.ts'
import { byDefault, type WorkspaceContext, workspaceOperation } from '../operation.ts'
import { idOf } from '../typed-words.ts'

const deskPayment = object({
  id: id('The payment, or the correction.', 7),
  paidFor: text('The booking reference, the token, or the pack.', 'BK7Q2M9X4KTD'),
  cause: choice(['PAID', 'CORRECTED'], 'A patient paid, or that was noted by mistake.'),
  corrects: nullable(id('Of a correction: the payment that was none.', 6)),
  corrected: flag('Whether this payment was corrected later.', false),
  at: timestamp('When it was noted.'),
  method: text('How it was paid.', 'CASH'),
  amount: number('How much, in `currency`.', 500),
  currency: currency('ISO 4217 code.'),
  location: nullable(text('Where it was booked; null for a pack that was sold by itself.', 'Jaipur')),
  takenBy: nullable(text('The member of staff who took it.', 'Ravi Shah')),
  by: text('Who noted it.', 'operator ravi'),
  reason: nullable(text('Of a correction: why.', 'It was the next patient')),
})

function deskPaymentView(timezone: string, row: ShownDeskPayment) {
  const { id, reference, cause, correctsId, isCorrected, at, method, amountMinor, currency, location, takenByName, reason } = row
  return {
    ...{ id, cause, method, currency, location, reason, paidFor: reference, corrects: correctsId, corrected: isCorrected, takenBy: takenByName },
    at: isoAt(timezone, at),
    amount: fromMinorUnits(amountMinor, currency),
    by: actorText(row),
  }
}
type DeskPaymentView = ReturnType<typeof deskPaymentView>

async function shownPayment({ database, configurations, workspaceId }: WorkspaceContext, id: number): Promise<DeskPaymentView> {
  const { timezone } = await configurations.of(workspaceId)
  const [row] = await database.rows(shownDeskPayment, { workspaceId, id })
  if (!row) throw new Error('a payment was noted but is not there')
  return deskPaymentView(timezone, row)
}

async function byOf({ configurations, workspaceId, actor }: WorkspaceContext) {
  const { notices } = await configurations.of(workspaceId)
  return { workspaceId, actor, notices }
}

const sentence = ({ id, cause, amount, currency, method, paidFor }: DeskPaymentView) =>
  cause === 'PAID' ? `payment ${id}: ${amount} ${currency} by ${method} for ${paidFor}` : `correction ${id}: ${paidFor} is not paid`

/** What can be paid for at the desk, each with how its id is found. */
const payables = [
  { word: 'visit', kind: 'APPOINTMENT', description: 'The visit.', lookUp: 'clinic visit list', whose: 'a visit', given: 'of a visit that was called off' },
  {
    word: 'token',
    kind: 'VISIT',
    description: 'The token, by its visitId.',
    lookUp: 'clinic queue show SHIFT',
    whose: 'a token',
    given: 'of a token that was called off',
  },
  {
    word: 'packs',
    kind: 'SESSION_PACK',
    description: 'The session pack.',
    lookUp: 'clinic packs show PATIENT',
    whose: 'a session pack that was sold by itself',
    given: 'of a session pack that was not used, which ends it',
  },
] as const satisfies readonly { kind: PayableName['kind']; [words: string]: string }[]

const paid = payables.map(({ word, kind, description, lookUp, whose }) =>
  workspaceOperation({
    name: `${word}-pay`,
    right: 'money:write',
    summary: `Note that ${whose} was paid at the desk.`,
    input: object({
      id: id(description, 41),
      method: text('How it was paid: CASH, CARD, UPI, BANK_TRANSFER, OTHER, or a method of the clinic file.', 'CASH'),
      amount: optional(number('What was paid, which must be all that is due; checked when sent.', 500, { minimum: 0 })),
      member: optional(id('The member of staff who took it; the one who is signed in when omitted.', 12)),
    }),
    output: deskPayment,
    async run(context, { id, method, amount, member }) {
      const takenBy = member ?? (context.actor.kind === 'staff' ? context.actor.userId : null)
      const payment = await payAtDesk(context, await byOf(context), { kind, id }, { method, amount, takenBy })
      return shownPayment(context, payment)
    },
    shown: sentence,
    command: { arguments: ['id', 'method'], members: { id: idOf(whose, lookUp), member: idOf('a member of staff', 'clinic staff list') } },
  }),
)

const refunded = payables.map(({ word, kind, description, lookUp, whose, given }) =>
  workspaceOperation({
    name: `${word}-refund`,
    right: 'money:write',
    summary: `Give back at the desk what was paid ${given}.`,
    input: object({
      id: id(description, 41),
      percentage: byDefault(number('How much of it, in percent.', 100, { minimum: 0, maximum: 100 }), 100),
      reason: optional(text('Why; kept with the refund.', 'Doctor was ill', { minLength: 1, maxLength: 500 })),
    }),
    output: object({ id: id(description, 41), percentage: number('How much was given back, in percent.', 100) }),
    async run(context, { id, percentage, reason = null }) {
      await refundAtDesk(context, await byOf(context), { kind, id }, percentage, reason)
      return { id, percentage }
    },
    shown: ({ id, percentage }) => `${word === 'packs' ? 'pack' : word} ${id} is REFUNDED: give ${percentage} % of its price back`,
    command: { arguments: ['id'], members: { id: idOf(whose, lookUp), percentage: { value: 'percent' }, reason: { value: 'text' } } },
  }),
)

const corrected = workspaceOperation({
  name: 'payments-correct',
  right: 'money:write',
  summary: 'Say that a payment at the desk was noted by mistake: what it was for is unpaid again, and both rows stay.',
  input: object({
    id: id('The payment.', 7),
    reason: text('Why; kept for good.', 'It was the next patient', { minLength: 1, maxLength: 500 }),
  }),
  output: deskPayment,
  async run(context, { id, reason }) {
    return shownPayment(context, await correctDeskPayment(context, await byOf(context), id, reason))
  },
  shown: sentence,
  command: { arguments: ['id'], members: { id: idOf('a payment at the desk', 'clinic payments desk'), reason: { value: 'text' } } },
})

const rowsMax = 5_000

const taken = workspaceOperation({
  name: 'payments-desk',
  right: 'money:read',
  summary: 'What the desk took on a day, with its corrections.',
  input: object({
    date: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
    location: optional(text('Only what was booked there, by name in the clinic file or by id.', 'jaipur')),
  }),
  output: list(deskPayment, `Payments and corrections in their order, at most ${rowsMax}.`),
  async run({ database, clock, configurations, workspaceId }, { date, location }) {
    const { timezone } = await configurations.of(workspaceId)
    const day = clinicDay(timezone, date ?? dateAt(timezone, clock.now()))
    const locationId = idMeantIfAny(await idsOf(database, workspaceId), 'location', location)
    const rows = await database.rows(deskPaymentsOfPeriod, { workspaceId, fromAt: day.from, toAt: day.to, locationId, limit: rowsMax })
    return rows.map((row) => deskPaymentView(timezone, row))
  },
  shown: (payments) =>
    payments.length === 0
      ? 'the desk took nothing on this day'
      : [
          {
            columns: ['id', 'time', 'paidFor', 'cause', 'method', 'amount', 'currency', 'location', 'takenBy', 'by', 'reason'],
            rows: payments.map((payment) => ({ ...payment, time: payment.at.slice(11, 16) })),
          },
          totals(payments),
        ],
  command: { members: { date: { value: 'date' } } },
})

/** What was taken less what was corrected, by method and currency: `CASH 700 INR, CARD 500 INR`. */
function totals(payments: readonly DeskPaymentView[]): string {
  const sums = Object.groupBy(payments, ({ method, currency }) => `${method} ${currency}`)
  return Object.values(sums)
    .map((rows = []) => {
      const [{ method = '', currency = '' } = {}] = rows
      const minor = rows.reduce((sum, { cause, amount }) => sum + (toMinorUnits(amount, currency) ?? 0) * (cause === 'PAID' ? 1 : -1), 0)
      return `${method} ${fromMinorUnits(minor, currency)} ${currency}`
    })
    .join(', ')
}

export const deskPaymentOperations = [...paid, ...refunded, corrected, taken]
