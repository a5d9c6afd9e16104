// The HTTP client for Stripe's library. The library's own client lets a body arrive arbitrarily
// slowly, and retries after the time limit; this one ends a request, including its body, at its
// time limit.

import http from 'node:http'
import https from 'node:https'
import type { Stripe } from 'stripe'
import { answerBytesMax } from '../gateway.ts'

/** Connections to one address at a time; further requests wait, within their time limit. */
const socketsMax = 16
const idleSocketsMax = 4
const idleMs = 30_000

/**
 * The library's headers that are sent: the others would describe this machine and earlier requests.
 */
const sentHeaders = [
  'authorization',
  'accept',
  'content-type',
  'content-length',
  'user-agent',
  'stripe-version',
  'idempotency-key',
]
/** The headers that are passed to the library: others make it write to the log. */
const passedHeaders = ['request-id', 'idempotent-replayed']
/**
 * Marks the answer to a request that was sent twice; a header of this name from Stripe is not
 * passed on.
 */
export const sentTwiceHeader = 'sent-twice'

interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

interface HttpRequest {
  method: string
  headers: Record<string, string | number>
  body: string
  signal: AbortSignal
}

/** Connects to Stripe at `base`; connections are reused, and do not keep the process alive. */
export function stripeHttp(base: string): Stripe.HttpClient {
  const agentOptions = {
    keepAlive: true,
    maxSockets: socketsMax,
    maxFreeSockets: idleSocketsMax,
    timeout: idleMs,
  }
  const [send, agent] = base.startsWith('https:')
    ? [https.request, new https.Agent(agentOptions)]
    : [http.request, new http.Agent(agentOptions)]
  const root = base.replace(/\/+$/, '')

  async function exchange(
    path: string,
    httpRequest: HttpRequest,
    isRepeated = false,
  ): Promise<Answer> {
    const { body, ...how } = httpRequest
    return new Promise<Answer>((resolve, reject) => {
      const request = send(`${root}${path}`, { ...how, agent })
      request.on('response', (response) => {
        readAnswer(response).then(
          (answer) => resolve(isRepeated ? markSentTwice(answer) : answer),
          reject,
        )
      })
      request.on('error', (error) => {
        // The other side had closed a reused connection. The request is sent once more: it only
        // reads, or has a key.
        const isStale =
          request.reusedSocket &&
          !isRepeated &&
          'code' in error &&
          ['ECONNRESET', 'EPIPE'].includes(String(error.code))
        if (isStale) exchange(path, httpRequest, true).then(resolve, reject)
        else reject(error)
      })
      request.end(body)
    })
  }

  return {
    getClientName: () => 'node',
    // oxlint-disable-next-line max-params -- Stripe's library calls it so.
    async makeRequest(_host, _port, path, method, headers, body, _protocol, timeout) {
      const answer = await exchange(path, {
        method,
        headers: pickHeaders(headers, sentHeaders),
        body,
        signal: AbortSignal.timeout(timeout),
      }).catch(() => {
        // The cause is left out, since it may reveal too much and would make the library retry.
        throw new Error('no answer')
      })
      return {
        getStatusCode: () => answer.status,
        getHeaders: () => answer.headers,
        getRawResponse: () => ({ headers: answer.headers, statusCode: answer.status }),
        toStream: () => {
          throw new Error('responses can only be read as a whole')
        },
        toJSON: async () => parseObject(answer.text),
      }
    },
  }
}

async function readAnswer(response: http.IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length
    if (length > answerBytesMax) throw new Error('the answer is too long')
    parts.push(part)
  }
  if (!response.complete) throw new Error('the response ended early')
  const headers = Object.fromEntries(
    passedHeaders.flatMap((name) =>
      typeof response.headers[name] === 'string' ? [[name, response.headers[name]]] : [],
    ),
  )
  return { status: response.statusCode ?? 0, headers, text: Buffer.concat(parts).toString('utf8') }
}

function markSentTwice({ headers, ...answer }: Answer): Answer {
  return { ...answer, headers: { ...headers, [sentTwiceHeader]: 'true' } }
}

function pickHeaders(headers: object, names: readonly string[]): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) =>
        names.includes(name.toLowerCase()) && ['string', 'number'].includes(typeof value),
    ),
  )
}

/**
 * The object in an answer. Stripe only answers with objects, even for errors; a server that
 * replaces it may not.
 */
function parseObject(text: string): object {
  const body: unknown = JSON.parse(text)
  if (!isObject(body) || !['undefined', 'object'].includes(typeof Reflect.get(body, 'error')))
    throw new Error('the response is not an object')
  return body
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
