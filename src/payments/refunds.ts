// Refunds. One of a payment that never went through a gateway is done as it is asked for; one that a gateway does is asked for first,
// and done when it has said so.

import type { Queries } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Instant } from '../values/clinic-time.ts'
import { fromMinorUnits, toMinorUnits } from '../values/money.ts'
import { invalid } from '../values/problem.ts'
import type { PaymentSession } from './payment-session.ts'
import { refundMinor } from './refund-amount.ts'

const insertRefund = statement(
  'insert_refund',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint',
      percentage: 'double precision',
      amountMinor: 'bigint',
      currency: 'text',
      overrideReason: 'text?',
      now: 'timestamptz',
    },
    returns: {},
  },
  `
  insert into refunds (workspace_id, appointment_id, state, percentage, amount_minor, currency, override_reason, requested_at, done_at)
  values (:workspaceId, :appointmentId, 'DONE', :percentage, :amountMinor, :currency, :overrideReason, :now, :now)`,
)

/**
 * Records the refund of a visit that is cancelled in the same transaction. `amount` is what the caller works out, in `currency`; it
 * must be the payable amount times the percentage, rounded half up (STAT-20, A-202).
 */
export async function recordRefund(
  queries: Queries,
  refund: {
    workspaceId: number
    appointmentId: number
    payableMinor: number
    currency: string
    percentage: number
    amount: number
    overrideReason: string | null
    now: Instant
  },
): Promise<void> {
  const { payableMinor, currency, percentage, amount, ...row } = refund
  const amountMinor = refundMinor(payableMinor, percentage)
  if (toMinorUnits(amount, currency) !== amountMinor) {
    const [payable, expected] = [payableMinor, amountMinor].map((minor) => fromMinorUnits(minor, currency))
    throw invalid(`refundAmount must be ${expected} ${currency}, which is ${percentage} % of the payable amount ${payable}`)
  }
  await queries.rows(insertRefund, { ...row, currency, percentage, amountMinor })
}

const requestRefund = statement(
  'request_refund',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint?',
      visitId: 'bigint?',
      patientPackId: 'bigint?',
      paymentSessionId: 'bigint',
      amountMinor: 'bigint',
      currency: 'text',
      now: 'timestamptz',
    },
  },
  `
  insert into refunds (workspace_id, appointment_id, visit_id, patient_pack_id, payment_session_id, state, percentage, amount_minor, currency, requested_at)
  values (:workspaceId, :appointmentId, :visitId, :patientPackId, :paymentSessionId, 'REQUESTED', 100, :amountMinor, :currency, :now)`,
)

const endRefund = statement(
  'end_refund',
  { takes: { workspaceId: 'bigint', paymentSessionId: 'bigint', now: 'timestamptz' } },
  `
  update refunds
  set state = 'DONE', done_at = :now
  where workspace_id = :workspaceId and payment_session_id = :paymentSessionId and state = 'REQUESTED'`,
)

/** Notes, before its gateway is asked, that the whole of a payment goes back. */
export async function beginReturn(queries: Queries, session: PaymentSession, now: Instant): Promise<void> {
  const { workspaceId, id, appointmentId, visitId, patientPackId, amountMinor, currency } = session
  await queries.rows(requestRefund, { workspaceId, appointmentId, visitId, patientPackId, paymentSessionId: id, amountMinor, currency, now })
}

/** Notes that it has gone back. */
export async function endReturn(queries: Queries, { workspaceId, id }: PaymentSession, now: Instant): Promise<void> {
  await queries.rows(endRefund, { workspaceId, paymentSessionId: id, now })
}
