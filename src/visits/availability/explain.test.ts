import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changingZones, clockChanges, oracleSlots } from '../../../test/oracle/slot-oracle.ts'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
} from '../../../test/support/clinic/harness.ts'
import { renderResult } from '../../../test/support/clinic/shown-text.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import { addDays } from '../../base/values/calendar-date.ts'
import { clinicDay, dateAt } from '../../base/values/clinic-time.ts'
import { modes as everyMode, type Mode } from '../../base/values/modes.ts'
import type { Configuration, Doctor, Practice } from '../../clinic/catalogue/configuration.ts'
import { type WorkingWindow, windowsOn } from '../../clinic/catalogue/hours.ts'
import type { BusyInterval } from '../occupancy/busy-time.ts'
import { busyKinds } from '../occupancy/queries.ts'
import { type DayQuestion, type ExplainedTime, explainDay, explainMinute } from './explain.ts'

const house = await openHarness()
const clinic = await house.clinic()
const minute = 60_000
const randomDaysMs = runSize(120_000, 1_800_000)
const monday = '2030-01-07'
const newYear = Date.parse('2030-01-01T00:00:00Z')

const configuration = await house.application.configurations.of(clinic.workspaceId)
const asha = configuration.practices.find(
  ({ doctor }) => doctor.id === clinic.id('practitioner', 'asha-rao'),
) as Practice

interface Changes {
  zone?: string
  doctor?: Partial<Doctor>
  practice?: Partial<Practice>
  settings?: Partial<Configuration>
}

/** A question about Asha's practice, with changes. */
function question(
  { zone = 'Asia/Kolkata', doctor, practice, settings }: Changes = {},
  more: Partial<DayQuestion> = {},
): DayQuestion {
  const changed = {
    ...asha,
    location: { ...asha.location, timezone: zone },
    ...practice,
    doctor: { ...asha.doctor, ...doctor },
  }
  const wish = { mode: undefined, lengthMins: changed.slotMins }
  return {
    configuration: { ...configuration, ...settings },
    practice: changed,
    date: monday,
    wish,
    busy: [],
    isForPatients: false,
    counts: [],
    now: newYear,
    ...more,
  }
}

/** The day in lines of `09:00-09:15 OFFERED`; consecutive ones with the same reason are joined. */
function lines(times: readonly ExplainedTime[]): string[] {
  const groups: ExplainedTime[][] = []
  for (const time of times) {
    const last = groups.at(-1)?.at(-1)
    if (last?.why === time.why && last.to === time.from) groups.at(-1)?.push(time)
    else groups.push([time])
  }
  return groups.map(
    (group) => `${group[0]?.fromClock}-${group.at(-1)?.toClock} ${group[0]?.reason}`,
  )
}

const hours = (fromMinute: number, toMinute: number, ...modes: Mode[]): WorkingWindow => ({
  fromMinute,
  toMinute,
  modes,
})
const onDate = (...windows: WorkingWindow[]): Partial<Practice> => ({
  exceptions: new Map([[monday, windows]]),
})
const at = (clock: string) => Date.parse(`${monday}T${clock}:00+05:30`)
const busyAt = (kind: BusyInterval['kind'], from: string, to: string): BusyInterval => ({
  kind,
  from: at(from),
  to: at(to),
})

