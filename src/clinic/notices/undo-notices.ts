// Notices and changes at the desk that can still be undone (DAY-19): until then, no notice about
// the visit is started.

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { removeAllPlanned } from '../../base/due-work/work.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { visitNoticeKinds } from './notice-settings.ts'
import { gatheredKind, noticeWorkKind } from './plan-notices.ts'

/** The kinds of work whose subject is a visit or token. */
const visitWorkKinds = visitNoticeKinds.map(noticeWorkKind)
/**
 * The kinds of work that a change at the desk plans. Notices that others have planned since are
 * kept: that the practitioner runs late, or that a turn is near.
 */
const deskChangeWorkKinds = (
  ['reminder', 'move', 'cancellation', 'tokenCancellation'] as const
).map(noticeWorkKind)

/** SQL for the planned notices of a visit or token `alias`, of the kinds `:kinds`. */
export function plannedNoticesSql(alias: string): string {
  return `(
      select jsonb_agg(jsonb_build_object('kind', d.kind, 'due_at', d.due_at, 'payload', d.payload))
      from (
        select kind, due_at, payload from due_work
        where workspace_id = ${alias}.workspace_id and kind = any(:kinds::text[]) and subject_id = ${alias}.id and state = 'WAITING'
        union all
        select kind, due_at, payload -> 'changes' -> ${alias}.id::text from due_work
        where workspace_id = ${alias}.workspace_id and kind = '${gatheredKind}' and subject_id = ${alias}.patient_id and payload -> 'changes' ? ${alias}.id::text
      ) d
    )`
}
plannedNoticesSql.kinds = visitWorkKinds

/**
 * SQL for the time until which changes of a visit or token at the desk can be undone; null if there
 * was no change.
 */
export const unsettledUntilSql = (alias: string, column: 'appointment_id' | 'visit_id') => `(
      select max(c.until) from desk_changes c where c.workspace_id = ${alias}.workspace_id and c.${column} = ${alias}.id and c.taken_back_at is null
    )`

const planNoticesAgain = statement(
  'plan_notices_again',
  {
    takes: { workspaceId: 'bigint', changeId: 'bigint', subjectId: 'bigint', patientId: 'bigint' },
  },
  `
  with planned as (
    select p.*
    from desk_changes c
    cross join lateral jsonb_to_recordset(c.planned) as p (kind text, due_at timestamptz, payload jsonb)
    where c.workspace_id = :workspaceId and c.id = :changeId
  ),
  gathered as (
    select d.id, (d.payload -> 'changes') - :subjectId::bigint::text || coalesce(
      (select jsonb_build_object(:subjectId::bigint::text, p.payload) from planned p where p.kind = d.kind), '{}') as changes
    from due_work d
    where d.workspace_id = :workspaceId and d.kind = '${gatheredKind}' and d.subject_id = :patientId and d.payload -> 'changes' ? :subjectId::bigint::text
  ),
  -- A message about several visits continues without this one; the process that is about to send it
  -- has lost this one.
  goes_on as (
    update due_work d
    set payload = jsonb_build_object('changes', g.changes), lease = d.lease + 1, leased_until = null
    from gathered g
    where d.workspace_id = :workspaceId and d.kind = '${gatheredKind}' and d.subject_id = :patientId and g.changes <> '{}'
  ),
  says_nothing as (
    delete from due_work d
    using gathered g
    where d.workspace_id = :workspaceId and d.kind = '${gatheredKind}' and d.subject_id = :patientId and g.changes = '{}'
  )
  insert into due_work (workspace_id, kind, subject_id, due_at, payload)
  select :workspaceId, kind, :subjectId, due_at, nullif(payload, 'null')
  from planned
  where kind <> '${gatheredKind}'
  on conflict do nothing`,
)

/** Plans the notices of a visit or token as they were before a change at the desk. */
export async function restoreNotices(
  queries: Queries,
  change: { workspaceId: number; changeId: number; subjectId: number; patientId: number },
): Promise<void> {
  const { workspaceId, subjectId } = change
  await removeAllPlanned(queries, { workspaceId, subjectId }, deskChangeWorkKinds)
  await queries.rows(planNoticesAgain, change)
}

const noticeSentSince = statement(
  'notice_sent_since',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint?',
      visitId: 'bigint?',
      since: 'timestamptz',
    },
    returns: { id: 'bigint' },
  },
  `
  select id
  from notices
  where workspace_id = :workspaceId and state not in ('FAILED', 'SKIPPED') and at >= :since
    and (appointment_id = :appointmentId::bigint or visit_id = :visitId::bigint)
  limit 1`,
)

/** Whether a notice about a visit or token was, or may have been, sent since an instant. */
export async function wasNoticeSentSince(
  queries: Queries,
  subject: {
    workspaceId: number
    appointmentId: number | null
    visitId: number | null
    since: Instant
  },
): Promise<boolean> {
  return (await queries.rows(noticeSentSince, subject)).length > 0
}
