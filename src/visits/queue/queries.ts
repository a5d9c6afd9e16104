import { columnNames, columnValues } from '../../base/db/columns.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import { planWorkSql } from '../../base/due-work/queries.ts'
import { actorParameters } from '../../base/operations/actor.ts'
import { actorColumns, entryColumns } from '../../clinic/audit/queries.ts'
import { noticeWorkKind } from '../../clinic/notices/plan-notices.ts'
import { newVisitColumns } from './queue-visit.ts'

/** The states of the queue in which a token may be taken. */
export type AllowedQueueState = 'NOT_STARTED' | 'RUNNING' | 'EITHER'

const dayParameters = {
  workspaceId: 'bigint',
  workShiftId: 'bigint',
  appointmentDate: 'date',
} as const
const dayCondition =
  'd.workspace_id = :workspaceId and d.work_shift_id = :workShiftId and d.date = :appointmentDate'

/**
 * Books a token in one statement: the conditional update that assigns the next number, the visit
 * that takes it, and the audit entry. All bookings of one day wait for the same row, and see it as
 * the previous one left it. It writes all or nothing. It returns what it found, so that a refusal
 * is a row and not an SQL error; if all are true and there is no visit, the day is missing, full,
 * or in a state without tokens (`noTokenProblem`).
 */
export const takeToken = statement(
  'take_token',
  {
    takes: {
      ...newVisitColumns,
      ...actorParameters,
      configurationVersion: 'bigint',
      capacity: 'integer',
      takenWhile: narrowType<AllowedQueueState>('text'),
      vitals: 'jsonb?',
      confirmationDueAt: 'timestamptz?',
    },
    returns: {
      patientFound: 'boolean',
      configurationCurrent: 'boolean',
      visitId: 'bigint?',
      tokenNumber: 'integer?',
      position: 'integer?',
    },
  },
  `
  with patient as (
    select id from patients where workspace_id = :workspaceId and id = :patientId and erased_at is null
    for key share
  ),
  ready as (
    select nextval('appointments_id_seq') as visit_id
    from patient
    where configuration_is_held(:workspaceId, :configurationVersion)
  ),
  day as (
    update queue_days d
    set issued = issued + 1, booked = booked + 1, waiting = waiting + 1, capacity = :capacity
    from ready
    where ${dayCondition} and booked < :capacity and ended_at is null
      and (:takenWhile = 'EITHER' or (:takenWhile = 'RUNNING') = (started_at is not null))
    returning ready.visit_id, d.id, d.issued, d.waiting
  ),
  booked as (
    insert into queue_visits (id, queue_day_id, token_number, place, status, vitals, api_key_id, ${columnNames(newVisitColumns)})
    select visit_id, id, issued, issued, 'WAITING', :vitals::jsonb, :keyId, ${columnValues(newVisitColumns)}
    from day
    returning id
  ),
  recorded as (
    insert into audit_entries (${entryColumns}, visit_id)
    select :workspaceId, :createdAt, 'BOOKED', :patientId, null, ${actorColumns}, id
    from booked
  ),
  noticed as (${planWorkSql('booked', { [noticeWorkKind('tokenConfirmation')]: 'confirmationDueAt' })}
  )
  select
    exists (select from patient) as "patientFound",
    exists (select from ready) as "configurationCurrent",
    (select id from booked) as "visitId",
    (select issued from day) as "tokenNumber",
    (select waiting from day) as "position"`,
)

/** The state of a day's queue; no row if it has no token and was not started. */
export const queueDayState = statement(
  'queue_day_state',
  {
    takes: dayParameters,
    returns: {
      id: 'bigint',
      booked: 'integer',
      waiting: 'integer',
      startedAt: 'timestamptz?',
      endedAt: 'timestamptz?',
    },
  },
  `
  select id, booked, waiting, started_at as "startedAt", ended_at as "endedAt"
  from queue_days d
  where ${dayCondition}`,
)

/** The kind of due work that closes a day that staff have not ended; its subject is the day. */
export const closeDayKind = 'queue-day'

/** Creates the row of a day, unless it exists, and plans its closing. */
export const openQueueDay = statement(
  'open_queue_day',
  { takes: { ...dayParameters, capacity: 'integer', closesAt: 'timestamptz' } },
  `
  with opened as (
    insert into queue_days (workspace_id, work_shift_id, date, capacity)
    values (:workspaceId, :workShiftId, :appointmentDate, :capacity)
    on conflict do nothing
    returning id
  )
  ${planWorkSql('opened', { [closeDayKind]: 'closesAt' }).trim()}`,
)

/** The latest consultations of a doctor at a location, in seconds, newest first. */
export const latestConsultationsSql = (doctorId: string, locationId: string) => `array(
    select c.consultation_seconds from queue_visits c
    where c.workspace_id = :workspaceId and c.doctor_id = ${doctorId} and c.location_id = ${locationId} and c.consultation_seconds is not null
    order by c.completed_at desc
    limit :consultations
  )::bigint[]`

/**
 * The queues of a doctor's shifts on a date, with the lengths of the latest consultations; returns
 * at least one row.
 */
export const queuesOnDate = statement(
  'queues_on_date',
  {
    takes: {
      workspaceId: 'bigint',
      doctorId: 'bigint',
      locationId: 'bigint',
      workShiftIds: 'bigint[]',
      date: 'date',
      consultations: 'bigint',
    },
    returns: {
      latestConsultations: 'bigint[]',
      queueDayId: 'bigint?',
      workShiftId: 'bigint?',
      booked: 'integer?',
      startedAt: 'timestamptz?',
      endedAt: 'timestamptz?',
    },
  },
  `
  select ${latestConsultationsSql(':doctorId', ':locationId')} as "latestConsultations", d.id as "queueDayId", d.work_shift_id as "workShiftId",
    d.booked, d.started_at as "startedAt", d.ended_at as "endedAt"
  from (select) as one
  left join queue_days d on d.workspace_id = :workspaceId and d.work_shift_id = any (:workShiftIds::bigint[]) and d.date = :date`,
)
