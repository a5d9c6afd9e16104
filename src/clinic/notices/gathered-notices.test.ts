// A practitioner is ill: each patient gets one message about all their visits, in whatever order
// staff handle them.

import { beforeEach, describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import type { NoticeMessage } from '../../base/messages/rail.ts'

const rail = createRecordingRail()
const house = await openWithoutTimers(() => openHarness({ rails: rail }))
const { clock } = house.application
const minuteMs = 60_000
await house.moveTo('2030-01-07T01:30:00Z')

const meera = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  email: 'meera@example.org',
}
const ravi = {
  firstName: 'Ravi',
  lastName: 'Nair',
  phoneNumber: '9876543211',
  email: 'ravi@example.org',
}

const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const clinicThatTells = (more: Json = {}) =>
  house.clinic((file) => {
    file.workspace.notices = { move: true, cancellation: true, channels: ['email'], ...more }
  })
async function visitAt(clinic: Clinic, time: string, patientPayload: Json = meera): Promise<Json> {
  const reply = await book(clinic, { patientPayload, ...slotTimes(time) })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment
}
const isIll = (clinic: Clinic, minutes = 60) =>
  operate(clinic, 'block-add', {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
    ...slotTimes('09:00', minutes),
    reason: 'Ill',
  })
const cancel = (clinic: Clinic, { id }: Json) => operate(clinic, 'visit-cancel', { id })
const move = (clinic: Clinic, { id }: Json, time: string) =>
  operate(clinic, 'visit-move', { id, to: `2030-01-07T${time}` })
const notices = async (clinic: Clinic, more: Json = {}): Promise<string[]> =>
  (await operate(clinic, 'notices-list', more))
    .map(({ kind, state, appointmentId }: Json) => `${appointmentId} ${kind} ${state}`)
    .reverse()

/** Runs everything that is due, and returns what was sent since the last time. */
async function sendDueNotices(): Promise<NoticeMessage[]> {
  await expect
    .poll(async () => {
      await house.application.dueWork.tick()
      return (
        await house.sql("select from due_work where state = 'WAITING' and due_at <= $1", [
          new Date(clock.now()),
        ])
      ).length
    })
    .toBe(0)
  return rail.notices.splice(0)
}
async function sentAfter(ms: number) {
  await house.operate('clock-advance', { ms })
  return sendDueNotices()
}

beforeEach(async () => {
  await house.sql('delete from due_work')
  rail.behaves = 'delivers'
  rail.notices.length = 0
})

