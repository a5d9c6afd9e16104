// Ends checkouts, as due work. When a hold has expired or its booking was cancelled, the checkout is closed at the gateway and read once
// more; then its booking is confirmed or given up. Late money is watched for and refunded by refund-work.ts.

import { GiveUp, type Work, type WorkKind } from '../../base/due-work/work.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { payableIds, payableOf } from '../payments/payable-name.ts'
import { checkoutKind, type PaymentSession, sessionById } from '../payments/payment-session-queries.ts'
import { nextLook } from '../payments/settlement.ts'
import type { CheckoutServices, SettledBy } from './checkout-services.ts'
import { closeCheckout } from './close-checkout.ts'
import { payableAt } from './queries.ts'
import { isSwept, lookAgain, settle } from './settle.ts'

/** The kind of due work that ends checkouts. Its subject is the payment session, and it is planned together with it. */
export function checkoutWork(services: CheckoutServices): WorkKind {
  return {
    name: checkoutKind,
    // Retries go on for about a month before an operator is asked.
    attemptsMax: 700,
    async run(work) {
      const { workspaceId, subjectId: id } = work
      const [session] = await services.database.rows(sessionById, { workspaceId, id })
      // News of it arrived while it was being closed.
      if (session?.state === 'CLOSED') await lookAgain(services, session)
      if (!session || isSettled(session)) return undefined
      const [payable] = await services.database.rows(payableAt, { workspaceId, ...payableIds(payableOf(session)) })
      if (!payable) throw new GiveUp('what it pays for is not there')
      const isWaiting = ['OPENING', 'OPEN'].includes(session.state)
      if (isWaiting && !isSwept(session, payable.isOver, services.clock.now())) return session.heldUntil
      return sweep(services, work, session)
    },
  }
}

async function sweep(services: CheckoutServices, work: Work, session: PaymentSession): Promise<Instant | undefined> {
  const { database, gateways, configurations, log } = services
  const { workspaceId } = session
  const { notices } = await configurations.of(workspaceId)
  const by: SettledBy = { workspaceId, actor: { kind: 'service' }, notices, clock: services.clock }
  const gateway = await gateways.of(workspaceId, session.gateway)
  const reading = await closeCheckout(services, gateway, session)
  if (reading === 'UNTRUE') log.warn({ workspaceId, paymentSession: session.id }, 'a gateway speaks of another amount, currency or payment than was asked for')

  await database.transaction(async (queries) => {
    const done = await settle(queries, by, session, reading)
    if (done.step === 'DISPUTE') throw new GiveUp(`the gateway says something else of payment session ${session.id} than was asked for: settle it there`)
    await work.finishWith(queries, isSettled(done.session) ? undefined : nextLook(session.heldUntil, done.now))
  })
  return undefined
}

/** It needs no more looks; refund-work.ts follows late money. */
const isSettled = ({ state }: PaymentSession) => state === 'PAID' || state === 'RETURNING' || state === 'RETURNED' || state === 'CLOSED'
