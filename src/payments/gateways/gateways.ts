// The gateways this installation has, by the names clinic files and payment sessions call them.

import type { PaymentSession } from '../payment-session-queries.ts'
import type { Reading } from '../settlement.ts'
import type { Gateway, GatewayCheckout, NewCheckout } from './gateway.ts'

export interface Gateways {
  /** Undefined: there is none of this name here, this workspace has no account at it that can be used, or none was asked for. Not inside a transaction. */
  of(workspaceId: number, name: string | null): Promise<Gateway | undefined>
}

export function gatewaysOf(gateways: readonly Gateway[]): Gateways {
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]))
  return {
    async of(workspaceId, name) {
      const gateway = name === null ? undefined : byName.get(name)
      return gateway?.serves && !(await gateway.serves(workspaceId)) ? undefined : gateway
    },
  }
}

/** The checkout of a payment session, described in the same words each time: its gateway knows it again by them. */
export function checkoutOf({ workspaceId, sessionRef, amountMinor, currency, payee, description, returnUrl, heldUntil }: PaymentSession): NewCheckout {
  return { workspaceId, key: sessionRef, reference: sessionRef, amountMinor, currency, payee, description, returnUrl, heldUntil }
}

/** What a gateway's answer says of a payment session; UNTRUE unless it speaks of this one, and of what was asked for. */
export function readingOf({ sessionRef, gatewayId, amountMinor, currency }: PaymentSession, answer: GatewayCheckout): Reading {
  const isOfIt = answer.reference === sessionRef && (gatewayId === null || answer.gatewayId === gatewayId)
  return isOfIt && answer.amountMinor === amountMinor && answer.currency === currency ? answer.state : 'UNTRUE'
}
