import { narrowType, statement } from '../../../base/db/statement.ts'
import type { Mode } from '../../../base/values/modes.ts'
import type { StoredStatus } from '../appointment-status.ts'

export const addSeries = statement(
  'add_series',
  {
    takes: { workspaceId: 'bigint', patientId: 'bigint', createdAt: 'timestamptz' },
    returns: { id: 'bigint' },
  },
  `
  insert into visit_series (workspace_id, patient_id, created_at)
  values (:workspaceId, :patientId, :createdAt)
  returning id`,
)

/** The patient of a series. */
export const seriesPatient = statement(
  'patient_of_series',
  { takes: { workspaceId: 'bigint', seriesId: 'bigint' }, returns: { patientId: 'bigint' } },
  `
  select patient_id as "patientId"
  from visit_series
  where workspace_id = :workspaceId and id = :seriesId`,
)

/** The visits of a series, by start; found through their patient. */
export const seriesVisits = statement(
  'visits_of_series',
  {
    takes: { workspaceId: 'bigint', seriesId: 'bigint' },
    returns: {
      id: 'bigint',
      doctorId: 'bigint',
      locationId: 'bigint',
      mode: narrowType<Mode>('text'),
      visitTypeId: 'bigint?',
      roomId: 'bigint?',
      patientPackageId: 'bigint?',
      storedStatus: narrowType<StoredStatus>('text'),
      appointmentDate: 'date',
      timezone: 'text',
      fromAt: 'timestamptz',
      toAt: 'timestamptz',
    },
  },
  `
  select a.id, a.doctor_id as "doctorId", a.location_id as "locationId", a.mode, a.visit_type_id as "visitTypeId", a.room_id as "roomId", a.patient_package_id as "patientPackageId", a.status as "storedStatus",
    a.appointment_date as "appointmentDate", a.timezone, a.from_at as "fromAt", a.to_at as "toAt"
  from visit_series s
  join appointments a on a.workspace_id = s.workspace_id and a.patient_id = s.patient_id and a.series_id = s.id
  where s.workspace_id = :workspaceId and s.id = :seriesId
  order by a.from_at, a.id`,
)

/** Locks some visits until the transaction ends, in the order of their ids. */
export const lockVisits = statement(
  'lock_visits',
  { takes: { workspaceId: 'bigint', ids: 'bigint[]' }, returns: { id: 'bigint' } },
  `
  select id
  from appointments
  where workspace_id = :workspaceId and id = any (:ids::bigint[])
  order by id
  for no key update`,
)
