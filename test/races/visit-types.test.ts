// Visits of a type with two rooms, booked and moved at once through two service processes.

import { expect, it } from 'vitest'
import {
  type Clinic,
  createBookingBody,
  type Json,
  openHarness,
  slotTimes,
} from '../support/clinic/harness.ts'
import { requestUntilServed } from '../support/processes/service-process.ts'
import { startTwoServices } from '../support/processes/two-services.ts'
import { runSize } from '../support/run/sizes.ts'

const house = await openHarness()
const services = await startTwoServices(house.connection)
const rounds = runSize(3, 40)
const doctors = ['asha-rao', 'second', 'third', 'fourth']
const rooms = ['room-1', 'room-2']

const openClinic = () =>
  house.clinic((file) => {
    const asha = file.practitioners['asha-rao']
    if (!asha) return
    for (const name of doctors.slice(1)) file.practitioners[name] = structuredClone(asha)
    file.visitTypes = {
      laser: {
        displayName: 'Laser',
        minutes: 30,
        practitioners: doctors,
        rooms: rooms.map((room) => `jaipur/${room}`),
      },
    }
  })

const person = (number: number) => ({
  firstName: `Patient ${number}`,
  phoneNumber: `98765${String(number).padStart(5, '0')}`,
})

function bookLaser(clinic: Clinic, caller: number, doctor: string, clock: string) {
  return requestUntilServed(
    `${services.of(caller).url}/v1/appointments/book-appointment-unified`,
    clinic.key,
    createBookingBody(clinic, {
      ...slotTimes(clock, 30),
      doctorId: clinic.id('practitioner', doctor),
      visitTypeId: clinic.id('visitType', 'laser'),
      consultationCharge: undefined,
      patientPayload: person(caller),
      paymentReference: `race-${clock}-${caller}`,
    }),
  )
}

it('of many bookings for one time, exactly as many succeed as the type has rooms [RULE-09] [INV-02]', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const clinic = await openClinic()
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, caller) =>
        bookLaser(clinic, caller, doctors[caller % doctors.length] ?? '', '09:00'),
      ),
    )
    const booked = replies.filter(({ status }) => status === 201)
    expect(new Set(booked.map(({ json }) => (json as Json).appointment.roomId))).toEqual(
      new Set(rooms.map((room) => clinic.id('room', `jaipur/${room}`))),
    )
    expect(booked).toHaveLength(2)
    expect(
      new Set(
        replies.flatMap(({ status, json }) => (status === 201 ? [] : [(json as Json).error])),
      ),
    ).toEqual(new Set(['SLOT_NOT_AVAILABLE']))
  }
})

it('visits that exchange their times and rooms all get an answer, and no room is taken twice [RULE-09] [INV-02]', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const clinic = await openClinic()
    const clocks = ['09:00', '09:00', '10:00', '10:00']
    const visits: number[] = []
    for (const [index, clock] of clocks.entries()) {
      const { json } = await bookLaser(clinic, index, doctors[index] ?? '', clock)
      visits.push((json as Json).appointment.id)
    }
    const moves = await Promise.all(
      visits.flatMap((id, index) =>
        ['09:00', '09:30', '10:00'].map((clock, number) =>
          fetch(`${services.of(index + number).url}/v1/appointments/${id}/reschedule`, {
            method: 'PATCH',
            headers: { 'x-api-key': clinic.key, 'content-type': 'application/json' },
            body: JSON.stringify(slotTimes(clock, 30)),
          }).then(async (response) => ({
            status: response.status,
            json: (await response.json()) as Json,
          })),
        ),
      ),
    )
    for (const { status, json } of moves)
      if (status !== 200) expect([status, json.error]).toEqual([400, 'SLOT_NOT_AVAILABLE'])
    expect(moves.some(({ status }) => status === 200)).toBe(true)
    const differing = await house.sql(
      `select a.id from appointments a
       join claims c on c.workspace_id = a.workspace_id and c.appointment_id = a.id
       where a.workspace_id = $1 and (a.room_id, a.from_at) is distinct from (c.room_id, c.from_at)`,
      [clinic.workspaceId],
    )
    expect(differing).toEqual([])
  }
})
