// Whether two descriptions may be of one person, although a name or a phone differs. Pure rules.

import type { FoldedName } from './matching.ts'

/** The compared members of a described person. */
export interface PersonTraits extends FoldedName {
  /** `YYYY-MM-DD`. */
  dob: string | null
  gender: string | null
}

const nearLettersMin = 4
const longNameLettersMin = 8

/**
 * Whether names differ only by a typing error, or date of birth and last name are the same, which
 * may be two records of one person, or twins.
 */
export function isSimilar(one: PersonTraits, other: PersonTraits): boolean {
  if (
    one.dob !== null &&
    one.dob === other.dob &&
    one.lastNameFolded !== null &&
    one.lastNameFolded === other.lastNameFolded
  )
    return true
  if (one.firstNameFolded === null || other.firstNameFolded === null || differ(one.dob, other.dob))
    return false
  const lastNamesAreNear =
    one.lastNameFolded === null ||
    other.lastNameFolded === null ||
    isNear(one.lastNameFolded, other.lastNameFolded)
  return lastNamesAreNear && isNear(one.firstNameFolded, other.firstNameFolded)
}

/**
 * True if two names differ in one place only, by one letter or by two that are swapped; from eight
 * letters on, by any two letters. Under four letters, any difference counts: Ali and Alia, Uma and
 * Usa.
 */
function isNear(one: string, other: string): boolean {
  if (one === other) return true
  const left = [...one]
  const right = [...other]
  const shorter = Math.min(left.length, right.length)
  if (shorter < nearLettersMin) return false
  let start = 0
  while (start < shorter && left[start] === right[start]) start += 1
  let end = 0
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1
  const leftRest = left.slice(start, left.length - end)
  const rightRest = right.slice(start, right.length - end)
  const differingLetters = Math.max(leftRest.length, rightRest.length)
  return (
    differingLetters <= (shorter < longNameLettersMin ? 1 : 2) ||
    (differingLetters === 2 && leftRest.join('') === rightRest.toReversed().join(''))
  )
}

/** Whether both have a value, and the values differ. */
export function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other
}
