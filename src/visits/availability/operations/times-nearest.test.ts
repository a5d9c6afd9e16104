import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { fastCheckOptions, runSize } from '../../../../test/support/run/sizes.ts'

const house = await openHarness()

/** A clinic with Dev Anand, a second practitioner of Jaipur. */
const withDev = () =>
  house.clinic(({ practitioners }) => {
    const hours = [
      {
        days: ['MON', 'TUE'] as ('MON' | 'TUE')[],
        from: '09:00',
        to: '10:30',
        modes: ['OFFLINE' as const],
      },
    ]
    const at = {
      jaipur: {
        slotMinutes: 15,
        tiers: { long: { minutes: 30, fee: 800 } },
        fees: [{ mode: 'OFFLINE' as const, amount: 500 }],
        hours,
      },
    }
    practitioners['dev-anand'] = {
      name: 'Dev Anand',
      specialization: 'Dermatology',
      system: 'SCHEDULED',
      at,
    }
  })
const nearest = (clinic: Clinic, input: Json = {}): Promise<Json[]> =>
  house.operate('times-nearest', {
    workspace: clinic.name,
    addressId: clinic.id('location', 'jaipur'),
    ...input,
  })

it('are the times in the slot lists of the practitioners, by start [DAY-06] [DAY-08]', async () => {
  const clinic = await withDev()
  const doctors = ['asha-rao', 'dev-anand']
  const clock = fc
    .integer({ min: 36, max: 51 })
    .map(
      (quarter) =>
        `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
    )
  const requestArbitrary = fc.record({
    bookings: fc.array(
      fc.record({
        doctor: fc.constantFrom(...doctors),
        clock,
        date: fc.constantFrom('2030-01-07', '2030-01-08'),
      }),
      { maxLength: 6 },
    ),
    mode: fc.constantFrom(undefined, 'OFFLINE', 'ONLINE'),
    durationMins: fc.constantFrom(undefined, 30, 10),
    from: fc.constantFrom(
      '2030-01-01T00:00:00Z',
      '2030-01-07T04:00:00+05:30',
      '2030-01-07T10:20:00+05:30',
      '2030-01-12T00:00:00Z',
    ),
    only: fc.constantFrom(undefined, ...doctors),
    limit: fc.integer({ min: 1, max: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(
      requestArbitrary,
      async ({ bookings, mode, durationMins, from, only, limit }) => {
        for (const { doctor, clock, date } of bookings)
          await book(clinic, {
            ...slotTimes(clock, 15, date),
            doctorId: clinic.id('practitioner', doctor),
          })
        const parameters = { ...(mode && { mode }), ...(durationMins && { durationMins }) }
        const offered: string[] = []
        for (const doctor of only ? [only] : doctors) {
          const { json } = await listSlots(clinic, doctor, 'jaipur', from.slice(0, 10), {
            days: 31,
            ...parameters,
          })
          for (const { slots } of json.days)
            offered.push(
              ...slots.map(
                (slot: Json) =>
                  `${slot.fromDateTimeIso} ${slot.toDateTimeIso} ${clinic.id('practitioner', doctor)}`,
              ),
            )
        }
        const free = offered
          .filter((time) => Date.parse(time.slice(0, 25)) >= Date.parse(from))
          .sort()
          .slice(0, limit)
        const doctorIds = only && [clinic.id('practitioner', only)]
        const found = await nearest(clinic, {
          ...parameters,
          limit,
          fromDateTimeIso: from.replace('Z', '+00:00'),
          ...(doctorIds && { doctorIds }),
        })
        expect(
          found.map(
            ({ fromDateTimeIso, toDateTimeIso, doctorId }) =>
              `${fromDateTimeIso} ${toDateTimeIso} ${doctorId}`,
          ),
        ).toEqual(free)
      },
    ),
    { numRuns: runSize(20, 200), ...fastCheckOptions },
  )
})

it('of one practitioner have the length of a visit, and of others theirs where they do not offer it [DAY-08]', async () => {
  const clinic = await withDev()
  const [asha, dev] = ['asha-rao', 'dev-anand'].map((name) => clinic.id('practitioner', name))
  const nearestDurations = async (durationMins: number, more: Json) => {
    const found = await nearest(clinic, {
      durationMins,
      limit: 12,
      fromDateTimeIso: '2030-01-07T08:00:00+05:30',
      ...more,
    })
    return Object.fromEntries(
      found.map(({ doctorId, fromDateTimeIso: from, toDateTimeIso: to }) => [
        doctorId,
        (Date.parse(to) - Date.parse(from)) / 60_000,
      ]),
    )
  }
  expect(await nearestDurations(10, { durationFromDoctorId: asha })).toEqual({
    [asha as number]: 10,
    [dev as number]: 15,
  })
  expect(await nearestDurations(30, { durationFromDoctorId: asha })).toEqual({
    [asha as number]: 30,
    [dev as number]: 30,
  })
  expect(await nearestDurations(10, {})).toEqual({ [asha as number]: 10 })
})

it('treat the time of a visit that is to be moved as free, and are none for a location of another clinic [DAY-08]', async () => {
  const clinic = await withDev()
  const other = await house.clinic()
  const { id } = (await book(clinic, slotTimes('09:00'))).json.appointment
  const from = {
    fromDateTimeIso: '2030-01-07T08:00:00+05:30',
    doctorIds: [clinic.id('practitioner', 'asha-rao')],
    limit: 1,
  }
  expect((await nearest(clinic, from))[0]?.fromDateTimeIso).toBe('2030-01-07T09:15:00+05:30')
  expect((await nearest(clinic, { ...from, ignoreAppointmentId: id }))[0]?.fromDateTimeIso).toBe(
    '2030-01-07T09:00:00+05:30',
  )
  await expect(nearest(clinic, { addressId: other.id('location', 'jaipur') })).rejects.toThrow(
    'No such location',
  )
  expect(await nearest(clinic, { doctorIds: [clinic.id('practitioner', 'meera-shah')] })).toEqual(
    [],
  )
})
