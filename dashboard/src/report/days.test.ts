import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastCheckOptions } from '../../../test/support/run/sizes.ts'
import { addDays } from '../ui/times.ts'
import { defaultPeriod, precedingRange, reportDates } from './days.ts'
import { ranges } from './report-search.ts'

const days = (from: string, to: string) => ({ from, to })

describe('the days of a report', () => {
  it.each([
    [
      '2026-11-23',
      ['2026-10-25', '2026-11-23'],
      ['2026-11-01', '2026-11-23'],
      ['2026-10-01', '2026-10-31'],
      ['2026-08-26', '2026-11-23'],
      ['2025-11-24', '2026-11-23'],
    ],
    [
      '2026-01-01',
      ['2025-12-03', '2026-01-01'],
      ['2026-01-01', '2026-01-01'],
      ['2025-12-01', '2025-12-31'],
      ['2025-10-04', '2026-01-01'],
      ['2025-01-02', '2026-01-01'],
    ],
    [
      '2028-03-31',
      ['2028-03-02', '2028-03-31'],
      ['2028-03-01', '2028-03-31'],
      ['2028-02-01', '2028-02-29'],
      ['2028-01-02', '2028-03-31'],
      ['2027-04-02', '2028-03-31'],
    ],
  ])('on %s are those of the chosen range [REPORT-01]', (today, ...expected) => {
    expect(ranges.map((range) => Object.values(reportDates({ range }, today)))).toEqual(expected)
    expect(reportDates({}, today)).toEqual(reportDates({ range: '30-days' }, today))
  })

  it('are the given ones, in order and at most a year with its leap day [REPORT-01]', () => {
    const today = '2026-11-23'
    expect(reportDates({ from: '2026-02-03', to: '2026-02-05' }, today)).toEqual(
      days('2026-02-03', '2026-02-05'),
    )
    expect(reportDates({ from: '2026-02-05', to: '2026-02-03' }, today)).toEqual(
      days('2026-02-03', '2026-02-05'),
    )
    expect(reportDates({ from: '2026-11-10' }, today)).toEqual(days('2026-11-10', today))
    expect(reportDates({ from: '2027-01-10' }, today)).toEqual(days('2027-01-10', '2027-01-10'))
    expect(reportDates({ to: '2026-05-20' }, today)).toEqual(days('2026-05-01', '2026-05-20'))
    expect(reportDates({ from: '2027-12-31', to: '2028-12-30' }, today)).toEqual(
      days('2027-12-31', '2028-12-30'),
    )
    expect(reportDates({ from: '2027-12-30', to: '2028-12-30' }, today)).toEqual(
      days('2027-12-31', '2028-12-30'),
    )
    expect(reportDates({ from: '2000-01-01', to: '2028-12-31' }, today)).toEqual(
      days('2028-01-01', '2028-12-31'),
    )
  })

  it('are compared with as many days that end just before them [REPORT-01]', () => {
    expect(precedingRange(days('2026-03-01', '2026-03-31'))).toEqual(
      days('2026-01-29', '2026-02-28'),
    )
    expect(precedingRange(days('2026-01-01', '2026-01-01'))).toEqual(
      days('2025-12-31', '2025-12-31'),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 0, max: 400 }),
        (start, length) => {
          const from = addDays('2024-01-01', start)
          const before = precedingRange(days(from, addDays(from, length)))
          expect([addDays(before.to, 1), addDays(before.from, length)]).toEqual([from, before.to])
        },
      ),
      fastCheckOptions,
    )
  })
})

it('has bars of days, weeks or months, about thirty at most', () => {
  const lasting = (length: number) =>
    defaultPeriod(days('2026-01-01', addDays('2026-01-01', length - 1)))
  expect([1, 31, 32, 120, 121, 366].map(lasting)).toEqual([
    'day',
    'day',
    'week',
    'week',
    'month',
    'month',
  ])
})
