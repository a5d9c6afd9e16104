// Practitioners who are running late (DAY-12): one row for each practice, for the day on which a
// delay was last reported.

import { statement } from '../../base/db/statement.ts'

const practiceParameters = {
  workspaceId: 'bigint',
  doctorId: 'bigint',
  locationId: 'bigint',
} as const

export const setLateness = statement(
  'set_lateness',
  {
    takes: { ...practiceParameters, date: 'date', minutes: 'smallint' },
    returns: { minutes: 'smallint' },
  },
  `
  insert into late_practitioners (workspace_id, doctor_id, location_id, date, minutes)
  values (:workspaceId, :doctorId, :locationId, :date, :minutes)
  on conflict (workspace_id, doctor_id, location_id) do update
  set date = excluded.date, minutes = excluded.minutes
  returning minutes`,
)

export const endLateness = statement(
  'end_lateness',
  { takes: practiceParameters },
  `
  delete from late_practitioners
  where workspace_id = :workspaceId and doctor_id = :doctorId and location_id = :locationId`,
)

export const latenessOnDate = statement(
  'lateness_on_date',
  {
    takes: { workspaceId: 'bigint', doctorIds: 'bigint[]', locationId: 'bigint', date: 'date' },
    returns: { doctorId: 'bigint', minutes: 'smallint' },
  },
  `
  select doctor_id as "doctorId", minutes
  from late_practitioners
  where workspace_id = :workspaceId and doctor_id = any (:doctorIds::bigint[]) and location_id = :locationId and date = :date`,
)

/**
 * Patients who are still expected on a date, by start, and whether they were, or may have been,
 * notified of this delay or a longer one.
 */
export const expectedPatients = statement(
  'expected_patients',
  {
    takes: {
      ...practiceParameters,
      date: 'date',
      earliest: 'timestamptz',
      latest: 'timestamptz',
      now: 'timestamptz',
      minutes: 'smallint',
    },
    returns: { id: 'bigint', isTold: 'boolean' },
  },
  `
  select a.id, exists (
    select from notices n
    where n.workspace_id = a.workspace_id and n.appointment_id = a.id and n.kind = 'late' and n.state not in ('FAILED', 'SKIPPED')
      and n.visit_from_at = a.from_at and n.late_minutes >= :minutes
  ) as "isTold"
  from appointments a
  where a.workspace_id = :workspaceId and a.from_at >= :earliest and a.from_at < :latest and a.appointment_date = :date
    and a.doctor_id = :doctorId and a.location_id = :locationId and a.to_at > :now and a.arrived_at is null
    and a.status in ('SCHEDULED', 'CONFIRMED', 'RESCHEDULED') and a.payment_status <> 'PENDING'
  order by a.from_at, a.id`,
)
