// SMS through Twilio: one POST of a form (Programmable Messaging, "Create a Message"). Its callbacks
// are signed over their address and their parameters ("Validating requests").

import { createHmac } from 'node:crypto'
import { askCarrier, toRefusal } from '../carrier-http.ts'
import { MessageRejected, type NoticeMessage } from '../rail.ts'
import {
  asObject,
  type Callback,
  type CallbackReader,
  type Delivery,
  isSameSecret,
  toMessages,
  toReports,
} from './carrier-event.ts'

export const defaultTwilioUrl = 'https://api.twilio.com'

export interface TwilioAccount {
  url: string
  accountSid: string
  authToken: string
  sender: string
  /** Where it reports to; the reference is added as a query. */
  callbackUrl: string
  signal: AbortSignal
}

/** Hands a notice to Twilio; throws MessageRefused. Ends with the signal at the latest. */
export async function sendByTwilio(message: NoticeMessage, account: TwilioAccount): Promise<void> {
  const { url, accountSid, authToken, sender, callbackUrl, signal } = account
  const form = new URLSearchParams({
    To: message.destination,
    [sender.startsWith('MG') ? 'MessagingServiceSid' : 'From']: sender,
    Body: message.text,
    ...(message.reference !== undefined && {
      StatusCallback: `${callbackUrl}?reference=${message.reference}`,
    }),
  })
  const { status, answer } = await askCarrier({
    carrier: 'Twilio',
    url: `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`,
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
    signal,
  })
  const { sid, status: state, code } = asObject(answer) ?? {}
  if (status === 201 && typeof sid === 'string') {
    if (state === 'failed') throw new MessageRejected('Twilio took the message and failed at once')
    return
  }
  throw toRefusal('Twilio', { status, code: typeof code === 'number' ? code : undefined }, errors)
}

const errors = {
  meanings: [
    [[20003, 401], 'it does not accept the account and its token'],
    [[20404, 404], 'there is no such account'],
    [[20429, 429, 14107], 'too many messages at once'],
    [[503, 20503], 'it is too busy'],
    [[21211, 21614], 'the number cannot receive an SMS'],
    [[21212, 21603, 21606, 21659, 21660], 'the sender is not one of the account'],
    [[21408], 'the account may not send to this country'],
    [[21608], 'a trial account sends only to verified numbers'],
    [[21610], 'the person has asked the carrier for no more messages'],
    [[21612], 'the sender cannot reach this number'],
    [[21617, 21605], 'the text is too long'],
  ],
  finalCodes: [21211, 21408, 21608, 21610, 21612, 21614, 21617, 21605],
} as const

const states: Readonly<Record<string, Delivery>> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  read: 'READ',
  undelivered: 'UNDELIVERED',
  failed: 'UNDELIVERED',
}

export const twilioCallbacks: CallbackReader = {
  signatureHeader: 'x-twilio-signature',
  readEvents({ headers, body, query, url }: Callback, secret) {
    const { reference } = query
    const parameters = [...new URLSearchParams(body.toString('utf8'))]
    // Our own address: it has nothing in its query but the reference that we put there.
    const address = typeof reference === 'string' ? `${url}?reference=${reference}` : url
    const due = twilioSignature(address, parameters, secret)
    const signature = headers['x-twilio-signature']
    if (typeof signature !== 'string' || !isSameSecret(signature, due)) return undefined
    const sent = new Map(parameters)
    if (sent.has('MessageStatus'))
      return toReports(reference, states[sent.get('MessageStatus') ?? ''], sent.get('ErrorCode'))
    return toMessages(sent.get('MessageSid'), sent.get('From'), sent.get('Body'))
  },
}

/** Twilio's signature of a request: the address, then the parameters in order of their names. */
export function twilioSignature(
  url: string,
  parameters: readonly (readonly [name: string, value: string])[],
  authToken: string,
): string {
  const text = parameters
    .toSorted(([a], [b]) => Number(a > b) - Number(a < b))
    .map(([name, value]) => name + value)
    .join('')
  return createHmac('sha1', authToken)
    .update(url + text, 'utf8')
    .digest('base64')
}
