// The installation's OpenID Connect provider: where a browser is sent, and whom the provider
// identifies when it returns (DASH-09).

import { createHmac } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type WWWAuthenticateChallenge,
} from 'openid-client'
import { readBodyWithin } from '../../base/ports/bounded-body.ts'
import { isEmail, normalisedEmail } from '../../base/values/email.ts'
import { isPlainIssuer, type OpenIdSettings } from './openid-settings.ts'

/** A person whom the provider identifies by a verified address. */
export interface VerifiedPerson {
  emailNormalised: string
  hasBothFactors: boolean
}

/** Why a sign-in was refused, for the installation's log; the browser does not get it (DASH-06). */
export type OpenIdReason =
  | 'ANSWER_NOT_EXPECTED'
  | 'PROVIDER_NOT_REACHED'
  | 'PROVIDER_REFUSED'
  | 'ANSWER_NOT_VALID'
  | 'EMAIL_MISSING'
  | 'EMAIL_NOT_VERIFIED'
  | 'STAFF_NOT_KNOWN'

export interface OpenIdRefusal {
  reason: OpenIdReason
  /** The provider's, or the library's, name for it. */
  detail?: string
}

export interface OpenIdProvider {
  /**
   * Where a browser with this secret is sent; `another`: to log in as a different person than the
   * one known there.
   */
  addressFor(secret: string, another: boolean): Promise<{ url: string } | OpenIdRefusal>
  /**
   * The person in the provider's answer to the browser with this secret; `answer`: the query with
   * which the browser returned.
   */
  person(secret: string, answer: string): Promise<VerifiedPerson | OpenIdRefusal>
}

/** The timeout of one request to the provider. */
const requestSeconds = 5
/** How long the provider's endpoints are cached. The library refreshes its keys. */
const configurationCachedMs = 60 * 60_000

/**
 * Answers are parsed in one step, and anyone can cause a request for one: parsing 128 KiB takes a
 * few milliseconds.
 */
const answerBytesMax = 128 * 1024

/** An answer that is too large counts as none. */
const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  const body = await readBodyWithin(response.body, answerBytesMax)
  if (!body) throw new TypeError('the answer is too large')
  return new Response(body.length === 0 ? null : body, response)
}

/** The time by which the provider's clock may be ahead. */
const clockDifferenceMs = 30_000

/** Where the provider sends the browser back: a page of the dashboard. */
const callbackPath = '/dashboard/sign-in/openid'

export function createOpenIdProvider(
  { issuer, clientId, clientSecret, factors }: OpenIdSettings,
  publicUrl: () => string,
): OpenIdProvider {
  let cachedConfiguration: { configuration: Promise<Configuration>; until: number } | undefined

  /**
   * Looked up at the first sign-in: an unavailable provider must not prevent a process from
   * starting.
   */
  function getConfiguration(): Promise<Configuration> {
    if (cachedConfiguration && performance.now() < cachedConfiguration.until)
      return cachedConfiguration.configuration
    const execute = [
      enableNonRepudiationChecks,
      // Only a provider on loopback, of a sandbox, has no TLS.
      // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to be seen
      ...(isPlainIssuer(issuer) ? [allowInsecureRequests] : []),
    ]
    const found = {
      configuration: discovery(new URL(issuer), clientId, {}, authenticateBySecret(clientSecret), {
        timeout: requestSeconds,
        execute,
        [customFetch]: boundedFetch,
      }),
      until: 0,
    }
    found.until = performance.now() + configurationCachedMs
    found.configuration.catch(() => {
      if (cachedConfiguration === found) cachedConfiguration = undefined
    })
    cachedConfiguration = found
    return found.configuration
  }

  return {
    async addressFor(secret, another) {
      try {
        const configuration = await getConfiguration()
        const { state, nonce, verifier } = deriveValues(secret)
        const url = buildAuthorizationUrl(configuration, {
          redirect_uri: `${publicUrl()}${callbackPath}`,
          scope: 'openid email',
          ...(another && { prompt: choosePrompt(configuration) }),
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href }
      } catch (error) {
        return refusalFor(error)
      }
    },

    async person(secret, answer) {
      const { state, nonce, verifier } = deriveValues(secret)
      try {
        const configuration = await getConfiguration()
        const returned = new URL(`${publicUrl()}${callbackPath}`)
        returned.search = answer
        const tokens = await authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        const identity = tokens.claims()
        // The library checks only when a token expires.
        if (!identity || identity.iat * 1000 > Date.now() + clockDifferenceMs)
          return { reason: 'ANSWER_NOT_VALID' }
        // Many providers put only the subject into the token, and return the address only on
        // request.
        const { email, email_verified: isVerified } =
          identity.email === undefined
            ? await fetchUserInfo(configuration, tokens.access_token, identity.sub)
            : identity
        if (typeof email !== 'string' || !isEmail(email)) return { reason: 'EMAIL_MISSING' }
        if (isVerified !== true) return { reason: 'EMAIL_NOT_VERIFIED' }
        const methods: unknown = identity.amr
        const hasMore = factors === 'amr' && Array.isArray(methods) && methods.includes('mfa')
        return {
          emailNormalised: normalisedEmail(email),
          hasBothFactors: factors === 'two' || hasMore,
        }
      } catch (error) {
        // The provider's key has changed. The library would not look again for a minute.
        if ((error as { code?: unknown }).code === 'OAUTH_KEY_SELECTION_FAILED')
          cachedConfiguration = undefined
        return refusalFor(error)
      }
    },
  }
}

/**
 * The values sent over the network are derived from a secret that only the browser holds, and
 * cannot be reversed.
 */
function deriveValues(secret: string) {
  const derive = (purpose: string) =>
    createHmac('sha256', secret).update(purpose).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('code verifier') }
}

/**
 * Every provider supports `login`; a provider that supports account selection shows the known
 * accounts.
 */
function choosePrompt(configuration: Configuration): string {
  const supportedPrompts: unknown = configuration.serverMetadata().prompt_values_supported
  return Array.isArray(supportedPrompts) && supportedPrompts.includes('select_account')
    ? 'select_account'
    : 'login'
}

/**
 * Unless it says otherwise, a provider takes the secret in a header (OpenID Connect Core 1.0, 9).
 */
function authenticateBySecret(clientSecret: string): ClientAuth {
  const basic = ClientSecretBasic(clientSecret)
  const post = ClientSecretPost(clientSecret)
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    authenticate(server, client, body, headers)
  }
}

/** The library throws on everything unexpected. */
function refusalFor(failure: unknown): OpenIdRefusal {
  const { name, code, error, cause } = failure as {
    name?: string
    code?: string
    error?: string
    cause?: unknown
  }
  const isRefused =
    name === 'AuthorizationResponseError' ||
    name === 'ResponseBodyError' ||
    name === 'WWWAuthenticateChallengeError'
  const challenge =
    name === 'WWWAuthenticateChallengeError'
      ? (cause as WWWAuthenticateChallenge[])[0]?.parameters.error
      : undefined
  const isUnreachable =
    (failure instanceof TypeError && code === undefined) ||
    code === 'OAUTH_TIMEOUT' ||
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'
  const detail = [error, challenge, code].find(
    (text) => text !== undefined && /^\w{1,60}$/.test(text),
  )
  let reason: OpenIdReason = 'ANSWER_NOT_VALID'
  if (isRefused) reason = 'PROVIDER_REFUSED'
  else if (isUnreachable) reason = 'PROVIDER_NOT_REACHED'
  return { reason, ...(detail && { detail }) }
}
