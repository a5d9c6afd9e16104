// The refunds of a visit, as staff see them.

import { narrowType, statement } from '../../base/db/statement.ts'
import type { StoredRefundState } from './refund-queries.ts'

/**
 * The refunds of an appointment or a token, oldest first. Failed refunds of a token are found
 * through the payment: the index by token covers only the others.
 */
export const visitRefunds = statement(
  'refunds_of_visit',
  {
    takes: { workspaceId: 'bigint', visitId: 'bigint' },
    returns: {
      amountMinor: 'bigint',
      currency: 'text',
      percentage: 'double precision',
      state: narrowType<StoredRefundState>('text'),
      isOnline: 'boolean',
      reason: 'text?',
      problem: 'text?',
      requestedAt: 'timestamptz',
      doneAt: 'timestamptz?',
    },
  },
  `
  select o.amount_minor as "amountMinor", o.currency, o.percentage, o.state, o.payment_session_id is not null as "isOnline",
    coalesce(o.override_reason, o.cancellation_reason) as reason, o.problem, o.requested_at as "requestedAt", o.done_at as "doneAt"
  from refunds o
  where o.workspace_id = :workspaceId and o.id = any (array(
    select id from refunds where workspace_id = :workspaceId and appointment_id = :visitId
    union
    select id from refunds where workspace_id = :workspaceId and visit_id = :visitId and state <> all (array['REFUSED', 'FAILED'])
    union
    select r.id
    from payment_sessions s
    join refunds r on r.workspace_id = s.workspace_id and r.payment_session_id = s.id
    where s.workspace_id = :workspaceId and s.visit_id = :visitId
  ))
  order by o.id`,
)
