// The callbacks of the WhatsApp Cloud API, signed with the secret of the app.

import {
  asObject,
  type Callback,
  type CallbackReader,
  type CarrierEvent,
  type Delivery,
  isBodySigned,
  listObjects,
  readJsonObject,
  toMessages,
  toReports,
} from './sms/carrier-event.ts'

const states: Readonly<Record<string, Delivery>> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  read: 'READ',
  failed: 'UNDELIVERED',
}

export const whatsAppCallbacks: CallbackReader = {
  signatureHeader: 'x-hub-signature-256',
  readEvents({ headers, body, numberId }: Callback, secret) {
    if (!isBodySigned(body, headers['x-hub-signature-256'], secret)) return undefined
    const entries = listObjects(readJsonObject(body)?.entry)
    const values = entries
      .flatMap(({ changes }) => listObjects(changes))
      .map(({ value }) => asObject(value) ?? {})
      // One app serves several numbers, perhaps of several clinics.
      .filter(({ metadata }) => asObject(metadata)?.phone_number_id === numberId)
    return values.flatMap((value) => [
      ...listObjects(value.statuses).flatMap(toReport),
      ...listObjects(value.messages).flatMap(toMessage),
    ])
  },
}

function toReport(status: Record<string, unknown>): CarrierEvent[] {
  const [error] = listObjects(status.errors)
  return toReports(status.biz_opaque_callback_data, states[String(status.status)], error?.code)
}

/** A text, or the text on a button of a template. */
function toMessage({ id, from, type, ...content }: Record<string, unknown>): CarrierEvent[] {
  if (type === 'text') return toMessages(id, from, asObject(content.text)?.body)
  if (type === 'button') return toMessages(id, from, asObject(content.button)?.text)
  return []
}
