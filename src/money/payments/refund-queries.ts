// Refunds as stored. docs/decisions/money.md

import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { payableIdColumns, payableIdNames, payableIdValues } from './payable-name.ts'

/**
 * REQUESTED: the gateway's result is not known yet. PENDING: the gateway has accepted it, and the
 * money is on its way. DONE. REFUSED: the gateway refused. FAILED: it failed later, or was undone
 * at the desk at once, and the clinic still has the money.
 */
export const refundStates = ['REQUESTED', 'PENDING', 'DONE', 'REFUSED', 'FAILED'] as const
export type StoredRefundState = (typeof refundStates)[number]

export const insertRefund = statement(
  'insert_refund',
  {
    takes: {
      workspaceId: 'bigint',
      ...payableIdColumns,
      percentage: 'double precision',
      amountMinor: 'bigint',
      currency: 'text',
      overrideReason: 'text?',
      givenBy: 'bigint?',
      now: 'timestamptz',
    },
    returns: {},
  },
  `
  insert into refunds (workspace_id, ${payableIdNames}, state, percentage, amount_minor, currency, override_reason, given_by,
    requested_at, done_at, changed_at)
  values (:workspaceId, ${payableIdValues}, 'DONE', :percentage, :amountMinor, :currency, :overrideReason, :givenBy, :now, :now, :now)`,
)

/**
 * Undoes the desk refund of a visit whose cancellation is undone. A trigger returns it to the till.
 */
export const undoDeskRefund = statement(
  'undo_desk_refund',
  { takes: { workspaceId: 'bigint', appointmentId: 'bigint', now: 'timestamptz' } },
  `
  update refunds
  set state = 'FAILED', done_at = null, problem = 'the cancellation was taken back', changed_at = :now
  where workspace_id = :workspaceId and appointment_id = :appointmentId and payment_session_id is null and state = 'DONE'`,
)

const refundColumns = {
  id: 'bigint',
  workspaceId: 'bigint',
  paymentSessionId: 'bigint',
  gatewayKey: 'text',
  state: narrowType<StoredRefundState>('text'),
  amountMinor: 'bigint',
  currency: 'text',
  cancellationReason: 'text?',
  requestedAt: 'timestamptz',
} as const

/** A refund through a gateway. */
export type Refund = RowOf<typeof refundColumns>

// Only a desk refund has neither payment nor key, and no statement that selects these columns finds
// desk refunds.
const refundSelectList = `id, workspace_id as "workspaceId", coalesce(payment_session_id, 0) as "paymentSessionId", coalesce(gateway_key, '') as "gatewayKey", state,
    amount_minor as "amountMinor", currency, cancellation_reason as "cancellationReason", requested_at as "requestedAt"`

export const insertRequestedRefund = statement(
  'insert_requested_refund',
  {
    takes: {
      workspaceId: 'bigint',
      ...payableIdColumns,
      paymentSessionId: 'bigint',
      gatewayKey: 'text',
      percentage: 'double precision',
      amountMinor: 'bigint',
      currency: 'text',
      overrideReason: 'text?',
      cancellationReason: 'text?',
      now: 'timestamptz',
    },
    returns: { id: 'bigint' },
  },
  `
  insert into refunds (workspace_id, ${payableIdNames}, payment_session_id, gateway_key, state, percentage, amount_minor, currency,
    override_reason, cancellation_reason, requested_at, changed_at)
  values (:workspaceId, ${payableIdValues}, :paymentSessionId, :gatewayKey, 'REQUESTED', :percentage, :amountMinor, :currency,
    :overrideReason, :cancellationReason, :now, :now)
  returning id`,
)

export const refundById = statement(
  'refund_by_id',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: refundColumns },
  `
  select ${refundSelectList}
  from refunds
  where workspace_id = :workspaceId and id = :id and gateway_key is not null`,
)

/** Locks a refund until the transaction ends, after its payment session. */
export const lockRefund = statement(
  'lock_refund',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: refundColumns },
  `
  select ${refundSelectList}
  from refunds
  where workspace_id = :workspaceId and id = :id and gateway_key is not null
  for no key update`,
)

export const setRefundState = statement(
  'set_refund_state',
  {
    takes: {
      workspaceId: 'bigint',
      id: 'bigint',
      state: narrowType<StoredRefundState>('text'),
      problem: 'text?',
      now: 'timestamptz',
    },
  },
  `
  update refunds
  set state = :state, problem = :problem, changed_at = :now, done_at = case when :state = 'DONE' then :now::timestamptz end
  where workspace_id = :workspaceId and id = :id`,
)

/** The refund of a payment that its gateway has accepted or completed. */
export const acceptedRefund = statement(
  'accepted_refund',
  {
    takes: { workspaceId: 'bigint', paymentSessionId: 'bigint' },
    returns: { id: 'bigint', isDone: 'boolean' },
  },
  `
  select id, state = 'DONE' as "isDone"
  from refunds
  where workspace_id = :workspaceId and payment_session_id = :paymentSessionId and state in ('PENDING', 'DONE')`,
)

/** A completed refund without a known problem. */
export const completedRefund = statement(
  'completed_refund',
  {
    takes: { workspaceId: 'bigint', id: 'bigint' },
    returns: { ...refundColumns, doneAt: 'timestamptz' },
  },
  `
  select ${refundSelectList}, coalesce(done_at, requested_at) as "doneAt"
  from refunds
  where workspace_id = :workspaceId and id = :id and state = 'DONE' and gateway_key is not null and problem is null`,
)

/** Records a problem with a completed refund. */
export const recordRefundProblem = statement(
  'record_refund_problem',
  { takes: { workspaceId: 'bigint', id: 'bigint', problem: 'text' } },
  `
  update refunds
  set problem = :problem
  where workspace_id = :workspaceId and id = :id and state = 'DONE'`,
)

/** Whether a refund of a payment failed at the gateway. */
export const hasFailed = statement(
  'refund_has_failed',
  { takes: { workspaceId: 'bigint', paymentSessionId: 'bigint' }, returns: { id: 'bigint' } },
  `
  select id
  from refunds
  where workspace_id = :workspaceId and payment_session_id = :paymentSessionId and state = 'FAILED'
  limit 1`,
)

/** Whether an earlier refund of a payment was refused or failed. */
export const wasRefusedBefore = statement(
  'refund_was_refused_before',
  { takes: { workspaceId: 'bigint', paymentSessionId: 'bigint' }, returns: { id: 'bigint' } },
  `
  select id
  from refunds
  where workspace_id = :workspaceId and payment_session_id = :paymentSessionId and state in ('REFUSED', 'FAILED')
  limit 1`,
)
