// Faults of the sandbox gateway, as ordered by operators.

import { narrowType, statement } from '../../../../base/db/statement.ts'

export const faultyCalls = ['open', 'read', 'expire', 'refund'] as const
export type FaultyCall = (typeof faultyCalls)[number]
/** Faults that apply only to refunds, which are delayed and then fail or succeed. */
export const pendingFaults = ['pending', 'pending-then-fails'] as const
export const faultKinds = [
  'refuse',
  'time-out-before',
  'time-out-after',
  'slow',
  'wrong-amount',
  ...pendingFaults,
] as const
export type FaultKind = (typeof faultKinds)[number]
export const slowMsMax = 60_000

const faultColumns = {
  call: narrowType<FaultyCall>('text'),
  how: narrowType<FaultKind>('text'),
  status: 'smallint?',
  body: narrowType<Readonly<Record<string, unknown>> | null>('jsonb?'),
  ms: 'integer?',
  timesLeft: 'integer?',
} as const

/** Orders a fault, replacing the one for the same call. */
export const insertFault = statement(
  'insert_gateway_fault',
  { takes: { workspaceId: 'bigint', ...faultColumns } },
  `
  insert into sandbox_gateway_faults (workspace_id, call, how, status, body, ms, times_left)
  values (:workspaceId, :call, :how, :status, :body, :ms, :timesLeft)
  on conflict (workspace_id, call) do update
  set how = excluded.how, status = excluded.status, body = excluded.body, ms = excluded.ms, times_left = excluded.times_left`,
)

/** The faults that are still active. */
export const gatewayFaults = statement(
  'gateway_faults',
  { takes: { workspaceId: 'bigint' }, returns: faultColumns },
  `
  select call, how, status, body, ms, times_left as "timesLeft"
  from sandbox_gateway_faults
  where workspace_id = :workspaceId and times_left is distinct from 0
  order by call`,
)

export const clearFaults = statement(
  'clear_gateway_faults',
  { takes: { workspaceId: 'bigint' }, returns: { wasActive: 'boolean' } },
  `
  delete from sandbox_gateway_faults
  where workspace_id = :workspaceId
  returning times_left is distinct from 0 as "wasActive"`,
)

/**
 * The fault for a call. Its row counts down, so that parallel calls fail exactly as often as
 * ordered.
 */
export const nextFault = statement(
  'next_gateway_fault',
  { takes: { workspaceId: 'bigint', call: 'text' }, returns: faultColumns },
  `
  update sandbox_gateway_faults
  set times_left = times_left - 1
  where workspace_id = :workspaceId and call = :call and times_left is distinct from 0
  returning call, how, status, body, ms, times_left as "timesLeft"`,
)
