// Stripe and Razorpay, for workspaces with an account there.

import type { Gateway } from './gateway.ts'
import type { GatewayAccounts } from './gateway-accounts.ts'

/** The external gateways that clinic files can name. */
export function externalGateways({ stripe, razorpay }: GatewayAccounts): Gateway[] {
  return [
    lazyGateway('stripe', 'stripe-signature', stripe, async () =>
      (await import('./stripe/stripe-gateway.ts')).stripeGateway({ loadAccount: stripe }),
    ),
    lazyGateway('razorpay', 'x-razorpay-signature', razorpay, async () =>
      (await import('./razorpay/razorpay-gateway.ts')).razorpayGateway({ loadAccount: razorpay }),
    ),
  ]
}

/**
 * Their libraries take a quarter of a second and 38 MB together, and most clinics use only one or
 * neither.
 */
function lazyGateway(
  name: string,
  signatureHeader: string,
  loadAccount: (workspaceId: number) => Promise<unknown>,
  load: () => Promise<Gateway>,
): Gateway {
  let loading: Promise<Gateway> | undefined
  const gateway = () => {
    loading ??= load()
    return loading
  }
  return {
    name,
    signatureHeader,
    serves: async (workspaceId) => (await loadAccount(workspaceId)) !== undefined,
    open: async (checkout) => (await gateway()).open(checkout),
    read: async (checkout) => (await gateway()).read(checkout),
    expire: async (checkout) => (await gateway()).expire(checkout),
    refund: async (refund) => (await gateway()).refund(refund),
    readRefund: async (refund) => (await gateway()).readRefund(refund),
    books: async (checkout) => (await gateway()).books(checkout),
    readMessage: async (message) => (await gateway()).readMessage?.(message),
  }
}
