// Ends checkouts, as due work. When a hold has expired or its booking was cancelled, the checkout is closed at the gateway and read once
// more; then its booking is confirmed or given up. Late money is watched for and refunded by refund-work.ts.

import { GiveUp, type Work, type WorkKind } from '../due-work/work.ts'
import { type Gateway, GatewayRefused, GatewaySilent } from '../payments/gateways/gateway.ts'
import { openCheckout, readingOf } from '../payments/gateways/gateways.ts'
import { payableIds, payableOf } from '../payments/payable-name.ts'
import { checkoutKind, noteGatewayId, type PaymentSession, sessionById } from '../payments/payment-session-queries.ts'
import { nextLook, type Reading } from '../payments/settlement.ts'
import type { Instant } from '../values/clinic-time.ts'
import type { CheckoutServices, SettledBy } from './checkout-services.ts'
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
  const reading = await closed(services, gateway, session)
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

/** Closes a checkout at its gateway, even if the gateway may never have created it, and returns its state afterwards. */
async function closed({ database }: CheckoutServices, gateway: Gateway | undefined, session: PaymentSession): Promise<Reading> {
  if (!gateway) return 'SILENT'
  const { workspaceId } = session
  try {
    let { gatewayId } = session
    if (gatewayId === null) {
      const opened = await openCheckout(gateway, session).catch(unlessRefused)
      if (!opened) return 'REFUSED'
      gatewayId = opened.gatewayId
      await database.rows(noteGatewayId, { workspaceId, id: session.id, gatewayId, checkoutUrl: opened.url })
    }
    const known = { workspaceId, gatewayId }
    // Every time: the last attempt may have failed.
    await gateway.expire(known).catch(quietly)
    return readingOf({ ...session, gatewayId }, await gateway.read(known))
  } catch (error) {
    return quietly(error)
  }
}

/** A checkout that its gateway refuses to open may exist all the same. Gateways refuse for many reasons, and the next look may find it. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof GatewayRefused && error.status < 500) return undefined
  throw error
}

function quietly(error: unknown): 'SILENT' {
  if (error instanceof GatewayRefused || error instanceof GatewaySilent) return 'SILENT'
  throw error
}
