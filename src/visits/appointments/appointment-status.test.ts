import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type AppointmentStatus,
  appointmentStatuses,
  startRange,
  storedStatuses,
} from './appointment-status.ts'

const hourMs = 3_600_000

it('a status applies to a visit only from the time when that status begins [STAT-34]', () => {
  const shownAt = (
    stored: AppointmentStatus,
    from: number,
    dayEnds: number,
    now: number,
  ): AppointmentStatus => {
    if (!['SCHEDULED', 'CONFIRMED', 'RESCHEDULED'].includes(stored) || from > now) return stored
    return dayEnds <= now ? 'MISSED' : 'OVERDUE'
  }
  const moment = fc.integer({ min: 0, max: 4 * 24 })
  fc.assert(
    fc.property(
      fc.constantFrom(...storedStatuses),
      moment,
      fc.integer({ min: 1, max: 26 }),
      moment,
      (stored, from, hoursOfDay, now) => {
        const shown = shownAt(stored, from * hourMs, (from + hoursOfDay) * hourMs, now * hourMs)
        const starts = startRange(shown, now * hourMs)
        expect([starts.from <= from * hourMs, from * hourMs < starts.to]).toEqual([true, true])
      },
    ),
  )
  for (const status of appointmentStatuses)
    expect(startRange(status, 0).from).toBeLessThan(startRange(status, 0).to)
})