describe('a time of a date', () => {
  it('is offered in its modes, or outside the weekly hours', () => {
    const times = explainDay(question())
    expect(lines(times)).toEqual([
      '00:00-09:00 NO_HOURS',
      '09:00-13:00 OFFERED',
      '13:00-16:00 NO_HOURS',
      '16:00-19:00 OFFERED',
      '19:00-24:00 NO_HOURS',
    ])
    expect(times[1]).toEqual({
      from: at('09:00'),
      to: at('09:15'),
      fromClock: '09:00',
      toClock: '09:15',
      isSlot: true,
      reason: 'OFFERED',
      why: 'offered OFFLINE, ONLINE, WALK_IN',
    })
    expect(times[0]?.why).toBe('outside the weekly hours')
    expect(explainDay(question({}, { date: '2030-01-06' })).map(({ why }) => why)).toEqual([
      'no hours on this weekday',
    ])
  })

  it('is booked, held or blocked, the reason with the highest priority first', () => {
    const busy = [
      busyAt('BLOCKED', '09:00', '10:00'),
      busyAt('HELD', '09:15', '09:45'),
      busyAt('BOOKED', '09:20', '09:25'),
    ]
    expect(
      lines(explainDay(question({ practice: onDate(hours(540, 615, 'OFFLINE')) }, { busy }))).slice(
        1,
        -1,
      ),
    ).toEqual([
      '09:00-09:15 BLOCKED',
      '09:15-09:30 BOOKED',
      '09:30-09:45 HELD',
      '09:45-10:00 BLOCKED',
      '10:00-10:15 OFFERED',
    ])
  })

  it('is past once it has begun, no matter who booked it [A-088]', () => {
    const times = explainDay(
      question({}, { now: at('09:15'), busy: [busyAt('BOOKED', '09:00', '09:15')] }),
    )
    expect(lines(times).slice(0, 3)).toEqual([
      '00:00-09:00 NO_HOURS',
      '09:00-09:30 PAST',
      '09:30-13:00 OFFERED',
    ])
  })

  it('is on a day that is closed, by a range or separately', () => {
    const closed = explainDay(
      question({ practice: { closings: [{ firstDate: '2030-01-01', lastDate: monday }] } }),
    )
    expect(closed).toMatchObject([
      { fromClock: '00:00', toClock: '24:00', reason: 'CLOSED', why: 'a closing day' },
    ])
    expect(explainDay(question({ practice: onDate() }))).toMatchObject([
      { reason: 'CLOSED', why: 'closed on this date' },
    ])
    const named = {
      ...onDate(hours(540, 555, 'OFFLINE')),
      closings: [{ firstDate: monday, lastDate: monday }],
    }
    expect(
      explainDay(question({ practice: named })).map(({ reason, why }) => [reason, why]),
    ).toEqual([
      ['NO_HOURS', 'outside the hours of this date'],
      ['OFFERED', 'offered OFFLINE, WALK_IN'],
      ['NO_HOURS', 'outside the hours of this date'],
    ])
  })

  it('is in the rest of the hours, into which no visit fits, unless other hours cover it', () => {
    const practice = onDate(
      hours(540, 575, 'OFFLINE'),
      hours(540, 575, 'ONLINE'),
      hours(600, 640, 'OFFLINE'),
      hours(630, 645, 'OFFLINE'),
    )
    expect(lines(explainDay(question({ practice })))).toEqual([
      '00:00-09:00 NO_HOURS',
      '09:00-09:30 OFFERED',
      '09:30-09:35 DOES_NOT_FIT',
      '09:35-10:00 NO_HOURS',
      '10:00-10:45 OFFERED',
      '10:45-24:00 NO_HOURS',
    ])
  })

  it.each<[string, Changes, string]>([
    [
      'the workspace has no video',
      { settings: { onlineBookingEnabled: false } },
      'ONLINE is not offered: the workspace has no video',
    ],
    [
      'the practitioner may not',
      { doctor: { allowOnline: false } },
      'ONLINE is not offered: allowOnline of the practitioner is off',
    ],
    [
      'the practitioner has no video',
      { doctor: { canHostOnline: false } },
      'ONLINE is not offered: the practitioner has no video',
    ],
  ])('is of a mode that is not offered: %s [WS-32]', (_, changes, why) => {
    const practice = onDate(hours(540, 570, 'ONLINE'), hours(570, 600, 'OFFLINE', 'ONLINE'))
    expect(explainDay(question({ ...changes, practice })).slice(1, -1)).toMatchObject([
      { reason: 'MODE_NOT_OFFERED', why },
      { reason: 'MODE_NOT_OFFERED', why },
      { reason: 'OFFERED', why: 'offered OFFLINE, WALK_IN' },
      { reason: 'OFFERED', why: 'offered OFFLINE, WALK_IN' },
    ])
    const online = explainDay(
      question({ ...changes, practice }, { wish: { mode: 'ONLINE', lengthMins: 15 } }),
    )
    expect(lines(online)).toEqual([
      '00:00-09:00 NO_HOURS',
      '09:00-10:00 MODE_NOT_OFFERED',
      '10:00-24:00 NO_HOURS',
    ])
  })

  it('is of modes that are not offered, each with its reason, or of other modes than the requested one [A-092]', () => {
    const practice = onDate(hours(540, 555, 'OFFLINE'), hours(555, 570, 'HOME_VISIT'))
    const [, first, second] = explainDay(question({ doctor: { allowOffline: false }, practice }))
    expect(first?.why).toBe(
      'OFFLINE is not offered: allowOffline of the practitioner is off; WALK_IN is not offered: allowOffline of the practitioner is off',
    )
    expect(second?.why).toBe('HOME_VISIT is not offered: allowOffline of the practitioner is off')
    expect(
      explainDay(question({ practice }, { wish: { mode: 'HOME_VISIT', lengthMins: 15 } })).slice(
        1,
        -1,
      ),
    ).toMatchObject([
      { fromClock: '09:00', reason: 'OTHER_MODE', why: 'hours of OFFLINE, WALK_IN' },
      { fromClock: '09:15', reason: 'OFFERED' },
    ])
    const past = { ...onDate(hours(540, 555, 'HOME_COLLECTION')) }
    expect(
      explainDay(question({ practice: past }, { now: Date.parse('2030-02-01T00:00:00Z') }))[1],
    ).toMatchObject({
      reason: 'MODE_NOT_OFFERED',
      why: 'HOME_COLLECTION is not offered: no hours of today or later have it',
    })
  })

  it.each<[string, Changes, Partial<DayQuestion>, Partial<ExplainedTime>]>([
    [
      'an inactive practitioner',
      { doctor: { isActiveMember: false } },
      {},
      { reason: 'PRACTITIONER_INACTIVE', why: 'the practitioner is no active member' },
    ],
    [
      'the queue',
      { doctor: { appointmentSystem: 'QMS' } },
      {},
      {
        reason: 'PRACTITIONER_USES_TOKENS',
        why: 'the practitioner runs a queue, which has tokens and no slots',
      },
    ],
    [
      'a length',
      {},
      { wish: { mode: undefined, lengthMins: 45 } },
      { reason: 'LENGTH_NOT_OFFERED', why: 'visits here take 10, 15, 30 minutes' },
    ],
    [
      'a late date',
      {},
      { date: '2033-01-02' },
      { reason: 'BEYOND_HORIZON', why: 'the last date that can be booked is 2033-01-01' },
    ],
  ])('is the whole day for %s', (_, changes, more, expected) => {
    expect(explainDay(question(changes, more))).toMatchObject([
      { fromClock: '00:00', toClock: '24:00', isSlot: false, ...expected },
    ])
  })

  it('is skipped by the clocks, or occurs twice [A-086]', () => {
    const windows = [hours(60, 240, 'OFFLINE')]
    const berlin = (date: string) =>
      explainDay(
        question(
          {
            zone: 'Europe/Berlin',
            practice: { slotMins: 30, exceptions: new Map([[date, windows]]) },
          },
          { date, wish: { mode: undefined, lengthMins: 30 } },
        ),
      )
    expect(lines(berlin('2030-03-31'))).toEqual([
      '00:00-01:00 NO_HOURS',
      '01:00-03:00 OFFERED',
      '02:00-03:00 TIME_DOES_NOT_EXIST',
      '03:00-04:00 OFFERED',
      '04:00-24:00 NO_HOURS',
    ])
    const twice = berlin('2030-10-27')
    expect(
      twice.filter(({ reason }) => reason === 'OFFERED').map(({ fromClock }) => fromClock),
    ).toEqual(['01:00', '01:30', '02:00', '02:30', '02:00', '02:30', '03:00', '03:30'])
    const reasonsWithClock = (date: string, clock: number) =>
      explainMinute(berlin(date), 'Europe/Berlin', date, clock).map(
        ({ reason, fromClock }) => `${fromClock} ${reason}`,
      )
    expect(reasonsWithClock('2030-10-27', 150)).toEqual(['02:30 OFFERED', '02:30 OFFERED'])
    expect(reasonsWithClock('2030-03-31', 150)).toEqual(['02:00 TIME_DOES_NOT_EXIST'])
    expect(reasonsWithClock('2030-10-27', 30)).toEqual(['00:00 NO_HOURS'])
  })

  it('at which no slot begins is explained with its neighbours', () => {
    const reasonsWithText = (clock: number, changes: Changes = {}) =>
      explainMinute(explainDay(question(changes)), 'Asia/Kolkata', monday, clock).map(
        ({ reason, why }) => [reason, why],
      )
    expect(reasonsWithText(540)).toEqual([['OFFERED', 'offered OFFLINE, ONLINE, WALK_IN']])
    expect(reasonsWithText(547)).toEqual([
      ['OFF_GRID', 'no slot begins then; the grid has 09:00 and 09:15'],
    ])
    expect(reasonsWithText(775)).toEqual([
      ['OFF_GRID', 'no slot begins then; the grid has 12:45 and 16:00'],
    ])
    expect(reasonsWithText(1_139)).toEqual([
      ['OFF_GRID', 'no slot begins then; the grid has 18:45'],
    ])
    expect(reasonsWithText(820)).toEqual([['NO_HOURS', 'outside the weekly hours']])
    expect(reasonsWithText(540, { practice: onDate(hours(535, 545, 'OFFLINE')) })).toEqual([
      ['OFF_GRID', 'no slot begins then; the grid has none on this date'],
    ])
    expect(reasonsWithText(540, { doctor: { appointmentSystem: 'QMS' } })).toMatchObject([
      ['PRACTITIONER_USES_TOKENS', expect.any(String)],
    ])
  })
})

