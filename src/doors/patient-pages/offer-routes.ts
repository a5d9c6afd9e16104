// The forms that accept and decline an offer, under the link in its message.

import type { LivePage, PageAnswer, Sent } from '../../base/http/pages.ts'
import { Problem } from '../../base/values/problem.ts'
import { acceptOffer, giveUpOffer, stateAt } from '../../visits/appointments/offers.ts'
import { actorOf, isFromElsewhere, linkedAt, linkPage, shown, unknownPage, type VisitPageServices, viewedOf, wayTo } from './link-answers.ts'
import { declineScreen, offerScreen } from './offer-page.ts'
import type { PageOfOffer } from './visit/visit.ts'

export function offerPages(services: VisitPageServices): LivePage[] {
  const { database, clock, publicUrl } = services

  /**
   * Performs the action and redirects to the page, which shows the result, even if the time cannot
   * be booked.
   */
  function answering(path: string, act: (offer: PageOfOffer, sent: Sent) => Promise<unknown>): LivePage {
    const answer = async ({ token = '' }: Record<string, string>, sent: Sent): Promise<PageAnswer> => {
      const offer = await linkedAt(database, token, clock.now())
      if (!offer || isFromElsewhere(sent.headers, new URL(publicUrl()).origin)) return unknownPage(sent)
      if (offer.kind !== 'OFFER') return wayTo(token)
      try {
        await act(offer, sent)
        return wayTo(token)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const now = await linkedAt(database, token, clock.now())
        if (now?.kind !== 'OFFER') return now ? wayTo(token) : unknownPage(sent)
        const said = error.code === 'OFFER_OVER' ? undefined : 'offerGone'
        const viewed = { ...viewedOf(now, token, sent, clock.now()), said } as const
        return shown(viewed, offerScreen(viewed), 409)
      }
    }
    return linkPage(path, answer, 'POST')
  }

  async function declineAnswer({ token = '' }: Record<string, string>, sent: Sent): Promise<PageAnswer> {
    const offer = await linkedAt(database, token, clock.now())
    if (!offer) return unknownPage(sent)
    if (offer.kind !== 'OFFER' || stateAt(offer, clock.now()) !== 'OPEN') return wayTo(token)
    const viewed = viewedOf(offer, token, sent, clock.now())
    return shown(viewed, declineScreen(viewed))
  }

  return [
    linkPage('/visit/:token/accept', async ({ token = '' }, sent) => ((await linkedAt(database, token, clock.now())) ? wayTo(token) : unknownPage(sent))),
    linkPage('/visit/:token/decline', declineAnswer),
    answering('/visit/:token/accept', ({ workspaceId, id }, sent) => acceptOffer(services, { ...actorOf(sent), workspaceId }, id)),
    answering('/visit/:token/decline', ({ workspaceId, id }) =>
      database.transaction((queries) => giveUpOffer(queries, workspaceId, id, 'DECLINED', clock.now())),
    ),
  ]
}
