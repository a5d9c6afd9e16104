// The adapter for an external account. It imports nothing from the tests, so that another process
// can load it on its own.

import type { Gateway } from '../../../src/money/payments/gateways/gateway.ts'
import type { RazorpayAccount } from '../../../src/money/payments/gateways/razorpay/razorpay-client.ts'
import { razorpayGateway } from '../../../src/money/payments/gateways/razorpay/razorpay-gateway.ts'
import type { StripeAccount } from '../../../src/money/payments/gateways/stripe/stripe-client.ts'
import { stripeGateway } from '../../../src/money/payments/gateways/stripe/stripe-gateway.ts'

export type ExternalAccount = { stripe: StripeAccount } | { razorpay: RazorpayAccount }

/** A hanging call times out sooner than in production. */
const answerMs = 1_500

/** The same account for every clinic. */
export function createGateway(at: ExternalAccount): Gateway {
  return 'stripe' in at
    ? stripeGateway({ loadAccount: async () => at.stripe, answerMs })
    : razorpayGateway({ loadAccount: async () => at.razorpay, answerMs })
}
