// This import leaves out the other languages, which have one file each.
import isoCountries from 'i18n-iso-countries/index.js'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'

isoCountries.registerLocale(english)

const countriesByDialCode = new Map<string, Set<string>>()
for (const country of getCountries()) {
  const dialCode = getCountryCallingCode(country)
  countriesByDialCode.set(dialCode, (countriesByDialCode.get(dialCode) ?? new Set()).add(country))
}

/** True for an ISO 3166-1 alpha-2 code. */
export function isCountry(code: string): boolean {
  return isoCountries.isValid(code) && /^[A-Z]{2}$/.test(code)
}

/** English names in everyday use where the library has only the official one: `Syria`, `Laos`. */
const everydayNames = new Map<string, string>()
const everyday = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
for (const code of Object.keys(isoCountries.getAlpha2Codes())) {
  const name = everyday.of(code)
  if (name) everydayNames.set(name.toLowerCase(), code)
}

/**
 * The countries that a `patientCountryCode` may mean: a dial code with or without its plus (`+91`,
 * `91`, and ` 91`, which is what `+91` becomes in a query string), an ISO2 code or an English name.
 * A dial code can belong to many countries (`+1` to 25). Undefined if it means none.
 */
export function countriesForCode(text: string): ReadonlySet<string> | undefined {
  const trimmed = text.trim()
  const dialCode = /^\+?(\d{1,7})$/.exec(trimmed)?.[1]
  if (dialCode !== undefined) return countriesByDialCode.get(dialCode)
  if (/^[A-Za-z]{2}$/.test(trimmed)) {
    const code = trimmed.toUpperCase()
    // `UK` is commonly used for GB; ISO reserves it for exactly that.
    const country = code === 'UK' ? 'GB' : code
    return isCountry(country) ? new Set([country]) : undefined
  }
  const code = isoCountries.getAlpha2Code(trimmed, 'en') ?? everydayNames.get(trimmed.toLowerCase())
  return code ? new Set([code]) : undefined
}

/**
 * The country of a location; without a location, that of the clinic's first one. Phone numbers that
 * people type there are read as numbers of this country.
 */
export function locationCountry(
  { locations }: { locations: readonly { id: number; country: string }[] },
  addressId?: number,
): string | undefined {
  return (locations.find(({ id }) => id === addressId) ?? locations[0])?.country
}

/** The dial code of a country with its plus, `+91`; undefined where it has none. */
export function countryDialCode(country: string): string | undefined {
  const knownCountry = getCountries().find((code) => code === country)
  return knownCountry && `+${getCountryCallingCode(knownCountry)}`
}
