// Webhook messages from Stripe: signed, and only believed to say that something has happened to a
// payment.

import type { Stripe } from 'stripe'
import type { GatewayMessage } from '../gateway.ts'

/** The objects in messages about our payments; all of them contain the metadata that we set. */
const handledObjects = ['checkout.session', 'payment_intent', 'charge', 'refund']

/**
 * The payment that a message is about; null if it is not one of this workspace's, undefined if the
 * message is not proved to be from Stripe and recent.
 */
export async function messageReference(
  stripe: Stripe,
  secret: string | null,
  { workspaceId, body, headers }: GatewayMessage,
): Promise<string | null | undefined> {
  const signature = headers['stripe-signature']
  if (secret === null || typeof signature !== 'string') return undefined
  // After any error, the message is not proved to be genuine.
  const event: unknown = await stripe.webhooks
    .constructEventAsync(body, signature, secret)
    .catch(() => undefined)
  if (event === undefined) return undefined
  const object = readMember(readMember(event, 'data'), 'object')
  const metadata = readMember(object, 'metadata')
  const isOurs =
    handledObjects.includes(String(readMember(object, 'object'))) &&
    readMember(metadata, 'workspace') === String(workspaceId)
  const reference = readMember(metadata, 'reference')
  return isOurs && typeof reference === 'string' ? reference : null
}

function readMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
