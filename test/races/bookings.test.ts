// Many bookers, two service processes, one database: overlapping visits of a doctor or a room must
// be impossible, and every loser must be told.

import { afterAll, describe, expect, it } from 'vitest'
import { formatClock } from '../../src/base/values/clinic-time.ts'
import { countDeadlocks } from '../support/clinic/connections.ts'
import {
  type Clinic,
  createBookingBody,
  type Json,
  openHarness,
  slotTimes,
} from '../support/clinic/harness.ts'
import { connectionUrl } from '../support/database/url-of.ts'
import {
  type HttpReply,
  requestUntilServed,
  type ServiceProcess,
  startService,
} from '../support/processes/service-process.ts'
import { runSize } from '../support/run/sizes.ts'

const harness = await openHarness()
const services: ServiceProcess[] = []
for (const _ of [1, 2])
  services.push(
    await startService({
      DATABASE_URL: connectionUrl(harness.connection),
      CLINIC_MODE: 'sandbox',
      CLINIC_DATABASE_CONNECTIONS: '20',
    }),
  )
afterAll(async () => {
  for (const { child } of services) child.kill('SIGTERM')
  expect(await Promise.all(services.map(({ ended }) => ended))).toEqual([0, 0])
})

/** A clinic with a practitioner for each round, open all Monday and Tuesday in Jaipur. */
function raceClinic(doctors: number): Promise<Clinic> {
  return harness.clinic((file) => {
    const asha = file.practitioners['asha-rao']
    const practice = asha?.at.jaipur
    if (!asha || !practice) return
    practice.hours = [
      { days: ['MON', 'TUE'], from: '09:00', to: '14:00', modes: ['OFFLINE', 'ONLINE'] },
    ]
    practice.exceptions = []
    for (let number = 1; number <= doctors; number += 1)
      file.practitioners[`doctor-${number}`] = structuredClone(asha)
  })
}

interface Wish {
  doctorId: number
  minute: number
  lengthMins: number
  roomId?: number | undefined
  patientPayload?: Json
  followUp?: boolean
}

/** Sends a booking to one of the two processes. */
function race(
  clinic: Clinic,
  { doctorId, minute, lengthMins, roomId, patientPayload, followUp = false }: Wish,
  caller: number,
): Promise<HttpReply> {
  const service = services[caller % services.length] as ServiceProcess
  const visit = {
    doctorId,
    roomId,
    followUp,
    ...slotTimes(formatClock(9 * 60 + minute), lengthMins),
    paymentReference: `race-${caller}`,
  }
  const person = patientPayload ?? {
    firstName: `Patient ${caller}`,
    phoneNumber: `55500${String(caller).padStart(4, '0')}`,
  }
  return requestUntilServed(
    `${service.url}/v1/appointments/book-appointment-unified`,
    clinic.key,
    createBookingBody(clinic, { ...visit, patientPayload: person }),
  )
}

/**
 * Every overlapping pair of live appointments with one doctor or in one room: there must be none.
 */
function overlapping(workspaceId: number) {
  return harness.sql(
    `select a.id, b.id as other from appointments a join appointments b
       on b.workspace_id = a.workspace_id and b.id > a.id and (b.doctor_id = a.doctor_id or b.room_id = a.room_id)
      and tstzrange(a.from_at, a.to_at) && tstzrange(b.from_at, b.to_at)
     where a.workspace_id = $1 and a.status <> 'CANCELLED' and b.status <> 'CANCELLED'`,
    [workspaceId],
  )
}

