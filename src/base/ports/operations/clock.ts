// Business time, which a sandbox can move forward.

import { choice, integer, number, object, timestamp } from '../../contract/schemas.ts'
import { type OnApplication, operation } from '../../operations/operation.ts'
import { isoAt } from '../../values/clinic-time.ts'
import type { DatabaseClock } from '../clock.ts'
import { advanceClock } from '../clock-queries.ts'
import { problem } from '../problems.ts'

/**
 * The parts of the application that it needs: the clock, and a function that reads the database's
 * clock and the sandbox offset again.
 */
interface ClockServices {
  clock: DatabaseClock
  followClock(): Promise<void>
}

// The end of the supported calendar; a clock never goes back.
const clockMax = Date.parse('2100-01-01T00:00:00Z')

const reading = {
  now: timestamp('Business time.'),
  mode: choice(['sandbox', 'production'], 'What the instance is.'),
  advancedMs: number(
    'How far the clock was moved ahead of the real one, in milliseconds.',
    1_800_000,
  ),
}

export const clockShow = operation({
  name: 'clock-show',
  right: 'developers:read',
  summary: 'Show the clock.',
  input: object({}),
  output: object({
    ...reading,
    hostLagMs: number("What this host's clock lacks to the database's, in milliseconds.", 12),
  }),
  async run({ clock, mode, followClock }: OnApplication<ClockServices>) {
    await followClock()
    return {
      now: isoAt('UTC', clock.now()),
      mode,
      hostLagMs: clock.skewMs(),
      advancedMs: clock.sandboxOffsetMs(),
    }
  },
})

export const clockAdvance = operation({
  name: 'clock-advance',
  right: 'developers:write',
  summary: 'Move the clock of a sandbox forward; it cannot be moved back.',
  input: object({
    ms: integer('How far, in milliseconds.', 1_800_000, {
      minimum: 1,
      maximum: 10 * 366 * 86_400_000,
    }),
  }),
  output: object(reading),
  async run({ database, clock, mode, followClock }: OnApplication<ClockServices>, { ms }) {
    if (mode !== 'sandbox') throw problem('CLOCK_NOT_MOVABLE')
    if (clock.now() + ms > clockMax) throw problem('CLOCK_TOO_FAR')
    await database.rows(advanceClock, { byMs: ms })
    await followClock()
    return { now: isoAt('UTC', clock.now()), mode, advancedMs: clock.sandboxOffsetMs() }
  },
})

export const clockOperations = [clockShow, clockAdvance]
