import { expect, it } from 'vitest'
import { absentOf, leadDaysOf, openOf, share, waitMinutesOf } from './numbers.ts'
import type { Figures } from './queries.ts'

const figures = (some: Partial<Figures>) => some as Figures

it('has no share, lead time or wait where there is nothing to divide by [REPORT-01]', () => {
  expect([share(0, 0), share(5, 0)]).toEqual([undefined, undefined])
  expect([share(0, 4), share(1, 4), share(4, 4)]).toEqual([0, 0.25, 1])
  expect(leadDaysOf(figures({ leadMinutes: 0, leadVisits: 0 }))).toBeUndefined()
  expect(waitMinutesOf(figures({ waitedSeconds: 0, waits: 0 }))).toBeUndefined()
})

it('averages the lead time in days and the wait in minutes [REPORT-01]', () => {
  expect(leadDaysOf(figures({ leadMinutes: 3 * 1_440, leadVisits: 2 }))).toBe(1.5)
  expect(waitMinutesOf(figures({ waitedSeconds: 900, waits: 2 }))).toBe(7.5)
})

it('counts missed visits as absences, and everything undecided as open [REPORT-01]', () => {
  expect(absentOf(figures({ noShow: 3, missed: 2 }))).toBe(5)
  expect(openOf(figures({ expected: 4, overdue: 2, inConsultation: 1 }))).toBe(7)
})
