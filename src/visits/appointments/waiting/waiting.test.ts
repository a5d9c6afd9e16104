// The waiting list: who is on it, which free times fit by the rule that lists times, and booking a
// visit from it in one step.

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
import { openApplication } from '../../../doors/app/application.ts'

const house = await openHarness()

const monday = '2030-01-07'
const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const jaipur = (clinic: Clinic) => clinic.id('location', 'jaipur')
const asha = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const add = (clinic: Clinic, changes: Json = {}) =>
  operate(clinic, 'waiting-add', {
    addressId: jaipur(clinic),
    patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
    doctorIds: [asha(clinic)],
    ...changes,
  })
const listWaiting = (clinic: Clinic, changes: Json = {}) =>
  operate(clinic, 'waiting-list', { addressId: jaipur(clinic), ...changes })
const rows = ({ workspaceId }: Clinic) =>
  house.sql(
    'select state, appointment_id from waiting_entries where workspace_id = $1 order by id',
    [workspaceId],
  )
const at = (clock: string) => `${monday}T${clock}:00+05:30`
const everyVisitOfMonday = {
  fromDateTimeIso: at('00:00'),
  toDateTimeIso: `${addDays(monday, 1)}T00:00:00+05:30`,
}

describe('the waiting list', () => {
  it('shows the patients whom a freed time fits, and books one of them into it in one step [DAY-15]', async () => {
    const clinic = await house.clinic()
    const taken = (await book(clinic, slotTimes('09:00'))).json.appointment
    const only = { fromDate: monday, toDate: monday, partsOfDay: ['MORNING'] }
    const { block } = await operate(clinic, 'block-add', {
      addressId: jaipur(clinic),
      doctorId: asha(clinic),
      ...everyVisitOfMonday,
      reason: 'Away',
    })
    const entry = await add(clinic, only)
    await add(clinic, {
      ...only,
      partsOfDay: ['EVENING'],
      patientPayload: { firstName: 'Tara', phoneNumber: '9812345678' },
    })
    expect((await listWaiting(clinic)).map(({ times }: Json) => times)).toEqual([[], []])
    const freed = { doctorId: asha(clinic), fromDateTimeIso: at('09:00') }
    expect(await listWaiting(clinic, freed)).toEqual([])
    await expect(operate(clinic, 'waiting-book', { id: entry.id, ...freed })).rejects.toThrow(
      'taken',
    )
    expect(await rows(clinic)).toEqual([
      { state: 'OPEN', appointment_id: null },
      { state: 'OPEN', appointment_id: null },
    ])

    await operate(clinic, 'block-remove', { id: block.id })
    expect(await listWaiting(clinic, freed)).toEqual([])
    await operate(clinic, 'visit-cancel', { id: taken.id })
    const [fitting, ...others] = await listWaiting(clinic, freed)
    expect(others).toEqual([])
    expect(fitting).toMatchObject({
      id: entry.id,
      patient: { firstName: 'Meera' },
      times: [{ ...freed, modes: ['OFFLINE', 'ONLINE', 'WALK_IN'] }],
    })
    const visit = await operate(clinic, 'waiting-book', { id: entry.id, ...freed })
    expect(visit).toMatchObject({
      patientId: entry.patientId,
      fromDateTimeTs: at('09:00'),
      status: 'SCHEDULED',
      paymentStatus: 'UNPAID',
    })
    expect((await rows(clinic))[0]).toEqual({ state: 'BOOKED', appointment_id: visit.id })
    expect((await listWaiting(clinic)).map(({ patient }: Json) => patient.firstName)).toEqual([
      'Tara',
    ])
    const before = await clinic.bookingRows()
    await expect(
      operate(clinic, 'waiting-book', { id: entry.id, ...freed, fromDateTimeIso: at('09:15') }),
    ).rejects.toThrow('already booked or closed')
    await expect(operate(clinic, 'waiting-end', { id: entry.id })).rejects.toThrow(
      'already booked or closed',
    )
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('ends an entry when its last date is over, by hand, and with the record of its patient [DAY-15]', async () => {
    const clinic = await house.clinic()
    const first = await add(clinic)
    const second = await add(clinic, {
      patientPayload: { firstName: 'Tara' },
      note: 'Can come within an hour',
    })
    expect(await operate(clinic, 'waiting-end', { id: first.id })).toMatchObject({
      id: first.id,
      state: 'ENDED',
    })
    expect((await listWaiting(clinic)).map(({ id }: Json) => id)).toEqual([second.id])
    const fullExport = await operate(clinic, 'patient-export', { id: second.patientId })
    expect(fullExport.waiting).toMatchObject([
      { note: 'Can come within an hour', doctors: [{ doctor_id: asha(clinic) }] },
    ])
    await operate(clinic, 'patient-erase', { id: second.patientId, confirmed: true })
    expect(await listWaiting(clinic)).toEqual([])
    expect(await rows(clinic)).toHaveLength(1)
    await expect(
      add(clinic, { patientPayload: undefined, patientId: second.patientId }),
    ).rejects.toThrow('No such patient')
    await add(clinic)
    await house.sql(
      "update waiting_entries set from_date = '2020-01-01', to_date = '2020-01-02' where workspace_id = $1",
      [clinic.workspaceId],
    )
    expect(await listWaiting(clinic)).toEqual([])
  })

  it('accepts nothing of another workspace, in the past or reversed, and then stays empty [DAY-15]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const refused: [Json, string][] = [
      [{ addressId: jaipur(other) }, 'No such location'],
      [{ doctorIds: [asha(other)] }, 'No such doctor'],
      [{ patientPayload: undefined, patientId: 999_999 }, 'No such patient'],
      [{ fromDate: '2030-02-01', toDate: '2030-01-01' }, 'after toDate'],
      [{ fromDate: '2020-02-01', toDate: '2020-02-01' }, 'must not be in the past'],
      [{ weekdays: ['SOMEDAY'] }, 'weekdays'],
      [{ note: '' }, 'note'],
    ]
    for (const [changes, text] of refused)
      await expect(add(clinic, changes), text).rejects.toThrow(text)
    expect(await rows(clinic)).toEqual([])
    const { id } = await add(other)
    for (const name of ['waiting-end', 'waiting-book'])
      await expect(
        operate(clinic, name, {
          id,
          ...(name === 'waiting-book' && { doctorId: asha(clinic), fromDateTimeIso: at('09:00') }),
        }),
      ).rejects.toThrow('no waiting-list entry')
    expect(await rows(other)).toEqual([{ state: 'OPEN', appointment_id: null }])
  })
})

