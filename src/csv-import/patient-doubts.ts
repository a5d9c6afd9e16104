// Why a row of a patient file deserves a second look, beside what the matching rule made of it. Pure rules; a doubt changes nothing.

import { type FoldedName, isSameName } from '../patients/matching.ts'

/** What is compared of two descriptions of a person. */
export interface Described extends FoldedName {
  /** `YYYY-MM-DD`. */
  dob: string | null
  gender: string | null
}

export type Doubt =
  /** Of a patient who is there already. */
  | 'NAME_DIFFERS'
  | 'DOB_DIFFERS'
  | 'GENDER_DIFFERS'
  | 'SEVERAL_FIT'
  /** Of a new patient. */
  | 'OTHER_RECORD_NUMBER'
  | 'SIMILAR_ON_PHONE'
  | 'NOT_FOUND_AGAIN'

/** How many on one phone, the oldest first, a new patient is compared with: more are not one family, and the number is shared. */
export const familyMax = 20

const nearLettersMin = 4
const longNameLettersMin = 8

/** `matches` are all the row may be, the one it is taken for first. */
export function doubtsOfMatch(person: Described, matches: readonly Described[]): Doubt[] {
  const [taken] = matches
  return [...(taken ? contradictions(person, taken) : []), ...(matches.length > 1 ? (['SEVERAL_FIT'] as const) : [])]
}

/** In what two descriptions contradict each other; what only one of them says does not. */
export function contradictions(one: Described, other: Described): Doubt[] {
  const doubts: Doubt[] = []
  if (differ(one.firstNameFolded, other.firstNameFolded) || differ(one.lastNameFolded, other.lastNameFolded)) doubts.push('NAME_DIFFERS')
  if (differ(one.dob, other.dob)) doubts.push('DOB_DIFFERS')
  if (one.gender && other.gender && !isSameGender(one.gender, other.gender)) doubts.push('GENDER_DIFFERS')
  return doubts
}

/** Which of the patients on the same phone, oldest first, a new one may be after all. */
export function doubtOfNew<Known extends Described>(person: Described, onPhone: readonly Known[]): { doubt: Doubt; other: Known } | undefined {
  // Only a patient with another record number is new in spite of the name.
  const namesake = onPhone.find((known) => known.firstNameFolded !== null && isSameName(person, known))
  if (namesake) return { doubt: 'OTHER_RECORD_NUMBER', other: namesake }
  const similar = onPhone.slice(0, familyMax).find((known) => isSimilar(person, known))
  return similar && { doubt: 'SIMILAR_ON_PHONE', other: similar }
}

/** Names a slip of the hand apart; or one date of birth in one family, which two records of a person share and so do twins. */
export function isSimilar(one: Described, other: Described): boolean {
  if (one.dob !== null && one.dob === other.dob && one.lastNameFolded !== null && one.lastNameFolded === other.lastNameFolded) return true
  if (one.firstNameFolded === null || other.firstNameFolded === null || differ(one.dob, other.dob)) return false
  const lastNamesAreNear = one.lastNameFolded === null || other.lastNameFolded === null || isNear(one.lastNameFolded, other.lastNameFolded)
  return lastNamesAreNear && isNear(one.firstNameFolded, other.firstNameFolded)
}

/**
 * True when two names differ in one place only, by one letter or by two that changed places; from eight letters on by any two.
 * Under four letters every letter makes another name: Ali and Alia, Uma and Usa.
 */
function isNear(one: string, other: string): boolean {
  if (one === other) return true
  const [left, right] = [[...one], [...other]]
  const shorter = Math.min(left.length, right.length)
  if (shorter < nearLettersMin) return false
  let start = 0
  while (start < shorter && left[start] === right[start]) start += 1
  let end = 0
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1
  const [leftRest, rightRest] = [left.slice(start, left.length - end), right.slice(start, right.length - end)]
  const lettersApart = Math.max(leftRest.length, rightRest.length)
  return lettersApart <= (shorter < longNameLettersMin ? 1 : 2) || (lettersApart === 2 && leftRest.join('') === rightRest.toReversed().join(''))
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other
}

/** Clinics write it in full or as a letter. */
function isSameGender(one: string, other: string): boolean {
  const [left, right] = [one.toLowerCase(), other.toLowerCase()]
  return left.startsWith(right) || right.startsWith(left)
}
