// A calendar refresh and bookings of the times that it makes busy, through two applications on one
// database: once the refresh is over, no visit is created in a busy time any more (INV-03).

import { afterAll, expect, it } from 'vitest'
import { addDays } from '../../src/base/values/calendar-date.ts'
import { formatClock } from '../../src/base/values/clinic-time.ts'
import { openApplication } from '../../src/doors/app/application.ts'
import { event, feed } from '../../src/visits/calendars/feed.fixture.ts'
import { readCalendarFile } from '../../src/visits/calendars/refresh.ts'
import { countDeadlocks } from '../support/clinic/connections.ts'
import {
  book,
  type Clinic,
  createBookingBody,
  type Json,
  openHarness,
  slotTimes,
} from '../support/clinic/harness.ts'
import { withoutLimits } from '../support/clinic/no-limits.ts'
import { createDatabaseGate } from '../support/database/database-gate.ts'
import { runSize } from '../support/run/sizes.ts'

const harness = await openHarness({ databaseConnections: 20 })
const other = await openApplication({
  mode: 'sandbox',
  databaseConnections: 20,
  connection: harness.connection,
  ...withoutLimits,
})
const otherDoor = other.frontDoor()
afterAll(async () => {
  await otherDoor.close()
  await other.close()
})

const rounds = runSize(8, 300)
const bookers = 8

async function raceClinic(): Promise<Clinic> {
  return harness.clinic((file) => {
    const asha = file.practitioners['asha-rao']
    if (!asha) return
    asha.calendars = { elsewhere: {} }
    if (asha.at.jaipur) asha.at.jaipur.exceptions = []
    for (let number = 0; number < rounds; number += 1)
      file.practitioners[`doctor-${number}`] = structuredClone(asha)
  })
}

const calendarIds = async ({ workspaceId }: Clinic): Promise<Map<number, number>> =>
  new Map(
    (
      await harness.sql(
        'select doctor_id::int as doctor, id::int from calendars where workspace_id = $1',
        [workspaceId],
      )
    ).map(({ doctor, id }) => [doctor, id]),
  )

/** The mornings of thirty days, all of them busy. */
const days = 30
const busy = feed(
  event(
    'DTSTART;TZID=Asia/Kolkata:20300107T090000',
    'DURATION:PT4H',
    `RRULE:FREQ=DAILY;COUNT=${days}`,
  ),
)

const person = (number: number) => ({
  firstName: `Patient ${number}`,
  phoneNumber: `55500${String(number).padStart(4, '0')}`,
})

/** Visits that overlap a busy time of a doctor, as everyone sees them now. */
const beside = (clinic: Clinic, doctorId: number) =>
  harness.sql(
    `select a.id, a.from_at from appointments a
     where a.workspace_id = $1 and a.doctor_id = $2 and exists (
       select from calendar_busy_times b where b.workspace_id = a.workspace_id and b.doctor_id = a.doctor_id and b.from_at < a.to_at and b.to_at > a.from_at
     ) order by 1`,
    [clinic.workspaceId, doctorId],
  )

it('waits for bookings in progress, and refuses every later one, with or without a room [INV-03]', async () => {
  const clinic = await raceClinic()
  const doctorId = clinic.id('practitioner', 'doctor-0')
  const calendarId = (await calendarIds(clinic)).get(doctorId) as number
  const gate = await createDatabaseGate(harness, 'before insert on appointments for each row')
  const booking = book(clinic, { doctorId })
  await gate.waitUntilReached()
  const refresh = readCalendarFile(other, { workspaceId: clinic.workspaceId, calendarId }, busy)
  const first = await Promise.race([
    gate.waitUntilReached(1).then(() => 'the booking is under way'),
    refresh.then(() => 'the refresh is over'),
  ])
  await gate.open()
  expect(first).toBe('the booking is under way')
  expect((await booking).status).toBe(201)
  expect(await refresh).toMatchObject({ outcome: 'READ', added: days })
  expect(await beside(clinic, doctorId)).toHaveLength(1)
  const before = await clinic.bookingRows()
  for (const roomId of [undefined, clinic.id('room', 'jaipur/room-1')]) {
    expect((await book(clinic, { doctorId, roomId, ...slotTimes('10:30') })).json.error).toBe(
      'SLOT_NOT_AVAILABLE',
    )
  }
  expect(await clinic.bookingRows()).toBe(before)
})

