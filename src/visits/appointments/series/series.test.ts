// Series of visits: planned by the rule that lists times, booked whole or not at all, moved and
// cancelled from a date on.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countDeadlocks } from '../../../../test/support/clinic/connections.ts'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
  runAsTester,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { withoutLimits } from '../../../../test/support/clinic/no-limits.ts'
import { afterFile } from '../../../../test/support/run/after-file.ts'
import { fastCheckOptions, runSize } from '../../../../test/support/run/sizes.ts'
import { addDays } from '../../../base/values/calendar-date.ts'
import { clockAt, dateAt, instantsAtWallTime } from '../../../base/values/clinic-time.ts'
import { openApplication } from '../../../doors/app/application.ts'
import { seriesStarts } from './series-times.ts'

const house = await openHarness()

const monday = '2030-01-07'
const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const asha = (clinic: Clinic) => ({
  addressId: clinic.id('location', 'jaipur'),
  doctorId: clinic.id('practitioner', 'asha-rao'),
  mode: 'OFFLINE',
})
const at = (clock: string, weeks = 0) => `${addDays(monday, weeks * 7)}T${clock}:00+05:30`
const plan = (clinic: Clinic, changes: Json = {}) =>
  operate(clinic, 'series-plan', {
    ...asha(clinic),
    fromDateTimeIso: at('09:00'),
    every: 1,
    unit: 'WEEKS',
    count: 4,
    ...changes,
  })
const bookSeries = (clinic: Clinic, starts: string[], changes: Json = {}) =>
  operate(clinic, 'series-book', {
    ...asha(clinic),
    patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
    starts,
    ...changes,
  })
const weekly = (clock = '09:00', count = 4) =>
  Array.from({ length: count }, (_, week) => at(clock, week))
const times = ({ visits }: Json) => visits.map(({ fromDateTimeTs }: Json) => fromDateTimeTs)
const seriesRows = ({ workspaceId }: Clinic) =>
  house.sql('select id from visit_series where workspace_id = $1', [workspaceId])

