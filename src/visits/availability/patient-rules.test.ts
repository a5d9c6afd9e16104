import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changingZones, clockChanges, oracleSlots } from '../../../test/oracle/slot-oracle.ts'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  queryString,
} from '../../../test/support/clinic/harness.ts'
import { recordStatements } from '../../../test/support/database/statements-during.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import { addDays, weekdayNumber } from '../../base/values/calendar-date.ts'
import { clinicDay, dateAt } from '../../base/values/clinic-time.ts'
import { modes as everyMode, type Mode } from '../../base/values/modes.ts'
import { mergePatientRules, type PatientRules } from '../../base/values/patient-rules.ts'
import type { Practice, VisitType } from '../../clinic/catalogue/configuration.ts'
import { practiceUnderType } from '../../clinic/catalogue/visit-types.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'
import { busyKinds } from '../occupancy/queries.ts'
import { patientBookable, toBookable } from './bookable.ts'
import { explainDay } from './explain.ts'
import { findDaysAndNext } from './next-available.ts'

const house = await openHarness()
const minute = 60_000
const monday = '2030-01-07'

const typeId = 7
const roomIds = [1, 2]
/** A visit type of 30 minutes, with random modes, rules and rooms. */
const someType = fc.record({
  modes: fc.subarray<Mode>(['OFFLINE', 'ONLINE', 'HOME_VISIT']),
  roomIds: fc.subarray(roomIds),
  patientRules: fc.option(
    fc.record(
      {
        noticeMinutes: fc.constantFrom(0, 60, 4_000),
        horizonDays: fc.constantFrom(0, 3),
        gapMinutes: fc.constantFrom(0, 5),
        perDay: fc.integer({ min: 1, max: 3 }),
        perWeek: fc.integer({ min: 1, max: 5 }),
      },
      { requiredKeys: [] },
    ),
    { nil: null },
  ),
})

