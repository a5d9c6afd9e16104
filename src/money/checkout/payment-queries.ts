// Payments as operators see them: without any patient data.

import { narrowType, statement } from '../../base/db/statement.ts'
import type { Account, LedgerCause } from '../payments/ledger.ts'
import type { PaymentStatus } from '../payments/payable.ts'
import type { PaymentSessionState } from '../payments/payment-session-queries.ts'
import type { StoredRefundState } from '../payments/refund-queries.ts'

const paymentColumns = {
  id: 'bigint',
  sessionRef: 'text',
  /** The reference that people use for the paid item. */
  paidItem: 'text',
  appointmentId: 'bigint?',
  visitId: 'bigint?',
  patientPackId: 'bigint?',
  paymentStatus: narrowType<PaymentStatus>('text'),
  state: narrowType<PaymentSessionState>('text'),
  gateway: 'text',
  gatewayId: 'text?',
  amountMinor: 'bigint',
  currency: 'text',
  heldUntil: 'timestamptz',
  createdAt: 'timestamptz',
  changedAt: 'timestamptz',
  /** When the service checks it next; null if it never does, or if an operator has to. */
  nextLookAt: 'timestamptz?',
  lastError: 'text?',
  /** Whether the service has given up on it, or on its refund. */
  isGivenUp: 'boolean',
  /** The state of the latest refund; null if there is none. */
  refundState: narrowType<StoredRefundState | null>('text?'),
  refundMinor: 'bigint?',
  refundPercentage: 'double precision?',
  refundRequestedAt: 'timestamptz?',
  refundDoneAt: 'timestamptz?',
  refundProblem: 'text?',
} as const

const checkoutWorkClause =
  "from due_work w where w.workspace_id = s.workspace_id and w.kind = 'checkout' and w.subject_id = s.id"
const refundCondition = 'r.workspace_id = s.workspace_id and r.payment_session_id = s.id'
const refundWorkClause = `from refunds r join due_work w on w.workspace_id = r.workspace_id and w.kind = 'refund' and w.subject_id = r.id where ${refundCondition}`

// A subquery, run for each row: with a join, the planner might hash all visits.
const paymentSelectList = `s.id, s.session_ref as "sessionRef",
    coalesce(
      (select booking_reference from appointments a where a.workspace_id = s.workspace_id and a.id = s.appointment_id),
      (select token_letter || '-' || token_number || ' of ' || appointment_date from queue_visits v where v.workspace_id = s.workspace_id and v.id = s.visit_id),
      'pack ' || s.patient_pack_id
    ) as "paidItem", s.appointment_id as "appointmentId", s.visit_id as "visitId", s.patient_pack_id as "patientPackId",
    (standing_of(s.workspace_id, s.appointment_id, s.visit_id, s.patient_pack_id)).payment_status as "paymentStatus", s.state, s.gateway,
    s.gateway_id as "gatewayId", s.amount_minor as "amountMinor", s.currency, s.held_until as "heldUntil", s.created_at as "createdAt",
    s.changed_at as "changedAt",
    coalesce((select w.due_at ${checkoutWorkClause} and w.state = 'WAITING'), (select w.due_at ${refundWorkClause} and w.state = 'WAITING' limit 1)) as "nextLookAt",
    coalesce(
      (select w.last_error ${checkoutWorkClause}), (select w.last_error ${refundWorkClause} limit 1),
      last_refund.problem
    ) as "lastError",
    exists (select ${checkoutWorkClause} and w.state = 'DEAD') or exists (select ${refundWorkClause} and w.state = 'DEAD') as "isGivenUp",
    last_refund.state as "refundState", last_refund.amount_minor as "refundMinor", last_refund.percentage as "refundPercentage",
    last_refund.requested_at as "refundRequestedAt", last_refund.done_at as "refundDoneAt", last_refund.problem as "refundProblem"`

const refundJoin = `left join lateral (
    select r.state, r.amount_minor, r.percentage, r.requested_at, r.done_at, r.problem
    from refunds r
    where ${refundCondition}
    order by r.id desc
    limit 1
  ) last_refund on true`

const pageParameters = {
  workspaceId: 'bigint',
  state: narrowType<PaymentSessionState | null>('text?'),
  before: 'text?',
  limit: 'bigint',
} as const
const pageCondition = `s.workspace_id = :workspaceId and (:state::text is null or s.state = :state) and (
    :before::text is null or s.id < (select id from payment_sessions where workspace_id = :workspaceId and session_ref = :before)
  )`

/**
 * The latest payment sessions, newest first, older than the one with a given reference; of one
 * state, if given.
 */
export const latestPayments = statement(
  'latest_payments',
  { takes: pageParameters, returns: paymentColumns },
  `
  select ${paymentSelectList}
  from payment_sessions s
  ${refundJoin}
  where ${pageCondition}
  order by s.id desc
  limit :limit`,
)

/** The same for payments whose latest refund is in a given state. */
export const paymentsByRefund = statement(
  'payments_by_refund',
  {
    takes: { ...pageParameters, refundState: narrowType<StoredRefundState>('text') },
    returns: paymentColumns,
  },
  `
  select ${paymentSelectList}
  from (
    select s.*
    from payment_sessions s
    where ${pageCondition} and s.id in (
      select payment_session_id from refunds where workspace_id = :workspaceId and payment_session_id is not null and state = :refundState
    )
  ) s
  ${refundJoin}
  where last_refund.state = :refundState
  order by s.id desc
  limit :limit`,
)

/** The payment session with a reference, or all sessions of a booking. */
export const paymentsByReference = statement(
  'payments_of_reference',
  { takes: { workspaceId: 'bigint', reference: 'text' }, returns: paymentColumns },
  `
  select ${paymentSelectList}
  from (
    select *
    from payment_sessions
    where workspace_id = :workspaceId and session_ref = :reference
    union
    select *
    from payment_sessions
    where workspace_id = :workspaceId and appointment_id = (
      select id from appointments where workspace_id = :workspaceId and booking_reference = :reference
    )
  ) s
  ${refundJoin}
  order by s.id`,
)

/** The ledger entries of payment sessions, in the order in which money moved. */
export const sessionLedgerEntries = statement(
  'ledger_entries_of_sessions',
  {
    takes: { workspaceId: 'bigint', paymentSessionIds: 'bigint[]' },
    returns: {
      at: 'timestamptz',
      paymentSessionId: 'bigint',
      cause: narrowType<LedgerCause>('text'),
      debit: narrowType<Account>('text'),
      credit: narrowType<Account>('text'),
      amountMinor: 'bigint',
      currency: 'text',
    },
  },
  `
  select at, payment_session_id as "paymentSessionId", cause, debit, credit, amount_minor as "amountMinor", currency
  from ledger_entries
  where workspace_id = :workspaceId and payment_session_id = any (:paymentSessionIds::bigint[])
  order by id`,
)
