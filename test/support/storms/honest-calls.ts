// Requests as a proxy forwards them, each on its own connection, with their durations. It imports
// nothing from the tests, so that a thread can load it on its own.

import { request as httpRequest } from 'node:http'

/** A response and how long it took, from opening its connection. */
export interface TimedReply {
  status: number
  text: string
  /** Undefined if the response is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service returned
  json: any
  ms: number
}

export interface ProxiedRequest {
  /** Where the service listens. */
  url: string
  /** The client address that the proxy reports. */
  from: string
  method: string
  path: string
  headers?: Record<string, string>
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown
}

/** Sends one request on a new connection. */
export function sendProxied({
  url,
  from,
  method,
  path,
  headers = {},
  body,
}: ProxiedRequest): Promise<TimedReply> {
  const startedAt = performance.now()
  const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const bodyHeaders =
    content === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const options = {
      host: hostname,
      port,
      method,
      path,
      headers: { 'x-forwarded-for': from, ...bodyHeaders, ...headers },
      agent: false as const,
    }
    const request = httpRequest(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const isJson =
          response.headers['content-type']?.startsWith('application/json') === true && text !== ''
        resolve({
          status: response.statusCode ?? 0,
          text,
          json: isJson ? JSON.parse(text) : undefined,
          ms: performance.now() - startedAt,
        })
      })
    })
    request.on('error', reject)
    request.end(content)
  })
}

type Timings = readonly Pick<TimedReply, 'ms'>[]

/** The duration, in ms, within which a share of the calls finished. */
export function percentile(timings: Timings, share: number): number {
  const sorted = timings.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
}

export const p99 = (timings: Timings): number => percentile(timings, 0.99)
