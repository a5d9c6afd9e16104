// The travel time to and from a visit at home is kept free (HOME-02), by the rule that lists and by the
// database, which books.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openMemberDesk } from '../../../test/support/clinic/desk-member.ts'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { addHomeVisits, bookAtHome } from '../../../test/support/clinic/home-clinic.ts'
import { runInClinic } from '../../../test/support/clinic/meridian.ts'
import { formatClock } from '../../base/values/clinic-time.ts'
import { isAtHome, type Mode } from '../../base/values/modes.ts'
import type { Practice } from '../../clinic/catalogue/configuration.ts'
import type { BusyInterval } from '../occupancy/busy-time.ts'
import { busyKinds } from '../occupancy/queries.ts'
import { splitSlots } from './free-slots.ts'

const minute = 60_000
const house = await openHarness()
const monday = '2030-01-07'

describe('the rule that lists', () => {
  it('keeps travel time free for visits at home, and lists each slot in the modes that are left [HOME-02]', () => {
    const modesOfSlots: Mode[][] = [
      ['OFFLINE'],
      ['HOME_VISIT'],
      ['OFFLINE', 'HOME_COLLECTION'],
      ['OFFLINE', 'ONLINE', 'HOME_VISIT'],
    ]
    const someSlots = fc.array(
      fc.record({
        gap: fc.nat(40),
        length: fc.integer({ min: 5, max: 45 }),
        modes: fc.constantFrom(...modesOfSlots),
      }),
      {
        maxLength: 12,
      },
    )
    const someBusy = fc.array(
      fc.record({
        start: fc.nat(500),
        length: fc.integer({ min: 1, max: 60 }),
        kind: fc.constantFrom(...busyKinds),
      }),
      { maxLength: 5 },
    )
    const wanted = fc.constantFrom<(Mode | undefined)[]>(undefined, 'OFFLINE', 'HOME_VISIT')
    const reached = { whole: 0, reduced: 0, taken: 0 }
    fc.assert(
      fc.property(
        someSlots,
        someBusy,
        fc.constantFrom(0, 1, 20, 90),
        wanted,
        (some, busyTimes, travelMins, mode) => {
          let end = 0
          const slots = some.flatMap(({ gap, length, modes }) => {
            const from = end + gap
            end = from + length
            return mode === undefined || modes.includes(mode)
              ? [{ from: from * minute, to: end * minute, modes }]
              : []
          })
          const busy = busyTimes.map(
            ({ start, length, kind }): BusyInterval => ({
              from: start * minute,
              to: (start + length) * minute,
              kind,
            }),
          )
          // Minute by minute: a visit needs its own minutes, and at home those of the travel, where no
          // visit and nothing else may be.
          const isTaken = (at: number, isWay: boolean) =>
            busy.some(
              ({ kind, from, to }) => !(isWay && kind === 'TRAVEL') && from <= at && at < to,
            )
          const isFree = (slot: (typeof slots)[number], one: Mode) => {
            const travel = isAtHome(one) ? travelMins * minute : 0
            for (let at = slot.from - travel; at < slot.to + travel; at += minute)
              if (isTaken(at, at < slot.from || at >= slot.to)) return false
            return true
          }
          const expected = slots.flatMap((slot) => {
            const modes = slot.modes.filter((one) => isFree(slot, one))
            const isListed = mode === undefined ? modes.length > 0 : modes.includes(mode)
            const listedAs = modes.length === slot.modes.length ? 'whole' : 'reduced'
            reached[isListed ? listedAs : 'taken'] += 1
            return isListed ? [{ from: slot.from, to: slot.to, modes }] : []
          })
          const split = splitSlots(
            {
              practice: { travelMins, typeRoomIds: [] } as Partial<Practice> as Practice,
              patientRules: undefined,
            },
            slots,
            busy,
            mode,
          )
          expect(split.free).toEqual(expected)
          expect(split.taken.map(({ slot }) => slot.from)).toEqual(
            slots.map(({ from }) => from).filter((at) => !expected.some(({ from }) => from === at)),
          )
        },
      ),
      { numRuns: 2_000 },
    )
    expect(
      Object.values(reached).every((times) => times > 50),
      JSON.stringify(reached),
    ).toBe(true)
  })
})

const clocks = Array.from({ length: 16 }, (_, index) => formatClock(9 * 60 + index * 15))
const modesAt = async (clinic: Clinic, mode?: Mode): Promise<Record<string, Mode[]>> => {
  const { json } = await listSlots(
    clinic,
    'asha-rao',
    'jaipur',
    monday,
    mode === undefined ? {} : { mode },
  )
  return Object.fromEntries(
    json.slots
      .filter(({ fromDateTimeTs }: Json) => fromDateTimeTs < '13:00')
      .map(({ fromDateTimeTs, modes }: Json) => [fromDateTimeTs, modes]),
  )
}
const isHome = (modes: readonly Mode[] = []) =>
  modes.includes('HOME_VISIT') && modes.includes('HOME_COLLECTION')
