// The text by which a search of visits finds a patient: names, phone and record number, each on its own line.

import { folded } from '../values/text.ts'

/** SQL for the text of `patients` rows; the index patients_by_trigrams has the same expression. */
export function patientSearchText(alias: string): string {
  return `(coalesce(${alias}.first_name_folded, '') || ' ' || coalesce(${alias}.last_name_folded, '') || e'\\n' || coalesce(${alias}.phone_normalised, '') || e'\\n' ||
    coalesce(${alias}.phone_number, '') || e'\\n' || lower(${alias}.mrn_number collate "C"))`
}

/** A LIKE pattern for texts that contain a term. */
export const containing = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/** A search term in the same form: phone digits without separators. */
export function patientTerm(text: string): string {
  const term = folded(text)
  return /^\+?[\d\s()-]*\d[\d\s()-]*$/.test(term) ? term.replace(/[\s()-]/g, '') : term
}
