// What a patient is found by in a search of visits: names, phone and record number, each on a line of its own.

import { folded } from '../values/text.ts'

/** SQL of the text of `patients` rows; the index patients_by_trigrams has the same expression. */
export function patientSearchText(alias: string): string {
  return `(coalesce(${alias}.first_name_folded, '') || ' ' || coalesce(${alias}.last_name_folded, '') || e'\\n' || coalesce(${alias}.phone_normalised, '') || e'\\n' ||
    coalesce(${alias}.phone_number, '') || e'\\n' || lower(${alias}.mrn_number collate "C"))`
}

/** A LIKE pattern of texts that contain a term. */
export const containing = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/** What is looked for, in the form of that text: digits of a phone without what people write between them. */
export function patientTerm(text: string): string {
  const term = folded(text)
  return /^\+?[\d\s()-]*\d[\d\s()-]*$/.test(term) ? term.replace(/[\s()-]/g, '') : term
}
