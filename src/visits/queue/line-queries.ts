import { narrowType, statement } from '../../base/db/statement.ts'
import { authorParameters, memberNameSql } from '../../base/operations/actor.ts'
import type { ShiftMode } from '../../base/values/modes.ts'

/**
 * Shifts with their queue on a date, by start: those in the clinic file, and others that have a
 * token.
 */
export const queuesOfDate = statement(
  'queues_of_date',
  {
    takes: { workspaceId: 'bigint', date: 'date', doctorId: 'bigint?', locationId: 'bigint?' },
    returns: {
      id: 'bigint',
      /** Null if there are no tokens and it was not started. */
      queueDayId: 'bigint?',
      doctorId: 'bigint',
      doctor: 'text',
      locationId: 'bigint',
      location: 'text',
      name: 'text',
      mode: narrowType<ShiftMode>('text'),
      fromMinute: 'smallint',
      toMinute: 'smallint',
      maxAppointments: 'integer',
      booked: 'integer?',
      waiting: 'integer?',
      startedAt: 'timestamptz?',
      endedAt: 'timestamptz?',
      /** The tokens being seen, and the tokens that were called. */
      serving: 'text[]?',
      called: 'text[]?',
    },
  },
  `
  select s.id, d.id as "queueDayId", s.doctor_id as "doctorId", coalesce(u.name, u.display_name) as doctor, s.location_id as "locationId", l.name as location, s.name, s.mode,
    s.from_minute as "fromMinute", s.to_minute as "toMinute", s.max_appointments as "maxAppointments", d.booked, d.waiting, d.started_at as "startedAt", d.ended_at as "endedAt", now.serving, now.called
  from work_shifts s
  join users u on u.workspace_id = s.workspace_id and u.id = s.doctor_id
  join locations l on l.workspace_id = s.workspace_id and l.id = s.location_id
  left join queue_days d on d.workspace_id = s.workspace_id and d.work_shift_id = s.id and d.date = :date
  left join lateral (
    select array_agg(v.token_letter || '-' || v.token_number order by v.began_at) filter (where v.status = 'IN_CONSULTATION') as serving,
      array_agg(v.token_letter || '-' || v.token_number order by v.called_at) filter (where v.status = 'CALLED') as called
    from queue_visits v
    where v.workspace_id = d.workspace_id and v.queue_day_id = d.id and v.status in ('IN_CONSULTATION', 'CALLED')
  ) as now on true
  where s.workspace_id = :workspaceId and (s.active or d.booked > 0 or d.started_at is not null)
    and (:doctorId::bigint is null or s.doctor_id = :doctorId) and (:locationId::bigint is null or s.location_id = :locationId)
  order by s.from_minute, s.id`,
)

const dayParameters = { workspaceId: 'bigint', workShiftId: 'bigint', date: 'date' } as const

/** All tokens of a day, in the order of the line. */
export const lineTokens = statement(
  'tokens_of_line',
  { takes: dayParameters, returns: { id: 'bigint', patientId: 'bigint' } },
  `
  select v.id, v.patient_id as "patientId"
  from queue_days d
  join queue_visits v on v.workspace_id = d.workspace_id and v.queue_day_id = d.id
  where d.workspace_id = :workspaceId and d.work_shift_id = :workShiftId and d.date = :date
  order by v.place`,
)

/** The actions of staff in a day's queue, oldest first. */
export const dayEvents = statement(
  'events_of_day',
  {
    takes: dayParameters,
    returns: {
      at: 'timestamptz',
      event: 'text',
      tokenLetter: 'text?',
      tokenNumber: 'integer?',
      reason: 'text?',
      ...authorParameters,
      memberName: 'text?',
    },
  },
  `
  select e.at, e.event, v.token_letter as "tokenLetter", v.token_number as "tokenNumber", e.reason, e.key_id as "keyId",
    e.by_session as "bySession", e.acting_user_id as "actingUserId", e.operator, e.by_service as "byService", ${memberNameSql('e')} as "memberName"
  from queue_days d
  join queue_events e on e.workspace_id = d.workspace_id and e.queue_day_id = d.id
  left join queue_visits v on v.workspace_id = e.workspace_id and v.id = e.visit_id
  where d.workspace_id = :workspaceId and d.work_shift_id = :workShiftId and d.date = :date
  order by e.id`,
)

/** The shift and date of a row in queue_days. */
export const queueDayById = statement(
  'queue_day_by_id',
  {
    takes: { workspaceId: 'bigint', queueDayId: 'bigint' },
    returns: { workShiftId: 'bigint', date: 'date' },
  },
  `
  select work_shift_id as "workShiftId", date
  from queue_days
  where workspace_id = :workspaceId and id = :queueDayId`,
)
