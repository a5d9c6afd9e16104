// The last change that a staff member made to a visit or token can be undone for some seconds,
// exactly (DAY-19). A change stores the visit and its planned notices as they were; undoing it
// restores both, unless something has happened since. docs/decisions/visits.md

import { id, nullable } from '../../base/contract/schemas.ts'
import type { Queries } from '../../base/db/database.ts'
import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { type Actor, actingMemberId } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import { deskUndoMs } from '../../clinic/notices/plan-notices.ts'
import {
  plannedNoticesSql,
  restoreNotices,
  wasNoticeSentSince,
} from '../../clinic/notices/undo-notices.ts'
import type { PatientTable } from '../../clinic/patients/patient-tables.ts'
import { problem } from './problems.ts'

/** The right needed to undo the change. */
export type DeskChangeKind = 'VISIT' | 'QUEUE' | 'MONEY'

/** An appointment or a token. */
export interface ChangedVisit {
  workspaceId: number
  appointmentId?: number
  visitId?: number
}

/** The columns that changes at the desk affect; undoing a change restores them all. */
const sharedColumns = [
  'status',
  'arrived_at',
  'cancellation_reason',
  'voided',
  'payment_status',
  'payment_mode',
] as const
const columnsToRestore = {
  appointments: [
    ...sharedColumns,
    ...([
      'appointment_date',
      'from_at',
      'to_at',
      'timezone',
      'day_ends_at',
      'from_offset_mins',
      'to_offset_mins',
    ] as const),
    ...(['reschedule_reason', 'unoffered_reason', 'patient_confirmed_at'] as const),
  ],
  queue_visits: [
    ...sharedColumns,
    ...(['place', 'called_at', 'began_at', 'completed_at', 'consultation_seconds'] as const),
  ],
} as const
type VisitTable = keyof typeof columnsToRestore

/** SQL that sets these columns to those of `before`. */
export const restoreAssignments = (table: VisitTable) =>
  columnsToRestore[table].map((column) => `${column} = before.${column}`).join(', ')

/** SQL for the visit as it was before the change `:changeId`, as a row. */
export const visitBeforeSql = (table: VisitTable) => `
    select b.*
    from desk_changes c
    cross join lateral jsonb_populate_record(null::${table}, c.before) b
    where c.workspace_id = :workspaceId and c.id = :changeId`

function keepChangeStatement(table: VisitTable, column: 'appointment_id' | 'visit_id') {
  return statement(
    `store_change_of_${table}`,
    {
      takes: {
        workspaceId: 'bigint',
        id: 'bigint',
        kind: narrowType<DeskChangeKind>('text'),
        userId: 'bigint',
        now: 'timestamptz',
        until: 'timestamptz',
        kinds: 'text[]',
      },
      returns: { id: 'bigint' },
    },
    `
  insert into desk_changes (workspace_id, ${column}, kind, at, until, acting_user_id, before, planned, changed_before)
  select v.workspace_id, v.id, :kind, :now, :until, :userId, jsonb_build_object(${columnsToRestore[table].map((name) => `'${name}', v.${name}`).join(', ')}),
    ${plannedNoticesSql('v')}, v.changed_in
  from ${table} v
  where v.workspace_id = :workspaceId and v.id = :id
  returning id`,
  )
}

const saveAppointmentChange = keepChangeStatement('appointments', 'appointment_id')
const saveTokenChange = keepChangeStatement('queue_visits', 'visit_id')

/**
 * Stores a locked visit as it is, before a staff member changes it in this transaction. Other
 * actors cannot undo: API callers and patients act for themselves, and operators are asked for
 * confirmation first. `ms` is how long the change can be undone.
 */
export async function saveBeforeChange(
  queries: Queries,
  actor: Actor,
  { workspaceId, appointmentId, visitId }: ChangedVisit,
  { kind, now, ms = deskUndoMs }: { kind: DeskChangeKind; now: Instant; ms?: number },
): Promise<void> {
  const userId = actingMemberId(actor)
  const id = appointmentId ?? visitId
  if (userId === null || id === undefined) return
  await queries.rows(appointmentId === undefined ? saveTokenChange : saveAppointmentChange, {
    workspaceId,
    id,
    kind,
    userId,
    now,
    until: now + ms,
    kinds: plannedNoticesSql.kinds,
  })
}

