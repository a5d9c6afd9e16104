// How Stripe's library reaches Stripe. Its own client lets a body trickle in for as long as it likes and repeats requests after the time is
// over; this one has done with a request, body and all, when its time is.

import http from 'node:http'
import https from 'node:https'
import type { Stripe } from 'stripe'

const bodyBytesMax = 4 * 1024 * 1024
/** At a time, to one address; more wait, within their time. */
const socketsMax = 16
const idleSocketsMax = 4
const idleMs = 30_000

/** What is sent of all that the library would: it also tells of this machine and of earlier requests. */
const sentHeaders = ['authorization', 'accept', 'content-type', 'content-length', 'user-agent', 'stripe-version', 'idempotency-key']
/** What the library hears of: others make it write to the log. */
const heardHeaders = ['request-id', 'idempotent-replayed']
/** Says of an answer that it is to a request that was sent twice; Stripe's own header of this name would not be heard. */
export const sentTwiceHeader = 'sent-twice'

interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

interface Asked {
  method: string
  headers: Record<string, string | number>
  body: string
  signal: AbortSignal
}

/** Reaches Stripe at `base`; connections are kept for the next request, and keep no process alive. */
export function stripeHttp(base: string): Stripe.HttpClient {
  const kept = { keepAlive: true, maxSockets: socketsMax, maxFreeSockets: idleSocketsMax, timeout: idleMs }
  const [send, agent] = base.startsWith('https:') ? [https.request, new https.Agent(kept)] : [http.request, new http.Agent(kept)]
  const root = base.replace(/\/+$/, '')

  async function exchange(path: string, asked: Asked, isRepeated = false): Promise<Answer> {
    const { body, ...how } = asked
    return new Promise<Answer>((resolve, reject) => {
      const request = send(`${root}${path}`, { ...how, agent })
      request.on('response', (response) => {
        answerOf(response).then((answer) => resolve(isRepeated ? sentTwice(answer) : answer), reject)
      })
      request.on('error', (error) => {
        // A connection that was kept and that the other side has closed meanwhile. What was sent is sent once more: it only reads, or has a key.
        const isStale = request.reusedSocket && !isRepeated && 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code))
        if (isStale) exchange(path, asked, true).then(resolve, reject)
        else reject(error)
      })
      request.end(body)
    })
  }

  return {
    getClientName: () => 'node',
    // eslint-disable-next-line max-params -- Stripe's library calls it so.
    async makeRequest(_host, _port, path, method, headers, body, _protocol, timeout) {
      const answer = await exchange(path, { method, headers: picked(headers, sentHeaders), body, signal: AbortSignal.timeout(timeout) }).catch(() => {
        // Without the cause, which may say too much and would be taken for a reason to ask again.
        throw new Error('no answer')
      })
      return {
        getStatusCode: () => answer.status,
        getHeaders: () => answer.headers,
        getRawResponse: () => ({ headers: answer.headers, statusCode: answer.status }),
        toStream: () => {
          throw new Error('answers are read whole')
        },
        toJSON: async () => parsed(answer.text),
      }
    },
  }
}

async function answerOf(response: http.IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length
    if (length > bodyBytesMax) throw new Error('the answer is too long')
    parts.push(part)
  }
  if (!response.complete) throw new Error('the answer broke off')
  const headers = Object.fromEntries(heardHeaders.flatMap((name) => (typeof response.headers[name] === 'string' ? [[name, response.headers[name]]] : [])))
  return { status: response.statusCode ?? 0, headers, text: Buffer.concat(parts).toString('utf8') }
}

function sentTwice({ headers, ...answer }: Answer): Answer {
  return { ...answer, headers: { ...headers, [sentTwiceHeader]: 'true' } }
}

function picked(headers: object, names: readonly string[]): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => names.includes(name.toLowerCase()) && ['string', 'number'].includes(typeof value)),
  )
}

/** The object of an answer. Stripe answers with nothing else, and says in an object what was wrong; a stranger in its place may not. */
function parsed(text: string): object {
  const body: unknown = JSON.parse(text)
  if (!isObject(body) || !['undefined', 'object'].includes(typeof Reflect.get(body, 'error'))) throw new Error('the answer is no object')
  return body
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
