import { expect, it } from 'vitest'
import { parseDate, parseId, parseTimestamp } from './address.ts'

it('takes the number of a record and nothing else', () => {
  expect([1, '7', Number.MAX_SAFE_INTEGER].map(parseId)).toEqual([1, 7, Number.MAX_SAFE_INTEGER])
  for (const value of [
    0,
    -1,
    1.5,
    '',
    ' ',
    '0',
    '-3',
    'x',
    '7x',
    true,
    null,
    undefined,
    [5],
    {},
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])
    expect(parseId(value), String(value)).toBeUndefined()
})

it('takes a date of the calendar and no other, so that no address breaks its page', () => {
  for (const value of ['2026-12-31', '2028-02-29', '0001-01-01', '9999-12-31'])
    expect(parseDate(value)).toBe(value)
  for (const value of [
    '2026-02-29',
    '2026-02-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-99-99',
    '2026-1-1',
    ' 2026-01-01',
    20260101,
    true,
    null,
  ])
    expect(parseDate(value), String(value)).toBeUndefined()
})

it('takes a timestamp with an offset and no other', () => {
  for (const value of ['2026-12-31T23:59:00+05:45', '2026-01-01T00:00:00-09:30'])
    expect(parseTimestamp(value)).toBe(value)
  for (const value of [
    '2026-12-31T23:59:00',
    '2026-12-31T23:59:00Z',
    '2026-12-31',
    '2026-12-31T25:00:00+05:45',
    '2026-02-31T10:00:00+00:00',
    '',
    5,
  ])
    expect(parseTimestamp(value), String(value)).toBeUndefined()
})
