// The streams of this process: patients' pages watch the line of their day, and boards watch the
// queues of their location.

import type { ServerResponse } from 'node:http'
import type { Database } from '../../base/db/database.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { dateAt } from '../../base/values/clinic-time.ts'
import type { BoardOfLink } from './board/queries.ts'
import { readBoards } from './board/read-boards.ts'
import { consultationsCounted } from './consultation-time.ts'
import {
  defaultStreamLimits,
  liveStreams,
  type SharedReading,
  type StreamLimits,
} from './live-streams.ts'
import { showQueue, type WriteQueue } from './queue-status.ts'
import { dayLine } from './status-queries.ts'

/** A visit whose page is open. */
export interface WatchedVisit {
  workspaceId: number
  queueDayId: number
  visitId: number
}

export interface LiveQueues {
  /** Whether a stream is available now. */
  hasRoom(): boolean
  /**
   * Streams the state of a visit and its changes to its page, in the language of its viewer, until
   * the visit is over.
   */
  show(visit: WatchedVisit, locale: string, response: ServerResponse): void
  /** Streams the content of a board to its page, until its link is no longer valid. */
  showBoard(board: Pick<BoardOfLink, 'workspaceId' | 'tokenHash'>, response: ServerResponse): void
  /** Reports that staff changed something in a queue. */
  changed(workspaceId: number, queueDayId: number): void
  /**
   * Reports that a workspace's boards have new links or new content, because shifts or names have
   * changed.
   */
  boardsChanged(workspaceId: number): void
  /** Reports that changes may have been missed, or that the clock was moved. */
  missedChanges(): void
  streams(): number
  /** Ends all streams and accepts no more. */
  close(): void
}

// A workspace has few boards, and each call appears on at least one: they are read together.
const boards = 'boards'
const dayKey = (queueDayId: number) => `day ${queueDayId}`
const visitRetryMs = { least: 2_000, more: 8_000 }
// A board must be up to date within two seconds.
const boardRetryMs = { least: 500, more: 500 }

export function liveQueues(
  {
    database,
    clock,
    writeQueue,
    onFailure,
  }: { database: Database; clock: Clock; writeQueue: WriteQueue; onFailure(error: unknown): void },
  limits: StreamLimits = defaultStreamLimits,
): LiveQueues {
  const streams = liveStreams(limits, onFailure)

  async function readDay(
    workspaceId: number,
    queueDayId: number,
    viewers: string[],
  ): Promise<SharedReading> {
    const day = {
      workspaceId,
      queueDayId,
      visitIds: viewers.map(Number),
      consultations: consultationsCounted,
    }
    const [line] = await database.rows(dayLine, day)
    const now = clock.now()
    if (line === undefined || dateAt(line.timezone, now) > line.date)
      return { updated: () => '', viewFor: () => undefined }
    const shown = showQueue(line, now, writeQueue)
    return {
      updated: ({ locale = '' }) => shown.updated(locale),
      viewFor({ viewer, locale = '' }) {
        const view = shown.statusFor(Number(viewer), locale)
        return view && { view, isOver: view.isOver }
      },
    }
  }

  async function readBoardViews(viewers: string[]): Promise<SharedReading> {
    const views = await readBoards(database, viewers, clock.now())
    return {
      updated: () => String(Math.floor(clock.now())),
      viewFor({ viewer }) {
        const view = views.get(viewer)
        return view && { view, isOver: false }
      },
    }
  }

  return {
    hasRoom: streams.hasRoom,

    show({ workspaceId, queueDayId, visitId }, locale, response) {
      const { perVisitMax: perViewerMax, rereadMs } = limits
      const readViews = (viewers: string[]) => readDay(workspaceId, queueDayId, viewers)
      streams.show(
        {
          workspaceId,
          what: dayKey(queueDayId),
          viewer: String(visitId),
          locale,
          perViewerMax,
          rereadMs,
          retryMs: visitRetryMs,
          read: readViews,
        },
        response,
      )
    },

    showBoard({ workspaceId, tokenHash: viewer }, response) {
      const { perBoardMax: perViewerMax, boardRereadMs: rereadMs } = limits
      streams.show(
        {
          workspaceId,
          what: boards,
          viewer,
          perViewerMax,
          rereadMs,
          retryMs: boardRetryMs,
          read: readBoardViews,
        },
        response,
      )
    },

    changed(workspaceId, queueDayId) {
      streams.changed(workspaceId, dayKey(queueDayId))
      streams.changed(workspaceId, boards)
    },

    boardsChanged: (workspaceId) => streams.changed(workspaceId, boards),
    missedChanges: streams.missedChanges,
    streams: streams.count,
    close: streams.close,
  }
}
