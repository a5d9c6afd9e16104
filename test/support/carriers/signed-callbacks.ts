// Callbacks of carriers as their documentation describes them, with their signatures.

import { createHash, createHmac } from 'node:crypto'

/** A request to the service. */
export interface CallbackRequest {
  url: string
  headers: Record<string, string>
  payload: string
}

/** "Validating requests": HMAC-SHA1 over the address and the sorted parameters. */
export function twilioCallback(
  origin: string,
  path: string,
  parameters: Record<string, string>,
  authToken: string,
): CallbackRequest {
  let text = origin + path
  for (const name of Object.keys(parameters).sort()) text += name + parameters[name]
  return {
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', authToken).update(text).digest('base64'),
    },
    payload: new URLSearchParams(parameters).toString(),
  }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** "Signed webhooks": a JWT (HS256) with the SHA-256 of the body. */
export function vonageCallback(
  path: string,
  content: unknown,
  secret: string,
  head: object = { alg: 'HS256', typ: 'JWT' },
): CallbackRequest {
  const payload = JSON.stringify(content)
  const claims = {
    iat: 1_893_456_000,
    iss: 'Vonage',
    jti: 'c5ba8f24-1a14-4c10-bfdf-3fbe8ce511b5',
    api_key: 'abcd1234',
    payload_hash: createHash('sha256').update(payload).digest('hex'),
  }
  const signed = `${encode(head)}.${encode(claims)}`
  const signature = createHmac('sha256', secret).update(signed).digest('base64url')
  return {
    url: path,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${signed}.${signature}`,
    },
    payload,
  }
}

/** A body that is signed in a header by HMAC-SHA256, as those of WhatsApp are. */
export function bodySignedCallback(
  path: string,
  content: unknown,
  { header, secret }: { header: string; secret: string },
): CallbackRequest {
  const payload = JSON.stringify(content)
  return {
    url: path,
    headers: {
      'content-type': 'application/json',
      [header]: `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`,
    },
    payload,
  }
}

/** "Webhooks", status notifications and messages of the WhatsApp Cloud API. */
export const whatsAppContent = (
  phoneNumberId: string,
  value: { statuses?: object[]; messages?: object[] },
) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: phoneNumberId },
            ...value,
          },
        },
      ],
    },
  ],
})