it('offers each patient exactly the first listed times that they can come at [DAY-15]', async () => {
  const dates = Array.from({ length: 8 }, (_, day) => addDays(monday, day))
  const subset = <T>(all: readonly T[]) => fc.subarray([...all], { minLength: 0, maxLength: 3 })
  const waits = fc.record({
    from: fc.integer({ min: 0, max: 6 }),
    days: fc.integer({ min: 0, max: 7 }),
    weekdays: subset(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']),
    partsOfDay: subset(['MORNING', 'AFTERNOON', 'EVENING']),
    mode: fc.constantFrom(undefined, 'OFFLINE', 'ONLINE'),
    taken: fc.array(fc.integer({ min: 0, max: 16 }), { maxLength: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(waits, async ({ from, days, taken, mode, ...asked }) => {
      const clinic = await house.clinic()
      for (const slot of taken)
        await book(
          clinic,
          slotTimes(
            `${9 + Math.floor(slot / 4)}`
              .padStart(2, '0')
              .concat(`:${String((slot % 4) * 15).padStart(2, '0')}`),
          ),
        )
      const fromDate = dates[from] as string
      const last = Math.min(from + days, 7)
      await add(clinic, { ...asked, ...(mode && { mode }), fromDate, toDate: dates[last] })
      const expected: string[] = []
      for (const date of dates.slice(from, last + 1)) {
        const day = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
          .format(new Date(date))
          .toUpperCase()
        if (asked.weekdays.length > 0 && !asked.weekdays.includes(day)) continue
        for (const { fromDateTimeTs: clock, modes } of (
          await listSlots(clinic, 'asha-rao', 'jaipur', date)
        ).json.slots) {
          const partAfterNoon = clock < '17:00' ? 'AFTERNOON' : 'EVENING'
          const part = clock < '12:00' ? 'MORNING' : partAfterNoon
          if (asked.partsOfDay.length > 0 && !asked.partsOfDay.includes(part)) continue
          if (mode === undefined || modes.includes(mode)) expected.push(`${date}T${clock}`)
        }
      }
      const [entry] = await listWaiting(clinic)
      expect(entry.times.map(({ fromDateTimeIso }: Json) => fromDateTimeIso.slice(0, 16))).toEqual(
        expected.slice(0, 3),
      )
    }),
    { numRuns: runSize(12, 120), ...fastCheckOptions },
  )
})

it('gives a time to one of its patients over two processes, and removes none without a visit [DAY-15] [INV-01]', async () => {
  const second = await openApplication({
    mode: 'sandbox',
    databaseConnections: 6,
    ...withoutLimits,
    connection: house.connection,
  })
  afterFile(() => second.close())
  const outcomes: Record<string, number> = {}
  const ends = Date.now() + runSize(3_000, 10_000)
  for (let round = 0; Date.now() < ends; round += 1) {
    const clinic = await house.clinic()
    const entries: Json[] = []
    for (let one = 0; one < 4; one += 1)
      entries.push(await add(clinic, { patientPayload: { firstName: `P${one}` } }))
    const run = async (place: number, name: string, input: Json) =>
      runAsTester(place % 2 === 0 ? house.application : second, name, {
        workspace: clinic.name,
        ...input,
      }).then(
        () => name,
        ({ message }: Error) => {
          if (/taken/.test(message)) return 'taken'
          return /already|no waiting-list entry/.test(message) ? 'no more' : message
        },
      )
    const wanted = [...entries, ...entries].map((entry, place) => () => {
      const time = {
        doctorId: asha(clinic),
        fromDateTimeIso: at(place % 3 === 0 ? '09:15' : '09:00'),
      }
      return run(place, 'waiting-book', { id: entry.id, ...time })
    })
    const others = [
      async () => ((await book(clinic, slotTimes('09:00'))).status === 201 ? 'API' : 'taken'),
      () => run(round, 'waiting-end', { id: entries[0]?.id }),
      () =>
        run(round + 1, 'patient-erase', { id: entries[1]?.patientId, confirmed: true }).then(
          (outcome) => (outcome === 'patient-erase' ? 'erased' : outcome),
        ),
    ]
    for (const outcome of await Promise.all([...wanted, ...others].map((act) => act())))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    const [told] = await house.sql(
      `select (select count(*) from appointments where workspace_id = $1 and source = 'DASHBOARD')::int as visits,
         (select count(*) from waiting_entries where workspace_id = $1 and state = 'BOOKED')::int as booked,
         (select count(*) from patients where workspace_id = $1 and erased_at is not null)::int as erased,
         (select count(*) from claims where workspace_id = $1)::int as claims`,
      [clinic.workspaceId],
    )
    expect(told.claims).toBeLessThanOrEqual(2)
    // The entry of an erased patient was deleted with the record, booked or not.
    expect(told.visits - told.booked).toBeGreaterThanOrEqual(0)
    expect(told.visits - told.booked).toBeLessThanOrEqual(told.erased)
  }
  expect(
    Object.keys(outcomes).filter(
      (outcome) =>
        ![
          'waiting-book',
          'taken',
          'no more',
          'API',
          'waiting-end',
          'erased',
          'No such patient in this workspace.',
        ].includes(outcome),
    ),
  ).toEqual([])
  expect(outcomes.taken).toBeGreaterThan(0)
  expect(outcomes['waiting-book']).toBeGreaterThan(0)
  expect(await countDeadlocks(house)).toBe(0)
})
