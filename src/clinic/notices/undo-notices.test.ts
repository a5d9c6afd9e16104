// What patients hear of changes at the desk: one notice of how it ended, twelve seconds later, and
// none of what was undone (DAY-19).

import { beforeEach, describe, expect, it } from 'vitest'
import { openMemberDesk } from '../../../test/support/clinic/desk-member.ts'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'

const rail = createRecordingRail()
const house = await openWithoutTimers(() => openHarness({ rails: rail }))
const { clock } = house.application
await house.moveTo('2030-01-07T01:30:00Z')

const meera = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  email: 'meera@example.org',
}
const clinicThatTells = (more: Json = {}) =>
  house.clinic((file) => {
    file.workspace.notices = {
      move: true,
      cancellation: true,
      late: true,
      tokenCancellation: true,
      channels: ['email'],
      ...more,
    }
  })
async function visitAt(
  clinic: Clinic,
  time: string,
  patientPayload: Json = meera,
): Promise<number> {
  const reply = await book(clinic, { patientPayload, ...slotTimes(time) })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment.id
}
const to = (time: string) => `2030-01-07T${time}`

/** Runs everything that is due, and returns the subjects that were sent since the last time. */
async function sendDueNotices(): Promise<string[]> {
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
  return rail.notices.splice(0).map(({ subject }) => subject)
}
async function sentAfter(ms: number): Promise<string[]> {
  await house.operate('clock-advance', { ms })
  return sendDueNotices()
}

beforeEach(async () => {
  await house.sql('delete from due_work')
  rail.behaves = 'delivers'
  rail.notices.length = 0
})

