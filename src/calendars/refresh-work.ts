// Calendars are fetched as due work: each by whichever process comes first, again and again.

import type { Queries } from '../db/database.ts'
import { plan, unplan, type WorkKind } from '../due-work/work.ts'
import type { Instant } from '../values/clinic-time.ts'
import { refreshKind } from './queries.ts'
import { type CalendarServices, refreshCalendar } from './refresh.ts'

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

/** A feed that fails is no failure of the work: it is noted with the calendar, and the next turn comes as always. */
export function refreshWork(services: RefreshServices): WorkKind {
  const { clock, calendarMs } = services
  return {
    name: refreshKind,
    // A database that is away, or processes that end, are no reason to give a calendar up.
    attemptsMax: 1_000_000_000,
    async run({ workspaceId, subjectId, signal }) {
      const { outcome } = await refreshCalendar(services, { workspaceId, calendarId: subjectId }, signal)
      signal.throwIfAborted()
      return outcome === 'GONE' ? undefined : clock.now() + calendarMs
    },
  }
}
