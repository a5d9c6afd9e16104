// The charts of a report over its periods: outcomes, occupancy, how far ahead visits are booked, and waiting times.

import { Columns, type Part, Rows } from './bars.tsx'
import { ChartCard, FigureTable } from './chart-card.tsx'
import { absentOf, leadDaysOf, openOf, share, useDates, useNumbers, waitMinutesOf } from './numbers.ts'
import type { Report, useCsv } from './queries.ts'
import type { Period } from './report-search.ts'
import { useReportLanguage } from './words.ts'

export interface Charted {
  report: Report
  by: Period
  csv: ReturnType<typeof useCsv>
}

export function Outcomes({ report, by, csv }: Charted) {
  const { report: texts } = useReportLanguage()
  const { count } = useNumbers()
  const { short, full } = useDates()
  const { total, periods } = report
  const parts: Part[] = [
    { kind: 'lines', name: texts.others },
    { kind: 'dots', name: texts.cancelled },
    { kind: 'stripes', name: texts.absent },
    { kind: 'plain', name: texts.completed },
  ]
  return (
    <ChartCard
      title={texts.outcomes}
      csv={csv}
      csvTable="periods"
      isWide
      chart={
        <Columns
          parts={parts}
          columns={periods.map((period) => ({
            ...{ key: period.date, label: short[by](period.date), total: count(period.visits) },
            values: [openOf(period), period.cancelled, absentOf(period), period.completed],
          }))}
          summary={texts.outcomesSummary(count(total.visits), count(total.completed), count(absentOf(total)), count(total.cancelled))}
          mostText={count}
        />
      }
      table={
        <FigureTable
          columns={[texts.by[by], texts.visits, ...parts.map(({ name }) => name).toReversed(), texts.newPatients]}
          rows={periods.map((period) => [
            full[by](period.date),
            ...[period.visits, period.completed, absentOf(period), period.cancelled, openOf(period), period.newPatients].map(count),
          ])}
        />
      }
    />
  )
}

export function Occupancy({ report, by, csv }: Charted) {
  const { report: texts } = useReportLanguage()
  const { count, percent } = useNumbers()
  const { short, full } = useDates()
  const { total, periods, hoursEstimatedUntil } = report
  const shareOf = ({ bookedMinutes, offeredMinutes }: Report['total']) => share(bookedMinutes, offeredMinutes)
  const hours = (minutes: number) => count(minutes / 60)
  const hasPlaces = total.offeredPlaces > 0
  const places = hasPlaces ? ` ${texts.placesSummary(count(total.bookedPlaces), count(total.offeredPlaces))}` : ''
  const summary = total.offeredMinutes > 0 ? texts.occupancySummary(percent(shareOf(total))) : texts.noHours
  return (
    <ChartCard
      title={texts.occupancy}
      note={`${texts.occupancyNote}${places}${hoursEstimatedUntil ? ` ${texts.estimated(full.day(hoursEstimatedUntil))}` : ''}`}
      csv={csv}
      csvTable="periods"
      chart={
        <Columns
          parts={[{ kind: 'plain', name: texts.booked }]}
          columns={periods.map((period) => ({
            ...{ key: period.date, label: short[by](period.date), total: percent(shareOf(period)) },
            values: [shareOf(period) ?? 0],
          }))}
          summary={`${summary}${places}`}
          most={Math.max(1, ...periods.map((period) => shareOf(period) ?? 0))}
          mostText={percent}
        />
      }
      table={
        <FigureTable
          columns={[...[texts.by[by], `${texts.offered} (h)`, `${texts.booked} (h)`, texts.occupancy], ...(hasPlaces ? [texts.tokens] : [])]}
          rows={periods.map((period) => [
            ...[full[by](period.date), hours(period.offeredMinutes), hours(period.bookedMinutes), percent(shareOf(period))],
            ...(hasPlaces ? [`${count(period.bookedPlaces)} / ${count(period.offeredPlaces)}`] : []),
          ])}
        />
      }
    />
  )
}

const leads = ['leadSameDay', 'leadNextDay', 'leadWeek', 'leadFortnight', 'leadMonth', 'leadLater'] as const

export function Leads({ report, csv }: Charted) {
  const { report: texts } = useReportLanguage()
  const { count, decimal, percent } = useNumbers()
  const { total } = report
  return (
    <ChartCard
      title={texts.leads}
      csv={csv}
      csvTable="periods"
      chart={
        <Rows
          rows={leads.map((name) => ({
            ...{ key: name, name: texts.leadNames[name], value: total[name] },
            text: `${count(total[name])} · ${percent(share(total[name], total.leadVisits))}`,
          }))}
          summary={texts.leadSummary(decimal(leadDaysOf(total)))}
        />
      }
      table={
        <FigureTable
          columns={[texts.lead, texts.visits, '%']}
          rows={leads.map((name) => [texts.leadNames[name], count(total[name]), percent(share(total[name], total.leadVisits))])}
        />
      }
    />
  )
}

/** Nothing if no one waited in a queue. */
export function Waits({ report, by, csv }: Charted) {
  const { report: texts } = useReportLanguage()
  const { count, percent } = useNumbers()
  const { short, full } = useDates()
  const { total } = report
  if (total.waits === 0) return null
  const periods = report.periods.filter(({ waits }) => waits > 0)
  const told = ({ toldFromMinutes, toldToMinutes, waits }: Report['total']) => ({ from: toldFromMinutes / waits, to: toldToMinutes / waits })
  const asTold = ({ waitsAsTold, waits }: Report['total']) => percent(share(waitsAsTold, waits))
  return (
    <ChartCard
      title={texts.waits}
      csv={csv}
      csvTable="periods"
      chart={
        <Columns
          parts={[{ kind: 'plain', name: texts.real }]}
          columns={periods.map((period) => ({
            ...{ key: period.date, label: short[by](period.date), total: count(waitMinutesOf(period)) },
            ...{ values: [waitMinutesOf(period) ?? 0], range: told(period) },
          }))}
          rangeName={texts.told}
          summary={texts.waitsSummary(count(waitMinutesOf(total)), count(told(total).from), count(told(total).to), asTold(total))}
          mostText={(most) => texts.minutes(count(most))}
        />
      }
      table={
        <FigureTable
          columns={[texts.by[by], texts.tokens, `${texts.real} (min)`, `${texts.told} (min)`, texts.asTold]}
          rows={periods.map((period) => [
            ...[full[by](period.date), count(period.waits), count(waitMinutesOf(period))],
            ...[`${count(told(period).from)}–${count(told(period).to)}`, asTold(period)],
          ])}
        />
      }
    />
  )
}
