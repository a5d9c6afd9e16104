// What patients answer to notices, through Twilio and WhatsApp, and what the clinic answers them.

import { beforeEach, describe, expect, it } from 'vitest'
import {
  bodySignedCallback,
  twilioCallback,
  whatsAppContent,
} from '../../../test/support/carriers/signed-callbacks.ts'
import { doDueWork } from '../../../test/support/clinic/do-due-work.ts'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import { readAnswer } from './reply-words.ts'

const origin = 'https://clinic.example'
const rail = createRecordingRail()
const house = await openWithoutTimers(() =>
  openHarness({
    rails: rail,
    publicUrl: origin,
    environment: { CLINIC_SECRET_TWILIO: 'twilio-token', CLINIC_SECRET_APP: 'app-secret' },
  }),
)
beforeEach(() => {
  rail.notices.length = 0
})

const phoneNumberId = '106540352242922'
const createClinic = (notices: Json = {}) =>
  house.clinic((file) => {
    file.workspace.notices = {
      confirmation: true,
      cancellation: true,
      channels: ['sms'],
      languages: ['hi'],
      ...notices,
    }
    file.workspace.messages = {
      sms: {
        twilio: {
          accountSid: `AC${'0'.repeat(32)}`,
          authToken: 'secret:TWILIO',
          sender: '+15017122661',
        },
      },
      chatapp: {
        whatsapp: {
          phoneNumberId,
          template: 'one_time_code',
          language: 'en',
          token: 'secret:TWILIO',
          appSecret: 'secret:APP',
        },
      },
    }
  })
const meera = { firstName: 'Meera', phoneNumber: '9876543210' }
const ofMeera = '+919876543210'

async function bookAt(clinic: Clinic, time = '09:00', changes: object = {}): Promise<Json> {
  const reply = await book(clinic, { patientPayload: meera, ...slotTimes(time), ...changes })
  expect(reply.status, reply.text).toBe(201)
  await work()
  return reply.json.appointment
}
const work = () => doDueWork(house)
let messageNumber = 0
/** A message to the clinic's number, as Twilio passes it on. */
async function write(clinic: Clinic, text: string, { from = ofMeera, id = '' } = {}) {
  messageNumber += 1
  const { url, headers, payload } = twilioCallback(
    origin,
    `/messages/twilio/${clinic.name}`,
    {
      MessageSid: id || `SM${messageNumber}`,
      From: from,
      To: '+15017122661',
      Body: text,
    },
    'twilio-token',
  )
  const reply = await house.door.inject({ method: 'POST', url, headers, payload })
  expect(reply.statusCode).toBe(200)
  await work()
}
const operate = (clinic: Clinic, name: string, input: Json): Promise<Json> =>
  house.operate(name, { workspace: clinic.name, ...input })
const refusal = (clinic: Clinic, name: string, input: Json): Promise<string> =>
  operate(clinic, name, input).then(
    () => 'done',
    (error: Error) => error.message,
  )
const patientId = async (clinic: Clinic): Promise<number> =>
  (
    await house.sql('select id::float8 from patients where workspace_id = $1 order by id limit 1', [
      clinic.workspaceId,
    ])
  )[0]?.id
const listMessages = async (clinic: Clinic, id?: number): Promise<Json[]> =>
  (await operate(clinic, 'patient-messages', { id: id ?? (await patientId(clinic)) })).messages
const outcomes = async (clinic: Clinic) =>
  (await listMessages(clinic)).map(({ outcome }) => outcome).reverse()
const readStatus = async (visit: Json) =>
  (
    await house.sql(
      'select status, patient_confirmed_at is not null as own from appointments where id = $1',
      [visit.id],
    )
  ).map(({ status, own }) => [status, own])[0]
const countMessages = async (clinic: Clinic): Promise<number> =>
  (
    await house.sql('select count(*)::integer as n from patient_messages where workspace_id = $1', [
      clinic.workspaceId,
    ])
  )[0]?.n

