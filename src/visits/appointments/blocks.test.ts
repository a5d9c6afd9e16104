// Times that the clinic blocks: nothing lists or books them, and visits that were there first stay
// and are reported.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countDeadlocks } from '../../../test/support/clinic/connections.ts'
import {
  book,
  type Clinic,
  createBookingBody,
  type Json,
  listSlots,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { withoutLimits } from '../../../test/support/clinic/no-limits.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import { formatClock } from '../../base/values/clinic-time.ts'
import { openApplication } from '../../doors/app/application.ts'

const house = await openHarness()

const monday = '2030-01-07'
const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const jaipur = (clinic: Clinic) => clinic.id('location', 'jaipur')
const asha = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const block = (clinic: Clinic, changes: Json = {}) =>
  operate(clinic, 'block-add', {
    addressId: jaipur(clinic),
    doctorId: asha(clinic),
    ...slotTimes('09:00', 30),
    reason: 'Ward round',
    ...changes,
  })
const ofRoom = (clinic: Clinic, changes: Json = {}) => ({
  doctorId: undefined,
  roomId: clinic.id('room', 'jaipur/room-1'),
  ...changes,
})
const free = async (clinic: Clinic, date = monday) =>
  (await listSlots(clinic, 'asha-rao', 'jaipur', date)).json.slots.map(
    (slot: Json) => slot.fromDateTimeTs,
  )
const blocks = ({ workspaceId }: Clinic) =>
  house.sql('select id from blocks where workspace_id = $1', [workspaceId])

describe('a blocked time', () => {
  it('is in no list and cannot be booked or moved to, and is free again once it is freed [DAY-11]', async () => {
    const clinic = await house.clinic()
    const { id } = (await book(clinic, slotTimes('12:00'))).json.appointment
    const { block: made, visits } = await block(clinic)
    expect(visits).toEqual([])
    expect(made).toMatchObject({
      doctor: 'Dr Asha Rao',
      addressId: jaipur(clinic),
      roomId: null,
      ...slotTimes('09:00', 30),
      reason: 'Ward round',
      by: 'operator tester',
    })

    const { slots, unavailableSlots } = (await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json
    expect(slots[0].fromDateTimeTs).toBe('09:30')
    expect(unavailableSlots.map(({ status }: Json) => status)).toEqual([
      'BLOCKED',
      'BLOCKED',
      'BOOKED',
    ])
    const [{ slots: scheduled }] = (
      await clinic.get(
        `/v1/appointments/schedule-slots?${queryString({ addressId: jaipur(clinic), appointmentDate: monday, doctorId: asha(clinic) })}`,
      )
    ).json
    expect(scheduled.slice(0, 3).map(({ status }: Json) => status)).toEqual([
      'BLOCKED',
      'BLOCKED',
      'AVAILABLE',
    ])
    const [nearest] = await operate(clinic, 'times-nearest', {
      addressId: jaipur(clinic),
      fromDateTimeIso: slotTimes('09:00').fromDateTimeIso,
      limit: 1,
    })
    expect(nearest.fromDateTimeIso).toBe(slotTimes('09:30').fromDateTimeIso)
    const [explained] = (
      await operate(clinic, 'availability-explain', {
        doctor: 'asha-rao',
        location: 'jaipur',
        date: monday,
        at: '09:15',
      })
    ).times
    expect(explained).toMatchObject({ reason: 'BLOCKED_BY_CLINIC', why: 'blocked by the clinic' })
    const day = await operate(clinic, 'day-show', { addressId: jaipur(clinic), date: monday })
    expect(day.doctors[0].busy).toMatchObject([
      { kind: 'BLOCKED_BY_CLINIC', block: { id: made.id, reason: 'Ward round' } },
    ])

    const before = await clinic.bookingRows()
    expect((await book(clinic, slotTimes('09:15'))).json.error).toBe('SLOT_NOT_AVAILABLE')
    const staff = {
      addressId: jaipur(clinic),
      doctorId: asha(clinic),
      mode: 'OFFLINE',
      patientPayload: { firstName: 'Meera' },
      ...slotTimes('09:20'),
    }
    await expect(
      operate(clinic, 'visit-book', { ...staff, unofferedReason: 'Patient came late' }),
    ).rejects.toThrow('taken')
    await expect(operate(clinic, 'visit-move', { id, to: `${monday}T09:00` })).rejects.toThrow(
      'taken',
    )
    expect(await clinic.bookingRows()).toBe(before)

    expect(await operate(clinic, 'block-list', { addressId: jaipur(clinic) })).toEqual([made])
    expect(await operate(clinic, 'block-remove', { id: made.id })).toEqual(made)
    await expect(operate(clinic, 'block-remove', { id: made.id })).rejects.toThrow(
      `there is no block ${made.id}`,
    )
    expect((await free(clinic))[0]).toBe('09:00')
    expect((await book(clinic, slotTimes('09:15'))).status).toBe(201)
  })

  it('leaves existing visits, and reports them [DAY-11]', async () => {
    const clinic = await house.clinic()
    const first = (await book(clinic, slotTimes('09:15'))).json.appointment
    await book(clinic, slotTimes('09:30'))
    const called = (await book(clinic, slotTimes('09:00'))).json.appointment
    await operate(clinic, 'visit-cancel', { id: called.id })
    const { visits } = await block(clinic)
    expect(visits.map(({ id, status }: Json) => [id, status])).toEqual([[first.id, 'SCHEDULED']])
    expect(await operate(clinic, 'visit-show', { id: first.id })).toMatchObject({
      status: 'SCHEDULED',
      fromDateTimeTs: first.fromDateTimeTs,
    })
    // An existing visit may leave, and cannot come back.
    await operate(clinic, 'visit-move', { id: first.id, to: `${monday}T10:00` })
    await expect(
      operate(clinic, 'visit-move', { id: first.id, to: `${monday}T09:15` }),
    ).rejects.toThrow('taken')
  })

  it('is for one location or all, or for a room, and for no one else [DAY-11]', async () => {
    const clinic = await house.clinic(({ practitioners }) => {
      const hours = [
        { days: ['MON' as const], from: '09:00', to: '10:00', modes: ['OFFLINE' as const] },
      ]
      const at = {
        jaipur: { slotMinutes: 15, fees: [{ mode: 'OFFLINE' as const, amount: 500 }], hours },
      }
      practitioners['dev-anand'] = {
        name: 'Dev Anand',
        specialization: 'Dermatology',
        system: 'SCHEDULED',
        at,
      }
      const jonas = practitioners['jonas-weber']
      if (jonas) jonas.at = { ...jonas.at, ...at }
    })
    const jonas = clinic.id('practitioner', 'jonas-weber')
    const countSlots = async (doctor: string, location: string) =>
      (await listSlots(clinic, doctor, location, monday)).json.slots.length
    const inJaipur = await countSlots('jonas-weber', 'jaipur')
    const inBerlin = await countSlots('jonas-weber', 'berlin')
    const ofDev = await countSlots('dev-anand', 'jaipur')
    const all = {
      fromDateTimeIso: `${monday}T00:00:00+05:30`,
      toDateTimeIso: '2030-01-08T12:00:00+05:30',
    }
    const here = await block(clinic, { doctorId: jonas, ...all })
    expect([
      await countSlots('jonas-weber', 'jaipur'),
      await countSlots('jonas-weber', 'berlin'),
      await countSlots('dev-anand', 'jaipur'),
    ]).toEqual([0, inBerlin, ofDev])
    await operate(clinic, 'block-remove', { id: here.block.id })
    expect(await countSlots('jonas-weber', 'jaipur')).toBe(inJaipur)
    await block(clinic, { doctorId: jonas, ...all, everywhere: true })
    expect([
      await countSlots('jonas-weber', 'jaipur'),
      await countSlots('jonas-weber', 'berlin'),
    ]).toEqual([0, 0])

    const inRoom = (
      await book(clinic, { ...slotTimes('11:00'), roomId: clinic.id('room', 'jaipur/room-1') })
    ).json.appointment
    expect(
      (await block(clinic, ofRoom(clinic, { ...slotTimes('09:00', 180) }))).visits.map(
        ({ id }: Json) => id,
      ),
    ).toEqual([inRoom.id])
    expect(
      (await book(clinic, { ...slotTimes('09:00'), roomId: clinic.id('room', 'jaipur/room-1') }))
        .json.error,
    ).toBe('ROOM_NOT_AVAILABLE')
    expect(
      (await book(clinic, { ...slotTimes('09:00'), roomId: clinic.id('room', 'jaipur/room-2') }))
        .status,
    ).toBe(201)
    const { roomBlocks } = await operate(clinic, 'day-show', {
      addressId: jaipur(clinic),
      date: monday,
    })
    expect(roomBlocks).toMatchObject([{ room: 'room-1', reason: 'Ward round' }])
  })

  it('is refused if it names nothing, both, or a time that is over, too long or too far ahead; and then nothing is blocked [DAY-11]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const refused: [Json, string][] = [
      [{ doctorId: undefined }, 'either doctorId or roomId'],
      [{ roomId: clinic.id('room', 'jaipur/room-1') }, 'either doctorId or roomId'],
      [{ doctorId: asha(other) }, 'No such doctor'],
      [ofRoom(clinic, { roomId: other.id('room', 'jaipur/room-1') }), 'not a room'],
      [ofRoom(clinic, { roomId: clinic.id('room', 'berlin/raum-1') }), 'not a room'],
      [{ addressId: jaipur(other) }, 'No such location'],
      [slotTimes('09:00', 30, '2029-12-31'), 'later than now'],
      [{ toDateTimeIso: slotTimes('09:00').fromDateTimeIso }, 'before toDateTimeIso'],
      [{ toDateTimeIso: '2031-02-01T09:00:00+05:30' }, 'at most 366 days'],
      [slotTimes('09:00', 30, '2033-02-01'), 'at most 3 years ahead'],
      [{ reason: '' }, 'reason'],
    ]
    for (const [changes, text] of refused)
      await expect(block(clinic, changes), text).rejects.toThrow(text)
    const { block: made } = await block(other)
    await expect(operate(clinic, 'block-remove', { id: made.id })).rejects.toThrow(
      'there is no block',
    )
    expect(await blocks(clinic)).toEqual([])
    expect(await blocks(other)).toHaveLength(1)
    await house.sql(
      `insert into blocks (workspace_id, doctor_id, from_at, to_at, timezone, reason, created_at)
       select workspace_id, doctor_id, from_at, to_at, timezone, reason, created_at from blocks, generate_series(1, 499) where workspace_id = $1`,
      [other.workspaceId],
    )
    await expect(block(other)).rejects.toThrow('at most 500 upcoming blocks')
    expect(await blocks(other)).toHaveLength(500)
  })
})

