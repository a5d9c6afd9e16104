import { expect, it } from 'vitest'
import { durationBy } from '../../../words/duration.ts'
import { createPartWords } from './part.ts'
import { wordFor } from './words.tsx'

it('writes minutes as hours and minutes, without the part that is zero', () => {
  const written = durationBy('h', 'min')
  expect([1, 59, 60, 61, 90, 120, 1439, 1440].map(written)).toEqual([
    '1 min',
    '59 min',
    '1 h',
    '1 h 1 min',
    '1 h 30 min',
    '2 h',
    '23 h 59 min',
    '24 h',
  ])
})

it('shows a code without a word as it is, or as what is given for it', () => {
  const words = { PAID: 'Paid' }
  expect([wordFor(words, 'PAID'), wordFor(words, 'NEWER'), wordFor(words, 'NEWER', '–')]).toEqual([
    'Paid',
    'NEWER',
    '–',
  ])
})

it('loads a part in a language once, and in English if it is missing or fails [DASH-20]', async () => {
  const loads: string[] = []
  const loaded = (name: string) => async () => {
    loads.push(name)
    if (name === 'hi') throw new Error('no connection')
    return name
  }
  const language = (name: string) => ({ parts: { report: loaded(name) as never } })
  const partOf = createPartWords('report', {
    en: language('en'),
    de: language('de'),
    hi: language('hi'),
  })
  expect(
    await Promise.all([partOf.load('de'), partOf.load('de'), partOf.load('hi'), partOf.load('fr')]),
  ).toEqual(['de', 'de', 'en', 'en'])
  expect(loads).toEqual(['de', 'hi', 'en', 'en'])
})
