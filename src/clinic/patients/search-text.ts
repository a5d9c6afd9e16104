// The text by which a search finds a patient: names, phone and record number, each on its own line.

import { parsePhone } from '../../base/values/phone.ts'
import { asciiDigits, foldName, isIdeographic } from '../../base/values/text.ts'

/** SQL for the text of `patients` rows; the index patients_by_trigrams has the same expression. */
export function patientSearchText(alias: string): string {
  return `(coalesce(${alias}.first_name_folded, '') || ' ' || coalesce(${alias}.last_name_folded, '') || e'\\n' || coalesce(${alias}.phone_normalised, '') || e'\\n' ||
    coalesce(${alias}.phone_number, '') || e'\\n' || lower(${alias}.mrn_number collate "C"))`
}

/** A LIKE pattern for texts that contain a term. */
export const containsPattern = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/**
 * LIKE patterns for a full name in a script without spaces: every split into two names, in both
 * orders; null for other scripts. The index holds the beginning of each name.
 */
export function dividedNamePatterns(term: string): string[] | null {
  if (!isIdeographic(term)) return null
  const letters = [...term]
  return letters.slice(1).flatMap((_, index) => {
    const one = letters.slice(0, index + 1).join('')
    const other = letters.slice(index + 1).join('')
    return [`${one} ${other}%`, `${other} ${one}%`]
  })
}

/** Removes invisible characters, which come with a pasted number. */
const plainText = (text: string) =>
  asciiDigits(foldName(text.replace(/\p{Cf}|[\ufe00-\ufe0f]/gu, '')))

/** Whether a search text is a phone, or the digits of another number. */
export const isNumeric = (text: string) => /^\+?[\d\s()./-]*\d[\d\s()./-]*$/.test(plainText(text))

/**
 * A search term in the form of the searchable text. For a phone number, its digits without
 * separators and without the prefixes for national or international calls.
 */
export function patientTerm(text: string): string {
  if (!isNumeric(text)) return foldName(text)
  const digits = plainText(text).replace(/[\s()./-]/g, '')
  // 011 is the prefix of America, 00 of nearly everyone else; neither begins a number there.
  const fullNumber = /^(\+|00|011)\d{8}/.test(digits)
    ? parsePhone(digits, undefined, '+1')
    : undefined
  if (
    fullNumber &&
    'normalised' in fullNumber &&
    !(fullNumber.countryCode === '+1' && digits.startsWith('0'))
  )
    return fullNumber.normalised
  const withoutZeros = digits.replace(/^0+/, '')
  return withoutZeros.length >= 3 ? withoutZeros : digits
}
