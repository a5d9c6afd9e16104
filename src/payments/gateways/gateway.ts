// What a payment gateway is to the service: four calls, each of which may be made again. A gateway knows checkouts by the keys they were
// opened with and answers the truth when it is read; nothing else it says is believed.

import type { Instant } from '../../values/clinic-time.ts'

/** A checkout to open. Opened again with the same `key` and all else the same, it is the same checkout. */
export interface NewCheckout {
  workspaceId: number
  /** At most 100 characters of `A-Z a-z 0-9 _ -`. */
  key: string
  /** What the service calls the payment; the gateway repeats it in whatever it says of it. */
  reference: string
  amountMinor: number
  currency: string
  /** Whom is paid, and for what: `Sunrise Clinic`, `Appointment BK7Q2M9X4KTD`. Nothing of the patient. */
  payee: string
  description: string
  /** Where the patient is sent once they have decided. */
  returnUrl: string
  /** Until when the service waits for the payment: what a page counts down to. The gateway closes nothing by itself then. */
  heldUntil: Instant
}

/** Which checkout, by the id its gateway gave it. */
export interface CheckoutName {
  workspaceId: number
  gatewayId: string
}

/** OPEN: nothing is decided. FAILED and EXPIRED: this checkout will not be paid any more, unless money was already under way. */
export type GatewayState = 'OPEN' | 'PAID' | 'FAILED' | 'EXPIRED'

/** A checkout as its gateway knows it. */
export interface GatewayCheckout {
  gatewayId: string
  /** Where the patient is sent. */
  url: string
  reference: string
  amountMinor: number
  currency: string
  state: GatewayState
}

/** Money to give back, all of it or a part. Asked for again with the same `key`, it is the same refund. */
export interface NewRefund extends CheckoutName {
  key: string
  amountMinor: number
  currency: string
}

export interface Gateway {
  /** What clinic files and callers call it. */
  readonly name: string
  /** Opens a checkout; throws as all four do, see below. */
  open(checkout: NewCheckout): Promise<GatewayCheckout>
  /** Only reads. */
  read(checkout: CheckoutName): Promise<GatewayCheckout>
  /** Closes a checkout that is not paid, and tells how it stands: PAID where the payment came first. Closed again, it stays closed. */
  expire(checkout: CheckoutName): Promise<GatewayCheckout>
  /** Gives money back; resolves once the gateway has taken it on for good. */
  refund(refund: NewRefund): Promise<void>
}

/**
 * The gateway answered, and said no. Its status and body reach the caller as they are (ERR-15). From 500 on it is not known whether
 * what was asked for was done.
 */
export class GatewayRefused extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(`the gateway answered ${status}`)
    this.status = status
    this.body = body
  }
}

/** No answer, or not in time: it is not known whether what was asked for was done. */
export class GatewaySilent extends Error {}
