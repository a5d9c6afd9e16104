// The report from the command line.

import { csvTables } from '../../../management/report/figures.ts'
import { reportShow } from '../../../management/report/operations/report.ts'
import { command } from './command.ts'
import { idOf } from './typed.ts'

const share = (part: number, whole: number) => (whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`)
const average = (sum: number, count: number) => (count === 0 ? '' : String(Math.round(sum / count)))

type Figures = Parameters<typeof columnsOf>[0]

/** The columns of the table for some figures. */
function columnsOf(figures: {
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
    ...{ visits, completed, noShow, missed, cancelled, new: newPatients },
    occupied: share(figures.bookedMinutes, figures.offeredMinutes),
    leadDays: average(figures.leadMinutes / 1_440, figures.leadVisits),
    waitMinutes: average(figures.waitedSeconds / 60, figures.waits),
  }
}

const columns = ['visits', 'completed', 'noShow', 'missed', 'cancelled', 'new', 'occupied', 'leadDays', 'waitMinutes'] as const
const tableOf = <Row extends Figures>(first: string, rows: readonly Row[], nameOf: (row: Row) => string) => ({
  columns: [first, ...columns],
  rows: rows.map((row) => ({ [first]: nameOf(row), ...columnsOf(row) })),
})

export const reportCommands = [
  command(reportShow, {
    typed: 'report',
    members: {
      from: { value: 'date' },
      to: { value: 'date' },
      doctorId: { ...idOf('a practitioner', 'clinic doctor list'), name: 'doctor' },
      addressId: { ...idOf('a location', 'clinic location list'), name: 'location' },
      csv: { value: csvTables.join('|') },
    },
    shown(report) {
      if (report.csv !== null) return report.csv.trimEnd()
      const { from, to, total, hoursEstimatedUntil } = report
      const busiest = report.busyHours.toSorted((a, b) => b.visits - a.visits).slice(0, 5)
      return [
        `from ${from} to ${to}: ${total.visits} visits, ${total.tokens} of them with tokens`,
        tableOf('date', report.periods, ({ date }) => date),
        tableOf('practitioner', report.practitioners, ({ doctor }) => doctor),
        tableOf('location', report.locations, ({ location }) => location),
        ...(total.waits === 0
          ? []
          : [
              `waits: ${average(total.waitedSeconds / 60, total.waits)} minutes; told ${average(total.toldFromMinutes, total.waits)} to ${average(total.toldToMinutes, total.waits)}; ${share(total.waitsAsTold, total.waits)} as told`,
            ]),
        ...(busiest.length === 0 ? [] : [`busiest hours: ${busiest.map(({ weekday, hour, visits }) => `${weekday} ${hour}:00 (${visits})`).join(', ')}`]),
        ...(report.money.length === 0 ? [] : [{ columns: ['channel', 'method', 'currency', 'payments', 'taken', 'refunded', 'net'], rows: report.money }]),
        ...(hoursEstimatedUntil === null ? [] : [`hours until ${hoursEstimatedUntil} were looked up later, and may have been others`]),
      ]
    },
  }),
]
