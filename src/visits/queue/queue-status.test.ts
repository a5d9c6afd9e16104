import { describe, expect, it } from 'vitest'
import { type DayLine, queueStatuses, shiftText } from './queue-status.ts'
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

  it('shows hours when it is hours', () => {
    const long = line(
      ...Array.from({ length: 20 }, (_, index): [number, VisitStatus] => [index + 1, 'WAITING']),
    )
    expect(queueStatus(20, { line: long })?.texts.wait).toBe('2 h 50 min to 4 h 40 min')
    expect(queueStatus(1, { line: long })?.texts.wait).toBe('up to 5 minutes')
  })

  it('sends no patient of an online shift to a door', () => {
    const visits = line([1, 'CALLED', 1], [2, 'SKIPPED', 8], [3, 'NO_SHOW'])
    const texts = [1, 2, 3].map(
      (id) => queueStatus(id, { mode: 'ONLINE', line: visits })?.texts.headline,
    )
    expect(texts).toEqual([
      'It is your turn — please be ready for your online visit.',
      'You were called at 09:22 and you were not there: please tell the clinic.',
      'You were marked as absent. If you are here, please tell the clinic.',
    ])
  })

  it('says that no one is being served when that is so, and does not mention it before the start', () => {
    const waiting = line([1, 'WAITING'])
    expect(queueStatus(1, { line: waiting })?.texts).toMatchObject({
      serving: 'no one at the moment',
      queue: 'running since 09:04',
    })
    expect(queueStatus(1, { line: waiting, startedAt: null })?.texts).toMatchObject({
      serving: '',
      queue: 'not started yet',
    })
  })

  it('is empty for an unknown visit', () => {
    expect(queueStatus(9, { line: line([1, 'WAITING']) })).toBeUndefined()
  })

  it('names the shift by its day and the clinic clock', () => {
    expect(shiftText(running)).toBe('Tuesday 1 January, 09:00–24:00')
  })
})
