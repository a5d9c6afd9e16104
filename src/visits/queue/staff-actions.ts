// The actions of staff on a queue visit, in one table: the statuses from which each is possible,
// and the resulting status. All others are refused.

import type { VisitStatus } from './visit-status.ts'

interface StaffAction {
  from: readonly VisitStatus[]
  to: VisitStatus
  /** The recorded event. */
  event: string
  /**
   * Whether the action is allowed only while the queue is running; otherwise also before it starts.
   */
  onlyRunning: boolean
  /** The participle in messages: `A-12 is waiting and cannot be completed`. */
  participle: string
}

export const staffActions = {
  call: {
    from: ['WAITING'],
    to: 'CALLED',
    event: 'CALLED',
    onlyRunning: true,
    participle: 'called',
  },
  recall: {
    from: ['CALLED'],
    to: 'CALLED',
    event: 'RECALLED',
    onlyRunning: true,
    participle: 'called again',
  },
  skip: {
    from: ['WAITING', 'CALLED'],
    to: 'SKIPPED',
    event: 'SKIPPED',
    onlyRunning: true,
    participle: 'skipped',
  },
  bringBack: {
    from: ['SKIPPED', 'NO_SHOW'],
    to: 'WAITING',
    event: 'BROUGHT_BACK',
    onlyRunning: true,
    participle: 'brought back',
  },
  begin: {
    from: ['WAITING', 'CALLED'],
    to: 'IN_CONSULTATION',
    event: 'BEGUN',
    onlyRunning: true,
    participle: 'seen',
  },
  complete: {
    from: ['IN_CONSULTATION'],
    to: 'COMPLETED',
    event: 'COMPLETED',
    onlyRunning: true,
    participle: 'completed',
  },
  noShow: {
    from: ['WAITING', 'CALLED', 'SKIPPED'],
    to: 'NO_SHOW',
    event: 'NO_SHOW',
    onlyRunning: true,
    participle: 'marked as absent',
  },
  cancel: {
    from: ['WAITING', 'CALLED', 'SKIPPED', 'NO_SHOW'],
    to: 'CANCELLED',
    event: 'CANCELLED',
    onlyRunning: false,
    participle: 'cancelled',
  },
  /**
   * If there was a call before the consultation, undoing the consultation restores the call
   * (`undo`).
   */
  undo: {
    from: ['CALLED', 'IN_CONSULTATION'],
    to: 'WAITING',
    event: 'TAKEN_BACK',
    onlyRunning: true,
    participle: 'taken back',
  },
  move: {
    from: ['WAITING'],
    to: 'WAITING',
    event: 'MOVED',
    onlyRunning: false,
    participle: 'moved',
  },
} as const satisfies Record<string, StaffAction>

export type StaffActionName = keyof typeof staffActions

/**
 * What happens to visits that are still open when their queue ends: visits in consultation are
 * completed, skipped ones are no-shows, called and waiting ones are cancelled.
 */
export const statusAtEnd = {
  IN_CONSULTATION: 'COMPLETED',
  SKIPPED: 'NO_SHOW',
  CALLED: 'CANCELLED',
  WAITING: 'CANCELLED',
} as const satisfies Partial<Record<VisitStatus, VisitStatus>>

export type StatusAtEnd = (typeof statusAtEnd)[keyof typeof statusAtEnd]
