// A payment as operators see it: the payment session, and how what it pays for stands.

import { choice, currency, nullable, number, text, timestamp } from '../../contract/schemas.ts'
import type { RowOf } from '../../db/statement.ts'
import { paymentStatuses } from '../../payments/payable.ts'
import { paymentSessionStates } from '../../payments/payment-session-queries.ts'
import { isoAt } from '../../values/clinic-time.ts'
import { fromMinorUnits } from '../../values/money.ts'
import type { latestPayments } from '../payment-queries.ts'
import { payableIdMembers, payableIdsView } from './payable-ids.ts'

export const payment = {
  sessionRef: text('What callers know the payment by.', 'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa'),
  paysFor: text('The booking reference, the token with its date, or the pack.', 'BK7Q2M9X4KTD'),
  ...payableIdMembers,
  state: choice(paymentSessionStates, 'How the payment session stands.'),
  paymentStatus: choice(paymentStatuses, 'How what it pays for stands.', 'PAID'),
  amount: number('What is to be paid, in `currency`.', 500),
  currency: currency('ISO 4217 code.'),
  gateway: text('Where it is paid.', 'sandbox'),
  gatewayId: nullable(text('What the gateway calls it.', '4r0d9x2kq7m1v8z3n5b6c0hjwt')),
  heldUntil: timestamp('Until when the place is held.'),
  createdAt: timestamp('When it was begun.'),
  changedAt: timestamp('When it came to stand so.'),
  nextLookAt: nullable(timestamp('When the service looks at it again; null: never, or a person has to.')),
  problem: nullable(text('What went wrong the last time it was looked at.', 'the gateway did not answer when money was to go back')),
}

export function paymentView(row: RowOf<typeof latestPayments.returns>) {
  const { sessionRef, paysFor, state, paymentStatus, amountMinor, currency, gateway, gatewayId, heldUntil, createdAt, changedAt } = row
  return {
    ...{ sessionRef, paysFor, state, paymentStatus, amount: fromMinorUnits(amountMinor, currency), currency, gateway, gatewayId, ...payableIdsView(row) },
    ...{ heldUntil: isoAt('UTC', heldUntil), createdAt: isoAt('UTC', createdAt), changedAt: isoAt('UTC', changedAt) },
    nextLookAt: row.nextLookAt === null ? null : isoAt('UTC', row.nextLookAt),
    problem: row.lastError,
  }
}
