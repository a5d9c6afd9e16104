import { countriesForCode } from '../../base/values/country.ts'
import type { Location } from './configuration.ts'

/**
 * Whether a location uses its international price list for a patient: null if the country is
 * missing or unknown, false for the location's own country, and false if there is no such list
 * (WS-15, WS-16, A-069).
 */
export function isInternational(
  location: Location,
  patientCountryCode: string | undefined,
): boolean | null {
  const isAbroad = isFromAbroad(location, patientCountryCode)
  return isAbroad && location.internationalCurrency !== null
}

/**
 * Whether a patient is from a different country than the location: null if the country is missing
 * or unknown.
 */
export function isFromAbroad(
  location: Location,
  patientCountryCode: string | undefined,
): boolean | null {
  const countries =
    patientCountryCode === undefined ? undefined : countriesForCode(patientCountryCode)
  // A dial code shared by several countries is domestic if the clinic's country is among them.
  return countries ? !countries.has(location.country) : null
}
