// Closes a checkout at its gateway: when its hold has expired, when its booking is cancelled, or
// when the visit is to be paid by another method.

import { type Gateway, GatewayRefused, GatewaySilent } from '../payments/gateways/gateway.ts'
import { openCheckout, toGatewayReading } from '../payments/gateways/gateways.ts'
import {
  type PaymentSession,
  type PaymentSessionState,
  recordGatewayId,
} from '../payments/payment-session-queries.ts'
import type { GatewayReading } from '../payments/settlement.ts'
import type { CheckoutServices, SettlementContext } from './checkout-services.ts'
import { problem } from './problems.ts'
import { keepForDesk, settle } from './settle.ts'

/**
 * Closes a checkout at its gateway, even if the gateway may never have created it, and returns its
 * state afterwards.
 */
export async function closeCheckout(
  { database }: Pick<CheckoutServices, 'database'>,
  gateway: Gateway | undefined,
  session: PaymentSession,
): Promise<GatewayReading> {
  if (!gateway) return 'SILENT'
  const { workspaceId } = session
  try {
    let { gatewayId } = session
    if (gatewayId === null) {
      const opened = await openCheckout(gateway, session).catch(ignoreRefusal)
      if (!opened) return 'REFUSED'
      gatewayId = opened.gatewayId
      await database.rows(recordGatewayId, {
        workspaceId,
        id: session.id,
        gatewayId,
        checkoutUrl: opened.url,
      })
    }
    const checkoutName = { workspaceId, gatewayId }
    // The checkout is closed every time, because the last attempt may have failed.
    await gateway.expire(checkoutName).catch(toSilent)
    return toGatewayReading({ ...session, gatewayId }, await gateway.read(checkoutName))
  } catch (error) {
    return toSilent(error)
  }
}

/**
 * A checkout that its gateway refused to open may still exist. Gateways refuse for many reasons,
 * and the next check may find it.
 */
function ignoreRefusal(error: unknown): undefined {
  if (error instanceof GatewayRefused && error.status < 500) return undefined
  throw error
}

function toSilent(error: unknown): 'SILENT' {
  if (error instanceof GatewayRefused || error instanceof GatewaySilent) return 'SILENT'
  throw error
}

/** The states in which money may still come through a checkout. */
const possiblyPaidStates: ReadonlySet<PaymentSessionState> = new Set<PaymentSessionState>([
  'OPENING',
  'OPEN',
  'FAILED',
  'NOT_OPENED',
  'RELEASED',
])
/**
 * The answers after which no payment can arrive, including PAID, after which no further one can.
 */
const decidedReadings: ReadonlySet<GatewayReading> = new Set<GatewayReading>([
  'PAID',
  'FAILED',
  'EXPIRED',
  'REFUSED',
])

/**
 * Makes sure that no more payments arrive through a checkout, so that its payable can be paid in
 * another way: it is UNPAID afterwards, or PAID if a payment had arrived. Must not be called in a
 * transaction.
 * @throws {Problem} PAYMENT_PENDING if the gateway does not confirm it
 */
export async function endCheckout(
  services: CheckoutServices,
  context: SettlementContext,
  session: PaymentSession | undefined,
): Promise<void> {
  const { database, gateways } = services
  if (!session || !possiblyPaidStates.has(session.state)) return
  const reading = await closeCheckout(
    services,
    await gateways.of(context.workspaceId, session.gateway),
    session,
  )
  if (!decidedReadings.has(reading)) throw problem('PAYMENT_PENDING')
  await database.transaction(async (queries) => {
    if (reading === 'PAID') await settle(queries, context, session, reading)
    else await keepForDesk(queries, context, session)
  })
}
