// Notices from a booking to the rail, as due work sends them.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { actOnPaymentPage, confirm, reserve } from '../../../test/support/clinic/paying-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { createDatabaseGate } from '../../../test/support/database/database-gate.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import { plan } from '../../base/due-work/work.ts'
import type { NoticeMessage } from '../../base/messages/rail.ts'
import { deleteExpiredData } from '../../doors/app/delete-expired-data.ts'
import { defaultRetention } from '../../doors/app/retention.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const rail = createRecordingRail()
const house = await openWithoutTimers(() => openHarness({ rails: rail }))
const { clock, database } = house.application
const tick = () => house.application.dueWork.tick()

const all = { confirmation: true, reminder: true, move: true, cancellation: true }
type Settings = NonNullable<ClinicFile['workspace']['notices']>
const clinicWith = (settings: Settings = all, change: (file: ClinicFile) => void = () => {}) =>
  house.clinic((file) => {
    file.workspace.notices = settings
    change(file)
  })

const meera = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  email: 'meera@example.org',
}
/** Books a visit and returns it. */
async function bookVisit(clinic: Clinic, changes: Record<string, unknown> = {}): Promise<Json> {
  const reply = await book(clinic, { patientPayload: meera, ...changes })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment
}
const patch = (
  clinic: Clinic,
  { id }: Json,
  what: 'cancel' | 'reschedule' | 'status',
  body: unknown,
) => house.call('PATCH', `/v1/appointments/${id}/${what}`, { key: clinic.key, body })
const list = (clinic: Clinic, more: Record<string, unknown> = {}): Promise<Json[]> =>
  house.operate('notices-list', { workspace: clinic.name, ...more })
const listStates = async (clinic: Clinic) =>
  (await list(clinic)).map(({ kind, state }) => `${kind} ${state}`).reverse()
const planned = async (clinic: Clinic) =>
  (await list(clinic, { state: 'PLANNED' })).map(
    ({ kind, at }) => `${kind} ${at.replace(/\.\d+/, '').replace('+00:00', 'Z')}`,
  )

/** Runs everything that is due, and returns what was sent since the last time. */
async function sendDueNotices(): Promise<NoticeMessage[]> {
  const due = 'select from due_work where state = $1 and due_at <= $2'
  await expect
    .poll(async () => {
      await tick()
      return (await house.sql(due, ['WAITING', new Date(clock.now())])).length
    })
    .toBe(0)
  return rail.notices.splice(0)
}

beforeEach(async () => {
  await house.sql('delete from due_work')
  rail.behaves = 'delivers'
  rail.notices.length = 0
})

