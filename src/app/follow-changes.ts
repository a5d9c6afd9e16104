// What a process remembers follows what any process changes: it is told at commit, and after a silence nothing is used unseen.

import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'

/** What is dropped, or read again, when something has changed. */
export interface Remembered {
  configurations: { forget(workspaceId: number): void; forgetAll(): void }
  names: { forget(workspaceId: number): void; forgetAll(): void }
  keys: { forgetWorkspace(workspaceId: number): void; forgetAll(): void }
  queues: { changed(workspaceId: number, queueDayId: number): void; boardsChanged(workspaceId: number): void; changedUnheard(): void }
  /** Open dashboards, which ask again. */
  dashboards: {
    configurationChanged(workspaceId: number): void
    /** A time was blocked or freed, the waiting list or a till is another, somebody runs late, or there is another board. */
    timesChanged(workspaceId: number): void
    queueChanged(workspaceId: number): void
    patientChanged(workspaceId: number, patientId: number): void
    changedUnheard(): void
  }
  /** The clock, which a sandbox moves. `isHeard`: that it was moved is known, and work may be due. */
  followClock(isHeard: boolean): void
}

/** Whether the database is away, as far as the connection that listens knows. */
export interface Presence {
  isAway: boolean
}

/** Listens until the database is closed; keeps `presence` true, and says once that the database has gone or come back. */
export function followChanges(
  database: Database,
  { configurations, names, keys, queues, dashboards, followClock }: Remembered,
  presence: Presence,
  log: Logger,
): void {
  database.listen('clinic_changes', {
    heard(notice) {
      const [what, workspaceId, id] = notice.split(' ')
      if (what === 'workspace') {
        configurations.forget(Number(workspaceId))
        names.forget(Number(workspaceId))
        // Doors and names of practitioners are of the clinic file, and a clinic that is suspended has no boards.
        queues.boardsChanged(Number(workspaceId))
        dashboards.configurationChanged(Number(workspaceId))
      }
      if (what === 'keys') keys.forgetWorkspace(Number(workspaceId))
      if (what === 'queue') {
        queues.changed(Number(workspaceId), Number(id))
        dashboards.queueChanged(Number(workspaceId))
      }
      if (what === 'boards') {
        queues.boardsChanged(Number(workspaceId))
        dashboards.timesChanged(Number(workspaceId))
      }
      if (['blocks', 'waiting', 'late', 'till'].includes(what ?? '')) dashboards.timesChanged(Number(workspaceId))
      if (what === 'patient') dashboards.patientChanged(Number(workspaceId), Number(id))
      if (what === 'installation') followClock(true)
    },
    connected() {
      if (presence.isAway) log.warn('the database is back')
      presence.isAway = false
      configurations.forgetAll()
      names.forgetAll()
      keys.forgetAll()
      queues.changedUnheard()
      dashboards.changedUnheard()
      followClock(false)
    },
    lost(reason) {
      if (!presence.isAway) log.warn({ reason }, 'the database is away: requests are refused with 503 until it is back')
      presence.isAway = true
    },
  })
}
