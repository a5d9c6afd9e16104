// A payment as operators see it: the payment session, and the state of what it pays for.

import {
  choice,
  currency,
  nullable,
  number,
  object,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import { type Instant, isoAt } from '../../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import { paymentStatuses } from '../../payments/payable.ts'
import { paymentSessionStates } from '../../payments/payment-session-queries.ts'
import { refundStates } from '../../payments/refund-queries.ts'
import type { latestPayments } from '../payment-queries.ts'
import { nextPaymentStep, paymentSteps } from '../payment-step.ts'
import { payableIdMembers, payableIdsView } from './payable-ids.ts'

export const payment = {
  sessionRef: text(
    'The reference that callers use for the payment.',
    'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa',
  ),
  paidItem: text('The booking reference, the token with its date, or the pack.', 'BK7Q2M9X4KTD'),
  ...payableIdMembers,
  state: choice(paymentSessionStates, 'State of the payment session.'),
  paymentStatus: choice(paymentStatuses, 'Payment status of the booking.', 'PAID'),
  amount: number('Amount due, in `currency`.', 500),
  currency: currency('ISO 4217 code.'),
  gateway: text('Where it is paid.', 'sandbox'),
  gatewayId: nullable(text('Its id at the gateway.', '4r0d9x2kq7m1v8z3n5b6c0hjwt')),
  heldUntil: timestamp('Until when the place is held.'),
  createdAt: timestamp('When it was begun.'),
  changedAt: timestamp('When it entered this state.'),
  nextLookAt: nullable(
    timestamp('When the service checks it again; null if never, or if a person has to.'),
  ),
  problem: nullable(
    text(
      'What went wrong at the last check.',
      'the gateway did not answer when a refund was requested',
    ),
  ),
  nextStep: choice(
    paymentSteps,
    'The next step: the patient pays, the service checks it, the gateway makes the refund; staff take payment at the desk, refund again, pay the patient another way or resolve it with the gateway; or nothing.',
  ),
  refund: nullable(
    object(
      {
        state: choice(refundStates, 'Its state.'),
        amount: number('Refunded amount, in `currency`.', 250),
        percentage: number('Its share of the payment, in percent.', 50),
        requestedAt: timestamp('When it was requested.'),
        doneAt: nullable(timestamp('When it was refunded.')),
        problem: nullable(
          text('What went wrong at the gateway.', 'the account has too little money'),
        ),
      },
      { description: 'The latest refund; null if there was none.' },
    ),
  ),
}

/** A payment as shown at an instant, with local times of a timezone. */
export function paymentView(
  row: RowOf<typeof latestPayments.returns>,
  { now, timezone }: { now: Instant; timezone: string },
) {
  const {
    sessionRef,
    paidItem,
    state,
    paymentStatus,
    amountMinor,
    currency,
    gateway,
    gatewayId,
    heldUntil,
    createdAt,
    changedAt,
  } = row
  return {
    sessionRef,
    paidItem,
    state,
    paymentStatus,
    amount: fromMinorUnits(amountMinor, currency),
    currency,
    gateway,
    gatewayId,
    ...payableIdsView(row),
    heldUntil: isoAt(timezone, heldUntil),
    createdAt: isoAt(timezone, createdAt),
    changedAt: isoAt(timezone, changedAt),
    nextLookAt: row.nextLookAt === null ? null : isoAt(timezone, row.nextLookAt),
    problem: row.lastError,
    nextStep: nextPaymentStep({
      state,
      isLookedAt: row.nextLookAt !== null,
      isGivenUp: row.isGivenUp,
      isOver: heldUntil <= now,
      isOwed: paymentStatus === 'UNPAID',
      refund: row.refundState && { state: row.refundState, hasProblem: row.refundProblem !== null },
    }),
    refund: row.refundState && {
      state: row.refundState,
      amount: fromMinorUnits(row.refundMinor ?? 0, currency),
      percentage: row.refundPercentage ?? 0,
      requestedAt: isoAt(timezone, row.refundRequestedAt ?? row.changedAt),
      doneAt: row.refundDoneAt === null ? null : isoAt(timezone, row.refundDoneAt),
      problem: row.refundProblem,
    },
  }
}
