// The interface of a payment gateway: a few calls, each of which can be repeated. A gateway
// identifies checkouts and refunds by the keys they were requested with. Only what it returns when
// it is read is believed.

import type { Instant } from '../../../base/values/clinic-time.ts'

/** The default time limit of a call, during which a patient waits. */
export const defaultAnswerMs = 8_000

/**
 * A checkout to open. Opening it again with the same `key` and all other fields equal returns the
 * same checkout.
 */
export interface NewCheckout {
  workspaceId: number
  /** The key: at most 100 characters of `A-Z a-z 0-9 _ -`. */
  key: string
  /** The service's id of the payment; the gateway repeats it in everything about the payment. */
  reference: string
  amountMinor: number
  currency: string
  /** The payee and the purpose: `Sunrise Clinic`, `Appointment BK7Q2M9X4KTD`. No patient data. */
  payee: string
  description: string
  /** Where the patient is sent after the payment or its cancellation. */
  returnUrl: string
  /**
   * Until when the service waits for the payment, as a page counts down. The gateway does not close
   * the checkout by itself at that time.
   */
  heldUntil: Instant
}

/** Identifies a checkout by the id from its gateway. */
export interface CheckoutName {
  workspaceId: number
  gatewayId: string
}

/**
 * OPEN: undecided. FAILED and EXPIRED: this checkout will not be paid any more, unless money was
 * already on its way.
 */
export type GatewayState = 'OPEN' | 'PAID' | 'FAILED' | 'EXPIRED'

/** A checkout in the state that its gateway reports. */
export interface GatewayCheckout {
  gatewayId: string
  /** Where the patient is sent to pay; may be empty once it can no longer be paid. */
  url: string
  reference: string
  amountMinor: number
  currency: string
  state: GatewayState
}

/** Identifies a refund by the key it was requested with. */
export interface RefundName extends CheckoutName {
  key: string
}

/**
 * A refund to request, of the whole payment or a part. Requesting it again with the same `key`
 * returns the same refund.
 */
export interface NewRefund extends RefundName {
  /** The service's id of the payment. */
  reference: string
  amountMinor: number
  currency: string
}

/**
 * PENDING: the gateway has accepted it, and the money is on its way. DONE: it was refunded. FAILED:
 * accepted, but failed later.
 */
export type RefundState = 'PENDING' | 'DONE' | 'FAILED'

/**
 * All money that a gateway has moved for a checkout, no matter who requested it, in minor units of its
 * currency; failed refunds are not counted.
 */
export interface GatewayBooks {
  capturedMinor: number
  refundedMinor: number
}

/** A webhook message from a gateway. */
export interface GatewayMessage {
  workspaceId: number
  /** The unchanged bytes, since they are what is signed. */
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Gateway {
  /** The name of the gateway in clinic files and for callers. */
  readonly name: string
  /**
   * Whether it can be used for this workspace now; absent if it can be used for all. Makes no
   * external calls.
   */
  serves?(workspaceId: number): Promise<boolean>
  /** Opens a checkout; the errors of this and all other calls are declared below. */
  open(checkout: NewCheckout): Promise<GatewayCheckout>
  /** Reads the state of a checkout and changes nothing. */
  read(checkout: CheckoutName): Promise<GatewayCheckout>
  /**
   * Closes an unpaid checkout, and returns its state: PAID if the payment came first. Closing it
   * again has no effect.
   */
  expire(checkout: CheckoutName): Promise<GatewayCheckout>
  /** Refunds money; resolves once the gateway has accepted the refund. */
  refund(refund: NewRefund): Promise<RefundState>
  /**
   * Reads the state of a refund and changes nothing; undefined if the gateway has none with this
   * key.
   */
  readRefund(refund: RefundName): Promise<RefundState | undefined>
  /** Reads what the gateway has recorded for a checkout and changes nothing. */
  books(checkout: CheckoutName): Promise<GatewayBooks>
  /**
   * The service's id of the payment that a message is about: null if it is about something else,
   * undefined if the message is not proved to be from the gateway. Only the fact that something has
   * happened is believed, not what.
   */
  readMessage?(message: GatewayMessage): Promise<string | null | undefined>
  /**
   * The header, in lower case, that holds the signature of a message; messages without it are not
   * read.
   */
  readonly signatureHeader?: string
}

/**
 * The gateway answered and refused. Its status and body are passed to the caller unchanged
 * (ERR-15). From status 500 on, the request may or may not have been executed.
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

/** No answer in time, or no valid answer: the request may or may not have been executed. */
export class GatewaySilent extends Error {}

const passedBytesMax = 64 * 1024

/** The size limit of an answer, which is parsed as a whole; a hundred refunds are about 100 kB. */
export const answerBytesMax = 400_000
/** The maximum number of pages of a payment's refunds, a hundred per page. */
export const refundPagesMax = 10
const passedDepthMax = 20

/**
 * Returns the error for a gateway's refusal; a refusal that cannot be passed on to a caller counts
 * as no answer.
 */
export function toGatewayError(
  gateway: string,
  status: number,
  body: Readonly<Record<string, unknown>>,
): GatewayRefused | GatewaySilent {
  const isPassable =
    status >= 400 &&
    status <= 599 &&
    isFlat(body, passedDepthMax) &&
    JSON.stringify(body).length <= passedBytesMax
  return isPassable
    ? new GatewayRefused(status, body)
    : new GatewaySilent(`${gateway} answered ${status} with something that cannot be passed on`)
}

function isFlat(value: unknown, depth: number): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    (depth > 0 && Object.values(value).every((inner) => isFlat(inner, depth - 1)))
  )
}
