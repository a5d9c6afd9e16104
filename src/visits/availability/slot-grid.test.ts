import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changingZones,
  clockChanges,
  listMinutes,
  listOpenings,
  oracleSlots,
  wallClock,
} from '../../../test/oracle/slot-oracle.ts'
import { fastCheckOptions, isLongRun, runSize } from '../../../test/support/run/sizes.ts'
import { addDays } from '../../base/values/calendar-date.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { modes as everyMode, type Mode } from '../../base/values/modes.ts'
import type { Configuration, Doctor, Practice } from '../../clinic/catalogue/configuration.ts'
import { type WorkingWindow, windowsOn } from '../../clinic/catalogue/hours.ts'
import { splitByBusy } from '../occupancy/busy-time.ts'
import { busyKinds } from '../occupancy/queries.ts'
import { type Bookable, isOffered, slotsOn, toBookable } from './bookable.ts'
import { buildGrid, type GridSlot } from './slot-grid.ts'

const minute = 60_000
const inClinic: ReadonlySet<Mode> = new Set(['OFFLINE'])
const randomGridsMs = runSize(120_000, 1_800_000)

const firstYear = 2024
const lastYear = 2030

interface Day {
  zone: string
  date: string
}

interface Change extends Day {
  /**
   * What the clock would show at the change without it, and what it shows after it (minutes of the
   * day).
   */
  before: number
  after: number
}

/** Every clock change, and the clinic date on which it happens. */
const changes = changingZones.flatMap((zone) =>
  clockChanges(zone, firstYear, lastYear).map((instant): Change => {
    const last = wallClock(zone, instant - minute)
    const first = wallClock(zone, instant)
    return {
      zone,
      date: first.toPlainDate().toString(),
      before: (last.hour * 60 + last.minute + 1) % 1440,
      after: first.hour * 60 + first.minute,
    }
  }),
)
const daysAround = (change: Change): Day[] =>
  [-1, 0, 1].map((step) => ({ zone: change.zone, date: addDays(change.date, step) }))

/** The days next to a change at midnight; the zone decides which of them it belongs to. */
const midnightChanges = new Set(
  changes
    .filter(({ before, after }) => before === 0 || after === 0)
    .flatMap(daysAround)
    .map(({ zone, date }) => `${zone} ${date}`),
)

/**
 * Ordinary days, of all zones, spread evenly: the strides have no common factor with the counts.
 */
const allZones = Intl.supportedValuesOf('timeZone')
const otherDays = Array.from({ length: runSize(300, 20_000) }, (_, n): Day => {
  return {
    zone: allZones[(n * 37) % allZones.length] ?? 'UTC',
    date: addDays('2024-01-01', (n * 971) % 2557),
  }
})

const clockTime = (zone: string, instant: number) =>
  wallClock(zone, instant).toPlainTime().toString()

interface AnySlot extends Interval {
  modes: readonly string[]
}

function isSameList(a: readonly AnySlot[], b: readonly AnySlot[]): boolean {
  const isSame = (one: AnySlot, other: AnySlot | undefined) =>
    one.from === other?.from &&
    one.to === other.to &&
    [...one.modes].sort().join() === [...other.modes].sort().join()
  return a.length === b.length && a.every((slot, index) => isSame(slot, b[index]))
}

/** Slots as lines that are easy to compare. */
function lines(slots: readonly AnySlot[]): string[] {
  return slots.map(
    ({ from, to, modes }) =>
      `${new Date(from).toISOString()} ${(to - from) / minute} min ${[...modes].sort()}`,
  )
}

const someModes = fc.subarray([...everyMode], { minLength: 1 })
// Full hours coincide with each other and with clock changes; odd minutes do not.
const someMinute = fc.oneof(
  fc.integer({ min: 0, max: 24 }).map((hour) => hour * 60),
  fc.integer({ min: 0, max: 96 }).map((quarter) => quarter * 15),
  fc.nat(1440),
)
const someWindow = fc
  .tuple(someMinute, someMinute, someModes)
  .filter(([a, b]) => a !== b)
  .map(
    ([a, b, modes]): WorkingWindow => ({
      fromMinute: Math.min(a, b),
      toMinute: Math.max(a, b),
      modes,
    }),
  )