describe('a booked visit', () => {
  it('is confirmed once it is paid if it is paid online, and one that is not paid in time causes no notice [PAY-12] [PAY-22]', async () => {
    const clinic = await clinicWith({ confirmation: true, cancellation: true }, (file) => {
      file.workspace.paymentGateway = 'sandbox'
    })
    const [paid] = [
      await reserve(clinic, { patientPayload: meera }),
      await reserve(clinic, { patientPayload: meera, ...slotTimes('09:15') }),
    ]
    expect(await sendDueNotices()).toEqual([])
    await actOnPaymentPage(house, paid.json.checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef: paid.json.sessionRef })
    expect((await sendDueNotices()).map(({ text }) => text)).toEqual([
      expect.stringContaining(`Reference: ${paid.json.appointmentRef}`),
    ])
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    expect(await sendDueNotices()).toEqual([])
    expect(await listStates(clinic)).toEqual(['confirmation SENT'])
  })

  it('that the patient was told of is cancelled with a notice if it is not paid in time [PAY-22] [A-157] [A-158] [A-212]', async () => {
    const clinic = await clinicWith(
      { confirmation: true, move: true, cancellation: true },
      (file) => {
        file.workspace.paymentGateway = 'sandbox'
      },
    )
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'open',
      how: 'refuse',
      status: 502,
      times: 1,
    })
    expect((await reserve(clinic, { patientPayload: meera }, 'again')).status).toBe(502)
    expect((await sendDueNotices()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Your visit'),
    ])
    const opened = await reserve(clinic, { patientPayload: meera }, 'again')
    expect(opened.json.appointment).toMatchObject({ paymentStatus: 'PENDING' })
    const moved = (await reserve(clinic, { patientPayload: meera, ...slotTimes('09:15') })).json
      .appointment
    expect((await patch(clinic, moved, 'reschedule', slotTimes('10:00'))).status).toBe(200)
    expect((await sendDueNotices()).length).toBe(1)
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    const afterUndo = await sendDueNotices()
    expect(afterUndo.map(({ name }) => name.split('.')[0]).toSorted()).toEqual(
      [opened.json.appointmentRef, moved.bookingReference].toSorted(),
    )
    expect(afterUndo.flatMap(({ calendars }) => calendars.map(({ method }) => method))).toEqual([
      'CANCEL',
      'CANCEL',
    ])
    expect((await listStates(clinic)).toSorted()).toEqual([
      'cancellation SENT',
      'cancellation SENT',
      'confirmation SENT',
      'move SENT',
    ])
  })

  it('is confirmed, once, in the zone of the patient and in that of the clinic [A-212] [BOOK-43]', async () => {
    const clinic = await clinicWith()
    const { bookingReference } = await bookVisit(clinic, { patientTimezone: 'Asia/Dubai' })
    const [notice, ...rest] = await sendDueNotices()
    expect(rest).toEqual([])
    expect(notice).toMatchObject({
      channel: 'email',
      destination: 'meera@example.org',
      subject: 'Your visit at Sunrise Clinics: Monday, January 7, 2030, 7:30 AM',
      text: expect.toSatisfy(
        (text: string) =>
          text.replace(/\/visit\/[0-9a-z]{26}$/m, '/visit/TOKEN') ===
          [
            'Hello Meera,',
            '',
            'Your visit with Dr Asha Rao is booked.',
            '',
            'When: Monday, January 7, 2030, 7:30 AM, Gulf Standard Time',
            'Clinic time: Monday, January 7, 2030, 9:00 AM, India Standard Time',
            'Where: 12 MI Road, Jaipur 302001',
            `Reference: ${bookingReference}`,
            '',
            'Change or cancel the visit, or tell us that you have arrived: http://127.0.0.1:3000/visit/TOKEN',
            '',
            'Sunrise Clinics',
            '',
          ].join('\n'),
      ),
    })
    expect(await sendDueNotices()).toEqual([])
    expect(await list(clinic)).toMatchObject([
      {
        kind: 'confirmation',
        state: 'SENT',
        channel: 'email',
        destination: 'm***@example.org',
        error: null,
      },
    ])
  })

  it("is announced only in the clinic's zone if the patient named none, and an online visit with its link", async () => {
    const clinic = await clinicWith()
    const { videoLink } = await bookVisit(clinic, { mode: 'ONLINE' })
    const [{ text }] = (await sendDueNotices()) as [NoticeMessage]
    expect(text).toContain('When: Monday, January 7, 2030, 9:00 AM, India Standard Time\n')
    expect(text).toContain(`\nVideo: ${videoLink}\n`)
    expect(text).not.toMatch(/clock|Where/)
  })

  it('is announced with its address if it is at home, in the text and in the calendar entry, and in no other visit [HOME-01]', async () => {
    const clinic = await clinicWith(all, (file: Json) => {
      const { fees, hours } = file.practitioners['asha-rao'].at.jaipur
      fees.push({ mode: 'HOME_VISIT', amount: 800 })
      hours[0].modes.push('HOME_VISIT')
    })
    const atHome = {
      mode: 'HOME_VISIT',
      consultationCharge: 800,
      visitAddress: { city: 'Amer', address: '4 Lake View,\nBEGIN:X' },
    }
    const { id } = await bookVisit(clinic, atHome)
    const locationTexts = ({ text, calendars }: NoticeMessage) => [
      text.match(/^Where: .*$/gm),
      calendars.map((entry) => /\r\nLOCATION:(.*)\r\n/.exec(entry.text)?.[1]),
    ]
    expect((await sendDueNotices()).map(locationTexts)).toEqual([
      [['Where: 4 Lake View, BEGIN:X, Amer'], ['4 Lake View\\, BEGIN:X\\, Amer']],
    ])
    await patch(clinic, { id }, 'reschedule', { ...slotTimes('10:00'), reason: 'Later' })
    expect((await sendDueNotices()).map(locationTexts)).toEqual([
      [['Where: 4 Lake View, BEGIN:X, Amer'], ['4 Lake View\\, BEGIN:X\\, Amer']],
    ])
    await bookVisit(clinic, { ...atHome, visitAddress: undefined, ...slotTimes('11:00') })
    expect((await sendDueNotices()).map(locationTexts)).toEqual([[null, [undefined]]])
  })

  it('is not announced if the clinic does not want it', async () => {
    for (const clinic of [await house.clinic(), await clinicWith({ move: true })]) {
      await bookVisit(clinic)
      expect(await house.sql('select from due_work')).toEqual([])
    }
  })

  it('is announced by the first channel that reaches the patient, or by none and the clinic sees it', async () => {
    const clinic = await clinicWith({ ...all, channels: ['chatapp', 'email'] })
    const phone = { firstName: 'Ravi', lastName: 'Iyer', phoneNumber: '9876543211' }
    await bookVisit(clinic)
    const first = await sendDueNotices()
    await bookVisit(clinic, { patientPayload: phone, ...slotTimes('09:15') })
    expect(
      [...first, ...(await sendDueNotices())].map(({ channel, destination, calendars }) => [
        channel,
        destination,
        calendars,
      ]),
    ).toEqual([
      ['chatapp', '+919876543210', []],
      ['chatapp', '+919876543211', []],
    ])
    const byMail = await clinicWith({ ...all, channels: ['email'] })
    await bookVisit(byMail, { patientPayload: phone })
    expect(await sendDueNotices()).toEqual([])
    expect(await list(byMail)).toMatchObject([
      {
        state: 'SKIPPED',
        channel: null,
        error: 'the patient has no contact that a rail of the clinic file reaches',
      },
    ])
  })

  it('cannot inject lines or headers by a name', async () => {
    const clinic = await clinicWith({
      ...all,
      texts: {
        en: {
          confirmation: { subject: '{firstName}, {clinic}', body: '{firstName}, {reference}' },
        },
      },
    })
    await bookVisit(clinic)
    await house.sql('update patients set first_name = $2 where workspace_id = $1', [
      clinic.workspaceId,
      'Meera\r\nBcc: all@example.org\u2028{clinic}\r\n.\r\n',
    ])
    const [{ subject, text }] = (await sendDueNotices()) as [NoticeMessage]
    expect(subject).toBe('Meera Bcc: all@example.org {clinic} ., Sunrise Clinics')
    expect(text).toMatch(/^Meera Bcc: all@example\.org \{clinic\} \., BK\w+\n$/)
  })
})