describe('a series of visits', () => {
  it('is planned with the nearest free time for each taken one, and booked with a reference for each and one series [DAY-16]', async () => {
    const clinic = await house.clinic()
    await book(clinic, {
      ...slotTimes('09:00'),
      fromDateTimeIso: at('09:00', 2),
      toDateTimeIso: at('09:15', 2),
    })
    const before = await clinic.bookingRows()
    const planned = await plan(clinic)
    expect(
      planned.map(({ fromDateTimeIso, isFree, nearest }: Json) => [
        fromDateTimeIso,
        isFree,
        nearest,
      ]),
    ).toEqual([
      [at('09:00', 0), true, null],
      [at('09:00', 1), true, null],
      [at('09:00', 2), false, at('09:15', 2)],
      [at('09:00', 3), true, null],
    ])
    expect(await clinic.bookingRows()).toBe(before)
    await expect(bookSeries(clinic, weekly())).rejects.toThrow('cannot be booked')
    expect(await clinic.bookingRows()).toBe(before)
    expect(await seriesRows(clinic)).toEqual([])

    const starts = planned.map(({ fromDateTimeIso, nearest }: Json) => nearest ?? fromDateTimeIso)
    const series = await bookSeries(clinic, starts)
    expect(times(series)).toEqual(starts)
    expect(new Set(series.visits.map(({ bookingReference }: Json) => bookingReference)).size).toBe(
      4,
    )
    expect(new Set(series.visits.map(({ seriesId }: Json) => seriesId))).toEqual(
      new Set([series.id]),
    )
    await book(clinic, {
      ...slotTimes('12:00'),
      patientPayload: undefined,
      patientId: series.visits[0].patientId,
    })
    const found = (await clinic.post('/v1/appointments/search', { seriesId: series.id })).json
    expect(found.list.map(({ id, seriesId }: Json) => [id, seriesId])).toEqual(
      series.visits.map(({ id }: Json) => [id, series.id]),
    )
    expect(
      (await clinic.post('/v1/appointments/search', { seriesId: series.id + 1000 })).json.count,
    ).toBe(0)
    expect(await operate(clinic, 'series-show', { id: series.id })).toEqual(series)
    const other = await house.clinic()
    await expect(operate(other, 'series-show', { id: series.id })).rejects.toThrow(
      `there is no series ${series.id}`,
    )
  })

  it('is offered no alternative time twice [DAY-16]', async () => {
    const clinic = await house.clinic(({ practitioners }) => {
      const asha = practitioners['asha-rao']?.at.jaipur
      if (asha && 'hours' in asha)
        asha.hours = [{ days: ['MON'], from: '09:00', to: '10:00', modes: ['OFFLINE'] }]
    })
    const planned = await plan(clinic, { unit: 'DAYS' })
    expect(planned.map(({ isFree, nearest }: Json) => (isFree ? true : nearest))).toEqual([
      true,
      at('09:45'),
      at('09:30'),
      at('09:15'),
    ])
    await bookSeries(
      clinic,
      planned.map(({ fromDateTimeIso, nearest }: Json) => nearest ?? fromDateTimeIso),
    )
  })

  it('is moved and cancelled from a date on, all or none, and one visit separately [DAY-16]', async () => {
    const clinic = await house.clinic()
    const { id, visits } = await bookSeries(clinic, weekly())
    // Each moves into the time that the next one leaves.
    const later = await operate(clinic, 'series-move', {
      id,
      fromDate: addDays(monday, 7),
      days: 7,
    })
    expect(times(later)).toEqual([at('09:00', 0), at('09:00', 2), at('09:00', 3), at('09:00', 4)])
    const back = await operate(clinic, 'series-move', {
      id,
      fromDate: addDays(monday, 7),
      days: -7,
      time: '10:30',
    })
    expect(times(back)).toEqual([at('09:00', 0), at('10:30', 1), at('10:30', 2), at('10:30', 3)])
    await book(clinic, {
      ...slotTimes('09:00'),
      fromDateTimeIso: at('11:00', 2),
      toDateTimeIso: at('11:15', 2),
    })
    const before = await clinic.bookingRows()
    await expect(
      operate(clinic, 'series-move', { id, fromDate: monday, time: '11:00' }),
    ).rejects.toThrow('cannot be booked')
    expect(await clinic.bookingRows()).toBe(before)
    expect(times(await operate(clinic, 'series-show', { id }))).toEqual(times(back))

    await operate(clinic, 'visit-move', { id: visits[0].id, to: `${monday}T09:15` })
    const ended = await operate(clinic, 'series-cancel', {
      id,
      fromDate: addDays(monday, 14),
      reason: 'Better',
    })
    expect(ended.visits.map(({ status }: Json) => status)).toEqual([
      'RESCHEDULED',
      'RESCHEDULED',
      'CANCELLED',
      'CANCELLED',
    ])
    expect(
      (await listSlots(clinic, 'asha-rao', 'jaipur', addDays(monday, 14))).json.slots.map(
        ({ fromDateTimeTs }: Json) => fromDateTimeTs,
      ),
    ).toContain('10:30')
  })

  it('of an unknown room, pack or time is refused, and then nothing is written [DAY-16]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const before = await clinic.bookingRows()
    await expect(bookSeries(clinic, [at('09:00'), at('09:05')])).rejects.toThrow('cannot be booked')
    await expect(bookSeries(clinic, [at('09:00'), at('09:00')])).rejects.toThrow('cannot be booked')
    await expect(
      bookSeries(clinic, weekly(), { patientPayload: undefined, patientId: 999_999 }),
    ).rejects.toThrow('No such patient')
    await expect(
      bookSeries(clinic, weekly(), { doctorId: other.id('practitioner', 'asha-rao') }),
    ).rejects.toThrow('No such doctor')
    await expect(bookSeries(clinic, [at('09:00')])).rejects.toThrow()
    await expect(plan(clinic, { count: 53 })).rejects.toThrow()
    const far = await plan(clinic, { every: 52, count: 52 })
    expect(far.at(-1)).toMatchObject({ isFree: false, nearest: null })
    expect(await clinic.bookingRows()).toBe(before)
    expect(await seriesRows(clinic)).toEqual([])

    const roomId = clinic.id('room', 'jaipur/room-1')
    await operate(clinic, 'block-add', {
      addressId: asha(clinic).addressId,
      roomId,
      fromDateTimeIso: at('09:00', 1),
      toDateTimeIso: at('10:00', 1),
      reason: 'Paint',
    })
    expect((await plan(clinic, { roomId })).map(({ nearest }: Json) => nearest)).toEqual([
      null,
      at('10:00', 1),
      null,
      null,
    ])
    await expect(bookSeries(clinic, weekly(), { roomId })).rejects.toThrow('cannot be booked')
    expect(await seriesRows(clinic)).toEqual([])
  })

  it('depends on the record of its patient: an erased one can have none, and none of its text is left [DAY-16]', async () => {
    const clinic = await house.clinic()
    const { id, visits } = await bookSeries(clinic, weekly(), { chiefComplaint: 'Knee' })
    const [{ patientId }] = visits
    await operate(clinic, 'patient-erase', { id: patientId, confirmed: true })
    await expect(
      bookSeries(clinic, weekly('10:00'), { patientPayload: undefined, patientId }),
    ).rejects.toThrow('No such patient')
    expect((await operate(clinic, 'series-show', { id })).visits[0].chiefComplaint).toBeNull()
  })
})

