// What Razorpay sends by itself. It is believed to come from there by its signature, and tells only which payment to look at.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GatewayMessage } from '../gateway.ts'
import { asObject } from './razorpay-client.ts'

/** The events of which one is heard, by how they begin, and what of them may carry our notes. */
const heard = /^(payment_link|payment|refund)\./
const carriers = ['payment_link', 'refund', 'payment'] as const

/**
 * The reference in a message that is signed with `secret`; null where it is about nothing of this workspace, undefined where it is not signed
 * so. The library's own check takes the body as text and compares in a time that tells.
 */
export function heardReference({ workspaceId, body, headers }: GatewayMessage, secret: string | null): string | null | undefined {
  const signature = headers['x-razorpay-signature']
  if (!secret || typeof signature !== 'string' || !isSigned(body, signature, secret)) return undefined
  const message = parsed(body)
  if (typeof message?.event !== 'string' || !heard.test(message.event)) return null
  const payload = asObject(message.payload) ?? {}
  const notes = carriers.map((carrier) => asObject(asObject(asObject(payload[carrier])?.entity)?.notes)).find((some) => typeof some?.reference === 'string')
  return notes && notes.workspace === String(workspaceId) ? String(notes.reference) : null
}

function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const due = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'))
  const sent = Buffer.from(signature)
  return sent.length === due.length && timingSafeEqual(sent, due)
}

function parsed(body: Buffer) {
  try {
    return asObject(JSON.parse(body.toString()))
  } catch {
    return undefined
  }
}
