// What patients did, as staff are told of it.

import { beforeEach, describe, expect, it } from 'vitest'
import { openMemberDesk } from '../../../test/support/clinic/desk-member.ts'
import { doDueWork } from '../../../test/support/clinic/do-due-work.ts'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { storeMessage } from '../../../test/support/clinic/patient-writes.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import { MessageRefused } from '../../base/messages/rail.ts'
import { nextMailAt } from './mail-times.ts'

const recording = createRecordingRail()
let refuses = false
const house = await openWithoutTimers(() =>
  openHarness({
    publicUrl: 'https://clinic.example',
    rails: {
      async send(...sent) {
        if (refuses) throw new MessageRefused('the mail server is away')
        return recording.send(...sent)
      },
    },
  }),
)
beforeEach(() => {
  recording.notices.length = 0
  refuses = false
})

const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const operate = (clinic: Clinic, name: string, input: Json = {}): Promise<Json> =>
  house.operate(name, { workspace: clinic.name, ...input })
async function bookAt(clinic: Clinic, clock: string, changes: object = {}): Promise<Json> {
  const reply = await book(clinic, { patientPayload: meera, ...slotTimes(clock), ...changes })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment
}
const listKinds = async (clinic: Clinic, input: Json = {}): Promise<string[]> =>
  (await operate(clinic, 'news-list', input)).news.map(({ kind }: Json) => kind)
const work = () => doDueWork(house)
const nina = (clinic: Clinic) => clinic.id('staff', 'nina-roy')
const advance = async (ms: number) => {
  await house.moveTo(new Date(house.application.clock.now() + ms).toISOString())
  await work()
}
const minuteMs = 60_000

describe('news', () => {
  it('are what patients did, and not what staff and operators did [MSG-07]', async () => {
    const clinic = await house.clinic()
    const visit = await bookAt(clinic, '09:00')
    await storeMessage(house, clinic, visit.patientId, 'Hello?')
    const move = { key: clinic.key, body: slotTimes('09:15') }
    const moved = await house.call('PATCH', `/v1/appointments/${visit.id}/reschedule`, move)
    expect(moved.status, moved.text).toBe(200)
    await openMemberDesk(house, clinic)('visit-book', {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      mode: 'OFFLINE',
      fromDateTimeIso: slotTimes('10:00').fromDateTimeIso,
      patientId: visit.patientId,
      paidBy: 'CASH',
    })
    await operate(clinic, 'visit-status', { id: visit.id, status: 'CONFIRMED' })
    await house.call('PATCH', `/v1/appointments/${visit.id}/status`, {
      key: clinic.key,
      body: { status: 'CANCELLED' },
    })
    const { news, unseen } = await operate(clinic, 'news-list')
    expect(news.map(({ kind }: Json) => kind)).toEqual(['CANCELLED', 'MOVED', 'WROTE', 'BOOKED'])
    expect(news.at(-1)).toMatchObject({
      kind: 'BOOKED',
      visitId: visit.id,
      firstName: 'Meera',
      lastName: 'Iyer',
      practitioner: 'Dr Asha Rao',
    })
    // An operator has seen nothing, and has nothing to see.
    expect(unseen).toBe(0)
  })

  it('are those of some practitioners, and each member has seen their own [MSG-07] [DASH-10]', async () => {
    const clinic = await house.clinic()
    await bookAt(clinic, '09:00')
    const [asha, other] = ['asha-rao', 'meera-shah'].map((name) => {
      const userId = clinic.id('practitioner', name)
      const call = openMemberDesk(house, clinic, userId)
      return { list: () => call('news-list', { doctorIds: [userId] }), call }
    }) as [
      { list: () => Promise<Json>; call: ReturnType<typeof openMemberDesk> },
      { list: () => Promise<Json> },
    ]
    const own = await asha.list()
    expect(own).toMatchObject({ unseen: 1, news: [{ kind: 'BOOKED' }] })
    expect(await other.list()).toMatchObject({ unseen: 0, news: [] })
    await asha.call('news-seen', { until: own.news[0].at })
    expect(await asha.list()).toMatchObject({ unseen: 0 })
    // What was seen stays seen, and a member marks only their own.
    await asha.call('news-seen', { until: '2029-01-01T00:00:00Z' })
    expect(await asha.list()).toMatchObject({ unseen: 0 })
    expect(await openMemberDesk(house, clinic)('news-list', {})).toMatchObject({ unseen: 1 })
  })

  it('of a clinic are none of another, and of an erased patient have no name [MSG-07]', async () => {
    const [clinic, other] = [await house.clinic(), await house.clinic()]
    const visit = await bookAt(clinic, '09:00')
    expect(await listKinds(other)).toEqual([])
    await operate(clinic, 'patient-erase', { id: visit.patientId, confirmed: true })
    expect((await operate(clinic, 'news-list')).news[0]).toMatchObject({
      kind: 'BOOKED',
      firstName: null,
      patientId: null,
    })
  })
})

