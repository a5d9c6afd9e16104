// What the page of a patient shows beside the record: whom the phone reaches, which contacts were verified, and visits with tokens, a page at a time.

import { statement } from '../db/statement.ts'

const onePatient = { workspaceId: 'bigint', patientId: 'bigint' } as const

/** Whether a patient has or had a visit or token with a practitioner: looked up for each, where the planner may make a hash of all. */
const seenBy = (patient: string) => `
      (select a.id from appointments a where a.workspace_id = :workspaceId and a.patient_id = ${patient} and a.doctor_id = :doctorId limit 1) is not null
      or (select v.id from queue_visits v where v.workspace_id = :workspaceId and v.patient_id = ${patient} and v.doctor_id = :doctorId limit 1) is not null`

/** How a record is reached, and since when it is there; with a practitioner, only where they have or had a visit or token of the patient. */
export const openedPatient = statement(
  'opened_patient',
  {
    takes: { ...onePatient, doctorId: 'bigint?' },
    returns: { phone: 'text?', email: 'text?', createdAt: 'timestamptz', changedAt: 'timestamptz' },
  },
  `
  select phone_normalised as phone, email, created_at as "createdAt", updated_at as "changedAt"
  from patients p
  where workspace_id = :workspaceId and id = :patientId and erased_at is null and (:doctorId::bigint is null or ${seenBy('p.id')})
  for key share`,
)

/** The others whom a phone reaches, oldest first. */
export const familyOfPatient = statement(
  'family_of_patient',
  {
    takes: { ...onePatient, phone: 'text', doctorId: 'bigint?', limit: 'bigint' },
    returns: { id: 'bigint', mrnNumber: 'text', firstName: 'text?', lastName: 'text?', dob: 'date?', gender: 'text?' },
  },
  `
  select id, mrn_number as "mrnNumber", first_name as "firstName", last_name as "lastName", dob, gender
  from patients p
  where workspace_id = :workspaceId and phone_normalised = :phone and id <> :patientId and (:doctorId::bigint is null or ${seenBy('p.id')})
  order by id
  limit :limit
  for key share`,
)

/** When a visit or token of a patient was last booked by a phone, or by an e-mail address, that its booker had verified. */
export const verifiedByBooking = statement(
  'verified_by_booking',
  { takes: { ...onePatient, phone: 'bytea?', email: 'bytea?' }, returns: { phoneAt: 'timestamptz?', emailAt: 'timestamptz?' } },
  `
  select max(at) filter (where contact_hash = :phone) as "phoneAt", max(at) filter (where contact_hash = :email) as "emailAt"
  from (
    select contact_hash, created_at as at from appointments where workspace_id = :workspaceId and patient_id = :patientId
    union all
    select contact_hash, created_at from queue_visits where workspace_id = :workspaceId and patient_id = :patientId
  ) booked`,
)

/** A page of visits and tokens in one order of time, from after the one of an id on; of one practitioner where that is said. */
const visitPage = (name: string, which: string, direction: 'asc' | 'desc') =>
  statement(
    name,
    {
      takes: { ...onePatient, doctorId: 'bigint?', now: 'timestamptz', after: 'bigint?', limit: 'bigint' },
      returns: { id: 'bigint', isToken: 'boolean' },
    },
    `
  with booked as (
    select a.id, false as "isToken", a.from_at as at, a.status <> 'CANCELLED' and a.to_at > :now as "isToCome"
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
  where ${which} and (:after::bigint is null or (at, id) ${direction === 'asc' ? '>' : '<'} (select at, id from booked where id = :after))
  order by at ${direction}, id ${direction}
  limit :limit`,
  )

/** Visits that are not over and tokens that wait or are being seen, the next ones first. */
export const visitsToCome = visitPage('page_of_visits_to_come', '"isToCome"', 'asc')

/** The others, the latest first: over, called off, or not come to. */
export const visitsPast = visitPage('page_of_visits_past', 'not "isToCome"', 'desc')
