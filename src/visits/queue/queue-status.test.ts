import { describe, expect, it, vi } from 'vitest'
import { type DayLine, queueStatuses, showQueue } from './queue-status.ts'
import type { VisitInLine } from './status-queries.ts'
import type { VisitStatus } from './visit-status.ts'

const now = Date.parse('2030-01-01T09:30:00+05:30')
const running: DayLine = {
  clinic: 'Sunrise Clinics',
  timezone: 'Asia/Kolkata',
  date: '2030-01-01',
  mode: 'OFFLINE',
  fromMinute: 540,
  toMinute: 1_440,
  startedAt: Date.parse('2030-01-01T09:04:00+05:30'),
  endedAt: null,
  defaultSeconds: 600,
  latestConsultations: Array.from({ length: 20 }, (_, index) => 480 + 12 * index),
  line: [],
}

/**
 * A line in the order of its places: each a number, a status, and how many minutes ago it was
 * called.
 */
function line(
  ...visits: [number: number, status: VisitStatus, minutesAgo?: number][]
): DayLine['line'] {
  return visits.map(([tokenNumber, status, minutesAgo]) => ({
    id: tokenNumber,
    tokenLetter: 'A',
    tokenNumber,
    status,
    calledAt: minutesAgo === undefined ? null : now - minutesAgo * 60_000,
  }))
}

const queueStatus = (visitId: number, changes: Partial<DayLine>) =>
  queueStatuses({ ...running, ...changes }, now)(visitId)

describe('the status shown to a patient', () => {
  it('uses places and not numbers when staff moved a patient', () => {
    const moved = line([3, 'WAITING'], [1, 'WAITING'], [2, 'WAITING'])
    expect([1, 2, 3].map((id) => queueStatus(id, { line: moved })?.peopleAhead)).toEqual([1, 2, 0])
  })

  it('counts a patient called out of turn as seen before', () => {
    const calm = line([1, 'IN_CONSULTATION', 5], [2, 'WAITING'], [3, 'WAITING'])
    const busy = line([1, 'IN_CONSULTATION', 5], [2, 'WAITING'], [3, 'CALLED', 0])
    expect(queueStatus(2, { line: busy })).toMatchObject({
      peopleAhead: 0,
      nowServing: ['A-1', 'A-3'],
    })
    expect(queueStatus(2, { line: busy })?.wait?.toMinutes).toBeGreaterThan(
      queueStatus(2, { line: calm })?.wait?.toMinutes ?? Number.NaN,
    )
  })

  it('does not count a patient who was just called both as seen before and as being seen', () => {
    const called = line([1, 'CALLED', 2], [2, 'WAITING'])
    const seen = line([1, 'IN_CONSULTATION', 2], [2, 'WAITING'])
    expect(queueStatus(2, { line: called })?.wait).toEqual(queueStatus(2, { line: seen })?.wait)
    const two = line([1, 'IN_CONSULTATION', 2], [2, 'CALLED', 0], [3, 'WAITING'])
    const one = line([1, 'IN_CONSULTATION', 2], [2, 'WAITING'], [3, 'WAITING'])
    expect(queueStatus(3, { line: two })?.wait).toEqual(queueStatus(3, { line: one })?.wait)
  })

  it('uses the latest call when an earlier visit was never completed', () => {
    const forgotten = line([1, 'IN_CONSULTATION', 300], [2, 'IN_CONSULTATION', 1], [3, 'WAITING'])
    const tidy = line([2, 'IN_CONSULTATION', 1], [3, 'WAITING'])
    expect(queueStatus(3, { line: forgotten })?.wait).toEqual(queueStatus(3, { line: tidy })?.wait)
  })

  it('is empty for an unknown visit', () => {
    expect(queueStatus(9, { line: line([1, 'WAITING']) })).toBeUndefined()
  })
})

it('writes a queue once for each language, and the texts of a visit after its facts', () => {
  const day = { ...running, line: line([1, 'WAITING'], [2, 'WAITING']) }
  const write = vi.fn((locale: string) => ({
    updated: `now in ${locale}`,
    textsFor: ({ tokenNumber }: VisitInLine) => ({
      headline: `${tokenNumber} in ${locale}`,
      wait: '',
      serving: '',
      queue: '',
    }),
  }))
  const shown = showQueue(day, now, write)
  for (const locale of ['de', 'ar', 'de'])
    for (const id of [1, 2])
      expect(shown.statusFor(id, locale)).toMatchObject({
        token: `A-${id}`,
        peopleAhead: id - 1,
        texts: { headline: `${id} in ${locale}` },
      })
  expect(shown.updated('ar')).toBe('now in ar')
  expect(shown.statusFor(3, 'de')).toBeUndefined()
  expect(write.mock.calls.map(([locale]) => locale)).toEqual(['de', 'ar'])
})
