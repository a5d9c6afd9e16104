import { describe, expect, it } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { combinedStatement } from './combined-statement.ts'
import { statement } from './statement.ts'

const house = await openHarness()
const { database } = house.application

const everyType = {
  one: 'bigint',
  two: 'integer',
  three: 'smallint',
  four: 'real',
  five: 'double precision',
  text: 'text',
  yes: 'boolean',
  date: 'date',
  at: 'timestamptz',
  jsonb: 'jsonb',
  json: 'json',
  bytes: 'bytea',
  texts: 'text[]',
  numbers: 'bigint[]',
  none: 'timestamptz?',
  noNumber: 'bigint?',
  noNumbers: 'bigint[]?',
} as const

const takes = { from: 'bigint', to: 'bigint' } as const
const values = statement(
  'test_every_type',
  { takes, returns: everyType },
  `
  select n as one, n::int as two, n::smallint as three, 0.5::real as four, 1 / 3::float8 as five, 'a "b" \\ ü ' || n as text, n % 2 = 0 as yes,
    date '2027-02-28' + n::int as date, timestamptz '2027-01-01 10:11:12.345678+05:30' + n * interval '1 day' as at,
    jsonb_build_object('n', n, 'list', array['x', null]) as jsonb, json_build_array(n, null) as json, decode('00ff10', 'hex') as bytes,
    array['', 'a,b', '{"c"}'] as texts, array[n, -n, 9007199254740991] as numbers,
    null::timestamptz as none, null::bigint as "noNumber", null::bigint[] as "noNumbers"
  from generate_series(:from::bigint, :to::bigint) n
  order by n % 3, n desc`,
)
// Reversed: its parameters are in another order, and one of them occurs twice.
const odd = statement(
  'test_odd_numbers',
  { takes: { to: 'bigint', from: 'bigint' }, returns: { n: 'bigint' } },
  'select n from generate_series(:to::bigint, :from::bigint, -1) n where n % 2 = 1 and n <= :to order by n desc',
)
const nothing = statement(
  'test_no_rows',
  { takes: { to: 'bigint' }, returns: { n: 'bigint' } },
  'select n from generate_series(1, :to::bigint) n where n < 0',
)
const combined = combinedStatement('test_combined', takes, { values, odd, nothing })

describe('a combined statement', () => {
  it('returns the results of its parts: their rows, their order and the values of every type', async () => {
    const both = { from: 1, to: 40 }
    const rows = await combined.rows(database, both)
    expect(rows).toEqual({
      values: await database.rows(values, both),
      odd: await database.rows(odd, both),
      nothing: [],
    })
    expect(rows.values).toHaveLength(40)
    expect(rows.odd.slice(0, 3)).toEqual([{ n: 39 }, { n: 37 }, { n: 35 }])
    expect(rows.values[0]?.at).toBeTypeOf('number')
    expect(Buffer.isBuffer(rows.values[0]?.bytes)).toBe(true)
  })

  it('returns nothing for each part if nothing is found', async () => {
    expect(await combined.rows(database, { from: 1, to: 0 })).toEqual({
      values: [],
      odd: [],
      nothing: [],
    })
  })

  it('refuses a number that JavaScript cannot hold, as a plain statement does', async () => {
    const large = statement(
      'test_large_number',
      { takes: { to: 'bigint' }, returns: { n: 'bigint' } },
      'select :to::bigint + 9007199254740991 as n',
    )
    const list = statement(
      'test_large_numbers',
      { takes: { to: 'bigint' }, returns: { n: 'bigint[]' } },
      'select array[:to::bigint + 9007199254740991] as n',
    )
    for (const [name, part] of Object.entries({ large, list } as const)) {
      const combinedAlone = combinedStatement(`test_combined_${name}`, { to: 'bigint' }, { part })
      await expect(combinedAlone.rows(database, { to: 1 })).rejects.toThrow(
        'beyond the safe integers',
      )
      expect((await combinedAlone.rows(database, { to: 0 })).part).toHaveLength(1)
    }
  })
})
