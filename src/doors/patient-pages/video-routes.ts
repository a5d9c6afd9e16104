// GET /video/:room: the link of an online visit for which the clinic's server, or the sandbox,
// opens a room. It leads guests there, with a link created at that moment; before and afterwards,
// it shows when the video is open. The room is the only credential.

import type { Database } from '../../base/db/database.ts'
import { escapeHtml, htmlType, pageHeaders } from '../../base/http/html.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { videoRoomForm } from '../../base/values/video-link.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import { visitPath } from '../../clinic/notices/visit-links.ts'
import {
  type EntryResult,
  enterVideo,
  type VideoServices,
  videoEntry,
} from '../../visits/video/enter-video.ts'
import { videoByRoom } from '../../visits/video/queries.ts'
import { roomPath } from '../../visits/video/room-path.ts'
import { legalLinks, type PageClinic, sentencePage, sentenceStyle } from './frame.ts'
import { linkPage, redirectToVisit, unknownPage, type VisitPageServices } from './link-answers.ts'
import { type ShownVisit, visitVideoEntry } from './visit/visit.ts'
import { dayAndClock, videoSentence } from './visit/visit-page.ts'
import { chooseLanguage, chooseLocale, fillText, loadWords } from './words.ts'

const headers = {
  ...pageHeaders({ style: sentenceStyle }),
  'cache-control': 'no-store',
  vary: 'accept-language',
}

/**
 * Redirects to a newly created link, or says why there is none. `back` is the page to return to.
 */
function videoPage(
  entry: EntryResult,
  {
    request,
    timezone,
    clinic,
    returnPath,
  }: {
    request: Pick<PageRequest, 'headers'>
    timezone: string
    clinic: Pick<PageClinic, 'legal' | 'workspace'>
    returnPath?: string
  },
): PageAnswer {
  if ('url' in entry)
    return {
      status: 303,
      type: htmlType,
      headers: { ...headers, location: entry.url },
      content: '',
    }
  const language = chooseLanguage(request.headers['accept-language'])
  const locale = chooseLocale(request.headers['accept-language'], language)
  const words = loadWords(language, locale)
  const { sentence, at } = videoSentence(entry, words)
  const text = fillText(sentence, at === null ? {} : { time: dayAndClock(locale, timezone, at) })
  const content = sentencePage(language, sentenceStyle, {
    title: words.online,
    sentence: text,
    more:
      returnPath === undefined
        ? ''
        : `<p><a href="${escapeHtml(returnPath)}">${escapeHtml(words.back)}</a></p>`,
    legal: legalLinks(clinic, language, locale),
  })
  // Coming too early is not the reader's error.
  return { status: 200, type: htmlType, headers, content }
}

/**
 * Leads from the page of a visit to its video as a guest; before and afterwards, shows when the
 * video is open (VIDEO-04).
 */
export async function enterVideoFromVisitPage(
  services: VisitPageServices,
  visit: ShownVisit | undefined,
  token: string,
  request: PageRequest,
): Promise<PageAnswer> {
  if (!visit) return unknownPage(request)
  const now = services.clock.now()
  const entry = visitVideoEntry(visit, now)
  if (!entry) return redirectToVisit(token)
  return videoPage(await enterVideo(services, visit, entry, 'GUEST', now), {
    request,
    timezone: visit.timezone,
    clinic: visit,
    returnPath: visitPath(token),
  })
}

export function videoPages(
  services: VideoServices & { database: Database; configurations: Configurations; clock: Clock },
): LivePage[] {
  const { database, configurations, clock } = services
  return [
    linkPage(roomPath(':room'), async ({ room = '' }, request) => {
      const [visit] = videoRoomForm.test(room)
        ? await database.rows(videoByRoom, { videoRoom: room })
        : []
      if (!visit) return unknownPage(request)
      const now = clock.now()
      return videoPage(await enterVideo(services, visit, videoEntry(visit, now), 'GUEST', now), {
        request,
        timezone: visit.timezone,
        clinic: await configurations.of(visit.workspaceId),
      })
    }),
  ]
}
