// SMS through Vonage's Messages API: one POST of JSON. Its callbacks have a token (JWT, HS256) that
// contains the hash of their body ("Signed webhooks").

import { createHash, createHmac } from 'node:crypto'
import { askCarrier, toRefusal } from '../carrier-http.ts'
import type { NoticeMessage } from '../rail.ts'
import {
  asObject,
  type Callback,
  type CallbackReader,
  type Delivery,
  isSameSecret,
  readJsonObject,
  toMessages,
  toReports,
} from './carrier-event.ts'

export const defaultVonageUrl = 'https://api.nexmo.com'

export interface VonageAccount {
  url: string
  apiKey: string
  apiSecret: string
  sender: string
  callbackUrl: string
  signal: AbortSignal
}

/** Hands a notice to Vonage; throws MessageRefused. Ends with the signal at the latest. */
export async function sendByVonage(message: NoticeMessage, account: VonageAccount): Promise<void> {
  const { url, apiKey, apiSecret, sender, callbackUrl, signal } = account
  const { status, answer } = await askCarrier({
    carrier: 'Vonage',
    url: `${url}/v1/messages`,
    headers: {
      authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      channel: 'sms',
      message_type: 'text',
      to: message.destination.replace(/^\+/, ''),
      from: sender,
      text: message.text,
      webhook_url: callbackUrl,
      webhook_version: 'v1',
      ...(message.reference !== undefined && { client_ref: message.reference }),
    }),
    signal,
  })
  if (status === 202 && typeof asObject(answer)?.message_uuid === 'string') return
  throw toRefusal('Vonage', { status, code: undefined }, errors)
}

const errors = {
  meanings: [
    [[401], 'it does not accept the key and its secret'],
    [[402], 'the account has no credit left'],
    [[403], 'the account may not send this'],
    [[422], 'the number or the text is not valid'],
    [[429], 'too many messages at once'],
    [[503], 'it is too busy'],
  ],
  finalCodes: [422],
} as const

const states: Readonly<Record<string, Delivery>> = {
  submitted: 'SENT',
  delivered: 'DELIVERED',
  read: 'READ',
  rejected: 'UNDELIVERED',
  undeliverable: 'UNDELIVERED',
}

export const vonageCallbacks: CallbackReader = {
  signatureHeader: 'authorization',
  readEvents({ headers, body }: Callback, secret) {
    const token = /^Bearer ([\w.-]{1,4000})$/i.exec(headers.authorization ?? '')?.[1]
    const claims = token === undefined ? undefined : readClaims(token, secret)
    const bodyHash = createHash('sha256').update(body).digest('hex')
    const { payload_hash: payloadHash } = claims ?? {}
    if (typeof payloadHash !== 'string' || !isSameSecret(payloadHash, bodyHash)) return undefined
    const { status, client_ref: reference, error, ...sent } = readJsonObject(body) ?? {}
    if (typeof status === 'string')
      // The type of an error is the address of its explanation, which ends in a number.
      return toReports(reference, states[status], /\d+$/.exec(String(asObject(error)?.type))?.[0])
    return sent.channel === 'sms' ? toMessages(sent.message_uuid, sent.from, sent.text) : []
  },
}

/** The claims of a token that is signed with the secret by HS256; undefined for any other. */
function readClaims(token: string, secret: string): Record<string, unknown> | undefined {
  const [head = '', claims = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || readPart(head)?.alg !== 'HS256') return undefined
  const due = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url')
  return isSameSecret(signature, due) ? readPart(claims) : undefined
}

const readPart = (part: string) => readJsonObject(Buffer.from(part, 'base64url'))
