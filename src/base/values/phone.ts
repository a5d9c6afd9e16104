import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { countriesForCode, countryDialCode } from './country.ts'
import { asciiDigits, normaliseUnicode } from './text.ts'

/** `+` and the country's dial code, one to four digits. */
export const countryCodePattern = '^\\+\\d{1,4}$'

/** The dial code of a phone number without one. */
export const defaultCountryCode = '+91'

/**
 * A plus, if there is one, and the digits of a number as people write and paste it: with digits of
 * any script, blanks, brackets, dashes, dots, slashes, and marks that are not seen. Undefined if
 * anything else is in it.
 */
function cleanPhoneNumber(phoneNumber: string): string | undefined {
  const cleaned = asciiDigits(normaliseUnicode(phoneNumber, 'NFKC')).replace(
    /[\s()[\]./\u2212\p{Pd}\p{Cf}\p{M}]/gu,
    '',
  )
  return /^\+?\d+$/.test(cleaned) ? cleaned : undefined
}

/**
 * The form in which two spellings of one phone number are equal: dial code and subscriber digits
 * without a trunk zero, and without a repeated dial code if the numbering plan has no such number
 * . The library normalises if it can and never refuses: numbers that it calls invalid are in
 * use in tests and in some countries.
 */
export function normalisedPhone(countryCode: string, digits: string): string {
  // No dial code begins with a zero: +091 and +0091 mean +91.
  const dialCode = countryCode.replace(/^\+0+(?=\d)/, '+')
  const parsed = parsePhoneNumberFromString(`${dialCode} ${digits}`, { extract: false })
  const repeated = digits.replace(/^0+/, '')
  if (repeated.startsWith(dialCode.slice(1)) && !parsed?.isValid()) {
    const deduplicated = parsePhoneNumberFromString(`+${repeated}`, { extract: false })
    if (deduplicated?.isValid()) return deduplicated.number
  }
  return parsed?.number ?? `${dialCode}${digits}`
}

export interface Phone {
  countryCode: string
  /** The number without its dial code. */
  number: string
  normalised: string
}

const metadata = new Metadata()
const prefixes = new Map<string, RegExp>()

/**
 * The prefix for calls abroad from a country, or from the countries with a dial code, which all
 * share one; undefined if it is not known.
 */
function internationalPrefix(home: string): RegExp | undefined {
  const [country = home] = home.startsWith('+') ? (countriesForCode(home) ?? []) : []
  if (countryDialCode(country) === undefined) return undefined
  const cachedPrefix = prefixes.get(country)
  if (cachedPrefix) return cachedPrefix
  metadata.selectNumberingPlan(country as CountryCode)
  const prefix = new RegExp(`^(?:${metadata.numberingPlan?.IDDPrefix()})(?=[1-9])`)
  prefixes.set(country, prefix)
  return prefix
}

const isValid = (number: string) =>
  parsePhoneNumberFromString(number, { extract: false })?.isValid() === true

/**
 * `+` and the digits of a number that begins with the prefix for calls abroad: that of the caller's
 * country, or 00, which people bring from elsewhere. None if it is a number of that country; two if
 * each prefix makes it a different number, as with the carriers of some countries.
 */
function internationalNumbers(digits: string, home: string, dialCode: string): string[] {
  const ownPrefix = internationalPrefix(home)
  const byOwnPrefix = ownPrefix?.test(digits) ? `+${digits.replace(ownPrefix, '')}` : undefined
  const byZeroPrefix = digits.startsWith('00') ? `+${digits.slice(2)}` : undefined
  const possible = [...new Set([byOwnPrefix, byZeroPrefix])].filter(
    (candidate) => candidate !== undefined,
  )
  const valid = possible.filter(isValid)
  if (possible.length === 0 || (valid[0] !== byOwnPrefix && isValid(`${dialCode} ${digits}`)))
    return []
  if (valid.length > 0) return valid
  return byOwnPrefix !== undefined && phoneDialCode(byOwnPrefix) !== undefined ? [byOwnPrefix] : []
}

interface PhoneProblem {
  problem: string
  /** The number that was read, if only its separate dial code is wrong. */
  whole?: string
}

/**
 * Reads a phone number, everywhere. Text that begins with a plus or with the prefix for calls
 * abroad is the whole number, which a separate dial code must not contradict. Any other number has
 * that dial code or, without one, belongs to `home`: a dial code, or the ISO code of a country
 * . Returns what is wrong with an invalid number.
 */
