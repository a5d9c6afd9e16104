// What an installation says of its provider of OpenID Connect.

export interface OpenIdSettings {
  /** An https URL; in a sandbox also http on loopback. */
  issuer: string
  clientId: string
  clientSecret: string
  /** What the provider is called on the button. */
  label: string
  /** What a login there proves: one factor, both, or both where its `amr` says `mfa`. */
  factors: 'one' | 'two' | 'amr'
}

/** True for an issuer that is reached without TLS, which only a sandbox reaches, on loopback. */
export const isPlainIssuer = (issuer: string): boolean => issuer.startsWith('http:')
