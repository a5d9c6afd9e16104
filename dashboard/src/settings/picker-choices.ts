// Countries, currencies, time zones and languages to choose from, in the words of a language, and how they are
// searched.

/** Something to choose: its id, and the name that people read. */
export interface Choice {
  value: string
  label: string
}

export interface SearchableChoice extends Choice {
  /** Other words that find it: its code, and its name in English. */
  also?: string
}

/** Codes that the browser names, and that are no countries of ISO 3166. */
const otherRegions = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' ')
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

export function listCountries(locale: string): SearchableChoice[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const english = new Intl.DisplayNames('en', { type: 'region' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !otherRegions.includes(code))
    .flatMap((value) => {
      const label = names.of(value)
      // A code that is no longer in use means another country.
      const isCurrent = Intl.getCanonicalLocales(`und-${value}`)[0] === `und-${value}`
      return label && isCurrent ? [{ value, label, also: `${value} ${english.of(value)}` }] : []
    })
    .sort((one, other) => one.label.localeCompare(other.label, locale))
}

export function listCurrencies(locale: string): SearchableChoice[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  const english = new Intl.DisplayNames('en', { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} · ${names.of(value)}`,
    also: english.of(value) ?? '',
  }))
}

/** Browsers list some zones by names that are no longer used. */
const currentNames: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** The zones of a country, as far as the browser knows them. */
function zonesOfCountry(country: string): string[] {
  const region = new Intl.Locale(`und-${country}`) as { getTimeZones?: () => string[] | undefined }
  return (region.getTimeZones?.() ?? []).map((zone) => currentNames[zone] ?? zone)
}

function formatOffset(timeZone: string, locale: string, now: Date): string | undefined {
  return new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value
}

/** The zone of a country that has only one clock; otherwise the zone that was chosen before. */
export function zoneForCountry(country: string, chosen: string, now = new Date()): string {
  const zones = zonesOfCountry(country)
  const offsets = new Set(zones.map((zone) => formatOffset(zone, 'en', now)))
  const [first = chosen] = zones
  return zones.includes(chosen) || offsets.size !== 1 ? chosen : first
}

export function listZones(locale: string, now = new Date()): SearchableChoice[] {
  const countries = Map.groupBy(
    listCountries(locale).flatMap(({ value, label, also }) =>
      zonesOfCountry(value).map((zone) => ({ zone, name: `${label} ${also}` })),
    ),
    ({ zone }) => zone,
  )
  return Intl.supportedValuesOf('timeZone').map((listed) => {
    const value = currentNames[listed] ?? listed
    const offset = formatOffset(listed, locale, now)
    const names = countries.get(value)?.map(({ name }) => name) ?? []
    return {
      value,
      label: `${value.replaceAll('_', ' ')} · ${offset}`,
      also: [listed, ...names].join(' '),
    }
  })
}

/** The name of a language, as it stands alone. */
export function languageName(tag: string, locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

export function listLanguages(locale: string): SearchableChoice[] {
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => (first + second).toLowerCase()))
    .flatMap((value) => {
      const also = english.of(value)
      // A code that is no longer in use means another language.
      const isCurrent = Intl.getCanonicalLocales(value)[0] === value
      const isKnown = Intl.DateTimeFormat.supportedLocalesOf([value]).length === 1
      return also && isCurrent && isKnown
        ? [{ value, label: languageName(value, locale), also: `${value} ${also}` }]
        : []
    })
    .sort((one, other) => one.label.localeCompare(other.label, locale))
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Better matches have lower numbers; undefined if a word of the search is not found. */
function rankMatch({ value, label, also = '' }: SearchableChoice, search: string) {
  const [name, others] = [fold(label), fold(also)]
  const all = `${name} ${others}`.split(/[^\p{L}\p{N}]+/u)
  const words = search.split(/[^\p{L}\p{N}]+/u)
  const isFound = words.every((word) => all.some((one) => one.startsWith(word)))
  const parts = [fold(value), ...name.split(' · ')]
  if (parts.includes(search)) return 0
  if (words.every((word) => all.includes(word))) return 1
  if (parts.some((part) => part.startsWith(search))) return 2
  if (isFound) return 3
  return name.includes(search) ? 4 : undefined
}

/** The choices that a search finds, the best first; those that are equally good keep their order. */
export function searchChoices<Found extends SearchableChoice>(
  choices: readonly Found[],
  search: string,
): Found[] {
  const wanted = fold(search.trim())
  if (wanted === '') return [...choices]
  return choices
    .flatMap((choice) => {
      const rank = rankMatch(choice, wanted)
      return rank === undefined ? [] : [{ choice, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice)
}