export function parsePhone(
  phoneNumber: string,
  countryCode: string | undefined,
  home: string = defaultCountryCode,
): Phone | PhoneProblem {
  const cleaned = cleanPhoneNumber(phoneNumber)
  const code = countryCode ?? homeDialCode(home)
  const [fullNumber, ambiguousNumber] =
    cleaned === undefined || cleaned.startsWith('+')
      ? [cleaned]
      : internationalNumbers(cleaned, countryCode ?? home, code)
  if (cleaned === undefined || !hasLength(fullNumber?.slice(1) ?? cleaned))
    return { problem: 'phoneNumber must have 4 to 15 digits' }
  if (ambiguousNumber !== undefined)
    return { problem: 'phoneNumber can be two numbers; write it with + and its dial code' }
  if (fullNumber === undefined) {
    // A country has its own local numbers, even if other countries share its dial code.
    const local =
      countryCode !== undefined || home.startsWith('+')
        ? undefined
        : parsePhoneNumberFromString(cleaned, {
            defaultCountry: home as CountryCode,
            extract: false,
          })
    if (local?.isValid() && `+${local.countryCallingCode}` === code)
      return { countryCode: code, number: cleaned, normalised: local.number }
    return { countryCode: code, number: cleaned, normalised: normalisedPhone(code, cleaned) }
  }
  const dialCode = phoneDialCode(fullNumber)
  if (dialCode === undefined)
    return { problem: 'phoneNumber begins with + and a dial code there is not' }
  if (countryCode !== undefined && countryCode.replace(/^\+0+(?=\d)/, '+') !== dialCode) {
    return {
      whole: fullNumber,
      problem: `countryCode is ${countryCode}, and phoneNumber begins with ${dialCode}; leave countryCode out, or write the number without its dial code`,
    }
  }
  const number = fullNumber.slice(dialCode.length)
  if (number.length < 4) return { problem: 'phoneNumber must have 4 to 15 digits' }
  return { countryCode: dialCode, number, normalised: normalisedPhone(dialCode, number) }
}

/** The dial code for numbers without one. */
export const homeDialCode = (home: string = defaultCountryCode): string =>
  home.startsWith('+') ? home : (countryDialCode(home) ?? defaultCountryCode)

const hasLength = (digits: string) => /^\d{4,15}$/.test(digits)

const nonGeographicCodes = ['800', '808', '870', '878', '881', '882', '883', '888', '979']
const dialCodes = new Set(
  [...getCountries().map((country) => getCountryCallingCode(country)), ...nonGeographicCodes].map(
    (code) => `+${code}`,
  ),
)

/**
 * The dial code of a normalised phone number, `+44`, however it was split into code and number;
 * undefined if there is none with 2 to 17 digits behind it. No dial code is the beginning of
 * another (E.164), so there is no need for the library, which takes 7 µs to parse a number.
 */
export function phoneDialCode(normalised: string): string | undefined {
  for (let length = 2; length <= 4; length += 1) {
    const code = normalised.slice(0, length)
    const digitsBehind = normalised.length - length
    if (dialCodes.has(code)) return digitsBehind >= 2 && digitsBehind <= 17 ? code : undefined
  }
  return undefined
}

/**
 * True if only one country has the dial code of a normalised phone number, and that country has no
 * such number. If several share the code, or none is known to have it, the library is not asked
 * (A-043).
 */
export function isInvalidInItsCountry(normalised: string): boolean {
  const dialCode = phoneDialCode(normalised)
  if (dialCode === undefined || countriesForCode(dialCode)?.size !== 1) return false
  return !parsePhoneNumberFromString(normalised, { extract: false })?.isValid()
}

/**
 * Whether a normalised phone number has a valid length for its dial code: 12345 is not a number of
 * India. True for a dial code whose lengths are not known.
 */
export function hasPossibleLength(normalised: string): boolean {
  return parsePhoneNumberFromString(normalised, { extract: false })?.isPossible() ?? true
}

/**
 * The normalised form of a phone number in a single text, with or without a dial code; without one,
 * it belongs to `home`. A leading blank is a plus that a query string lost.
 */
export function normalisedFullPhone(text: string, home?: string): string | undefined {
  const fullNumber = text.startsWith(' ') ? `+${text.slice(1)}` : text
  const phone = parsePhone(fullNumber, undefined, home)
  if (!('problem' in phone)) return phone.normalised
  // Records can have a dial code that no country has.
  const cleaned = cleanPhoneNumber(fullNumber)
  return cleaned?.startsWith('+') && hasLength(cleaned.slice(1)) ? cleaned : undefined
}
