// The words of the booking element, one file for each language.

import { readdirSync, readFileSync } from 'node:fs'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { countries } from '../../../booking-page/src/countries.ts'

type Words = Record<string, string | Record<string, string>>

const folder = new URL('../../../words/', import.meta.url)
const readWords = (language: string): Words =>
  JSON.parse(readFileSync(new URL(`${language}/booking-page.json`, folder), 'utf8'))
const languages = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const en = readWords('en')
function forms(word: Words[string] | undefined): string[] {
  if (word === undefined) return []
  return typeof word === 'string' ? [word] : Object.values(word)
}
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()

it('are in eight languages, and in the Portuguese of Brazil [PAGE-11]', () => {
  expect(languages.toSorted()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'hi', 'pt', 'pt-BR', 'zh'])
})

describe.each(languages)('the words of %s', (language) => {
  const words = readWords(language)

  it('have every key of the English ones, and no other [PAGE-11]', () => {
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(en).toSorted())
    expect(Object.values(words).flatMap(forms)).not.toContain('')
  })

  it('have every plural form of the language [PAGE-11]', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
    const counted = Object.entries(words).filter(([, word]) => typeof word !== 'string')
    expect(counted.map(([name]) => name)).toEqual(
      Object.keys(en).filter((name) => typeof en[name] !== 'string'),
    )
    for (const [name, word] of counted)
      expect([name, Object.keys(word).toSorted()]).toEqual([name, categories])
  })

  it('contain the same names, prices and times as the English ones [PAGE-11]', () => {
    for (const [name, word] of Object.entries(words)) {
      const wanted = placeholders(forms(en[name]).join(' '))
      // A form for one or two may spell the number out.
      for (const form of forms(word))
        expect([name, placeholders(form)]).toEqual([
          name,
          form.includes('{count}')
            ? wanted
            : wanted.filter((part) => part !== '{count}' || typeof word === 'string'),
        ])
    }
  })

  it('are translated, not copied from English [PAGE-11]', () => {
    if (language === 'en') return
    // Most languages share their comma and full stop with English.
    const isWord = (word: unknown) => /\p{L}/u.test(JSON.stringify(word))
    const same = Object.entries(words).filter(
      ([name, word]) => isWord(word) && JSON.stringify(word) === JSON.stringify(en[name]),
    )
    // Words that happen to be the same: minutes in French.
    expect(same.length).toBeLessThan(3)
  })
})

it('know the dial code of every country [PAGE-06]', () => {
  const known = getCountries().map((code) => ({
    code,
    dialCode: `+${getCountryCallingCode(code)}`,
  }))
  expect(countries.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual(
    known.toSorted((a, b) => (a.code < b.code ? -1 : 1)),
  )
})
