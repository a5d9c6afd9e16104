// Ranges of closed days: what they close in the slot list, the next date, the shifts and bookings;
// and what an import says about them.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createSunriseFile } from '../../../test/support/clinic/sunrise.ts'
import { readEveryRow } from '../../../test/support/database/every-row.ts'
import type { Loose } from '../../management/clinic-file/clinic-file.fixture.ts'
import { listMistakes } from '../../management/clinic-file/clinic-file.fixture.ts'
import { windowsOn } from './hours.ts'

const house = await openHarness()
const asha = (file: Loose) => file.practitioners['asha-rao']
// A Monday to a Wednesday.
const range = { from: '2030-01-07', to: '2030-01-09', reason: 'Harvest' }
const days = ['2030-01-06', '2030-01-07', '2030-01-08', '2030-01-09', '2030-01-10']

/** The days on which something is available: in the slot list, in the shifts, and for a booking. */
async function openDays(clinic: Clinic): Promise<string[]> {
  const open = await Promise.all(
    days.map(async (date) => {
      const { slots, unavailableSlots } = (await listSlots(clinic, 'asha-rao', 'jaipur', date)).json
      const shifts = (
        await clinic.get(
          `/v1/practitioner-shifts?${queryString({ addressId: clinic.id('location', 'jaipur'), date })}`,
        )
      ).json
      const ofAsha = shifts.filter(
        ({ doctorId }: Json) => doctorId === clinic.id('practitioner', 'asha-rao'),
      )
      expect([slots.length > 0, unavailableSlots, date], 'the list and the shifts agree').toEqual([
        ofAsha.length > 0,
        [],
        date,
      ])
      return slots.length > 0 ? date : ''
    }),
  )
  return open.filter(Boolean)
}

