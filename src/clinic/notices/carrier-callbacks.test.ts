// From a booking to a carrier of SMS and back: servers in place of the carriers take the messages,
// and report about them as their documentation says: Twilio "Message status callbacks", Vonage
// "Message status webhook", MSG91 "Webhook (New)" and v2, WhatsApp "Status messages webhook".

import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answeringHalf,
  answerJson,
  openCarrierServer,
  stayingSilent,
} from '../../../test/support/carriers/carrier-server.ts'
import {
  bodySignedCallback,
  type CallbackRequest,
  twilioCallback,
  vonageCallback,
  whatsAppContent,
} from '../../../test/support/carriers/signed-callbacks.ts'
import { book, type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import { openMessageRails } from '../../base/messages/message-rails.ts'
import type { MessageRails } from '../../base/messages/rail.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const origin = 'https://clinic.example'
const environment: Record<string, string> = {
  CLINIC_SECRET_TWILIO: 'twilio-token',
  CLINIC_SECRET_VONAGE: 'vonage-secret',
  CLINIC_SECRET_VONAGE_SIGNATURE: 'vonage-signature-secret',
  CLINIC_SECRET_MSG91: 'msg91-key',
  CLINIC_SECRET_MSG91_WEBHOOK: 'msg91-webhook',
  CLINIC_SECRET_GATEWAY: 'gateway-webhook',
  CLINIC_SECRET_WHATSAPP: 'whatsapp-token',
  CLINIC_SECRET_WHATSAPP_APP: 'whatsapp-app-secret',
  CLINIC_SECRET_WHATSAPP_VERIFY: 'whatsapp-verify',
}
const taking = answerJson(201, { sid: `SM${'0'.repeat(32)}`, status: 'queued' })
const carrier = await openCarrierServer(taking)
beforeEach(() => {
  carrier.behaves = taking
  carrier.requests.length = 0
})

const logged: unknown[] = []
const railsWithin = (deadlineMs: number) =>
  openMessageRails({
    settingsOf: async (workspaceId) =>
      (await house.application.configurations.of(workspaceId)).messages,
    callbackUrl: async (_, name) => `${origin}/messages/${name}/unused`,
    mode: 'production',
    queries: { rows: () => Promise.reject(new Error('a rail has no business in the database')) },
    clock: { now: Date.now },
    environment,
    log: { warn: (fields) => void logged.push(fields) },
    counted: () => {},
    deadlineMs,
  })
let deadlineMs = 60_000
const rails: MessageRails = {
  send: (...message) => railsWithin(deadlineMs).send(...message),
}
const house = await openWithoutTimers(() => openHarness({ rails, environment, publicUrl: origin }))

type Messages = NonNullable<ClinicFile['workspace']['messages']>
const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
const phoneNumberId = '106540352242922'
const accounts: Record<string, Messages> = {
  twilio: {
    sms: {
      twilio: {
        accountSid,
        authToken: 'secret:TWILIO',
        sender: '+15017122661',
        url: carrier.url,
      },
    },
  },
  vonage: {
    sms: {
      vonage: {
        apiKey: 'abcd1234',
        apiSecret: 'secret:VONAGE',
        sender: 'SUNRISE',
        signatureSecret: 'secret:VONAGE_SIGNATURE',
        url: carrier.url,
      },
    },
  },
  msg91: {
    sms: {
      msg91: {
        authKey: 'secret:MSG91',
        webhookSecret: 'secret:MSG91_WEBHOOK',
        url: carrier.url,
      },
    },
  },
  http: {
    sms: {
      http: {
        url: carrier.url,
        headers: { 'content-type': 'application/json' },
        body: '{"reference":"{reference}"}',
        webhookSecret: 'secret:GATEWAY',
      },
    },
  },
  whatsapp: {
    chatapp: {
      whatsapp: {
        phoneNumberId,
        template: 'one_time_code',
        language: 'en',
        token: 'secret:WHATSAPP',
        appSecret: 'secret:WHATSAPP_APP',
        verifyToken: 'secret:WHATSAPP_VERIFY',
        url: carrier.url,
      },
    },
  },
}

const createClinicAt = (name: string) =>
  house.clinic((file) => {
    file.workspace.messages = accounts[name] as Messages
    file.workspace.notices = {
      confirmation: true,
      channels: [name === 'whatsapp' ? 'chatapp' : 'sms'],
      templates: { confirmation: { name: 'visit_booked', language: 'en' } },
      smsTemplates: { confirmation: { templateId: 'flow1', variables: ['practitioner'] } },
    }
  })

const meera = { firstName: 'Meera', phoneNumber: '9876543210', email: 'meera@example.org' }

/** Books a visit and runs the work that is due; returns the notice of it. */
async function bookNoticed(clinic: Clinic): Promise<Json> {
  const reply = await book(clinic, { patientPayload: meera })
  expect(reply.status, reply.text).toBe(201)
  await work()
  return only(clinic)
}
async function work() {
  await expect
    .poll(async () => {
      await house.application.dueWork.tick()
      const due = "select from due_work where state = 'WAITING' and due_at <= $1"
      return (await house.sql(due, [new Date(house.application.clock.now())])).length
    })
    .toBe(0)
}
const listNotices = (clinic: Clinic): Promise<Json[]> =>
  house.operate('notices-list', { workspace: clinic.name })
async function only(clinic: Clinic): Promise<Json> {
  const notices = await listNotices(clinic)
  expect(notices).toHaveLength(1)
  return notices[0]
}
const readOutcome = async (clinic: Clinic) => {
  const { state, delivery, deliveryCode, error } = await only(clinic)
  return { state, delivery, deliveryCode, error }
}
const asSent = { state: 'SENT', delivery: null, deliveryCode: null, error: null }

/** The reference in the request that a carrier received. */
function sentReference(): string {
  const { body } = carrier.requests.at(-1) ?? { body: '' }
  const [reference] = decodeURIComponent(body).match(/\b[0-9a-z]{20}\b/) ?? []
  if (reference === undefined) throw new Error(`no reference in ${body}`)
  return reference
}

async function callBack({ url, headers, payload }: CallbackRequest) {
  const { statusCode, body } = await house.door.inject({ method: 'POST', url, headers, payload })
  return { status: statusCode, text: body }
}

type ReportedDelivery = 'SENT' | 'DELIVERED' | 'UNDELIVERED' | 'READ'
/** The callback by which a carrier tells what became of a message. */
const reports: Record<
  string,
  (clinic: Clinic, reference: string, told: ReportedDelivery) => CallbackRequest
> = {
  twilio: ({ name }, reference, told) =>
    twilioCallback(
      origin,
      `/messages/twilio/${name}?reference=${reference}`,
      {
        MessageSid: `SM${'0'.repeat(32)}`,
        MessageStatus: told.toLowerCase(),
        AccountSid: accountSid,
        To: '+919876543210',
        From: '+15017122661',
        ApiVersion: '2010-04-01',
        ...(told === 'UNDELIVERED' && { ErrorCode: '30003' }),
      },
      'twilio-token',
    ),
  vonage: ({ name }, reference, told) =>
    vonageCallback(
      `/messages/vonage/${name}`,
      {
        message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab',
        to: '919876543210',
        from: 'SUNRISE',
        timestamp: '2030-01-01T00:00:00Z',
        status: {
          SENT: 'submitted',
          DELIVERED: 'delivered',
          UNDELIVERED: 'undeliverable',
          READ: 'read',
        }[told],
        client_ref: reference,
        channel: 'sms',
        ...(told === 'UNDELIVERED' && {
          error: {
            type: 'https://developer.vonage.com/api-errors/messages#30003',
            title: '30003',
          },
        }),
      },
      'vonage-signature-secret',
    ),
  msg91: ({ name }, reference, told) => ({
    url: `/messages/msg91/${name}`,
    headers: { 'content-type': 'application/json', 'x-webhook-secret': 'msg91-webhook' },
    payload: JSON.stringify({
      requestId: '346b6b6b6b6b6b6b6b6b6130',
      CRQID: reference,
      telNum: '919876543210',
      status: { SENT: '8', DELIVERED: '1', UNDELIVERED: '2', READ: '99' }[told],
    }),
  }),
  http: ({ name }, reference, told) =>
    bodySignedCallback(
      `/messages/http/${name}`,
      { reference, delivery: told, ...(told === 'UNDELIVERED' && { code: '30003' }) },
      { header: 'x-signature-256', secret: 'gateway-webhook' },
    ),
  whatsapp: ({ name }, reference, told) =>
    bodySignedCallback(
      `/messages/whatsapp/${name}`,
      whatsAppContent(phoneNumberId, {
        statuses: [
          {
            id: 'wamid.1',
            status: told === 'UNDELIVERED' ? 'failed' : told.toLowerCase(),
            timestamp: '1893456000',
            recipient_id: '919876543210',
            biz_opaque_callback_data: reference,
            ...(told === 'UNDELIVERED' && { errors: [{ code: 30003, title: '+919876543210' }] }),
          },
        ],
      }),
      { header: 'x-hub-signature-256', secret: 'whatsapp-app-secret' },
    ),
}
const report = (name: string, ...told: [Clinic, string, ReportedDelivery]) => {
  const request = reports[name]?.(...told)
  if (!request) throw new Error(`no reports of ${name}`)
  return request
}
const accepts: Record<string, ReturnType<typeof answerJson>> = {
  vonage: answerJson(202, { message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab' }),
  msg91: answerJson(200, { type: 'success', message: '346b6b6b6b6b6b6b6b6b6130' }),
  whatsapp: answerJson(200, { messages: [{ id: 'wamid.1' }] }),
}

describe.each(Object.keys(reports))('a message through %s', (name) => {
  beforeEach(() => {
    carrier.behaves = accepts[name] ?? taking
  })

  it('is known to be delivered when its carrier says so, and once more changes nothing [MSG-04]', async () => {
    const clinic = await createClinicAt(name)
    await bookNoticed(clinic)
    expect(await readOutcome(clinic)).toEqual(asSent)
    const request = report(name, clinic, sentReference(), 'DELIVERED')
    expect(await callBack(request)).toMatchObject({ status: 200 })
    expect(await readOutcome(clinic)).toEqual({ ...asSent, delivery: 'DELIVERED' })
    expect(await callBack(request)).toMatchObject({ status: 200 })
    expect(await readOutcome(clinic)).toEqual({ ...asSent, delivery: 'DELIVERED' })
  })

  it('is known not to be delivered, with the code of its carrier [MSG-04]', async () => {
    const clinic = await createClinicAt(name)
    await bookNoticed(clinic)
    await callBack(report(name, clinic, sentReference(), 'UNDELIVERED'))
    expect(await readOutcome(clinic)).toEqual({
      ...asSent,
      delivery: 'UNDELIVERED',
      deliveryCode: name === 'msg91' ? '2' : '30003',
    })
  })

  it('is counted and listed among the failures of the last days, by its reason [MSG-04]', async () => {
    const clinic = await createClinicAt(name)
    await bookNoticed(clinic)
    const show = () => house.operate('notices-failures', { workspace: clinic.name })
    const channel = expect.any(String)
    expect(await show()).toMatchObject({
      channels: [{ channel, sent: 1, failed: 0 }],
      reasons: [],
      notices: [],
    })
    await callBack(report(name, clinic, sentReference(), 'UNDELIVERED'))
    const code = name === 'msg91' ? '2' : '30003'
    expect(await show()).toMatchObject({
      channels: [{ channel, sent: 0, failed: 1 }],
      reasons: [{ channel, reason: code, count: 1 }],
      notices: [{ kind: 'confirmation', delivery: 'UNDELIVERED', deliveryCode: code }],
    })
    await house.sql("update notices set at = at - interval '8 days' where workspace_id = $1", [
      clinic.workspaceId,
    ])
    expect(await show()).toMatchObject({ channels: [], reasons: [], notices: [] })
  })

  it('only moves forward, in whatever order its carrier reports [MSG-04]', async () => {
    const clinic = await createClinicAt(name)
    await bookNoticed(clinic)
    const reference = sentReference()
    const told: ReportedDelivery[] = ['SENT', 'UNDELIVERED', 'DELIVERED']
    for (const [first, second, third] of listOrders(told)) {
      await house.sql(
        'update notices set delivery = null, delivery_code = null where workspace_id = $1',
        [clinic.workspaceId],
      )
      for (const one of [first, second, third])
        await callBack(report(name, clinic, reference, one as ReportedDelivery))
      expect(await readOutcome(clinic), `${first} ${second} ${third}`).toEqual({
        ...asSent,
        delivery: 'DELIVERED',
      })
    }
  })

  it('is not believed without the right signature [MSG-04]', async () => {
    const clinic = await createClinicAt(name)
    await bookNoticed(clinic)
    const { url, headers, payload } = report(name, clinic, sentReference(), 'DELIVERED')
    const signatureHeader = Object.keys(headers).find((header) => header !== 'content-type') ?? ''
    const signature = headers[signatureHeader] ?? ''
    const forged: CallbackRequest[] = [
      { url, headers: { ...headers, [signatureHeader]: `${signature}x` }, payload },
      { url, headers: { ...headers, [signatureHeader]: signature.slice(0, -2) }, payload },
      { url, headers: { ...headers, [signatureHeader]: '' }, payload },
      { url, headers: { 'content-type': headers['content-type'] ?? '' }, payload },
      { url: url.replace(clinic.name, 'nowhere'), headers, payload },
      { url: url.replace(`/${name}/`, '/elsewhere/'), headers, payload },
      { url: url.replace(`/${name}/`, '/constructor/'), headers, payload },
    ]
    // MSG91 does not sign what it sends.
    if (name !== 'msg91') forged.push({ url, headers, payload: payload.replace(/.$/, ' $&') })
    for (const request of forged)
      expect(await callBack(request), JSON.stringify(request)).toMatchObject({
        status: 400,
        text: 'Not understood.\n',
      })
    expect(await readOutcome(clinic)).toEqual(asSent)
  })

  it('of another clinic is not reached, even with this clinic’s secret [MSG-04]', async () => {
    const [one, other] = [await createClinicAt(name), await createClinicAt(name)]
    await bookNoticed(one)
    const request = report(name, other, sentReference(), 'DELIVERED')
    expect(await callBack(request)).toMatchObject({ status: 200 })
    expect(await readOutcome(one)).toEqual(asSent)
  })
})

function listOrders<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((first, index) =>
    listOrders(items.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  )
}

describe('a carrier whose answer was lost', () => {
  it.each([
    ['silence', stayingSilent],
    ['half an answer', answeringHalf],
  ])(
    'after %s leaves a notice unknown, which its report makes known [MSG-04]',
    async (_, fault) => {
      const clinic = await createClinicAt('twilio')
      carrier.behaves = fault
      deadlineMs = 500
      await bookNoticed(clinic)
      deadlineMs = 60_000
      const unknown = await readOutcome(clinic)
      expect(unknown).toMatchObject({ state: 'UNKNOWN', delivery: null })
      expect(carrier.requests).toHaveLength(1)
      await callBack(report('twilio', clinic, sentReference(), 'SENT'))
      expect(await readOutcome(clinic)).toEqual({ ...asSent, delivery: 'SENT' })
      await callBack(report('twilio', clinic, sentReference(), 'DELIVERED'))
      expect(await readOutcome(clinic)).toEqual({ ...asSent, delivery: 'DELIVERED' })
      expect(carrier.requests).toHaveLength(1)
    },
  )

  it('that reports before it answers is believed, and its answer changes nothing [MSG-04]', async () => {
    const clinic = await createClinicAt('twilio')
    carrier.behaves = (response, request) =>
      void callBack(report('twilio', clinic, sentReference(), 'DELIVERED')).then(() =>
        taking(response, request),
      )
    await bookNoticed(clinic)
    expect(await readOutcome(clinic)).toEqual({ ...asSent, delivery: 'DELIVERED' })
  })

  it('and delivered what it refused for now is not asked twice [MSG-04]', async () => {
    const clinic = await createClinicAt('twilio')
    carrier.behaves = answerJson(503, {})
    await bookNoticed(clinic)
    expect(await readOutcome(clinic)).toMatchObject({ state: 'FAILED' })
    await callBack(report('twilio', clinic, sentReference(), 'DELIVERED'))
    expect(await readOutcome(clinic)).toEqual({ ...asSent, delivery: 'DELIVERED' })
    carrier.behaves = taking
    await house.operate('clock-advance', { ms: 2 * 3_600_000 })
    await work()
    expect(carrier.requests).toHaveLength(1)
  })

  it('is named by one reference in all attempts [MSG-04]', async () => {
    const clinic = await createClinicAt('twilio')
    carrier.behaves = answerJson(429, { code: 20429 })
    await bookNoticed(clinic)
    const first = sentReference()
    carrier.behaves = taking
    await house.operate('clock-advance', { ms: 2 * 3_600_000 })
    await work()
    expect(carrier.requests).toHaveLength(2)
    expect(sentReference()).toBe(first)
    expect(await readOutcome(clinic)).toEqual(asSent)
  })
})

describe('an undelivered notice', () => {
  it('can be sent again by staff, and a delivered one cannot [MSG-04]', async () => {
    const clinic = await createClinicAt('twilio')
    const { id } = await bookNoticed(clinic)
    await expect(house.operate('notices-retry', { workspace: clinic.name, id })).rejects.toThrow(
      /is SENT/,
    )
    await callBack(report('twilio', clinic, sentReference(), 'UNDELIVERED'))
    await house.operate('notices-retry', { workspace: clinic.name, id })
    await work()
    expect(carrier.requests).toHaveLength(2)
    const [again] = await listNotices(clinic)
    expect(again).toMatchObject({ state: 'SENT', delivery: null })
    await callBack(report('twilio', clinic, sentReference(), 'DELIVERED'))
    expect((await listNotices(clinic)).map(({ delivery }) => delivery)).toEqual([
      'DELIVERED',
      'UNDELIVERED',
    ])
  })
})

describe('callbacks', () => {
  it('are refused before their body is read, unless they are signed [MSG-04]', async () => {
    const clinic = await createClinicAt('twilio')
    const started = { url: `/messages/twilio/${clinic.name}`, payload: 'x'.repeat(300_000) }
    const unsigned = await callBack({ ...started, headers: {} })
    expect(unsigned).toMatchObject({ status: 400, text: 'Not understood.\n' })
    const tooLong = await callBack({ ...started, headers: { 'x-twilio-signature': 'x' } })
    expect(tooLong).toMatchObject({ status: 413, text: 'Not understood.\n' })
  })

  it('of odd forms are refused or change nothing [MSG-04]', async () => {
    const clinic = await createClinicAt('twilio')
    await bookNoticed(clinic)
    const reference = sentReference()
    const path = `/messages/twilio/${clinic.name}`
    const odd = (query: string, parameters: Record<string, string>) =>
      twilioCallback(origin, `${path}${query}`, parameters, 'twilio-token')
    for (const request of [
      odd('', { MessageStatus: 'delivered' }),
      odd(`?reference=${reference.toUpperCase()}`, { MessageStatus: 'delivered' }),
      odd(`?reference=${reference}`, { MessageStatus: 'constructor' }),
      odd(`?reference=${reference}`, { MessageStatus: '' }),
    ])
      expect(await callBack(request), request.url).toMatchObject({ status: 200 })
    for (const query of [`?reference=${reference}&a=b`, `?reference=${reference}&reference=1`])
      expect(await callBack(odd(query, { MessageStatus: 'delivered' })), query).toMatchObject({
        status: 400,
      })
    expect(await readOutcome(clinic)).toEqual(asSent)
    const other = await createClinicAt('vonage')
    const tokenWithoutSignature = vonageCallback(
      `/messages/vonage/${other.name}`,
      { status: 'delivered', client_ref: reference },
      'vonage-signature-secret',
      { alg: 'none' },
    )
    expect(await callBack(tokenWithoutSignature)).toMatchObject({ status: 400 })
    for (const payload of ['[]', '{"entry":[1,{"changes":[null]}]}', 'null', '{'])
      for (const name of ['http', 'whatsapp']) {
        const one = await createClinicAt(name)
        const header = name === 'http' ? 'x-signature-256' : 'x-hub-signature-256'
        const secret = name === 'http' ? 'gateway-webhook' : 'whatsapp-app-secret'
        const { createHmac } = await import('node:crypto')
        const signature = createHmac('sha256', secret).update(payload).digest('hex')
        expect(
          await callBack({
            url: `/messages/${name}/${one.name}`,
            headers: { 'content-type': 'application/json', [header]: `sha256=${signature}` },
            payload,
          }),
        ).toMatchObject({ status: 200 })
      }
  })

  it('of MSG91 may be a form with several requests [MSG-04]', async () => {
    const clinic = await createClinicAt('msg91')
    carrier.behaves = accepts.msg91 ?? taking
    await bookNoticed(clinic)
    const data = JSON.stringify([
      { requestId: '1', report: [{ CRQID: '0', status: '1', desc: 'DELIVERED' }] },
      { requestId: '2', report: [{ CRQID: sentReference(), status: '1', desc: 'DELIVERED' }] },
    ])
    await callBack({
      url: `/messages/msg91/${clinic.name}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-webhook-secret': 'msg91-webhook',
      },
      payload: new URLSearchParams({ data }).toString(),
    })
    expect(await readOutcome(clinic)).toEqual({ ...asSent, delivery: 'DELIVERED' })
  })

  it('of WhatsApp for another number of the same app are not read [MSG-04]', async () => {
    const clinic = await createClinicAt('whatsapp')
    carrier.behaves = accepts.whatsapp ?? taking
    await bookNoticed(clinic)
    const statuses = [{ status: 'delivered', biz_opaque_callback_data: sentReference() }]
    await callBack(
      bodySignedCallback(
        `/messages/whatsapp/${clinic.name}`,
        whatsAppContent('999', { statuses }),
        { header: 'x-hub-signature-256', secret: 'whatsapp-app-secret' },
      ),
    )
    expect(await readOutcome(clinic)).toEqual(asSent)
  })

  it('of many events are read to the last one, or refused whole [MSG-04]', async () => {
    const clinic = await createClinicAt('whatsapp')
    carrier.behaves = accepts.whatsapp ?? taking
    await bookNoticed(clinic)
    const last = { status: 'delivered', biz_opaque_callback_data: sentReference() }
    const tell = (others: number) =>
      callBack(
        bodySignedCallback(
          `/messages/whatsapp/${clinic.name}`,
          whatsAppContent(phoneNumberId, {
            statuses: [
              ...Array.from({ length: others }, () => ({
                status: 'sent',
                biz_opaque_callback_data: '0'.repeat(20),
              })),
              last,
            ],
          }),
          { header: 'x-hub-signature-256', secret: 'whatsapp-app-secret' },
        ),
      )
    expect(await tell(1_000)).toMatchObject({ status: 400 })
    expect(await readOutcome(clinic)).toEqual(asSent)
    expect(await tell(999)).toMatchObject({ status: 200 })
    expect(await readOutcome(clinic)).toEqual({ ...asSent, delivery: 'DELIVERED' })
  })

  it('of WhatsApp are set up with the verify token [MSG-04]', async () => {
    const clinic = await createClinicAt('whatsapp')
    const ask = (query: string) =>
      house.door.inject({ method: 'GET', url: `/messages/whatsapp/${clinic.name}?${query}` })
    const right = 'hub.mode=subscribe&hub.verify_token=whatsapp-verify&hub.challenge=1158201444'
    expect(await ask(right)).toMatchObject({ statusCode: 200, body: '1158201444' })
    for (const wrong of [
      '',
      right.replace('whatsapp-verify', 'other'),
      right.replace('subscribe', 'other'),
      right.replace('1158201444', '%3Cscript%3E'),
      `${right}&hub.challenge=2`,
    ])
      expect(await ask(wrong), wrong).toMatchObject({ statusCode: 400, body: 'Not understood.\n' })
  })

  it('leave nothing of the patient in the log [MSG-04]', async () => {
    await sleep(0)
    expect(JSON.stringify(logged)).not.toMatch(/9876543210|Meera|-token|-secret/)
  })
})

describe('the clinic file', () => {
  it('names one carrier of SMS, in its form [MSG-01]', async () => {
    const clinic = await createClinicAt('twilio')
    const before = await house.sql('select messages from workspaces where id = $1', [
      clinic.workspaceId,
    ])
    for (const [sms, reason] of [
      [{}, /must have exactly one of twilio, vonage, msg91, http/],
      [{ ...accounts.twilio?.sms, ...accounts.vonage?.sms }, /must have exactly one of/],
      [{ twilio: { ...accounts.twilio?.sms?.twilio, accountSid: 'AC1' } }, /must be AC and 32/],
      [{ twilio: { ...accounts.twilio?.sms?.twilio, authToken: 'plain' } }, /secret:NAME/],
      [{ twilio: { ...accounts.twilio?.sms?.twilio, sender: '<script>' } }, /must be a number/],
      [{ http: { url: 'http://sms.example/' } }, /must be an address with https/],
      [{ http: { url: 'https://user:word@sms.example/' } }, /must be an address with https/],
      [{ http: { url: 'https://{host}.example/' } }, /must be an address with https/],
      [
        { http: { url: 'https://sms.example/{tex}', headers: { a: '{key}' } } },
        /has \{tex\}, which is none of to, digits.*headers\.a.*has \{key\}/,
      ],
    ] as const)
      await expect(
        clinic
          .change((file) => {
            file.workspace.messages = { sms: sms as never }
          })
          .catch((error) => JSON.stringify(error.extra ?? error)),
      ).resolves.toMatch(reason)
    expect(
      await house.sql('select messages from workspaces where id = $1', [clinic.workspaceId]),
    ).toEqual(before)
  })
})
