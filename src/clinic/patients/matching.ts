// The only rule for when a described person is a known patient.

import { foldName } from '../../base/values/text.ts'
import type { Person } from './patient-fields.ts'

/** A name in the form that is compared. */
export interface FoldedName {
  firstNameFolded: string | null
  lastNameFolded: string | null
}

/**
 * The patients who may be this person, the best match first; none: a new record. `withNumber` has
 * the person's record number, `onPhone` are those on their phone, oldest first. A person with a
 * record number is found only by it.
 */
export function findMatches<Existing>(
  person: Pick<Person, 'mrnNumber' | 'phone' | keyof FoldedName>,
  withNumber: readonly Existing[],
  onPhone: readonly (Existing & FoldedName)[],
): readonly Existing[] {
  if (person.mrnNumber !== null) return withNumber
  if (!person.phone) return []
  // With only a phone number, the best match is the one patient on it, or the oldest of several.
  if (person.firstNameFolded === null) return onPhone
  return onPhone.filter((existing) => isSameName(person, existing))
}

/** Last names are compared only if both have one. Where a name is divided does not matter. */
export function isSameName(one: FoldedName, other: FoldedName): boolean {
  return (
    (one.firstNameFolded === other.firstNameFolded &&
      (one.lastNameFolded === null ||
        other.lastNameFolded === null ||
        one.lastNameFolded === other.lastNameFolded)) ||
    (one.firstNameFolded !== null &&
      other.firstNameFolded !== null &&
      foldedFullName(one) === foldedFullName(other))
  )
}

const foldedFullName = ({ firstNameFolded, lastNameFolded }: FoldedName) =>
  foldName([firstNameFolded, lastNameFolded].filter(Boolean).join(' '))
