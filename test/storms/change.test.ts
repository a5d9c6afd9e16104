// All kinds of changes to visits at once, on few doctors, rooms and times, through two service
// processes of which one is killed from time to time: every acknowledged change is true, and a
// visit's time, money and sessions are where the visit says they are.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isoAt } from '../../src/base/values/clinic-time.ts'
import { event, feed } from '../../src/visits/calendars/feed.fixture.ts'
import { type RefreshResult, readCalendarFile } from '../../src/visits/calendars/refresh.ts'
import { countDeadlocks, waitForTransactions } from '../support/clinic/connections.ts'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  queryString,
  slotTimes,
} from '../support/clinic/harness.ts'
import { connectionUrl } from '../support/database/url-of.ts'
import {
  type HttpReply,
  request,
  type ServiceProcess,
  startService,
} from '../support/processes/service-process.ts'
import { runSize } from '../support/run/sizes.ts'
import { findContradictions } from '../support/storms/contradictions.ts'
import { isConsistent } from '../support/storms/visit-story.ts'
import { clocks, doctors, Storm } from './change-storm.ts'

const harness = await openHarness({ databaseConnections: 10 })
const settings = {
  DATABASE_URL: connectionUrl(harness.connection),
  CLINIC_MODE: 'sandbox',
  CLINIC_DATABASE_CONNECTIONS: '20',
}
const services = [await startService(settings), await startService(settings)] as [
  ServiceProcess,
  ServiceProcess,
]

afterAll(async () => {
  for (const { child } of services) child.kill('SIGTERM')
  expect(await Promise.all(services.map(({ ended }) => ended))).toEqual([0, 0])
})

/** The last half hour of the first doctor, from some moment of the storm on. */
const busy = feed(event('DTSTART;TZID=Asia/Kolkata:20300107T103000', 'DURATION:PT30M'))
const busyClocks = ['10:30', '10:45']

function stormClinic(): Promise<Clinic> {
  return harness.clinic((file) => {
    const asha = file.practitioners['asha-rao']
    const practice = asha?.at.jaipur
    if (!asha || !practice) return
    practice.hours = [{ days: ['MON'], from: '09:00', to: '11:00', modes: ['OFFLINE'] }]
    practice.exceptions = []
    for (const doctor of doctors)
      file.practitioners[doctor] = { ...structuredClone(asha), calendars: { elsewhere: {} } }
    file.sessionPacks = {
      three: {
        displayName: 'Three visits',
        sessions: 3,
        validityDays: 60,
        currency: 'INR',
        price: 999.99,
      },
    }
  })
}

/** Two patients with a pack of three sessions each. */
function ownedPacks(clinic: Clinic) {
  return Promise.all(
    ['09:00', '09:15'].map(async (clock) => {
      const { patientId } = (
        await book(clinic, { patientPayload: { firstName: clock }, ...slotTimes(clock) })
      ).json.appointment
      const { id } = await harness.operate('packs-grant', {
        workspace: clinic.name,
        patientId,
        pack: 'three',
      })
      return { patientId, packId: id }
    }),
  )
}

async function refreshed({ workspaceId, id }: Clinic): Promise<RefreshResult> {
  const [calendar] = await harness.sql(
    'select id::int from calendars where workspace_id = $1 and doctor_id = $2',
    [workspaceId, id('practitioner', 'doctor-1')],
  )
  return readCalendarFile(harness.application, { workspaceId, calendarId: calendar.id }, busy)
}

/** Times that a service lists as free, and times that no visit has and no calendar marks busy. */
async function freeTimes(clinic: Clinic, doctor: string, url: string) {
  const doctorId = clinic.id('practitioner', doctor)
  const parameters = queryString({
    addressId: clinic.id('location', 'jaipur'),
    doctorId,
    appointmentDate: '2030-01-07',
  })
  const { json } = await request(`${url}/v1/appointments/available-slots?${parameters}`, clinic.key)
  const claimed = (
    await harness.sql('select from_at from claims where workspace_id = $1 and doctor_id = $2', [
      clinic.workspaceId,
      doctorId,
    ])
  ).map(({ from_at }) => isoAt('Asia/Kolkata', from_at))
  const free = clocks.filter(
    (clock) =>
      !claimed.includes(slotTimes(clock).fromDateTimeIso) &&
      !(doctor === 'doctor-1' && busyClocks.includes(clock)),
  )
  return {
    listed: json.slots.map(({ fromDateTimeIso }: Json) => fromDateTimeIso),
    free: free.map((clock) => slotTimes(clock).fromDateTimeIso),
  }
}

