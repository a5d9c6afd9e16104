// The accounts a workspace has at payment gateways elsewhere, as its clinic file says it. Keys are named here, not held.

/** The gateways a clinic file can name. */
export const gatewayNames = ['sandbox', 'stripe', 'razorpay'] as const

interface StripeSettings {
  /** `secret:NAME`, as all keys here. */
  secretKey: string
  webhookSecret?: string
  /** Where its API is; its own address when omitted. */
  url?: string
}

interface RazorpaySettings {
  /** No secret. */
  keyId: string
  keySecret: string
  webhookSecret?: string
  url?: string
}

export interface GatewaySettings {
  stripe?: StripeSettings
  razorpay?: RazorpaySettings
}
