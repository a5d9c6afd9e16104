import fc from 'fast-check'
import { expect, it } from 'vitest'
import { guessMapping, patientColumns, readTable, writeTable } from './csv-table.ts'

it('a file is read with its quotes, its delimiter and its lines [SETUP-08]', () => {
  expect(
    readTable('\uFEFFVorname;Nachname\r\nLena;"Maier; geb. ""Kern"""\r\n\r\nTom;"a\nb"\nAda;Lo'),
  ).toEqual({
    headings: ['Vorname', 'Nachname'],
    rows: [
      { line: 2, cells: ['Lena', 'Maier; geb. "Kern"'] },
      { line: 4, cells: ['Tom', 'a\nb'] },
      { line: 6, cells: ['Ada', 'Lo'] },
    ],
  })
  for (const text of ['', '\n\n', 'a,b\n"open,1', 'a,b\nx"y",1'])
    expect(readTable(text)).toBeUndefined()
})

it('what is sent has the mapped columns, and every row on its line [SETUP-08]', () => {
  const table = readTable('Name,Note,Mobile\nMeera,"two\nlines",98\n\nTom,,"9,9"')
  if (!table) throw new Error('not read')
  expect(writeTable(table, ['firstName', null, 'phoneNumber'])).toBe(
    'firstName,phoneNumber\nMeera,98\n\n\nTom,"9,9"\n',
  )
})

it('a row with too many or too few cells stays wrong [SETUP-08]', () => {
  const table = readTable('a,b\n1\n1,2,3')
  if (!table) throw new Error('not read')
  expect(writeTable(table, ['firstName', 'lastName'])).toBe('firstName,lastName\n1\n1,2,3\n')
})

it('columns are guessed from headings in several languages, each once [SETUP-08]', () => {
  expect(
    guessMapping(
      ['First Name', 'NACHNAME', 'Mobile', 'Phone', 'Teléfono', 'dob', 'Shoe size', ''],
      patientColumns,
    ),
  ).toEqual(['firstName', 'lastName', 'phoneNumber', null, null, 'dob', null, null])
})

it('whatever is in the cells, a file that is written and read again has the same rows on the same lines [SETUP-08]', () => {
  const text = fc.string().map((some) => `x${some.replace(/\r/g, '')}`)
  const rows = fc.array(fc.tuple(text, text), { maxLength: 8 })
  fc.assert(
    fc.property(rows, (cells) => {
      const table = { headings: ['a', 'b'], rows: cells.map((row) => ({ line: 1, cells: row })) }
      const mapping = ['a', 'b']
      const once = readTable(writeTable(table, mapping))
      expect(once?.rows.map((row) => row.cells)).toEqual(cells)
      if (once) expect(readTable(writeTable(once, mapping))).toEqual(once)
    }),
  )
})
