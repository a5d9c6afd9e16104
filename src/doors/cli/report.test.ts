// The report from the command line: clinic report.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { addPastVisits } from '../../../test/support/clinic/report-history.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { runClinic } from '../../../test/support/processes/service-process.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'

const house = await openHarness()
const folder = mkdtempSync(join(tmpdir(), 'clinic-report-'))
afterFile(() => rmSync(folder, { recursive: true, force: true }))
const settings = {
  DATABASE_URL: connectionUrl(house.connection),
  CLINIC_MODE: 'sandbox',
  CLINIC_DATA: folder,
}

it('shows a report for people, for scripts and as CSV [REPORT-02]', async () => {
  const clinic = await house.clinic()
  await addPastVisits(house, clinic, { before: '2030-01-01', days: 40, each: 8 })
  const report = (...words: string[]) =>
    runClinic(settings, ['report', '--workspace', clinic.name, ...words])
  const december = ['--from', '2029-12-01', '--to', '2029-12-31']
  const all = JSON.parse(await report(...december, '--json'))
  const text = await report(...december, '--by', 'week')
  for (const part of [
    `from 2029-12-01 to 2029-12-31: ${all.total.visits} visits, 0 of them with tokens`,
    'Jonas Weber',
    'berlin',
    'ELSEWHERE',
    'busiest hours: ',
  ])
    expect(text).toContain(part)
  expect(text).toMatch(/hours until 2029-12-2\d were looked up later/)
  expect(text.match(/^2029-1[12]-\d\d /gm)).toHaveLength(6)
  const money = (
    await report(
      ...december,
      '--csv',
      'money',
      '--doctor',
      String(clinic.id('practitioner', 'jonas-weber')),
    )
  ).split('\n')
  expect(money[0]).toBe('date,channel,method,currency,payments,taken,refunded,net')
  expect(money[1]).toMatch(/^2029-12-\d\d,ELSEWHERE,[A-Z]+,EUR,\d+,\d+,0,\d+$/)
  await expect(report('--doctor', 'Asha')).rejects.toThrow('clinic doctor list')
  await expect(report('--from', '2030-01-02', '--to', '2030-01-01')).rejects.toThrow(
    'from must not be after to',
  )
  expect(await report('--from', '2031-01-01', '--to', '2031-01-01')).toContain('0 visits')
})
