// One request to a carrier of messages by HTTP, and what its outcome says about the message.

import { readBodyWithin } from '../ports/bounded-body.ts'
import { MessageRefused, MessageRejected, MessageUncertain } from './rail.ts'

export interface CarrierRequest {
  /** The carrier, as operators know it. */
  carrier: string
  url: string
  method?: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal
}

export interface CarrierAnswer {
  status: number
  /** The JSON of the response; undefined if it is not JSON, or too long. */
  answer: unknown
}

/**
 * Sends a request to a carrier; throws MessageRefused, or MessageUncertain if the request may have
 * arrived. Ends with the signal at the latest.
 */
export async function askCarrier(request: CarrierRequest): Promise<CarrierAnswer> {
  const { carrier, url, method = 'POST', headers, body, signal } = request
  try {
    // The secret must not be sent to any other address.
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    })
    return { status: response.status, answer: await readAnswer(response) }
  } catch (error) {
    if (signal.aborted) throw new MessageUncertain(`${carrier} did not respond in time`)
    const { code: system = '' } = ((error as Error).cause ?? {}) as { code?: string }
    const reason = `${carrier} cannot be reached${/^[A-Z_]{1,60}$/.test(system) ? ` (${system})` : ''}`
    // Any other error came after the connection was open: the request may have arrived.
    throw neverConnected.test(system) ? new MessageRefused(reason) : new MessageUncertain(reason)
  }
}

/** System and TLS errors that occur before anything is sent. */
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|CERT_.*|.*_CERT.*|.*SELF_SIGNED.*|ERR_TLS_.*|ERR_SSL_.*|UND_ERR_CONNECT_TIMEOUT)$/

const answerBytesMax = 64 * 1024

async function readAnswer(response: Response): Promise<unknown> {
  const body = await readBodyWithin(response.body, answerBytesMax)
  try {
    return body && JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** What the error codes of a carrier mean, and which of them retrying cannot change. */
export interface CarrierErrors {
  meanings: readonly (readonly [codes: readonly number[], meaning: string])[]
  finalCodes: readonly number[]
}

/**
 * The error for an answer that does not accept a message. It is described only by its numbers: the
 * sentences of carriers may quote the recipient.
 */
export function toRefusal(
  carrier: string,
  { status, code }: { status: number; code: number | undefined },
  { meanings, finalCodes }: CarrierErrors,
): MessageRefused {
  const meaning = meanings.find(([codes]) => codes.includes(code ?? status))?.[1]
  const numbers = `${carrier} returned ${status}${code === undefined ? '' : ` with error ${code}`}`
  const reason =
    meaning === undefined ? `${numbers} without taking the message` : `${numbers}: ${meaning}`
  if (finalCodes.includes(code ?? status)) return new MessageRejected(reason)
  if (status >= 300 && status < 400)
    return new MessageRefused(`${carrier} returned ${status}, a redirect, which is not followed`)
  // A server error does not say what happened behind it, except that it is too busy.
  const mayBeTaken =
    (status >= 200 && status < 300 && code === undefined) || (status >= 500 && status !== 503)
  return mayBeTaken ? new MessageUncertain(reason) : new MessageRefused(reason)
}