describe('an answer that is played in a sandbox', () => {
  const play = async (clinic: Clinic, text: string, from = ofMeera) =>
    (await house.operate('patient-message-play', { workspace: clinic.name, from, text }))
      .outcome as string

  it('does what it would do by the carrier of the clinic [MSG-05]', async () => {
    const clinic = await createClinic()
    const { id } = await bookAt(clinic)
    expect(await play(clinic, '1')).toBe('CONFIRMED')
    const [{ status }] = await house.sql('select status from appointments where id = $1', [id])
    expect(status).toBe('CONFIRMED')
    expect(await play(clinic, 'No')).toBe('SENT_PAGE')
    expect(await play(clinic, 'May I bring my son?')).toBe('FOR_STAFF')
    expect(await play(clinic, 'STOP')).toBe('STOPPED')
    expect(await play(clinic, 'START')).toBe('RESUMED')
    expect(await play(clinic, '1', '+919876500000')).toBe('IGNORED')
    await work()
  })
})

describe('a whole word', () => {
  it.each([
    ['YES', ['1', 'Yes', 'yes.', ' JA!', 'sí', 'हाँ', 'نعم', '确认', '👍']],
    ['NO', ['2', 'No', 'NEIN', 'cancelar', 'नहीं', 'لا', '取消']],
    [undefined, ['', '12', 'no problem, see you', 'yes but later', 'x'.repeat(500), 'Yesterday']],
  ])('means %s, and a word in a sentence nothing [MSG-05]', (meaning, texts) => {
    for (const text of texts) expect(readAnswer(text), text).toBe(meaning)
  })
})

