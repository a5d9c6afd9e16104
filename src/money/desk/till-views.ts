// Tills as shown to staff: amounts in decimals of their currency, times in the location's timezone.

import {
  calendarDate,
  choice,
  currency,
  flag,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  text,
  timestamp,
} from '../../base/contract/schemas.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { describeActor } from '../../base/operations/actor.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import {
  patientSummarySchema,
  visitingPatientMembers,
} from '../../clinic/patients/visiting-patient.ts'
import type { closeCounts, TillClose, TillEntry, TillSum } from './till-queries.ts'
import { tillCauses } from './till-queries.ts'
import { type MethodSum, netMinor } from './till-sums.ts'

const method = text('How it was paid.', 'CASH')
const currencyMember = currency('ISO 4217 code of the amounts.')
const member = nullable(
  text('The staff member who took or refunded it; null if unknown.', 'Ravi Shah'),
)
const memberUserId = nullable(id('The same by id.', 12))

const sumMembers = {
  method,
  currency: currencyMember,
  payments: integer('Number of payments, including corrected ones.', 12),
  taken: number('Amount received.', 6_000),
  corrected: number('Corrections; zero or negative.', -500),
  refunded: number('Refunds; zero or negative.', -250),
  net: number('Net amount.', 5_250),
}
export const methodSumSchema = object(sumMembers)
export const memberSumSchema = object({ ...sumMembers, member, memberUserId })

export function methodSumView(sum: MethodSum) {
  const { method, currency, payments, takenMinor, correctedMinor, refundedMinor } = sum
  const amount = (minor: number) => fromMinorUnits(minor, currency)
  return {
    method,
    currency,
    payments,
    taken: amount(takenMinor),
    corrected: amount(correctedMinor),
    refunded: amount(refundedMinor),
    net: amount(netMinor(sum)),
  }
}

export const memberSumView = (sum: TillSum) => ({
  ...methodSumView(sum),
  member: sum.member,
  memberUserId: sum.memberId,
})

const { id: patientId, firstName, lastName } = visitingPatientMembers

export const entrySchema = object({
  number: integer('Its number in the till.', 7),
  at: timestamp('When it was recorded.'),
  cause: choice(tillCauses, 'A payment, its correction, or a refund.'),
  amount: number(
    'In `currency`: positive for payments, negative for corrections and refunds.',
    500,
  ),
  currency: currencyMember,
  method,
  member,
  memberUserId,
  paidFor: text('The booking reference, the token, or the pack.', 'BK7Q2M9X4KTD'),
  deskPaymentId: nullable(id('The payment or correction; null for a refund.', 7)),
  appointmentId: nullable(id('The visit it is for.', 42)),
  visitId: nullable(id('The token it is for.', 43)),
  visitDate: nullable(calendarDate('The date of the visit or token; null for a session pack.')),
  patientPackageId: nullable(id('The session pack it is for.', 5)),
  reason: nullable(text('For a correction or refund: the reason.', 'It was the next patient')),
  corrected: flag('For a payment: whether it was corrected later.', false),
  patient: object(
    { id: patientId, firstName, lastName, erased: patientSummarySchema.properties.erased },
    { description: 'Whose it is.' },
  ),
})

export function entryView(timezone: string, row: TillEntry) {
  const {
    number,
    at,
    cause,
    amountMinor,
    currency,
    method,
    member,
    memberId,
    reference,
    deskPaymentId,
    appointmentId,
    visitId,
    patientPackId,
    reason,
  } = row
  const { patientId, firstName, lastName, erased, visitDate } = row
  return {
    number,
    cause,
    currency,
    method,
    member,
    deskPaymentId,
    appointmentId,
    visitId,
    reason,
    at: isoAt(timezone, at),
    amount: fromMinorUnits(amountMinor, currency),
    memberUserId: memberId,
    paidFor: reference,
    patientPackageId: patientPackId,
    visitDate,
    corrected: row.isCorrected,
    patient: { id: patientId, firstName, lastName, erased },
  }
}

const countSchema = object({
  method,
  currency: currencyMember,
  expected: number('The sum of the entries.', 5_250),
  counted: number('The counted amount.', 5_200),
  difference: number(
    'The counted amount minus the sum of the entries; negative if something is missing.',
    -50,
  ),
})

export const closeSchema = object({
  number: integer('The number of the closing of this till.', 3),
  firstEntry: integer('The first entry that it covers.', 41),
  lastEntry: integer('The last one.', 58),
  from: timestamp('When the first of them was recorded.'),
  at: timestamp('When it was closed.'),
  by: text('Who closed it.', 'Ravi Shah'),
  reason: nullable(
    text(
      'Why the counted amount differs from the expected one; null if it does not.',
      'A note of 50 was given back twice',
    ),
  ),
  counts: list(countSchema, 'What was counted, by method and currency.'),
})

export function closeView(
  timezone: string,
  close: TillClose,
  counts: readonly RowOf<typeof closeCounts.returns>[],
) {
  return {
    number: close.number,
    firstEntry: close.first,
    lastEntry: close.last,
    from: isoAt(timezone, close.fromAt),
    at: isoAt(timezone, close.at),
    by: close.byName ?? describeActor(close),
    reason: close.reason,
    counts: counts
      .filter(({ closeNumber }) => closeNumber === close.number)
      .map(({ method, currency, expectedMinor, countedMinor }) => {
        const amount = (minor: number) => fromMinorUnits(minor, currency)
        return {
          method,
          currency,
          expected: amount(expectedMinor),
          counted: amount(countedMinor),
          difference: amount(countedMinor - expectedMinor),
        }
      }),
  }
}
