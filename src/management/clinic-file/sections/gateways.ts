// Accounts at external payment gateways, stored in the workspace's row. The file only refers to a
// key, which is stored where the service runs.

import { optional } from '../../../base/contract/schemas.ts'
import { gatewayNames } from '../../../base/values/gateway-settings.ts'
import { asMapping } from '../checking.ts'
import { closedObject, formatted } from '../words.ts'
import type { Section } from './section.ts'

const gatewayKey = (description: string, example: string) =>
  formatted('gateway-key', `${description}, as secret:NAME.`, example)
const webhookSecret = (example: string) =>
  optional(
    gatewayKey(
      'What its messages are signed with. Omitted: none is listened to, and all works the same',
      example,
    ),
  )
const url = (usual: string) =>
  optional(formatted('api-url', `Where the API is; ${usual} when omitted.`, usual))

const Stripe = closedObject(
  {
    secretKey: gatewayKey('Secret or restricted key', 'secret:STRIPE_KEY'),
    webhookSecret: webhookSecret('secret:STRIPE_WEBHOOK'),
    url: url('https://api.stripe.com'),
  },
  'The account at Stripe.',
)

const Razorpay = closedObject(
  {
    keyId: formatted(
      'razorpay-key-id',
      'The key id, which is no secret.',
      'rzp_live_A1b2C3d4E5f6G7',
    ),
    keySecret: gatewayKey('The key secret', 'secret:RAZORPAY_SECRET'),
    webhookSecret: webhookSecret('secret:RAZORPAY_WEBHOOK'),
    url: url('https://api.razorpay.com'),
  },
  'The account at Razorpay.',
)

/** The payment gateways of a workspace; a member of the workspace. */
export const gatewaysOfWorkspace = {
  gateways: optional(
    closedObject(
      { stripe: optional(Stripe), razorpay: optional(Razorpay) },
      'Accounts at external payment gateways. Keep an account that `paymentGateway` no longer names until its last payments and refunds are complete.',
    ),
  ),
}

const withoutAccount: readonly string[] = ['sandbox'] satisfies (typeof gatewayNames)[number][]

export const gateways = {
  members: {},

  check({ workspace }, report) {
    const { paymentGateway, gateways } = asMapping(workspace)
    const name = gatewayNames.find((gatewayName) => gatewayName === paymentGateway)
    if (
      name === undefined ||
      withoutAccount.includes(name) ||
      asMapping(gateways)[name] !== undefined
    )
      return
    report(
      'workspace.paymentGateway',
      `has no account at ${name}: describe it as workspace.gateways.${name}`,
    )
  },

  // Stored in the workspace's row.
  async write() {},
} satisfies Section<unknown>
