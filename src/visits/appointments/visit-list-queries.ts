// Visits as shown to staff: with the names of the patient and the practitioner.

import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import type { Mode } from '../../base/values/modes.ts'
import { publicNameSql } from '../../base/values/public-name.ts'
import { isUpcomingVisit } from '../../base/values/visit-to-come.ts'
import {
  patientSummaryColumns,
  patientSummarySelectList,
} from '../../clinic/patients/visiting-patient.ts'
import { partPaidSql } from '../../money/payments/desk-payment-queries.ts'
import { recordColumns, recordSelectList, refundJoin } from './appointment-record.ts'

export const listedColumns = {
  ...recordColumns,
  partPaidMinor: 'bigint',
  doctor: 'text',
  location: 'text',
  room: 'text?',
  visitType: 'text?',
  ...patientSummaryColumns,
} as const

const selectList = `select ${recordSelectList}, ${partPaidSql('a', 'appointment_id')} as "partPaidMinor", ${publicNameSql('u')} as doctor, l.name as location, o.name as room, v.display_name as "visitType", ${patientSummarySelectList}`
const joins = `join patients p on p.workspace_id = a.workspace_id and p.id = a.patient_id
  join users u on u.workspace_id = a.workspace_id and u.id = a.doctor_id
  join locations l on l.workspace_id = a.workspace_id and l.id = a.location_id
  left join rooms o on o.workspace_id = a.workspace_id and o.id = a.room_id
  left join visit_types v on v.workspace_id = a.workspace_id and v.id = a.visit_type_id
  ${refundJoin}`

/**
 * Visits on a date: for one doctor, one location, or all. The instants bound the date in any
 * timezone.
 */
export const visitsOnDate = statement(
  'visits_of_date',
  {
    takes: {
      workspaceId: 'bigint',
      date: 'date',
      earliest: 'timestamptz',
      latest: 'timestamptz',
      doctorId: 'bigint?',
      locationId: 'bigint?',
      now: 'timestamptz',
      limit: 'bigint',
    },
    returns: listedColumns,
  },
  `
  ${selectList}
  from appointments a
  ${joins}
  where a.workspace_id = :workspaceId and a.from_at >= :earliest and a.from_at < :latest and a.appointment_date = :date
    and (:doctorId::bigint is null or a.doctor_id = :doctorId) and (:locationId::bigint is null or a.location_id = :locationId)
  order by a.from_at, a.id
  limit :limit`,
)

/** The latest visits of a patient, newest first. */
export const latestPatientVisits = statement(
  'latest_visits_of_patient',
  {
    takes: { workspaceId: 'bigint', patientId: 'bigint', now: 'timestamptz', limit: 'bigint' },
    returns: listedColumns,
  },
  `
  ${selectList}
  from appointments a
  ${joins}
  where a.workspace_id = :workspaceId and a.patient_id = :patientId
  order by a.from_at desc, a.id desc
  limit :limit`,
)

/** The visit with a booking reference. */
export const visitByReference = statement(
  'visit_of_reference',
  {
    takes: { workspaceId: 'bigint', reference: 'text', now: 'timestamptz' },
    returns: listedColumns,
  },
  `
  ${selectList}
  from appointments a
  ${joins}
  where a.workspace_id = :workspaceId and a.booking_reference = :reference`,
)

/** Visits of some patients from an instant on, by start. */
export const patientVisitsFrom = statement(
  'visits_of_patients_from',
  {
    takes: {
      workspaceId: 'bigint',
      patientIds: 'bigint[]',
      startsFrom: 'timestamptz',
      now: 'timestamptz',
      limit: 'bigint',
    },
    returns: listedColumns,
  },
  `
  ${selectList}
  from appointments a
  ${joins}
  where a.workspace_id = :workspaceId and a.patient_id = any (:patientIds::bigint[]) and a.from_at >= :startsFrom
  order by a.from_at, a.id
  limit :limit`,
)

/** The visits of these ids, by start. */
export const listedVisits = statement(
  'listed_visits',
  { takes: { workspaceId: 'bigint', ids: 'bigint[]', now: 'timestamptz' }, returns: listedColumns },
  `
  ${selectList}
  from appointments a
  ${joins}
  where a.workspace_id = :workspaceId and a.id = any (:ids::bigint[])
  order by a.from_at, a.id`,
)

/**
 * The places and times of the next live visits. Only upcoming visits have claims, so there are few
 * compared with all visits.
 */
export const upcomingVisits = statement(
  'upcoming_visits',
  {
    takes: { workspaceId: 'bigint', now: 'timestamptz', limit: 'bigint' },
    returns: {
      id: 'bigint',
      doctorId: 'bigint',
      locationId: 'bigint',
      roomId: 'bigint?',
      mode: narrowType<Mode>('text'),
      fromAt: 'timestamptz',
      toAt: 'timestamptz',
      timezone: 'text',
      isUnoffered: 'boolean',
    },
  },
  `
  select a.id, a.doctor_id as "doctorId", a.location_id as "locationId", a.room_id as "roomId", a.mode, a.from_at as "fromAt", a.to_at as "toAt", a.timezone,
    a.unoffered_reason is not null as "isUnoffered"
  from claims c
  join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
  where c.workspace_id = :workspaceId and c.from_at > :now and ${isUpcomingVisit('a')}
  order by a.from_at, a.id
  limit :limit`,
)

export type UpcomingVisit = RowOf<typeof upcomingVisits.returns>