describe('a reminder', () => {
  it('is sent the configured number of elapsed hours before, across clock changes', async () => {
    // In the night before the visit Berlin's clocks jump from 2 to 3.
    const clinic = await clinicWith({ reminder: true, reminderHoursBefore: 36 })
    await bookVisit(clinic, {
      addressId: clinic.id('location', 'berlin'),
      doctorId: clinic.id('practitioner', 'jonas-weber'),
      fromDateTimeIso: '2030-04-01T08:00:00+02:00',
      toDateTimeIso: '2030-04-01T08:30:00+02:00',
      consultationCharge: 60,
    })
    expect(await planned(clinic)).toEqual(['reminder 2030-03-30T18:00:00Z'])
  })

  it('does not exist for a visit that is booked later than that', async () => {
    const clinic = await clinicWith({ reminder: true, reminderHoursBefore: 24 * 7 })
    await bookVisit(clinic)
    expect(await planned(clinic)).toEqual([])
  })

  it('moves with the visit, and is sent at its new time once, with a link to confirm it [MINE-01]', async () => {
    const clinic = await clinicWith({ reminder: true, move: true })
    const visit = await bookVisit(clinic)
    expect(await planned(clinic)).toEqual(['reminder 2030-01-06T03:30:00Z'])
    expect(
      (await patch(clinic, visit, 'reschedule', slotTimes('10:00', 15, '2030-01-08'))).status,
    ).toBe(200)
    expect((await planned(clinic)).slice(1)).toEqual(['reminder 2030-01-07T04:30:00Z'])
    expect((await sendDueNotices()).map(({ subject }) => subject)).toEqual([
      'New time for your visit at Sunrise Clinics: Tuesday, January 8, 2030, 10:00 AM',
    ])
    await house.moveTo('2030-01-07T04:29:00Z')
    expect(await sendDueNotices()).toEqual([])
    // Advancing a sandbox's clock makes it due.
    await house.operate('clock-advance', { ms: 60_000 })
    const reminders = await sendDueNotices()
    expect(reminders.map(({ subject }) => subject)).toEqual([
      'Reminder: your visit at Sunrise Clinics, Tuesday, January 8, 2030, 10:00 AM',
    ])
    expect(reminders[0]?.text).toMatch(
      /\nTell us that you will come: http\S+\/visit\/[0-9a-z]{26}\/confirm\n/,
    )
    expect(await listStates(clinic)).toEqual(['move SENT', 'reminder SENT'])
    expect(await sendDueNotices()).toEqual([])
  })

  it('is dropped for a visit that moves nearer than that', async () => {
    const clinic = await clinicWith({ reminder: true, reminderHoursBefore: 24 * 10 })
    const visit = await bookVisit(clinic, slotTimes('10:00', 15, '2030-01-21'))
    expect(await planned(clinic)).toEqual(['reminder 2030-01-11T04:30:00Z'])
    expect(
      (await patch(clinic, visit, 'reschedule', slotTimes('10:00', 15, '2030-01-09'))).status,
    ).toBe(200)
    expect(await planned(clinic)).toEqual([])
  })

  it('is not sent once the visit has begun', async () => {
    const clinic = await clinicWith({ reminder: true })
    const visit = await bookVisit(clinic, slotTimes('10:00', 15, '2030-01-09'))
    await house.sql('update due_work set due_at = $1 where subject_id = $2', [
      '2030-01-09T04:30:00Z',
      visit.id,
    ])
    await house.moveTo('2030-01-09T04:30:01Z')
    expect(await sendDueNotices()).toEqual([])
    expect(await list(clinic)).toMatchObject([
      { kind: 'reminder', state: 'SKIPPED', error: 'the visit has begun' },
    ])
  })
})

