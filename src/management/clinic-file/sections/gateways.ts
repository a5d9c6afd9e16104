// Accounts at external payment gateways. They are written with the workspace. The file names a key; the key itself is stored where the
// service runs.

import { optional } from '../../../base/contract/schemas.ts'
import { gatewayNames } from '../../../base/values/gateway-settings.ts'
import { mapping } from '../checking.ts'
import { closed, formatted } from '../words.ts'
import type { Section } from './section.ts'

const key = (description: string, example: string) => formatted('gateway-key', `${description}, as secret:NAME.`, example)
const webhookSecret = (example: string) => optional(key('What its messages are signed with. Omitted: none is listened to, and all works the same', example))
const url = (usual: string) => optional(formatted('api-url', `Where the API is; ${usual} when omitted.`, usual))

const Stripe = closed(
  {
    secretKey: key('Secret or restricted key', 'secret:STRIPE_KEY'),
    webhookSecret: webhookSecret('secret:STRIPE_WEBHOOK'),
    url: url('https://api.stripe.com'),
  },
  'The account at Stripe.',
)

const Razorpay = closed(
  {
    keyId: formatted('razorpay-key-id', 'The key id, which is no secret.', 'rzp_live_A1b2C3d4E5f6G7'),
    keySecret: key('The key secret', 'secret:RAZORPAY_SECRET'),
    webhookSecret: webhookSecret('secret:RAZORPAY_WEBHOOK'),
    url: url('https://api.razorpay.com'),
  },
  'The account at Razorpay.',
)

/** The payment gateways of a workspace; a member of the workspace. */
export const gatewaysOfWorkspace = {
  gateways: optional(
    closed(
      { stripe: optional(Stripe), razorpay: optional(Razorpay) },
      'Accounts at external payment gateways. Keep an account that `paymentGateway` no longer names until its last payments and refunds are complete.',
    ),
  ),
}

const withoutAccount: readonly string[] = ['sandbox'] satisfies (typeof gatewayNames)[number][]

export const gateways = {
  members: {},

  check({ workspace }, report) {
    const { paymentGateway, gateways } = mapping(workspace)
    const name = gatewayNames.find((known) => known === paymentGateway)
    if (name === undefined || withoutAccount.includes(name) || mapping(gateways)[name] !== undefined) return
    report('workspace.paymentGateway', `has no account at ${name}: describe it as workspace.gateways.${name}`)
  },

  // Written with the row of the workspace.
  async write() {},
} satisfies Section<unknown>
