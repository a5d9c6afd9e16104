import { actorColumns, entryColumns } from '../audit/queries.ts'
import { columnNames, columnValues } from '../db/columns.ts'
import { narrowed, statement } from '../db/statement.ts'
import { planFor } from '../due-work/queries.ts'
import { actorParameters } from '../operations/actor.ts'
import { bookedVisitColumns } from './queue-visit.ts'

/** In which states of the queue a token may be taken. */
export type TakenWhile = 'NOT_STARTED' | 'RUNNING' | 'EITHER'

const day = { workspaceId: 'bigint', workShiftId: 'bigint', appointmentDate: 'date' } as const
const isDay = 'd.workspace_id = :workspaceId and d.work_shift_id = :workShiftId and d.date = :appointmentDate'

/**
 * A token in one statement: the conditional update that gives out the next number, the visit that takes it, the audit entry. Everybody
 * who wants one of the same day waits for the same row, and finds it as the last one left it. Nothing is written unless everything is.
 * It returns what it found, so that a refusal is a row and not an SQL error; all true and no visit: the day is not there, full, or not
 * in a state in which tokens are given out (`whyNoToken`).
 */
export const takeToken = statement(
  'take_token',
  {
    takes: {
      ...bookedVisitColumns,
      ...actorParameters,
      configurationVersion: 'bigint',
      capacity: 'integer',
      takenWhile: narrowed<TakenWhile>('text'),
      vitals: 'jsonb?',
    },
    returns: { patientFound: 'boolean', configurationCurrent: 'boolean', visitId: 'bigint?', tokenNumber: 'integer?', position: 'integer?' },
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
    where ${isDay} and booked < :capacity and ended_at is null
      and (:takenWhile = 'EITHER' or (:takenWhile = 'RUNNING') = (started_at is not null))
    returning ready.visit_id, d.id, d.issued, d.waiting
  ),
  booked as (
    insert into queue_visits (id, queue_day_id, token_number, place, status, vitals, api_key_id, ${columnNames(bookedVisitColumns)})
    select visit_id, id, issued, issued, 'WAITING', :vitals::jsonb, :keyId, ${columnValues(bookedVisitColumns)}
    from day
    returning id
  ),
  noted as (
    insert into audit_entries (${entryColumns}, visit_id)
    select :workspaceId, :createdAt, 'BOOKED', :patientId, null, ${actorColumns}, id
    from booked
  )
  select
    exists (select from patient) as "patientFound",
    exists (select from ready) as "configurationCurrent",
    (select id from booked) as "visitId",
    (select issued from day) as "tokenNumber",
    (select waiting from day) as "position"`,
)

/** How a day's queue stands; no row where nobody has taken a token of it and nobody has started it. */
export const queueDayAt = statement(
  'queue_day_at',
  {
    takes: day,
    returns: { id: 'bigint', booked: 'integer', waiting: 'integer', startedAt: 'timestamptz?', endedAt: 'timestamptz?' },
  },
  `
  select id, booked, waiting, started_at as "startedAt", ended_at as "endedAt"
  from queue_days d
  where ${isDay}`,
)

/** The kind of due work that settles a day nobody has ended; its subject is the day. */
export const settleKind = 'queue-day'

/** Makes the row of a day, unless there is one, and plans that it is settled. */
export const openQueueDay = statement(
  'open_queue_day',
  { takes: { ...day, capacity: 'integer', settledAt: 'timestamptz' } },
  `
  with opened as (
    insert into queue_days (workspace_id, work_shift_id, date, capacity)
    values (:workspaceId, :workShiftId, :appointmentDate, :capacity)
    on conflict do nothing
    returning id
  )
  ${planFor('opened', { [settleKind]: 'settledAt' }).trim()}`,
)

/** The latest consultations of a doctor at a location, in seconds, newest first. */
export const latestConsultationsOf = (doctorId: string, locationId: string) => `array(
    select c.consultation_seconds from queue_visits c
    where c.workspace_id = :workspaceId and c.doctor_id = ${doctorId} and c.location_id = ${locationId} and c.consultation_seconds is not null
    order by c.completed_at desc
    limit :consultations
  )::bigint[]`

/** How the queues of a doctor's shifts stand on a date, and how long the latest consultations took; one row at least. */
export const queuesOnDate = statement(
  'queues_on_date',
  {
    takes: { workspaceId: 'bigint', doctorId: 'bigint', locationId: 'bigint', workShiftIds: 'bigint[]', date: 'date', consultations: 'bigint' },
    returns: {
      latestConsultations: 'bigint[]',
      workShiftId: 'bigint?',
      booked: 'integer?',
      startedAt: 'timestamptz?',
      endedAt: 'timestamptz?',
    },
  },
  `
  select ${latestConsultationsOf(':doctorId', ':locationId')} as "latestConsultations", d.work_shift_id as "workShiftId", d.booked, d.started_at as "startedAt", d.ended_at as "endedAt"
  from (select) as one
  left join queue_days d on d.workspace_id = :workspaceId and d.work_shift_id = any (:workShiftIds::bigint[]) and d.date = :date`,
)
