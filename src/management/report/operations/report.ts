// The report of a clinic: outcomes of visits, occupancy and revenue (REPORT-01).

import { calendarDate, choice, id, object, optional } from '../../../base/contract/schemas.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { includesOnlyOwnPatients } from '../../../base/operations/rights.ts'
import { readWidely } from '../../../base/ports/wide-reads.ts'
import { dayNumber } from '../../../base/values/calendar-date.ts'
import { dateAt } from '../../../base/values/clinic-time.ts'
import { invalid } from '../../../base/values/problem.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { loadZones } from '../count-days.ts'
import { periods } from '../days.ts'
import { csvTables, reportCsv, reportSchema, reportView } from '../figures.ts'
import { problem } from '../problems.ts'
import { buildReport } from '../report.ts'
import { reportNames } from '../stored-day-queries.ts'

const daysMax = 366

/**
 * Throws DOCTOR_NOT_FOUND and ADDRESS_NOT_FOUND for ids that do not exist in this workspace
 * (REPORT-01).
 */
export const reportShow = workspaceOperation({
  name: 'report-show',
  right: 'insight:read',
  about: 'any doctor',
  summary: 'Report on a period: outcomes of visits, occupancy, waiting times and revenue.',
  input: object({
    from: optional(calendarDate('The first day; the first of the month of `to` when omitted.')),
    to: optional(
      calendarDate(
        `The last day, at most ${daysMax} days with the first; today when omitted.`,
        '2026-12-31',
      ),
    ),
    by: optionalWithDefault(choice(periods, 'The period by which figures are grouped.'), 'day'),
    doctorId: optional(id('Only this practitioner.', 3)),
    addressId: optional(id('Only this location.')),
    csv: optional(choice(csvTables, 'Write this table as CSV, for a spreadsheet.')),
  }),
  output: reportSchema,
  async run(
    { database, clock, configurations, workspaceId, rights }: InWorkspace<Configured>,
    { from: requestedFrom, to: last, by, doctorId = null, addressId = null, csv },
  ) {
    const [timezone] = await loadZones(database, workspaceId)
    const to = last ?? dateAt(timezone, clock.now())
    const from = requestedFrom ?? `${to.slice(0, 8)}01`
    if (from > to) throw invalid('from must not be after to')
    if (dayNumber(to) - dayNumber(from) >= daysMax)
      throw invalid(`from and to must be at most ${daysMax} days, both included`)
    const names = await database.rows(reportNames, { workspaceId })
    if (doctorId !== null && !names.some(({ id, isLocation }) => id === doctorId && !isLocation))
      throw problem('DOCTOR_NOT_FOUND')
    if (addressId !== null && !names.some(({ id, isLocation }) => id === addressId && isLocation))
      throw problem('ADDRESS_NOT_FOUND')
    const scope = { from, to, by, doctorId, locationId: addressId }
    const report = await readWidely(workspaceId, () =>
      buildReport({ database, configurations, clock }, workspaceId, scope),
    )
    const shown = reportView(report, scope)
    // A member who sees only their own visits cannot ask for other practitioners: `about`.
    const isOwnPatientsOnly = rights !== undefined && includesOnlyOwnPatients(rights)
    const sorted = names.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id)
    const choices = {
      practitioners: sorted
        .filter(({ id, isLocation }) => !isLocation && (!isOwnPatientsOnly || id === doctorId))
        .map(({ id, name }) => ({ doctorId: id, doctor: name })),
      locations: sorted
        .filter(({ isLocation }) => isLocation)
        .map(({ id, name }) => ({ addressId: id, location: name })),
    }
    return { ...shown, choices, csv: csv === undefined ? null : reportCsv(shown, csv) }
  },
})
