// The forms that accept and decline an offer, under the link in its message.

import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import { Problem } from '../../base/values/problem.ts'
import { acceptOffer, currentOfferState, giveUpOffer } from '../../visits/appointments/offers.ts'
import {
  findLinked,
  isFromElsewhere,
  linkActor,
  linkPage,
  pageAnswer,
  redirectToVisit,
  toPageView,
  unknownPage,
  type VisitPageServices,
} from './link-answers.ts'
import { declineScreen, offerScreen } from './offer-page.ts'
import type { OfferPage } from './visit/visit.ts'

export function offerPages(services: VisitPageServices): LivePage[] {
  const { database, clock, publicUrl } = services

  /**
   * Performs the action and redirects to the page, which shows the result, even if the time cannot
   * be booked.
   */
  function offerFormPage(
    path: string,
    action: (offer: OfferPage, request: PageRequest) => Promise<unknown>,
  ): LivePage {
    const answer = async (
      { token = '' }: Record<string, string>,
      request: PageRequest,
    ): Promise<PageAnswer> => {
      const offer = await findLinked(database, token, clock.now())
      if (!offer || isFromElsewhere(request.headers, new URL(publicUrl()).origin))
        return unknownPage(request)
      if (offer.kind !== 'OFFER') return redirectToVisit(token)
      try {
        await action(offer, request)
        return redirectToVisit(token)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const now = await findLinked(database, token, clock.now())
        if (now?.kind !== 'OFFER') return now ? redirectToVisit(token) : unknownPage(request)
        const message = error.code === 'OFFER_ENDED' ? undefined : 'offerGone'
        const view = { ...toPageView(now, token, request, clock.now()), said: message } as const
        return pageAnswer(view, offerScreen(view), 409)
      }
    }
    return linkPage(path, answer, 'POST')
  }

  async function answerDecline(
    { token = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const offer = await findLinked(database, token, clock.now())
    if (!offer) return unknownPage(request)
    if (offer.kind !== 'OFFER' || currentOfferState(offer, clock.now()) !== 'OPEN')
      return redirectToVisit(token)
    const view = toPageView(offer, token, request, clock.now())
    return pageAnswer(view, declineScreen(view))
  }

  return [
    linkPage('/visit/:token/accept', async ({ token = '' }, request) =>
      (await findLinked(database, token, clock.now()))
        ? redirectToVisit(token)
        : unknownPage(request),
    ),
    linkPage('/visit/:token/decline', answerDecline),
    offerFormPage('/visit/:token/accept', ({ workspaceId, id }, request) =>
      acceptOffer(services, { ...linkActor(request), workspaceId }, id),
    ),
    offerFormPage('/visit/:token/decline', ({ workspaceId, id }) =>
      database.transaction((queries) =>
        giveUpOffer(queries, workspaceId, id, 'DECLINED', clock.now()),
      ),
    ),
  ]
}
