// Refunds. One of a payment that never went through a gateway is done as it is asked for.

import type { Queries } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Instant } from '../values/clinic-time.ts'
import { fromMinorUnits, toMinorUnits } from '../values/money.ts'
import { invalid } from '../values/problem.ts'
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
