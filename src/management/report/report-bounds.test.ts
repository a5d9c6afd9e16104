// Groups of a report at their bounds, and hours that a block at every location takes from two of
// them.

import { expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  bookLena,
  createMeridianClinic,
  runInClinic,
} from '../../../test/support/clinic/meridian.ts'
import { addDays } from '../../base/values/calendar-date.ts'

const house = await openHarness()
const total = async (clinic: Clinic, input: Json) =>
  (await runInClinic(house, clinic, 'report-show', input)).total

it('counts each visit in one group of days between booking and visit [REPORT-01]', async () => {
  const clinic = await createMeridianClinic(house)
  for (const days of [0, 1, 2, 6, 7, 13, 14, 29, 30])
    await bookLena(house, clinic, 'berlin', `${addDays('2030-01-01', days)}T09:00:00+01:00`)
  expect(await total(clinic, { from: '2030-01-01', to: '2030-01-31' })).toMatchObject({
    leadVisits: 9,
    leadSameDay: 1,
    leadNextDay: 1,
    leadWeek: 2,
    leadFortnight: 2,
    leadMonth: 2,
    leadLater: 1,
  })
})

it('takes a block at every location from the hours of each [REPORT-01] [DAY-11]', async () => {
  const clinic = await createMeridianClinic(house)
  const hours = async (location: string) =>
    (
      await total(clinic, {
        from: '2030-01-07',
        to: '2030-01-07',
        addressId: clinic.id('location', location),
      })
    ).offeredMinutes
  expect([await hours('berlin'), await hours('jaipur')]).toEqual([1440, 240])
  const time = {
    fromDateTimeIso: '2030-01-07T09:00:00+05:30',
    toDateTimeIso: '2030-01-07T10:00:00+05:30',
  }
  const whose = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'lena-vogel'),
    everywhere: true,
  }
  await runInClinic(house, clinic, 'block-add', { ...whose, ...time, reason: 'Away' })
  expect([await hours('berlin'), await hours('jaipur')]).toEqual([1380, 180])
})
