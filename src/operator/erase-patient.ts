// The end of a patient's record. What the clinic knew of the person goes; visits and money stay, with a tombstone in their place.

import { note } from '../audit/audit.ts'
import { at, type Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { erasedMrnPrefix } from '../patients/patient-fields.ts'
import type { Instant } from '../values/clinic-time.ts'
import { randomBase32 } from '../values/random-text.ts'
import { OperatorProblem } from './operation.ts'

/** Waits for bookings of the patient that are under way, and keeps others from beginning. */
const patientToErase = statement(
  'patient_to_erase',
  { id: 'bigint' },
  `
  select id
  from patients
  where workspace_id = $1 and id = $2 and erased_at is null
  for update`,
)

const visitsOfPatient = statement(
  'visits_of_patient',
  { visits: 'bigint', upcoming: 'bigint' },
  `
  select count(*) as visits, count(*) filter (where status <> 'CANCELLED' and to_at > $3) as upcoming
  from appointments
  where workspace_id = $1 and patient_id = $2`,
)

const blankPatient = statement(
  'blank_patient',
  {},
  `
  update patients
  set mrn_number = $3, first_name = null, last_name = null, first_name_folded = null, last_name_folded = null, country_code = null,
    phone_number = null, phone_normalised = null, email = null, email_folded = null, gender = null, dob = null, age = null,
    blood_group = null, patient_address = null, patient_form_values = '{}', updated_at = $4, erased_at = $4
  where workspace_id = $1 and id = $2`,
)

/** What was said and measured on visits; when they were, and what they cost, stays. */
const blankVisits = statement(
  'blank_visits',
  {},
  `
  with measured as (
    delete from appointment_vitals
    where workspace_id = $1 and appointment_id in (select id from appointments where workspace_id = $1 and patient_id = $2)
  )
  update appointments
  set chief_complaint = null, appointment_notes = null, cancellation_reason = null, discount_reason = null, patient_timezone = null
  where workspace_id = $1 and patient_id = $2`,
)

/** A sandbox keeps its messages with where they were to go, in clear and maybe to an address of before. */
const blankOutbox = statement(
  'blank_outbox',
  {},
  `
  delete from outbox
  where workspace_id = $1`,
)

export interface Erasure {
  patientId: number
  erased: boolean
  /** Visits that stay. */
  visits: number
  /** Those of them that are still to come. */
  upcoming: number
}

/** Erases a patient's record for good or, without `confirmed`, only says what would stay. */
export async function erasePatient(database: Database, workspaceId: number, patientId: number, confirmed: boolean, now: Instant): Promise<Erasure> {
  return database.transaction(async (queries) => {
    const [patient] = await queries.rows(patientToErase, [workspaceId, patientId])
    if (!patient) throw new OperatorProblem(`there is no patient ${patientId} in this workspace, or no longer`, 'look the id up: GET /v1/patients')
    if (confirmed) {
      await queries.rows(blankPatient, [workspaceId, patientId, `${erasedMrnPrefix}${randomBase32(12)}`, at(now)])
      await queries.rows(blankVisits, [workspaceId, patientId])
      await queries.rows(blankOutbox, [workspaceId])
      await note(queries, workspaceId, 'operator', { action: 'ERASED', patientIds: [patientId], now })
    }
    const [counted] = await queries.rows(visitsOfPatient, [workspaceId, patientId, at(now)])
    return { patientId, erased: confirmed, visits: counted?.visits ?? 0, upcoming: counted?.upcoming ?? 0 }
  })
}