it('listed times between any blocks, visits, offers and times that staff chose can be booked, and no others [DAY-11] [DAY-15] [DAY-18] [SLOT-06]', async () => {
  const minutes = fc.integer({ min: 530, max: 1150 })
  const step = fc.oneof(
    fc.record({
      what: fc.constant('block' as const),
      from: minutes,
      length: fc.integer({ min: 5, max: 120 }),
    }),
    fc.record({
      what: fc.constant('own time' as const),
      from: minutes,
      length: fc.constantFrom(10, 15, 30),
    }),
    fc.record({
      what: fc.constantFrom('visit', 'offer'),
      from: minutes.map((minute) => minute - (minute % 15)),
      length: fc.constant(15),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const clinic = await house.clinic(({ workspace }) => {
        workspace.notices = { offer: true }
      })
      const staff = {
        addressId: jaipur(clinic),
        doctorId: asha(clinic),
        mode: 'OFFLINE',
        patientPayload: { firstName: 'Meera' },
      }
      let waiting = 0
      const offer = async ({ fromDateTimeIso }: Json) => {
        waiting += 1
        const patientPayload = {
          firstName: `Waits ${waiting}`,
          email: `waits-${waiting}@example.org`,
        }
        const { id } = await operate(clinic, 'waiting-add', {
          addressId: jaipur(clinic),
          patientPayload,
        })
        await operate(clinic, 'waiting-offer', {
          id,
          doctorId: asha(clinic),
          fromDateTimeIso,
          mode: 'OFFLINE',
        })
      }
      for (const { what, from, length } of steps) {
        const time = slotTimes(formatClock(from), length)
        if (what === 'block') await block(clinic, time)
        else if (what === 'visit') await book(clinic, time)
        else if (what === 'offer') await offer(time).catch(() => {})
        else
          await operate(clinic, 'visit-book', {
            ...staff,
            ...time,
            unofferedReason: 'Patient came late',
          }).catch(() => {})
      }
      const listed: string[] = await free(clinic)
      const bookable: string[] = []
      // Each slot of Asha's hours is tried, and cancelled again if it was booked.
      for (const [from, to] of [
        [540, 780],
        [960, 1140],
      ] as const) {
        for (let minute = from; minute < to; minute += 15) {
          const { status, json } = await book(clinic, slotTimes(formatClock(minute)))
          if (status !== 201) continue
          bookable.push(formatClock(minute))
          await operate(clinic, 'visit-cancel', { id: json.appointment.id })
        }
      }
      expect(listed).toEqual(bookable)
    }),
    { numRuns: runSize(4, 40), ...fastCheckOptions },
  )
})

