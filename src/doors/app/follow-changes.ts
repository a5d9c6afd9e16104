// Keeps the caches of a process up to date with changes by any process: it is notified at each
// commit, and after an interruption it uses no cached value unchecked.

import type { Logger } from 'pino'
import type { Database } from '../../base/db/database.ts'

/** The caches, queues and pages that must follow changes. */
export interface ChangeFollowers {
  configurations: { forget(workspaceId: number): void; forgetAll(): void }
  names: { forget(workspaceId: number): void; forgetAll(): void }
  keys: { forgetWorkspace(workspaceId: number): void; forgetAll(): void }
  queues: {
    changed(workspaceId: number, queueDayId: number): void
    boardsChanged(workspaceId: number): void
    missedChanges(): void
  }
  /** Open dashboards, which reload what has changed. */
  dashboards: {
    configurationChanged(workspaceId: number): void
    /**
     * Called when a period was blocked or freed, or the waiting list, a till, a practitioner's
     * delay or a board has changed.
     */
    timesChanged(workspaceId: number): void
    queueChanged(workspaceId: number): void
    patientChanged(workspaceId: number, patientId: number): void
    missedChanges(): void
  }
  /**
   * The clock, which can be moved in a sandbox. `isHeard`: a notification that it was moved has
   * arrived, and work may be due.
   */
  followClock(isHeard: boolean): void
}

/** Whether the database is unavailable, as seen by the listening connection. */
export interface Presence {
  isUnavailable: boolean
}

/**
 * Listens until the database is closed; updates `presence`, and logs once when the database becomes
 * unavailable or available again.
 */
export function followChanges(
  database: Database,
  { configurations, names, keys, queues, dashboards, followClock }: ChangeFollowers,
  presence: Presence,
  log: Logger,
): void {
  database.listen('clinic_changes', {
    heard(notice) {
      const [subject, workspaceId, id] = notice.split(' ')
      if (subject === 'workspace') {
        configurations.forget(Number(workspaceId))
        names.forget(Number(workspaceId))
        // Room doors and practitioners' names are in the clinic file, and a suspended clinic has no
        // boards.
        queues.boardsChanged(Number(workspaceId))
        dashboards.configurationChanged(Number(workspaceId))
      }
      if (subject === 'keys') keys.forgetWorkspace(Number(workspaceId))
      if (subject === 'queue') {
        queues.changed(Number(workspaceId), Number(id))
        dashboards.queueChanged(Number(workspaceId))
      }
      if (subject === 'boards') {
        queues.boardsChanged(Number(workspaceId))
        dashboards.timesChanged(Number(workspaceId))
      }
      if (['blocks', 'waiting', 'late', 'till'].includes(subject ?? ''))
        dashboards.timesChanged(Number(workspaceId))
      if (subject === 'patient') dashboards.patientChanged(Number(workspaceId), Number(id))
      if (subject === 'installation') followClock(true)
    },
    connected() {
      if (presence.isUnavailable) log.warn('the database is available again')
      presence.isUnavailable = false
      configurations.forgetAll()
      names.forgetAll()
      keys.forgetAll()
      queues.missedChanges()
      dashboards.missedChanges()
      followClock(false)
    },
    lost(reason) {
      if (!presence.isUnavailable)
        log.warn(
          { reason },
          'the database is unavailable: requests are refused with 503 until it is available again',
        )
      presence.isUnavailable = true
    },
  })
}
