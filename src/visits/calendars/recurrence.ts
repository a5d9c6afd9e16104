// Recurrence rules. They describe wall times, so they are expanded in wall time, and each result is
// then converted to an instant: an event every Tuesday at nine stays at nine when the clocks
// change.

import { RRuleTemporal } from 'rrule-temporal'
import { dayMs, formatWallTime, parseTime, type WallClock, type WallTime } from './wall-clock.ts'

/** Thrown if a feed needs more work than any personal calendar would. */
export class FeedTooComplex extends Error {}

/** Thrown for a part of an event that cannot be understood. */
export class UnreadablePart extends Error {}

// Enough for a daily event over two centuries; a rule that needs more was not made by a person.
const stepsMax = 100_000

/**
 * The wall times of a rule that begins at `start`, from `from` to `to`. The event is written in the
 * time of `clock`. Throws `UnreadablePart` for an invalid rule, and `FeedTooComplex` for one that
 * repeats too often.
 */
export function recurrenceWallTimes(
  rule: string,
  start: WallTime,
  clock: WallClock,
  { from, to }: { from: WallTime; to: WallTime },
): WallTime[] {
  // Some programs write a space after each part.
  const compactRule = rule.replaceAll(/\s/g, '')
  if (!/^[A-Z0-9=;,+-]{1,1000}$/i.test(compactRule))
    throw new UnreadablePart('an invalid recurrence rule')
  const parts = compactRule
    .toUpperCase()
    .split(';')
    .filter((part) => part !== '' && !part.startsWith('UNTIL='))
  const until = /(?:^|;)UNTIL=([^;]*)/i.exec(compactRule)?.[1]?.toUpperCase()
  if (until !== undefined) parts.push(`UNTIL=${formatWallTime(lastWallTime(until, clock))}Z`)
  try {
    const recurrence = new RRuleTemporal({
      rruleString: `DTSTART:${formatWallTime(start)}Z\nRRULE:${parts.join(';')}`,
      maxIterations: stepsMax,
      maxCandidateEvaluations: stepsMax,
    })
    return recurrence
      .between(new Date(from), new Date(to), true)
      .map(({ epochMilliseconds }) => epochMilliseconds)
  } catch (error) {
    if (error instanceof Error && /maximum|exceeded/i.test(error.message))
      throw new FeedTooComplex('has an event that repeats too often')
    throw new UnreadablePart('an unsupported recurrence rule')
  }
}

/**
 * The last wall time of a rule. A date includes the whole day; an instant is converted with the
 * event's clock.
 */
function lastWallTime(text: string, clock: WallClock): WallTime {
  const until = parseTime(text)
  if (!until) throw new UnreadablePart('a recurrence rule with an invalid end')
  if (until.isDate) return until.wall + dayMs - 1_000
  return until.isUtc ? clock.wallTimeAt(until.wall) : until.wall
}
