import { describe, expect, it } from 'vitest'
import { countriesForCode, countryDialCode, isCountry } from './country.ts'

const matchingCountries = (text: string) => [...(countriesForCode(text) ?? [])].sort()

describe('the countries that a word can mean (A-069)', () => {
  it.each([['+91'], [' 91'], ['91'], ['IN'], ['in'], ['India'], ['india'], ['INDIA'], [' India ']])(
    '%j is India',
    (text) => {
      expect(matchingCountries(text)).toEqual(['IN'])
    },
  )

  it.each([
    ['+1', 'AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI'],
    ['+7', 'KZ RU'],
    ['+44', 'GB GG IM JE'],
    ['+39', 'IT VA'],
    ['+971', 'AE'],
    ['United States', 'US'],
    ['united states of america', 'US'],
    ['United Kingdom', 'GB'],
    ['UK', 'GB'],
    ['South Korea', 'KR'],
    ['Russia', 'RU'],
    ['Vietnam', 'VN'],
    ['Iran', 'IR'],
    ['Tanzania', 'TZ'],
    ['Hong Kong', 'HK'],
    ['Nepal', 'NP'],
    // Short names in everyday use; ISO 3166 has a longer one.
    ['Syria', 'SY'],
    ['Laos', 'LA'],
    ['Brunei', 'BN'],
    ['Moldova', 'MD'],
  ])('%s is %s', (text, expected) => {
    expect(matchingCountries(text).join(' ')).toBe(expected)
  })

  it('are a set of 25 for the dial code of North America', () => {
    expect(countriesForCode('+1')?.size).toBe(25)
  })

  it.each([
    ['+999'],
    ['+0'],
    ['+'],
    ['++91'],
    ['+91 98765'],
    ['+12345678'],
    ['0091'],
    ['ZZ'],
    ['Narnia'],
    ['IND1'],
    ['९१'],
    ['constructor'],
    [' '],
    [''],
  ])('%j is unknown', (text) => {
    expect(countriesForCode(text)).toBeUndefined()
  })

  it('include each country by its code and by its dial code', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const countries = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter(isCountry)
    // ISO 3166 has 249; Kosovo is used without being in it.
    expect(countries.filter((code) => code !== 'XK')).toHaveLength(249)
    const wrong = countries.filter((code) => {
      const dialCode = countryDialCode(code)
      return (
        matchingCountries(code).join() !== code ||
        matchingCountries(code.toLowerCase()).join() !== code ||
        (dialCode && !countriesForCode(dialCode)?.has(code))
      )
    })
    expect(wrong).toEqual([])
  })
})

describe('a country', () => {
  it.each([
    ['IN', true],
    ['GB', true],
    ['in', false],
    ['UK', false],
    ['ZZ', false],
    ['IND', false],
    ['356', false],
    ['', false],
  ])('%j: %s', (code, expected) => {
    expect(isCountry(code)).toBe(expected)
  })

  it.each([
    ['IN', '+91'],
    ['US', '+1'],
    ['VA', '+39'],
    // Antarctica has no telephone exchange.
    ['AQ', undefined],
    ['ZZ', undefined],
  ])('%s is dialled as %s', (code, expected) => {
    expect(countryDialCode(code)).toBe(expected)
  })
})