const setDeskChangePayment = statement(
  'set_payment_of_desk_change',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint?',
      visitId: 'bigint?',
      deskPaymentId: 'bigint',
    },
  },
  `
  update desk_changes
  set desk_payment_id = :deskPaymentId
  where workspace_id = :workspaceId and (appointment_id = :appointmentId::bigint or visit_id = :visitId::bigint)
    and kind = 'MONEY' and changed_in = pg_current_xact_id() and desk_payment_id is null`,
)

/** Links a change of this transaction, if there is one, to the payment that it recorded. */
export async function attachDeskPayment(
  queries: Queries,
  change: {
    workspaceId: number
    appointmentId: number | null
    visitId: number | null
    deskPaymentId: number
  },
): Promise<void> {
  await queries.rows(setDeskChangePayment, change)
}

const lastChange = statement(
  'last_desk_change',
  {
    takes: { workspaceId: 'bigint', id: 'bigint', since: 'timestamptz' },
    returns: { id: 'bigint' },
  },
  `
  select c.id
  from (
    select id, changed_in, taken_back_at, at from desk_changes where workspace_id = :workspaceId and appointment_id = :id
    union all
    select id, changed_in, taken_back_at, at from desk_changes where workspace_id = :workspaceId and visit_id = :id
  ) c
  where c.taken_back_at is null and c.at >= :since and c.changed_in = coalesce(
    (select changed_in from appointments where workspace_id = :workspaceId and id = :id),
    (select changed_in from queue_visits where workspace_id = :workspaceId and id = :id)
  )
  order by c.id desc
  limit 1`,
)

/** The member of a response that identifies its change. */
export const changeMember = nullable(
  id(
    'The id of the change, with which it can be undone within 12 seconds; null if it is final.',
    7,
  ),
)

/**
 * The id with which the last change of a visit or token since an instant can be undone; null if
 * there is none.
 */
export async function findChangeSince(
  queries: Queries,
  workspaceId: number,
  id: number,
  since: Instant,
): Promise<number | null> {
  const [latest] = await queries.rows(lastChange, { workspaceId, id, since })
  return latest?.id ?? null
}

const change = {
  id: 'bigint',
  appointmentId: 'bigint?',
  visitId: 'bigint?',
  /** Whichever of the two ids is set. */
  subjectId: 'bigint',
  deskPaymentId: 'bigint?',
  at: 'timestamptz',
  until: 'timestamptz',
  paymentModeBefore: 'text?',
  /** The former start of an appointment. */
  fromAtBefore: 'timestamptz?',
  isErased: 'boolean',
  isUndone: 'boolean',
  isLast: 'boolean',
} as const

const deskChange = statement(
  'desk_change',
  {
    takes: { workspaceId: 'bigint', id: 'bigint', kind: narrowType<DeskChangeKind>('text') },
    returns: change,
  },
  `
  select c.id, c.appointment_id as "appointmentId", c.visit_id as "visitId", coalesce(c.appointment_id, c.visit_id) as "subjectId",
    c.desk_payment_id as "deskPaymentId", c.at, c.until,
    c.before ->> 'payment_mode' as "paymentModeBefore", (c.before ->> 'from_at')::timestamptz as "fromAtBefore", c.before is null as "isErased", c.taken_back_at is not null as "isUndone",
    c.changed_in = coalesce(a.changed_in, v.changed_in) as "isLast"
  from desk_changes c
  left join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
  left join queue_visits v on v.workspace_id = c.workspace_id and v.id = c.visit_id
  where c.workspace_id = :workspaceId and c.id = :id and c.kind = :kind`,
)

export type DeskChange = RowOf<typeof change>

/** Loads a change of the given kind; throws CHANGE_NOT_FOUND. */
export async function loadChange(
  queries: Queries,
  workspaceId: number,
  id: number,
  kind: DeskChangeKind,
): Promise<DeskChange> {
  const [deskChangeRow] = await queries.rows(deskChange, { workspaceId, id, kind })
  if (!deskChangeRow) throw problem('CHANGE_NOT_FOUND', { id })
  return deskChangeRow
}

