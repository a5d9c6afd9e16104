// The gateways of this installation, by their names in clinic files and payment sessions.

import type { PaymentSession } from '../payment-session-queries.ts'
import type { GatewayReading } from '../settlement.ts'
import { type Gateway, type GatewayCheckout, GatewaySilent, type NewCheckout } from './gateway.ts'

export interface Gateways {
  /**
   * The gateway with this name; undefined if there is none, the workspace has no usable account
   * there, or no name was given. Must not be called in a transaction.
   */
  of(workspaceId: number, name: string | null): Promise<Gateway | undefined>
}

export function createGateways(gateways: readonly Gateway[]): Gateways {
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]))
  return {
    async of(workspaceId, name) {
      const gateway = name === null ? undefined : byName.get(name)
      return gateway?.serves && !(await gateway.serves(workspaceId)) ? undefined : gateway
    },
  }
}

/**
 * The checkout of a payment session, always with identical fields, so that its gateway recognises
 * it.
 */
function toNewCheckout({
  workspaceId,
  sessionRef,
  amountMinor,
  currency,
  payee,
  description,
  returnUrl,
  heldUntil,
}: PaymentSession): NewCheckout {
  return {
    workspaceId,
    key: sessionRef,
    reference: sessionRef,
    amountMinor,
    currency,
    payee,
    description,
    returnUrl,
    heldUntil,
  }
}

/**
 * Opens the checkout of a payment session, and returns it; throws like the gateway. A checkout
 * without a web address counts as no answer, since a browser is sent there.
 */
export async function openCheckout(
  gateway: Gateway,
  session: PaymentSession,
): Promise<GatewayCheckout> {
  const opened = await gateway.open(toNewCheckout(session))
  if (/^https?:$/.test(URL.parse(opened.url)?.protocol ?? '')) return opened
  throw new GatewaySilent('the gateway opened a checkout without an address')
}

/**
 * What a gateway's answer means for a payment session; UNTRUE unless it is about this session, and
 * about what was requested.
 */
export function toGatewayReading(
  { sessionRef, gatewayId, amountMinor, currency }: PaymentSession,
  answer: GatewayCheckout,
): GatewayReading {
  const isSameCheckout =
    answer.reference === sessionRef && (gatewayId === null || answer.gatewayId === gatewayId)
  return isSameCheckout && answer.amountMinor === amountMinor && answer.currency === currency
    ? answer.state
    : 'UNTRUE'
}
