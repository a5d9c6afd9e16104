import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toCsv } from './csv-text.ts'

it('any text is read back unchanged', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((some) => !/^[=+\-@\t\r]/.test(some))
  fc.assert(
    fc.property(fc.array(fc.record({ name: text, 'a "b", c': text }), { maxLength: 5 }), (rows) => {
      const columns = ['name', 'a "b", c'] as const
      expect(parse(toCsv(columns, rows), { columns: true, record_delimiter: '\n' })).toEqual(rows)
    }),
  )
})

it('nothing looks like a formula to a spreadsheet, and numbers are unchanged', () => {
  expect(
    toCsv(
      ['what', 'amount'],
      [
        { what: '=cmd()', amount: -5.5 },
        { what: '@x', amount: null },
      ],
    ),
  ).toBe("what,amount\n'=cmd(),-5.5\n'@x,\n")
})
