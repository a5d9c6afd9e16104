// Calls Stripe for one workspace: with its account, within a time limit, and with an error for each
// kind of unsuccessful answer.

import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Stripe } from 'stripe'
import { type GatewayRefused, GatewaySilent, toGatewayError } from '../gateway.ts'
import { sentTwiceHeader, stripeHttp } from './stripe-http.ts'

export interface StripeAccount {
  secretKey: string
  /** The secret that Stripe signs its messages with; null: no messages are accepted. */
  webhookSecret: string | null
  /** The URL of the API, if it is not Stripe's own: a proxy, or a test server. */
  url?: string
}

/** Makes one call; with a key, it is executed only once, however often it is sent. */
export type AskStripe = <T>(
  call: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>,
  key?: string,
) => Promise<T>

const stripeUrl = 'https://api.stripe.com'
const clientsMax = 100
/** How long to wait before retrying a request that another one has blocked. */
const busyWaitMs = 100

/** Loaded at the first call: most processes never make one, and loading slows down the start. */
const loadLibrary = async () => (await import('stripe')).Stripe

/** Clients of accounts, each created on first use. */
export function stripeClients(): (account: StripeAccount) => Promise<Stripe> {
  const clients = new LRUCache<string, Stripe>({ max: clientsMax })
  const transports = new LRUCache<string, Stripe.HttpClient>({ max: clientsMax })
  return async ({ secretKey, url = stripeUrl }) => {
    const key = JSON.stringify([secretKey, url])
    const transport = transports.get(url) ?? stripeHttp(url)
    transports.set(url, transport)
    const client = clients.get(key) ?? (await createClient(secretKey, transport))
    clients.set(key, client)
    return client
  }
}

async function createClient(secretKey: string, httpClient: Stripe.HttpClient): Promise<Stripe> {
  const Stripe = await loadLibrary()
  // Fixes the API version to that of the library's types, whatever the account's default is.
  return new Stripe(secretKey, {
    apiVersion: Stripe.API_VERSION,
    httpClient,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** Calls until `until`, in terms of `performance.now`; throws the errors of the gateway port. */
export function askStripe(stripe: Stripe, until: number): AskStripe {
  return async (call, key) => {
    let mayHaveSucceeded = false
    for (;;) {
      const remainingMs = Math.floor(until - performance.now())
      if (remainingMs < 1) throw new GatewaySilent('Stripe did not answer in time')
      try {
        return await call(stripe, {
          timeout: remainingMs,
          ...(key !== undefined && { idempotencyKey: key }),
        })
      } catch (error) {
        const { StripeError } = (await loadLibrary()).errors
        if (!(error instanceof StripeError)) throw error
        mayHaveSucceeded ||= isSentTwice(error)
        if (!isBusy(error))
          throw key !== undefined && mayHaveSucceeded && !isRemembered(error)
            ? lostAnswerError()
            : toFailure(error)
        // Nothing was done, and Stripe has stored nothing for the key.
        await sleep(Math.min(remainingMs, busyWaitMs * (1 + Math.random())))
      }
    }
  }
}

/** Another request with this key, or for the same payment, is in progress. */
function isBusy({ statusCode, code }: Failure): boolean {
  return statusCode === 409 || code === 'lock_timeout'
}

type Failure = InstanceType<typeof Stripe.errors.StripeError>

/**
 * Whether the connection of the first attempt broke: Stripe may have executed then what it refuses
 * now, since some refusals come before it checks the key.
 */
const isSentTwice = ({ headers }: Failure) => headers?.[sentTwiceHeader] === 'true'
/** Whether Stripe repeats its first answer, so that nothing else has happened. */
const isRemembered = ({ headers }: Failure) => headers?.['idempotent-replayed'] === 'true'
const lostAnswerError = () =>
  new GatewaySilent('Stripe refused a request whose first answer was lost')

function toFailure({ statusCode, raw }: Failure): GatewayRefused | GatewaySilent {
  if (statusCode === undefined || statusCode < 400)
    return new GatewaySilent('Stripe did not answer')
  // The library adds these members; the rest is unchanged.
  const { headers, statusCode: _, requestId, ...error } = raw as Record<string, unknown>
  return toGatewayError('Stripe', statusCode, { error: maskKey(error) })
}

/**
 * Stripe quotes the end of an unknown key; everything else is passed on unchanged, in its order.
 */
function maskKey(error: Record<string, unknown>) {
  const { message } = error
  return typeof message === 'string'
    ? { ...error, message: message.replace(/\b[rsp]k_[\w*.…]+/g, '***') }
    : error
}

/** An answer that Stripe does not document. */
export const notUnderstoodError = () =>
  new GatewaySilent('Stripe answered something that it does not document')
