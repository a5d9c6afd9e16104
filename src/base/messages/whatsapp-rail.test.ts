// Against a local server that responds as WhatsApp documents, and as it should not.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readRefusalReason } from '../../../test/support/clinic/refused-message.ts'
import {
  type CodeMessage,
  type Message,
  MessageRefused,
  MessageRejected,
  MessageUncertain,
  type NoticeMessage,
} from './rail.ts'
import { sendByWhatsApp } from './whatsapp-rail.ts'

const message: CodeMessage = {
  channel: 'chatapp',
  destination: '+919876543210',
  code: '048213',
  clinic: 'Sunrise Clinics',
  validMinutes: 10,
}

interface ReceivedRequest {
  method: string | undefined
  path: string | undefined
  headers: IncomingMessage['headers']
  body: unknown
}

let requests: ReceivedRequest[] = []
let answering: (response: ServerResponse) => void = () => {}
beforeEach(() => {
  requests = []
})

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  requests.push({
    method: request.method,
    path: request.url,
    headers: request.headers,
    body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
  })
  answering(response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function send(
  answer: (response: ServerResponse) => void,
  { ms = 3_000, to = url, sends = message as Message } = {},
) {
  answering = answer
  const signal = AbortSignal.timeout(ms)
  return sendByWhatsApp(sends, {
    url: to,
    version: 'v23.0',
    phoneNumberId: '106540352242922',
    template: 'one_time_code',
    language: 'en_US',
    token: 'EAAJtoken',
    signal,
  })
}

const json = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const accepted = {
  messaging_product: 'whatsapp',
  contacts: [{ input: '+919876543210', wa_id: '919876543210' }],
  messages: [{ id: 'wamid.HBgLMTY0', message_status: 'accepted' }],
}

/** Why a message was refused; throws when it was accepted. */
const refusal = (...sending: Parameters<typeof send>) =>
  readRefusalReason(send(...sending), ['9876543210', message.code, 'EAAJtoken'])

/** An error as the Graph API returns it; its text quotes the recipient. */
const graphError = (code: unknown) => ({
  error: {
    message: `(#${code}) +919876543210 048213`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: 'Recipient +919876543210' },
    fbtrace_id: 'A9876543210',
  },
})

describe('a message by WhatsApp', () => {
  it('is one POST of the template, with the code in its body and its button', async () => {
    await send(json(200, accepted))
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: '/v23.0/106540352242922/messages',
        headers: { authorization: 'Bearer EAAJtoken', 'content-type': 'application/json' },
      },
    ])
    expect(requests[0]?.body).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+919876543210',
      type: 'template',
      template: {
        name: 'one_time_code',
        language: { code: 'en_US' },
        components: [
          { type: 'body', parameters: [{ type: 'text', text: '048213' }] },
          {
            type: 'button',
            sub_type: 'url',
            index: '0',
            parameters: [{ type: 'text', text: '048213' }],
          },
        ],
      },
    })
  })

  it('is accepted without a status too, as older versions return it', async () => {
    await send(json(200, { messages: [{ id: 'wamid.1' }] }))
  })
})

describe('a notice by WhatsApp', () => {
  const notice: NoticeMessage = {
    channel: 'chatapp',
    destination: '+919876543210',
    name: 'BK7Q2M9X4KTD.confirmation.0',
    subject: '',
    text: '',
    calendars: [],
    template: { name: 'visit_booked', language: 'en', parameters: ['Meera', '9:00 AM'] },
  }

  it('is one POST of its own template, with its parameters in order', async () => {
    await send(json(200, accepted), { sends: notice })
    const parameters = [
      { type: 'text', text: 'Meera' },
      { type: 'text', text: '9:00 AM' },
    ]
    expect(requests[0]?.body).toMatchObject({
      template: {
        name: 'visit_booked',
        language: { code: 'en' },
        components: [{ type: 'body', parameters }],
      },
    })
  })

  it.each<[string, (response: ServerResponse) => void, unknown]>([
    ['the number', json(400, graphError(131026)), MessageRejected],
    ['the template', json(404, graphError(132001)), MessageRejected],
    ['the token, which can be mended', json(401, graphError(190)), MessageRefused],
    ['too many, of which there are fewer later', json(429, graphError(130429)), MessageRefused],
    [
      'nothing, but holds it back',
      json(200, { messages: [{ id: 'wamid.1', message_status: 'held_for_quality_assessment' }] }),
      MessageUncertain,
    ],
    [
      'we do not know what, by way of a gateway',
      (response) => response.writeHead(502).end('<html>'),
      MessageUncertain,
    ],
  ])('has its own refusal when WhatsApp refuses %s', async (_, answer, kind) => {
    const error = await send(answer, { sends: notice }).catch((thrown: unknown) => thrown)
    expect((error as Error).constructor).toBe(kind)
  })
})

