// A year of visits; long runs make a hundred thousand.

import { expect, it } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { addPastVisits } from '../../../test/support/clinic/report-history.ts'
import { expectedReport, normalizeReport } from '../../../test/support/clinic/report-oracle.ts'
import { runSize } from '../../../test/support/run/sizes.ts'
import { addDays } from '../../base/values/calendar-date.ts'
import { datesBetween } from './days.ts'

const house = await openHarness()

it('of a year equals a sum over search, counted for the first time and again [REPORT-01] [REPORT-03]', async () => {
  const clinic = await house.clinic()
  await addPastVisits(house, clinic, { before: '2030-01-01', days: 365, each: runSize(8, 384) })
  const days = { from: addDays('2030-01-01', -365), to: '2029-12-31' }
  const zones = {
    [clinic.id('location', 'jaipur')]: 'Asia/Kolkata',
    [clinic.id('location', 'berlin')]: 'Europe/Berlin',
  }
  const expected = await expectedReport(clinic, days, [], zones, datesBetween(days.from, days.to))
  expect(expected.total.visits).toBeGreaterThan(runSize(2_000, 100_000))
  const report = () => house.operate('report-show', { workspace: clinic.name, ...days })
  const first = await report()
  expect(normalizeReport(first)).toEqual(expected)
  expect(
    await house.sql('select 1 from report_days where workspace_id = $1', [clinic.workspaceId]),
  ).toHaveLength(365)
  expect(await report()).toEqual(first)
  // Stored days are lost in a crash, and counted again with the same result.
  for (const table of ['report_days', 'report_sums', 'report_money'])
    await house.sql(`truncate ${table}`)
  expect(await report()).toEqual(first)
}, 900_000)
