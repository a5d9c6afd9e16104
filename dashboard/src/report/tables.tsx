// The parts of a report that do not run over time: busy hours, money by payment method, and figures
// by practitioner and by location.

import { type CSSProperties, Fragment } from 'react'
import { moneyText } from '../ui/times.ts'
import { wordFor } from '../words/words.tsx'
import { BarRows } from './bars.tsx'
import { ChartCard, FigureTable } from './chart-card.tsx'
import type { ChartProps } from './charts.tsx'
import {
  absentCount,
  meanLeadDays,
  meanWaitMinutes,
  ratio,
  useDateFormats,
  useNumberFormats,
} from './numbers.ts'
import type { Figures, Money } from './queries.ts'
import classes from './report.module.css'
import { useReportLanguage } from './words.ts'

const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

/** The heat map is a table: each cell has its figure, and is darker the more visits there are. */
export function BusyHoursTable({ report, csv }: ChartProps) {
  const { report: texts } = useReportLanguage()
  const { count } = useNumberFormats()
  const { weekday } = useDateFormats()
  const hours = report.busyHours.map(({ hour }) => hour)
  const first = Math.min(...hours)
  const last = Math.max(...hours)
  const maximum = Math.max(1, ...report.busyHours.map(({ visits }) => visits))
  const countVisits = (day: (typeof weekdays)[number], hour: number) =>
    report.busyHours.find((busy) => busy.weekday === day && busy.hour === hour)?.visits ?? 0
  const shownHours = Array.from(
    { length: hours.length === 0 ? 0 : last - first + 1 },
    (_, index) => first + index,
  )
  return (
    <ChartCard
      title={texts.busy}
      note={texts.busyNote}
      csv={csv}
      csvTable="busy-hours"
      chart={null}
      table={
        <table className={classes.heat}>
          <thead>
            <tr>
              <th scope="col">{texts.hour}</th>
              {weekdays.map((day, index) => (
                <th key={day} scope="col">
                  {weekday(index + 1)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownHours.map((hour) => (
              <tr key={hour}>
                <th scope="row">{`${String(hour).padStart(2, '0')}:00`}</th>
                {weekdays.map((day) => {
                  const visits = countVisits(day, hour)
                  return (
                    <td
                      key={day}
                      data-heat={visits > 0 || undefined}
                      style={{ '--heat': visits / maximum } as CSSProperties}
                    >
                      {count(visits)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  )
}

/** Bars are compared only within one currency. */
export function RevenueTable({ report, csv }: ChartProps) {
  const { words, locale, report: texts } = useReportLanguage()
  const { count } = useNumberFormats()
  const currencies = [...new Set(report.money.map(({ currency }) => currency))]
  const moneyIn = (currency: string) => report.money.filter((sum) => sum.currency === currency)
  const channelName = ({ channel, method }: Money) => {
    const name = wordFor(texts.channels, channel)
    return channel === 'ONLINE' ? name : `${name}, ${wordFor(words.method, method)}`
  }
  const sumNet = (sums: readonly Money[]) => sums.reduce((total, sum) => total + sum.net, 0)
  return (
    <ChartCard
      title={texts.money}
      csv={csv}
      csvTable="money"
      chart={
        currencies.length === 0 ? (
          <p className={classes.soft}>{texts.noMoney}</p>
        ) : (
          currencies.map((currency) => (
            <Fragment key={currency}>
              {currencies.length > 1 && <h3 className={classes.subheading}>{currency}</h3>}
              <BarRows
                rows={moneyIn(currency).map((sum) => ({
                  key: `${sum.channel} ${sum.method}`,
                  name: channelName(sum),
                  value: sum.net,
                  text: moneyText(sum.net, currency, locale),
                }))}
                summary={texts.moneySummary(moneyText(sumNet(moneyIn(currency)), currency, locale))}
              />
            </Fragment>
          ))
        )
      }
      table={
        <FigureTable
          columns={[texts.money, texts.payments, texts.taken, texts.refunded, texts.net]}
          rows={report.money.map((sum) => [
            `${channelName(sum)}, ${sum.currency}`,
            count(sum.payments),
            ...[sum.taken, sum.refunded, sum.net].map((amount) =>
              moneyText(amount, sum.currency, locale),
            ),
          ])}
        />
      }
    />
  )
}

export function BreakdownTable({
  report,
  csv,
  dimension,
}: ChartProps & { dimension: 'practitioners' | 'locations' }) {
  const { report: texts } = useReportLanguage()
  const { count, decimal, percent } = useNumberFormats()
  const rows: readonly (Figures & { name: string })[] =
    dimension === 'practitioners'
      ? report.practitioners.map((row) => ({ ...row, name: row.doctor }))
      : report.locations.map((row) => ({ ...row, name: row.location }))
  if (rows.length === 0) return null
  const { visits, completed, absent, cancelled, newPatients, occupancy, lead, wait } = texts
  return (
    <ChartCard
      title={dimension === 'practitioners' ? texts.byPractitioner : texts.byLocation}
      csv={csv}
      csvTable={dimension}
      isWide
      chart={null}
      table={
        <FigureTable
          columns={[
            dimension === 'practitioners' ? texts.practitioner : texts.location,
            visits,
            completed,
            absent,
            cancelled,
            newPatients,
            occupancy,
            lead,
            wait,
          ]}
          rows={rows.map((row) => [
            row.name,
            count(row.visits),
            count(row.completed),
            count(absentCount(row)),
            count(row.cancelled),
            count(row.newPatients),
            percent(ratio(row.bookedMinutes, row.offeredMinutes)),
            decimal(meanLeadDays(row)),
            count(meanWaitMinutes(row)),
          ])}
        />
      }
    />
  )
}