describe('closing days', () => {
  const closed: [string, (file: Loose) => void][] = [
    ['of the workspace', (f) => (f.workspace.closed = [range])],
    ['of the location', (f) => (f.locations.jaipur.closed = [range])],
    ['of the practitioner', (f) => (asha(f).closed = [range])],
    [
      'of one written in pieces',
      (f) => (asha(f).closed = [{ from: '2030-01-08', to: '2030-01-09' }, { from: '2030-01-07' }]),
    ],
  ]
  it.each(closed)(
    '%s are listed nowhere and cannot be booked, first and last day included',
    async (_, edit) => {
      const clinic = await house.clinic(edit)
      expect(await openDays(clinic)).toEqual(['2030-01-10'])
      const before = await clinic.bookingRows()
      for (const date of ['2030-01-07', '2030-01-09']) {
        const refused = await book(clinic, slotTimes('09:00', 15, date))
        expect([refused.status, refused.json.error], date).toEqual([400, 'SLOT_NOT_OFFERED'])
      }
      expect(await clinic.bookingRows()).toBe(before)
      // The next date is the first that is open.
      expect(
        (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-04')).json.nextAvailableDate,
      ).toBe('2030-01-10')
      expect((await book(clinic, slotTimes('09:00', 15, '2030-01-10'))).status).toBe(201)
    },
  )

  const elsewhere: [string, (file: Loose) => void][] = [
    ['another location', (f) => (f.locations.berlin.closed = [range])],
    ['another practitioner', (f) => (f.practitioners['jonas-weber'].closed = [range])],
    ['another workspace', () => {}],
  ]
  it.each(elsewhere)('of %s close nothing here', async (_, edit) => {
    await house.clinic((f: Loose) => (f.workspace.closed = [range]))
    const clinic = await house.clinic()
    expect((await book(clinic, slotTimes('09:00', 15, '2030-01-08'))).status).toBe(201)
    expect((await clinic.change(edit)).warnings.join('\n')).not.toContain('closing days')
    expect(
      (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-08')).json.slots.length,
    ).toBeGreaterThan(0)
  })

  it('are read in the zone of the clinic', async () => {
    // Monday in Jaipur begins on Sunday at 18:30 in UTC.
    const clinic = await house.clinic((f: Loose) => {
      f.workspace.closed = [{ from: '2030-01-07' }]
      asha(f).at.jaipur.hours = [
        { days: ['SUN', 'MON', 'TUE'], from: '00:00', to: '24:00', modes: ['OFFLINE'] },
      ]
    })
    const booking = async (clock: string, date: string) =>
      (await book(clinic, slotTimes(clock, 15, date))).status
    expect(await booking('23:45', '2030-01-06')).toBe(201)
    expect(await booking('00:00', '2030-01-07')).toBe(400)
    expect(await booking('23:45', '2030-01-07')).toBe(400)
    expect(await booking('00:00', '2030-01-08')).toBe(201)
  })

  it('do not override hours that the practice has for a specific date, and the import says so', async () => {
    const clinic = await house.clinic()
    const { warnings } = await clinic.change((f: Loose) => {
      f.workspace.closed = [range]
      asha(f).at.jaipur.exceptions = [
        { date: '2030-01-08', hours: [{ from: '10:00', to: '11:00', modes: ['OFFLINE'] }] },
        { date: '2030-01-09', hours: [] },
      ]
    })
    expect(warnings).toContain(
      'practitioners.asha-rao.at.jaipur.exceptions.0: is open on 2030-01-08, a closing day (Harvest)',
    )
    expect(warnings.join('\n')).not.toContain('exceptions.1')
    expect(await openDays(clinic)).toEqual(['2030-01-08', '2030-01-10'])
    expect((await book(clinic, slotTimes('10:00', 15, '2030-01-08'))).status).toBe(201)
    expect((await clinic.change(() => {})).warnings.join('\n')).not.toContain('closing days keep')
  })

  it('that are imported close at once, keep existing bookings and count them; imported twice they change nothing', async () => {
    const clinic = await house.clinic()
    expect((await book(clinic, slotTimes('09:00', 15, '2030-01-08'))).status).toBe(201)
    expect((await book(clinic, slotTimes('09:15', 15, '2030-01-09'))).status).toBe(201)
    expect((await book(clinic, slotTimes('09:00', 15, '2030-01-10'))).status).toBe(201)
    expect(
      (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-08')).json.slots.length,
    ).toBeGreaterThan(0)
    const rows = await clinic.bookingRows()
    const stays = 'closing days keep 2 upcoming visits booked before'
    const before = await readEveryRow(house)
    expect(
      (await clinic.change((f: Loose) => (f.locations.jaipur.closed = [range]), { dryRun: true }))
        .warnings,
    ).toContain(stays)
    expect(await readEveryRow(house)).toBe(before)
    const imported = await clinic.change(() => {})
    expect(imported.changes).toEqual([
      { kind: 'closing days', change: 'added', count: 1, names: ['jaipur/2030-01-07/2030-01-09'] },
    ])
    expect(imported.warnings).toContain(stays)
    expect((await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-08')).json.slots).toEqual([])
    expect(await clinic.bookingRows()).toBe(rows)
    const after = await readEveryRow(house)
    expect(await clinic.change(() => {})).toMatchObject({ outcome: 'UNCHANGED', changes: [] })
    expect(await readEveryRow(house)).toBe(after)
    expect(
      (await clinic.change((f: Loose) => (f.locations.jaipur.closed[0].reason = 'Snow'))).changes,
    ).toEqual([
      {
        kind: 'closing days',
        change: 'changed',
        count: 1,
        names: ['jaipur/2030-01-07/2030-01-09'],
      },
    ])
    expect((await clinic.change((f: Loose) => delete f.locations.jaipur.closed)).changes).toEqual([
      {
        kind: 'closing days',
        change: 'removed',
        count: 1,
        names: ['jaipur/2030-01-07/2030-01-09'],
      },
    ])
    expect(
      (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-08')).json.slots.length,
    ).toBeGreaterThan(0)
  })

  it('reach every process, even when changed by manual SQL', async () => {
    const clinic = await house.clinic()
    expect(await openDays(clinic)).toEqual(days.slice(1))
    await house.sql(
      `insert into closing_days (workspace_id, first_date, last_date) values ($1, '2030-01-07', '2030-01-09')`,
      [clinic.workspaceId],
    )
    await expect
      .poll(async () => (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-08')).json.slots)
      .toEqual([])
  })

  const rules: [string, string, string][] = [
    ['closing_is_in_order', 'first_date, last_date', `'2030-01-02', '2030-01-01'`],
    ['closing_is_a_year_at_most', 'first_date, last_date', `'2030-01-01', '2031-01-02'`],
    [
      'closing_is_of_one',
      'location_id, practitioner_id, first_date, last_date',
      `1, 1, '2030-01-01', '2030-01-01'`,
    ],
    [
      'closing_location_is_of_workspace',
      'location_id, first_date, last_date',
      `(select id from locations where workspace_id <> $1 limit 1), '2030-01-01', '2030-01-01'`,
    ],
    [
      'closing_practitioner_is_of_workspace',
      'practitioner_id, first_date, last_date',
      `(select user_id from practitioners where workspace_id <> $1 limit 1), '2030-01-01', '2030-01-01'`,
    ],
  ]
  it.each(rules)(
    'that break %s are refused by the database',
    async (constraint, columns, values) => {
      const [clinic] = [await house.clinic(), await house.clinic()]
      const inserting = house.sql(
        `insert into closing_days (workspace_id, ${columns}) values ($1, ${values})`,
        [clinic.workspaceId],
      )
      await expect(inserting).rejects.toMatchObject({ constraint })
    },
  )
})

describe('a file is refused for closing days', () => {
  const place = 'locations.jaipur.closed.0'
  const wrong: [string, Loose[], string[]][] = [
    [
      'that end before they begin',
      [{ from: '2030-01-09', to: '2030-01-07' }],
      [`${place}: ends on 2030-01-07, before it begins on 2030-01-09`],
    ],
    [
      'of more than a year',
      [{ from: '2030-01-01', to: '2031-01-02' }],
      [`${place}: closes more than 366 days; a range is a year at most`],
    ],
    [
      'that do not exist',
      [{ from: '2030-02-30' }],
      [`${place}.from: must be an existing date, YYYY-MM-DD`],
    ],
    ['without a beginning', [{ to: '2030-01-09' }], [`${place}: lacks from`]],
    [
      'said twice',
      [{ from: '2030-01-07' }, { from: '2030-01-07', to: '2030-01-07' }],
      ['locations.jaipur.closed.1: names 2030-01-07 to 2030-01-07 a second time'],
    ],
    [
      'with an unknown member',
      [{ from: '2030-01-07', until: '2030-01-09' }],
      [`${place}: has an unknown member: until`],
    ],
    [
      'in more than 200 ranges',
      Array.from({ length: 201 }, (_, index) => ({
        from: `2030-01-01`,
        to: `2030-${index < 100 ? '02' : '03'}-01`,
        reason: `${index}`,
      })),
      [],
    ],
  ]
  it.each(wrong)('%s', (_, ranges, expected) => {
    const file: Loose = createSunriseFile()
    file.locations.jaipur.closed = ranges
    const mistakes = listMistakes(JSON.stringify(file))
    if (expected.length > 0) expect(mistakes).toEqual(expected)
    else expect(mistakes).toContain('locations.jaipur.closed: must NOT have more than 200 items')
  })

  it('but not for a whole leap year', () => {
    const file: Loose = createSunriseFile()
    file.workspace.closed = [{ from: '2028-01-01', to: '2028-12-31' }]
    expect(listMistakes(JSON.stringify(file))).toEqual([])
  })
})

it('a closed date has no windows, unless it has its own', () => {
  const weekly = [{ fromMinute: 0, toMinute: 60, modes: [] }]
  const own = [{ fromMinute: 60, toMinute: 90, modes: [] }]
  const hours = {
    weeklyHours: new Map([[1, weekly]]),
    exceptions: new Map([['2030-01-21', own]]),
    closings: [{ firstDate: '2030-01-14', lastDate: '2030-01-21' }],
  }
  expect(
    ['2030-01-07', '2030-01-14', '2030-01-21', '2030-01-28'].map((date) => windowsOn(hours, date)),
  ).toEqual([weekly, [], own, weekly])
})
