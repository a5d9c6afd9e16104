// How Razorpay is asked: by its own library, over connections of ours. The library has no time-out, no other host, no header of a refund's
// idempotency, and of an error it keeps only a part, or fails over one without an answer. All of that is an option of the HTTP client within
// it, so that is where it is set.

import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type Razorpay from 'razorpay'
import { GatewayRefused, GatewaySilent } from '../gateway.ts'

/** What a workspace has at Razorpay. */
export interface RazorpayAccount {
  keyId: string
  keySecret: string
  /** What its messages are signed with; null: none are believed. */
  webhookSecret: string | null
  /** Where the API is, without a slash at the end, where that is not Razorpay itself. */
  url?: string
}

/** Makes one request, and returns the object it was answered with; throws GatewayRefused or GatewaySilent. */
export type AskRazorpay = (call: (library: Razorpay) => Promise<unknown>, headers?: Readonly<Record<string, string>>) => Promise<Answer>

export type Answer = Readonly<Record<string, unknown>>

const sockets = { keepAlive: true, maxSockets: 32, maxTotalSockets: 64, maxFreeSockets: 8 }
/** A hundred refunds are about 100 kB. */
const answerBytesMax = 2_000_000

/** The part of the library's HTTP client that is set here. */
interface HttpClient {
  defaults: { headers: Record<string, unknown> }
  interceptors: { response: { use(answered: (response: { status: number; data: unknown }) => unknown): void } }
}

/** A way to ask; all that is asked with what one `begin` returns has `answerMs` together. */
export function razorpayClient(answerMs: number) {
  const agents = { httpAgent: new HttpAgent(sockets), httpsAgent: new HttpsAgent(sockets) }

  async function libraryOf({ keyId, keySecret, url }: RazorpayAccount, signal: AbortSignal, headers: Readonly<Record<string, string>>): Promise<Razorpay> {
    // Loaded when an account is first asked: most processes never ask one, and all would start later by it.
    const { default: Razorpay } = await import('razorpay')
    const library = new Razorpay({ key_id: keyId, key_secret: keySecret })
    const { defaults, interceptors } = (library.api as unknown as { rq: HttpClient }).rq
    Object.assign(defaults, {
      ...(url === undefined ? {} : { baseURL: url }),
      ...agents,
      signal,
      // Neither the environment nor an answer decides where the key is sent.
      proxy: false,
      maxRedirects: 0,
      maxContentLength: answerBytesMax,
      validateStatus: () => true,
      responseType: 'text',
      transformResponse: [(text: unknown) => text],
    })
    Object.assign(defaults.headers, headers)
    // The library passes on `data` alone.
    interceptors.response.use((response) => ({ ...response, data: { status: response.status, text: response.data } }))
    return library
  }

  return {
    begin(account: RazorpayAccount): AskRazorpay {
      const signal = AbortSignal.timeout(answerMs)
      return async (call, headers = {}) => {
        const library = await libraryOf(account, signal, headers)
        // What it fails with holds the key: none of it is kept.
        const answered = await call(library).catch(() => {
          throw new GatewaySilent('Razorpay did not answer in time')
        })
        const { status, text } = answered as { status: number; text: unknown }
        const body = objectOf(text)
        if (!body) throw new GatewaySilent(`Razorpay answered ${status}, and no JSON object`)
        if (status >= 400) throw new GatewayRefused(status, body)
        if (status < 200 || status >= 300) throw new GatewaySilent(`Razorpay answered ${status}`)
        return body
      }
    },
  }
}

function objectOf(text: unknown): Answer | undefined {
  try {
    return asObject(JSON.parse(String(text)))
  } catch {
    return undefined
  }
}

/** A JSON object; undefined where it is anything else. */
export function asObject(value: unknown): Answer | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : undefined
}