const changeDates = changingZones.flatMap((zone) =>
  clockChanges(zone, 2029, 2030).map((instant) => ({ zone, date: dateAt(zone, instant) })),
)
const someDay = fc.oneof(
  fc.constantFrom(...changeDates.filter(({ date }) => date > '2029-12-01')),
  fc.record({
    zone: fc.constantFrom(...changingZones),
    date: fc.nat(40).map((days) => addDays('2029-12-20', days * 10)),
  }),
)
const someMinute = fc.oneof(
  fc.nat(96).map((quarter) => quarter * 15),
  fc.nat(1440),
)
const someWindow = fc
  .tuple(someMinute, someMinute, fc.subarray([...everyMode], { minLength: 1 }))
  .filter(([a, b]) => a !== b)
  .map(([a, b, modes]) => hours(Math.min(a, b), Math.max(a, b), ...modes))

describe('the offered times', () => {
  it('are exactly the listed ones, on random hours, exceptions, closing days, busy times and clocks; and the day is explained without a gap', {
    timeout: randomDaysMs,
  }, () => {
    const told = new Set<string>()
    fc.assert(
      fc.property(
        someDay,
        fc.record({
          weekly: fc.array(someWindow, { maxLength: 3 }),
          exception: fc.option(fc.array(someWindow, { maxLength: 3 }), { nil: undefined, freq: 3 }),
          isClosed: fc.boolean(),
          busy: fc.array(
            fc.tuple(fc.constantFrom(...busyKinds), fc.nat(1500), fc.integer({ min: 1, max: 120 })),
            { maxLength: 5 },
          ),
        }),
        fc.option(fc.constantFrom(...everyMode), { nil: undefined }),
        fc.constantFrom(10, 15, 30, 45),
        fc.integer({ min: -3_000, max: 1_600 }),
        fc.record({
          allowOnline: fc.boolean(),
          allowOffline: fc.boolean(),
          canHostOnline: fc.boolean(),
        }),
        (
          { zone, date },
          { weekly, exception, isClosed, busy: taken },
          mode,
          lengthMins,
          nowMinute,
          flags,
        ) => {
          const day = clinicDay(zone, date)
          const busy = taken.map(([kind, from, length]) => ({
            kind,
            from: day.from + from * minute,
            to: day.from + (from + length) * minute,
          }))
          const now = day.from + nowMinute * minute
          const practice: Partial<Practice> = {
            weeklyHours: new Map([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, weekly])),
            exceptions: new Map(exception ? [[date, exception]] : []),
            closings: isClosed ? [{ firstDate: date, lastDate: date }] : [],
          }
          const asked = question(
            { zone, practice, doctor: flags },
            { date, wish: { mode, lengthMins }, busy, now },
          )
          const times = explainDay(asked)

          // An independent implementation of the requirements: windows, walk-ins, permissions, and
          // a check of every pair.
          const windows = windowsOn(asked.practice, date)
          const walkIns = [...weekly, ...windows].some(({ modes }) => modes.includes('WALK_IN'))
          const worked = windows.map((window) =>
            window.modes.includes('OFFLINE') && !walkIns
              ? { ...window, modes: [...window.modes, 'WALK_IN'] }
              : window,
          )
          const allowed = everyMode.filter((name) =>
            name === 'ONLINE' ? flags.allowOnline && flags.canHostOnline : flags.allowOffline,
          )
          const today = dateAt(zone, now)
          const ahead = [...weekly, ...(exception && date >= today ? exception : [])].flatMap(
            ({ modes }) => modes,
          )
          const offered = allowed.filter(
            (name) => ahead.includes(name) || (name === 'WALK_IN' && ahead.includes('OFFLINE')),
          )
          const expected = ![10, 15, 30].includes(lengthMins)
            ? []
            : oracleSlots(zone, date, worked, lengthMins, new Set(offered))
                .filter(
                  ({ from, to, modes }) =>
                    (mode === undefined || modes.includes(mode)) &&
                    from > now &&
                    !busy.some((other) => other.from < to && from < other.to),
                )
                .map(({ from, to }) => [from, to])
          expect(
            times.filter(({ reason }) => reason === 'OFFERED').map(({ from, to }) => [from, to]),
          ).toEqual(expected)

          for (const { reason } of times) told.add(reason)
          let covered = day.from
          for (const { from, to } of times) {
            expect(from).toBeLessThanOrEqual(covered)
            covered = Math.max(covered, to)
          }
          expect(covered).toBe(day.to)
        },
      ),
      { numRuns: runSize(10_000, 200_000), ...fastCheckOptions },
    )
    // Except for one, reasons for whole days have their own tests.
    for (const reason of [
      'OFFERED',
      'BOOKED',
      'HELD',
      'BLOCKED',
      'PAST',
      'MODE_NOT_OFFERED',
      'OTHER_MODE',
      'DOES_NOT_FIT',
      'CLOSED',
      'NO_HOURS',
      'TIME_DOES_NOT_EXIST',
      'LENGTH_NOT_OFFERED',
    ])
      expect(told).toContain(reason)
  })
})