describe('WhatsApp refuses', () => {
  it.each<[number, number, string]>([
    [401, 190, 'the token has expired or was withdrawn'],
    [401, 0, 'the token has expired or was withdrawn'],
    [403, 10, 'the token lacks the permission whatsapp_business_messaging'],
    [403, 200, 'the token lacks a permission'],
    [400, 100, 'the phoneNumberId or a parameter is not valid'],
    [403, 368, 'the account is restricted'],
    [429, 130429, 'too many messages at once'],
    [429, 80007, 'too many messages at once'],
    [400, 131026, 'the message cannot be delivered to this number'],
    [400, 131030, 'the number is not on the list of a test account'],
    [402, 131042, 'the account has a problem with its payment'],
    [
      400,
      131047,
      'more than 24 hours have passed since the person wrote; the template must be of the category authentication, or utility for a notice',
    ],
    [
      400,
      132000,
      'the parameters do not fit the template; that of codes needs the code in its body and a copy-code button',
    ],
    [404, 132001, 'there is no such template in this language'],
    [400, 132015, 'the template is paused or disabled'],
    [400, 133010, 'the phone number of the clinic is not registered'],
    [503, 2, 'WhatsApp itself has failed'],
  ])('with %i and error %i, which says what an operator can do', async (status, code, meaning) => {
    expect(await refusal(json(status, graphError(code)))).toBe(
      `WhatsApp returned ${status} with error ${code}: ${meaning}`,
    )
  })

  it('with an undocumented error, by its number', async () => {
    expect(await refusal(json(400, graphError(999_999)))).toBe(
      'WhatsApp returned 400 with error 999999',
    )
  })

  it.each<[string, (response: ServerResponse) => void, string]>([
    [
      'a limit without a body',
      (response) => response.writeHead(429).end(),
      'WhatsApp returned 429: too many messages at once',
    ],
    [
      'a failure without a body',
      (response) => response.writeHead(502).end(),
      'WhatsApp returned 502 without taking the message',
    ],
    [
      'a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>048213'),
      'WhatsApp returned 200 without taking the message',
    ],
    ['nothing', json(200, null), 'WhatsApp returned 200 without taking the message'],
    ['no message', json(200, { messages: [] }), 'WhatsApp returned 200 without taking the message'],
    [
      'messages that are none',
      json(200, { messages: 7 }),
      'WhatsApp returned 200 without taking the message',
    ],
    [
      'null for a message',
      json(200, { messages: [null] }),
      'WhatsApp returned 200 without taking the message',
    ],
    [
      'a message held back',
      json(200, { messages: [{ id: 'wamid.1', message_status: 'paused' }] }),
      'WhatsApp returned 200 without taking the message',
    ],
    [
      'a code that is a phone',
      json(400, graphError(919_876_543_210)),
      'WhatsApp returned 400 without taking the message',
    ],
    [
      'a code that is text',
      json(400, graphError('9876543210')),
      'WhatsApp returned 400 without taking the message',
    ],
    [
      'a megabyte',
      (response) => response.end(`{"messages":[{"id":"${'x'.repeat(1_000_000)}"}]}`),
      'WhatsApp returned 200 without taking the message',
    ],
  ])('when it returns %s', async (_, answer, reason) => {
    expect(await refusal(answer)).toBe(reason)
  })

  it('with a redirect: the token is not sent elsewhere', async () => {
    const reason = await refusal((response) =>
      response.writeHead(307, { location: `${url}/elsewhere` }).end(),
    )
    expect(reason).toBe('WhatsApp returned 307, a redirect, which is not followed')
    expect(requests.map(({ path }) => path)).toEqual(['/v23.0/106540352242922/messages'])
  })

  it('by being unreachable', async () => {
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    expect(await refusal(() => {}, { to: `http://127.0.0.1:${port}` })).toBe(
      'WhatsApp cannot be reached (ECONNREFUSED)',
    )
    expect(await refusal((response) => response.destroy())).toMatch(/^WhatsApp cannot be reached/)
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['never', () => {}],
    ['and never ends', (response) => response.writeHead(200).write('{"messages":[')],
    ['drop by drop', (response) => setInterval(() => response.write(' '), 20).unref()],
  ])('when it returns %s, at the deadline', async (_, answer) => {
    expect(await refusal(answer, { ms: 300 })).toBe('WhatsApp did not respond in time')
  })
})