describe('a changed visit', () => {
  const later = slotTimes('09:00', 15, '2030-01-21')

  it('before it was confirmed is confirmed at its new time, in one notice [DAY-19]', async () => {
    const clinic = await clinicWith()
    const visit = await bookVisit(clinic, later)
    expect(
      (await patch(clinic, visit, 'reschedule', slotTimes('11:00', 15, '2030-01-22'))).status,
    ).toBe(200)
    const notices = await sendDueNotices()
    expect(notices.map(({ name }) => name.split('.')[1]).sort()).toEqual(['confirmation'])
    for (const { text } of notices)
      expect(text).toContain('When: Tuesday, January 22, 2030, 11:00 AM')
  })

  it('is announced each time it moves', async () => {
    const clinic = await clinicWith({ move: true })
    const visit = await bookVisit(clinic, later)
    for (const at of ['11:00', '09:00', '11:00']) {
      expect(
        (await patch(clinic, visit, 'reschedule', slotTimes(at, 15, '2030-01-22'))).status,
      ).toBe(200)
      expect(await sendDueNotices()).toHaveLength(1)
    }
    expect(await listStates(clinic)).toEqual(['move SENT', 'move SENT', 'move SENT'])
  })

  it('is announced once when it is cancelled, and planned notices are not sent any more', async () => {
    const clinic = await clinicWith()
    const visit = await bookVisit(clinic, later)
    expect(
      (await patch(clinic, visit, 'cancel', { cancellationReason: 'canary reason' })).status,
    ).toBe(200)
    expect(await planned(clinic)).toHaveLength(1)
    const notices = await sendDueNotices()
    expect(notices.map(({ subject }) => subject)).toEqual([
      'Your visit at Sunrise Clinics has been cancelled: Monday, January 21, 2030, 9:00 AM',
    ])
    expect(notices[0]?.text).not.toContain('canary')
    expect(await listStates(clinic)).toEqual(['cancellation SENT'])
  })

  it('is announced once when 64 callers cancel it at once', async () => {
    const clinic = await clinicWith({ cancellation: true })
    const visit = await bookVisit(clinic, later)
    const replies = await Promise.all(
      Array.from({ length: 64 }, () => patch(clinic, visit, 'cancel', {})),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await sendDueNotices()).toHaveLength(1)
    expect(await listStates(clinic)).toEqual(['cancellation SENT'])
  })

  it('is not announced when it is voided, and planned notices are dropped [STAT-24]', async () => {
    const clinic = await clinicWith()
    const visit = await bookVisit(clinic, later)
    expect((await patch(clinic, visit, 'cancel', { voidBooking: true })).status).toBe(200)
    expect(await house.sql('select from due_work')).toEqual([])
    expect(await sendDueNotices()).toEqual([])
    expect(await list(clinic)).toEqual([])
    // Nor by a confirmation that was about to be sent.
    const other = await bookVisit(clinic, later)
    await house.sql(
      "create table planned_before as select * from due_work where kind = 'visit-confirmation'",
    )
    await patch(clinic, other, 'cancel', { voidBooking: true })
    await house.sql('insert into due_work overriding system value select * from planned_before')
    expect(await sendDueNotices()).toEqual([])
    expect(await list(clinic)).toEqual([])
  })

  it('is not announced when it is long over', async () => {
    const clinic = await clinicWith({ cancellation: true })
    const visit = await bookVisit(clinic, slotTimes('09:30', 15, '2030-01-10'))
    await house.moveTo('2030-01-10T04:16:00Z')
    expect((await patch(clinic, visit, 'cancel', {})).status).toBe(200)
    expect(await house.sql('select from due_work')).toEqual([])
  })
})