const someWindows = fc.array(someWindow, { minLength: 1, maxLength: 4 })
const someDay = fc.oneof(
  fc.constantFrom(...changes.flatMap(daysAround)),
  fc.constantFrom(...otherDays),
)
const someLength = fc.oneof(
  fc.constantFrom(10, 15, 20, 30, 45, 60),
  fc.integer({ min: 5, max: 180 }),
)

describe('the grid of a date', () => {
  it('lists exactly the slots that the oracle finds, on random windows, dates and zones [SLOT-03]', {
    timeout: randomGridsMs,
  }, () => {
    const reached = {
      gapDay: 0,
      repeatedHour: 0,
      midnightChange: 0,
      windowInsideGap: 0,
      sameClockTwice: 0,
      mergedSlot: 0,
      crossedBreak: 0,
    }
    fc.assert(
      fc.property(
        someDay,
        someWindows,
        someLength,
        someModes,
        (day, windows, lengthMins, modes) => {
          const listed = buildGrid(day.zone, day.date, windows, { lengthMins }, new Set(modes))
          const expected = oracleSlots(day.zone, day.date, windows, lengthMins, new Set(modes))
          if (!isSameList(listed, expected)) expect(lines(listed)).toEqual(lines(expected))

          const minutes = listMinutes(day.zone, day.date)
          const isGapDay = minutes.length < 1440
          const hasRepeatedHour = minutes.length > 1440
          if (isGapDay) reached.gapDay += 1
          if (hasRepeatedHour) reached.repeatedHour += 1
          if ((isGapDay || hasRepeatedHour) && midnightChanges.has(`${day.zone} ${day.date}`))
            reached.midnightChange += 1
          if (isGapDay && windows.some((window) => listOpenings(minutes, window).length === 0))
            reached.windowInsideGap += 1
          if (
            hasRepeatedHour &&
            new Set(listed.map(({ from }) => clockTime(day.zone, from))).size < listed.length
          )
            reached.sameClockTwice += 1
          if (
            listed.some(
              (slot) =>
                !windows.some((window) => slot.modes.every((mode) => window.modes.includes(mode))),
            )
          )
            reached.mergedSlot += 1
          if (
            listed.some(
              (slot, index) => index > 0 && slot.from > (listed[index - 1] as GridSlot).to,
            )
          )
            reached.crossedBreak += 1
        },
      ),
      { numRuns: runSize(10_000, 1_000_000), ...fastCheckOptions },
    )
    expect(Object.entries(reached).filter(([, times]) => times === 0)).toEqual([])
  })

  it('lists exactly the slots that the oracle finds around every clock change of 2024 to 2030', {
    timeout: randomGridsMs,
  }, () => {
    expect(changes.length).toBeGreaterThan(100)
    const wrong: string[] = []
    const lengths = [15, 25, 60]
    for (const change of changes) {
      const edges = [change.before, change.after].flatMap((at) =>
        [-90, -30, -15, 0, 15, 30, 60].map((step) => at + step),
      )
      const marks = [...new Set([0, 1440, ...edges])]
        .filter((mark) => mark >= 0 && mark <= 1440)
        .sort((a, b) => a - b)
      const windows = marks.flatMap((fromMinute) =>
        marks
          .filter((toMinute) => toMinute > fromMinute)
          .map((toMinute): WorkingWindow => ({ fromMinute, toMinute, modes: ['OFFLINE'] })),
      )
      for (const day of daysAround(change)) {
        for (const [index, window] of windows.entries()) {
          // Each window in one length, or in the long run in each.
          for (const lengthMins of isLongRun
            ? lengths
            : [lengths[index % lengths.length] as number]) {
            const listed = buildGrid(day.zone, day.date, [window], { lengthMins }, inClinic)
            const expected = oracleSlots(day.zone, day.date, [window], lengthMins, inClinic)
            if (!isSameList(listed, expected))
              wrong.push(
                `${day.zone} ${day.date} ${window.fromMinute}-${window.toMinute} by ${lengthMins}`,
              )
          }
        }
      }
    }
    expect({ wrong: wrong.length, first: wrong.slice(0, 5) }).toEqual({ wrong: 0, first: [] })
  })

  const newYork = 'America/New_York'
  it.each([
    // The hour from two to three does not exist on 8 March, the one from one to two exists twice on
    // 1 November.
    [
      'opens a window at the moment the clocks jump into it',
      newYork,
      '2026-03-08',
      150,
      240,
      ['03:00-04:00'],
    ],
    ['has no slot in a skipped hour', newYork, '2026-03-08', 120, 180, []],
    [
      'steps in elapsed time over a gap',
      newYork,
      '2026-03-08',
      60,
      240,
      ['01:00-05:00', '03:00-04:00'],
    ],
    [
      'lists both passes of a repeated hour',
      newYork,
      '2026-11-01',
      60,
      120,
      ['01:00-04:00', '01:00-05:00'],
    ],
    [
      'keeps to the hours in both passes of a repeated hour',
      newYork,
      '2026-11-01',
      60,
      121,
      ['01:00-04:00', '01:00-05:00'],
    ],
    [
      'closes a window that ends where the repeated hour begins',
      newYork,
      '2026-11-01',
      0,
      60,
      ['00:00-04:00'],
    ],
    [
      'begins the day when the clocks jump over midnight',
      'Asia/Beirut',
      '2026-03-29',
      0,
      120,
      ['01:00+03:00'],
    ],
    [
      'ends the day after its repeated last hour',
      'Asia/Beirut',
      '2026-10-24',
      1380,
      1440,
      ['23:00+03:00', '23:00+02:00'],
    ],
  ])('%s (A-086)', (_, zone, date, fromMinute, toMinute, expected) => {
    const listed = buildGrid(
      zone,
      date,
      [{ fromMinute, toMinute, modes: ['OFFLINE'] }],
      { lengthMins: 60 },
      inClinic,
    )
    expect(
      listed.map(({ from }) =>
        wallClock(zone, from).toString({ timeZoneName: 'never', smallestUnit: 'minute' }).slice(11),
      ),
    ).toEqual(expected)
  })

  it('leaves out what does not fit before the end of a window', () => {
    const windows: WorkingWindow[] = [{ fromMinute: 540, toMinute: 599, modes: ['OFFLINE'] }]
    expect(buildGrid('UTC', '2030-01-07', windows, { lengthMins: 30 }, inClinic)).toHaveLength(1)
    expect(buildGrid('UTC', '2030-01-07', windows, { lengthMins: 60 }, inClinic)).toEqual([])
  })

  it('takes the hours of a date from its exception, else from its weekday', () => {
    const weekly = [{ fromMinute: 0, toMinute: 60, modes: [] }]
    const special = [{ fromMinute: 60, toMinute: 90, modes: [] }]
    const hours = {
      weeklyHours: new Map([[1, weekly]]),
      closings: [],
      exceptions: new Map([
        ['2030-01-14', special],
        ['2030-01-21', []],
      ]),
    }
    expect(
      ['2030-01-07', '2030-01-14', '2030-01-21', '2030-01-08'].map((date) =>
        windowsOn(hours, date),
      ),
    ).toEqual([weekly, special, [], []])
  })
})

