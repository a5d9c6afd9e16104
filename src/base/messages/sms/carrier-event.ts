// What a carrier tells the service by a callback, in one form for all carriers.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What became of a message that a carrier took. It only moves forward, in this order. */
export const deliveries = ['SENT', 'UNDELIVERED', 'DELIVERED', 'READ'] as const
export type Delivery = (typeof deliveries)[number]

/** What a message of a patient that is kept did. */
export const receivedOutcomes = ['CONFIRMED', 'SENT_PAGE', 'FOR_STAFF'] as const
export type ReceivedOutcome = (typeof receivedOutcomes)[number]
/** IGNORED: no patient of the clinic has the number, or it wrote too often. */
export const heardOutcomes = [...receivedOutcomes, 'STOPPED', 'RESUMED', 'IGNORED'] as const
export type HeardOutcome = (typeof heardOutcomes)[number]

/** A carrier's report about a message, or a message from a patient. */
export type CarrierEvent =
  | { kind: 'report'; reference: string; delivery: Delivery; code: string | null }
  | {
      kind: 'message'
      /** The carrier's id of the message, by which a second copy is recognised. */
      id: string
      /** `+919876543210` */
      from: string
      text: string
    }

export type ReportEvent = Extract<CarrierEvent, { kind: 'report' }>
export type MessageEvent = Extract<CarrierEvent, { kind: 'message' }>

/** A callback as it arrived. */
export interface Callback {
  headers: IncomingHttpHeaders
  body: Buffer
  /** The query by name. */
  query: Readonly<Record<string, unknown>>
  /** The address of the callback without its query, as carriers know it. */
  url: string
  /** The id of the clinic's number; events of other numbers of the account are not read. */
  numberId?: string
}

/** Reads the callbacks of one carrier. */
export interface CallbackReader {
  /** Without this header, a callback is refused before its body is read. */
  signatureHeader: string
  /** The events of a callback; undefined if it is not signed with the secret. */
  readEvents(callback: Callback, secret: string): CarrierEvent[] | undefined
}

/** Whether two texts are equal, compared in constant time. */
export function isSameSecret(sent: string, due: string): boolean {
  const sentBytes = Buffer.from(sent)
  const dueBytes = Buffer.from(due)
  return sentBytes.length === dueBytes.length && timingSafeEqual(sentBytes, dueBytes)
}

/** Whether a header is `sha256=` and the HMAC of the body in hexadecimal digits. */
export function isBodySigned(body: Buffer, signature: unknown, secret: string): boolean {
  return (
    typeof signature === 'string' &&
    isSameSecret(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  )
}

/** The JSON of a body as an object; undefined for anything else. */
export function readJsonObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(body.toString('utf8')))
  } catch {
    return undefined
  }
}

export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** The objects of a list; none for anything else. */
export function listObjects(value: unknown): Record<string, unknown>[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.map(asObject).filter((item) => item !== undefined)
}

/** The form of a reference of ours. */
const referencePattern = /^[0-9a-z]{20}$/

/** The report about one of our messages, if the reference is ours and the status says anything. */
export function toReports(
  reference: unknown,
  delivery: Delivery | undefined,
  code: unknown,
): CarrierEvent[] {
  if (typeof reference !== 'string' || !referencePattern.test(reference) || !delivery) return []
  const isCode = ['string', 'number'].includes(typeof code) && /^[\w.-]{1,40}$/.test(String(code))
  return [{ kind: 'report', reference, delivery, code: isCode ? String(code) : null }]
}

/** The message of a patient, if it has an id, a sender and a text. */
export function toMessages(id: unknown, from: unknown, text: unknown): CarrierEvent[] {
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(id)) return []
  if (typeof from !== 'string' || typeof text !== 'string' || text.trim() === '') return []
  const digits = from.replace(/^\+/, '')
  return /^\d{4,15}$/.test(digits) ? [{ kind: 'message', id, from: `+${digits}`, text }] : []
}
