// Payments on the page of a visit, a token or a session pack, for an unpaid booking or an abandoned
// checkout (MINE-02).

import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import { ForwardedAnswer } from '../../base/values/forwarded-answer.ts'
import { Problem } from '../../base/values/problem.ts'
import { visitPath } from '../../clinic/notices/visit-links.ts'
import type { CheckoutServices, SettlementContext } from '../../money/checkout/checkout-services.ts'
import { endCheckout } from '../../money/checkout/close-checkout.ts'
import { askGateway } from '../../money/checkout/confirm.ts'
import { payLater } from '../../money/checkout/pay-later.ts'
import type { PayableName } from '../../money/payments/payable-name.ts'
import { findLatestSession } from '../../money/payments/payment-session.ts'
import {
  linkActor,
  linkPage,
  pageAnswer,
  redirectToVisit,
  toPageView,
  unknownPage,
  type VisitPageServices,
} from './link-answers.ts'
import type { PackPage } from './shown-pack.ts'
import type { ShownVisit } from './visit/visit.ts'
import { type AllowedActions, paymentRedirectScreen } from './visit/visit-page.ts'

/** What can be paid for on its page. */
export type ShownPayable = ShownVisit | PackPage

/** What a form does to the target of its link, given the parameters of its path. */
export type PageAction<Payable, Result> = (
  payable: Payable,
  request: PageRequest,
  parameters: Record<string, string>,
) => Promise<Result>

/** How such a page handles its forms. */
interface PaymentForms {
  payableAt(token: string): Promise<ShownPayable | undefined>
  /** The action returns what is shown. */
  answering(path: string, action: PageAction<ShownPayable, PageAnswer>): LivePage
}

const payableKinds = { VISIT: 'APPOINTMENT', TOKEN: 'VISIT', PACK: 'SESSION_PACK' } as const
const toPayableName = ({ kind, id }: ShownPayable): PayableName => ({
  kind: payableKinds[kind],
  id,
})
const isOver = (payable: ShownPayable) =>
  payable.kind === 'PACK' ? payable.isEnded : payable.status === 'CANCELLED'

export function linkPayments(services: VisitPageServices & CheckoutServices) {
  const { database, configurations, gateways, clock, publicUrl } = services

  async function settlementContext(
    { workspaceId }: ShownPayable,
    request: PageRequest,
  ): Promise<SettlementContext> {
    const { notices } = await configurations.of(workspaceId)
    return { workspaceId, actor: linkActor(request), notices, clock }
  }

  /**
   * What the patient can do about the payment: nothing if nothing is owed, or if the clinic takes
   * no payments online.
   */
  async function paymentStep(visit: ShownPayable): Promise<AllowedActions['pay']> {
    const { workspaceId, paymentStatus, payableMinor, deskMinor } = visit
    const isOwed = paymentStatus === 'UNPAID' || paymentStatus === 'PENDING'
    if (!isOwed || isOver(visit) || payableMinor === 0 || deskMinor > 0) return undefined
    const { paymentGateway } = await configurations.of(workspaceId)
    if (!(await gateways.of(workspaceId, paymentGateway))) return undefined
    const hasCheckout =
      paymentStatus === 'PENDING' &&
      (await findLatestSession(database, workspaceId, toPayableName(visit))) !== undefined
    return hasCheckout ? 'CONTINUE' : 'BEGIN'
  }

  /**
   * Opens the checkout and leads to it by a header, since browsers do not let a form on this page
   * lead to another site.
   */
  async function pay(
    visit: ShownPayable,
    request: PageRequest,
    { token = '' }: Record<string, string>,
  ): Promise<PageAnswer> {
    const returnUrl = `${publicUrl()}${visitPath(token)}/paid`
    const url = await payLater(services, await settlementContext(visit, request), {
      payable: toPayableName(visit),
      returnUrl,
    })
    const view = toPageView(visit, token, request, clock.now())
    const { headers, ...answer } = pageAnswer(view, paymentRedirectScreen(view, url))
    return { ...answer, headers: { ...headers, refresh: `0; url=${url}` } }
  }

  /** Closes the checkout: the patient pays at the clinic. */
  async function payAtClinic(
    visit: ShownPayable,
    request: PageRequest,
    { token = '' }: Record<string, string>,
  ): Promise<PageAnswer> {
    await endCheckout(
      services,
      await settlementContext(visit, request),
      await findLatestSession(database, visit.workspaceId, toPayableName(visit)),
    )
    return redirectToVisit(token)
  }

  /**
   * Records what the gateway reports, for a patient who returns from it; if it does not answer,
   * this is done later.
   */
  async function recordPayment(visit: ShownPayable, request: PageRequest): Promise<void> {
    const session = await findLatestSession(database, visit.workspaceId, toPayableName(visit))
    if (session?.state !== 'OPEN') return
    await askGateway(services, linkActor(request), session).catch((error: unknown) => {
      if (!(error instanceof Problem || error instanceof ForwardedAnswer)) throw error
    })
  }

  const payPath = 'pay'
  const deskPath = 'pay-at-clinic'

  function pages({ payableAt, answering: formPage }: PaymentForms): LivePage[] {
    return [
      formPage(`/visit/:token/${payPath}`, pay),
      formPage(`/visit/:token/${deskPath}`, payAtClinic),
      // Handles the patient's return from the gateway.
      linkPage('/visit/:token/paid', async ({ token = '' }, request) => {
        const visit = await payableAt(token)
        if (!visit) return unknownPage(request)
        await recordPayment(visit, request)
        return redirectToVisit(token)
      }),
    ]
  }

  return { payableNow: paymentStep, pages, actions: [payPath, deskPath] }
}
