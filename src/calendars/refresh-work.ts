// Calendars are fetched as due work: each by whichever process comes first, again and again.

import type { Queries } from '../db/database.ts'
import { plan, unplan, type WorkKind } from '../due-work/work.ts'
import type { Instant } from '../values/clinic-time.ts'
import { refreshKind } from './queries.ts'
import { type CalendarServices, type Costly, refreshCalendar } from './refresh.ts'

export interface RefreshServices extends CalendarServices {
  /** How long after the end of one attempt the next one is due. */
  calendarMs: number
}

/** Has a calendar fetched at `dueAt`, and from then on at its pace. */
export function planRefresh(queries: Queries, workspaceId: number, calendarId: number, dueAt: Instant): Promise<void> {
  return plan(queries, { workspaceId, kind: refreshKind, subjectId: calendarId, dueAt })
}

export function unplanRefresh(queries: Queries, workspaceId: number, calendarId: number): Promise<void> {
  return unplan(queries, { workspaceId, kind: refreshKind, subjectId: calendarId })
}

const dayMs = 86_400_000
/** The rest of what this process does at a time is left to other kinds of work. */
const refreshesMax = 2
/** Fetching, waiting until others are read, and reading. */
const refreshMsMax = 90_000

/** A feed that takes all it may take is tried again after as long as it has been so, a day at most. */
function restMs({ attempt, succeededAt }: Costly, now: Instant, calendarMs: number): number {
  const sinceMs = succeededAt === null ? calendarMs * 2 ** Math.min(attempt, 20) : now - succeededAt
  return Math.min(Math.max(sinceMs, calendarMs), dayMs)
}

/** A feed that fails is no failure of the work: it is noted with the calendar, and the next turn comes as always. */
export function refreshWork(services: RefreshServices): WorkKind {
  const { clock, calendarMs } = services
  return {
    name: refreshKind,
    // A database that is away, or processes that end, are no reason to give a calendar up.
    attemptsMax: 1_000_000_000,
    atOnceMax: refreshesMax,
    runMsMax: refreshMsMax,
    async run({ workspaceId, subjectId, signal }) {
      const refreshed = await refreshCalendar(services, { workspaceId, calendarId: subjectId }, signal)
      signal.throwIfAborted()
      if (refreshed.outcome === 'GONE') return undefined
      const now = clock.now()
      return now + ('costly' in refreshed && refreshed.costly ? restMs(refreshed.costly, now, calendarMs) : calendarMs)
    },
  }
}
