import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  listCountries,
  listCurrencies,
  listLanguages,
  listZones,
  searchChoices,
  zoneForCountry,
} from './picker-choices.ts'

const countries = listCountries('en')
const firstFound = (search: string, locale = 'en') =>
  searchChoices(listCountries(locale), search)[0]?.value

it.each([
  ['Germany', 'DE'],
  ['german', 'DE'],
  ['DE', 'DE'],
  ['georgia', 'GE'],
  ['ge', 'GE'],
  ['cote', 'CI'],
  ['united states', 'US'],
  ['ind', 'IN'],
])('%s finds the country %s first [SETUP-09]', (search, code) => {
  expect(firstFound(search)).toBe(code)
})

it('a country is found by its name in the language of the screen, and in English [SETUP-09]', () => {
  expect(firstFound('Deutschland', 'de')).toBe('DE')
  expect(firstFound('Germany', 'de')).toBe('DE')
  expect(firstFound('ألمانيا', 'ar')).toBe('DE')
})

it('all countries of ISO 3166 are offered, and nothing else [SETUP-09]', () => {
  const codes = countries.map(({ value }) => value)
  // 249, and Kosovo.
  expect(codes).toHaveLength(250)
  for (const code of ['IN', 'US', 'AQ', 'XK']) expect(codes).toContain(code)
  for (const code of ['EU', 'UN', 'DD', 'ZZ', 'UK']) expect(codes).not.toContain(code)
})

it('a currency is found by its code or its name, a zone by its city under the present name', () => {
  const currency = (search: string) => searchChoices(listCurrencies('en'), search)[0]?.value
  expect(['inr', 'indian', 'swiss', 'euro'].map(currency)).toEqual(['INR', 'INR', 'CHF', 'EUR'])
  const zones = listZones('en', new Date('2030-01-07T00:00:00Z'))
  const zone = (search: string) => searchChoices(zones, search)[0]
  expect(zone('kolkata')).toMatchObject({ value: 'Asia/Kolkata', label: 'Asia/Kolkata · GMT+5:30' })
  expect(zone('calcutta')?.value).toBe('Asia/Kolkata')
  expect(zone('new york')?.value).toBe('America/New_York')
})

it('whatever is searched, only choices are found, each once, and a whole name finds its own first', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (search) => {
      const found = searchChoices(countries, search)
      expect(new Set(found).size).toBe(found.length)
      for (const one of found) expect(countries).toContain(one)
    }),
  )
  for (const { value, label } of countries)
    expect(searchChoices(countries, label)[0]?.value, label).toBe(value)
})

describe('the zone of a country', () => {
  const now = new Date('2030-01-15T12:00:00Z')
  it.each([
    ['IN', 'UTC', 'Asia/Kolkata'],
    ['DE', 'UTC', 'Europe/Berlin'],
    ['US', 'UTC', 'UTC'],
    ['US', 'America/Chicago', 'America/Chicago'],
    ['DE', 'Europe/Busingen', 'Europe/Busingen'],
  ])('is known where it has one clock: %s, after %s [SETUP-09]', (country, chosen, zone) => {
    expect(zoneForCountry(country, chosen, now)).toBe(zone)
  })

  it('is found by its name [SETUP-09]', () => {
    const [india] = searchChoices(listZones('en', now), 'india')
    expect(india?.value).toBe('Asia/Kolkata')
  })
})

it('languages are found by their names, and none by a code that is no longer in use [SETUP-09]', () => {
  const find = (search: string, locale: string) =>
    searchChoices(listLanguages(locale), search)[0]?.value
  expect(find('Deutsch', 'de')).toBe('de')
  expect(find('German', 'de')).toBe('de')
  expect(find('hi', 'en')).toBe('hi')
  const codes = listLanguages('en').map(({ value }) => value)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes).not.toContain('iw')
})