it('does not deadlock with a move and a booking of the time that the move frees', async () => {
  const clinic = await raceClinic()
  const doctorId = clinic.id('practitioner', 'doctor-1')
  const calendarId = (await calendarIds(clinic)).get(doctorId) as number
  const { appointmentId } = (await book(clinic, { doctorId })).json.appointment
  const gate = await createDatabaseGate(harness, 'after delete on claims for each row')
  const headers = { 'x-api-key': clinic.key, 'content-type': 'application/json' }
  const moving = harness.door.inject({
    method: 'PATCH',
    url: `/v1/appointments/${appointmentId}/reschedule`,
    headers,
    payload: JSON.stringify(slotTimes('11:00')),
  })
  await gate.waitUntilReached()
  // The booking waits for the end of the move, and the refresh's commit waits for the booking.
  const booking = book(clinic, { doctorId, patientPayload: person(1) })
  await gate.waitUntilReached(1)
  const refresh = readCalendarFile(other, { workspaceId: clinic.workspaceId, calendarId }, busy)
  await gate.waitUntilReached(2)
  await gate.open()
  expect((await moving).statusCode).toBe(200)
  expect((await booking).status).toBe(201)
  expect(await refresh).toMatchObject({ outcome: 'READ' })
  expect(await beside(clinic, doctorId)).toHaveLength(2)
})

it('lets bookings of the same doctor run concurrently', async () => {
  const clinic = await raceClinic()
  const gate = await createDatabaseGate(
    harness,
    `before insert on appointments for each row when (new.payment_reference = 'held')`,
  )
  const held = book(clinic, { paymentReference: 'held' })
  await gate.waitUntilReached()
  expect((await book(clinic, { ...slotTimes('09:15'), patientPayload: person(1) })).status).toBe(
    201,
  )
  await gate.open()
  expect((await held).status).toBe(201)
})

it(`never has a visit over what a refresh made busy before it, in ${rounds} rounds of ${bookers} bookers`, async () => {
  const clinic = await raceClinic()
  const ids = await calendarIds(clinic)
  const tally: Record<string, number> = {}
  let metBusyTime = 0
  for (let round = 0; round < rounds; round += 1) {
    const doctorId = clinic.id('practitioner', `doctor-${round}`)
    const services = round % 2 === 0 ? other : harness.application
    let isOver = false
    // The refresh begins once a booker has booked and moved a visit, so that no round is without
    // either.
    const firstMove = Promise.withResolvers<void>()
    const seen = (async () => {
      await firstMove.promise
      const result = await readCalendarFile(
        services,
        { workspaceId: clinic.workspaceId, calendarId: ids.get(doctorId) as number },
        busy,
      )
      isOver = true
      expect(result).toMatchObject({ outcome: 'READ', added: days })
      return beside(clinic, doctorId)
    })()
    const slotAt = (index: number) =>
      slotTimes(
        formatClock(540 + 15 * (Math.floor(index / 22) % 16)),
        15,
        addDays('2030-01-07', Math.floor((index % 22) / 5) * 7 + ((index % 22) % 5)),
      )
    async function send(
      booker: number,
      method: 'POST' | 'PATCH',
      url: string,
      body: Json,
    ): Promise<Json> {
      const headers = { 'x-api-key': clinic.key, 'content-type': 'application/json' }
      const door = booker % 2 === 0 ? harness.door : otherDoor
      const reply = await door.inject({
        method,
        url,
        headers,
        payload: JSON.stringify(body),
        remoteAddress: '127.0.0.1',
      })
      const json = JSON.parse(reply.body)
      const outcome = reply.statusCode < 300 ? method : (json.error ?? reply.body)
      tally[outcome] = (tally[outcome] ?? 0) + 1
      return json
    }
    async function bookOn(booker: number) {
      let mine: number | undefined
      // For as long as the refresh takes, and a little longer.
      for (let attempt = 0, left = 3; left > 0; attempt += 1, left -= isOver ? 1 : 0) {
        const slot = slotAt(attempt * bookers + booker)
        const body = createBookingBody(clinic, {
          doctorId,
          ...slot,
          patientPayload: person(booker),
        })
        const { appointment } = await send(
          booker,
          'POST',
          '/v1/appointments/book-appointment-unified',
          body,
        )
        mine ??= appointment?.appointmentId
        // Half of them also move their first visit to a time that others are about to book.
        if (booker % 4 < 2 && mine !== undefined) {
          await send(
            booker,
            'PATCH',
            `/v1/appointments/${mine}/reschedule`,
            slotAt((attempt + 2) * bookers + ((booker + 3) % bookers)),
          )
        }
        if (booker === 0) firstMove.resolve()
      }
    }
    await Promise.all(Array.from({ length: bookers }, (_, booker) => bookOn(booker)))
    // No visit is added to a busy time after the refresh; a visit that was there may have been
    // moved.
    const known = (await seen).map((visit: Json) => JSON.stringify(visit))
    expect(
      (await beside(clinic, doctorId)).filter((visit) => !known.includes(JSON.stringify(visit))),
    ).toEqual([])
    metBusyTime += known.length
  }
  // Some were booked before the refresh.
  expect(metBusyTime).toBeGreaterThan(0)
  expect(Object.keys(tally).sort()).toEqual(['PATCH', 'POST', 'SLOT_NOT_AVAILABLE'])
})

it('never deadlocks in any of these tests', async () => {
  expect(await countDeadlocks(harness)).toBe(0)
})
