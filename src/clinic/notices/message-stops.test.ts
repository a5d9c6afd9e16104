// Patients who want no more notices: by the page behind their link, and by a word to the clinic's
// number.

import { beforeEach, describe, expect, it } from 'vitest'
import { twilioCallback } from '../../../test/support/carriers/signed-callbacks.ts'
import { doDueWork } from '../../../test/support/clinic/do-due-work.ts'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { readEveryRow } from '../../../test/support/database/every-row.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import { canBeStopped, readStopWord } from './message-stops.ts'
import { noticeKinds } from './notice-settings.ts'

const origin = 'https://clinic.example'
const rail = createRecordingRail()
const house = await openWithoutTimers(() =>
  openHarness({
    rails: rail,
    publicUrl: origin,
    environment: { CLINIC_SECRET_TWILIO: 'twilio-token' },
  }),
)
beforeEach(() => {
  rail.notices.length = 0
})

const createSmsClinic = (channels: ('sms' | 'email')[] = ['sms']) =>
  house.clinic((file) => {
    file.workspace.notices = { confirmation: true, channels }
    file.workspace.messages = {
      sms: {
        twilio: {
          accountSid: `AC${'0'.repeat(32)}`,
          authToken: 'secret:TWILIO',
          sender: '+15017122661',
        },
      },
    }
  })
const meera = { firstName: 'Meera', phoneNumber: '9876543210', email: 'meera@example.org' }