describe('the subtraction of busy time', () => {
  const someInterval = fc
    .tuple(fc.nat(400), fc.nat(60))
    .map(([from, length]): Interval => ({ from, to: from + length + 1 }))

  it('splits slots into free and taken exactly as checking every pair does', () => {
    fc.assert(
      fc.property(
        fc.array(someInterval),
        fc.array(fc.tuple(someInterval, fc.constantFrom(...busyKinds))),
        (slots, some) => {
          const busy = some.map(([interval, kind]) => ({ ...interval, kind }))
          // Two half-open intervals overlap unless one ends before the other begins; the kind with
          // the highest priority counts.
          const busyKind = (slot: Interval) => {
            const kinds = busy
              .filter(({ from, to }) => !(to <= slot.from || slot.to <= from))
              .map(({ kind }) => kind)
            return busyKinds.find((kind) => kinds.includes(kind))
          }
          expect(splitByBusy(slots, busy)).toEqual({
            free: slots.filter((slot) => busyKind(slot) === undefined),
            taken: slots.flatMap((slot) =>
              busyKind(slot) === undefined ? [] : [{ slot, kind: busyKind(slot) }],
            ),
          })
        },
      ),
      { numRuns: runSize(5_000, 200_000), ...fastCheckOptions },
    )
  })

  it('leaves exactly the slots of a grid whose every minute is free, on random dates, zones, visits and calendars [SLOT-23] [SLOT-26]', {
    timeout: randomGridsMs,
  }, () => {
    const someBusy = fc.array(
      fc.record({
        start: fc.nat(1500),
        length: fc.integer({ min: 1, max: 400 }),
        kind: fc.constantFrom(...busyKinds),
      }),
      {
        maxLength: 6,
      },
    )
    const reached = { BOOKED: 0, HELD: 0, BLOCKED_BY_CLINIC: 0, BLOCKED: 0, TRAVEL: 0, free: 0 }
    fc.assert(
      fc.property(someDay, someWindows, someLength, someBusy, (day, windows, lengthMins, some) => {
        const minutes = listMinutes(day.zone, day.date)
        const midnight = minutes[0]?.instant ?? 0
        const busy = some.map(({ start, length, kind }) => ({
          from: midnight + start * minute,
          to: midnight + (start + length) * minute,
          kind,
        }))
        const { free, taken } = splitByBusy(
          buildGrid(day.zone, day.date, windows, { lengthMins }, new Set(everyMode)),
          busy,
        )
        const expected = oracleSlots(
          day.zone,
          day.date,
          windows,
          lengthMins,
          new Set(everyMode),
        ).map(({ from, to }) => {
          const passing = Array.from(
            { length: (to - from) / minute },
            (_, index) => from + index * minute,
          )
          const kinds = busy
            .filter((interval) =>
              passing.some((instant) => interval.from <= instant && instant < interval.to),
            )
            .map(({ kind }) => kind)
          return { from, kind: busyKinds.find((kind) => kinds.includes(kind)) ?? ('free' as const) }
        })
        for (const { kind } of expected) reached[kind] += 1
        const found = [
          ...free.map(({ from }) => ({ from, kind: 'free' })),
          ...taken.map(({ slot: { from }, kind }) => ({ from, kind })),
        ]
        expect(found.sort((a, b) => a.from - b.from)).toEqual(expected)
      }),
      { numRuns: runSize(1_500, 100_000), ...fastCheckOptions },
    )
    expect(Object.entries(reached).filter(([, times]) => times === 0)).toEqual([])
  })
})

