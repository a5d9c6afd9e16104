// SMS through any gateway: the clinic file describes the request by templates of its address, its
// headers and its body. Its callbacks have a form of ours; a small script can translate those of a
// gateway.

import { askCarrier, toRefusal } from '../carrier-http.ts'
import { MessageRefused, type NoticeMessage } from '../rail.ts'
import {
  type Callback,
  type CallbackReader,
  deliveries,
  isBodySigned,
  readJsonObject,
  toMessages,
  toReports,
} from './carrier-event.ts'

/** What takes the place of names in braces; the secrets of the clinic file come beside them. */
export const gatewayPlaceholders = ['to', 'digits', 'text', 'reference', 'callback'] as const

export interface TemplateGateway {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
  /** The resolved secrets, by the name of their placeholder. */
  secrets: Readonly<Record<string, string>>
  callbackUrl: string
  signal: AbortSignal
}

/** The names in braces of a template, which may contain braces of JSON. */
export const listGatewayPlaceholders = (template: string): string[] =>
  [...template.matchAll(placeholder)].map(([, name = '']) => name)

const placeholder = /\{([A-Za-z][A-Za-z0-9]*)\}/g

/** Hands a notice to a gateway; throws MessageRefused. Ends with the signal at the latest. */
export async function sendByTemplate(
  message: NoticeMessage,
  gateway: TemplateGateway,
): Promise<void> {
  const { url, method, headers, body, secrets, callbackUrl, signal } = gateway
  const values: Record<string, string> = {
    ...secrets,
    to: message.destination,
    digits: message.destination.replace(/^\+/, ''),
    text: message.text,
    reference: message.reference ?? '',
    callback: callbackUrl,
  }
  const fill = (template: string, write: (value: string) => string) =>
    template.replace(placeholder, (whole, name: string) =>
      Object.hasOwn(values, name) ? write(values[name] ?? '') : whole,
    )
  const filledHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      fill(value, (text) => text),
    ]),
  )
  // The library would quote such a header in its error.
  if (Object.values(filledHeaders).some((value) => /[^\x20-\x7e]/.test(value)))
    throw new MessageRefused('a header of the gateway has a character that no header may have')
  const { status } = await askCarrier({
    carrier: 'the SMS gateway',
    url: fill(url, encodeURIComponent),
    method,
    headers: filledHeaders,
    body:
      body === undefined || method === 'GET'
        ? undefined
        : fill(body, escapeFor(filledHeaders['content-type'] ?? '')),
    signal,
  })
  if (status >= 200 && status < 300) return
  throw toRefusal('the SMS gateway', { status, code: undefined }, errors)
}

/** How a value is written into a body of a type. */
function escapeFor(contentType: string): (value: string) => string {
  if (contentType.includes('json')) return (value) => JSON.stringify(value).slice(1, -1)
  if (contentType.includes('form-urlencoded')) return encodeURIComponent
  if (contentType.includes('xml'))
    return (value) => value.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
  return (value) => value
}

const errors = {
  meanings: [
    [[400, 422], 'it does not take this message'],
    [[401, 403], 'it does not accept the account'],
    [[429], 'too many messages at once'],
    [[503], 'it is too busy'],
  ],
  finalCodes: [400, 422],
} as const

export const templateGatewayCallbacks: CallbackReader = {
  signatureHeader: 'x-signature-256',
  readEvents({ headers, body }: Callback, secret) {
    if (!isBodySigned(body, headers['x-signature-256'], secret)) return undefined
    const { reference, delivery, code, id, from, text } = readJsonObject(body) ?? {}
    return [
      ...toReports(
        reference,
        deliveries.find((known) => known === delivery),
        code,
      ),
      ...toMessages(id, from, text),
    ]
  },
}