/** Compares the answers of a storm with what the database says now. */
async function expectTrue(storm: Storm, clinic: Clinic): Promise<void> {
  const rows = await harness.sql(
    `select a.id::int, a.status, a.from_at, a.cancellation_reason as "cancellationReason", a.reschedule_reason as "rescheduleReason", a.payment_reference as tag,
       exists (select from pack_movements m where m.workspace_id = a.workspace_id and m.appointment_id = a.id and m.cause = 'RETURNED') as "isReturned"
     from appointments a where a.workspace_id = $1`,
    [clinic.workspaceId],
  )
  const untrue: Json[] = []
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { id, start, changes: told, packId, isReturned } of storm.stories) {
    const { status, from_at, cancellationReason, rescheduleReason, ...row } = byId.get(id)
    const end = {
      status,
      from: isoAt('Asia/Kolkata', from_at),
      cancellationReason,
      rescheduleReason,
    }
    if (!isConsistent(start, told, end))
      untrue.push({
        id,
        start,
        end,
        told: told.map((change) => ({ ...change, leads: change.leads(start) })),
      })
    if (packId !== null && isReturned !== undefined && row.isReturned !== isReturned)
      untrue.push({ id, isReturned })
  }
  for (const [tag, isBooked] of storm.bookings) {
    if (isBooked !== undefined && rows.some((row) => row.tag === tag) !== isBooked)
      untrue.push({ tag, isBooked })
  }
  expect(untrue).toEqual([])
}

const callers = 24
const requests = 8
const rounds = runSize(6, 60)

describe(`a storm of ${callers} callers, with a process killed now and then`, () => {
  const passed: { storm: Storm; clinic: Clinic; killed: string | undefined }[] = []

  beforeAll(
    async () => {
      for (let round = 0; round < rounds; round += 1) passed.push(await runStorm(round))
    },
    runSize(180_000, 900_000),
  )

  async function runStorm(round: number) {
    const clinic = await stormClinic()
    const doomed = round % 2 === 1 ? services[((round - 1) / 2) % 2] : undefined
    let refresh: Promise<RefreshResult> | undefined
    const storm = new Storm({
      clinic,
      packs: await ownedPacks(clinic),
      urls: [services[0].url, services[1].url],
      onAnswer(count) {
        if (count === 40) refresh = refreshed(clinic)
        if (count === 70) doomed?.child.kill('SIGKILL')
      },
    })
    await Promise.all(Array.from({ length: callers }, (_, caller) => storm.call(caller, requests)))
    expect(await refresh).toMatchObject({ outcome: 'READ', added: 1 })
    if (doomed) {
      await doomed.ended
      services[services.indexOf(doomed)] = await startService(settings)
      await waitForTransactions(harness)
    }
    return { storm, clinic, killed: doomed?.url }
  }

  it('gives no time twice, and leaves free exactly the times that no one has [INV-01] [INV-02]', async () => {
    for (const { clinic } of passed) {
      expect(await findContradictions(harness, clinic.workspaceId, 'time')).toEqual({})
      for (const { url } of services) {
        for (const doctor of doctors) {
          const { listed, free } = await freeTimes(clinic, doctor, url)
          expect(listed).toEqual(free)
        }
      }
    }
  })

  it('leaves every visit where its answers lead, ended visits unchanged, and every change recorded [INV-24]', async () => {
    for (const { storm, clinic } of passed) {
      await expectTrue(storm, clinic)
      expect(await findContradictions(harness, clinic.workspaceId, 'audit')).toEqual({})
    }
  })

  it('leaves each session of a pack with its visit, and each booking complete or absent [INV-16] [INV-31]', async () => {
    for (const { clinic } of passed)
      expect(await findContradictions(harness, clinic.workspaceId, 'bookings')).toEqual({})
  })

  it('refunds only what was cancelled, once, and no more than was paid [INV-22]', async () => {
    for (const { clinic } of passed)
      expect(await findContradictions(harness, clinic.workspaceId, 'refunds')).toEqual({})
  })

  it('produces every expected answer and no other, and only the killed process owes one', () => {
    const met = new Set(passed.flatMap(({ storm }) => Object.keys(storm.tally)))
    expect([...met].sort()).toEqual([
      '200 cancel',
      '200 reschedule',
      '200 status',
      '201 book-appointment-unified',
      '400 REFUND_NOT_POSSIBLE',
      '400 ROOM_NOT_AVAILABLE',
      '400 SESSION_PACK_NOT_USABLE',
      '400 SLOT_NOT_AVAILABLE',
      '400 STATUS_NOT_ALLOWED',
      '400 VISIT_NOT_MOVABLE',
    ])
    for (const { storm, killed } of passed)
      expect([...storm.silent].filter((url) => url !== killed)).toEqual([])
  })
})