describe('an answer of a patient', () => {
  it('that says yes confirms the visit, and is thanked for once, however often it comes [MSG-05]', async () => {
    const clinic = await createClinic()
    const visit = await bookAt(clinic)
    await write(clinic, 'Yes!', { id: 'SM-one' })
    expect(await readStatus(visit)).toEqual(['CONFIRMED', true])
    expect(rail.notices.at(-1)).toMatchObject({ channel: 'sms', destination: ofMeera })
    expect(rail.notices.at(-1)?.text).toMatch(
      /thank you\. Your visit on Monday, January 7, 2030, 9:00 AM is confirmed\.\nChange or cancel: https:\/\/clinic\.example\/visit\//,
    )
    await write(clinic, 'Yes!', { id: 'SM-one' })
    expect(await outcomes(clinic)).toEqual(['CONFIRMED', 'CONFIRMATION'])
    expect(rail.notices).toHaveLength(2)
    // The history says that the patient did it.
    const history = (await operate(clinic, 'visit-history', { id: visit.id })) as unknown as Json[]
    expect(history.find(({ action }) => action === 'STATUS_CHANGED')?.by).toBe('visit link')
  })

  it('that says no gets the page, in their language, and changes nothing itself [MSG-05] [MSG-03]', async () => {
    const clinic = await createClinic()
    const visit = await bookAt(clinic, '09:00', { patientPayload: { ...meera, language: 'hi' } })
    await write(clinic, '2')
    expect(await readStatus(visit)).toEqual(['SCHEDULED', false])
    const { text = '' } = rail.notices.at(-1) ?? {}
    expect(text).toMatch(/बदलें या रद्द करें: https:/)
    const page = text.slice(text.indexOf('/visit/'))
    expect((await house.door.inject(page)).statusCode).toBe(200)
    expect(await outcomes(clinic)).toEqual(['SENT_PAGE', 'PAGE'])
  })

  it('confirms all visits of one message [MSG-05] [MSG-02]', async () => {
    const clinic = await createClinic({
      confirmation: false,
      reminder: true,
      reminders: [{ hoursBefore: 24 }],
    })
    const visits = [await bookAt(clinic, '09:00'), await bookAt(clinic, '11:00')]
    await house.moveTo('2030-01-06T06:00:00Z')
    await work()
    expect(rail.notices).toHaveLength(1)
    await write(clinic, '1')
    for (const visit of visits) expect(await readStatus(visit)).toEqual(['CONFIRMED', true])
  })

  it('with anything else is a message to the desk, which nothing but the secret can read [MSG-05] [FORM-07]', async () => {
    const clinic = await createClinic()
    await bookAt(clinic)
    await write(clinic, 'May I bring my mother?\nShe sees zqxwv\u0000\u0007 badly')
    expect(await listMessages(clinic)).toMatchObject([
      {
        fromPatient: true,
        text: 'May I bring my mother?\nShe sees zqxwv badly',
        outcome: 'FOR_STAFF',
        isOpen: true,
        channel: 'sms',
      },
    ])
    expect(rail.notices).toHaveLength(1)
    const tables = await house.sql("select tablename from pg_tables where schemaname = 'public'")
    for (const { tablename } of tables)
      expect(
        await house.sql(`select from ${tablename} t where to_jsonb(t)::text like '%zqxwv%'`),
        tablename,
      ).toEqual([])
  })

  it('means no visit if the last notice asked nothing, or staff have written since [MSG-05]', async () => {
    const clinic = await createClinic()
    const visit = await bookAt(clinic)
    await write(clinic, 'Where do I park?')
    await operate(clinic, 'patient-message-send', {
      id: await patientId(clinic),
      text: 'Behind the house. Will you come by car?',
    })
    await work()
    expect(rail.notices.at(-1)?.text).toBe('Behind the house. Will you come by car?')
    await write(clinic, 'yes')
    expect(await readStatus(visit)).toEqual(['SCHEDULED', false])
    await house.call('PATCH', `/v1/appointments/${visit.id}/status`, {
      key: clinic.key,
      body: { status: 'CANCELLED' },
    })
    await work()
    await write(clinic, 'yes')
    expect((await outcomes(clinic)).filter((one) => one !== 'WRITTEN')).toEqual(
      Array(3).fill('FOR_STAFF'),
    )
  })

  it('of a number that no patient has, or has at another clinic, is not kept [MSG-05]', async () => {
    const [clinic, other] = [await createClinic(), await createClinic()]
    const visit = await bookAt(clinic)
    await write(clinic, 'yes', { from: '+919999999999' })
    await write(other, 'yes')
    expect(await readStatus(visit)).toEqual(['SCHEDULED', false])
    expect([await countMessages(clinic), await countMessages(other)]).toEqual([0, 0])
  })

  it('is kept sixty times a day, and answered by itself five times [MSG-05]', async () => {
    const clinic = await createClinic()
    await bookAt(clinic)
    for (let one = 0; one < 8; one += 1) await write(clinic, 'no')
    expect(rail.notices).toHaveLength(1 + 5)
    for (let one = 0; one < 60; one += 1) await write(clinic, `question ${one}`)
    const [{ received }] = (await house.sql(
      'select count(*)::integer as received from patient_messages where workspace_id = $1 and from_patient',
      [clinic.workspaceId],
    )) as [Json]
    expect(received).toBe(60)
  })

  it('by WhatsApp, also by the button of a template, is answered there without a template [MSG-05]', async () => {
    const clinic = await createClinic({
      channels: ['chatapp'],
      templates: { confirmation: { name: 'visit_booked', language: 'en' } },
    })
    const visit = await bookAt(clinic)
    const sent = bodySignedCallback(
      `/messages/whatsapp/${clinic.name}`,
      whatsAppContent(phoneNumberId, {
        messages: [
          { id: 'wamid.7', from: '919876543210', type: 'button', button: { text: 'I will come' } },
        ],
      }),
      { header: 'x-hub-signature-256', secret: 'app-secret' },
    )
    const reply = await house.door.inject({ method: 'POST', ...sent })
    expect(reply.statusCode).toBe(200)
    await work()
    expect(await readStatus(visit)).toEqual(['CONFIRMED', true])
    expect(rail.notices.at(-1)).toMatchObject({
      channel: 'chatapp',
      isAnswer: true,
      template: null,
    })
  })
})

