// Calendars are fetched as due work: each one periodically, by any process.

import type { Queries } from '../../base/db/database.ts'
import { plan, removePlanned, type WorkKind } from '../../base/due-work/work.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { refreshKind } from './queries.ts'
import { type CalendarServices, type CostlyAttempt, refreshCalendar } from './refresh.ts'

export interface RefreshServices extends CalendarServices {
  /** How long after the end of one attempt the next one is due. */
  calendarMs: number
}

/** Plans the fetching of a calendar at `dueAt`, and periodically from then on. */
export function planRefresh(
  queries: Queries,
  workspaceId: number,
  calendarId: number,
  dueAt: Instant,
): Promise<void> {
  return plan(queries, { workspaceId, kind: refreshKind, subjectId: calendarId, dueAt })
}

export function removePlannedRefresh(
  queries: Queries,
  workspaceId: number,
  calendarId: number,
): Promise<void> {
  return removePlanned(queries, { workspaceId, kind: refreshKind, subjectId: calendarId })
}

const dayMs = 86_400_000
/** Leaves a process's remaining capacity to other kinds of work. */
const refreshesMax = 2
/** The time limit for fetching, waiting for other calendars, and reading. */
const refreshMsMax = 90_000

/**
 * If a feed uses up its limits, the pause before the next attempt is as long as it has been
 * failing, but at most a day.
 */
function pauseMs(
  { attempt, succeededAt }: CostlyAttempt,
  now: Instant,
  calendarMs: number,
): number {
  const sinceMs = succeededAt === null ? calendarMs * 2 ** Math.min(attempt, 20) : now - succeededAt
  return Math.min(Math.max(sinceMs, calendarMs), dayMs)
}

/**
 * A failing feed is not a failure of the work: it is recorded with the calendar, and the next
 * attempt comes as usual.
 */
export function refreshWork(services: RefreshServices): WorkKind {
  const { clock, calendarMs } = services
  return {
    name: refreshKind,
    // Work for a calendar is never abandoned because the database is unavailable or a process ends.
    attemptsMax: 1_000_000_000,
    atOnceMax: refreshesMax,
    runMsMax: refreshMsMax,
    async run({ workspaceId, subjectId, signal }) {
      const refreshed = await refreshCalendar(
        services,
        { workspaceId, calendarId: subjectId },
        signal,
      )
      signal.throwIfAborted()
      if (refreshed.outcome === 'GONE') return undefined
      const now = clock.now()
      return (
        now +
        ('costly' in refreshed && refreshed.costly
          ? pauseMs(refreshed.costly, now, calendarMs)
          : calendarMs)
      )
    },
  }
}
