// Payments on the page of a visit or a token: of what was booked unpaid, and of a checkout that was left (MINE-02).

import type { CheckoutServices, SettledBy } from '../checkout/checkout-services.ts'
import { endCheckout } from '../checkout/close-checkout.ts'
import { askGateway } from '../checkout/confirm.ts'
import { payLater } from '../checkout/pay-later.ts'
import type { LivePage, PageAnswer, Sent } from '../http/pages.ts'
import { visitPath } from '../notices/visit-links.ts'
import type { PayableName } from '../payments/payable-name.ts'
import { latestSessionOf } from '../payments/payment-session.ts'
import { PassedThrough } from '../values/passed-through.ts'
import { Problem } from '../values/problem.ts'
import { actorOf, linkPage, shown, unknownPage, type VisitPageServices, viewedOf, wayTo } from './link-answers.ts'
import type { ShownVisit } from './visit.ts'
import { type Allowed, payingScreen } from './visit-page.ts'

/** What a form does: to the visit of its link, with the parameters of its path. */
export type Act<Done> = (visit: ShownVisit, sent: Sent, parameters: Record<string, string>) => Promise<Done>

/** How the page of a visit handles its forms. */
interface Forms {
  visitAt(token: string): Promise<ShownVisit | undefined>
  /** The act says what is shown. */
  answering(path: string, act: Act<PageAnswer>): LivePage[]
  /** The page is shown again. */
  doing(path: string, act: Act<void>): LivePage[]
}

const payableOf = ({ kind, id }: ShownVisit): PayableName => ({ kind: kind === 'TOKEN' ? 'VISIT' : 'APPOINTMENT', id })

export function paymentsByLink(services: VisitPageServices & CheckoutServices) {
  const { database, configurations, gateways, clock, publicUrl } = services

  async function byOf({ workspaceId }: ShownVisit, sent: Sent): Promise<SettledBy> {
    const { notices } = await configurations.of(workspaceId)
    return { workspaceId, actor: actorOf(sent), notices, clock }
  }

  /** What the patient can do about the payment: nothing where nothing is owed, or where the clinic takes no payments online. */
  async function payableNow(visit: ShownVisit): Promise<Allowed['pay']> {
    const { workspaceId, paymentStatus, payableMinor, deskMinor, status } = visit
    const isOwed = paymentStatus === 'UNPAID' || paymentStatus === 'PENDING'
    if (!isOwed || status === 'CANCELLED' || payableMinor === 0 || deskMinor > 0) return undefined
    const { paymentGateway } = await configurations.of(workspaceId)
    if (!(await gateways.of(workspaceId, paymentGateway))) return undefined
    const hasCheckout = paymentStatus === 'PENDING' && (await latestSessionOf(database, workspaceId, payableOf(visit))) !== undefined
    return hasCheckout ? 'CONTINUE' : 'BEGIN'
  }

  /** Opens the checkout, and leads to it: by a header, since browsers let a form of this page lead to no other site. */
  async function pay(visit: ShownVisit, sent: Sent, { token = '' }: Record<string, string>): Promise<PageAnswer> {
    const returnUrl = `${publicUrl()}${visitPath(token)}/paid`
    const url = await payLater(services, await byOf(visit, sent), { payable: payableOf(visit), returnUrl })
    const viewed = viewedOf(visit, token, sent, clock.now())
    const { headers, ...answer } = shown(viewed, payingScreen(viewed, url))
    return { ...answer, headers: { ...headers, refresh: `0; url=${url}` } }
  }

  /** Closes the checkout: the patient pays at the clinic. */
  async function payAtClinic(visit: ShownVisit, sent: Sent): Promise<void> {
    await endCheckout(services, await byOf(visit, sent), await latestSessionOf(database, visit.workspaceId, payableOf(visit)))
  }

  /** Records what the gateway says, for a patient who returns from it; without an answer it is recorded later. */
  async function notePayment(visit: ShownVisit, sent: Sent): Promise<void> {
    const session = await latestSessionOf(database, visit.workspaceId, payableOf(visit))
    if (session?.state !== 'OPEN') return
    await askGateway(services, actorOf(sent), session).catch((error: unknown) => {
      if (!(error instanceof Problem || error instanceof PassedThrough)) throw error
    })
  }

  const [payPath, deskPath] = ['pay', 'pay-at-clinic']

  function pages({ visitAt, answering, doing }: Forms): LivePage[] {
    return [
      ...answering(`/visit/:token/${payPath}`, pay),
      ...doing(`/visit/:token/${deskPath}`, payAtClinic),
      // The way back from the gateway.
      linkPage('/visit/:token/paid', async ({ token = '' }, sent) => {
        const visit = await visitAt(token)
        if (!visit) return unknownPage(sent)
        await notePayment(visit, sent)
        return wayTo(token)
      }),
    ]
  }

  return { payableNow, pages, actions: [payPath, deskPath] }
}
