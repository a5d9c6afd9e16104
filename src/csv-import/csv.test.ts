import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../test/support/run/cases.ts'
import { Problem } from '../values/problem.ts'
import { type CsvRow, collectWrongLines, csvRows } from './csv.ts'

const columns = { required: ['name', 'city'], optional: ['note'] } as const
type Column = 'name' | 'city' | 'note'

async function* inChunks(content: Buffer, size: number) {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size)
}

/** Every row, or the mistakes. */
async function read(content: string | Buffer, chunk = 7): Promise<{ rows: CsvRow<Column>[]; mistakes: string[] }> {
  const wrong = collectWrongLines()
  const rows: CsvRow<Column>[] = []
  try {
    for await (const row of csvRows(inChunks(Buffer.from(content), chunk), columns, wrong)) rows.push(row)
    wrong.refuse()
    return { rows, mistakes: [] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { rows, mistakes: [error.sentence, ...error.mistakes.map(({ path, reason }) => `${path}: ${reason}`)] }
  }
}

describe('rows', () => {
  const spellings = cases<[string, string]>([
    ['commas', 'name,city\nMeera,Jaipur\n'],
    ['semicolons', 'name;city\r\nMeera;Jaipur\r\n'],
    ['tabs', 'name\tcity\nMeera\tJaipur'],
    ['a byte order mark', '\uFEFFname,city\nMeera,Jaipur\n'],
    ['quotes, blanks and another order', '"city", name\n" Jaipur ",Meera \n'],
    ['empty lines and an empty field', '\nname,city,note\n\nMeera,Jaipur,\n\n'],
  ])
  it.each(spellings)('are read from %s', async (_, content) => {
    const { rows, mistakes } = await read(content)
    expect(mistakes).toEqual([])
    expect(rows.map(({ fields }) => fields)).toEqual([{ name: 'Meera', city: 'Jaipur' }])
  })

  it('know the line on which they begin, also after a field of several lines', async () => {
    for (const ending of ['\n', '\r\n']) {
      const { rows } = await read('name,city,note\nA,B,"one\ntwo\nthree"\n\nC,D,\nE,F,x\n'.replaceAll('\n', ending))
      expect(rows.map(({ line }) => line)).toEqual([2, 6, 7])
    }
  })

  it('are the same however the bytes arrive', async () => {
    const field = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[\0"]/g, '').trim())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(field, field), { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), async (people, chunk) => {
        const content = `name,city\n${people.map((person) => person.map((text) => `"${text}"`).join(',')).join('\n')}\n`
        const { rows, mistakes } = await read(content, chunk)
        expect(mistakes).toEqual([])
        expect(rows.map(({ fields: { name = '', city = '' } }) => [name, city])).toEqual(people)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a mistake', () => {
  const wrongFiles = cases<[string, string | Buffer, RegExp[]]>([
    ['an empty file', '', [/file is empty/]],
    ['a column that is missing', 'name\nMeera\n', [/first line/, /line 1: lacks the column city/]],
    ['an unknown column', 'name,city,shoe\n', [/first line/, /line 1: has an unknown column: shoe/]],
    ['a column twice', 'name,city,name\n', [/first line/, /line 1: names the column name a second time/]],
    ['a row too short', 'name,city\nA,B\nC\n', [/invalid lines/, /line 3: has 1 fields where the first line has 2/]],
    ['a quote that stays open', 'name,city\nA,B\n"C,D\nE,F\n', [/invalid lines/, /opens a quote that is never closed/]],
    ['a quote inside a word', 'name,city\nA,B\nC "x",D\n', [/invalid lines/, /line 3: cannot be read as CSV/]],
    ['another encoding', Buffer.from('name,city\nJos\xe9,B\n', 'latin1'), [/not UTF-8/]],
    ['NUL', 'name,city\nA\0,B\n', [/invalid lines/, /line 2: holds a character/]],
    ['a line without end', `name,city\nA,"${'x'.repeat(200_000)}`, [/invalid lines/, /is longer than 64 KiB/]],
  ])
  it.each(wrongFiles)('of %s is reported', async (_, content, expected) => {
    const { mistakes } = await read(content, 10_000)
    expect(mistakes).toHaveLength(expected.length)
    for (const [index, words] of expected.entries()) expect(mistakes[index]).toMatch(words)
  })

  it('among thousands is reported with the first two hundred and a count', async () => {
    const { mistakes } = await read(`name,city\n${'A\n'.repeat(1_000)}`, 1_000)
    expect(mistakes).toHaveLength(202)
    expect(mistakes.at(-1)).toBe('file: has 800 further wrong lines')
  })
})
