// What a patient's page shows in addition to the record: other patients with the phone number,
// verified contacts, and pages of visits and tokens.

import { statement } from '../../base/db/statement.ts'
import { isUpcomingVisit } from '../../base/values/visit-to-come.ts'

const onePatient = { workspaceId: 'bigint', patientId: 'bigint' } as const

/**
 * Whether a patient has or had a visit or token with a practitioner. These are subqueries run for
 * each row: with a join, the planner might hash all visits.
 */
const hasVisitWithDoctor = (patient: string) => `
      (select a.id from appointments a where a.workspace_id = :workspaceId and a.patient_id = ${patient} and a.doctor_id = :doctorId limit 1) is not null
      or (select v.id from queue_visits v where v.workspace_id = :workspaceId and v.patient_id = ${patient} and v.doctor_id = :doctorId limit 1) is not null`

/**
 * A patient's contacts, and when the record was created; if a practitioner is given, only if the
 * patient has or had a visit or token with them.
 */
export const patientRecordRow = statement(
  'patient_record',
  {
    takes: { ...onePatient, doctorId: 'bigint?' },
    returns: { phone: 'text?', email: 'text?', createdAt: 'timestamptz', changedAt: 'timestamptz' },
  },
  `
  select phone_normalised as phone, email, created_at as "createdAt", updated_at as "changedAt"
  from patients p
  where workspace_id = :workspaceId and id = :patientId and erased_at is null and (:doctorId::bigint is null or ${hasVisitWithDoctor('p.id')})
  for key share`,
)

/** Other patients with a phone number, oldest record first. */
export const familyMembers = statement(
  'family_of_patient',
  {
    takes: { ...onePatient, phone: 'text', doctorId: 'bigint?', limit: 'bigint' },
    returns: {
      id: 'bigint',
      mrnNumber: 'text',
      firstName: 'text?',
      lastName: 'text?',
      dob: 'date?',
      gender: 'text?',
    },
  },
  `
  select id, mrn_number as "mrnNumber", first_name as "firstName", last_name as "lastName", dob, gender
  from patients p
  where workspace_id = :workspaceId and phone_normalised = :phone and id <> :patientId and (:doctorId::bigint is null or ${hasVisitWithDoctor('p.id')})
  order by id
  limit :limit
  for key share`,
)

/**
 * When a visit or token of a patient was last booked with a verified phone number or e-mail
 * address.
 */
export const verifiedByBooking = statement(
  'verified_by_booking',
  {
    takes: { ...onePatient, phone: 'bytea?', email: 'bytea?' },
    returns: { phoneAt: 'timestamptz?', emailAt: 'timestamptz?' },
  },
  `
  select max(at) filter (where contact_hash = :phone) as "phoneAt", max(at) filter (where contact_hash = :email) as "emailAt"
  from (
    select contact_hash, created_at as at from appointments where workspace_id = :workspaceId and patient_id = :patientId
    union all
    select contact_hash, created_at from queue_visits where workspace_id = :workspaceId and patient_id = :patientId
  ) booked`,
)

/**
 * A page of visits and tokens in order of time, starting after a given id; only those of one
 * practitioner, if one is given.
 */
const visitPage = (name: string, condition: string, direction: 'asc' | 'desc') =>
  statement(
    name,
    {
      takes: {
        ...onePatient,
        doctorId: 'bigint?',
        now: 'timestamptz',
        after: 'bigint?',
        limit: 'bigint',
      },
      returns: { id: 'bigint', isToken: 'boolean' },
    },
    `
  with booked as (
    select a.id, false as "isToken", a.from_at as at, ${isUpcomingVisit('a')} as "isUpcoming"
    from appointments a
    where a.workspace_id = :workspaceId and a.patient_id = :patientId and (:doctorId::bigint is null or a.doctor_id = :doctorId)
    union all
    select v.id, true, (v.appointment_date + make_interval(mins => s.from_minute)) at time zone l.timezone,
      v.status in ('WAITING', 'CALLED', 'SKIPPED', 'IN_CONSULTATION')
    from queue_visits v
    join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id
    join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id
    where v.workspace_id = :workspaceId and v.patient_id = :patientId and (:doctorId::bigint is null or v.doctor_id = :doctorId)
  )
  select id, "isToken"
  from booked
  where ${condition} and (:after::bigint is null or (at, id) ${direction === 'asc' ? '>' : '<'} (select at, id from booked where id = :after))
  order by at ${direction}, id ${direction}
  limit :limit`,
  )

/** Visits that are not over and tokens that are waiting or being seen, the next first. */
export const upcomingVisits = visitPage('upcoming_visits_page', '"isUpcoming"', 'asc')

/** All other visits and tokens, the latest first: over, completed, cancelled or missed. */
export const pastVisits = visitPage('past_visits_page', 'not "isUpcoming"', 'desc')
