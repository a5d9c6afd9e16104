// Against servers that answer as the carriers of SMS document it, and as they should not:
// Twilio, "Messages resource" and "Error and warning dictionary" of its documentation;
// Vonage, "Messages API reference" and "Messages API errors";
// MSG91, "Send SMS" (flow) and "Custom metadata parameters".

import { describe, expect, it } from 'vitest'
import {
  answeringHalf,
  answerJson,
  type Behaviour,
  openCarrierServer,
  stayingSilent,
} from '../../../../test/support/carriers/carrier-server.ts'
import { readRefusalReason } from '../../../../test/support/clinic/refused-message.ts'
import { findFreePort } from '../../../../test/support/processes/free-port.ts'
import type { MessageSettings } from '../channels.ts'
import { openMessageRails } from '../message-rails.ts'
import { MessageRefused, MessageRejected, MessageUncertain, type NoticeMessage } from '../rail.ts'
import { twilioSignature } from './twilio.ts'

const notice: NoticeMessage = {
  channel: 'sms',
  destination: '+919876543210',
  name: 'BK7Q2M9X4KTD.confirmation.0',
  reference: '0123456789abcdefghjk',
  subject: 'Your visit',
  text: 'Sunrise: Mon 7 Jan, 9:00 & "Dr Rao" <ok>',
  calendars: [],
  template: { name: '64f0c1d2e3a4b5c6d7e8f901', language: '', parameters: ['Dr Rao', '7 Jan'] },
}
const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
const secret = 'a-very-secret-token'
/** The text of a carrier's error, which quotes the recipient. */
const quote = `The 'To' number +919876543210 or ${secret} is not valid`

const carriers = {
  twilio: (url: string) => ({
    twilio: { accountSid, authToken: 'secret:KEY', sender: '+15017122661', url },
  }),
  vonage: (url: string) => ({
    vonage: { apiKey: 'abcd1234', apiSecret: 'secret:KEY', sender: 'SUNRISE', url },
  }),
  msg91: (url: string) => ({ msg91: { authKey: 'secret:KEY', url } }),
  http: (url: string) => ({
    http: {
      url: `${url}/send?ref={reference}&key={key}`,
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer {key}' },
      body: '{"to":"{to}","digits":"{digits}","text":"{text}","callback":"{callback}","odd":"{odd}"}',
      secrets: { key: 'secret:KEY' },
    },
  }),
}
type Carrier = keyof typeof carriers
const carrierNames = Object.keys(carriers) as Carrier[]

/** What each carrier answers, by its documentation. */
const answers: Record<
  Carrier,
  Record<'success' | 'refusalForNow' | 'refusalForGood', Behaviour>
