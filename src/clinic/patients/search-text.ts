// The text by which a search finds a patient: names, phone and record number, each on its own line.

import { readPhone } from '../../base/values/phone.ts'
import { asciiDigits, foldedName, isOfIdeographs } from '../../base/values/text.ts'

/** SQL for the text of `patients` rows; the index patients_by_trigrams has the same expression. */
export function patientSearchText(alias: string): string {
  return `(coalesce(${alias}.first_name_folded, '') || ' ' || coalesce(${alias}.last_name_folded, '') || e'\\n' || coalesce(${alias}.phone_normalised, '') || e'\\n' ||
    coalesce(${alias}.phone_number, '') || e'\\n' || lower(${alias}.mrn_number collate "C"))`
}

/** A LIKE pattern for texts that contain a term. */
export const containing = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/**
 * LIKE patterns for texts that begin with a name of scripts without blanks, divided into two names anywhere, with either of them first; none
 * for other scripts. The index has the beginning of each name.
 */
export function dividedAnywhere(term: string): string[] | null {
  if (!isOfIdeographs(term)) return null
  const letters = [...term]
  return letters.slice(1).flatMap((_, index) => {
    const [one, other] = [letters.slice(0, index + 1).join(''), letters.slice(index + 1).join('')]
    return [`${one} ${other}%`, `${other} ${one}%`]
  })
}

/** Removes invisible characters, which come with a pasted number. */
const plain = (text: string) => asciiDigits(foldedName(text.replace(/\p{Cf}|[\ufe00-\ufe0f]/gu, '')))

/** Whether a search text is a phone, or the digits of another number. */
export const isNumeric = (text: string) => /^\+?[\d\s()./-]*\d[\d\s()./-]*$/.test(plain(text))

/**
 * A search term in the same form. For a phone number, its digits without separators and without the
 * prefixes for national or international calls.
 */
export function patientTerm(text: string): string {
  if (!isNumeric(text)) return foldedName(text)
  const digits = plain(text).replace(/[\s()./-]/g, '')
  // 011 is the prefix of America, 00 of nearly everyone else; neither begins a number there.
  const whole = /^(\+|00|011)\d{8}/.test(digits) ? readPhone(digits, undefined, '+1') : undefined
  if (whole && 'normalised' in whole && !(whole.countryCode === '+1' && digits.startsWith('0'))) return whole.normalised
  const bare = digits.replace(/^0+/, '')
  return bare.length >= 3 ? bare : digits
}
