// A practitioner runs late today: patients still to come are told once, and again only if the delay
// grows; no visit changes.

import { beforeEach, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const rail = createRecordingRail()
const house = await openWithoutTimers(() => openHarness({ rails: rail }))
const { clock } = house.application
await house.moveTo('2030-01-07T09:05:00+05:30')

const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const place = (clinic: Clinic) => ({
  addressId: clinic.id('location', 'jaipur'),
  doctorId: clinic.id('practitioner', 'asha-rao'),
})
const late = (clinic: Clinic, minutes: number, changes: Json = {}) =>
  operate(clinic, 'doctor-late', { ...place(clinic), minutes, ...changes })
const clinicWith = (notices: NonNullable<ClinicFile['workspace']['notices']>) =>
  house.clinic((file) => {
    Object.assign(file.workspace, { notices })
  })
const bookVisit = async (
  clinic: Clinic,
  clock: string,
  name: string,
  changes: Json = {},
): Promise<number> => {
  const patientPayload = { firstName: name, email: `${name.toLowerCase()}@example.org` }
  const reply = await book(clinic, { patientPayload, ...slotTimes(clock), ...changes })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment.id
}
const rows = ({ workspaceId }: Clinic) =>
  house.sql('select * from late_practitioners where workspace_id = $1', [workspaceId])
const planned = ({ workspaceId }: Clinic) =>
  house.sql("select from due_work where workspace_id = $1 and kind = 'visit-late'", [workspaceId])

/** Runs everything that is due, and returns who was told what since the last time. */
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
  return rail.notices
    .splice(0)
    .map(
      ({ destination, text }) =>
        `${destination.split('@')[0]} ${/about (\d+) minutes/.exec(text)?.[1]}`,
    )
    .toSorted()
}

beforeEach(async () => {
  await house.sql('delete from due_work')
  rail.behaves = 'delivers'
  rail.notices.length = 0
})

it('patients who are still to come today are told the minutes, once, and again when they increase [DAY-12]', async () => {
  const clinic = await clinicWith({ late: true })
  const arrived = await bookVisit(clinic, '10:00', 'Arjun')
  const called = await bookVisit(clinic, '10:15', 'Lata')
  const meera = await bookVisit(clinic, '10:30', 'Meera')
  const moved = await bookVisit(clinic, '10:45', 'Uma')
  await bookVisit(clinic, '10:00', 'Tomorrow', slotTimes('10:00', 15, '2030-01-08'))
  await operate(clinic, 'visit-arrive', { id: arrived })
  await operate(clinic, 'visit-cancel', { id: called })
  const before = await clinic.bookingRows()
  expect(await late(clinic, 20)).toEqual({ minutes: 20, upcomingPatients: 2, told: 2 })
  expect(await clinic.bookingRows()).toBe(before)
  expect(await sendDueNotices()).toEqual(['meera 20', 'uma 20'])
  const { doctors } = await operate(clinic, 'day-show', { addressId: place(clinic).addressId })
  expect(
    doctors.map(({ doctorName, minutesLate }: Json) => [doctorName, minutesLate]),
  ).toContainEqual(['Dr Asha Rao', 20])
  const tomorrow = await operate(clinic, 'day-show', {
    addressId: place(clinic).addressId,
    date: '2030-01-08',
  })
  expect(tomorrow.doctors.map(({ minutesLate }: Json) => minutesLate)).not.toContain(20)

  // The same number tells only patients who were booked since; fewer minutes tell no one, and more
  // tell everyone.
  await bookVisit(clinic, '11:00', 'Tara')
  expect(await late(clinic, 20)).toEqual({ minutes: 20, upcomingPatients: 3, told: 1 })
  expect(await sendDueNotices()).toEqual(['tara 20'])
  expect(await late(clinic, 10)).toEqual({ minutes: 10, upcomingPatients: 3, told: 0 })
  expect(await late(clinic, 20)).toMatchObject({ told: 0 })
  expect(await sendDueNotices()).toEqual([])
  expect(await late(clinic, 35)).toMatchObject({ told: 3 })
  expect(await sendDueNotices()).toEqual(['meera 35', 'tara 35', 'uma 35'])
  // Another time of the same day is a new message.
  await operate(clinic, 'visit-move', { id: moved, to: '2030-01-07T12:00' })
  await sendDueNotices()
  expect(await late(clinic, 35)).toMatchObject({ told: 1 })
  expect(await sendDueNotices()).toEqual(['uma 35'])

  expect(await late(clinic, 0)).toEqual({ minutes: 0, upcomingPatients: 0, told: 0 })
  expect(await rows(clinic)).toEqual([])
  expect(await sendDueNotices()).toEqual([])
  expect((await operate(clinic, 'visit-show', { id: meera })).fromDateTimeTs).toBe(
    slotTimes('10:30').fromDateTimeIso,
  )
})