function tally(replies: HttpReply[]) {
  const counts: Record<string, number> = {}
  for (const { status, json } of replies) {
    const outcome = status === 201 ? 'booked' : `${status} ${json.error}`
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

const bookers = 64
const rounds = runSize(6, 200)

describe(`${bookers} bookers at once through two processes`, () => {
  it('get one winner for one slot, and clean refusals for all others [BOOK-64] [INV-01]', async () => {
    const clinic = await raceClinic(rounds)
    for (let round = 1; round <= rounds; round += 1) {
      const doctorId = clinic.id('practitioner', `doctor-${round}`)
      const replies = await Promise.all(
        Array.from({ length: bookers }, (_, caller) =>
          race(clinic, { doctorId, minute: 0, lengthMins: 15 }, caller),
        ),
      )
      expect(tally(replies)).toEqual({ booked: 1, '400 SLOT_NOT_AVAILABLE': bookers - 1 })
    }
    expect(await overlapping(clinic.workspaceId)).toEqual([])
  })

  it('fill 20 slots with exactly 20 visits', async () => {
    const clinic = await raceClinic(rounds)
    for (let round = 1; round <= rounds; round += 1) {
      const doctorId = clinic.id('practitioner', `doctor-${round}`)
      const replies = await Promise.all(
        Array.from({ length: bookers }, (_, caller) =>
          race(clinic, { doctorId, minute: (caller % 20) * 15, lengthMins: 15 }, caller),
        ),
      )
      expect(tally(replies)).toEqual({ booked: 20, '400 SLOT_NOT_AVAILABLE': bookers - 20 })
    }
  })

  it('never overlap with visits of different lengths, and leave no requested free time unsold [INV-01]', async () => {
    const clinic = await raceClinic(rounds)
    for (let round = 1; round <= rounds; round += 1) {
      const doctorId = clinic.id('practitioner', `doctor-${round}`)
      const wishes = Array.from({ length: bookers }, (_, caller): Wish => {
        const lengthMins = [10, 15, 30][caller % 3] as number
        return {
          doctorId,
          lengthMins,
          minute: Math.floor((caller * 7919 + round * 104729) % (120 / lengthMins)) * lengthMins,
        }
      })
      const replies = await Promise.all(wishes.map((wish, caller) => race(clinic, wish, caller)))
      const won = wishes.filter((_, index) => replies[index]?.status === 201)
      const lost = wishes.filter((_, index) => replies[index]?.status !== 201)
      for (const wish of lost) {
        const blocked = won.some(
          (other) =>
            other.minute < wish.minute + wish.lengthMins &&
            wish.minute < other.minute + other.lengthMins,
        )
        expect(blocked, `nothing stands in the way of ${JSON.stringify(wish)}`).toBe(true)
      }
      expect(Object.keys(tally(replies)).sort()).toEqual(['400 SLOT_NOT_AVAILABLE', 'booked'])
    }
    expect(await overlapping(clinic.workspaceId)).toEqual([])
  })

  it('never share a room, with any doctors [INV-02]', async () => {
    const doctors = 8
    const clinic = await raceClinic(doctors)
    for (let round = 0; round < Math.min(rounds, 16); round += 1) {
      const roomId = clinic.id('room', round % 2 === 0 ? 'jaipur/room-1' : 'jaipur/room-2')
      const replies = await Promise.all(
        Array.from({ length: bookers }, (_, caller) =>
          race(
            clinic,
            {
              doctorId: clinic.id('practitioner', `doctor-${(caller % doctors) + 1}`),
              minute: round * 15,
              lengthMins: 15,
              roomId,
            },
            caller,
          ),
        ),
      )
      expect(tally(replies).booked).toBe(1)
      expect(replies.filter(({ status }) => status !== 201 && status !== 400)).toEqual([])
    }
    expect(await overlapping(clinic.workspaceId)).toEqual([])
  })

  it('never share a doctor, in any room or in none [INV-01]', async () => {
    const clinic = await raceClinic(rounds)
    const rooms = [
      clinic.id('room', 'jaipur/room-1'),
      clinic.id('room', 'jaipur/room-2'),
      undefined,
    ]
    for (let round = 1; round <= Math.min(rounds, 20); round += 1) {
      const doctorId = clinic.id('practitioner', `doctor-${round}`)
      // Each round has its own time, so that the room is never the conflict.
      const minute = (round - 1) * 15
      const wishes = Array.from({ length: bookers }, (_, caller) => ({
        doctorId,
        minute,
        lengthMins: 15,
        roomId: rooms[caller % rooms.length],
      }))
      const replies = await Promise.all(wishes.map((wish, caller) => race(clinic, wish, caller)))
      expect(tally(replies)).toEqual({ booked: 1, '400 SLOT_NOT_AVAILABLE': bookers - 1 })
    }
    expect(await overlapping(clinic.workspaceId)).toEqual([])
  })

  it('are all answered when follow-ups and plain visits of one patient want the same slot', async () => {
    const clinic = await raceClinic(rounds)
    const replies: HttpReply[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const doctorId = clinic.id('practitioner', `doctor-${round}`)
      const first = (await race(clinic, { doctorId, minute: 0, lengthMins: 15 }, 0)).json
        .appointment
      await harness.sql(
        "update appointments set status = 'COMPLETED' where workspace_id = $1 and id = $2",
        [clinic.workspaceId, first.id],
      )
      const patientPayload = { id: first.patientId }
      const wish = { doctorId, minute: 30, lengthMins: 15, patientPayload }
      const racing = await Promise.all(
        Array.from({ length: 16 }, (_, caller) =>
          race(clinic, { ...wish, followUp: caller % 2 === 0 }, caller),
        ),
      )
      expect(tally(racing).booked).toBe(1)
      replies.push(...racing)
    }
    expect(replies.filter(({ status }) => status !== 201 && status !== 400)).toEqual([])
  })

  it('make one record for one new patient, and keep a family of three apart', async () => {
    const clinic = await raceClinic(bookers)
    const family = ['Meera', 'Arjun', 'Kavya']
    const replies = await Promise.all(
      Array.from({ length: bookers }, (_, caller) => {
        const patientPayload = {
          firstName: family[caller % 3],
          lastName: 'Iyer',
          phoneNumber: '9876543210',
        }
        return race(
          clinic,
          {
            doctorId: clinic.id('practitioner', `doctor-${caller + 1}`),
            minute: 0,
            lengthMins: 15,
            patientPayload,
          },
          caller,
        )
      }),
    )
    expect(tally(replies)).toEqual({ booked: bookers })
    expect(
      await harness.sql(
        'select first_name from patients where workspace_id = $1 order by first_name',
        [clinic.workspaceId],
      ),
    ).toEqual(family.sort().map((name) => ({ first_name: name })))
  })
})

it('never deadlock in any of these tests', async () => {
  expect(await countDeadlocks(harness)).toBe(0)
})
