import { describe, expect, it } from 'vitest'
import { isLanguage, type Language, languages } from '../../words/languages.ts'
import { Localization, loadLocalization } from './words.ts'

const spaced = (text: string) => text.replaceAll(/\s/g, ' ')
const english = (locale: string) => new Localization('en', locale)

describe('a word', () => {
  it('has the plural form of its count, with the number in the format of the language [PAGE-11]', async () => {
    const translateCounts = async (language: Language, counts: number[]) => {
      const { translate: say } = await loadLocalization(language, language)
      return counts.map((count) => say('tokensLeft', { count }))
    }
    expect(await translateCounts('en', [0, 1, 2, 1000])).toEqual([
      '0 tokens left',
      '1 token left',
      '2 tokens left',
      '1,000 tokens left',
    ])
    const arabic = await translateCounts('ar', [0, 1, 2, 3, 11, 100])
    expect(new Set(arabic.map((text) => text.replaceAll(/[\d٠-٩]+/g, ''))).size).toBeGreaterThan(3)
  })

  it('has what is filled in, and nothing in place of a missing value', () => {
    expect(english('en').translate('next', { when: '{price} $&' })).toContain('{price} $&')
    expect(english('en').translate('next')).not.toMatch(/\{|undefined/)
  })

  it('keeps names and addresses apart from text of the other direction, and only there [PAGE-11]', async () => {
    const arabic = await loadLocalization('ar', 'ar-EG')
    expect(arabic.translate('next', { when: '9:00' })).toContain('\u20689:00\u2069')
    expect(arabic.join(['a', false, undefined, '', 'b'])).toBe('\u2068a\u2069 · \u2068b\u2069')
    expect(english('en').join(['a', false, undefined, '', 'b'])).toBe('a · b')
  })

  it('is the one of Brazil for its readers, and the other for all other readers of Portuguese [PAGE-11]', async () => {
    const translateLastName = async (locale: string) =>
      (await loadLocalization('pt', locale)).translate('lastName')
    expect([
      await translateLastName('pt-BR'),
      await translateLastName('pt'),
      await translateLastName('pt-PT'),
    ]).toEqual(['Sobrenome', 'Apelido', 'Apelido'])
  })

  it('is the English one if a language has none [PAGE-11]', () => {
    const dutch = new Localization('nl', 'nl', { back: 'Terug' })
    expect([dutch.translate('back'), dutch.translate('tokensLeft', { count: 1 })]).toEqual([
      'Terug',
      '1 token left',
    ])
  })
})

it('reads right to left what is written so, by the language and not the region [PAGE-11]', () => {
  const isRightToLeft = (language: string) => new Localization(language, language).isRightToLeft
  expect(
    ['ar', 'ar-EG', 'fa', 'he', 'ur', 'ps', 'sd', 'ckb', 'dv', 'yi'].map(isRightToLeft),
  ).not.toContain(false)
  expect(['en', 'de', 'hi', 'zh', 'fr', 'es', 'pt', 'arn'].map(isRightToLeft)).not.toContain(true)
})

it('writes amounts with the decimals of their currency, unless they are whole', () => {
  const { money } = english('en-IN')
  expect(
    [
      money(150000, 'INR'),
      money(99.5, 'INR'),
      money(1.234, 'KWD'),
      money(1500, 'JPY'),
      money(0, 'INR'),
    ].map(spaced),
  ).toEqual(['INR 1,50,000', 'INR 99.50', 'KWD 1.234', 'JPY 1,500', 'INR 0'])
})

it('writes times and dates of a zone in the language, in the calendar of the clinic [PAGE-05]', () => {
  const { time, day, date, clock, zone } = english('en-GB')
  expect([
    time('2026-12-31T18:15:00Z', 'Asia/Kathmandu'),
    time('2026-11-23T12:00:00Z', 'UTC'),
    clock('09:05'),
  ]).toEqual(['0:00', '12:00', '9:05'])
  expect(day('2026-12-31T18:15:00Z', 'Asia/Kathmandu')).toBe('Friday 1 January')
  expect(date('2026-12-01')).toBe('Tue 1 Dec')
  expect([zone('America/Argentina/Buenos_Aires'), zone('UTC')]).toEqual(['Buenos Aires', 'UTC'])
  expect(new Localization('ar', 'ar-SA').date('2026-12-01', { year: 'numeric' })).toMatch(
    /2026|٢٠٢٦/,
  )
})

it('knows its languages and no others', () => {
  expect(['en', 'zh', 'nl', 'constructor', undefined].map(isLanguage)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(Object.keys(languages)).toHaveLength(8)
})

it('has the comma and the full stop of its language between the parts of a sentence [PAGE-11]', async () => {
  const joinTexts = async (language: Language) => {
    const { withCommas, sentences } = await loadLocalization(language, language)
    return [withCommas('1', '2'), sentences(['1', undefined, '2'])]
  }
  expect(await Promise.all((['en', 'zh', 'ar', 'hi'] as const).map(joinTexts))).toEqual([
    ['1, 2', '1. 2'],
    ['1，2', '1。2'],
    ['1، 2', '1. 2'],
    ['1, 2', '1। 2'],
  ])
})
