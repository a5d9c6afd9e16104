// Shared code of the pages behind links: what a link leads to, who uses it, and the answers for
// unknown links.

import type { IncomingHttpHeaders } from 'node:http'
import type { Database, Queries } from '../../base/db/database.ts'
import { htmlType, pageHeaders } from '../../base/http/html.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { NoticeSubject } from '../../clinic/notices/noticed-visit.ts'
import { findLinkTarget, linkMs, visitPath } from '../../clinic/notices/visit-links.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import type { ChangeServices } from '../../visits/appointments/change-status.ts'
import type { VideoServices } from '../../visits/video/enter-video.ts'
import { sentencePage, sentenceStyle, tooBusyPage } from './frame.ts'
import { pageLanguages } from './settings.ts'
import { findPackPage } from './shown-pack.ts'
import { findOfferPage, findVisitPage } from './visit/visit.ts'
import { type LinkedPage, type PageView, visitHeaders } from './visit/visit-page.ts'
import { chooseLanguage, chooseLocale, loadWords } from './words.ts'

export interface VisitPageServices extends ChangeServices, VideoServices {
  gate: ConsentGate
  publicUrl(): string
}

/** The visit, offer or pack that a link token leads to, until a month after it. */
export async function findLinked(
  database: Database,
  token: string,
  now: Instant,
): Promise<LinkedPage | undefined> {
  const link = await findLinkTarget(database, token)
  return link && findPageOfSubject(database, link, now)
}

/** The same for what a link would lead to. */
export async function findPageOfSubject(
  database: Queries,
  subject: NoticeSubject & { workspaceId: number },
  now: Instant,
): Promise<LinkedPage | undefined> {
  const { workspaceId, offerId, patientPackId } = subject
  const linked =
    (await findVisitPage(database, subject)) ??
    (offerId === null ? undefined : await findOfferPage(database, { workspaceId, offerId })) ??
    (patientPackId === null
      ? undefined
      : await findPackPage(database, { workspaceId, patientPackId }))
  return linked && now <= linked.toAt + linkMs ? linked : undefined
}

export const linkActor = ({ address, requestId }: PageRequest) =>
  ({ kind: 'visit link', from: { address, requestId } }) as const

/**
 * Whether a browser reports that a form was sent from another site. Older browsers without that
 * header send the origin, or nothing for a page without a referrer.
 */
export function isFromElsewhere(
  { 'sec-fetch-site': site, origin }: IncomingHttpHeaders,
  ownOrigin: string,
): boolean {
  if (site !== undefined) return site !== 'same-origin'
  return origin !== undefined && origin !== 'null' && origin !== ownOrigin
}

export function toPageView<Subject extends LinkedPage>(
  visit: Subject,
  token: string,
  { headers }: PageRequest,
  now: Instant,
): PageView<Subject> {
  const language = chooseLanguage(
    headers['accept-language'],
    visit.settings?.languages ?? pageLanguages,
  )
  return {
    visit,
    path: visitPath(token),
    language,
    locale: chooseLocale(headers['accept-language'], language),
    now,
  }
}

export const pageAnswer = (
  { visit }: PageView<LinkedPage>,
  content: string,
  status = 200,
): PageAnswer => ({
  status,
  type: htmlType,
  headers: visitHeaders(visit.settings ?? {}),
  content,
})

const unknownHeaders = {
  ...pageHeaders({ style: sentenceStyle }),
  'cache-control': 'no-store',
  vary: 'accept-language',
}

export function unknownPage({ headers }: Pick<PageRequest, 'headers'>, status = 404): PageAnswer {
  const language = chooseLanguage(headers['accept-language'])
  const { unknownTitle, unknown } = loadWords(language)
  return {
    status,
    type: htmlType,
    headers: unknownHeaders,
    content: sentencePage(language, sentenceStyle, { title: unknownTitle, sentence: unknown }),
  }
}

export function redirectToVisit(token: string): PageAnswer {
  return {
    status: 303,
    type: htmlType,
    headers: { ...unknownHeaders, location: visitPath(token) },
    content: '',
  }
}

/** A page or, with POST, a form, whose requests are counted. */
export function linkPage(path: string, answer: LivePage['answer'], method?: 'POST'): LivePage {
  const busyAnswer = () => ({ type: htmlType, headers: unknownHeaders, content: tooBusyPage('en') })
  return { path, ...(method && { method }), isCounted: true, answer, refused: busyAnswer }
}