const markUndone = statement(
  'mark_desk_change_undone',
  { takes: { workspaceId: 'bigint', id: 'bigint', now: 'timestamptz' } },
  `
  with marked as (
    update desk_changes
    set taken_back_at = :now, taken_back_in = pg_current_xact_id()
    where workspace_id = :workspaceId and id = :id
    returning workspace_id, id, appointment_id, visit_id, changed_before
  )
  -- The previous change is the last one again, and can be undone next.
  update desk_changes c
  set changed_in = pg_current_xact_id()
  from marked m
  where c.workspace_id = m.workspace_id and c.id < m.id and c.changed_in = m.changed_before
    and (c.appointment_id = m.appointment_id or c.visit_id = m.visit_id)`,
)

/**
 * Begins to undo a change of a locked visit or token: restores its planned notices, and prevents
 * notices of the change from starting. The caller restores the visit in the same transaction.
 * @throws {Problem} CHANGE_ALREADY_UNDONE, CHANGE_UNDO_EXPIRED once its time is over, VISIT_CHANGED_SINCE
 */
export async function beginUndo(
  queries: Queries,
  { workspaceId, actor }: { workspaceId: number; actor: Actor },
  { id, kind }: { id: number; kind: DeskChangeKind },
  patientId: number,
  now: Instant,
): Promise<DeskChange> {
  const deskChangeRow = await loadChange(queries, workspaceId, id, kind)
  const { appointmentId, visitId, subjectId: visit, until } = deskChangeRow
  if (deskChangeRow.isUndone) throw problem('CHANGE_ALREADY_UNDONE', { id, visit })
  if (deskChangeRow.isErased || now > until) throw tooLateProblem(deskChangeRow)
  if (!deskChangeRow.isLast) throw problem('VISIT_CHANGED_SINCE', { id, visit })
  await queries.rows(markUndone, { workspaceId, id, now })
  const auditFields = {
    patientIds: [patientId],
    ...(appointmentId !== null && { appointmentId }),
    ...(visitId !== null && { visitIds: [visitId] }),
    now,
  }
  await recordAccess(queries, workspaceId, actor, { action: 'TAKEN_BACK', ...auditFields })
  return deskChangeRow
}

/** Completes the undo, as the last step: due work is locked after everything else. */
export async function finishUndo(
  queries: Queries,
  workspaceId: number,
  change: DeskChange,
  patientId: number,
): Promise<void> {
  const { id, appointmentId, visitId, subjectId, until: since } = change
  await restoreNotices(queries, { workspaceId, changeId: id, subjectId, patientId })
  // Checked after the work is removed, which waits for a notice that is just starting: from here
  // on, none can start.
  const wasNoticeSent = await wasNoticeSentSince(queries, {
    workspaceId,
    appointmentId,
    visitId,
    since,
  })
  if (wasNoticeSent) throw tooLateProblem(change)
}

const tooLateProblem = ({ id, subjectId, at, until }: DeskChange) =>
  problem('CHANGE_UNDO_EXPIRED', { id, visit: subjectId, seconds: (until - at) / 1_000 })

const deleteDeskChangesBefore = statement(
  'delete_desk_changes_before',
  { takes: { before: 'timestamptz' }, returns: { id: 'bigint' } },
  `
  delete from desk_changes
  where (workspace_id, id) in (
    select workspace_id, id from desk_changes where at < :before order by at limit 1000 for update skip locked
  )
  returning id`,
)

/** Deletes changes from before an instant, which can no longer be undone. */
export async function deleteOldDeskChanges(queries: Queries, before: Instant): Promise<void> {
  while ((await queries.rows(deleteDeskChangesBefore, { before })).length > 0);
}

export const deskChangeTables: readonly PatientTable[] = [
  {
    table: 'desk_changes',
    ofPatient: `t.appointment_id in (select id from appointments where workspace_id = :workspaceId and patient_id = :patientId)
      or t.visit_id in (select id from queue_visits where workspace_id = :workspaceId and patient_id = :patientId)`,
    erased: ['before', 'planned'],
    kept: { 'one of a few': ['kind'] },
    merged: { stays: 'it is of a visit, which moves' },
    exported: { nowhere: 'a day later it is gone, and the audit says what was done' },
  },
]