const caps = { perDay: fc.integer({ min: 1, max: 3 }), perWeek: fc.integer({ min: 1, max: 5 }) }
const someRules: fc.Arbitrary<PatientRules> = fc.record(
  {
    noticeMinutes: fc.constantFrom(0, 1, 60, 1_440, 4_000),
    horizonDays: fc.constantFrom(0, 1, 3, 30),
    gapMinutes: fc.constantFrom(0, 5, 7, 30),
    ...caps,
    modes: fc.record(
      {
        OFFLINE: fc.record(caps, { requiredKeys: [] }),
        ONLINE: fc.record(caps, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)

const typeOfHalfAnHour: VisitType = {
  id: typeId,
  displayName: 'Check',
  description: null,
  visitMins: 30,
  tierName: null,
  modes: [],
  currency: null,
  amountMinor: null,
  internationalCurrency: null,
  internationalAmountMinor: null,
  patientRules: null,
  doctorIds: [],
  roomIds: [],
}

describe('the rules of several levels', () => {
  it('are, of each, the nearest one [RULE-01] [RULE-04]', () => {
    fc.assert(
      fc.property(someRules, someRules, someRules, (...levels) => {
        const merged = mergePatientRules(...levels) ?? {}
        for (const name of ['noticeMinutes', 'horizonDays', 'gapMinutes', 'perDay'] as const)
          expect(merged[name]).toBe(levels.findLast((level) => level[name] !== undefined)?.[name])
        for (const mode of ['OFFLINE', 'ONLINE'] as const)
          expect(merged.modes?.[mode]?.perWeek).toBe(
            levels.findLast((level) => level.modes?.[mode]?.perWeek !== undefined)?.modes?.[mode]
              ?.perWeek,
          )
      }),
      fastCheckOptions,
    )
    expect(mergePatientRules(null, null)).toBeUndefined()
  })
})

describe('the times for patients', () => {
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
  const someWindow = fc
    .tuple(
      fc.nat(96),
      fc.nat(1_440),
      fc.subarray<Mode>(['OFFLINE', 'ONLINE', 'HOME_VISIT'], { minLength: 1 }),
    )
    .map(([quarter, other, modes]) => ({
      fromMinute: Math.min(quarter * 15, other),
      toMinute: Math.max(quarter * 15, other),
      modes,
    }))
    .filter(({ fromMinute, toMinute }) => fromMinute < toMinute)

  it('are exactly those that an oracle finds, listed and explained alike, with every rule and visit types, on random hours, busy times, rooms, visits and clocks [RULE-01] [RULE-02] [RULE-03] [RULE-04] [RULE-09]', {
    timeout: runSize(120_000, 3_600_000),
  }, async () => {
    const clinic = await house.clinic()
    const configuration = await house.application.configurations.of(clinic.workspaceId)
    const asha = configuration.practices.find(
      ({ doctor }) => doctor.id === clinic.id('practitioner', 'asha-rao'),
    ) as Practice
    const told = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        someDay,
        fc.record({
          windows: fc.array(someWindow, { minLength: 1, maxLength: 3 }),
          busy: fc.array(
            fc.tuple(fc.constantFrom(...busyKinds), fc.nat(1500), fc.integer({ min: 1, max: 120 })),
            { maxLength: 5 },
          ),
          counts: fc.array(
            fc.tuple(
              fc.integer({ min: -8, max: 8 }),
              fc.constantFrom<Mode>('OFFLINE', 'ONLINE'),
              fc.integer({ min: 1, max: 3 }),
              fc.constantFrom(null, typeId),
            ),
            { maxLength: 4 },
          ),
          roomTimes: fc.array(
            fc.tuple(fc.constantFrom(...roomIds), fc.nat(1500), fc.integer({ min: 1, max: 300 })),
            { maxLength: 4 },
          ),
          type: fc.option(someType, { nil: null }),
          travelMins: fc.constantFrom(0, 0, 20),
        }),
        someRules,
        fc.option(fc.constantFrom<Mode>('OFFLINE', 'ONLINE', 'HOME_VISIT'), { nil: undefined }),
        fc.integer({ min: -6_000, max: 1_600 }),
        async ({ zone, date }, drawn, ordinaryRules, mode, nowMinute) => {
          const day = clinicDay(zone, date)
          const busy = drawn.busy.map(([kind, from, length]) => ({
            kind,
            from: day.from + from * minute,
            to: day.from + (from + length) * minute,
          }))
          const counts = drawn.counts.map(([days, countedMode, count, visitTypeId]) => ({
            date: addDays(date, days),
            mode: countedMode,
            visitTypeId,
            count,
          }))
          // Only the times of rooms that a type has are read.
          const roomTimesDrawn = drawn.type?.roomIds.length ? drawn.roomTimes : []
          const roomTimes = roomTimesDrawn.map(([roomId, from, length]) => ({
            roomId,
            kind: 'BOOKED' as const,
            from: day.from + from * minute,
            to: day.from + (from + length) * minute,
          }))
          const now = day.from + nowMinute * minute
          const { travelMins, windows, type } = drawn
          const anyVisit: Practice = {
            ...asha,
            travelMins,
            patientRules: ordinaryRules,
            slotMins: 30,
            location: { ...asha.location, timezone: zone, roomIds: new Set(roomIds) },
            weeklyHours: new Map([1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, windows])),
            exceptions: new Map(),
            closings: [],
          }
          const visitTypes = type ? [{ ...typeOfHalfAnHour, ...type }] : []
          const practice = type
            ? (practiceUnderType({ visitTypes }, anyVisit, typeId) ?? never())
            : anyVisit
          const bookable = patientBookable(toBookable(configuration, practice, now) ?? never())
          const wish = { mode, lengthMins: 30 }
          const { days } = await findDaysAndNext(
            async () => ({ busy: [...busy, ...roomTimes], counts }),
            bookable,
            { from: date, count: 1 },
            wish,
            now,
          )
          const listed = (days[0]?.free ?? [])
            .filter(({ modes }) => mode === undefined || modes.includes(mode))
            .map(({ from, modes }) => `${from} ${[...modes].sort()}`)

          // The requirements again, each as a sentence about one slot and one mode.
          const typeRules = type?.patientRules ?? {}
          const patientRules = { ...ordinaryRules, ...typeRules }
          const { noticeMinutes = 0, horizonDays = 9_999, gapMinutes = 0 } = patientRules
          const sameWeek = (other: string) =>
            addDays(other, -weekdayNumber(other)) === addDays(date, -weekdayNumber(date))
          const total = (where: (count: (typeof counts)[number]) => boolean) =>
            counts.filter(where).reduce((sum, { count }) => sum + count, 0)
          const hasRoom = (one: Mode) => {
            const own = ordinaryRules.modes?.[one as 'OFFLINE' | 'ONLINE'] ?? {}
            const isOfType = (count: (typeof counts)[number]) => count.visitTypeId === typeId
            return (
              total((count) => count.date === date) < (ordinaryRules.perDay ?? 999) &&
              total((count) => sameWeek(count.date)) < (ordinaryRules.perWeek ?? 999) &&
              total((count) => isOfType(count) && count.date === date) <
                (typeRules.perDay ?? 999) &&
              total((count) => isOfType(count) && sameWeek(count.date)) <
                (typeRules.perWeek ?? 999) &&
              total((count) => count.date === date && count.mode === one) < (own.perDay ?? 999) &&
              total((count) => sameWeek(count.date) && count.mode === one) < (own.perWeek ?? 999)
            )
          }
          const isOfType = (one: Mode) =>
            !type ||
            type.modes.length === 0 ||
            type.modes.includes(one === 'WALK_IN' ? 'OFFLINE' : one)
          const hasFreeRoom = ({ from, to }: { from: number; to: number }) =>
            !type ||
            type.roomIds.length === 0 ||
            type.roomIds.some((id) =>
              roomTimes.every(
                (taken) => taken.roomId !== id || taken.to <= from || to <= taken.from,
              ),
            )
          const walkIns = windows.map((window) => ({
            ...window,
            modes: window.modes.includes('OFFLINE')
              ? [...window.modes, 'WALK_IN' as const]
              : window.modes,
          }))
          const expected = oracleSlots(
            zone,
            date,
            walkIns,
            { lengthMins: 30, gapMins: gapMinutes },
            new Set(everyMode),
          ).flatMap(({ from, to, modes }) => {
            const free = modes.filter((one) => {
              const travel = one === 'HOME_VISIT' ? travelMins * minute : 0
              return (
                from > now &&
                from >= now + noticeMinutes * minute &&
                date <= addDays(dateAt(zone, now), horizonDays) &&
                hasRoom(one as Mode) &&
                isOfType(one as Mode) &&
                (one === 'ONLINE' || one === 'HOME_VISIT' || hasFreeRoom({ from, to })) &&
                !busy.some((other) => {
                  const isVisit = other.kind === 'BOOKED' || other.kind === 'HELD'
                  const apart = Math.max(
                    isVisit ? gapMinutes * minute : 0,
                    other.kind === 'TRAVEL' ? 0 : travel,
                  )
                  return other.from < to + apart && from - apart < other.to
                })
              )
            })
            const isListed = mode === undefined ? free.length > 0 : free.includes(mode)
            return isListed ? [`${from} ${[...free].sort()}`] : []
          })
          expect(listed).toEqual(expected)

          const times = explainDay({
            configuration,
            practice,
            date,
            wish,
            busy: [...busy, ...roomTimes],
            isForPatients: true,
            counts,
            now,
          })
          expect(
            times.filter(({ reason }) => reason === 'OFFERED').map(({ from }) => from),
          ).toEqual(expected.map((line) => Number(line.split(' ')[0])))
          for (const { reason } of times) told.add(reason)
        },
      ),
      { numRuns: runSize(5_000, 1_000_000), ...fastCheckOptions },
    )
    for (const reason of [
      'OFFERED',
      'NOTICE',
      'HORIZON',
      'GAP',
      'FULL_DAY',
      'NO_ROOM',
      'BOOKED',
      'PAST',
    ])
      expect(told).toContain(reason)
  })
})

function never(): never {
  throw new Error('the practitioner is active')
}

/** A clinic with rules for patients, and a developer key that books for them. */
async function clinicWith(rules: PatientRules, change: (file: ClinicFile) => void = () => {}) {
  const clinic = await house.clinic((file) => {
    file.workspace.patientRules = rules as NonNullable<ClinicFile['workspace']['patientRules']>
    change(file)
  })
  const created = await house.operate('key-create', {
    workspace: clinic.name,
    name: 'Patients',
    allow: ['127.0.0.1'],
    booksForPatients: true,
  })
  return { clinic, key: created.key as string }
}

const slotsPath = (clinic: Clinic, date: string, more: Json = {}) =>
  `/v1/appointments/available-slots?${queryString({
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
    appointmentDate: date,
    ...more,
  })}`

const list = async (clinic: Clinic, key: string, date: string, more: Json = {}) =>
  (await clinic.get(slotsPath(clinic, date, more), { key })).json

const starts = ({ slots }: Json): string[] =>
  slots.map(({ fromDateTimeTs }: Json) => fromDateTimeTs)

describe('a key', () => {
  it('that books for patients lists by their rules, and another by none of them [RULE-01] [RULE-02] [RULE-03]', async () => {
    const { clinic, key } = await clinicWith({
      noticeMinutes: 260,
      horizonDays: 7,
      gapMinutes: 5,
    })
    // It is 05:30 in Jaipur, or some minutes later on a slow machine.
    const own = await list(clinic, key, '2030-01-01', { mode: 'OFFLINE' })
    const plain = await list(clinic, clinic.key, '2030-01-01', { mode: 'OFFLINE' })
    expect(starts(plain).slice(0, 5)).toEqual(['09:00', '09:15', '09:30', '09:45', '10:00'])
    expect(starts(own).slice(0, 3)).toEqual(['10:00', '10:20', '10:40'])
    expect(starts(await list(clinic, key, '2030-01-08'))).not.toEqual([])
    expect(starts(await list(clinic, key, '2030-01-09'))).toEqual([])
    expect(starts(await list(clinic, clinic.key, '2030-01-09'))).not.toEqual([])
  })

  it('sees in the schedule of a day what its slot list has', async () => {
    const { clinic, key } = await clinicWith({ gapMinutes: 5, perDay: 1, noticeMinutes: 260 })
    const available = async (by: string, date: string): Promise<string[]> => {
      const { json } = await clinic.get(
        `/v1/appointments/schedule-slots?${queryString({
          addressId: clinic.id('location', 'jaipur'),
          doctorId: clinic.id('practitioner', 'asha-rao'),
          appointmentDate: date,
        })}`,
        { key: by },
      )
      return json[0].slots
        .filter(({ status }: Json) => status === 'AVAILABLE')
        .map(({ fromDateTimeTs }: Json) => fromDateTimeTs)
    }
    for (const date of ['2030-01-01', monday]) {
      expect(await available(key, date)).toEqual(starts(await list(clinic, key, date)))
      expect(await available(clinic.key, date)).toEqual(
        starts(await list(clinic, clinic.key, date)),
      )
    }
    await book(clinic)
    expect(await available(key, monday)).toEqual([])
    expect(await available(clinic.key, monday)).not.toEqual([])
  })

  it('can be told to book for patients, and again not to', async () => {
    const { clinic } = await clinicWith({ horizonDays: 0 })
    const setTo = (bookers: 'PATIENTS' | 'CLINIC') =>
      house.operate('key-books-for', { workspace: clinic.name, id: clinic.keyId, bookers })
    expect(starts(await list(clinic, clinic.key, monday))).not.toEqual([])
    await setTo('PATIENTS')
    expect(starts(await list(clinic, clinic.key, monday))).toEqual([])
    await setTo('CLINIC')
    expect(starts(await list(clinic, clinic.key, monday))).not.toEqual([])
    const { id } = await clinic.widgetKey()
    await expect(
      house.operate('key-books-for', { workspace: clinic.name, id, bookers: 'PATIENTS' }),
    ).rejects.toThrow('a widget key always books for patients')
  })

  it('is named in the clinic file, before it is made or after [RULE-01]', async () => {
    const { clinic } = await clinicWith({ horizonDays: 0 }, (file) => {
      file.workspace.keysForPatients = ['Website']
    })
    const createKey = (name: string): Promise<Json> =>
      house.operate('key-create', { workspace: clinic.name, name, allow: ['127.0.0.1'] })
    const website = await createKey('Website')
    const rotated = await house.operate('key-rotate', { workspace: clinic.name, id: website.id })
    const partner = await createKey('Partner')
    const hasTimes = async ({ key }: Json) => starts(await list(clinic, key, monday)).length > 0
    for (const named of [website, rotated]) expect(await hasTimes(named)).toBe(false)
    for (const other of [partner, clinic]) expect(await hasTimes(other)).toBe(true)
    await expect(
      house.operate('key-books-for', { workspace: clinic.name, id: website.id, bookers: 'CLINIC' }),
    ).rejects.toThrow("the clinic file says that keys with the name 'Website' book for patients")

    await clinic.change(({ workspace }) => {
      workspace.keysForPatients = ['Partner']
    })
    await house.application.database.catchUp()
    for (const named of [website, rotated]) expect(await hasTimes(named)).toBe(true)
    expect(await hasTimes(partner)).toBe(false)
    const keys = await house.operate('key-list', { workspace: clinic.name })
    expect(
      keys
        .filter((key: Json) => key.booksForPatients)
        .map(({ name }: Json) => name)
        .sort(),
    ).toEqual(['Partner', 'Patients'])
  })

  it('is known to every process as soon as it is marked or named [RULE-01]', async () => {
    const { clinic } = await clinicWith({ horizonDays: 0 })
    const elsewhere = await openHarness({ connection: house.connection })
    const hasTimesElsewhere = async () => {
      await elsewhere.application.database.catchUp()
      const { json } = await elsewhere.call('GET', slotsPath(clinic, monday), { key: clinic.key })
      return starts(json).length > 0
    }
    const setTo = (bookers: 'PATIENTS' | 'CLINIC') =>
      house.operate('key-books-for', { workspace: clinic.name, id: clinic.keyId, bookers })
    expect(await hasTimesElsewhere()).toBe(true)
    await setTo('PATIENTS')
    expect(await hasTimesElsewhere()).toBe(false)
    await setTo('CLINIC')
    expect(await hasTimesElsewhere()).toBe(true)
    const [key] = await house.operate('key-list', { workspace: clinic.name })
    await clinic.change(({ workspace }) => {
      workspace.keysForPatients = [key.name]
    })
    expect(await hasTimesElsewhere()).toBe(false)
  })
})

describe('what is listed for patients', () => {
  it('is what they can book, as the day fills, and is explained by the same rules [RULE-03] [RULE-04]', async () => {
    const { clinic, key } = await clinicWith({
      gapMinutes: 10,
      perDay: 6,
      perWeek: 9,
      modes: { ONLINE: { perDay: 2 } },
    })
    const refusals = new Set<string>()
    let patients = 0
    for (const date of [monday, '2030-01-08'])
      for (;;) {
        const free = await list(clinic, key, date)
        const all = await list(clinic, clinic.key, date)
        const { times } = await house.operate('availability-explain', {
          workspace: clinic.name,
          doctor: 'asha-rao',
          date,
          forPatients: true,
        })
        expect(
          times.filter(({ reason }: Json) => reason === 'OFFERED').map(({ from }: Json) => from),
        ).toEqual(free.slots.map(({ fromDateTimeIso }: Json) => fromDateTimeIso))
        const bookSlot = (slot: Json, mode: string) => {
          patients += 1
          return book(
            clinic,
            {
              mode,
              fromDateTimeIso: slot.fromDateTimeIso,
              toDateTimeIso: slot.toDateTimeIso,
              patientPayload: { firstName: `Patient ${patients}` },
            },
            { key },
          )
        }
        const listedOnline = new Set(
          free.slots.flatMap(({ fromDateTimeIso, modes }: Json) =>
            modes.includes('ONLINE') ? [fromDateTimeIso] : [],
          ),
        )
        // Nothing that is not listed can be booked.
        for (const slot of all.slots) {
          if (!slot.modes.includes('ONLINE') || listedOnline.has(slot.fromDateTimeIso)) continue
          const before = await clinic.bookingRows()
          const { status, json } = await bookSlot(slot, 'ONLINE')
          expect(status).toBe(400)
          refusals.add(json.error)
          expect(await clinic.bookingRows()).toBe(before)
        }
        const [slot] = free.slots
        if (!slot) break
        const { status, text } = await bookSlot(
          slot,
          slot.modes.includes('ONLINE') ? 'ONLINE' : 'OFFLINE',
        )
        expect(status, text).toBe(201)
      }
    expect([...refusals].sort()).toEqual(['SLOT_NOT_AVAILABLE', 'SLOT_NOT_OFFERED'])
    const rows = await house.sql(
      `select appointment_date::text as date, mode, count(*)::int from appointments
       where workspace_id = $1 group by 1, 2 order by 1, 2`,
      [clinic.workspaceId],
    )
    expect(rows.map(({ date, mode, count }) => [date, mode, count])).toEqual([
      [monday, 'OFFLINE', 4],
      [monday, 'ONLINE', 2],
      ['2030-01-08', 'OFFLINE', 1],
      ['2030-01-08', 'ONLINE', 2],
    ])
  })

  it('takes as many statements as without rules: one for the times and the visits of the week [RULE-10]', async () => {
    const { clinic, key } = await clinicWith({ noticeMinutes: 60, perDay: 5, perWeek: 9 })
    await list(clinic, key, monday)
    const record = (by: string) =>
      recordStatements(house.application.database, () => list(clinic, by, monday))
    expect(await record(clinic.key)).toEqual(['taken_times'])
    expect(await record(key)).toEqual(['taken_times_and_visit_counts'])
  })

  it('leads to the next date with room, past those that are full [RULE-04]', async () => {
    const { clinic, key } = await clinicWith({ perDay: 1, noticeMinutes: 1_440 })
    const { slots } = await list(clinic, key, monday)
    const { json } = await book(
      clinic,
      {
        fromDateTimeIso: slots[0].fromDateTimeIso,
        toDateTimeIso: slots[0].toDateTimeIso,
      },
      { key },
    )
    expect(await list(clinic, key, '2030-01-06')).toMatchObject({
      nextAvailableDate: '2030-01-08',
    })
    expect(await list(clinic, clinic.key, '2030-01-06')).toMatchObject({
      nextAvailableDate: monday,
    })
    await house.operate('visit-cancel', { workspace: clinic.name, id: json.appointment.id })
    expect(await list(clinic, key, '2030-01-06')).toMatchObject({ nextAvailableDate: monday })
  })
})
