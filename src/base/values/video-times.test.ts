import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tokenRoomEntry, visitRoomEntry } from './video-times.ts'

const minute = 60_000

it('a visit can be entered in exactly the time from 15 minutes before its start to its end [VIDEO-04]', () => {
  const statuses = fc.constantFrom(
    'SCHEDULED',
    'CONFIRMED',
    'RESCHEDULED',
    'IN_CONSULTATION',
    'NO_SHOW',
    'CANCELLED',
    'COMPLETED',
  )
  fc.assert(
    fc.property(
      statuses,
      fc.integer({ min: 0, max: 4e12 }),
      fc.integer({ min: 1, max: 720 * minute }),
      fc.integer({ min: -24 * 60 * minute, max: 24 * 60 * minute }),
      (status, fromAt, ms, since) => {
        const toAt = fromAt + ms
        const now = fromAt + since
        const entry = visitRoomEntry({ status, fromAt, toAt }, now)
        const isOff = status === 'CANCELLED' || status === 'COMPLETED'
        if (isOff || now >= toAt)
          expect(entry).toEqual({ state: 'OVER', closedAt: now >= toAt ? toAt : null })
        else if (now < fromAt - 15 * minute)
          expect(entry).toEqual({ state: 'EARLY', opensAt: fromAt - 15 * minute })
        else expect(entry).toEqual({ state: 'OPEN', until: toAt })
      },
    ),
  )
  const visit = { status: 'SCHEDULED', fromAt: 100 * minute, toAt: 115 * minute }
  const at = [85 * minute - 1, 85 * minute, 115 * minute - 1, 115 * minute]
  expect(at.map((now) => visitRoomEntry(visit, now).state)).toEqual([
    'EARLY',
    'OPEN',
    'OPEN',
    'OVER',
  ])
})

it('a token can be entered from its call until its consultation is over [VIDEO-04]', () => {
  const states = [
    'WAITING',
    'CALLED',
    'SKIPPED',
    'IN_CONSULTATION',
    'COMPLETED',
    'NO_SHOW',
    'CANCELLED',
  ].map((status) => tokenRoomEntry({ status }).state)
  expect(states).toEqual(['NOT_CALLED', 'OPEN', 'NOT_CALLED', 'OPEN', 'OVER', 'OVER', 'OVER'])
})
