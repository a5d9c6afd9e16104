// The installation's settings for its OpenID Connect provider.

export interface OpenIdSettings {
  /** An https URL; in a sandbox also http on loopback. */
  issuer: string
  clientId: string
  clientSecret: string
  /** The name of the provider on the button. */
  label: string
  /** What a login there proves: one factor, both, or both if its `amr` contains `mfa`. */
  factors: 'one' | 'two' | 'amr'
}

/** True for an issuer without TLS, which only a sandbox may use, on loopback. */
export const isPlainIssuer = (issuer: string): boolean => issuer.startsWith('http:')
