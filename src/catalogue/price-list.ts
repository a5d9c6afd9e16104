import { countriesMeant } from '../values/country.ts'
import type { Location } from './configuration.ts'

/**
 * Whether a location quotes a patient from its international price list: null when the country was
 * not given or means nothing, false at home, and false where no such list is kept (WS-15, WS-16, A-069).
 */
export function isInternational(location: Location, patientCountryCode: string | undefined): boolean | null {
  const abroad = isFromAbroad(location, patientCountryCode)
  return abroad && location.internationalCurrency !== null
}

/** Whether a patient is from another country than the location: null when the country was not given or means nothing. */
export function isFromAbroad(location: Location, patientCountryCode: string | undefined): boolean | null {
  const countries = patientCountryCode === undefined ? undefined : countriesMeant(patientCountryCode)
  // A dial code shared by several countries is domestic if the clinic's is among them.
  return countries ? !countries.has(location.country) : null
}
