// GET /queue/:publicStatusToken, its link to the video of an online visit (?video), its polling
// (/state) and its stream (/events): the patient's page. The token in the path is the only
// credential, so the answers hold nothing personal, and they end with the clinic's day.

import type { IncomingHttpHeaders } from 'node:http'
import type { Database } from '../../base/db/database.ts'
import { htmlType, plainPage, plainPageHeaders, secretPageHeaders } from '../../base/http/html.ts'
import type { HeldAnswer, LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { dateAt } from '../../base/values/clinic-time.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import { consultationsCounted } from '../../visits/queue/consultation-time.ts'
import type { LiveQueues, WatchedVisit } from '../../visits/queue/live-queues.ts'
import { type DayLine, type ShownStatus, showQueue } from '../../visits/queue/queue-status.ts'
import { dayLine, visitByStatusToken } from '../../visits/queue/status-queries.ts'
import { enterVideo, type VideoServices, videoEntry } from '../../visits/video/enter-video.ts'
import { videoByVisitId } from '../../visits/video/queries.ts'
import { legalLinks } from './frame.ts'
import { statusPage, statusPageHeaders } from './queue-page.ts'
import { type QueueReader, queueReader, shiftText, writeQueue } from './queue-texts.ts'
import { loadWords } from './words.ts'

const jsonType = 'application/json; charset=utf-8'
// A page without a stream polls.
const retryAfterSeconds = '60'

const vary = { vary: 'accept-language' }
const statusHeaders = { ...secretPageHeaders, ...vary }
const sentenceHeaders = { ...plainPageHeaders, ...vary }

const queueWords = ({ language, locale }: QueueReader) => loadWords(language, locale)

/**
 * The answer for an unknown link. It is the same for all such links, so only the browser determines
 * its language.
 */
function unknownPage({ headers }: PageRequest): PageAnswer {
  const reader = queueReader(headers)
  const { unknownTitle, queueUnknown } = queueWords(reader)
  return {
    status: 404,
    type: htmlType,
    headers: sentenceHeaders,
    content: plainPage(unknownTitle, queueUnknown, reader),
  }
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

const closedWords = {
  EARLY: 'videoCall',
  NOT_CALLED: 'videoCall',
  OVER: 'videoOver',
  NO_ROOM: 'queueVideoNone',
} as const

/** A browser without scripts reloads the page; one with scripts never loads it twice. */
function refusedPage(headers: IncomingHttpHeaders): Omit<PageAnswer, 'status'> {
  const reader = queueReader(headers)
  const { busyTitle, queueBusy } = queueWords(reader)
  return {
    type: htmlType,
    headers: sentenceHeaders,
    content: plainPage(busyTitle, queueBusy, { ...reader, triesAgain: true }),
  }
}

export function statusPages(
  services: VideoServices & {
    database: Database
    configurations: Configurations
    clock: Clock
    queues: LiveQueues
  },
): LivePage[] {
  const { database, configurations, clock, queues } = services

  /** The visit of a page, on its day and earlier. */
  async function findVisit(
    token: string | undefined,
    { headers }: PageRequest,
  ): Promise<{ visit: WatchedVisit; reader: QueueReader } | undefined> {
    if (token === undefined || !/^[0-9a-z]{26}$/.test(token)) return undefined
    const [visit] = await database.rows(visitByStatusToken, { publicStatusToken: token })
    return visit && dateAt(visit.timezone, clock.now()) <= visit.date
      ? { visit, reader: queueReader(headers, visit.languages) }
      : undefined
  }

  async function loadStatus(
    token: string | undefined,
    request: PageRequest,
  ): Promise<
    | {
        workspaceId: number
        reader: QueueReader
        day: DayLine
        status: ShownStatus
        updated: string
      }
    | undefined
  > {
    const found = await findVisit(token, request)
    if (!found) return undefined
    const { reader } = found
    const { workspaceId, queueDayId, visitId } = found.visit
    const [day] = await database.rows(dayLine, {
      workspaceId,
      queueDayId,
      visitIds: [visitId],
      consultations: consultationsCounted,
    })
    if (!day) return undefined
    const shown = showQueue(day, clock.now(), writeQueue)
    const status = shown.statusFor(visitId, reader.locale)
    return status && { workspaceId, reader, day, status, updated: shown.updated(reader.locale) }
  }

  async function answerPage(token: string | undefined, request: PageRequest): Promise<PageAnswer> {
    const found = await loadStatus(token, request)
    if (!found) return unknownPage(request)
    const { workspaceId, reader, day, status, updated } = found
    const configuration = await configurations.of(workspaceId)
    const content = statusPage(reader, {
      ...status,
      shift: shiftText(reader.locale, day),
      timezone: day.timezone,
      updated,
      legal: legalLinks(configuration, reader.language, reader.locale),
    })
    return { status: 200, type: htmlType, headers: { ...statusPageHeaders, ...vary }, content }
  }

  /**
   * Leads to the video of an online visit once it is called, with a link that is made now
   * (VIDEO-04).
   */
  async function answerVideo(token: string | undefined, request: PageRequest): Promise<PageAnswer> {
    const found = await findVisit(token, request)
    const [visit] = found ? await database.rows(videoByVisitId, found.visit) : []
    if (!found || !visit || visit.videoLink === null) return unknownPage(request)
    const now = clock.now()
    const entered = await enterVideo(services, visit, videoEntry(visit, now), 'GUEST', now)
    if ('url' in entered)
      return {
        status: 303,
        type: htmlType,
        headers: { ...sentenceHeaders, 'cache-control': 'no-store', location: entered.url },
        content: '',
      }
    const words = queueWords(found.reader)
    const content = plainPage(words.queueVideo, words[closedWords[entered.state]], {
      ...found.reader,
      triesAgain: entered.state === 'NOT_CALLED',
    })
    return {
      status: 200,
      type: htmlType,
      headers: { ...sentenceHeaders, 'cache-control': 'no-store' },
      content,
    }
  }

  async function answerState(token: string | undefined, request: PageRequest): Promise<PageAnswer> {
    const found = await loadStatus(token, request)
    if (!found) return unknownState
    return {
      status: 200,
      type: jsonType,
      headers: statusHeaders,
      content: JSON.stringify({ updated: found.updated, view: found.status }),
    }
  }

  async function answerEvents(
    token: string | undefined,
    request: PageRequest,
  ): Promise<PageAnswer | HeldAnswer> {
    if (!queues.hasRoom()) return noStream
    const found = await findVisit(token, request)
    if (!found) return unknownState
    return {
      type: 'text/event-stream; charset=utf-8',
      // Proxies might otherwise buffer or compress the stream.
      headers: {
        ...statusHeaders,
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
      hold: (response) => queues.show(found.visit, found.reader.locale, response),
    }
  }

  return [
    {
      path: '/queue/:publicStatusToken',
      // The page does not contain its token, so its link to the video is the page's own path with a
      // query.
      answer: ({ publicStatusToken }, request) =>
        'video' in request.query
          ? answerVideo(publicStatusToken, request)
          : answerPage(publicStatusToken, request),
      refused: (_status, headers) => refusedPage(headers),
    },
    {
      path: '/queue/:publicStatusToken/state',
      answer: ({ publicStatusToken }, request) => answerState(publicStatusToken, request),
    },
    {
      path: '/queue/:publicStatusToken/events',
      answer: ({ publicStatusToken }, request) => answerEvents(publicStatusToken, request),
    },
  ]
}
