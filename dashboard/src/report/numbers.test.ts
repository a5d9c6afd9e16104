import { expect, it } from 'vitest'
import { absentCount, meanLeadDays, meanWaitMinutes, openCount, ratio } from './numbers.ts'
import type { Figures } from './queries.ts'

const figures = (some: Partial<Figures>) => some as Figures

it('has no share, lead time or wait where there is nothing to divide by [REPORT-01]', () => {
  expect([ratio(0, 0), ratio(5, 0)]).toEqual([undefined, undefined])
  expect([ratio(0, 4), ratio(1, 4), ratio(4, 4)]).toEqual([0, 0.25, 1])
  expect(meanLeadDays(figures({ leadMinutes: 0, leadVisits: 0 }))).toBeUndefined()
  expect(meanWaitMinutes(figures({ waitedSeconds: 0, waits: 0 }))).toBeUndefined()
})

it('averages the lead time in days and the wait in minutes [REPORT-01]', () => {
  expect(meanLeadDays(figures({ leadMinutes: 3 * 1_440, leadVisits: 2 }))).toBe(1.5)
  expect(meanWaitMinutes(figures({ waitedSeconds: 900, waits: 2 }))).toBe(7.5)
})

it('counts missed visits as absences, and everything undecided as open [REPORT-01]', () => {
  expect(absentCount(figures({ noShow: 3, missed: 2 }))).toBe(5)
  expect(openCount(figures({ expected: 4, overdue: 2, inConsultation: 1 }))).toBe(7)
})