describe('visits that want each other’s times', () => {
  const swaps = runSize(60, 1_000)
  const doctor = (clinic: Clinic, number: number) => clinic.id('practitioner', `doctor-${number}`)

  async function bookVisit(
    clinic: Clinic,
    clock: string,
    changes: Record<string, unknown> = {},
  ): Promise<number> {
    const reply = await book(clinic, {
      doctorId: doctor(clinic, 1),
      patientPayload: { firstName: clock },
      ...slotTimes(clock),
      ...changes,
    })
    expect(reply.status, reply.text).toBe(201)
    return reply.json.appointment.id
  }

  const patch = (
    clinic: Clinic,
    caller: number,
    id: number,
    route: string,
    body: Json,
  ): Promise<HttpReply> =>
    request(
      `${(services[caller % 2] as ServiceProcess).url}/v1/appointments/${id}/${route}`,
      clinic.key,
      body,
      'PATCH',
    )

  const listTimes = async ({ workspaceId }: Clinic) =>
    (
      await harness.sql(
        "select id::int, from_at from appointments where workspace_id = $1 and status <> 'CANCELLED' order by id",
        [workspaceId],
      )
    ).map(({ id, from_at }) => [id, isoAt('Asia/Kolkata', from_at)])

  it('stay where they are: each is refused, also in a ring of three [INV-01]', async () => {
    const clinic = await stormClinic()
    const ring = ['09:00', '09:15', '09:30']
    const ids = await Promise.all(ring.map((clock) => bookVisit(clinic, clock)))
    const before = await listTimes(clinic)
    for (let swap = 0; swap < swaps; swap += 1) {
      const length = 2 + (swap % 2)
      const moves = ids
        .slice(0, length)
        .map((id, place) =>
          patch(
            clinic,
            place + swap,
            id,
            'reschedule',
            slotTimes(ring[(place + 1) % length] as string),
          ),
        )
      for (const { status, json } of await Promise.all(moves))
        expect([status, json.error]).toEqual([400, 'SLOT_NOT_AVAILABLE'])
    }
    expect(await listTimes(clinic)).toEqual(before)
    expect(await findContradictions(harness, clinic.workspaceId)).toEqual({})
  })

  it('stay where they are with two doctors in one room [INV-02]', async () => {
    const clinic = await stormClinic()
    const roomId = clinic.id('room', 'jaipur/room-1')
    const ids = [
      await bookVisit(clinic, '09:00', { roomId }),
      await bookVisit(clinic, '09:15', { roomId, doctorId: doctor(clinic, 2) }),
    ] as const
    const before = await listTimes(clinic)
    for (let swap = 0; swap < swaps; swap += 1) {
      const replies = await Promise.all([
        patch(clinic, swap, ids[0], 'reschedule', slotTimes('09:15')),
        patch(clinic, swap + 1, ids[1], 'reschedule', slotTimes('09:00')),
      ])
      for (const { status, json } of replies)
        expect([status, json.error]).toEqual([400, 'ROOM_NOT_AVAILABLE'])
    }
    expect(await listTimes(clinic)).toEqual(before)
    expect(await findContradictions(harness, clinic.workspaceId)).toEqual({})
  })

  it('follow a cancellation, or do not: the answer is true either way [INV-01] [STAT-28]', async () => {
    const clinic = await stormClinic()
    for (let swap = 0; swap < swaps; swap += 1) {
      const first = await bookVisit(clinic, '09:00')
      const second = await bookVisit(clinic, '09:15')
      const [toSecond, toFirst, cancelled] = await Promise.all([
        patch(clinic, swap, first, 'reschedule', slotTimes('09:15')),
        patch(clinic, swap + 1, second, 'reschedule', slotTimes('09:00')),
        patch(clinic, swap, second, 'cancel', {}),
      ])
      expect(cancelled.status).toBe(200)
      // The first blocks it until it has moved, and that is when the second is cancelled.
      expect([400, 'SLOT_NOT_AVAILABLE', 'VISIT_NOT_MOVABLE']).toEqual(
        expect.arrayContaining([toFirst.status, toFirst.json.error]),
      )
      expect([200, 400]).toContain(toSecond.status)
      expect(await listTimes(clinic)).toEqual([
        [first, slotTimes(toSecond.status === 200 ? '09:15' : '09:00').fromDateTimeIso],
      ])
      expect((await patch(clinic, swap, first, 'cancel', {})).status).toBe(200)
    }
    expect(await findContradictions(harness, clinic.workspaceId)).toEqual({})
  })
})

it('never deadlock in any of these tests', async () => {
  expect(await countDeadlocks(harness)).toBe(0)
})
