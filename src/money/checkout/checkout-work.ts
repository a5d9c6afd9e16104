// Ends checkouts, as due work. When a hold has expired or its booking was cancelled, the checkout
// is closed at the gateway and read once more; then its booking is confirmed or released. This work
// also watches for late payments; refund-work.ts refunds them.

import { UnrecoverableFailure, type Work, type WorkKind } from '../../base/due-work/work.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { payableIds, toPayableName } from '../payments/payable-name.ts'
import {
  checkoutKind,
  type PaymentSession,
  sessionById,
} from '../payments/payment-session-queries.ts'
import { nextCheck } from '../payments/settlement.ts'
import type { CheckoutServices, SettlementContext } from './checkout-services.ts'
import { closeCheckout } from './close-checkout.ts'
import { payableById } from './queries.ts'
import { isSwept, recheckCheckout, settle } from './settle.ts'

/**
 * The kind of due work that ends checkouts. Its subject is the payment session, and it is planned
 * together with it.
 */
export function checkoutWork(services: CheckoutServices): WorkKind {
  return {
    name: checkoutKind,
    // Retries continue for about a month before an operator is asked.
    attemptsMax: 700,
    async run(work) {
      const { workspaceId, subjectId: id } = work
      const [session] = await services.database.rows(sessionById, { workspaceId, id })
      // A message about it arrived while it was being closed.
      if (session?.state === 'CLOSED') await recheckCheckout(services, session)
      if (!session || isSettled(session)) return undefined
      const [payable] = await services.database.rows(payableById, {
        workspaceId,
        ...payableIds(toPayableName(session)),
      })
      if (!payable) throw new UnrecoverableFailure('the item that it pays for was not found')
      const isWaiting = ['OPENING', 'OPEN'].includes(session.state)
      if (isWaiting && !isSwept(session, payable.isOver, services.clock.now()))
        return session.heldUntil
      return sweep(services, work, session)
    },
  }
}

async function sweep(
  services: CheckoutServices,
  work: Work,
  session: PaymentSession,
): Promise<Instant | undefined> {
  const { database, gateways, configurations, log } = services
  const { workspaceId } = session
  const { notices } = await configurations.of(workspaceId)
  const context: SettlementContext = {
    workspaceId,
    actor: { kind: 'service' },
    notices,
    clock: services.clock,
  }
  const gateway = await gateways.of(workspaceId, session.gateway)
  const reading = await closeCheckout(services, gateway, session)
  if (reading === 'UNTRUE')
    log.warn(
      { workspaceId, paymentSession: session.id },
      'a gateway reported a different amount, currency or payment than requested',
    )

  await database.transaction(async (queries) => {
    const settlement = await settle(queries, context, session, reading)
    if (settlement.step === 'DISPUTE')
      throw new UnrecoverableFailure(
        `the gateway reports other details for payment session ${session.id} than requested: resolve it at the gateway`,
      )
    await work.finishWith(
      queries,
      isSettled(settlement.session) ? undefined : nextCheck(session.heldUntil, settlement.now),
    )
  })
  return undefined
}

/** Whether a payment session needs no further checks; refund-work.ts follows late payments. */
const isSettled = ({ state }: PaymentSession) =>
  state === 'PAID' || state === 'RETURNING' || state === 'RETURNED' || state === 'CLOSED'
