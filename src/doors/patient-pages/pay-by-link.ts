// Payments on the page of a visit, a token or a session pack: for an unpaid booking, and for an
// abandoned checkout (MINE-02).

import type { LivePage, PageAnswer, Sent } from '../../base/http/pages.ts'
import { PassedThrough } from '../../base/values/passed-through.ts'
import { Problem } from '../../base/values/problem.ts'
import { visitPath } from '../../clinic/notices/visit-links.ts'
import type { CheckoutServices, SettledBy } from '../../money/checkout/checkout-services.ts'
import { endCheckout } from '../../money/checkout/close-checkout.ts'
import { askGateway } from '../../money/checkout/confirm.ts'
import { payLater } from '../../money/checkout/pay-later.ts'
import type { PayableName } from '../../money/payments/payable-name.ts'
import { latestSessionOf } from '../../money/payments/payment-session.ts'
import { actorOf, linkPage, shown, unknownPage, type VisitPageServices, viewedOf, wayTo } from './link-answers.ts'
import type { PageOfPack } from './shown-pack.ts'
import type { ShownVisit } from './visit/visit.ts'
import { type Allowed, payingScreen } from './visit/visit-page.ts'

/** What is paid on its page. */
export type ShownPayable = ShownVisit | PageOfPack

/** What a form does to the target of its link, with the parameters of its path. */
export type Act<Shown, Done> = (shown: Shown, sent: Sent, parameters: Record<string, string>) => Promise<Done>

/** How such a page handles its forms. */
interface Forms {
  payableAt(token: string): Promise<ShownPayable | undefined>
  /** The action returns what is shown. */
  answering(path: string, act: Act<ShownPayable, PageAnswer>): LivePage
}

const kinds = { VISIT: 'APPOINTMENT', TOKEN: 'VISIT', PACK: 'SESSION_PACK' } as const
const payableOf = ({ kind, id }: ShownPayable): PayableName => ({ kind: kinds[kind], id })
const isOver = (shown: ShownPayable) => (shown.kind === 'PACK' ? shown.isEnded : shown.status === 'CANCELLED')

export function paymentsByLink(services: VisitPageServices & CheckoutServices) {
  const { database, configurations, gateways, clock, publicUrl } = services

  async function byOf({ workspaceId }: ShownPayable, sent: Sent): Promise<SettledBy> {
    const { notices } = await configurations.of(workspaceId)
    return { workspaceId, actor: actorOf(sent), notices, clock }
  }

  /**
   * What the patient can do about the payment: nothing if nothing is owed, or if the clinic takes
   * no payments online.
   */
  async function payableNow(visit: ShownPayable): Promise<Allowed['pay']> {
    const { workspaceId, paymentStatus, payableMinor, deskMinor } = visit
    const isOwed = paymentStatus === 'UNPAID' || paymentStatus === 'PENDING'
    if (!isOwed || isOver(visit) || payableMinor === 0 || deskMinor > 0) return undefined
    const { paymentGateway } = await configurations.of(workspaceId)
    if (!(await gateways.of(workspaceId, paymentGateway))) return undefined
    const hasCheckout = paymentStatus === 'PENDING' && (await latestSessionOf(database, workspaceId, payableOf(visit))) !== undefined
    return hasCheckout ? 'CONTINUE' : 'BEGIN'
  }

  /** Opens the checkout, and leads to it: by a header, since browsers let a form of this page lead to no other site. */
  async function pay(visit: ShownPayable, sent: Sent, { token = '' }: Record<string, string>): Promise<PageAnswer> {
    const returnUrl = `${publicUrl()}${visitPath(token)}/paid`
    const url = await payLater(services, await byOf(visit, sent), { payable: payableOf(visit), returnUrl })
    const viewed = viewedOf(visit, token, sent, clock.now())
    const { headers, ...answer } = shown(viewed, payingScreen(viewed, url))
    return { ...answer, headers: { ...headers, refresh: `0; url=${url}` } }
  }

  /** Closes the checkout: the patient pays at the clinic. */
  async function payAtClinic(visit: ShownPayable, sent: Sent, { token = '' }: Record<string, string>): Promise<PageAnswer> {
    await endCheckout(services, await byOf(visit, sent), await latestSessionOf(database, visit.workspaceId, payableOf(visit)))
    return wayTo(token)
  }

  /**
   * Records what the gateway reports, for a patient who returns from it; if it does not answer,
   * this is done later.
   */
  async function notePayment(visit: ShownPayable, sent: Sent): Promise<void> {
    const session = await latestSessionOf(database, visit.workspaceId, payableOf(visit))
    if (session?.state !== 'OPEN') return
    await askGateway(services, actorOf(sent), session).catch((error: unknown) => {
      if (!(error instanceof Problem || error instanceof PassedThrough)) throw error
    })
  }

  const [payPath, deskPath] = ['pay', 'pay-at-clinic']

  function pages({ payableAt, answering }: Forms): LivePage[] {
    return [
      answering(`/visit/:token/${payPath}`, pay),
      answering(`/visit/:token/${deskPath}`, payAtClinic),
      // The return from the gateway.
      linkPage('/visit/:token/paid', async ({ token = '' }, sent) => {
        const visit = await payableAt(token)
        if (!visit) return unknownPage(sent)
        await notePayment(visit, sent)
        return wayTo(token)
      }),
    ]
  }

  return { payableNow, pages, actions: [payPath, deskPath] }
}
