// Razorpay's webhook. A signature proves where a message is from; the message only tells which
// payment to check.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GatewayMessage } from '../gateway.ts'
import { asObject } from './razorpay-client.ts'

/** The prefixes of the handled events, and the entities that may have our notes. */
const handledEvents = /^(payment_link|payment|refund)\./
const noteCarriers = ['payment_link', 'refund', 'payment'] as const

/**
 * The reference in a message that is signed with `secret`; null if it is not about this workspace,
 * undefined if the signature is wrong. The library's own check takes the body as text and does not
 * compare in constant time.
 */
export function messageReference(
  { workspaceId, body, headers }: GatewayMessage,
  secret: string | null,
): string | null | undefined {
  const signature = headers['x-razorpay-signature']
  if (!secret || typeof signature !== 'string' || !isSigned(body, signature, secret))
    return undefined
  const message = parseBody(body)
  if (typeof message?.event !== 'string' || !handledEvents.test(message.event)) return null
  const payload = asObject(message.payload) ?? {}
  const notes = noteCarriers
    .map((carrier) => asObject(asObject(asObject(payload[carrier])?.entity)?.notes))
    .find((some) => typeof some?.reference === 'string')
  return notes && notes.workspace === String(workspaceId) ? String(notes.reference) : null
}

function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const due = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'))
  const sentSignature = Buffer.from(signature)
  return sentSignature.length === due.length && timingSafeEqual(sentSignature, due)
}

function parseBody(body: Buffer) {
  try {
    return asObject(JSON.parse(body.toString()))
  } catch {
    return undefined
  }
}
