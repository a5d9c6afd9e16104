// Messages of Stripe's: signed, and believed only in that something has happened to a payment.

import type { Stripe } from 'stripe'
import type { GatewayMessage } from '../gateway.ts'

/** What the payments of the service are told of in; all of them bear the metadata that we gave them. */
const heardObjects = ['checkout.session', 'payment_intent', 'charge', 'refund']

/** The payment a message is about; null where it is about none of this workspace's, undefined where it is not known to be Stripe's, and new. */
export async function heardReference(
  stripe: Stripe,
  secret: string | null,
  { workspaceId, body, headers }: GatewayMessage,
): Promise<string | null | undefined> {
  const signature = headers['stripe-signature']
  if (secret === null || typeof signature !== 'string') return undefined
  // Whatever is wrong with it, it is not known to be genuine.
  const event: unknown = await stripe.webhooks.constructEventAsync(body, signature, secret).catch(() => undefined)
  if (event === undefined) return undefined
  const object = memberOf(memberOf(event, 'data'), 'object')
  const metadata = memberOf(object, 'metadata')
  const isOurs = heardObjects.includes(String(memberOf(object, 'object'))) && memberOf(metadata, 'workspace') === String(workspaceId)
  const reference = memberOf(metadata, 'reference')
  return isOurs && typeof reference === 'string' ? reference : null
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}
