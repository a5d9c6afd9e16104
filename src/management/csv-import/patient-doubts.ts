// Why a row of a patient file should be checked by a person, whatever the matching rule decided.
// The rules are pure functions; a doubt changes nothing.

import { isSameName } from '../../clinic/patients/matching.ts'
import { differ, isSimilar, type PersonTraits } from '../../clinic/patients/similar.ts'

export type Doubt =
  /** Doubts about an existing patient. */
  | 'NAME_DIFFERS'
  | 'DOB_DIFFERS'
  | 'GENDER_DIFFERS'
  | 'MULTIPLE_MATCHES'
  /** Doubts about a new patient. */
  | 'DIFFERENT_RECORD_NUMBER'
  | 'SIMILAR_ON_PHONE'
  | 'NOT_IDENTIFIABLE'

/**
 * The number of patients on one phone, the oldest first, with whom a new patient is compared: if
 * there are more, they are not one family, and the number is shared.
 */
export const familyMax = 20

/**
 * The doubts about a match; `matches` are all possible matches for the row, the chosen one first.
 */
export function matchDoubts(person: PersonTraits, matches: readonly PersonTraits[]): Doubt[] {
  const [chosen] = matches
  return [
    ...(chosen ? findContradictions(person, chosen) : []),
    ...(matches.length > 1 ? (['MULTIPLE_MATCHES'] as const) : []),
  ]
}

/**
 * The contradictions between two descriptions; a value that only one of them has is no
 * contradiction.
 */
export function findContradictions(one: PersonTraits, other: PersonTraits): Doubt[] {
  const doubts: Doubt[] = []
  if (
    differ(one.firstNameFolded, other.firstNameFolded) ||
    differ(one.lastNameFolded, other.lastNameFolded)
  )
    doubts.push('NAME_DIFFERS')
  if (differ(one.dob, other.dob)) doubts.push('DOB_DIFFERS')
  if (one.gender && other.gender && !isSameGender(one.gender, other.gender))
    doubts.push('GENDER_DIFFERS')
  return doubts
}

/** The patient, among those on the same phone, oldest first, who may actually be the new one. */
export function findNewPatientDoubt<Known extends PersonTraits>(
  person: PersonTraits,
  onPhone: readonly Known[],
): { doubt: Doubt; other: Known } | undefined {
  // A patient with the same name is only new if the record number differs.
  const namesake = onPhone.find(
    (candidate) => candidate.firstNameFolded !== null && isSameName(person, candidate),
  )
  if (namesake) return { doubt: 'DIFFERENT_RECORD_NUMBER', other: namesake }
  const similar = onPhone.slice(0, familyMax).find((candidate) => isSimilar(person, candidate))
  return similar && { doubt: 'SIMILAR_ON_PHONE', other: similar }
}

/** Clinics write genders in full or as a letter. */
function isSameGender(one: string, other: string): boolean {
  const left = one.toLowerCase()
  const right = other.toLowerCase()
  return left.startsWith(right) || right.startsWith(left)
}
