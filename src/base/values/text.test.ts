import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import { randomBase32 } from './random-text.ts'
import {
  codePointCount,
  foldText,
  hasInvisibleCharacters,
  isStorableText,
  normaliseUnicode,
  tidyName,
} from './text.ts'

const anyText = fc.string({ unit: 'grapheme' })

describe('normalisation', () => {
  it('interrupts long runs of marks, which would take the square of their length, and nothing else', () => {
    const marks = '\u0301\u0323'
    expect(normaliseUnicode(`a${marks.repeat(40)}b`, 'NFC').match(/\u034F/g)).toHaveLength(2)
    fc.assert(
      fc.property(anyText, (text) => {
        expect([normaliseUnicode(text, 'NFC'), normaliseUnicode(text, 'NFKC')]).toEqual([
          text.normalize('NFC'),
          text.normalize('NFKC'),
        ])
      }),
    )
  })

  it('is done nowhere else in the service', () => {
    const files = globSync('src/**/*.ts', { cwd: new URL('../../..', import.meta.url) }).filter(
      (file) => !/\.(test|fixture)\.ts$/.test(file),
    )
    const normalising = files.filter((file) =>
      readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').includes('.normalize('),
    )
    expect([files.length > 500, normalising]).toEqual([true, ['src/base/values/text.ts']])
  })
})

describe('unseen characters', () => {
  it.each([
    'a\u200Bb',
    'a\u200Cb',
    'a\u200Db',
    '\u200Da',
    'a\u2060b',
    '\uFEFFa',
    'a\u202Eb',
    'a\u0007',
    'a\tb',
    'a\u00ADb',
    'a\u3164',
    'क\u200B',
    'क\u200D\u200D',
  ])('are found in %j', (text) => {
    expect(hasInvisibleCharacters(text)).toBe(true)
  })

  it.each(['Meera Iyer', 'क्\u200Dष', 'می\u200Cنا', 'ശ്രീ\u200D', 'O’Neill-Ñandú', '王小明'])(
    'are not found in %j',
    (text) => {
      expect(hasInvisibleCharacters(text)).toBe(false)
    },
  )
})

describe('a tidy name', () => {
  it.each([
    ['  Asha   Rao ', 'Asha Rao'],
    ['Asha\t\n Rao', 'Asha Rao'],
    ['Asha\u00a0Rao\u3000', 'Asha Rao'],
    ['Rene\u0301', 'Ren\u00e9'],
    ['आशा', 'आशा'],
    // Compatibility forms stay: what was typed is what is shown.
    ['ﬁnn', 'ﬁnn'],
    [' ', ''],
  ])('of %j is %j', (text, expected) => {
    expect(tidyName(text)).toBe(expected)
  })

  it('is in NFC and tidy already', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tidy = tidyName(text)
        expect([tidyName(tidy), tidy.normalize('NFC'), tidyName(text.normalize('NFD'))]).toEqual([
          tidy,
          tidy,
          tidy,
        ])
      }),
      { numRuns: runSize(5_000, 100_000), ...fastCheckOptions },
    )
  })
})

describe('the form in which text is compared', () => {
  it.each([
    ['ASHA rao', ' asha  Rao'],
    ['René', 'RENE\u0301'],
    ['Straße', 'STRASSE'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['ﬁnn', 'FINN'],
    ['Ａｓｈａ', 'asha'],
    ['A@Example.org', 'a@example.ORG'],
  ])('is the same for %j and %j', (one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })

  it.each([
    ['Rene', 'René'],
    ['Asha Rao', 'AshaRao'],
    ['आशा', 'आश'],
  ])('differs for %j and %j', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other))
  })

  it('is the same for every letter in upper case, lower case and decomposed (A-220)', () => {
    const wrong: string[] = []
    // No letter with a case is beyond the second plane.
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const text = `a${String.fromCodePoint(code)}b`
      if (!text.isWellFormed()) continue
      const spellings = [
        text.toUpperCase(),
        text.toLowerCase(),
        text.normalize('NFD'),
        foldText(text),
      ]
      if (spellings.some((spelling) => foldText(spelling) !== foldText(text)))
        wrong.push(`${String.fromCodePoint(code)} U+${code.toString(16)}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('the length of a text (A-067)', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['आशा', 3],
    ['😀', 1],
    ['👩‍⚕️', 4],
    ['e\u0301', 2],
    ['\ud800', 1],
  ])('%j has %i code points', (text, expected) => {
    expect(codePointCount(text)).toBe(expected)
  })
})

describe('storable text', () => {
  it.each([
    ['Asha', true],
    ['😀', true],
    ['', true],
    ['a\0b', false],
    ['\ud83d', false],
    ['\ude00\ud83d', false],
  ])('%j: %s', (text, expected) => {
    expect(isStorableText(text)).toBe(expected)
  })
})

describe('random text', () => {
  it('has the requested length, only letters that cannot be misread, and does not repeat', () => {
    const texts = Array.from({ length: 1_000 }, () => randomBase32(16))
    expect(texts.every((text) => /^[0-9A-HJKMNP-TV-Z]{16}$/.test(text))).toBe(true)
    expect(new Set(texts).size).toBe(1_000)
    expect(new Set(texts.join('')).size).toBe(32)
    expect(randomBase32(0)).toBe('')
  })
})
