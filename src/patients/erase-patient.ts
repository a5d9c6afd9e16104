// The end of a patient's record. What the clinic knew of the person goes, by what each room declares; visits and money stay, with a tombstone
// in their place.

import { note } from '../audit/audit.ts'
import { statement } from '../db/statement.ts'
import type { InWorkspace } from '../operations/operation.ts'
import { problem } from '../values/problem.ts'
import { randomBase32 } from '../values/random-text.ts'
import { erasedMrnPrefix } from './patient-fields.ts'
import { erasing, type PatientRegister, patientsTable } from './patient-tables.ts'

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
  ${erasing(patientsTable)}`,
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
  { database, clock, patients, actor, workspaceId }: InWorkspace<{ patients: PatientRegister }>,
  patientId: number,
  confirmed: boolean,
): Promise<Erasure> {
  const patient = { workspaceId, patientId }
  const now = clock.now()
  return database.transaction(async (queries) => {
    const [found] = await queries.rows(patientToErase, patient)
    if (!found) throw problem('PATIENT_NOT_FOUND')
    if (confirmed) {
      await queries.rows(blankPatient, { ...patient, tombstone: `${erasedMrnPrefix}${randomBase32(12)}`, now })
      await patients.erase(queries, patient)
      await note(queries, workspaceId, actor, { action: 'ERASED', patientIds: [patientId], now })
    }
    const [counted] = await queries.rows(visitsOfPatient, { ...patient, now })
    return { patientId, erased: confirmed, visits: counted?.visits ?? 0, upcoming: counted?.upcoming ?? 0 }
  })
}
