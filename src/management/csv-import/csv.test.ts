import { CsvError, parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../../test/support/run/cases.ts'
import { Problem } from '../../base/values/problem.ts'
import { type CsvRow, collectWrongLines, csvRows } from './csv.ts'
import { CsvRecords, UnreadableRecord } from './csv-records.ts'

const columns = { required: ['name', 'city'], optional: ['note'] } as const
type Column = 'name' | 'city' | 'note'

async function* inChunks(content: Buffer, size: number) {
  for (let start = 0; start < content.length; start += size)
    yield content.subarray(start, start + size)
}

/** Every row, or the mistakes. */
async function read(
  content: string | Buffer,
  chunk = 7,
): Promise<{ rows: CsvRow<Column>[]; mistakes: string[] }> {
  const wrong = collectWrongLines()
  const rows: CsvRow<Column>[] = []
  try {
    for await (const row of csvRows(
      { read: () => inChunks(Buffer.from(content), chunk) },
      columns,
      wrong,
    ))
      rows.push(row)
    wrong.refuse()
    return { rows, mistakes: [] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return {
      rows,
      mistakes: [error.sentence, ...error.mistakes.map(({ path, reason }) => `${path}: ${reason}`)],
    }
  }
}

describe('records', () => {
  /** The records of a text, or undefined where it cannot be read. */
  function parseRecords(pieces: readonly string[]): string[][] | undefined {
    try {
      const records = new CsvRecords(',')
      return [...pieces.flatMap((piece) => [...records.readPiece(piece)]), ...records.end()].map(
        ({ fields }) => fields,
      )
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error
      return undefined
    }
  }

  /** The same by another reader. */
  function expected(text: string): string[][] | undefined {
    try {
      return parse(text, {
        record_delimiter: '\n',
        relax_column_count: true,
        skip_empty_lines: true,
      })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      return undefined
    }
  }

  it('are those that another parser finds, in any pieces in which they arrive [SETUP-08]', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '"', '\n'), maxLength: 12 })
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 4 }),
        (pieces) => void expect(parseRecords(pieces)).toEqual(expected(pieces.join(''))),
      ),
      { numRuns: 5_000 },
    )
  })
})