describe('an answer of the clinic', () => {
  it('goes where the message came from, once, and ends it; what the carrier reports is shown [MSG-05] [MSG-04]', async () => {
    const clinic = await createClinic()
    await bookAt(clinic)
    await write(clinic, 'May I bring my mother?')
    const id = await patientId(clinic)
    await operate(clinic, 'patient-message-send', { id, text: 'Yes.' })
    await work()
    const { reference = '' } = rail.notices.at(-1) ?? {}
    const { url, headers, payload } = twilioCallback(
      origin,
      `/messages/twilio/${clinic.name}?reference=${reference}`,
      { MessageSid: 'SM0', MessageStatus: 'delivered' },
      'twilio-token',
    )
    await house.door.inject({ method: 'POST', url, headers, payload })
    expect(await listMessages(clinic)).toMatchObject([
      { text: 'Yes.', writer: 'tester', state: 'SENT', delivery: 'DELIVERED' },
      { text: 'May I bring my mother?', isOpen: false },
    ])
  })

  it('is not sent to a patient who has stopped messages, and says so [MSG-05] [MSG-06]', async () => {
    const clinic = await createClinic()
    await bookAt(clinic)
    await write(clinic, 'Hello?')
    await write(clinic, 'STOP')
    await operate(clinic, 'patient-message-send', { id: await patientId(clinic), text: 'Hello.' })
    await work()
    expect((await listMessages(clinic))[0]).toMatchObject({ state: 'SKIPPED', error: /OPTED_OUT/ })
    expect(rail.notices).toHaveLength(1)
  })
})

describe('messages', () => {
  it('are exported in clear, move with a merge, and are gone after an erasure [MSG-05] [PAT-10]', async () => {
    const clinic = await createClinic()
    await bookAt(clinic)
    await write(clinic, 'Hello from the old record')
    const from = await patientId(clinic)
    const into = (
      await clinic.post(
        '/v1/patients',
        { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876500000' },
        { headers: { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) } },
      )
    ).json.id
    await operate(clinic, 'patient-merge', {
      from,
      into,
      reason: 'twice',
      confirmed: true,
    })
    const exported = await operate(clinic, 'patient-export', { id: into })
    expect(exported.messages).toMatchObject([
      { contact: ofMeera, text: 'Hello from the old record', from_patient: true },
    ])
    expect(exported.messages[0].sealed).toBeUndefined()
    await operate(clinic, 'patient-erase', { id: into, confirmed: true })
    expect(await countMessages(clinic)).toBe(0)
  })
})

// Last, since the clock moves by a month.
describe('a late answer of the clinic', () => {
  it('is refused without a message, or one that is too old, and nothing is written [MSG-05]', async () => {
    const clinic = await createClinic()
    await bookAt(clinic)
    const id = await patientId(clinic)
    const answer = { id, text: 'Hello' }
    expect(await refusal(clinic, 'patient-message-send', answer)).toMatch(/has written no message/)
    await write(clinic, 'Hello?')
    await house.moveTo(new Date(house.application.clock.now() + 30 * 86_400_000).toISOString())
    expect(await refusal(clinic, 'patient-message-send', answer)).toMatch(/too long ago/)
    expect(await refusal(clinic, 'patient-message-send', { ...answer, text: ' \n ' })).toMatch(
      /text/,
    )
    expect(await refusal(clinic, 'patient-message-send', { ...answer, id: 999_999 })).toMatch(
      /No such patient/,
    )
    expect(await countMessages(clinic)).toBe(1)
    expect(await operate(clinic, 'patient-messages-done', { id, until: 9_999_999 })).toMatchObject({
      done: 1,
    })
  })
})