let minute = 0
beforeEach(() => {
  minute = 0
})
/** Books the next quarter of an hour and runs the work that is due. */
async function bookNext(clinic: Clinic, changes: object = {}): Promise<Json> {
  const time = `${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  minute += 15
  const reply = await book(clinic, { patientPayload: meera, ...slotTimes(time), ...changes })
  expect(reply.status, reply.text).toBe(201)
  await work()
  return reply.json.appointment
}
const work = () => doDueWork(house)
/** The path of the page in the last notice. */
function lastPage(): string {
  const [, path] = /(\/visit\/[0-9a-z]{26})/.exec(rail.notices.at(-1)?.text ?? '') ?? []
  if (path === undefined) throw new Error('no notice has a link')
  return path
}
const open = (path: string, method: 'GET' | 'POST' = 'GET', headers = {}) =>
  house.door.inject({ method, url: path, headers })
const listStops = async (clinic: Clinic) =>
  (
    await house.sql(
      'select channel, asked_by from message_stops where workspace_id = $1 order by channel',
      [clinic.workspaceId],
    )
  ).map(({ channel, asked_by: by }: Json) => `${channel} ${by}`)
const lastNotice = async (clinic: Clinic): Promise<Json> =>
  (await house.operate('notices-list', { workspace: clinic.name }))[0]

let messageNumber = 0
/** A message to the clinic's number, as Twilio passes it on. */
async function write(clinic: Clinic, text: string, from = '+919876543210') {
  messageNumber += 1
  const { url, headers, payload } = twilioCallback(
    origin,
    `/messages/twilio/${clinic.name}`,
    { MessageSid: `SM${messageNumber}`, From: from, To: '+15017122661', Body: text },
    'twilio-token',
  )
  const reply = await house.door.inject({ method: 'POST', url, headers, payload })
  expect(reply.statusCode).toBe(200)
}

describe('the page behind a link', () => {
  it('stops a channel by a button, and the next notice is skipped OPTED_OUT [MSG-06]', async () => {
    const clinic = await createSmsClinic()
    await bookNext(clinic)
    const page = lastPage()
    const shown = await open(`${page}/messages`)
    expect(shown.statusCode).toBe(200)
    expect(shown.body).toContain('Stop these messages')
    expect(shown.body).not.toMatch(/9876543|Meera/)
    expect(await listStops(clinic)).toEqual([])
    const stopped = await open(`${page}/messages/stop/sms`, 'POST')
    expect(stopped.body).toContain('You get no more messages here.')
    expect(await listStops(clinic)).toEqual(['sms LINK'])
    await bookNext(clinic)
    expect(rail.notices).toHaveLength(1)
    expect(await lastNotice(clinic)).toMatchObject({
      state: 'SKIPPED',
      error: 'OPTED_OUT: the patient wants no messages there',
    })
    await open(`${page}/messages/resume/sms`, 'POST')
    await bookNext(clinic)
    expect(rail.notices).toHaveLength(2)
  })

  it('changes nothing when it is opened, or when a form comes from elsewhere [MSG-06]', async () => {
    const clinic = await createSmsClinic()
    await bookNext(clinic)
    const page = lastPage()
    for (const [path, method, headers] of [
      [`${page}/messages/stop/sms`, 'GET', {}],
      [`${page}/messages/stop/sms`, 'POST', { 'sec-fetch-site': 'cross-site' }],
      [`${page}/messages/stop/email`, 'POST', {}],
      [`${page}/messages/stop/constructor`, 'POST', {}],
      [`/visit/${'0'.repeat(26)}/messages/stop/sms`, 'POST', {}],
    ] as const)
      expect([401, 404], path).toContain((await open(path, method, headers)).statusCode)
    expect(await listStops(clinic)).toEqual([])
  })

  it('leaves other channels, which are then used [MSG-06]', async () => {
    const clinic = await createSmsClinic(['sms', 'email'])
    await bookNext(clinic)
    await open(`${lastPage()}/messages/stop/sms`, 'POST')
    await bookNext(clinic)
    expect(rail.notices.map(({ channel }) => channel)).toEqual(['sms', 'email'])
  })

  it('is linked from the page of the visit [MSG-06]', async () => {
    const clinic = await createSmsClinic()
    await bookNext(clinic)
    expect((await open(lastPage())).body).toContain(`href="${lastPage()}/messages"`)
  })
})

describe('a word', () => {
  it('stops SMS to its sender, and another sends them again [MSG-06]', async () => {
    const clinic = await createSmsClinic()
    await bookNext(clinic)
    await write(clinic, ' Stop. ')
    expect(await listStops(clinic)).toEqual(['sms WORD'])
    await bookNext(clinic)
    expect(await lastNotice(clinic)).toMatchObject({ state: 'SKIPPED' })
    await write(clinic, 'START')
    await bookNext(clinic)
    expect(await lastNotice(clinic)).toMatchObject({ state: 'SENT' })
  })

  it('of somebody else, or of a number that never had a notice, stops nothing [MSG-06]', async () => {
    const [clinic, other] = [await createSmsClinic(), await createSmsClinic()]
    await bookNext(clinic)
    await write(clinic, 'STOP', '+919876500000')
    await write(other, 'STOP')
    expect(await listStops(clinic)).toEqual([])
    expect(await listStops(other)).toEqual([])
    await bookNext(clinic)
    expect(rail.notices).toHaveLength(2)
  })

  it.each([
    ['stop', 'STOP'],
    ['STOP!', 'STOP'],
    ['Arrêt', 'STOP'],
    ['बंद करें', 'STOP'],
    ['退订', 'STOP'],
    ['unstop', 'RESUME'],
    ['please do not stop my medicine', undefined],
    ['cancel', undefined],
    ['stop by at 9', undefined],
    ['', undefined],
    [`stop${' '.repeat(50)}`, undefined],
  ])('%s asks for %s [MSG-06]', (text, asked) => {
    expect(readStopWord(text)).toBe(asked)
  })
})

describe('staff', () => {
  const findPatientId = (clinic: Clinic) =>
    house
      .sql('select id from patients where workspace_id = $1', [clinic.workspaceId])
      .then(([row]) => Number(row.id))
  const change = (clinic: Clinic, way: 'stop' | 'resume', id: number, channel = 'sms') =>
    house.operate(`patient-channel-${way}`, { workspace: clinic.name, id, channel })

  it('stop a channel at the wish of a patient, see who stopped it, and lift it [MSG-06]', async () => {
    const clinic = await createSmsClinic()
    await bookNext(clinic)
    const id = await findPatientId(clinic)
    const list = () => house.operate('patient-channels', { workspace: clinic.name, id })
    const sms = { channel: 'sms', destination: '********3210' }
    const open = { isStopped: false, stoppedAt: null, askedBy: null }
    expect(await list()).toMatchObject([{ ...sms, ...open }])
    expect(await change(clinic, 'stop', id)).toEqual({ id, channel: 'sms', isStopped: true })
    expect(await list()).toMatchObject([
      { ...sms, isStopped: true, stoppedAt: expect.any(String), askedBy: 'STAFF' },
    ])
    await bookNext(clinic)
    expect(await lastNotice(clinic)).toMatchObject({ state: 'SKIPPED' })
    const audited = await house.operate('audit-show', { workspace: clinic.name, patientId: id })
    expect(JSON.stringify(audited)).toContain('messages')
    await change(clinic, 'resume', id)
    await write(clinic, 'STOP')
    expect(await list()).toMatchObject([{ isStopped: true, askedBy: 'WORD' }])
    await change(clinic, 'resume', id)
    expect(await list()).toMatchObject([{ ...sms, ...open }])
    await bookNext(clinic)
    expect(await lastNotice(clinic)).toMatchObject({ state: 'SENT' })
  })

  it('twice change nothing more, and no channel that does not reach the patient, nor an unknown patient [MSG-06]', async () => {
    const clinic = await createSmsClinic()
    await bookNext(clinic)
    const id = await findPatientId(clinic)
    await change(clinic, 'stop', id)
    const before = await readEveryRow(house)
    expect(await change(clinic, 'stop', id)).toMatchObject({ isStopped: true })
    await expect(change(clinic, 'resume', id, 'email')).rejects.toThrow(/no notices reach patient/)
    await expect(change(clinic, 'resume', 9_999_999)).rejects.toThrow(/patient/i)
    expect(await readEveryRow(house)).toBe(before)
  })
})

describe('a stop', () => {
  it('holds for all notices but those about money [MSG-06]', () => {
    expect(noticeKinds.filter((kind) => !canBeStopped(kind))).toEqual(['expiry', 'refund'])
  })

  it('is kept by a new record, a merge and an import of the same contact [MSG-06]', async () => {
    const clinic = await createSmsClinic()
    const visit = await bookNext(clinic)
    await write(clinic, 'STOP')
    await bookNext(clinic, { patientPayload: { ...meera, firstName: 'Anna' } })
    expect(await lastNotice(clinic)).toMatchObject({ state: 'SKIPPED' })
    const records = await house.sql('select id from patients where workspace_id = $1 order by id', [
      clinic.workspaceId,
    ])
    await house.operate('patient-merge', {
      workspace: clinic.name,
      from: Number(records[0].id),
      into: Number(records[1].id),
      reason: 'One person',
      confirmed: true,
    })
    await clinic.change(() => {})
    await house.operate('visit-cancel', { workspace: clinic.name, id: visit.id })
    await bookNext(clinic, { patientPayload: { ...meera, firstName: 'Anna' } })
    expect(await lastNotice(clinic)).toMatchObject({ state: 'SKIPPED' })
    expect(rail.notices).toHaveLength(1)
  })

  it('does not hold for one-time codes, or for a payment that is returned [MSG-06]', async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.notices = { confirmation: true, refund: true, channels: ['email'] }
    })
    const visit = await bookNext(clinic)
    await open(`${lastPage()}/messages/stop/email`, 'POST')
    const code = await clinic.post(
      '/v1/otp/send',
      { channel: 'email', email: meera.email },
      { headers: { 'x-end-user-id': 'somebody' } },
    )
    expect(code.status, code.text).toBe(200)
    expect(rail.delivered.at(-1)?.destination).toBe(meera.email)
    await house.operate('visit-cancel', { workspace: clinic.name, id: visit.id })
    await house.sql(
      `insert into due_work (workspace_id, kind, subject_id, due_at) values ($1, 'visit-refund', $2, $3)`,
      [clinic.workspaceId, visit.id, new Date(house.application.clock.now())],
    )
    await work()
    expect(await lastNotice(clinic)).toMatchObject({ kind: 'refund', state: 'SENT' })
  })
})
