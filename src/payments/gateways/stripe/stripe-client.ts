// Asking Stripe, as one workspace: by its account, within its time, and with what becomes of each answer that is not the one hoped for.

import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Stripe } from 'stripe'
import { GatewayRefused, GatewaySilent } from '../gateway.ts'
import { sentTwiceHeader, stripeHttp } from './stripe-http.ts'

export interface StripeAccount {
  secretKey: string
  /** What Stripe signs its messages with; null: none are believed. */
  webhookSecret: string | null
  /** Where the API is, where that is not Stripe's own address: a proxy, or a server of tests. */
  url?: string
}

/** Asks one thing; with a key, it is done once however often it is asked for. */
export type AskStripe = <T>(what: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>, key?: string) => Promise<T>

const stripeUrl = 'https://api.stripe.com'
const clientsMax = 100
/** How long is waited before something is asked again that another request stood in the way of. */
const busyWaitMs = 100

/** Loaded when an account is first asked: most processes never ask one, and all would start later by it. */
const library = async () => (await import('stripe')).Stripe

/** Clients of accounts, each made when it is first asked for. */
export function stripeClients(): (account: StripeAccount) => Promise<Stripe> {
  const clients = new LRUCache<string, Stripe>({ max: clientsMax })
  const transports = new LRUCache<string, Stripe.HttpClient>({ max: clientsMax })
  return async ({ secretKey, url = stripeUrl }) => {
    const key = JSON.stringify([secretKey, url])
    const transport = transports.get(url) ?? stripeHttp(url)
    transports.set(url, transport)
    const client = clients.get(key) ?? (await newClient(secretKey, transport))
    clients.set(key, client)
    return client
  }
}

async function newClient(secretKey: string, httpClient: Stripe.HttpClient): Promise<Stripe> {
  const Stripe = await library()
  // The version its types are of, whatever the account's own is.
  return new Stripe(secretKey, { apiVersion: Stripe.API_VERSION, httpClient, maxNetworkRetries: 0, telemetry: false })
}

/** Asks until `until`, on the clock of `performance.now`; throws as the calls of the port do. */
export function askStripe(stripe: Stripe, until: number): AskStripe {
  return async (what, key) => {
    let mayBeDone = false
    for (;;) {
      const left = Math.floor(until - performance.now())
      if (left < 1) throw new GatewaySilent('Stripe did not answer in time')
      try {
        return await what(stripe, { timeout: left, ...(key !== undefined && { idempotencyKey: key }) })
      } catch (error) {
        const { StripeError } = (await library()).errors
        if (!(error instanceof StripeError)) throw error
        mayBeDone ||= isSentTwice(error)
        if (!isBusy(error)) throw key !== undefined && mayBeDone && !isRemembered(error) ? unheard() : failureOf(error)
        // Nothing was done, and nothing is remembered of it.
        await sleep(Math.min(left, busyWaitMs * (1 + Math.random())))
      }
    }
  }
}

/** Another request with this key, or to the same payment, is under way. */
function isBusy({ statusCode, code }: Failure): boolean {
  return statusCode === 409 || code === 'lock_timeout'
}

type Failure = InstanceType<typeof Stripe.errors.StripeError>

/** The connection of the first send was cut: Stripe may have done then what it refuses now, for one of these refuses before it looks at the key. */
const isSentTwice = ({ headers }: Failure) => headers?.[sentTwiceHeader] === 'true'
/** What Stripe said the first time, and all that came of it. */
const isRemembered = ({ headers }: Failure) => headers?.['idempotent-replayed'] === 'true'
const unheard = () => new GatewaySilent('Stripe refused a request whose first answer was lost')

function failureOf({ statusCode, raw }: Failure): GatewayRefused | GatewaySilent {
  if (statusCode === undefined || statusCode < 400) return new GatewaySilent('Stripe did not answer')
  // The library adds these; the rest is as it came.
  const { headers, statusCode: _, requestId, ...error } = raw as Record<string, unknown>
  return new GatewayRefused(statusCode, { error: withoutKey(error) })
}

/** Stripe quotes the end of a key that it does not know; all else stays as it came, in its order. */
function withoutKey(error: Record<string, unknown>) {
  const { message } = error
  return typeof message === 'string' ? { ...error, message: message.replace(/\b[rsp]k_[\w*.…]+/g, '***') } : error
}

/** An answer that is none that Stripe documents. */
export const notUnderstood = () => new GatewaySilent('Stripe answered something that it does not document')
