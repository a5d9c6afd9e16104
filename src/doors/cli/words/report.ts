// The report from the command line.

import { csvTables } from '../../../management/report/figures.ts'
import { reportShow } from '../../../management/report/operations/report.ts'
import { command } from './command.ts'
import { idMember } from './typed.ts'

const formatShare = (part: number, total: number) =>
  total === 0 ? '' : `${Math.round((100 * part) / total)} %`
const formatAverage = (sum: number, count: number) =>
  count === 0 ? '' : String(Math.round(sum / count))

type Figures = Parameters<typeof reportColumns>[0]

/** The columns of the table for some figures. */
function reportColumns(figures: {
  visits: number
  completed: number
  noShow: number
  missed: number
  cancelled: number
  newPatients: number
  offeredMinutes: number
  bookedMinutes: number
  leadMinutes: number
  leadVisits: number
  waitedSeconds: number
  waits: number
}) {
  const { visits, completed, noShow, missed, cancelled, newPatients } = figures
  return {
    visits,
    completed,
    noShow,
    missed,
    cancelled,
    new: newPatients,
    occupied: formatShare(figures.bookedMinutes, figures.offeredMinutes),
    leadDays: formatAverage(figures.leadMinutes / 1_440, figures.leadVisits),
    waitMinutes: formatAverage(figures.waitedSeconds / 60, figures.waits),
  }
}

const columns = [
  'visits',
  'completed',
  'noShow',
  'missed',
  'cancelled',
  'new',
  'occupied',
  'leadDays',
  'waitMinutes',
] as const
const reportTable = <Row extends Figures>(
  first: string,
  rows: readonly Row[],
  rowName: (row: Row) => string,
) => ({
  columns: [first, ...columns],
  rows: rows.map((row) => ({ [first]: rowName(row), ...reportColumns(row) })),
})

export const reportCommands = [
  command(reportShow, {
    typed: 'report',
    members: {
      from: { value: 'date' },
      to: { value: 'date' },
      doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
      addressId: { ...idMember('a location', 'clinic location list'), name: 'location' },
      csv: { value: csvTables.join('|') },
    },
    formatResult(report) {
      if (report.csv !== null) return report.csv.trimEnd()
      const { from, to, total, hoursEstimatedUntil } = report
      const busiest = report.busyHours.toSorted((a, b) => b.visits - a.visits).slice(0, 5)
      return [
        `from ${from} to ${to}: ${total.visits} visits, ${total.tokens} of them with tokens`,
        reportTable('date', report.periods, ({ date }) => date),
        reportTable('practitioner', report.practitioners, ({ doctor }) => doctor),
        reportTable('location', report.locations, ({ location }) => location),
        ...(total.waits === 0
          ? []
          : [
              `waits: ${formatAverage(total.waitedSeconds / 60, total.waits)} minutes; told ${formatAverage(total.toldFromMinutes, total.waits)} to ${formatAverage(total.toldToMinutes, total.waits)}; ${formatShare(total.waitsAsTold, total.waits)} as told`,
            ]),
        ...(busiest.length === 0
          ? []
          : [
              `busiest hours: ${busiest.map(({ weekday, hour, visits }) => `${weekday} ${hour}:00 (${visits})`).join(', ')}`,
            ]),
        ...(report.money.length === 0
          ? []
          : [
              {
                columns: ['channel', 'method', 'currency', 'payments', 'taken', 'refunded', 'net'],
                rows: report.money,
              },
            ]),
        ...(hoursEstimatedUntil === null
          ? []
          : [`hours until ${hoursEstimatedUntil} were looked up later, and may have been others`]),
      ]
    },
  }),
]
