import { expect, it } from 'vitest'
import { parseSpan, parseTime } from './wall-clock.ts'

it('reads a time up to the last possible second, which can be a leap second', () => {
  for (const text of [
    '19000101',
    '21991231T235959',
    '20280229',
    '20261124T235960Z',
    '20261124T000000',
  ])
    expect(parseTime(text), text).toBeDefined()
  expect(parseTime('20261124T102960Z')).toEqual(parseTime('20261124T103000Z'))
})

it.each([
  '15991231',
  '22000101',
  '20270229',
  '20261131',
  '20261301',
  '20260001',
  '20261100',
  '20261124T240000',
  '20261124T006000',
  '20261124T000061',
])('refuses %s as a time', (text) => {
  expect(parseTime(text)).toBeUndefined()
})

it.each([
  '2026112',
  '202611241',
  '20261124T0930',
  '20261124T093000z',
  '20261124Z',
  '2026-11-24',
  ' 20261124',
  '',
])('refuses %o as a time, because it is not written like one', (text) => {
  expect(parseTime(text)).toBeUndefined()
})

it('reads a duration by its weeks, days, hours, minutes and seconds, and none that is zero or negative', () => {
  expect(parseSpan('P2W')).toEqual({ days: 14, ms: 0 })
  expect(parseSpan('P1W2DT3H4M5S')).toEqual({ days: 9, ms: 11_045_000 })
  expect(parseSpan('+PT1S')).toEqual({ days: 0, ms: 1_000 })
  for (const text of ['P', 'PT0S', 'P0D', '-PT1H', 'PT', '1H', 'P1H', 'PT1D', 'P1Y'])
    expect(parseSpan(text), text).toBeUndefined()
})