describe('of visits that a block displaced, each patient', () => {
  it('gets one message a minute after the last change, with a calendar entry for each visit, and each is recorded [DAY-12]', async () => {
    const clinic = await clinicThatTells()
    const first = await visitAt(clinic, '09:00')
    const second = await visitAt(clinic, '09:15')
    const third = await visitAt(clinic, '09:30')
    const other = await visitAt(clinic, '09:45', ravi)
    await isIll(clinic)
    await move(clinic, first, '11:00')
    await cancel(clinic, second)
    expect(await sentAfter(40_000)).toEqual([])
    await cancel(clinic, third)
    await cancel(clinic, other)
    expect((await notices(clinic, { state: 'PLANNED' })).toSorted()).toEqual(
      [
        `${first.id} move`,
        `${second.id} cancellation`,
        `${third.id} cancellation`,
        `${other.id} cancellation`,
      ]
        .map((what) => `${what} PLANNED`)
        .toSorted(),
    )
    expect(await notices(clinic, { appointmentId: second.id })).toEqual([
      `${second.id} cancellation PLANNED`,
    ])
    expect(await sentAfter(50_000)).toEqual([])
    const mails = await sentAfter(11_000)
    expect(mails.map(({ destination }) => destination).toSorted()).toEqual([
      'meera@example.org',
      'ravi@example.org',
    ])
    const [of = undefined, alone = undefined] = mails.toSorted((a, b) =>
      a.destination < b.destination ? -1 : 1,
    )
    expect(of?.subject).toMatch(/ \(\+2\)$/)
    for (const { bookingReference } of [first, second, third])
      expect(of?.text.split(`Reference: ${bookingReference}\n`)).toHaveLength(2)
    expect(of?.text).toContain('11:00 AM')
    expect(of?.calendars.map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL', 'CANCEL'])
    expect(alone?.subject).not.toContain('(+')
    expect(alone?.calendars.map(({ method }) => method)).toEqual(['CANCEL'])
    expect((await notices(clinic)).toSorted()).toEqual(
      [
        `${first.id} move`,
        `${second.id} cancellation`,
        `${third.id} cancellation`,
        `${other.id} cancellation`,
      ]
        .map((what) => `${what} SENT`)
        .toSorted(),
    )
    expect(await sentAfter(10 * minuteMs)).toEqual([])
  })

  it('gets only the cancellation of a visit that was moved and then cancelled, and nothing about a void one [DAY-12] [STAT-24]', async () => {
    const clinic = await clinicThatTells()
    const moved = await visitAt(clinic, '09:00')
    const voided = await visitAt(clinic, '09:15')
    await isIll(clinic)
    await move(clinic, moved, '11:00')
    await isIll(clinic, 180)
    await cancel(clinic, moved)
    await operate(clinic, 'visit-cancel', { id: voided.id, void: true })
    const [mail, ...others] = await sentAfter(minuteMs)
    expect(others).toEqual([])
    expect(mail?.calendars.map(({ method }) => method)).toEqual(['CANCEL'])
    expect(mail?.text).not.toContain(voided.bookingReference)
    expect(await notices(clinic)).toEqual([`${moved.id} cancellation SENT`])
  })

  it('gets another message about later changes, and an immediate one about a time that is not blocked [DAY-12] [A-212]', async () => {
    const clinic = await clinicThatTells()
    const first = await visitAt(clinic, '09:00')
    const second = await visitAt(clinic, '09:15')
    const free = await visitAt(clinic, '11:00')
    await isIll(clinic)
    await cancel(clinic, free)
    expect((await sendDueNotices()).map(({ name }) => name.split('.')[0])).toEqual([
      free.bookingReference,
    ])
    await cancel(clinic, first)
    expect((await sentAfter(minuteMs)).map(({ name }) => name.split('.')[0])).toEqual([
      first.bookingReference,
    ])
    await cancel(clinic, second)
    expect((await sentAfter(minuteMs)).map(({ name }) => name.split('.')[0])).toEqual([
      second.bookingReference,
    ])
  })

  it('gets them all once the rail accepts messages again, and none twice if its outcome is unknown [DAY-12] [INV-31]', async () => {
    const clinic = await clinicThatTells()
    const visits = [await visitAt(clinic, '09:00'), await visitAt(clinic, '09:15')]
    await isIll(clinic)
    for (const visit of visits) await cancel(clinic, visit)
    rail.behaves = 'refuses'
    expect(await sentAfter(minuteMs)).toEqual([])
    expect(await notices(clinic)).toEqual(visits.map(({ id }) => `${id} cancellation FAILED`))
    rail.behaves = 'delivers'
    const [mail, ...others] = await sentAfter(5 * minuteMs)
    expect(others).toEqual([])
    for (const { bookingReference } of visits) expect(mail?.text).toContain(bookingReference)
    expect(await notices(clinic)).toEqual(visits.map(({ id }) => `${id} cancellation SENT`))

    const again = await clinicThatTells()
    const lost = [await visitAt(again, '09:00'), await visitAt(again, '09:15')]
    await isIll(again)
    for (const visit of lost) await cancel(again, visit)
    // A process that has begun, and was killed.
    await house.sql(
      `insert into notices (workspace_id, appointment_id, kind, state, at, visit_from_at, attempts, channel, destination, destination_hash)
       select workspace_id, id, 'cancellation', 'SENDING', $2, from_at, 1, 'email', 'm***@example.org', '\\x00' from appointments where workspace_id = $1`,
      [again.workspaceId, new Date(clock.now())],
    )
    expect(await sentAfter(minuteMs)).toEqual([])
    expect(await notices(again)).toEqual(lost.map(({ id }) => `${id} cancellation UNKNOWN`))
  })

  it('gets a message for each visit if a template is used, which has the facts of one visit [DAY-12]', async () => {
    const clinic = await clinicThatTells({ channels: ['chatapp'] })
    const visits = [await visitAt(clinic, '09:00'), await visitAt(clinic, '09:15')]
    await isIll(clinic)
    for (const visit of visits) await cancel(clinic, visit)
    expect((await sentAfter(minuteMs)).map(({ channel }) => channel)).toEqual([
      'chatapp',
      'chatapp',
    ])
    expect((await notices(clinic)).toSorted()).toEqual(
      visits.map(({ id }) => `${id} cancellation SENT`),
    )
  })

  it('is also notified of more than fifty visits, fifty waiting ones at a time [DAY-12]', async () => {
    const clinic = await clinicThatTells()
    const visits = [await visitAt(clinic, '09:00'), await visitAt(clinic, '09:15')]
    await isIll(clinic)
    await cancel(clinic, visits[0] as Json)
    const many = Object.fromEntries(
      Array.from({ length: 49 }, (_, index) => [
        String(1_000_000_000_000_000 + index),
        'cancellation',
      ]),
    )
    await house.sql(
      "update due_work set payload = jsonb_build_object('changes', (payload -> 'changes') || $1::jsonb) where kind = 'visit-changes'",
      [JSON.stringify(many)],
    )
    await cancel(clinic, visits[1] as Json)
    // The other visit has its own notice, at once.
    expect((await sendDueNotices()).map(({ name }) => name.split('.')[0])).toEqual([
      visits[1]?.bookingReference,
    ])
    expect((await sentAfter(minuteMs)).map(({ name }) => name.split('.')[0])).toEqual([
      visits[0]?.bookingReference,
    ])
  })
})
