// Calls Razorpay with its own library, over our connections. The library has no time-out, no
// configurable host and no idempotency header for refunds; it keeps only a part of an error, or
// fails on one without an answer. All of this is set on its inner HTTP client.

import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type Razorpay from 'razorpay'
import { answerBytesMax, GatewaySilent, toGatewayError } from '../gateway.ts'

/** A workspace's account at Razorpay. */
export interface RazorpayAccount {
  keyId: string
  keySecret: string
  /** The secret that its messages are signed with; null: no messages are accepted. */
  webhookSecret: string | null
  /** The URL of the API, without a trailing slash, if it is not Razorpay's own. */
  url?: string
}

/**
 * Sends one request, and returns the object in the answer; throws GatewayRefused or GatewaySilent.
 */
export type AskRazorpay = (
  call: (library: Razorpay) => Promise<unknown>,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>

export type Answer = Readonly<Record<string, unknown>>

const sockets = { keepAlive: true, maxSockets: 32, maxTotalSockets: 64, maxFreeSockets: 8 }

/** The part of the library's HTTP client that is configured here. */
interface HttpClient {
  defaults: { headers: Record<string, unknown> }
  interceptors: {
    response: { use(answered: (response: { status: number; data: unknown }) => unknown): void }
  }
}

/**
 * Creates a client; all requests with the result of one `begin` share the time limit `answerMs`.
 */
export function razorpayClient(answerMs: number) {
  const agents = { httpAgent: new HttpAgent(sockets), httpsAgent: new HttpsAgent(sockets) }

  async function createLibrary(
    { keyId, keySecret, url }: RazorpayAccount,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<Razorpay> {
    // Loaded at the first call: most processes never make one, and loading slows down the start.
    const { default: Razorpay } = await import('razorpay')
    const library = new Razorpay({ key_id: keyId, key_secret: keySecret })
    const { defaults, interceptors } = (library.api as unknown as { rq: HttpClient }).rq
    Object.assign(defaults, {
      ...(url === undefined ? {} : { baseURL: url }),
      ...agents,
      signal,
      // Neither the environment nor an answer may decide where the key is sent.
      proxy: false,
      maxRedirects: 0,
      maxContentLength: answerBytesMax,
      validateStatus: () => true,
      responseType: 'text',
      transformResponse: [(text: unknown) => text],
    })
    Object.assign(defaults.headers, headers)
    // The library passes on only `data`.
    interceptors.response.use((response) => ({
      ...response,
      data: { status: response.status, text: response.data },
    }))
    return library
  }

  return {
    begin(account: RazorpayAccount): AskRazorpay {
      const signal = AbortSignal.timeout(answerMs)
      return async (call, headers = {}) => {
        const library = await createLibrary(account, signal, headers)
        // The library's errors contain the key, so they are discarded.
        const answered = await call(library).catch(() => {
          throw new GatewaySilent('Razorpay did not answer in time')
        })
        const { status, text } = answered as { status: number; text: unknown }
        const body = parseObject(text)
        if (!body) throw new GatewaySilent(`Razorpay answered ${status}, and no JSON object`)
        if (status >= 400) throw toGatewayError('Razorpay', status, body)
        if (status < 200 || status >= 300) throw new GatewaySilent(`Razorpay answered ${status}`)
        return body
      }
    },
  }
}

function parseObject(text: unknown): Answer | undefined {
  try {
    return asObject(JSON.parse(String(text)))
  } catch {
    return undefined
  }
}

/** A JSON object; undefined for anything else. */
export function asObject(value: unknown): Answer | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Answer)
    : undefined
}
