// Shared code of the pages behind links: what a link leads to, who uses it, and the answers for unknown links.

import type { IncomingHttpHeaders } from 'node:http'
import type { Database } from '../../base/db/database.ts'
import { htmlType, pageHeaders } from '../../base/http/html.ts'
import type { LivePage, PageAnswer, Sent } from '../../base/http/pages.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { linkMs, visitOfToken, visitPath } from '../../clinic/notices/visit-links.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import type { ChangeServices } from '../../visits/appointments/change-status.ts'
import type { VideoServices } from '../../visits/video/enter-video.ts'
import { busyPage, sentencePage, sentenceStyle } from './frame.ts'
import { pageLanguages } from './settings.ts'
import { shownPack } from './shown-pack.ts'
import { shownOffer, shownVisit } from './visit/visit.ts'
import { type Linked, type Viewed, visitHeaders } from './visit/visit-page.ts'
import { languageOf, localeOf, wordsIn } from './words/words.ts'

export interface VisitPageServices extends ChangeServices, VideoServices {
  gate: ConsentGate
  publicUrl(): string
}

/** The visit, offer or pack of a link token, until a month after it. */
export async function linkedAt(database: Database, token: string, now: Instant): Promise<Linked | undefined> {
  const found = await visitOfToken(database, token)
  if (!found) return undefined
  const { workspaceId, offerId, patientPackId } = found
  const linked =
    (await shownVisit(database, found)) ??
    (offerId === null ? undefined : await shownOffer(database, { workspaceId, offerId })) ??
    (patientPackId === null ? undefined : await shownPack(database, { workspaceId, patientPackId }))
  return linked && now <= linked.toAt + linkMs ? linked : undefined
}

export const actorOf = ({ address, requestId }: Sent) => ({ kind: 'visit link', address, requestId }) as const

/**
 * Whether a browser reports that a form was sent from another site. Older browsers without that header send the origin, or nothing for a
 * page without a referrer.
 */
export function isFromElsewhere({ 'sec-fetch-site': site, origin }: IncomingHttpHeaders, ownOrigin: string): boolean {
  if (site !== undefined) return site !== 'same-origin'
  return origin !== undefined && origin !== 'null' && origin !== ownOrigin
}

export function viewedOf<Shown extends Linked>(visit: Shown, token: string, { headers }: Sent, now: Instant): Viewed<Shown> {
  const language = languageOf(headers['accept-language'], visit.settings?.languages ?? pageLanguages)
  return { visit, path: visitPath(token), language, locale: localeOf(headers['accept-language'], language), now }
}

export const shown = ({ visit }: Viewed<Linked>, content: string, status = 200): PageAnswer => ({
  status,
  type: htmlType,
  headers: visitHeaders(visit.settings ?? {}),
  content,
})

const unknownHeaders = { ...pageHeaders({ style: sentenceStyle }), 'cache-control': 'no-store', vary: 'accept-language' }

export function unknownPage({ headers }: Pick<Sent, 'headers'>, status = 404): PageAnswer {
  const language = languageOf(headers['accept-language'])
  const { unknownTitle, unknown } = wordsIn(language)
  return { status, type: htmlType, headers: unknownHeaders, content: sentencePage(language, sentenceStyle, { title: unknownTitle, sentence: unknown }) }
}

export function wayTo(token: string): PageAnswer {
  return { status: 303, type: htmlType, headers: { ...unknownHeaders, location: visitPath(token) }, content: '' }
}

/** A page that is read or, with POST, a form that is sent; both are counted. */
export function linkPage(path: string, answer: LivePage['answer'], method?: 'POST'): LivePage {
  const refused = () => ({ type: htmlType, headers: unknownHeaders, content: busyPage('en') })
  return { path, ...(method && { method }), isCounted: true, answer, refused }
}