describe('a change at the desk', () => {
  it.each([
    ['a move', 'visit-move', { to: to('11:00') }, /^New time .*11:00/],
    ['a cancellation', 'visit-cancel', {}, /cancelled: .*10:00/],
  ])('is told twelve seconds later: %s [DAY-19]', async (_, name, input, subject) => {
    const clinic = await clinicThatTells()
    const id = await visitAt(clinic, '10:00')
    await openMemberDesk(house, clinic)(name, { id, ...input })
    expect(await sendDueNotices()).toEqual([])
    expect(await sentAfter(8_000)).toEqual([])
    expect(await sentAfter(5_000)).toEqual([expect.stringMatching(subject)])
    expect(await sentAfter(3_600_000)).toEqual([])
  })

  it('that is undone is not announced at all, for any change [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(house, clinic)
    const id = await visitAt(clinic, '10:00')
    const { visitId } = (
      await clinic.post(
        '/v1/qms-appointments/pre/book',
        tokenBody(clinic, { appointmentDate: '2030-01-08', patientPayload: meera }),
      )
    ).json.visit
    for (const [name, input] of [
      ['visit-move', { id, to: to('11:00') }],
      ['visit-cancel', { id }],
      ['visit-status', { id, status: 'NO_SHOW' }],
    ] as const) {
      const { change } = await desk(name, input)
      expect(await sendDueNotices()).toEqual([])
      await desk('visit-undo', { id: change })
    }
    const { change } = await desk('queue-cancel', {
      shift: 'meera-shah/jaipur/morning',
      date: '2030-01-08',
      token: '1',
    })
    expect(change).toEqual(expect.any(Number))
    expect(await sendDueNotices()).toEqual([])
    expect(await desk('queue-undo', { id: change })).toMatchObject({
      id: visitId,
      status: 'WAITING',
    })
    expect(await sentAfter(15_000)).toEqual([])
  })

  it('and another within that time are one notice, of how it ended [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(house, clinic)
    const twice = await visitAt(clinic, '10:00')
    const away = await visitAt(clinic, '10:30')
    await desk('visit-move', { id: twice, to: to('11:00') })
    await desk('visit-move', { id: away, to: to('12:00') })
    expect(await sentAfter(6_000)).toEqual([])
    await desk('visit-move', { id: twice, to: to('11:30') })
    await desk('visit-cancel', { id: away })
    expect(await sentAfter(7_000)).toEqual([])
    expect((await sentAfter(6_000)).toSorted()).toEqual([
      expect.stringMatching(/^New time .*11:30/),
      expect.stringMatching(/cancelled: .*12:00/),
    ])
    expect(await sentAfter(60_000)).toEqual([])
  })

  it('is told after the booking in one notice, by a confirmation of the new time [DAY-19]', async () => {
    const clinic = await clinicThatTells({ confirmation: true })
    const desk = openMemberDesk(house, clinic)
    const { id } = await desk('visit-book', {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      mode: 'OFFLINE',
      patientPayload: meera,
      ...slotTimes('10:00'),
    })
    expect(await sendDueNotices()).toEqual([])
    await desk('visit-move', { id, to: to('11:00') })
    expect(await sentAfter(13_000)).toEqual([expect.stringMatching(/^Your visit at .*11:00/)])
    expect(await sentAfter(60_000)).toEqual([])
  })

  it('leaves what was planned before it, such as a confirmation, and no reminder goes out in between [DAY-19]', async () => {
    const clinic = await clinicThatTells({
      confirmation: true,
      reminder: true,
      reminderHoursBefore: 2,
    })
    const desk = openMemberDesk(house, clinic)
    const id = await visitAt(clinic, '12:30')
    const cancelled = await desk('visit-cancel', { id })
    await desk('visit-undo', { id: cancelled.change })
    expect(await sendDueNotices()).toEqual([expect.stringMatching(/^Your visit at .*12:30/)])
    // Two hours before 12:00, which is then undone: nothing is sent until it is the time for
    // 12:30.
    await house.moveTo('2030-01-07T04:29:55Z')
    const { change } = await desk('visit-move', { id, to: to('12:00') })
    expect(await sentAfter(8_000)).toEqual([])
    await desk('visit-undo', { id: change })
    expect(await sentAfter(10_000)).toEqual([])
    await house.moveTo('2030-01-07T05:00:01Z')
    expect(await sendDueNotices()).toEqual([expect.stringMatching(/^Reminder: .*12:30/)])
  })

  it('by the API or a command is told at once, as before [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const byKey = await visitAt(clinic, '16:00')
    const byCommand = await visitAt(clinic, '16:30')
    expect(
      (
        await house.call('PATCH', `/v1/appointments/${byKey}/reschedule`, {
          key: clinic.key,
          body: slotTimes('17:00'),
        })
      ).status,
    ).toBe(200)
    expect(await sendDueNotices()).toEqual([expect.stringMatching(/^New time .*5:00 PM/)])
    await house.operate('visit-cancel', { workspace: clinic.name, id: byCommand })
    expect(await sendDueNotices()).toEqual([expect.stringMatching(/cancelled: .*4:30 PM/)])
  })
})

describe('of the visits in a blocked time', () => {
  it('those that were moved back are in no message, and the others are [DAY-12] [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(house, clinic)
    const first = await visitAt(clinic, '16:00')
    const second = await visitAt(clinic, '16:30')
    const whose = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
    }
    await desk('block-add', { ...whose, ...slotTimes('16:00', 60), reason: 'Ill' })
    const moved = [
      await desk('visit-move', { id: first, to: to('17:00') }),
      await desk('visit-move', { id: second, to: to('17:30') }),
    ]
    await desk('visit-undo', { id: moved[1].change })
    expect(await sentAfter(61_000)).toEqual([expect.stringMatching(/^New time .*5:00 PM$/)])
    const again = await desk('visit-move', { id: second, to: to('18:00') })
    await desk('visit-undo', { id: again.change })
    expect(await sentAfter(61_000)).toEqual([])
  })
})

it('a practitioner who is late is told of once, with the last minutes said, and not if it was a mistake [DAY-12] [DAY-19]', async () => {
  const clinic = await clinicThatTells()
  const desk = openMemberDesk(house, clinic)
  await visitAt(clinic, '18:00')
  const late = (minutes: number) =>
    desk('doctor-late', {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      minutes,
    })
  await late(200)
  expect(await sentAfter(3_000)).toEqual([])
  await late(20)
  expect(await sentAfter(13_000)).toEqual([expect.stringMatching(/about 20 minutes late/)])
  await late(40)
  await late(0)
  expect(await sentAfter(13_000)).toEqual([])
})