it(
  'bookings, moves and blocks over two processes leave no visit in a blocked time unreported, no overlap and no deadlock [DAY-11] [INV-01]',
  async () => {
    const second = await openApplication({
      mode: 'sandbox',
      databaseConnections: 5,
      ...withoutLimits,
      connection: house.connection,
    })
    const otherDoor = second.frontDoor()
    afterFile(async () => {
      await otherDoor.close()
      await second.close()
    })
    const doors = [house.door, otherDoor]
    const tally: Record<string, number> = {}
    for (let round = 0; round < runSize(4, 60); round += 1) {
      const clinic = await house.clinic()
      const roomId = clinic.id('room', 'jaipur/room-1')
      const send = async (place: number, method: 'POST' | 'PATCH', url: string, payload: Json) => {
        const reply = await (doors[place % 2] as typeof house.door).inject({
          method,
          url,
          payload,
          headers: { 'x-api-key': clinic.key },
          remoteAddress: '127.0.0.1',
        })
        const json = reply.json()
        const outcome = reply.statusCode < 300 ? method : json.error
        tally[outcome] = (tally[outcome] ?? 0) + 1
        expect(reply.statusCode, reply.body).toBeLessThan(500)
        return json
      }
      const movable = (await book(clinic, slotTimes('12:00'))).json.appointment.id
      const bookings = Array.from({ length: 12 }, (_, place) =>
        send(place, 'POST', '/v1/appointments/book-appointment-unified', {
          ...createBookingBody(clinic, {
            ...slotTimes(formatClock(540 + 15 * (place % 6))),
            ...(place % 3 === 0 ? { roomId } : {}),
            patientPayload: { firstName: `P${place}` },
          }),
        }),
      )
      const move = send(
        round,
        'PATCH',
        `/v1/appointments/${movable}/reschedule`,
        slotTimes('10:15'),
      )
      const times = [
        slotTimes('09:00', 45),
        slotTimes('10:00', 60),
        ofRoom(clinic, slotTimes('09:30', 60)),
      ]
      // Each starts once another of the bookings has ended, while the rest are in progress.
      const blocking = times.map(async (time, place) => {
        await bookings[(round + place * 5) % 12]
        return block(clinic, time)
      })
      const made = await Promise.all(blocking)
      await Promise.all([...bookings, move])
      const beside = await house.sql(
        `select b.id as block, a.id from blocks b
       join appointments a on a.workspace_id = b.workspace_id and a.status <> 'CANCELLED' and a.from_at < b.to_at and a.to_at > b.from_at
         and (a.doctor_id = b.doctor_id or a.room_id = b.room_id)
       where b.workspace_id = $1 order by 1, 2`,
        [clinic.workspaceId],
      )
      // Every visit that overlaps a block was reported when the block was made; a reported one may
      // have moved since.
      const said = new Set(
        made.flatMap((one) => one.visits.map((visit: Json) => `${one.block.id} ${visit.id}`)),
      )
      expect(
        beside.map((row) => `${row.block} ${row.id}`).filter((pair) => !said.has(pair)),
      ).toEqual([])
    }
    expect(tally.SLOT_NOT_AVAILABLE).toBeGreaterThan(0)
    expect(tally.POST).toBeGreaterThan(0)
    expect(await countDeadlocks(house)).toBe(0)
  },
  runSize(60_000, 900_000),
)
