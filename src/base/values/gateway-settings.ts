// The accounts of a workspace at external payment gateways, from its clinic file. It contains the
// names of keys, not the keys.

/** The gateways a clinic file can name. */
export const gatewayNames = ['sandbox', 'stripe', 'razorpay'] as const

interface StripeSettings {
  /** `secret:NAME`, like all keys here. */
  secretKey: string
  webhookSecret?: string
  /** The URL of its API; the provider's own if omitted. */
  url?: string
}

interface RazorpaySettings {
  /** The id of the key, which is not a secret. */
  keyId: string
  keySecret: string
  webhookSecret?: string
  url?: string
}

export interface GatewaySettings {
  stripe?: StripeSettings
  razorpay?: RazorpaySettings
}