const bookAs = (clinic: Clinic, mode: Mode, clock: string) =>
  mode === 'HOME_VISIT'
    ? bookAtHome(clinic, slotTimes(clock))
    : book(clinic, { ...slotTimes(clock), patientPayload: { firstName: `At ${clock}` } })

describe('travelMinutes of a practice', () => {
  it('are kept free around a visit at home, once between two of them, and are not in its own times [HOME-02]', async () => {
    const clinic = await addHomeVisits(house, { travelMinutes: 20 })
    const { json, status, text } = await bookAtHome(clinic, slotTimes('10:00'))
    expect(status, text).toBe(201)
    expect(json.appointment).toMatchObject({
      fromDateTimeTs: `${monday}T10:00:00+05:30`,
      toDateTimeTs: `${monday}T10:15:00+05:30`,
    })
    const free = await modesAt(clinic)
    // 09:30 ends 15 minutes before the visit, and 10:30 begins 15 minutes after it.
    expect(clocks.filter((clock) => !(clock in free))).toEqual([
      '09:30',
      '09:45',
      '10:00',
      '10:15',
      '10:30',
    ])
    expect(clocks.filter((clock) => !isHome(free[clock]))).toEqual([
      '09:30',
      '09:45',
      '10:00',
      '10:15',
      '10:30',
    ])
    for (const [clock, refused] of [
      ['09:30', 400],
      ['10:30', 400],
      ['09:15', 201],
      ['10:45', 201],
    ] as const) {
      expect((await bookAs(clinic, 'OFFLINE', clock)).status, clock).toBe(refused)
    }
    // 11:00 is at the end of the visit at 10:45; 11:30 is half an hour after it.
    expect(isHome((await modesAt(clinic))['11:00'])).toBe(false)
    expect((await bookAtHome(clinic, slotTimes('11:00'))).json.error).toBe('SLOT_NOT_AVAILABLE')
    expect((await bookAtHome(clinic, slotTimes('11:30'))).status).toBe(201)
    // One travel time between two visits at home: 12:15 begins 30 minutes after 11:45.
    expect((await bookAtHome(clinic, slotTimes('12:15'))).status).toBe(201)
  })

  it('change nothing for a clinic that has none, or does not visit at home [HOME-02]', async () => {
    const without = await addHomeVisits(house)
    await bookAtHome(without, slotTimes('10:00'))
    const free = await modesAt(without)
    expect(clocks.filter((clock) => !isHome(free[clock]))).toEqual(['10:00'])
    const withTravel = await addHomeVisits(house, { travelMinutes: 30 })
    await bookAs(withTravel, 'OFFLINE', '10:00')
    expect(Object.keys(await modesAt(withTravel, 'OFFLINE'))).toEqual(
      clocks.filter((clock) => clock !== '10:00'),
    )
  })

  it('lists exactly what can be booked, in each mode, between visits, blocks and moves [HOME-02]', async () => {
    const clinic = await addHomeVisits(house, { travelMinutes: 20 })
    const { json } = await bookAtHome(clinic, slotTimes('09:30'))
    await bookAs(clinic, 'OFFLINE', '11:00')
    const block = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      reason: 'Lunch',
      fromDateTimeIso: `${monday}T12:00:00+05:30`,
      toDateTimeIso: `${monday}T12:30:00+05:30`,
    }
    await runInClinic(house, clinic, 'block-add', block)
    for (const when of ['before', 'after'] as const) {
      if (when === 'after')
        await runInClinic(house, clinic, 'visit-move', {
          id: json.appointment.id,
          to: `${monday}T10:00`,
        })
      for (const mode of ['OFFLINE', 'HOME_VISIT'] as const) {
        const listed = new Set(Object.keys(await modesAt(clinic, mode)))
        const all = await modesAt(clinic)
        const day = await runInClinic(house, clinic, 'day-show', {
          addressId: clinic.id('location', 'jaipur'),
          date: monday,
        })
        const slots = day.doctors.find(({ doctorId }: Json) => doctorId === block.doctorId).slots
        for (const clock of clocks) {
          expect(all[clock]?.includes(mode) ?? false, `${when} ${mode} ${clock}`).toBe(
            listed.has(clock),
          )
          const slot = slots.find(
            ({ fromDateTimeIso }: Json) => fromDateTimeIso.slice(11, 16) === clock,
          )
          expect(
            slot.status === 'AVAILABLE' && slot.modes.includes(mode),
            `day ${when} ${mode} ${clock}`,
          ).toBe(listed.has(clock))
          const reply = await bookAs(clinic, mode, clock)
          expect(reply.status, `${when} ${mode} ${clock}: ${reply.text}`).toBe(
            listed.has(clock) ? 201 : 400,
          )
          if (reply.status === 201)
            await runInClinic(house, clinic, 'visit-cancel', { id: reply.json.appointment.id })
        }
      }
    }
  })

  it('are shown on the day, and explained, as travel to a visit [HOME-02]', async () => {
    const clinic = await addHomeVisits(house, { travelMinutes: 20 })
    await bookAtHome(clinic, slotTimes('10:00'))
    const day = await runInClinic(house, clinic, 'day-show', {
      addressId: clinic.id('location', 'jaipur'),
      date: monday,
    })
    const { busy } = day.doctors.find(
      ({ doctorId }: Json) => doctorId === clinic.id('practitioner', 'asha-rao'),
    )
    expect(
      busy.map(({ kind, fromDateTimeIso, toDateTimeIso }: Json) => [
        kind,
        fromDateTimeIso.slice(11, 16),
        toDateTimeIso.slice(11, 16),
      ]),
    ).toEqual([
      ['TRAVEL', '09:40', '10:00'],
      ['TRAVEL', '10:15', '10:35'],
    ])
    const { times } = await runInClinic(house, clinic, 'availability-explain', {
      doctor: 'asha-rao',
      location: 'jaipur',
      date: monday,
      mode: 'OFFLINE',
    })
    expect(times.find(({ fromClock }: Json) => fromClock === '09:45').reason).toBe('TRAVEL')
  })

  it('are kept when a change is undone, which is refused while another visit is on the way [HOME-02] [DAY-19]', async () => {
    const clinic = await addHomeVisits(house, { travelMinutes: 20 })
    const desk = openMemberDesk(house, clinic)
    const { json } = await bookAtHome(clinic, slotTimes('10:00'))
    const { id } = json.appointment
    const { change } = await desk('visit-cancel', { id })
    const other = await bookAs(clinic, 'OFFLINE', '10:15')
    expect(other.status).toBe(201)
    await expect(desk('visit-undo', { id: change })).rejects.toMatchObject({
      code: 'SLOT_NOT_AVAILABLE',
    })
    await runInClinic(house, clinic, 'visit-cancel', { id: other.json.appointment.id })
    await desk('visit-undo', { id: change })
    expect((await bookAs(clinic, 'OFFLINE', '10:15')).status).toBe(400)
  })

  it('are a constraint of the database [HOME-02]', async () => {
    const clinic = await addHomeVisits(house, { travelMinutes: 20 })
    await bookAtHome(clinic, slotTimes('10:00'))
    await bookAs(clinic, 'OFFLINE', '11:00')
    const set = (from: string, to: string) =>
      house.sql(
        `update claims set travel_mins = $4 where workspace_id = $1 and from_at = $2::timestamptz and to_at = $3::timestamptz`,
        [clinic.workspaceId, `${monday}T${from}:00+05:30`, `${monday}T${to}:00+05:30`, 60],
      )
    await expect(set('10:00', '10:15')).rejects.toMatchObject({ constraint: 'travel_is_kept_free' })
    await expect(set('11:00', '11:15')).rejects.toMatchObject({ constraint: 'travel_is_kept_free' })
    await expect(
      house.sql('update claims set travel_mins = 241 where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).rejects.toMatchObject({
      constraint: 'travel_of_claim',
    })
  })

  it('are never shorter between visits that are booked at the same time, in any modes [HOME-02] [INV-01]', async () => {
    const clinic = await addHomeVisits(house, { travelMinutes: 20 })
    for (const [round, day] of ['07', '08', '09', '14', '16', '17'].entries()) {
      const date = `2030-01-${day}`
      const wanted = clocks.flatMap((clock, index) => [
        { mode: 'HOME_VISIT', clock },
        { mode: (index + round) % 2 === 0 ? 'OFFLINE' : 'HOME_COLLECTION', clock },
      ])
      const replies = await Promise.all(
        wanted
          .toSorted(
            (a, b) =>
              `${a.clock}${a.mode}`.localeCompare(`${b.clock}${b.mode}`) *
              (round % 2 === 0 ? 1 : -1),
          )
          .map(({ mode, clock }, index) => {
            const changes = {
              ...slotTimes(clock, 15, date),
              mode,
              consultationCharge: mode === 'OFFLINE' ? 500 : 800,
            }
            return book(clinic, {
              ...changes,
              patientPayload: {
                firstName: `Racer ${index}`,
                phoneNumber: `98765${String(10_000 + index)}`,
              },
            })
          }),
      )
      expect([...new Set(replies.map(({ status }) => status))].toSorted()).toEqual([201, 400])
      const visits = await house.sql(
        `select a.mode, a.from_at as "from", a.to_at as "to" from appointments a
         where a.workspace_id = $1 and a.appointment_date = $2 order by a.from_at`,
        [clinic.workspaceId, date],
      )
      expect(visits.length).toBe(replies.filter(({ status }) => status === 201).length)
      for (const [index, { mode, to }] of visits.entries()) {
        const next = visits[index + 1]
        if (!next) continue
        const gap = (next.from - to) / minute
        expect(gap, `${mode} and ${next.mode} on ${date}`).toBeGreaterThanOrEqual(
          isAtHome(mode) || isAtHome(next.mode) ? 20 : 0,
        )
      }
    }
  })
})
