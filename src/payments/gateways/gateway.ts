// What a payment gateway is to the service: a few calls, each of which may be made again. A gateway knows checkouts and refunds by the keys
// they were asked for with, and answers the truth when it is read; nothing else it says is believed.

import type { Instant } from '../../values/clinic-time.ts'

/** How long a call takes at most, where nothing else is said: a patient waits meanwhile. */
export const defaultAnswerMs = 8_000

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
  /** Where the patient is sent; it may be empty once nobody can pay there any more. */
  url: string
  reference: string
  amountMinor: number
  currency: string
  state: GatewayState
}

/** Which refund, by the key it was asked for with. */
export interface RefundName extends CheckoutName {
  key: string
}

/** Money to give back, all of it or a part. Asked for again with the same `key`, it is the same refund. */
export interface NewRefund extends RefundName {
  /** What the service calls the payment. */
  reference: string
  amountMinor: number
  currency: string
}

/** PENDING: the gateway has taken it on, and the money is under way. DONE: it has gone back. FAILED: taken on, and come to nothing. */
export type RefundState = 'PENDING' | 'DONE' | 'FAILED'

/** All that a gateway has moved for a checkout, whoever asked for it, in minor units of its currency; refunds that failed are not counted. */
export interface GatewayBooks {
  capturedMinor: number
  refundedMinor: number
}

/** What a gateway sent by itself. */
export interface GatewayMessage {
  workspaceId: number
  /** As it came, for the signature is of these bytes. */
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Gateway {
  /** What clinic files and callers call it. */
  readonly name: string
  /** Whether it can be used for this workspace now; absent where it can for all. Asks nobody elsewhere. */
  serves?(workspaceId: number): Promise<boolean>
  /** Opens a checkout; throws as all of them do, see below. */
  open(checkout: NewCheckout): Promise<GatewayCheckout>
  /** Only reads. */
  read(checkout: CheckoutName): Promise<GatewayCheckout>
  /** Closes a checkout that is not paid, and tells how it stands: PAID where the payment came first. Closed again, it stays closed. */
  expire(checkout: CheckoutName): Promise<GatewayCheckout>
  /** Gives money back; resolves once the gateway has taken it on. */
  refund(refund: NewRefund): Promise<RefundState>
  /** Only reads; undefined where the gateway knows of no refund of this key. */
  readRefund(refund: RefundName): Promise<RefundState | undefined>
  /** Only reads. */
  books(checkout: CheckoutName): Promise<GatewayBooks>
  /**
   * What the service calls the payment that a message is about: null where it is about another thing, undefined where the message is not
   * known to come from the gateway. Only that something has happened is believed, not what.
   */
  hear?(message: GatewayMessage): Promise<string | null | undefined>
  /** The header, in lower case, in which its messages carry their signature: one without it is not read. */
  readonly signatureHeader?: string
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
