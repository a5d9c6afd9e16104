// GET /queue/:publicStatusToken, its link to the video of an online visit (?video), its polling
// (/state) and its stream (/events): the patient's page. The token in the path is the only
// credential, so the answers hold nothing personal, and they end with the clinic's day.

import type { Database } from '../../base/db/database.ts'
import {
  htmlType,
  plainPage,
  plainPageHeaders,
  secretPageHeaders as statusHeaders,
} from '../../base/http/html.ts'
import type { HeldAnswer, LivePage, PageAnswer } from '../../base/http/pages.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { clockAt, dateAt } from '../../base/values/clinic-time.ts'
import { consultationsCounted } from '../../visits/queue/consultation-time.ts'
import type { LiveQueues, WatchedVisit } from '../../visits/queue/live-queues.ts'
import {
  type DayLine,
  type QueueStatus,
  queueStatuses,
  shiftText,
} from '../../visits/queue/queue-status.ts'
import { dayLine, visitByStatusToken } from '../../visits/queue/status-queries.ts'
import { enterVideo, type VideoServices, videoEntry } from '../../visits/video/enter-video.ts'
import { videoByVisitId } from '../../visits/video/queries.ts'
import { statusPage, statusPageHeaders } from './queue-page.ts'

const jsonType = 'application/json; charset=utf-8'
// A page without a stream polls.
const retryAfterSeconds = '60'

const unknownPage: PageAnswer = {
  status: 404,
  type: htmlType,
  headers: plainPageHeaders,
  content: plainPage('Nothing to show', 'This link is unknown, or its day is over.'),
}
const unknownState: PageAnswer = {
  status: 404,
  type: jsonType,
  headers: statusHeaders,
  content: JSON.stringify({ message: 'This link is unknown, or its day is over.' }),
}
const noStream: PageAnswer = {
  status: 503,
  type: jsonType,
  headers: { ...statusHeaders, 'retry-after': retryAfterSeconds },
  content: JSON.stringify({ message: 'No stream can be had now; ask for the state.' }),
}

const closedTexts = {
  EARLY: 'The video visit opens when it is your turn.',
  NOT_CALLED: 'The video visit opens when it is your turn.',
  OVER: 'The video visit is over.',
  NO_ROOM: 'There is no video link right now. Please ask the clinic.',
} as const

export function statusPages(
  services: VideoServices & { database: Database; clock: Clock; queues: LiveQueues },
): LivePage[] {
  const { database, clock, queues } = services

  /** The visit of a page, on its day and before. */
  async function findVisit(token = ''): Promise<WatchedVisit | undefined> {
    if (!/^[0-9a-z]{26}$/.test(token)) return undefined
    const [visit] = await database.rows(visitByStatusToken, { publicStatusToken: token })
    return visit && dateAt(visit.timezone, clock.now()) <= visit.date ? visit : undefined
  }

  async function loadStatus(
    token: string | undefined,
  ): Promise<{ day: DayLine; status: QueueStatus; updated: string } | undefined> {
    const visit = await findVisit(token)
    if (!visit) return undefined
    const { workspaceId, queueDayId, visitId } = visit
    const [day] = await database.rows(dayLine, {
      workspaceId,
      queueDayId,
      visitIds: [visitId],
      consultations: consultationsCounted,
    })
    const now = clock.now()
    const status = day && queueStatuses(day, now)(visitId)
    return status && { day, status, updated: clockAt(day.timezone, now) }
  }

  async function answerPage(token: string | undefined): Promise<PageAnswer> {
    const found = await loadStatus(token)
    if (!found) return unknownPage
    const { day, status, updated } = found
    const content = statusPage({
      ...status,
      shift: shiftText(day),
      timezone: day.timezone,
      updated,
    })
    return { status: 200, type: htmlType, headers: statusPageHeaders, content }
  }

  /**
   * Leads to the video of an online visit once it is called, with a link that is made now
   * (VIDEO-04).
   */
  async function answerVideo(publicStatusToken = ''): Promise<PageAnswer> {
    const found = await findVisit(publicStatusToken)
    const [visit] = found ? await database.rows(videoByVisitId, found) : []
    if (!visit || visit.videoLink === null) return unknownPage
    const now = clock.now()
    const entered = await enterVideo(services, visit, videoEntry(visit, now), 'GUEST', now)
    if ('url' in entered)
      return {
        status: 303,
        type: htmlType,
        headers: { ...plainPageHeaders, 'cache-control': 'no-store', location: entered.url },
        content: '',
      }
    const content = plainPage(
      'Video visit',
      closedTexts[entered.state],
      entered.state === 'NOT_CALLED',
    )
    return {
      status: 200,
      type: htmlType,
      headers: { ...plainPageHeaders, 'cache-control': 'no-store' },
      content,
    }
  }

  async function answerState(token: string | undefined): Promise<PageAnswer> {
    const found = await loadStatus(token)
    if (!found) return unknownState
    return {
      status: 200,
      type: jsonType,
      headers: statusHeaders,
      content: JSON.stringify({ updated: found.updated, view: found.status }),
    }
  }

  async function answerEvents(token: string | undefined): Promise<PageAnswer | HeldAnswer> {
    if (!queues.hasRoom()) return noStream
    const visit = await findVisit(token)
    if (!visit) return unknownState
    return {
      type: 'text/event-stream; charset=utf-8',
      // Proxies might otherwise buffer or compress the stream.
      headers: {
        ...statusHeaders,
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
      hold: (response) => queues.show(visit, response),
    }
  }

  return [
    {
      path: '/queue/:publicStatusToken',
      // The page does not name its token, so that its link to the video is the page with a query.
      answer: ({ publicStatusToken }, { query }) =>
        'video' in query ? answerVideo(publicStatusToken) : answerPage(publicStatusToken),
      // A browser without a script reloads; one with a script never loads the page twice.
      refused: () => ({
        type: htmlType,
        headers: plainPageHeaders,
        content: plainPage(
          'One moment',
          'The queue cannot be shown right now. This page tries again automatically.',
          true,
        ),
      }),
    },
    {
      path: '/queue/:publicStatusToken/state',
      answer: ({ publicStatusToken }) => answerState(publicStatusToken),
    },
    {
      path: '/queue/:publicStatusToken/events',
      answer: ({ publicStatusToken }) => answerEvents(publicStatusToken),
    },
  ]
}