> = {
  twilio: {
    success: answerJson(201, { sid: `SM${'0'.repeat(32)}`, status: 'queued', error_code: null }),
    refusalForNow: answerJson(429, { code: 20429, message: quote, status: 429 }),
    refusalForGood: answerJson(400, { code: 21211, message: quote, status: 400 }),
  },
  vonage: {
    success: answerJson(202, { message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab' }),
    refusalForNow: answerJson(429, { type: 'https://x.example#1010', title: quote, detail: quote }),
    refusalForGood: answerJson(422, {
      type: 'https://x.example#1150',
      title: quote,
      detail: quote,
    }),
  },
  msg91: {
    success: answerJson(200, { type: 'success', message: '346b6b6b6b6b6b6b6b6b6130' }),
    refusalForNow: answerJson(200, { type: 'error', message: quote, code: '205' }),
    refusalForGood: answerJson(200, { type: 'error', message: quote, code: 202 }),
  },
  http: {
    success: answerJson(200, {}),
    refusalForNow: answerJson(429, { message: quote }),
    refusalForGood: answerJson(400, { message: quote }),
  },
}

const server = await openCarrierServer(stayingSilent)
const logged: unknown[] = []

function send(
  sms: MessageSettings['sms'],
  behaviour: Behaviour,
  { message = notice, ms = 60_000 }: { message?: NoticeMessage; ms?: number } = {},
) {
  server.behaves = behaviour
  server.requests.length = 0
  const rails = openMessageRails({
    settingsOf: async () => ({ ...(sms && { sms }) }),
    callbackUrl: async (workspaceId, carrier) =>
      `https://clinic.example/messages/${carrier}/w${workspaceId}`,
    mode: 'production',
    queries: { rows: () => Promise.reject(new Error('a rail has no business in the database')) },
    clock: { now: Date.now },
    environment: { CLINIC_SECRET_KEY: secret },
    log: { warn: (...line) => void logged.push(line) },
    counted: () => {},
    deadlineMs: ms,
  })
  return rails.send(7, message)
}

const refusal = (...sending: Parameters<typeof send>) =>
  readRefusalReason(send(...sending), ['9876543210', secret, 'Sunrise'])

describe('an SMS', () => {
  it('by Twilio is one POST of a form with Basic authentication [MSG-01]', async () => {
    await send(carriers.twilio(server.url), answers.twilio.success)
    const [request] = server.requests
    expect(request).toMatchObject({
      method: 'POST',
      path: `/2010-04-01/Accounts/${accountSid}/Messages.json`,
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      To: '+919876543210',
      From: '+15017122661',
      Body: notice.text,
      StatusCallback: 'https://clinic.example/messages/twilio/w7?reference=0123456789abcdefghjk',
    })
    const service = `MG${'0123456789abcdef'.repeat(2)}`
    await send(
      { twilio: { ...carriers.twilio(server.url).twilio, sender: service } },
      answers.twilio.success,
    )
    const form = new URLSearchParams(server.requests[0]?.body)
    expect([form.get('MessagingServiceSid'), form.get('From')]).toEqual([service, null])
  })

  it('by Vonage is one POST of JSON to its Messages API [MSG-01]', async () => {
    await send(carriers.vonage(server.url), answers.vonage.success)
    const [request] = server.requests
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/messages',
      headers: {
        authorization: `Basic ${Buffer.from(`abcd1234:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
    })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      channel: 'sms',
      message_type: 'text',
      to: '919876543210',
      from: 'SUNRISE',
      text: notice.text,
      client_ref: notice.reference,
      webhook_url: 'https://clinic.example/messages/vonage/w7',
      webhook_version: 'v1',
    })
  })

  it('by MSG91 is the variables of a registered template, and none of our text [MSG-01]', async () => {
    await send(carriers.msg91(server.url), answers.msg91.success)
    const [request] = server.requests
    expect(request).toMatchObject({
      method: 'POST',
      path: '/api/v5/flow',
      headers: { authkey: secret, 'content-type': 'application/json' },
    })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      template_id: '64f0c1d2e3a4b5c6d7e8f901',
      short_url: '0',
      CRQID: notice.reference,
      recipients: [{ mobiles: '919876543210', var1: 'Dr Rao', var2: '7 Jan' }],
    })
    expect(
      await refusal(carriers.msg91(server.url), answers.msg91.success, {
        message: { ...notice, template: null },
      }),
    ).toBe('the clinic file has no SMS template for this notice')
    expect(server.requests).toEqual([])
  })

  it('by a template is the request that the clinic file describes, with everything escaped [MSG-01]', async () => {
    await send(carriers.http(server.url), answers.http.success)
    const [request] = server.requests
    expect(request).toMatchObject({
      method: 'POST',
      path: `/send?ref=0123456789abcdefghjk&key=${secret}`,
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      to: '+919876543210',
      digits: '919876543210',
      text: notice.text,
      callback: 'https://clinic.example/messages/http/w7',
      odd: '{odd}',
    })
  })

  it.each([
    ['application/x-www-form-urlencoded', 'a={text}', `a=${encodeURIComponent(notice.text)}`],
    [
      'text/xml',
      '<a>{text}</a>',
      '<a>Sunrise: Mon 7 Jan, 9:00 &#38; &#34;Dr Rao&#34; &#60;ok&#62;</a>',
    ],
    ['text/plain', '{text}', notice.text],
  ])('by a template escapes what it fills into a body of %s [MSG-01]', async (type, body, sent) => {
    const http = { url: server.url, headers: { 'content-type': type }, body }
    await send({ http }, answers.http.success)
    expect(server.requests[0]?.body).toBe(sent)
  })

  it('by a template sends what was typed nowhere but where the template has it [MSG-01]', async () => {
    const http = {
      url: `${server.url}/{text}`,
      method: 'GET' as const,
      headers: { 'x-a': '{text}' },
    }
    await send({ http }, answers.http.success, { message: { ...notice, text: '/../?#{to}' } })
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      path: '/%2F..%2F%3F%23%7Bto%7D',
      headers: { 'x-a': '/../?#{to}' },
      body: '',
    })
    expect(
      await refusal({ http }, answers.http.success, {
        message: { ...notice, text: 'a\r\nx-other: b' },
      }),
    ).toBe('a header of the gateway has a character that no header may have')
    expect(server.requests).toEqual([])
  })

  it('never carries a one-time code [MSG-01]', async () => {
    const code = { channel: 'sms', destination: '+919876543210', code: '048213' }
    await expect(
      send(carriers.twilio(server.url), answers.twilio.success, {
        message: { ...code, clinic: 'Sunrise', validMinutes: 10 } as never,
      }),
    ).rejects.toThrow('SMS carries no one-time codes')
    expect(server.requests).toEqual([])
  })
})