const doctor: Doctor = {
  id: 1,
  displayName: 'Dr. Asha Rao',
  isActiveMember: true,
  specialization: 'Physiotherapy',
  appointmentSystem: 'SCHEDULED',
  allowOnline: true,
  allowOffline: true,
  allowCancellation: true,
  allowRescheduling: true,
  cancellationAllowedBeforeHours: 0,
  canHostOnline: true,
  video: null,
  refundPolicy: null,
  patientRules: null,
  followUpValidDays: 7,
  profile: null,
}

function practiceWith(
  practice: Partial<Practice>,
  timezone = 'Asia/Kolkata',
  of: Partial<Doctor> = {},
): Practice {
  return {
    doctor: { ...doctor, ...of },
    location: {
      id: 1,
      fullAddress: '12 MI Road',
      city: 'Jaipur',
      state: 'Rajasthan',
      country: 'IN',
      timezone,
      currency: 'INR',
      internationalCurrency: null,
      roomIds: new Set(),
    },
    slotMins: 30,
    followUpFeeMinor: 0,
    travelMins: 0,
    patientRules: undefined,
    fees: [],
    tiers: [],
    shifts: [],
    visitType: null,
    typeRoomIds: [],
    weeklyHours: new Map(),
    exceptions: new Map(),
    closings: [],
    ...practice,
  }
}

function bookable(practice: Practice, onlineBookingEnabled = true): Bookable {
  const configuration: Configuration = {
    workspaceId: 1,
    version: 1,
    title: 'Sunrise',
    timezone: practice.location.timezone,
    onlineBookingEnabled,
    paymentGateway: null,
    gateways: null,
    jitsi: null,
    sessionPacks: [],
    visitTypes: [],
    askedOfNewPatients: [],
    sessionVisitsMax: 10,
    strictPrices: false,
    refundPolicy: null,
    patientRules: null,
    paymentMethods: [],
    entitlements: new Set(),
    activeMemberIds: new Set(),
    messages: null,
    notices: null,
    workspace: 'sunrise',
    legal: null,
    noticesOff: false,
    workspaceProfile: null,
    locations: [practice.location],
    practices: [practice],
    doctors: [practice.doctor],
  }
  const found = toBookable(configuration, practice, 0)
  if (!found) throw new Error('an active doctor cannot be booked')
  // The dates of these tests are further ahead than can be booked.
  return { ...found, lastDate: '2199-12-31' }
}

