// The timezone of a country, if the whole country has the same time.

import { canonicalZone, type Instant, offsetAt } from './clinic-time.ts'

/**
 * Timezones that the runtime still lists under former names, for countries that can have a single
 * timezone.
 */
const currentZoneNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}
/** Countries whose best-known timezone is not the first by name. */
const preferredZones: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  CY: 'Asia/Nicosia',
  UZ: 'Asia/Tashkent',
}

const daysCompared = 730
const daysBetween = 10
const msPerDay = 86_400_000

/**
 * The timezone of a country (ISO2), if it has exactly one; timezones with the same time in the two
 * years from `now` count as one, such as Berlin and Büsingen. Takes up to 20 ms, so callers
 * should cache the result.
 */
export function findCountryZone(country: string, now: Instant): string | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined
  const [first, ...others] = listCountryZones(country)
  if (first === undefined || others.some((other) => !haveSameTime(first, other, now)))
    return undefined
  return canonicalZone(preferredZones[country] ?? currentZoneNames[first] ?? first)
}

/**
 * The runtime's timezones of a country, by name. Older runtimes have a property instead of the
 * method, and the compiler knows neither.
 */
function listCountryZones(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?(): string[] | undefined
    timeZones?: string[]
  }
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

function haveSameTime(one: string, other: string, now: Instant): boolean {
  for (let day = 0; day < daysCompared; day += daysBetween) {
    const instant = now + day * msPerDay
    if (offsetAt(one, instant) !== offsetAt(other, instant)) return false
  }
  return true
}