describe.each(carrierNames)('a carrier such as %s', (name) => {
  const sms = () => carriers[name](server.url)
  const outcome = (...sending: Parameters<typeof send>) =>
    send(...sending).then(
      () => 'taken',
      (error: Error) => error.constructor,
    )

  it('takes a message with success [MSG-01]', async () => {
    expect(await outcome(sms(), answers[name].success)).toBe('taken')
  })

  it('that refuses for now is asked again later, and for good is not [MSG-01]', async () => {
    expect(await outcome(sms(), answers[name].refusalForNow)).toBe(MessageRefused)
    expect(await outcome(sms(), answers[name].refusalForGood)).toBe(MessageRejected)
    expect(await outcome(sms(), answerJson(401, { message: quote }))).toBe(MessageRefused)
    expect(await outcome(sms(), answerJson(503, { message: quote }))).toBe(MessageRefused)
    expect(await refusal(sms(), answers[name].refusalForNow)).toMatch(/returned \d{3}/)
    expect(await refusal(sms(), answers[name].refusalForGood)).toMatch(/returned \d{3}/)
  })

  it('that is silent, answers half or fails inside leaves the outcome unknown [MSG-01]', async () => {
    expect(await outcome(sms(), stayingSilent, { ms: 300 })).toBe(MessageUncertain)
    expect(await outcome(sms(), answeringHalf)).toBe(MessageUncertain)
    expect(await outcome(sms(), answerJson(500, { message: quote }))).toBe(MessageUncertain)
    expect(await outcome(sms(), answerJson(502, {}))).toBe(MessageUncertain)
  })

  it('that cannot be reached, or sends elsewhere, has taken nothing [MSG-01]', async () => {
    const gone = carriers[name](`http://127.0.0.1:${await findFreePort()}`)
    expect(await outcome(gone, answers[name].success)).toBe(MessageRefused)
    const elsewhere: Behaviour = (response) =>
      response.writeHead(307, { location: `${server.url}/other` }).end()
    expect(await refusal(sms(), elsewhere)).toMatch(/a redirect, which is not followed/)
    expect(server.requests).toHaveLength(1)
  })
})

describe('the success of a carrier', () => {
  it.each<[Carrier, Behaviour]>([
    ['twilio', answerJson(201, {})],
    ['twilio', answerJson(200, { sid: 'SM1' })],
    ['vonage', answerJson(202, {})],
    ['msg91', answerJson(200, { type: 'success' })],
    ['msg91', (response) => response.end('ok')],
  ])('%s without an id leaves the outcome unknown [MSG-01]', async (name, behaviour) => {
    await expect(send(carriers[name](server.url), behaviour)).rejects.toBeInstanceOf(
      MessageUncertain,
    )
  })

  it('is none if Twilio says that the message failed at once [MSG-01]', async () => {
    await expect(
      send(carriers.twilio(server.url), answerJson(201, { sid: 'SM1', status: 'failed' })),
    ).rejects.toBeInstanceOf(MessageRejected)
  })
})

it('logs nothing of the patient or the secret [MSG-01]', () => {
  expect(JSON.stringify(logged)).not.toMatch(/9876543210|a-very-secret|Dr Rao/)
  expect(logged.length).toBeGreaterThan(0)
})

it('signs as the example of Twilio’s documentation [MSG-04]', () => {
  const parameters = Object.entries({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+12349013030',
    Digits: '1234',
    From: '+12349013030',
    To: '+18005551212',
  })
  expect(twilioSignature('https://mycompany.com/myapp.php?foo=1&bar=2', parameters, '12345')).toBe(
    '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
  )
})
