// What operators look at of payments: nothing of the patient is in it.

import { narrowed, statement } from '../db/statement.ts'
import type { Account, LedgerCause } from '../payments/ledger.ts'
import type { PaymentStatus } from '../payments/payable.ts'
import type { PaymentSessionState } from '../payments/payment-session.ts'

const shown = {
  id: 'bigint',
  sessionRef: 'text',
  /** What people call what it pays for. */
  paysFor: 'text',
  paymentStatus: narrowed<PaymentStatus>('text'),
  state: narrowed<PaymentSessionState>('text'),
  gateway: 'text',
  gatewayId: 'text?',
  amountMinor: 'bigint',
  currency: 'text',
  heldUntil: 'timestamptz',
  createdAt: 'timestamptz',
  changedAt: 'timestamptz',
  workState: 'text?',
  workDueAt: 'timestamptz?',
  lastError: 'text?',
} as const

const columns = `s.id, s.session_ref as "sessionRef",
    coalesce(a.booking_reference, v.token_letter || '-' || v.token_number || ' of ' || v.appointment_date, 'pack ' || s.patient_pack_id) as "paysFor",
    coalesce(a.payment_status, v.payment_status, p.payment_status, '') as "paymentStatus", s.state, s.gateway, s.gateway_id as "gatewayId",
    s.amount_minor as "amountMinor", s.currency, s.held_until as "heldUntil", s.created_at as "createdAt", s.changed_at as "changedAt",
    w.state as "workState", w.due_at as "workDueAt", w.last_error as "lastError"`

const joined = `
  left join appointments a on a.workspace_id = s.workspace_id and a.id = s.appointment_id
  left join queue_visits v on v.workspace_id = s.workspace_id and v.id = s.visit_id
  left join patient_packs p on p.workspace_id = s.workspace_id and p.id = s.patient_pack_id
  left join due_work w on w.workspace_id = s.workspace_id and w.kind = 'checkout' and w.subject_id = s.id`

/** The latest payment sessions, newest first; of one state where it is said. */
export const latestPayments = statement(
  'latest_payments',
  { takes: { workspaceId: 'bigint', state: narrowed<PaymentSessionState | null>('text?'), limit: 'bigint' }, returns: shown },
  `
  select ${columns}
  from (
    select *
    from payment_sessions
    where workspace_id = :workspaceId and (:state::text is null or state = :state)
    order by id desc
    limit :limit
  ) s ${joined}
  order by s.id desc`,
)

/** The payment session of a reference, or all there were for a booking. */
export const paymentsOfReference = statement(
  'payments_of_reference',
  { takes: { workspaceId: 'bigint', reference: 'text' }, returns: shown },
  `
  select ${columns}
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
  ) s ${joined}
  order by s.id`,
)

/** The books of payment sessions, in the order in which money moved. */
export const booksOfSessions = statement(
  'books_of_sessions',
  {
    takes: { workspaceId: 'bigint', paymentSessionIds: 'bigint[]' },
    returns: {
      at: 'timestamptz',
      paymentSessionId: 'bigint',
      cause: narrowed<LedgerCause>('text'),
      debit: narrowed<Account>('text'),
      credit: narrowed<Account>('text'),
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

/** What lies on each account, by currency: what came to it less what left it. */
export const balances = statement(
  'balances',
  { takes: { workspaceId: 'bigint' }, returns: { account: 'text', currency: 'text', balanceMinor: 'bigint' } },
  `
  select account, currency, sum(amount)::bigint as "balanceMinor"
  from ledger_entries
  cross join lateral (values (debit, amount_minor), (credit, -amount_minor)) as side (account, amount)
  where workspace_id = :workspaceId
  group by account, currency
  order by account, currency`,
)