describe('rows', () => {
  const spellings = cases<[string, string]>([
    ['commas', 'name,city\nMeera,Jaipur\n'],
    ['semicolons', 'name;city\r\nMeera;Jaipur\r\n'],
    ['tabs', 'name\tcity\nMeera\tJaipur'],
    ['a byte order mark', '\uFEFFname,city\nMeera,Jaipur\n'],
    ['quotes, blanks and another order', '"city", name\n" Jaipur ",Meera \n'],
    ['empty lines and an empty field', '\nname,city,note\n\nMeera,Jaipur,\n\n'],
    ['empty columns of a spreadsheet', 'name,city,,\nMeera,Jaipur,,\n,,,\n'],
    [
      'empty rows of a spreadsheet',
      ',,\nname,city,note\n,,\nMeera,Jaipur,\n" ","",\t\n,,\n,,,,\n \n',
    ],
  ])
  it.each(spellings)('are read from %s', async (_, content) => {
    const { rows, mistakes } = await read(content)
    expect(mistakes).toEqual([])
    expect(rows.map(({ fields }) => fields)).toEqual([{ name: 'Meera', city: 'Jaipur' }])
  })

  it('know the line on which they begin, also after a field of several lines', async () => {
    for (const ending of ['\n', '\r\n']) {
      const { rows } = await read(
        'name,city,note\nA,B,"one\ntwo\nthree"\n\nC,D,\nE,F,x\n'.replaceAll('\n', ending),
      )
      expect(rows.map(({ line }) => line)).toEqual([2, 6, 7])
    }
  })

  it('are the same however the bytes arrive', async () => {
    const field = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map((text) => text.replace(/[\0"]/g, '').trim())
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(field, field), { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        async (people, chunk) => {
          const content = `name,city\n${people.map((person) => person.map((text) => `"${text}"`).join(',')).join('\n')}\n`
          const { rows, mistakes } = await read(content, chunk)
          expect(mistakes).toEqual([])
          expect(rows.map(({ fields: { name = '', city = '' } }) => [name, city])).toEqual(
            people.filter((person) => person.some((text) => text !== '')),
          )
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('a file of any length', () => {
  it('ends where it has too many rows [SETUP-08]', async () => {
    const wrong = collectWrongLines()
    const rows = csvRows(
      { read: () => inChunks(Buffer.from(`name,city\n${'A,B\n'.repeat(3)}`), 7), rowsMax: 2 },
      columns,
      wrong,
    )
    const read: number[] = []
    const reading = async () => {
      for await (const { line } of rows) read.push(line)
    }
    await expect(reading()).rejects.toMatchObject({
      code: 'FILE_TOO_LONG',
      details: { rowsMax: 2 },
    })
    expect(read).toEqual([2, 3])
  })

  it('ends where it has too many wrong lines [SETUP-08]', async () => {
    let bytes = 0
    async function* content() {
      yield Buffer.from('name,city\n')
      for (let piece = 0; piece < 100; piece += 1) {
        bytes += 2_000
        yield Buffer.from('A\n'.repeat(1_000))
      }
    }
    const wrong = collectWrongLines()
    for await (const _ of csvRows({ read: content }, columns, wrong)) expect.unreachable()
    expect(bytes).toBeLessThan(30_000)
    const last = {
      path: 'file',
      reason: 'has 9800 further wrong lines; the lines after them were not read',
    }
    expect(() => wrong.refuse()).toThrow(
      expect.objectContaining({
        mistakes: expect.toSatisfy((mistakes) => mistakes.length === 201),
      }),
    )
    expect(() => wrong.refuse()).toThrow(
      expect.objectContaining({ mistakes: expect.arrayContaining([last]) }),
    )
  })

  it('leaves others their turn while it is read [SETUP-08]', async () => {
    let turns = 0
    let isRead = false
    const count = () => {
      turns += 1
      if (!isRead) setImmediate(count)
    }
    setImmediate(count)
    const before = process.threadCpuUsage()
    for await (const _ of csvRows(
      { read: () => inChunks(Buffer.from(`name,city\n${'A,B\n'.repeat(300_000)}`), 65_536) },
      columns,
      collectWrongLines(),
    ))
      turns += 0
    isRead = true
    const { user, system } = process.threadCpuUsage(before)
    const cpuMs = (user + system) / 1_000
    expect(cpuMs / (turns + 1)).toBeLessThan(100)
  })
})

describe('a mistake', () => {
  const wrongFiles = cases<[string, string | Buffer, RegExp[]]>([
    ['an empty file', '', [/file is empty/]],
    ['a column that is missing', 'name\nMeera\n', [/first line/, /line 1: lacks the column city/]],
    [
      'an unknown column',
      'name,city,shoe\n',
      [/first line/, /line 1: has an unknown column: shoe/],
    ],
    [
      'a column twice',
      'name,city,name\n',
      [/first line/, /line 1: names the column name a second time/],
    ],
    [
      'a row too short',
      'name,city\nA,B\nC\n',
      [/invalid lines/, /line 3: has 1 fields where the first line has 2/],
    ],
    [
      'a quote that stays open',
      'name,city\nA,B\n"C,D\nE,F\n',
      [/invalid lines/, /line 3: opens a quote that is never closed/],
    ],
    [
      'a quote that stays open after a field of two lines',
      'name,city\n"A\nB","C\nE,F\n',
      [/invalid lines/, /line 3: opens a quote that is never closed/],
    ],
    [
      'a quote that the next row closes',
      'name,city\r\n"A\r\nB","C\r\n\r\n"E",F\r\n',
      [/invalid lines/, /line 3: opens a quote that is closed on line 5 only/],
    ],
    [
      'a quote that stays open for long',
      `name,city\n"A\nB","${'x\n'.repeat(50_000)}`,
      [/invalid lines/, /line 3: is longer than 64 KiB/],
    ],
    [
      'a doubled quote at the end of a field',
      'name,city\nA,B\nC,"D""\nE,F\n',
      [/invalid lines/, /line 3: opens a quote that is never closed/],
    ],
    [
      'a value below no name',
      'name,city,\nA,B,\nC,D,E\n',
      [/invalid lines/, /line 3: has a value in column 3, which has no name/],
    ],
    [
      'a quote inside a word',
      'name,city\nA,B\nC "x",D\n',
      [/invalid lines/, /line 3: cannot be read as CSV/],
    ],
    ['another encoding', Buffer.from('name,city\nJos\xe9,B\n', 'latin1'), [/not UTF-8/]],
    ['NUL', 'name,city\nA\0,B\n', [/invalid lines/, /line 2: holds a character/]],
    [
      'a million columns',
      ','.repeat(1_000_000),
      [/invalid lines/, /line 1: has more than 100 fields/],
    ],
    [
      'a heading as long as a line',
      `name,city,${'x'.repeat(50_000)}`,
      [/first line/, /^line 1: has an unknown column: x{400,500}…$/],
    ],
    [
      'a line without end',
      `name,city\nA,"${'x'.repeat(200_000)}`,
      [/invalid lines/, /is longer than 64 KiB/],
    ],
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
