// SMS through MSG91: one POST that names a registered template ("Send SMS", flow). India delivers
// only texts that equal their template, so only its variables are sent. Callbacks are not signed by
// MSG91; it sends the headers that are set up with them.

import { askCarrier, toRefusal } from '../carrier-http.ts'
import { MessageRejected, type NoticeMessage } from '../rail.ts'
import {
  asObject,
  type Callback,
  type CallbackReader,
  type Delivery,
  isSameSecret,
  listObjects,
  readJsonObject,
  toReports,
} from './carrier-event.ts'

export const defaultMsg91Url = 'https://control.msg91.com'

export interface Msg91Account {
  url: string
  authKey: string
  signal: AbortSignal
}

/** Hands a notice to MSG91; throws MessageRefused. Ends with the signal at the latest. */
export async function sendByMsg91(message: NoticeMessage, account: Msg91Account): Promise<void> {
  const { url, authKey, signal } = account
  if (!message.template)
    throw new MessageRejected('the clinic file has no SMS template for this notice')
  const variables = message.template.parameters.map((value, index) => [`var${index + 1}`, value])
  const { status, answer } = await askCarrier({
    carrier: 'MSG91',
    url: `${url}/api/v5/flow`,
    headers: { authkey: authKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      template_id: message.template.name,
      short_url: '0',
      ...(message.reference !== undefined && { CRQID: message.reference }),
      recipients: [
        { mobiles: message.destination.replace(/^\+/, ''), ...Object.fromEntries(variables) },
      ],
    }),
    signal,
  })
  const { type, message: id, code } = asObject(answer) ?? {}
  if (status === 200 && type === 'success' && typeof id === 'string') return
  const number = /^\d{1,6}$/.test(String(code)) ? Number(code) : undefined
  // An error without a number was still an answer: nothing was taken.
  throw toRefusal('MSG91', { status, code: number ?? (type === 'error' ? 0 : undefined) }, errors)
}

const errors = {
  meanings: [
    [[0], 'it did not take the message'],
    [[201, 207, 401, 301], 'it does not accept the key'],
    [[202, 203, 204], 'the number is not valid'],
    [[205, 301, 302], 'the account has no credit left'],
    [[211, 400], 'the template does not exist or is not approved'],
    [[418], 'it does not accept requests from this address'],
    [[429], 'too many messages at once'],
    [[503], 'it is too busy'],
  ],
  finalCodes: [202, 203, 204],
} as const

const states: Readonly<Record<string, Delivery>> = {
  '1': 'DELIVERED',
  delivered: 'DELIVERED',
  '2': 'UNDELIVERED',
  failed: 'UNDELIVERED',
  '9': 'UNDELIVERED',
  '16': 'UNDELIVERED',
  '25': 'UNDELIVERED',
  rejected: 'UNDELIVERED',
  '17': 'UNDELIVERED',
  '8': 'SENT',
  sent: 'SENT',
}

export const msg91Callbacks: CallbackReader = {
  signatureHeader: 'x-webhook-secret',
  readEvents({ headers, body }: Callback, secret) {
    const sentSecret = headers['x-webhook-secret']
    if (typeof sentSecret !== 'string' || !isSameSecret(sentSecret, secret)) return undefined
    return listReports(headers['content-type'] ?? '', body).flatMap((report) =>
      toReports(
        report.CRQID,
        states[String(report.status).toLowerCase()] ?? states[String(report.desc).toLowerCase()],
        report.status,
      ),
    )
  },
}

/** One report as JSON, or a form whose `data` is a list of requests with their reports (v2). */
function listReports(contentType: string, body: Buffer): Record<string, unknown>[] {
  if (!contentType.includes('form-urlencoded')) {
    const report = readJsonObject(body)
    return report ? [report] : []
  }
  const data = new URLSearchParams(body.toString('utf8')).get('data') ?? ''
  const requests = listObjects(readJsonObject(Buffer.from(`{"data":${data}}`))?.data)
  return requests.flatMap(({ report }) => listObjects(report))
}