describe('the times of a series', () => {
  const zones = [
    'Asia/Kolkata',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Cairo',
  ]

  it('have the same clock time on every date, across clock changes, and never two at once [DAY-16]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2010, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 }),
        fc.record({
          everyDays: fc.integer({ min: 1, max: 60 }),
          count: fc.integer({ min: 2, max: 52 }),
        }),
        (zone, minute, recurrence) => {
          const first = minute * 60_000
          const starts = seriesStarts(zone, first, recurrence)
          const date = dateAt(zone, first)
          const clock = clockAt(zone, first)
          const [hours = 0, minutes = 0] = clock.split(':').map(Number)
          expect(starts).toHaveLength(recurrence.count)
          for (const [index, start] of starts.entries()) {
            const wanted = addDays(date, index * recurrence.everyDays)
            // A time that the clocks jump over begins right after the jump.
            if (instantsAtWallTime(zone, wanted, hours * 60 + minutes).length > 0)
              expect([dateAt(zone, start), clockAt(zone, start)]).toEqual([wanted, clock])
            if (index > 0) expect(start).toBeGreaterThan(starts[index - 1] as number)
          }
        },
      ),
      { numRuns: runSize(300, 3_000), ...fastCheckOptions },
    )
  })
})

describe('two processes that book and move series at once', () => {
  it('leave complete series or none, never two visits at one time, and no deadlock [DAY-16] [INV-01]', async () => {
    const clinic = await house.clinic(({ practitioners }) => {
      const hours = [
        { days: ['MON' as const], from: '09:00', to: '11:00', modes: ['OFFLINE' as const] },
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
    })
    const other = await openApplication({
      mode: 'sandbox',
      databaseConnections: 8,
      ...withoutLimits,
      connection: house.connection,
    })
    afterFile(() => other.close())
    const clocks = ['09:00', '09:15', '09:30', '09:45', '10:00']
    const outcomes: Record<string, number> = {}
    const ends = Date.now() + runSize(4_000, 10_000)
    const known: number[] = []
    let turn = 0
    async function act(mine: number): Promise<string> {
      const random = Math.imul(mine + 1, 2_654_435_761) >>> 4
      const clock = clocks[random % clocks.length] as string
      const operate = (name: string, input: Json) =>
        runAsTester(mine % 2 === 0 ? house.application : other, name, {
          workspace: clinic.name,
          ...input,
        })
      const id = known[random % known.length]
      const kind = random % 7
      if (kind < 3 || id === undefined) {
        const roomId = clinic.id('room', `jaipur/room-${1 + (random % 2)}`)
        const patientPayload = {
          firstName: `P${random % 5}`,
          phoneNumber: `987654321${random % 5}`,
        }
        const starts = random % 3 === 0 ? weekly(clock).reverse() : weekly(clock)
        const doctorId = clinic.id('practitioner', random % 4 === 0 ? 'dev-anand' : 'asha-rao')
        known.push(
          (
            await operate('series-book', {
              ...asha(clinic),
              doctorId,
              roomId,
              patientPayload,
              starts,
            })
          ).id,
        )
        return 'book'
      }
      if (kind === 3) {
        const { status, json } = await book(
          clinic,
          slotTimes(clock, 15, addDays(monday, 7 * (random % 4))),
        )
        return status === 201 ? 'visit' : json.error
      }
      if (kind === 4) await operate('series-cancel', { id, fromDate: monday })
      else
        await operate('series-move', {
          id,
          fromDate: monday,
          days: [7, -7, 0][random % 3],
          time: clock,
        })
      return kind === 4 ? 'cancel' : 'move'
    }
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (Date.now() < ends) {
          const outcome = await act(turn++).catch((error: Error) =>
            /cannot be booked/.test(error.message) ? 'refused' : error.message,
          )
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        }
      }),
    )
    const outcomesText = JSON.stringify(outcomes)
    expect(Object.keys(outcomes).toSorted(), outcomesText).toEqual([
      'SLOT_NOT_AVAILABLE',
      'book',
      'cancel',
      'move',
      'refused',
      'visit',
    ])
    const halves = await house.sql(
      `select s.id, count(a.id) from visit_series s left join appointments a on a.workspace_id = s.workspace_id and a.patient_id = s.patient_id and a.series_id = s.id
       where s.workspace_id = $1 group by s.id having count(a.id) <> 4 or count(*) filter (where a.status = 'CANCELLED') not in (0, 4)`,
      [clinic.workspaceId],
    )
    expect(halves).toEqual([])
    const twice = await house.sql(
      `select a.id from appointments a join appointments b on b.workspace_id = a.workspace_id and b.doctor_id = a.doctor_id and b.id > a.id
         and tstzrange(a.from_at, a.to_at) && tstzrange(b.from_at, b.to_at)
       where a.workspace_id = $1 and a.status <> 'CANCELLED' and b.status <> 'CANCELLED'`,
      [clinic.workspaceId],
    )
    expect(twice).toEqual([])
    expect(await countDeadlocks(house)).toBe(0)
  })
})
