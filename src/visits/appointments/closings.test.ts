// Closing a location, or blocking several practitioners, in one step: all of them or none.

import pg from 'pg'
import { expect, it } from 'vitest'
import { countDeadlocks } from '../../../test/support/clinic/connections.ts'
import {
  book,
  type Clinic,
  createBookingBody,
  type Json,
  listSlots,
  openHarness,
  runAsTester,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { withoutLimits } from '../../../test/support/clinic/no-limits.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'
import { runSize } from '../../../test/support/run/sizes.ts'
import { formatClock } from '../../base/values/clinic-time.ts'
import { openApplication } from '../../doors/app/application.ts'

const house = await openHarness()

const monday = '2030-01-07'
const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const jaipur = (clinic: Clinic) => clinic.id('location', 'jaipur')
const ofJaipur = ['asha-rao', 'dev-anand']
const practitionerIds = (clinic: Clinic) => ofJaipur.map((name) => clinic.id('practitioner', name))
const whole = slotTimes('09:00', 240)
const close = (clinic: Clinic, changes: Json = {}) =>
  operate(clinic, 'block-close', {
    addressId: jaipur(clinic),
    ...whole,
    reason: 'No power',
    ...changes,
  })
const free = async (clinic: Clinic, doctor: string, location = 'jaipur') =>
  (await listSlots(clinic, doctor, location, monday)).json.slots.length
const blocks = ({ workspaceId }: Clinic) =>
  house.sql('select * from blocks where workspace_id = $1 order by id', [workspaceId])

/** Asha and Dev in Jaipur, beside Meera's queue and Ravi, who has left; Jonas in Berlin. */
const clinicOfTwo = () =>
  house.clinic(({ practitioners }) => {
    const { 'asha-rao': asha } = practitioners
    if (asha)
      practitioners['dev-anand'] = {
        name: 'Dev Anand',
        specialization: 'Dermatology',
        system: 'SCHEDULED',
        at: structuredClone(asha.at),
      }
  })

it('a closed location offers no times, lists all visits that stay, and is opened in one step [DAY-12] [DAY-11]', async () => {
  const clinic = await clinicOfTwo()
  const [asha, dev] = practitionerIds(clinic)
  const before = [await free(clinic, 'asha-rao'), await free(clinic, 'dev-anand')]
  const inBerlin = await free(clinic, 'jonas-weber', 'berlin')
  const later = (await book(clinic, { doctorId: dev, ...slotTimes('10:00') })).json.appointment.id
  const first = (await book(clinic, { doctorId: asha, ...slotTimes('09:00') })).json.appointment.id
  await book(clinic, { doctorId: asha, ...slotTimes('16:00') })

  const closed = await close(clinic)
  expect(
    closed.blocks.map(({ doctorId, addressId, reason, closingId }: Json) => [
      doctorId,
      addressId,
      reason,
      closingId,
    ]),
  ).toEqual([asha, dev].map((doctorId) => [doctorId, jaipur(clinic), 'No power', closed.closingId]))
  expect(closed.visits.map(({ id }: Json) => id)).toEqual([first, later])
  for (const [doctor, next] of Object.entries({ 'asha-rao': '16:15', 'dev-anand': '16:00' })) {
    const { slots, unavailableSlots } = (await listSlots(clinic, doctor, 'jaipur', monday)).json
    expect(slots[0].fromDateTimeTs, doctor).toBe(next)
    expect(unavailableSlots.filter(({ status }: Json) => status === 'BLOCKED')).toHaveLength(15)
  }
  expect(await free(clinic, 'jonas-weber', 'berlin')).toBe(inBerlin)
  expect((await book(clinic, { doctorId: dev, ...slotTimes('09:15') })).json.error).toBe(
    'SLOT_NOT_AVAILABLE',
  )
  const displaced = await operate(clinic, 'visit-displaced', { addressId: jaipur(clinic) })
  expect(displaced.map(({ id, blockIds }: Json) => [id, blockIds])).toEqual([
    [first, [closed.blocks[0].id]],
    [later, [closed.blocks[1].id]],
  ])

  // One practitioner comes after all; then all are open again, and once only.
  await operate(clinic, 'block-remove', { id: closed.blocks[1].id })
  expect((await book(clinic, { doctorId: dev, ...slotTimes('09:15') })).status).toBe(201)
  expect(
    (await operate(clinic, 'block-open', { closingId: closed.closingId })).map(
      ({ id }: Json) => id,
    ),
  ).toEqual([closed.blocks[0].id])
  await expect(operate(clinic, 'block-open', { closingId: closed.closingId })).rejects.toThrow(
    'there is no closure',
  )
  expect(await blocks(clinic)).toEqual([])
  expect([await free(clinic, 'asha-rao'), await free(clinic, 'dev-anand')]).toEqual([
    before[0] - 2,
    before[1] - 2,
  ])
})

it('several practitioners are blocked together, and two closings are opened separately [DAY-12]', async () => {
  const clinic = await clinicOfTwo()
  const [asha, dev] = practitionerIds(clinic)
  // Duplicates, and in no order.
  const both = await close(clinic, { doctorIds: [dev, asha, dev] })
  const one = await close(clinic, { doctorIds: [asha], ...slotTimes('16:00', 60) })
  expect([both, one].map(({ blocks: made }) => made.map(({ doctorId }: Json) => doctorId))).toEqual(
    [[asha, dev], [asha]],
  )
  const alone = await operate(clinic, 'block-add', {
    addressId: jaipur(clinic),
    doctorId: asha,
    ...slotTimes('18:00', 60),
    reason: 'Ward round',
  })
  expect(alone.block.closingId).toBe(null)
  await operate(clinic, 'block-open', { closingId: both.closingId })
  expect((await blocks(clinic)).map(({ id }) => id)).toEqual([one.blocks[0].id, alone.block.id])
})

it('a visit in two blocks is in the list of each, and one at another location in that of a block everywhere [DAY-12]', async () => {
  const clinic = await house.clinic(({ practitioners }) => {
    const hours = [
      { days: ['MON' as const], from: '09:00', to: '18:00', modes: ['OFFLINE' as const] },
    ]
    const jonas = practitioners['jonas-weber']
    if (jonas)
      jonas.at = {
        ...jonas.at,
        jaipur: { slotMinutes: 30, fees: [{ mode: 'OFFLINE', amount: 500 }], hours },
      }
  })
  const doctorId = clinic.id('practitioner', 'jonas-weber')
  const lena = { doctorId, mode: 'OFFLINE', patientPayload: { firstName: 'Lena' } }
  const berlin = { ...lena, addressId: clinic.id('location', 'berlin') }
  const there = await operate(clinic, 'visit-book', {
    ...berlin,
    fromDateTimeIso: `${monday}T10:00:00+01:00`,
    toDateTimeIso: `${monday}T10:30:00+01:00`,
  })
  const here = await operate(clinic, 'visit-book', {
    ...lena,
    addressId: jaipur(clinic),
    ...slotTimes('09:30', 30),
  })
  const round = await operate(clinic, 'block-add', {
    addressId: jaipur(clinic),
    doctorId,
    ...slotTimes('09:00', 60),
    reason: 'Ward round',
  })
  const ill = await operate(clinic, 'block-add', {
    addressId: jaipur(clinic),
    doctorId,
    ...slotTimes('08:00', 600),
    reason: 'Ill',
    everywhere: true,
  })
  const listed = await operate(clinic, 'visit-displaced', { addressId: jaipur(clinic) })
  expect(listed.map(({ id, location, blockIds }: Json) => [id, location, blockIds])).toEqual([
    [here.id, 'jaipur', [ill.block.id, round.block.id]],
    [there.id, 'berlin', [ill.block.id]],
  ])
})

it('a closing that one of the practitioners cannot have blocks nothing at all, and one of another clinic is unknown [DAY-12]', async () => {
  const clinic = await clinicOfTwo()
  const other = await clinicOfTwo()
  const [asha, dev] = practitionerIds(clinic)
  const refused: [Json, string][] = [
    [{ addressId: jaipur(other) }, 'No such location'],
    [{ doctorIds: [asha, practitionerIds(other)[1]] }, 'No such doctor'],
    [{ doctorIds: [asha, clinic.id('practitioner', 'jonas-weber')] }, 'No such doctor'],
    [{ doctorIds: [] }, 'doctorIds'],
    [slotTimes('09:00', 30, '2029-12-31'), 'later than now'],
    [{ toDateTimeIso: whole.fromDateTimeIso }, 'before toDateTimeIso'],
    [{ toDateTimeIso: '2031-02-01T09:00:00+05:30' }, 'at most 366 days'],
    [{ reason: '' }, 'reason'],
  ]
  for (const [changes, text] of refused)
    await expect(close(clinic, changes), text).rejects.toThrow(text)
  expect(await blocks(clinic)).toEqual([])

  // The second of two practitioners has the maximum number of blocks, so the first gets none
  // either.
  await operate(clinic, 'block-add', {
    addressId: jaipur(clinic),
    doctorId: dev,
    ...slotTimes('20:00', 30),
    reason: 'Out',
  })
  await house.sql(
    `insert into blocks (workspace_id, doctor_id, from_at, to_at, timezone, reason, created_at)
     select workspace_id, doctor_id, from_at, to_at, timezone, reason, created_at from blocks, generate_series(1, 499) where workspace_id = $1`,
    [clinic.workspaceId],
  )
  await expect(close(clinic)).rejects.toThrow('at most 500 upcoming blocks')
  expect(new Set((await blocks(clinic)).map(({ doctor_id }) => doctor_id))).toEqual(new Set([dev]))

  const closed = await close(other)
  await expect(operate(clinic, 'block-open', { closingId: closed.closingId })).rejects.toThrow(
    'there is no closure',
  )
  expect(await blocks(other)).toHaveLength(2)
  await house.sql('delete from blocks where workspace_id = $1', [clinic.workspaceId])
  expect(await operate(clinic, 'visit-displaced', { addressId: jaipur(clinic) })).toEqual([])
})

it('a closing that waits for bookings does not hold up a half-done move, so that they cannot deadlock [DAY-12] [INV-01]', async () => {
  const clinic = await clinicOfTwo()
  const [asha, dev] = practitionerIds(clinic)
  const roomId = clinic.id('room', 'jaipur/room-1')
  const { id } = (await book(clinic, { doctorId: asha, roomId, ...slotTimes('12:00') })).json
    .appointment
  // A booking of Dev's in progress, as far as its locks.
  const booking = new pg.Client({ ...house.connection, options: '-c timezone=UTC' })
  await booking.connect()
  const waiting = async () =>
    (
      await house.sql(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'",
      )
    ).length
  try {
    await booking.query('begin')
    await booking.query(
      "select pg_advisory_xact_lock_shared(hashtextextended('calendars ' || $1, $2))",
      [dev, clinic.workspaceId],
    )
    const closing = close(clinic)
    await expect.poll(waiting).toBe(1)
    const move = operate(clinic, 'visit-move', { id, to: `${monday}T16:00` })
    await expect.poll(waiting).toBe(2)
    // The booking finds the room taken by the visit that is to be moved, and need not wait for the
    // move.
    const { rowCount } = await booking.query(
      `insert into claims (workspace_id, appointment_id, doctor_id, room_id, from_at, to_at)
       select workspace_id, appointment_id, $2, room_id, from_at, to_at from claims where workspace_id = $1 and appointment_id = $3
       on conflict do nothing`,
      [clinic.workspaceId, dev, id],
    )
    expect(rowCount).toBe(0)
    await booking.query('rollback')
    expect((await closing).visits.map((visit: Json) => visit.id)).toEqual([id])
    expect((await move).status).toBe('RESCHEDULED')
  } finally {
    await booking.end()
  }
})

it(
  'concurrent closings, blocks, bookings and moves over two processes leave no visit in a closed time unreported, and no deadlock [DAY-12] [INV-01]',
  async () => {
    const second = await openApplication({
      mode: 'sandbox',
      databaseConnections: 8,
      ...withoutLimits,
      connection: house.connection,
    })
    const otherDoor = second.frontDoor()
    afterFile(async () => {
      await otherDoor.close()
      await second.close()
    })
    const doors = [house.door, otherDoor]
    const applications = [house.application, second]
    const tally: Record<string, number> = {}
    for (let round = 0; round < runSize(5, 60); round += 1) {
      const clinic = await clinicOfTwo()
      const ids = practitionerIds(clinic)
      const roomId = clinic.id('room', 'jaipur/room-1')
      const send = async (place: number, method: 'POST' | 'PATCH', url: string, payload: Json) => {
        const reply = await (doors[place % 2] as typeof house.door).inject({
          method,
          url,
          payload,
          remoteAddress: '127.0.0.1',
          headers: { 'x-api-key': clinic.key },
        })
        const outcome = reply.statusCode < 300 ? method : reply.json().error
        tally[outcome] = (tally[outcome] ?? 0) + 1
        expect(reply.statusCode, reply.body).toBeLessThan(500)
      }
      // The visits to be moved share a room with the other practitioner's bookings.
      const movable: number[] = []
      for (const [place, doctorId] of [...ids, ...ids].entries())
        movable.push(
          (await book(clinic, { doctorId, roomId, ...slotTimes(formatClock(720 + 15 * place)) }))
            .json.appointment.id,
        )
      const bookings = Array.from({ length: 16 }, (_, place) =>
        send(place, 'POST', '/v1/appointments/book-appointment-unified', {
          ...createBookingBody(clinic, {
            ...slotTimes(formatClock(540 + 15 * (place % 6))),
            doctorId: ids[(place >> 1) % 2],
            ...(place % 3 === 0 ? {} : { roomId }),
            patientPayload: { firstName: `P${place}` },
          }),
        }),
      )
      const moves = movable.map((id, place) =>
        send(
          place,
          'PATCH',
          `/v1/appointments/${id}/reschedule`,
          slotTimes(formatClock(540 + 15 * ((3 * place + round) % 10))),
        ),
      )
      const closing = [slotTimes('09:00', 45), slotTimes('09:30', 60)].map(async (time, place) => {
        await bookings[(round + place * 5) % 16]
        const input = {
          workspace: clinic.name,
          addressId: jaipur(clinic),
          doctorIds: ids.toSorted(() => place - 0.5),
          ...time,
          reason: 'No power',
        }
        return runAsTester(applications[place] as typeof second, 'block-close', input)
      })
      const alone = operate(clinic, 'block-add', {
        addressId: jaipur(clinic),
        doctorId: ids[round % 2],
        ...slotTimes('09:00', 30),
        reason: 'Ill',
      })
      const made = [
        ...(await Promise.all(closing)),
        { ...(await alone), blocks: [(await alone).block] },
      ]
      await Promise.all([...bookings, ...moves])
      const beside = await house.sql(
        `select b.id as block, a.id from blocks b
         join appointments a on a.workspace_id = b.workspace_id and a.status <> 'CANCELLED' and a.from_at < b.to_at and a.to_at > b.from_at
           and a.doctor_id = b.doctor_id
         where b.workspace_id = $1 order by 1, 2`,
        [clinic.workspaceId],
      )
      // Every visit that overlaps a block was reported when the block was made; a reported one may
      // have moved since.
      const said = new Set(
        made.flatMap(({ blocks: own, visits }) =>
          own.flatMap(({ id }: Json) => visits.map((visit: Json) => `${id} ${visit.id}`)),
        ),
      )
      expect(
        beside.map((row) => `${row.block} ${row.id}`).filter((pair) => !said.has(pair)),
      ).toEqual([])
    }
    expect(tally.SLOT_NOT_AVAILABLE).toBeGreaterThan(0)
    expect(tally.POST).toBeGreaterThan(0)
    expect(tally.PATCH).toBeGreaterThan(0)
    expect(await countDeadlocks(house)).toBe(0)
  },
  runSize(60_000, 900_000),
)
