// The end of a patient's record. What the clinic knew of the person goes; visits and money stay, with a tombstone in their place.

import type { Actor } from '../audit/actor.ts'
import { note } from '../audit/audit.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { blankNotices } from '../notices/queries.ts'
import type { Instant } from '../values/clinic-time.ts'
import { problem } from '../values/problem.ts'
import { randomBase32 } from '../values/random-text.ts'
import { erasedMrnPrefix } from './patient-fields.ts'

const onePatient = { workspaceId: 'bigint', patientId: 'bigint' } as const

/** Waits for bookings of the patient that are under way, and keeps others from beginning. */
const patientToErase = statement(
  'patient_to_erase',
  { takes: onePatient, returns: { id: 'bigint' } },
  `
  select id
  from patients
  where workspace_id = :workspaceId and id = :patientId and erased_at is null
  for update`,
)

const visitsOfPatient = statement(
  'visits_of_patient',
  { takes: { ...onePatient, now: 'timestamptz' }, returns: { visits: 'bigint', upcoming: 'bigint' } },
  `
  select count(*) as visits, count(*) filter (where is_to_come) as upcoming
  from (
    select status <> 'CANCELLED' and to_at > :now as is_to_come
    from appointments
    where workspace_id = :workspaceId and patient_id = :patientId
    union all
    -- Once its day is over, a visit of the queue waits no more.
    select waits_in_line(status)
    from queue_visits
    where workspace_id = :workspaceId and patient_id = :patientId
  ) as visits_of_both`,
)

const blankPatient = statement(
  'blank_patient',
  { takes: { ...onePatient, tombstone: 'text', now: 'timestamptz' }, returns: {} },
  `
  update patients
  set mrn_number = :tombstone, first_name = null, last_name = null, first_name_folded = null, last_name_folded = null, country_code = null,
    phone_number = null, phone_normalised = null, email = null, email_folded = null, gender = null, dob = null, age = null,
    blood_group = null, patient_address = null, patient_form_values = '{}', updated_at = :now, erased_at = :now
  where workspace_id = :workspaceId and id = :patientId`,
)

/** What was said and measured on visits; when they were, and what they cost, stays. */
const blankVisits = statement(
  'blank_visits',
  { takes: onePatient, returns: {} },
  `
  with measured as (
    delete from appointment_vitals
    where workspace_id = :workspaceId and appointment_id in (select id from appointments where workspace_id = :workspaceId and patient_id = :patientId)
  )
  update appointments
  set chief_complaint = null, appointment_notes = null, cancellation_reason = null, reschedule_reason = null, discount_reason = null, payment_reference = null,
    patient_timezone = null, contact_hash = null, video_link = null
  where workspace_id = :workspaceId and patient_id = :patientId`,
)

/** The same of visits of the queue: their numbers stay, as those of the others do. */
const blankQueueVisits = statement(
  'blank_queue_visits',
  { takes: onePatient, returns: {} },
  `
  with reasons as (
    update queue_events
    set reason = 'erased'
    where workspace_id = :workspaceId and reason is not null
      and visit_id in (select id from queue_visits where workspace_id = :workspaceId and patient_id = :patientId)
  )
  update queue_visits
  set chief_complaint = null, appointment_notes = null, cancellation_reason = null, payment_reference = null, contact_hash = null, vitals = null
  where workspace_id = :workspaceId and patient_id = :patientId`,
)

/** Why money went back, for visits, tokens and packs alike; how much did, stays. */
const blankRefunds = statement(
  'blank_refunds',
  { takes: onePatient, returns: {} },
  `
  update refunds
  set override_reason = null, cancellation_reason = null
  where workspace_id = :workspaceId and (
    appointment_id in (select id from appointments where workspace_id = :workspaceId and patient_id = :patientId)
    or visit_id in (select id from queue_visits where workspace_id = :workspaceId and patient_id = :patientId)
    or patient_pack_id in (select id from patient_packs where workspace_id = :workspaceId and patient_id = :patientId)
  )`,
)

/** What an operator wrote of a pack, which may name its owner. */
const blankPackReasons = statement(
  'blank_pack_reasons',
  { takes: onePatient, returns: {} },
  `
  update pack_movements
  set reason = 'erased'
  where workspace_id = :workspaceId and reason is not null
    and patient_pack_id in (select id from patient_packs where workspace_id = :workspaceId and patient_id = :patientId)`,
)

/** Answers that are kept to be repeated show the patient, and payment sessions are told apart by whose contact reserved. */
const blankReservations = statement(
  'blank_reservations',
  { takes: onePatient },
  `
  with of_patient as (
    select id as appointment_id, null::bigint as visit_id, null::bigint as patient_pack_id
    from appointments where workspace_id = :workspaceId and patient_id = :patientId
    union all
    select null, id, null from queue_visits where workspace_id = :workspaceId and patient_id = :patientId
    union all
    select null, null, id from patient_packs where workspace_id = :workspaceId and patient_id = :patientId
  ),
  desk_references as (
    update patient_packs
    set payment_reference = null
    where workspace_id = :workspaceId and patient_id = :patientId and payment_reference is not null
  ),
  anonymous as (
    update payment_sessions s
    set contact_hash = null
    from of_patient o
    where s.workspace_id = :workspaceId and s.contact_hash is not null
      and (s.appointment_id = o.appointment_id or s.visit_id = o.visit_id or s.patient_pack_id = o.patient_pack_id)
  )
  delete from idempotency_keys k
  using of_patient o
  where k.workspace_id = :workspaceId
    and (k.appointment_id = o.appointment_id or k.visit_id = o.visit_id or k.patient_pack_id = o.patient_pack_id)`,
)

/** A sandbox keeps its messages with their destinations, in clear, and possibly to an earlier address of the patient. */
const blankOutbox = statement(
  'blank_outbox',
  { takes: { workspaceId: 'bigint' }, returns: {} },
  `
  delete from outbox
  where workspace_id = :workspaceId`,
)

export interface Erasure {
  patientId: number
  erased: boolean
  /** Visits that stay. */
  visits: number
  /** Those of them that are still to come. */
  upcoming: number
}

/** Erases a patient's record for good or, without `confirmed`, only says what would stay; throws PATIENT_NOT_FOUND. */
export async function erasePatient(
  database: Database,
  workspaceId: number,
  patientId: number,
  confirmed: boolean,
  actor: Actor,
  now: Instant,
): Promise<Erasure> {
  const patient = { workspaceId, patientId }
  return database.transaction(async (queries) => {
    const [found] = await queries.rows(patientToErase, patient)
    if (!found) throw problem('PATIENT_NOT_FOUND')
    if (confirmed) {
      await queries.rows(blankPatient, { ...patient, tombstone: `${erasedMrnPrefix}${randomBase32(12)}`, now })
      await queries.rows(blankVisits, patient)
      await queries.rows(blankQueueVisits, patient)
      await queries.rows(blankRefunds, patient)
      await queries.rows(blankPackReasons, patient)
      await queries.rows(blankReservations, patient)
      await queries.rows(blankNotices, patient)
      await queries.rows(blankOutbox, { workspaceId })
      await note(queries, workspaceId, actor, { action: 'ERASED', patientIds: [patientId], now })
    }
    const [counted] = await queries.rows(visitsOfPatient, { ...patient, now })
    return { patientId, erased: confirmed, visits: counted?.visits ?? 0, upcoming: counted?.upcoming ?? 0 }
  })
}
