import { expect, it } from 'vitest'
import { canonicalZone, offsetAt } from './clinic-time.ts'
import { findCountryZone } from './country-zone.ts'

const now = Date.parse('2030-01-01T00:00:00Z')
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters.flatMap((first) => letters.map((second) => first + second))

it('names the zone of a country with one zone, by its current name [A-099]', () => {
  const countries = ['IN', 'NP', 'VN', 'MM', 'ER', 'FO', 'GB', 'FR', 'AE', 'SE']
  expect(countries.map((country) => findCountryZone(country, now))).toEqual([
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Asia/Ho_Chi_Minh',
    'Asia/Yangon',
    'Africa/Asmara',
    'Atlantic/Faroe',
    'Europe/London',
    'Europe/Paris',
    'Asia/Dubai',
    'Europe/Stockholm',
  ])
})

it('names the best-known of several zones with the same time [A-099]', () => {
  const countries = ['DE', 'MY', 'AR', 'CY', 'UZ']
  expect(countries.map((country) => findCountryZone(country, now))).toEqual([
    'Europe/Berlin',
    'Asia/Kuala_Lumpur',
    'America/Argentina/Buenos_Aires',
    'Asia/Nicosia',
    'Asia/Tashkent',
  ])
})

it('names none for a country with several times, nor for an unknown country [A-099]', () => {
  const countries = [
    'US',
    'CA',
    'BR',
    'AU',
    'RU',
    'ES',
    'PT',
    'CL',
    'NZ',
    'CN',
    'ID',
    'MX',
    'ZZ',
    'XX',
    'EU',
    '',
    'in',
    'IND',
    'I1',
    '𝟏',
  ]
  expect(countries.filter((country) => findCountryZone(country, now) !== undefined)).toEqual([])
})

it('names zones that the service knows, for most countries [A-099]', () => {
  const zones = codes.flatMap((code) => findCountryZone(code, now) ?? [])
  expect(zones.length).toBeGreaterThan(200)
  for (const zone of zones)
    expect([canonicalZone(zone), Number.isInteger(offsetAt(zone, now))]).toEqual([zone, true])
})
