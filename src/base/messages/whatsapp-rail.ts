// Chat messages through the WhatsApp Cloud API: one POST with a template. A code uses an
// authentication template, whose body and copy-code button contain the code; a notice names its own
// template. An answer to a person who wrote within a day is a plain text.

import { askCarrier } from './carrier-http.ts'
import { type Message, MessageRefused, MessageRejected, MessageUncertain } from './rail.ts'

export const defaultWhatsAppUrl = 'https://graph.facebook.com'
export const defaultWhatsAppVersion = 'v23.0'

export interface WhatsAppRailOptions {
  url: string
  version: string
  phoneNumberId: string
  template: string
  language: string
  token: string
  signal: AbortSignal
}

/** Hands a message to WhatsApp; throws MessageRefused. Ends with the signal at the latest. */
export async function sendByWhatsApp(
  message: Message,
  options: WhatsAppRailOptions,
): Promise<void> {
  const { status, answer } = await sendToWhatsApp(message, options)
  if (status === 200 && isAccepted(answer)) return
  const reason = failureReason(status, answer)
  const code = errorCode(answer)
  // A template that is held back may still be sent, and a gateway error does not say what happened
  // behind it.
  if (code === undefined && (status === 200 || status >= 500)) throw new MessageUncertain(reason)
  throw code !== undefined && finalCodes.includes(code)
    ? new MessageRejected(reason)
    : new MessageRefused(reason)
}

function templateContent(message: Message, { template, language }: WhatsAppRailOptions) {
  const texts = (parameters: readonly string[]) =>
    parameters.map((text) => ({ type: 'text', text }))
  if ('code' in message) {
    const parameters = texts([message.code])
    const button = { type: 'button', sub_type: 'url', index: '0', parameters }
    return {
      name: template,
      language: { code: language },
      components: [{ type: 'body', parameters }, button],
    }
  }
  if (!message.template)
    throw new MessageRejected('the clinic file has no template for this notice')
  const { name, parameters } = message.template
  const components = parameters.length > 0 ? [{ type: 'body', parameters: texts(parameters) }] : []
  return { name, language: { code: message.template.language }, components }
}

function sendToWhatsApp(message: Message, options: WhatsAppRailOptions) {
  const { url, version, phoneNumberId, token, signal } = options
  const body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.destination,
    ...('isAnswer' in message && message.isAnswer
      ? { type: 'text', text: { preview_url: false, body: message.text } }
      : { type: 'template', template: templateContent(message, options) }),
    // Its callbacks return it.
    ...('reference' in message &&
      message.reference !== undefined && { biz_opaque_callback_data: message.reference }),
  }
  return askCarrier({
    carrier: 'WhatsApp',
    url: `${url.replace(/\/$/, '')}/${version}/${phoneNumberId}/messages`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
}

/** Whether the message has an id, and its template is not held back. */
function isAccepted(answer: unknown): boolean {
  const message = (
    answer as { messages?: { id?: unknown; message_status?: unknown }[] } | null | undefined
  )?.messages?.[0]
  return typeof message?.id === 'string' && (message.message_status ?? 'accepted') === 'accepted'
}

/** What the codes that WhatsApp documents mean for an operator. */
const meanings: readonly [codes: readonly number[], meaning: string][] = [
  [[0, 190], 'the token has expired or was withdrawn'],
  [[3, 10, 131005], 'the token lacks the permission whatsapp_business_messaging'],
  [[4, 80007, 130429, 131048, 131056], 'too many messages at once'],
  [[100, 131008, 131009], 'the phoneNumberId or a parameter is not valid'],
  [[368, 130497, 131031], 'the account is restricted'],
  [[131026], 'the message cannot be delivered to this number'],
  [[131030], 'the number is not on the list of a test account'],
  [[131042], 'the account has a problem with its payment'],
  [
    [131047],
    'more than 24 hours have passed since the person wrote; the template must be of the category authentication, or utility for a notice',
  ],
  [
    [132000, 132005, 132012, 132018],
    'the parameters do not fit the template; that of codes needs the code in its body and a copy-code button',
  ],
  [[132001], 'there is no such template in this language'],
  [[132007, 132015, 132016], 'the template is paused or disabled'],
  [[133010], 'the phone number of the clinic is not registered'],
  [[1, 2, 131000, 131016], 'WhatsApp itself has failed'],
]

/** Codes about the number or the message itself, for which retrying is useless. */
const finalCodes = [
  100, 131008, 131009, 131026, 131030, 131047, 132000, 132001, 132005, 132012, 132018,
]

function errorCode(answer: unknown): number | undefined {
  const code = (answer as { error?: { code?: unknown } } | null | undefined)?.error?.code
  return typeof code === 'number' && /^\d{1,7}$/.test(String(code)) ? code : undefined
}

/** Describes the response only by its numbers: its sentences may quote the recipient. */
function failureReason(status: number, answer: unknown): string {
  const code = errorCode(answer)
  if (code === undefined) {
    if (status === 429) return 'WhatsApp returned 429: too many messages at once'
    if (status >= 300 && status < 400)
      return `WhatsApp returned ${status}, a redirect, which is not followed`
    return `WhatsApp returned ${status} without taking the message`
  }
  const permission = code >= 200 && code <= 299 ? 'the token lacks a permission' : undefined
  const meaning = meanings.find(([codes]) => codes.includes(code))?.[1] ?? permission
  return `WhatsApp returned ${status} with error ${code}${meaning ? `: ${meaning}` : ''}`
}
