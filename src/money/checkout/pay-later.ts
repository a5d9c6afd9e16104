// Pays online for a visit, a token or a pack that was booked earlier without a payment (MINE-02).
// The booking gets its own checkout, and is unchanged if no payment arrives.
// docs/decisions/money.md

import { Problem } from '../../base/values/problem.ts'
import { type PayableName, payableIds } from '../payments/payable-name.ts'
import { beginSession, findLatestSession } from '../payments/payment-session.ts'
import { countSessionsOfPayable, type PaymentSession } from '../payments/payment-session-queries.ts'
import { type CheckoutServices, lockPayable, type SettlementContext } from './checkout-services.ts'
import { endCheckout } from './close-checkout.ts'
import { problem } from './problems.ts'
import { payableById } from './queries.ts'
import { openCheckoutSession, toNewSession } from './reserve.ts'

/**
 * How many checkouts the owner of a link can open for one payable; each is closed before the next.
 */
const checkoutsMax = 20

/** What is paid for, and for whom. */
interface LaterPayment {
  payable: PayableName
  /** Where the patient goes after the checkout. */
  returnUrl: string
}

/**
 * Opens a checkout for the whole price, unless one is open, and returns the address of its page.
 * Throws a problem, or the gateway's answer; the booking is then unchanged.
 * @throws {Problem} PAYABLE_ALREADY_SETTLED, PAYABLE_CANCELLED, PAYABLE_PARTLY_PAID, PAYMENT_PENDING, TOO_MANY_CHECKOUTS, GATEWAY_NOT_CONFIGURED,
 *   GATEWAY_NOT_REACHED
 */
export async function payLater(
  services: CheckoutServices,
  context: SettlementContext,
  { payable, returnUrl }: LaterPayment,
): Promise<string> {
  const { database, clock } = services
  const isOpen = (session: PaymentSession | undefined) =>
    session?.state === 'OPEN' && clock.now() < session.heldUntil
  const latestSession = await findLatestSession(database, context.workspaceId, payable)
  // A checkout that is being opened is opened again: its gateway recognises it.
  if (!isOpen(latestSession) && latestSession?.state !== 'OPENING')
    await endCheckout(services, context, latestSession)
  const { session, isFirst } = await beginCheckout(services, context, { payable, returnUrl })
  if (session.checkoutUrl !== null) return session.checkoutUrl
  try {
    const { workspaceId, actor } = context
    const { checkoutUrl } = await openCheckoutSession(
      services,
      { caller: { ...actor, workspaceId }, key: undefined },
      { isFirst, reference: null, patientId: 0, shown: {} },
      session,
    )
    return String(checkoutUrl)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'BOOKED_WITHOUT_CHECKOUT') throw problem('GATEWAY_NOT_REACHED')
    // The same page in another tab began one slightly earlier.
    const now =
      error.code === 'RESERVATION_ENDED'
        ? await findLatestSession(database, context.workspaceId, payable)
        : undefined
    if (isOpen(now) && now?.checkoutUrl) return now.checkoutUrl
    throw error
  }
}

/** The payment session to open; begins one, in one transaction, if there is none. */
async function beginCheckout(
  services: CheckoutServices,
  context: SettlementContext,
  { payable, returnUrl }: LaterPayment,
): Promise<{ session: PaymentSession; isFirst: boolean }> {
  const { database, configurations, gateways } = services
  const { workspaceId } = context
  const { paymentGateway, title } = await configurations.of(workspaceId)
  const gateway = await gateways.of(workspaceId, paymentGateway)
  if (!gateway) throw problem('GATEWAY_NOT_CONFIGURED')
  return database.transaction(async (queries) => {
    const lockedPayable = await lockPayable(queries, context, payable)
    const [payableState] = await queries.rows(payableById, { workspaceId, ...payableIds(payable) })
    if (!payableState) throw problem('PAYMENT_NOT_FOUND')
    const { paymentStatus, isOver, deskMinor, dueMinor, paymentMode, hasOpenCheckout, reference } =
      payableState
    const name = reference ?? `pack ${payable.id}`
    if (isOver) throw problem('PAYABLE_CANCELLED', { name })
    if (paymentStatus === 'PAID' || paymentStatus === 'REFUNDED' || dueMinor === 0)
      throw problem('PAYABLE_ALREADY_SETTLED', { name, status: paymentStatus })
    // A checkout is for the whole price.
    if (deskMinor > 0) throw problem('PAYABLE_PARTLY_PAID', { name })
    const latestSession = await findLatestSession(queries, workspaceId, payable)
    if (hasOpenCheckout && latestSession) return { session: latestSession, isFirst: false }
    const [sessionCount] = await queries.rows(countSessionsOfPayable, {
      workspaceId,
      ...payableIds(payable),
      max: checkoutsMax,
    })
    if ((sessionCount?.count ?? 0) >= checkoutsMax) throw problem('TOO_MANY_CHECKOUTS', { name })
    await lockedPayable.setPayment('PENDING', 'ONLINE')
    const sessionInput = {
      workspaceId,
      returnUrl,
      deskPaymentMode: paymentMode,
      contactHash: null,
      keepsBooking: true,
    }
    const session = toNewSession(
      services,
      sessionInput,
      { ...payableState, payable },
      { gateway: gateway.name, payee: title },
    )
    return { session: await beginSession(queries, session), isFirst: true }
  })
}