const tier = (id: number, durationMins: number) => ({
  id,
  name: `tier ${id}`,
  durationMins,
  amountMinor: 0,
  internationalAmountMinor: null,
})
const always = Number.NEGATIVE_INFINITY
const monday = '2030-01-07'
const mondays = (...windows: WorkingWindow[]) => ({ weeklyHours: new Map([[1, windows]]) })
const morning: WorkingWindow = { fromMinute: 540, toMinute: 720, modes: ['OFFLINE', 'ONLINE'] }

describe('bookable slots', () => {
  it('include every listed slot in each of its modes, and no time off the grid', {
    timeout: randomGridsMs,
  }, () => {
    fc.assert(
      fc.property(
        someDay,
        someWindows,
        fc.integer({ min: 15, max: 180 }),
        fc.integer({ min: 1, max: 10_000 }),
        (day, windows, slotMins, seconds) => {
          const offer = bookable(
            practiceWith({ slotMins, exceptions: new Map([[day.date, windows]]) }, day.zone),
          )
          const listed = slotsOn(offer, day.date, { mode: undefined, lengthMins: slotMins }, always)
          const modesAt = (time: Interval) =>
            everyMode.filter((mode) => isOffered(offer, time, mode, always))
          for (const slot of listed)
            expect(modesAt(slot)).toEqual(everyMode.filter((mode) => slot.modes.includes(mode)))

          const first = listed[0]
          const last = listed.at(-1)
          if (!first || !last) return
          const starts = new Set(listed.map(({ from }) => from))
          const near = [
            first.from + seconds * 1_000,
            last.from - seconds * 1_000,
            last.to + seconds * 1_000,
          ].filter((from) => !starts.has(from))
          for (const from of near)
            expect(modesAt({ from, to: from + slotMins * minute })).toEqual([])
          expect(modesAt({ from: first.from, to: first.to + minute })).toEqual([])
        },
      ),
      { numRuns: runSize(500, 20_000), ...fastCheckOptions },
    )
  })

  it('are listed for every mode, or for the requested one [SLOT-05, SLOT-06]', () => {
    const offer = bookable(
      practiceWith(
        mondays(morning, { fromMinute: 720, toMinute: 780, modes: ['ONLINE', 'HOME_VISIT'] }),
      ),
    )
    const count = (mode: Mode | undefined) =>
      slotsOn(offer, monday, { mode, lengthMins: 30 }, always).length
    expect([undefined, ...everyMode].map(count)).toEqual([8, 6, 8, 2, 0, 6])
    for (const mode of offer.offeredModes) {
      for (const slot of slotsOn(offer, monday, { mode, lengthMins: 30 }, always))
        expect(slot.modes).toContain(mode)
    }
  })

  it('have a length only if it is on offer, in its own grid [SLOT-07]', () => {
    const offer = bookable(
      practiceWith({
        ...mondays(morning),
        slotMins: 30,
        tiers: [tier(1, 45), tier(2, 30), tier(3, 60)],
      }),
    )
    expect(offer.lengths).toEqual([30, 45, 60])
    const lengths = (lengthMins: number) =>
      slotsOn(offer, monday, { mode: undefined, lengthMins }, always).map(
        ({ from, to }) => (to - from) / minute,
      )
    expect([30, 45, 60, 20].map(lengths)).toEqual([
      Array(6).fill(30),
      Array(4).fill(45),
      Array(3).fill(60),
      [],
    ])
  })

  it('are one grid for practices with the same hours, and another where anything that decides them differs', () => {
    const listSlots = (practice: Practice, date = monday, lengthMins = 30) =>
      slotsOn(bookable(practice), date, { mode: undefined, lengthMins }, always)
    const everyDay = (window: WorkingWindow) => ({
      weeklyHours: new Map([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, [window]])),
    })
    const tiers = [tier(1, 45)]
    const grid = listSlots(practiceWith({ ...everyDay(morning), tiers }))
    expect(
      listSlots(practiceWith({ ...everyDay({ ...morning }), slotMins: 45, tiers: [tier(9, 30)] })),
    ).toBe(grid)
    const others = [
      listSlots(practiceWith(everyDay(morning), 'Europe/Berlin')),
      listSlots(practiceWith(everyDay(morning)), '2030-01-08'),
      listSlots(practiceWith({ ...everyDay(morning), tiers }), monday, 45),
      listSlots(practiceWith(everyDay({ ...morning, fromMinute: 510 }))),
      listSlots(practiceWith(everyDay({ ...morning, toMinute: 750 }))),
      listSlots(practiceWith(everyDay({ ...morning, modes: ['OFFLINE', 'HOME_VISIT'] }))),
      listSlots(practiceWith(everyDay(morning), 'Asia/Kolkata', { allowOnline: false })),
    ]
    for (const other of others) expect(other).not.toEqual(grid)
  })

  it('start after now (A-088)', () => {
    const offer = bookable(practiceWith(mondays(morning)))
    const wish = { mode: undefined, lengthMins: 30 }
    const all = slotsOn(offer, monday, wish, always)
    for (const [index, slot] of all.entries()) {
      expect(slotsOn(offer, monday, wish, slot.from - 1)).toEqual(all.slice(index))
      expect(slotsOn(offer, monday, wish, slot.from)).toEqual(all.slice(index + 1))
      expect(
        [slot.from - 1, slot.from].map((now) => isOffered(offer, slot, 'OFFLINE', now)),
      ).toEqual([true, false])
    }
    expect(slotsOn(offer, monday, wish, Date.parse('2030-01-08T00:00+05:30'))).toEqual([])
  })

  it('are the same wherever the server is', () => {
    const offer = bookable(practiceWith(mondays(morning), 'America/New_York'))
    const home = process.env.TZ
    const listings = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'].map((zone) => {
      process.env.TZ = zone
      return {
        offset: new Date(0).getTimezoneOffset(),
        listed: lines(slotsOn(offer, monday, { mode: undefined, lengthMins: 30 }, always)),
      }
    })
    if (home === undefined) delete process.env.TZ
    else process.env.TZ = home
    // The first check shows that the server did move.
    expect(new Set(listings.map(({ offset }) => offset)).size).toBe(3)
    expect(new Set(listings.map(({ listed }) => listed.join())).size).toBe(1)
  })

  it('include ONLINE only with all three permissions, and nothing in person without allowOffline (A-092)', () => {
    const practice = mondays({
      ...morning,
      modes: ['OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION'],
    })
    const inPerson = ['OFFLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN']
    for (const enabled of [true, false]) {
      for (const allowOnline of [true, false]) {
        for (const canHostOnline of [true, false]) {
          for (const allowOffline of [true, false]) {
            const offer = bookable(
              practiceWith(practice, 'UTC', { allowOnline, canHostOnline, allowOffline }),
              enabled,
            )
            const expected = [
              ...(enabled && allowOnline && canHostOnline ? ['ONLINE'] : []),
              ...(allowOffline ? inPerson : []),
            ].sort()
            expect([...offer.offeredModes].sort()).toEqual(expected)
            const [slot] = slotsOn(offer, monday, { mode: undefined, lengthMins: 30 }, always)
            expect([...(slot?.modes ?? [])].sort()).toEqual(expected)
          }
        }
      }
    }
  })

  it('include walk-ins in the in-clinic windows unless those have their own windows (A-093)', () => {
    const walkIns = (...windows: WorkingWindow[]) => {
      return slotsOn(
        bookable(practiceWith(mondays(...windows))),
        monday,
        { mode: 'WALK_IN', lengthMins: 30 },
        always,
      ).length
    }
    expect(walkIns(morning)).toBe(6)
    expect(walkIns({ ...morning, modes: ['ONLINE'] })).toBe(0)
    expect(walkIns(morning, { fromMinute: 780, toMinute: 840, modes: ['WALK_IN'] })).toBe(2)
  })

  it('are none for a queue, and for an inactive member', () => {
    const queue = bookable(practiceWith(mondays(morning), 'UTC', { appointmentSystem: 'QMS' }))
    expect(slotsOn(queue, monday, { mode: undefined, lengthMins: 30 }, always)).toEqual([])
    const inactive = practiceWith(mondays(morning), 'UTC', { isActiveMember: false })
    expect(toBookable({ onlineBookingEnabled: true } as Configuration, inactive, 0)).toBeUndefined()
  })
})
