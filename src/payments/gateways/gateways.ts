// The gateways this installation has, by the names clinic files and payment sessions call them.

import type { PaymentSession } from '../payment-session.ts'
import type { Reading } from '../settlement.ts'
import type { Gateway, GatewayCheckout, NewCheckout } from './gateway.ts'

export interface Gateways {
  /** Undefined: there is none of this name here, or none was asked for. */
  of(name: string | null): Gateway | undefined
}

export function gatewaysOf(gateways: readonly Gateway[]): Gateways {
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]))
  return { of: (name) => (name === null ? undefined : byName.get(name)) }
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
