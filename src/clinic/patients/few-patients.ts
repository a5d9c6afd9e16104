// The patients with a phone number or text, for lists that look up visits patient by patient.

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { containsPattern, patientSearchText } from './search-text.ts'

/** Patients whose text matches the pattern, which has three letters that the index covers. */
const patientsMatchingPattern = statement(
  'patients_matching_pattern',
  { takes: { workspaceId: 'bigint', pattern: 'text', limit: 'bigint' }, returns: { id: 'bigint' } },
  `
  select p.id
  from patients p
  where p.workspace_id = :workspaceId and p.erased_at is null and ${patientSearchText('p')} like :pattern
  limit :limit`,
)

const patientsByPhone = statement(
  'patients_by_phone',
  {
    takes: { workspaceId: 'bigint', phoneNormalised: 'text', limit: 'bigint' },
    returns: { id: 'bigint' },
  },
  `
  select id
  from (
    select id from patients where workspace_id = :workspaceId and phone_normalised = :phoneNormalised
    union
    select merged_into from merged_patients where workspace_id = :workspaceId and phone_normalised = :phoneNormalised
  ) as on_phone
  limit :limit`,
)

/** With more patients, it is better to scan visits in the order of time. */
const patientsMax = 1_000

interface PatientSearch {
  workspaceId: number
  /** The whole number, normalised; takes precedence. */
  phoneNormalised?: string | null
  /** The search text, in the form of `patientTerm`. */
  term: string | null
}

/** The ids of the patients, if they are few and an index finds them; otherwise null. */
export async function findFewPatients(
  queries: Queries,
  { workspaceId, phoneNormalised = null, term }: PatientSearch,
): Promise<number[] | null> {
  const limit = patientsMax + 1
  let patients: { id: number }[]
  if (phoneNormalised !== null)
    patients = await queries.rows(patientsByPhone, { workspaceId, phoneNormalised, limit })
  // Letters and digits that are in the index with any database locale.
  else if (term !== null && /[a-z0-9]{3}/.test(term))
    patients = await queries.rows(patientsMatchingPattern, {
      workspaceId,
      pattern: containsPattern(term),
      limit,
    })
  else return null
  return patients.length < limit ? patients.map(({ id }) => id) : null
}
