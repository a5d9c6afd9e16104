// Slots of several days in one call: each day is the same as the answer for that date
// alone.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
} from '../../../test/support/clinic/harness.ts'
import { recordStatements } from '../../../test/support/database/statements-during.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import { addDays } from '../../base/values/calendar-date.ts'

const house = await openHarness()
const monday = '2030-01-07'

/** How often taken times are read while something runs. */
async function readings(work: () => Promise<unknown>): Promise<number> {
  return (await recordStatements(house.application.database, work)).filter(
    (name) => name === 'taken_times',
  ).length
}

/** A clinic where Asha works two slots on weekdays. */
function shortDays(): Promise<Clinic> {
  return house.clinic((file) => {
    const practice = file.practitioners['asha-rao']?.at.jaipur
    if (practice)
      practice.hours = [
        {
          days: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
          from: '09:00',
          to: '09:30',
          modes: ['OFFLINE'],
        },
      ]
  })
}

async function fill(clinic: Clinic, days: Json[]) {
  for (const { fromDateTimeIso, toDateTimeIso } of days.flatMap(({ slots }) => slots)) {
    expect((await book(clinic, { fromDateTimeIso, toDateTimeIso })).status).toBe(201)
  }
}

describe('200', () => {
  it('lists the dates from the requested one, and leaves the rest of the answer unchanged [A-237]', async () => {
    const clinic = await house.clinic()
    const alone = (await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json
    const { days, ...same } = (await listSlots(clinic, 'asha-rao', 'jaipur', monday, { days: 7 }))
      .json
    expect(same).toEqual(alone)
    expect(days.map(({ date, slots }: Json) => [date, slots.length])).toEqual([
      ['2030-01-07', 28],
      ['2030-01-08', 28],
      ['2030-01-09', 28],
      ['2030-01-10', 28],
      ['2030-01-11', 28],
      ['2030-01-12', 0],
      ['2030-01-13', 0],
    ])
    expect(days[0].slots).toEqual(alone.slots)
  })

  it('has `days` only if they are requested, also for one day [A-237] [SLOT-14]', async () => {
    const clinic = await house.clinic()
    expect((await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json).not.toHaveProperty('days')
    expect(
      (await listSlots(clinic, 'asha-rao', 'jaipur', monday, { days: 1 })).json.days,
    ).toHaveLength(1)
  })

  it('reads taken times once, however many days are requested [A-237]', async () => {
    const clinic = await shortDays()
    for (const days of [1, 2, 7, 31])
      expect(await readings(() => listSlots(clinic, 'asha-rao', 'jaipur', monday, { days }))).toBe(
        1,
      )
    const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', monday, { days: 5 })
    await fill(clinic, json.days)
    expect(
      await readings(() => listSlots(clinic, 'asha-rao', 'jaipur', monday, { days: 31 })),
    ).toBe(1)
  })

  it('reads once more for the next date when every date it read is full [SLOT-33]', async () => {
    const clinic = await shortDays()
    const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', monday, { days: 15 })
    await fill(clinic, json.days)
    let full: Json
    const count = await readings(async () => {
      full = (await listSlots(clinic, 'asha-rao', 'jaipur', monday, { days: 3 })).json
    })
    expect([count, full.days.flatMap(({ slots }: Json) => slots), full.nextAvailableDate]).toEqual([
      2,
      [],
      '2030-01-22',
    ])
  })

  it('ends at the last date that can be booked [A-233]', async () => {
    const clinic = await house.clinic()
    const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', '2032-12-31', { days: 31 })
    expect(json.days.map(({ date }: Json) => date)).toEqual(['2032-12-31', '2033-01-01'])
  })

  it('crosses clock changes, and shows each day in the zone of the viewer [TZ-01]', async () => {
    const clinic = await house.clinic((file) => {
      const practice = file.practitioners['jonas-weber']?.at.berlin
      if (practice)
        practice.exceptions = ['2030-10-26', '2030-10-27', '2030-10-28'].map((date) => ({
          date,
          hours: [{ from: '01:00', to: '04:00', modes: ['OFFLINE'] }],
        }))
    })
    const { json } = await listSlots(clinic, 'jonas-weber', 'berlin', '2030-10-26', {
      days: 3,
      patientTimezone: 'Asia/Dubai',
    })
    expect(json.days.map(({ slots }: Json) => slots.length)).toEqual([6, 8, 6])
    expect(json.days[2].slots[0]).toMatchObject({
      appointmentDate: '2030-10-28',
      fromDateTimeIso: '2030-10-28T01:00:00+01:00',
      patientFromDateTimeIso: '2030-10-28T04:00:00+04:00',
      patientTimezone: 'Asia/Dubai',
    })
  })
})

describe('every day', () => {
  it('is the same as the answer for its date alone, for any request and earlier bookings [A-237] [SLOT-23]', async () => {
    const clinic = await house.clinic((file) => {
      const practice = file.practitioners['jonas-weber']?.at.berlin
      if (practice)
        practice.exceptions = [
          {
            date: '2030-10-27',
            hours: [{ from: '00:00', to: '24:00', modes: ['OFFLINE', 'HOME_VISIT'] }],
          },
        ]
    })
    const offers = [
      { doctor: 'asha-rao', location: 'jaipur', firstDate: monday, lengths: [10, 15, 30] },
      { doctor: 'jonas-weber', location: 'berlin', firstDate: '2030-10-14', lengths: [30] },
    ] as const
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...offers)
          .chain((offer) => fc.tuple(fc.constant(offer), fc.constantFrom(...offer.lengths))),
        fc.integer({ min: -10, max: 20 }),
        fc.integer({ min: 1, max: 31 }),
        fc.option(fc.constantFrom('OFFLINE', 'ONLINE', 'HOME_VISIT', 'WALK_IN'), {
          nil: undefined,
        }),
        fc.constantFrom('Pacific/Kiritimati', 'America/New_York', 'Europe/Berlin'),
        fc.nat(),
        async (
          [{ doctor, location, firstDate }, durationMins],
          shift,
          count,
          mode,
          patientTimezone,
          pick,
        ) => {
          const from = addDays(firstDate, shift)
          const wish = { durationMins, patientTimezone, ...(mode && { mode }) }
          const { json } = await listSlots(clinic, doctor, location, from, { ...wish, days: count })
          expect(json.days).toHaveLength(count)
          for (const [index, day] of json.days.entries()) {
            expect(day.date).toBe(addDays(from, index))
            const alone = (await listSlots(clinic, doctor, location, day.date, wish)).json
            expect(day.slots).toEqual(alone.slots)
          }
          // The calendar fills up during the property test.
          const slots = json.days.flatMap((day: Json) => day.slots)
          const slot = slots[pick % Math.max(1, slots.length)]
          if (!slot) return
          const { fromDateTimeIso, toDateTimeIso, modes } = slot
          const visit = {
            addressId: clinic.id('location', location),
            doctorId: clinic.id('practitioner', doctor),
            mode: mode ?? modes[0],
          }
          await book(clinic, { ...visit, fromDateTimeIso, toDateTimeIso })
        },
      ),
      { numRuns: runSize(25, 300), ...fastCheckOptions },
    )
  })
})

describe('400', () => {
  it.each(['0', '32', '-1', '1.5', 'week', '', '7 ', '1e1'])(
    'refuses %j days [A-237]',
    async (days) => {
      const clinic = await house.clinic()
      const reply = await listSlots(clinic, 'asha-rao', 'jaipur', monday, { days })
      expect([reply.status, reply.json.error, reply.json.slots]).toEqual([
        400,
        'VALIDATION_ERROR',
        undefined,
      ])
      expect(reply.json.message).toContain('days')
    },
  )
})
