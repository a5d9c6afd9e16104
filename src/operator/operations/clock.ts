// Business time, which a sandbox can move forward.

import { choice, integer, number, object, timestamp } from '../../contract/schemas.ts'
import { advanceClock } from '../../ports/clock-queries.ts'
import { isoAt } from '../../values/clinic-time.ts'
import { OperatorProblem } from '../../values/operator-problem.ts'
import { operation } from '../operation.ts'
import { durationIn } from '../typed-words.ts'

// Beyond it calendars end, and a clock never goes back.
const clockMax = Date.parse('2100-01-01T00:00:00Z')

const reading = {
  now: timestamp('Business time.'),
  mode: choice(['sandbox', 'production'], 'What the instance is.'),
  advancedMs: number('How far the clock was moved ahead of the real one, in milliseconds.', 1_800_000),
}

function clockText({ now, mode, advancedMs }: { now: string; mode: string; advancedMs: number }): string {
  return `${now} (${mode}${advancedMs > 0 ? `, ${Math.round(advancedMs / 1000)} s ahead of the real clock` : ''})`
}

const show = operation({
  name: 'clock-show',
  summary: 'What the clock shows.',
  input: object({}),
  output: object({ ...reading, hostLagMs: number("What this host's clock lacks to the database's, in milliseconds.", 12) }),
  async run({ clock, mode, followClock }) {
    await followClock()
    return { now: isoAt('UTC', clock.now()), mode, hostLagMs: clock.skewMs(), advancedMs: clock.sandboxOffsetMs() }
  },
  shown: clockText,
})

const advance = operation({
  name: 'clock-advance',
  summary: 'Move the clock of a sandbox forward; it never goes back.',
  input: object({ ms: integer('How far, in milliseconds.', 1_800_000, { minimum: 1, maximum: 10 * 366 * 86_400_000 }) }),
  output: object(reading),
  async run({ database, clock, mode, followClock }, { ms }) {
    if (mode !== 'sandbox')
      throw new OperatorProblem('the clock of a production instance does not move', 'use a sandbox: CLINIC_MODE=sandbox and a database of its own')
    if (clock.now() + ms > clockMax)
      throw new OperatorProblem('the clock goes to the year 2100 at most', 'advance it less, or start a new sandbox with another CLINIC_DATA')
    await database.rows(advanceClock, { byMs: ms })
    await followClock()
    return { now: isoAt('UTC', clock.now()), mode, advancedMs: clock.sandboxOffsetMs() }
  },
  shown: clockText,
  command: { arguments: ['ms'], members: { ms: { ...durationIn(1), name: 'duration', description: 'How far, such as 30m, 2h or 7d.' } } },
})

export const clockOperations = [show, advance]