describe('a patient who is erased', () => {
  it('gets no more notices, and no notice keeps its destination', async () => {
    const clinic = await clinicWith()
    const visit = await bookVisit(clinic, slotTimes('09:00', 15, '2030-01-21'))
    expect(await sendDueNotices()).toHaveLength(1)
    await house.operate('patient-erase', {
      workspace: clinic.name,
      id: visit.patientId,
      confirmed: true,
    })
    expect(await list(clinic)).toMatchObject([{ state: 'SENT', destination: null }])
    expect(
      await house.sql('select destination_hash as hash from notices where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ hash: null }])
    await patch(clinic, visit, 'cancel', {})
    expect(await sendDueNotices()).toEqual([])
    expect((await list(clinic))[0]).toMatchObject({
      kind: 'cancellation',
      state: 'SKIPPED',
      destination: null,
      error: 'the patient was erased',
    })
  })
})

describe('notices are limited', () => {
  const date = '2030-01-21'

  it('for visits booked over one network to a tenth of those of a day, to any addresses', async () => {
    const clinic = await clinicWith({ confirmation: true, noticesPerDay: 40 })
    let visitors = 0
    async function bookFrom(from: string) {
      visitors += 1
      const email = `visitor-${visitors}@catch-all.example`
      const options = {
        key: null,
        headers: { ...(await clinic.session()), 'x-end-user-id': `u-${visitors}` },
        from,
      }
      await clinic.post('/v1/otp/send', { channel: 'email', email }, options)
      await clinic.post(
        '/v1/otp/verify',
        { channel: 'email', email, otpCode: rail.delivered.at(-1)?.code },
        options,
      )
      const patientPayload = { firstName: 'Meera', email, countryCode: '+91' }
      const time = slotTimes(
        `${String(9 + Math.floor(visitors / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][visitors % 4]}`,
        15,
        date,
      )
      const reply = await book(
        clinic,
        { workspaceId: clinic.workspaceId, source: 'WIDGET', patientPayload, ...time },
        options,
      )
      expect(reply.status, reply.text).toBe(201)
    }
    for (let number = 0; number < 5; number += 1) await bookFrom('203.0.113.66')
    expect(await sendDueNotices()).toHaveLength(4)
    expect(await list(clinic, { state: 'SKIPPED' })).toMatchObject([
      { error: expect.stringContaining('over one network') },
    ])
    await bookFrom('198.51.100.1')
    await bookVisit(clinic, slotTimes('11:00', 15, date))
    expect(await sendDueNotices()).toHaveLength(2)
  })

  it('for a workspace to the number in its clinic file per day, and continue the next day', async () => {
    const clinic = await clinicWith({ confirmation: true, noticesPerDay: 2 })
    const other = await clinicWith({ confirmation: true })
    for (const at of ['09:00', '09:15', '09:30']) await bookVisit(clinic, slotTimes(at, 15, date))
    await bookVisit(other, slotTimes('09:00', 15, date))
    expect(await sendDueNotices()).toHaveLength(3)
    const skipped = await list(clinic, { state: 'SKIPPED' })
    expect(skipped).toMatchObject([
      { kind: 'confirmation', error: 'the notices of a day are spent (notices.noticesPerDay)' },
    ])
    await house.operate('clock-advance', { ms: 24 * 3_600_000 })
    await house.operate('notices-retry', { workspace: clinic.name, id: skipped[0].id })
    expect(await sendDueNotices()).toHaveLength(1)
    expect(await listStates(clinic)).toEqual([
      'confirmation SENT',
      'confirmation SENT',
      'confirmation SKIPPED',
      'confirmation SENT',
    ])
  })

  it('for one destination to thirty a day, so that no one is flooded and no one uses up what is for others', async () => {
    const clinic = await clinicWith({ confirmation: true })
    await bookVisit(clinic, slotTimes('09:00', 15, date))
    expect(await sendDueNotices()).toHaveLength(1)
    // Adds notices as if they had been sent to this destination, or had not. Only one of each kind
    // may be in progress at once.
    const insertNotices = (
      count: number,
      state: string,
      error: string | null = null,
      kind = 'confirmation',
    ) =>
      house.sql(
        `insert into notices (workspace_id, appointment_id, kind, state, at, visit_from_at, channel, destination, destination_hash, error)
         select workspace_id, appointment_id, $2, $3, at, visit_from_at, channel, destination, destination_hash, $4
         from (select * from notices where workspace_id = $1 limit 1) as sent, generate_series(1, $5::int)`,
        [clinic.workspaceId, kind, state, error, count],
      )
    await insertNotices(13, 'SENT')
    await insertNotices(14, 'UNKNOWN', 'it may have gone out')
    await insertNotices(1, 'SENDING', null, 'move')
    await insertNotices(20, 'FAILED', 'the server was unavailable')
    await bookVisit(clinic, slotTimes('09:15', 15, date))
    expect(await sendDueNotices()).toHaveLength(1)
    await bookVisit(clinic, slotTimes('09:45', 15, date))
    await bookVisit(clinic, {
      ...slotTimes('09:30', 15, date),
      patientPayload: { firstName: 'Ravi', phoneNumber: '9876543211', email: 'ravi@example.org' },
    })
    expect((await sendDueNotices()).map(({ destination }) => destination)).toEqual([
      'ravi@example.org',
    ])
    expect(await list(clinic, { state: 'SKIPPED' })).toMatchObject([
      { error: '30 notices went there within a day' },
    ])
  })

  it('for a workspace to none while an operator has switched them off', async () => {
    const clinic = await clinicWith()
    expect(await house.operate('notices-off', { workspace: clinic.name })).toEqual({ off: true })
    const visit = await bookVisit(clinic, slotTimes('09:00', 15, date))
    expect(await sendDueNotices()).toEqual([])
    const [skipped] = await list(clinic)
    expect(skipped).toMatchObject({ state: 'SKIPPED', error: 'notices are off' })
    expect(await list(clinic, { appointmentId: visit.id })).toMatchObject([
      { kind: 'reminder', state: 'PLANNED', id: null },
      { id: skipped.id },
    ])
    await house.operate('notices-on', { workspace: clinic.name })
    expect(
      await house.operate('notices-retry', { workspace: clinic.name, id: skipped.id }),
    ).toEqual({
      kind: 'confirmation',
      appointmentId: visit.id,
      visitId: null,
      offerId: null,
      patientPackId: null,
    })
    expect(await sendDueNotices()).toHaveLength(1)
  })
})

describe('an operator', () => {
  it('lists and retries only those of the workspace, and none that was sent', async () => {
    const clinic = await clinicWith()
    const other = await clinicWith()
    await bookVisit(clinic, slotTimes('09:00', 15, '2030-01-21'))
    await sendDueNotices()
    const [{ id }] = (await list(clinic)) as [Json]
    expect(await list(other)).toEqual([])
    expect(await list(clinic, { state: 'FAILED' })).toEqual([])
    expect(await list(clinic, { before: id })).toEqual([])
    await expect(house.operate('notices-retry', { workspace: other.name, id })).rejects.toThrow(
      `there is no notice ${id}`,
    )
    await expect(house.operate('notices-retry', { workspace: clinic.name, id })).rejects.toThrow(
      `notice ${id} is SENT`,
    )
    expect(await sendDueNotices()).toEqual([])
  })

  it('sees sent ones for three months, and those that a process left as unknown', async () => {
    const clinic = await clinicWith({ confirmation: true })
    for (const at of ['09:00', '09:15']) await bookVisit(clinic, slotTimes(at, 15, '2030-01-21'))
    await sendDueNotices()
    const [newer, older] = (await list(clinic)) as [Json, Json]
    await house.sql("update notices set at = at - interval '91 days' where id = $1", [older.id])
    await house.sql(
      "update notices set state = 'SENDING', at = at - interval '61 minutes' where id = $1",
      [newer.id],
    )
    await deleteExpiredData(database, defaultRetention, clock.now())
    expect(await list(clinic)).toMatchObject([
      { id: newer.id, state: 'UNKNOWN', error: 'the process ended while it was sent' },
    ])
  })
})

describe('a notice in progress', () => {
  /** A gate in front of the rail. */
  function slowRail() {
    let open = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    const { send } = rail
    let reached = () => {}
    const reaching = new Promise<void>((resolve) => (reached = resolve))
    rail.send = async (...message) => {
      rail.send = send
      reached()
      await opened
      return send(...message)
    }
    return { open, reaching }
  }

  /** How often a process lost a confirmation. */
  const lost = async () =>
    /clinic_due_work_total\{kind="visit-confirmation",outcome="lost"\} (\d+)/.exec(
      await house.application.metricsText(),
    )?.[1] ?? '0'

  it('that was not started when its visit is cancelled is not sent', async () => {
    const clinic = await clinicWith({ confirmation: true })
    const visit = await bookVisit(clinic, slotTimes('09:00', 15, '2030-01-21'))
    const before = await lost()
    // The visit has been read by then, as it was.
    const gate = await createDatabaseGate(house, 'before insert on notices for each row')
    await tick()
    await gate.waitUntilReached()
    expect((await patch(clinic, visit, 'cancel', {})).status).toBe(200)
    await gate.open()
    await expect.poll(lost).not.toBe(before)
    expect(rail.notices).toEqual([])
    expect(await list(clinic)).toEqual([])
  })

  it('when its visit is cancelled has still been sent, and is recorded as sent', async () => {
    const clinic = await clinicWith()
    const visit = await bookVisit(clinic, slotTimes('09:00', 15, '2030-01-21'))
    const { open, reaching } = slowRail()
    await tick()
    await reaching
    expect(await listStates(clinic)).toEqual(['confirmation SENDING'])
    await patch(clinic, visit, 'cancel', {})
    open()
    await expect.poll(() => listStates(clinic)).toContain('confirmation SENT')
    await sendDueNotices()
    expect(await listStates(clinic)).toEqual(['confirmation SENT', 'cancellation SENT'])
  })

  it('when its visit moves again is followed by another', async () => {
    const clinic = await clinicWith({ move: true })
    const visit = await bookVisit(clinic, slotTimes('09:00', 15, '2030-01-21'))
    await patch(clinic, visit, 'reschedule', slotTimes('10:00', 15, '2030-01-21'))
    const { open, reaching } = slowRail()
    await tick()
    await reaching
    await patch(clinic, visit, 'reschedule', slotTimes('11:00', 15, '2030-01-21'))
    open()
    await expect.poll(() => listStates(clinic)).toEqual(['move SENT'])
    const times = (await sendDueNotices()).map(({ subject }) =>
      subject.replace(/.* /, '').concat(subject.includes('10:00') ? ' 10' : ' 11'),
    )
    expect(times).toEqual(['AM 10', 'AM 11'])
    expect(await listStates(clinic)).toEqual(['move SENT', 'move SENT'])
  })

  it('whose work is repeated after it was sent, or may have been, is not sent again', async () => {
    const clinic = await clinicWith({ confirmation: true })
    const { id: subjectId } = await bookVisit(clinic, slotTimes('09:00', 15, '2030-01-21'))
    expect(await sendDueNotices()).toHaveLength(1)
    const comesBack = () =>
      plan(database, {
        workspaceId: clinic.workspaceId,
        kind: 'visit-confirmation',
        subjectId,
        dueAt: clock.now(),
      })
    for (const state of ['SENT', 'UNKNOWN']) {
      await house.sql('update notices set state = $2, error = $3 where workspace_id = $1', [
        clinic.workspaceId,
        state,
        state === 'SENT' ? null : 'lost',
      ])
      await comesBack()
      expect(await sendDueNotices(), state).toEqual([])
      expect(await listStates(clinic)).toEqual([`confirmation ${state}`])
    }
  })

  it('that another process has taken over is not sent again by the late one', async () => {
    const clinic = await clinicWith({ confirmation: true })
    const other = await openWithoutTimers(() =>
      openHarness({ rails: rail, connection: house.connection }),
    )
    const before = await lost()
    await bookVisit(clinic, slotTimes('09:00', 15, '2030-01-21'))
    // The first, which has the work, does not start before the other is done.
    const { promise: otherIsDone, resolve: letGo } = Promise.withResolvers<void>()
    const { transaction } = database
    vi.spyOn(database, 'transaction').mockImplementationOnce(async (...of) => {
      await otherIsDone
      return transaction(...of)
    })
    await tick()
    await house.sql("update due_work set leased_until = leased_until - interval '1 min'")
    await expect
      .poll(async () => {
        await other.application.dueWork.tick()
        return (await house.sql('select from due_work')).length
      })
      .toBe(0)
    letGo()
    await expect.poll(lost).not.toBe(before)
    expect(rail.notices).toHaveLength(1)
    expect(await listStates(clinic)).toEqual(['confirmation SENT'])
  })

  it('in a killed process is not sent by another, which reports it; an operator may send it', async () => {
    const clinic = await clinicWith({ confirmation: true })
    await bookVisit(clinic, slotTimes('09:00', 15, '2030-01-21'))
    const program = fileURLToPath(new URL('./notice-process.fixture.ts', import.meta.url))
    const child = spawn(process.execPath, [program, connectionUrl(house.connection)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    afterFile(() => child.kill('SIGKILL'))
    expect(String(await once(child.stdout, 'data'))).toBe('in the middle\n')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await house.sql("update due_work set leased_until = now() - interval '1 s'")
    expect(await sendDueNotices()).toEqual([])
    const [unknown] = (await list(clinic)) as [Json]
    expect(unknown).toMatchObject({
      kind: 'confirmation',
      state: 'UNKNOWN',
      error: 'the process ended while it was sent',
    })
    expect(await house.sql('select from due_work')).toEqual([])
    await house.operate('notices-retry', { workspace: clinic.name, id: unknown.id })
    expect(await sendDueNotices()).toHaveLength(1)
    expect(await listStates(clinic)).toEqual(['confirmation UNKNOWN', 'confirmation SENT'])
  })
})