it('a planned message is not sent once lateness is over, or the patient has come or was cancelled; and is sent once, even if its work is repeated [DAY-12]', async () => {
  const clinic = await clinicWith({ late: true })
  const meera = await bookVisit(clinic, '10:30', 'Meera')
  const uma = await bookVisit(clinic, '10:00', 'Uma')
  await late(clinic, 20)
  await operate(clinic, 'visit-arrive', { id: uma })
  await operate(clinic, 'visit-cancel', { id: meera })
  expect(await planned(clinic)).toHaveLength(1)
  expect(await sendDueNotices()).toEqual([])
  await bookVisit(clinic, '11:00', 'Tara')
  await late(clinic, 20)
  await late(clinic, 0)
  expect(await sendDueNotices()).toEqual([])
  expect((await operate(clinic, 'notices-list', {})).map(({ error }: Json) => error)).toEqual(
    Array(2).fill('the practitioner no longer runs late, or the patient has come'),
  )
  // Work that is repeated after it was done.
  await late(clinic, 20)
  expect(await sendDueNotices()).toEqual(['tara 20'])
  const [{ appointmentId }] = await operate(clinic, 'notices-list', { state: 'SENT' })
  const again =
    "insert into due_work (workspace_id, kind, subject_id, due_at) values ($1, 'visit-late', $2, $3)"
  await house.sql(again, [clinic.workspaceId, appointmentId, new Date(clock.now())])
  expect(await sendDueNotices()).toEqual([])
})

it("the words are the clinic's, and no one is told if it does not want it, or notices are off [DAY-12]", async () => {
  const text = {
    subject: '{minutesLate} min',
    body: 'Etwa {minutesLate} Minuten; about {minutesLate} minutes.',
  }
  const clinic = await clinicWith({ late: true, language: 'de', texts: { de: { late: text } } })
  await bookVisit(clinic, '10:30', 'Meera')
  await late(clinic, 15)
  await house.application.dueWork.tick()
  await expect
    .poll(() => rail.notices.map(({ subject, text, calendars }) => [subject, text, calendars]))
    .toEqual([['15 min', 'Etwa 15 Minuten; about 15 minutes.\n', []]])
  const ofTheService = {
    de: 'Minuten verspätet',
    es: 'minutos de retraso',
    hi: 'मिनट की देरी',
    ar: 'دقيقة',
  }
  for (const [language, words] of Object.entries(ofTheService)) {
    rail.notices.length = 0
    const speaking = await clinicWith({ late: true, language })
    await bookVisit(speaking, '10:30', 'Meera')
    await late(speaking, 15)
    await house.application.dueWork.tick()
    await expect.poll(() => rail.notices.length).toBe(1)
    expect(rail.notices[0]?.text, language).toContain(`15 ${words}`)
    expect(rail.notices[0]?.text, language).not.toMatch(/[{}]/)
  }
  await operate(clinic, 'notices-off')
  expect(await late(clinic, 30)).toEqual({ minutes: 30, upcomingPatients: 1, told: 0 })
  const silent = await clinicWith({ move: true })
  await bookVisit(silent, '10:30', 'Uma')
  expect(await late(silent, 15)).toEqual({ minutes: 15, upcomingPatients: 1, told: 0 })
  expect([...(await planned(clinic)), ...(await planned(silent))]).toEqual([])
})

it('it is refused for a queue, no practitioner, too many minutes, and another clinic; and then nothing is sent [DAY-12]', async () => {
  const clinic = await clinicWith({ late: true })
  const other = await clinicWith({ late: true })
  await bookVisit(clinic, '10:30', 'Meera')
  const refused: [number, Json, string][] = [
    [20, { doctorId: clinic.id('practitioner', 'meera-shah') }, 'with a queue'],
    [20, { doctorId: clinic.id('practitioner', 'jonas-weber') }, 'No such doctor'],
    [20, { doctorId: place(other).doctorId }, 'No such doctor'],
    [20, { addressId: place(other).addressId }, 'No such location'],
    [-1, {}, 'minutes'],
    [601, {}, 'minutes'],
    [1.5, {}, 'minutes'],
  ]
  for (const [minutes, changes, text] of refused)
    await expect(late(clinic, minutes, changes), text).rejects.toThrow(text)
  expect([...(await rows(clinic)), ...(await rows(other)), ...(await planned(clinic))]).toEqual([])
  await late(clinic, 20)
  await late(other, 0)
  expect(await rows(clinic)).toMatchObject([{ minutes: 20 }])
})

it('many concurrent reports tell each patient once [DAY-12]', async () => {
  const clinic = await clinicWith({ late: true })
  for (const [index, name] of ['Meera', 'Uma', 'Tara', 'Lata'].entries())
    await bookVisit(clinic, `1${index % 3}:${index < 3 ? '00' : '30'}`, name)
  await Promise.all(Array.from({ length: 12 }, () => late(clinic, 25)))
  expect(await sendDueNotices()).toEqual(['lata 25', 'meera 25', 'tara 25', 'uma 25'])
  expect(await rows(clinic)).toHaveLength(1)
})