describe('a mail of news', () => {
  const createDeskClinic = () =>
    house.clinic((file: Json) => {
      file.roles.reception.dashboard = 'reception'
    })
  const chooseMails = (clinic: Clinic, mails: string, time?: string) =>
    operate(clinic, 'news-mail', {
      mails,
      userId: nina(clinic),
      ...(time !== undefined && { time }),
    })

  it('comes a minute later with all that happened, names no patient, and comes once [MSG-07]', async () => {
    const clinic = await createDeskClinic()
    await chooseMails(clinic, 'AT_ONCE')
    await bookAt(clinic, '09:00')
    await bookAt(clinic, '09:15')
    await work()
    expect(recording.notices).toHaveLength(0)
    await advance(2 * minuteMs)
    expect(recording.notices).toHaveLength(1)
    const [{ subject = '', text = '', channel = '' } = {}] = recording.notices
    expect(channel).toBe('email')
    expect(subject).toBe('2 news at Sunrise Clinics')
    expect(text).toMatch(
      /Booked · Dr Asha Rao · Jan 7, 2030, 09:00\n.*Booked · Dr Asha Rao · Jan 7, 2030, 09:15/,
    )
    expect(text).toContain('https://clinic.example/dashboard')
    expect(text).not.toMatch(/Meera|Iyer|98765/)
    await advance(5 * minuteMs)
    expect(recording.notices).toHaveLength(1)
    await chooseMails(clinic, 'NONE')
    await bookAt(clinic, '09:30')
    await advance(5 * minuteMs)
    expect(recording.notices).toHaveLength(1)
  })

  it('that the mail server refuses comes later, and nothing is lost [MSG-07]', async () => {
    const clinic = await createDeskClinic()
    await chooseMails(clinic, 'AT_ONCE')
    await bookAt(clinic, '09:00')
    refuses = true
    await advance(2 * minuteMs)
    refuses = false
    await advance(11 * minuteMs)
    expect(recording.notices.map(({ subject }) => subject)).toEqual(['News at Sunrise Clinics'])
  })

  it('is refused at a time without a day, or without a member, and nothing is written [MSG-07]', async () => {
    const clinic = await createDeskClinic()
    const refusal = (input: Json) =>
      operate(clinic, 'news-mail', input).then(
        () => 'done',
        (error: Error) => error.message,
      )
    const userId = nina(clinic)
    expect(await refusal({ mails: 'DAILY', userId })).toMatch(/time of day/)
    expect(await refusal({ mails: 'HOURLY', time: '18:00', userId })).toMatch(/time of day/)
    expect(await refusal({ mails: 'DAILY', time: '25:00', userId })).toMatch(/time of day/)
    expect(await refusal({ mails: 'HOURLY' })).toMatch(/each member of staff/)
    expect(
      await house.sql('select from staff_news where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })
})

describe('the next mail', () => {
  const zone = 'Europe/Berlin'
  const next = (mails: 'AT_ONCE' | 'HOURLY' | 'DAILY', mailedAt: string, mailMinute = 150) =>
    new Date(
      nextMailAt({
        mails,
        zone,
        mailMinute: mails === 'DAILY' ? mailMinute : null,
        mailedAt: Date.parse(mailedAt) - 15_000,
      }),
    ).toISOString()

  it('is due in a minute, at the full hour, or at the time of day, also in the night of a clock change [MSG-07]', () => {
    expect(next('AT_ONCE', '2030-01-07T10:00:00Z')).toBe('2030-01-07T10:01:00.000Z')
    expect(next('HOURLY', '2030-01-07T10:00:00Z')).toBe('2030-01-07T11:00:00.000Z')
    expect(next('HOURLY', '2030-01-07T10:59:59Z')).toBe('2030-01-07T11:00:00.000Z')
    expect(next('DAILY', '2030-01-07T01:29:00Z')).toBe('2030-01-07T01:30:00.000Z')
    expect(next('DAILY', '2030-01-07T01:30:00Z')).toBe('2030-01-08T01:30:00.000Z')
    // 02:30 does not exist on 31 March 2030 and exists twice on 27 October.
    const spring = next('DAILY', '2030-03-30T12:00:00Z')
    expect(spring >= '2030-03-31T01:00:00.000Z' && spring <= '2030-03-31T01:30:00.000Z').toBe(true)
    expect(next('DAILY', '2030-10-26T12:00:00Z')).toBe('2030-10-27T00:30:00.000Z')
    expect(next('DAILY', '2030-10-27T00:30:00Z')).toBe('2030-10-28T01:30:00.000Z')
  })
})
