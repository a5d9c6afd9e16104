// GET /video/:room: the link of an online visit that the clinic's server, or the sandbox, opens a
// room for. It leads there as a guest, with a link created at that moment; before and after, it
// shows when the video is open. The room is the only credential.

import type { Database } from '../../base/db/database.ts'
import { escaped, htmlType, pageHeaders } from '../../base/http/html.ts'
import type { LivePage, PageAnswer, Sent } from '../../base/http/pages.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { videoRoomForm } from '../../base/values/video-link.ts'
import { visitPath } from '../../clinic/notices/visit-links.ts'
import { type Entered, enterVideo, entryOf, type VideoServices } from '../../visits/video/enter-video.ts'
import { videoOfRoom } from '../../visits/video/queries.ts'
import { roomPath } from '../../visits/video/room-path.ts'
import { sentencePage, sentenceStyle } from './frame.ts'
import { linkPage, unknownPage, type VisitPageServices, wayTo } from './link-answers.ts'
import { type ShownVisit, videoEntryOf } from './visit/visit.ts'
import { dayAndClock, videoSentence } from './visit/visit-page.ts'
import { filledText, languageOf, localeOf, wordsIn } from './words/words.ts'

const headers = { ...pageHeaders({ style: sentenceStyle }), 'cache-control': 'no-store', vary: 'accept-language' }

/** Redirects to a newly created link, or says why there is none. `back`: the page to return to. */
function videoPage(entered: Entered, { sent, timezone, back }: { sent: Pick<Sent, 'headers'>; timezone: string; back?: string }): PageAnswer {
  if ('url' in entered) return { status: 303, type: htmlType, headers: { ...headers, location: entered.url }, content: '' }
  const language = languageOf(sent.headers['accept-language'])
  const locale = localeOf(sent.headers['accept-language'], language)
  const words = wordsIn(language, locale)
  const { sentence, at } = videoSentence(entered, words)
  const text = filledText(sentence, at === null ? {} : { time: dayAndClock(locale, timezone, at) })
  const content = sentencePage(language, sentenceStyle, {
    title: words.online,
    sentence: text,
    ...(back !== undefined && { more: `<p><a href="${escaped(back)}">${escaped(words.back)}</a></p>` }),
  })
  // Being too early is not an error of the reader.
  return { status: 200, type: htmlType, headers, content }
}

/**
 * Leads from the page of a visit to its video as a guest; before and after, it shows when the video
 * is open (VIDEO-04).
 */
export async function videoOfVisitPage(services: VisitPageServices, visit: ShownVisit | undefined, token: string, sent: Sent): Promise<PageAnswer> {
  if (!visit) return unknownPage(sent)
  const now = services.clock.now()
  const entry = videoEntryOf(visit, now)
  if (!entry) return wayTo(token)
  return videoPage(await enterVideo(services, visit, entry, 'GUEST', now), { sent, timezone: visit.timezone, back: visitPath(token) })
}

export function videoPages(services: VideoServices & { database: Database; clock: Clock }): LivePage[] {
  const { database, clock } = services
  return [
    linkPage(roomPath(':room'), async ({ room = '' }, sent) => {
      const [visit] = videoRoomForm.test(room) ? await database.rows(videoOfRoom, { videoRoom: room }) : []
      if (!visit) return unknownPage(sent)
      const now = clock.now()
      return videoPage(await enterVideo(services, visit, entryOf(visit, now), 'GUEST', now), { sent, timezone: visit.timezone })
    }),
  ]
}
