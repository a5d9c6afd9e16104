import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { countriesMeant } from './country.ts'

/** `+` and the country's dial code, one to four digits. */
export const countryCodePattern = '^\\+\\d{1,4}$'

/** The dial code of a phone number without one. */
export const defaultCountryCode = '+91'

/** The digits of a number as people write it, or undefined if it does not have 4 to 15 digits. */
export function phoneDigits(phoneNumber: string): string | undefined {
  const digits = phoneNumber.replace(/[\s()[\]-]/g, '')
  return /^\d{4,15}$/.test(digits) ? digits : undefined
}

/**
 * The form in which two spellings of one phone number are equal: dial code and subscriber digits without a trunk zero, and without a
 * repeated dial code if the numbering plan has no such number. The library normalises if it can and never refuses: numbers that it
 * calls invalid are in use in tests and in some countries.
 */
export function normalisedPhone(countryCode: string, digits: string): string {
  // No dial code begins with a zero: +091 and +0091 mean +91.
  const dialCode = countryCode.replace(/^\+0+(?=\d)/, '+')
  const parsed = parsePhoneNumberFromString(`${dialCode} ${digits}`, { extract: false })
  const repeated = digits.replace(/^0+/, '')
  if (repeated.startsWith(dialCode.slice(1)) && !parsed?.isValid()) {
    const once = parsePhoneNumberFromString(`+${repeated}`, { extract: false })
    if (once?.isValid()) return once.number
  }
  return parsed?.number ?? `${dialCode}${digits}`
}

export interface Phone {
  countryCode: string
  /** Without the dial code. */
  number: string
  normalised: string
}

/**
 * Reads a phone number: a number with a separate dial code (`+91` by default), or `+` and all digits, which a separate dial code must not
 * contradict. Otherwise returns what is wrong.
 */
export function readPhone(phoneNumber: string, countryCode: string | undefined): Phone | { problem: string } {
  const whole = /^\s*\+(.*)$/su.exec(phoneNumber)?.[1]
  const digits = phoneDigits(whole ?? phoneNumber)
  if (digits === undefined) return { problem: 'phoneNumber must have 4 to 15 digits' }
  if (whole === undefined) {
    const code = countryCode ?? defaultCountryCode
    return { countryCode: code, number: digits, normalised: normalisedPhone(code, digits) }
  }
  const dialCode = dialCodeOfPhone(`+${digits}`)
  if (dialCode === undefined) return { problem: 'phoneNumber begins with + and a dial code there is not' }
  if (countryCode !== undefined && countryCode.replace(/^\+0+(?=\d)/, '+') !== dialCode) {
    return {
      problem: `countryCode is ${countryCode}, and phoneNumber begins with ${dialCode}; leave countryCode out, or write the number without its dial code`,
    }
  }
  const number = digits.slice(dialCode.length - 1)
  if (number.length < 4) return { problem: 'phoneNumber must have 4 to 15 digits' }
  return { countryCode: dialCode, number, normalised: normalisedPhone(dialCode, number) }
}

const ofNoCountry = ['800', '808', '870', '878', '881', '882', '883', '888', '979']
const dialCodes = new Set([...getCountries().map((country) => getCountryCallingCode(country)), ...ofNoCountry].map((code) => `+${code}`))

/**
 * The dial code of a normalised phone number, `+44`, however it was split into code and number; undefined if there is none with 2 to 17
 * digits behind it. No dial code is the beginning of another (E.164), so there is no need for the library, which takes 7 µs to parse a number.
 */
export function dialCodeOfPhone(normalised: string): string | undefined {
  for (let length = 2; length <= 4; length += 1) {
    const code = normalised.slice(0, length)
    const digitsBehind = normalised.length - length
    if (dialCodes.has(code)) return digitsBehind >= 2 && digitsBehind <= 17 ? code : undefined
  }
  return undefined
}

/**
 * True if only one country has the dial code of a normalised phone number, and that country has no such number. If several share the code,
 * or none is known to have it, the library is not asked.
 */
export function contradictsItsCountry(normalised: string): boolean {
  const dialCode = dialCodeOfPhone(normalised)
  if (dialCode === undefined || countriesMeant(dialCode)?.size !== 1) return false
  return !parsePhoneNumberFromString(normalised, { extract: false })?.isValid()
}

/**
 * The same form for a phone number in a single text, with or without a dial code; without one, `defaultCode` (`+91`) is assumed. A leading
 * blank is a plus that a query string lost.
 */
export function normalisedWholePhone(text: string, defaultCode: string): string | undefined {
  const written = text.startsWith(' ') ? `+${text.slice(1)}` : text
  const digits = phoneDigits(written.replace(/^\+/, ''))
  if (digits === undefined) return undefined
  if (!written.startsWith('+')) return normalisedPhone(defaultCode, digits)
  return parsePhoneNumberFromString(`+${digits}`, { extract: false })?.number ?? `+${digits}`
}