describe('clinic availability explain', () => {
  const explain = (of: Clinic, more: Record<string, unknown> = {}) =>
    house.operate('availability-explain', {
      workspace: of.name,
      doctor: 'asha-rao',
      date: monday,
      ...more,
    })

  it('offers what available-slots lists, as the day fills', async () => {
    const filling = await house.clinic()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(undefined, ...everyMode),
        fc.constantFrom(10, 15, 30),
        fc.constantFrom(monday, '2030-01-01', '2030-01-06'),
        fc.nat(),
        async (mode, durationMins, date, pick) => {
          const listed = (
            await listSlots(filling, 'asha-rao', 'jaipur', date, {
              durationMins,
              ...(mode && { mode }),
            })
          ).json
          const { times } = await explain(filling, { date, durationMins, ...(mode && { mode }) })
          const starts = (reason: string) =>
            times.filter((time: Json) => time.reason === reason).map(({ from }: Json) => from)
          expect(starts('OFFERED')).toEqual(
            listed.slots.map(({ fromDateTimeIso }: Json) => fromDateTimeIso),
          )
          expect(starts('BOOKED')).toEqual(
            listed.unavailableSlots.map(({ fromDateTimeIso }: Json) => fromDateTimeIso),
          )
          const slot = listed.slots[pick % Math.max(1, listed.slots.length)]
          if (slot)
            await book(filling, {
              mode: slot.modes[0],
              fromDateTimeIso: slot.fromDateTimeIso,
              toDateTimeIso: slot.toDateTimeIso,
              consultationCharge: undefined,
            })
        },
      ),
      { numRuns: runSize(30, 300), ...fastCheckOptions },
    )
  })

  it('shows a day in clinic time, times with one reason as one row', async () => {
    const renderLines = async (result: Json) =>
      (await renderResult('availability-explain', result)).split('\n')
    const own = await house.clinic()
    await book(own, {
      fromDateTimeIso: '2030-01-07T09:15:00+05:30',
      toDateTimeIso: '2030-01-07T09:30:00+05:30',
    })
    expect(await renderLines(await explain(own))).toEqual([
      'asha-rao at jaipur on MON 2030-01-07: visits of 15 minutes, any mode',
      '',
      'time           slots  reason    why',
      '-------------  -----  --------  --------------------------------',
      '00:00 - 09:00  -      NO_HOURS  outside the weekly hours',
      '09:00 - 09:15  1      OFFERED   offered OFFLINE, ONLINE, WALK_IN',
      '09:15 - 09:30  1      BOOKED    a visit is booked',
      '09:30 - 13:00  14     OFFERED   offered OFFLINE, ONLINE, WALK_IN',
      '13:00 - 16:00  -      NO_HOURS  outside the weekly hours',
      '16:00 - 19:00  12     OFFERED   offered OFFLINE, WALK_IN',
      '19:00 - 24:00  -      NO_HOURS  outside the weekly hours',
      '',
      expect.stringMatching(/^times of Asia\/Kolkata, where it is 2030-01-01 05:3\d$/),
    ])
    expect((await renderLines(await explain(own, { at: '09:20' })))[4]).toBe(
      '09:20  -      OFF_GRID  no slot begins then; the grid has 09:15 and 09:30',
    )
    const summer = await explain(own, {
      doctor: String(own.id('practitioner', 'jonas-weber')),
      date: '2030-03-31',
    })
    expect((await renderLines(summer))[4]).toBe(
      '00:00 +01:00 - 24:00 +02:00  -      NO_HOURS  no hours on this weekday',
    )
    expect(await explain(own, { at: '09:20', mode: 'ONLINE' })).toMatchObject({
      doctor: 'asha-rao',
      location: 'jaipur',
      timezone: 'Asia/Kolkata',
      durationMins: 15,
      mode: 'ONLINE',
      times: [
        {
          from: '2030-01-07T09:20:00+05:30',
          reason: 'OFF_GRID',
          why: 'no slot begins then; the grid has 09:15 and 09:30',
        },
      ],
    })
  })

  it('says what is missing or unknown, and what to type', async () => {
    const two = await house.clinic(({ practitioners }) => {
      const at = practitioners['asha-rao']?.at
      if (at?.jaipur)
        at.berlin = {
          slotMinutes: 15,
          fees: [{ mode: 'OFFLINE', amount: 50 }],
          hours: [{ days: ['MON'], from: '09:00', to: '10:00', modes: ['OFFLINE'] }],
        }
    })
    const refused = (more: Record<string, unknown>) => expect(explain(two, more)).rejects
    await refused({ doctor: 'nobody' }).toMatchObject({
      message: 'there is no practitioner nobody in this workspace',
      nextStep: 'see the list: clinic ids',
    })
    await refused({ doctor: 'constructor' }).toMatchObject({
      message: 'there is no practitioner constructor in this workspace',
    })
    await refused({}).toMatchObject({
      message: expect.stringMatching(/^asha-rao works at several locations: /),
      nextStep: 'name one of them: --location NAME',
    })
    await refused({ doctor: 'jonas-weber', location: 'jaipur' }).toMatchObject({
      message: 'jonas-weber does not work at jaipur',
      nextStep: 'choose one of: berlin',
    })
    for (const at of ['9', '24:00', '09:60'])
      await refused({ location: 'jaipur', at }).toMatchObject({
        message: `'${at}' is not a time of day`,
      })
    await refused({ location: 'jaipur', date: '2030-02-30' }).toMatchObject({
      message: expect.stringContaining('date must be'),
    })
    expect((await explain(two, { location: 'berlin' })).location).toBe('berlin')
    expect((await explain(two, { doctor: 'ravi-old' })).times).toMatchObject([
      { reason: 'PRACTITIONER_INACTIVE' },
    ])
  })
})
