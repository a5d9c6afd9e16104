// The charts of a report over its periods: outcomes, occupancy, how far ahead visits are booked,
// and waiting times.

import { BarRows, type ChartPart, Columns } from './bars.tsx'
import { ChartCard, FigureTable } from './chart-card.tsx'
import {
  absentCount,
  meanLeadDays,
  meanWaitMinutes,
  openCount,
  ratio,
  useDateFormats,
  useNumberFormats,
} from './numbers.ts'
import type { Report, useCsvDownload } from './queries.ts'
import type { Period } from './report-search.ts'
import { useReportLanguage } from './words.ts'

export interface ChartProps {
  report: Report
  by: Period
  csv: ReturnType<typeof useCsvDownload>
}

export function OutcomesChart({ report, by, csv }: ChartProps) {
  const { report: texts } = useReportLanguage()
  const { count } = useNumberFormats()
  const { short, full } = useDateFormats()
  const { total, periods } = report
  const parts: ChartPart[] = [
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
            key: period.date,
            label: short[by](period.date),
            total: count(period.visits),
            values: [openCount(period), period.cancelled, absentCount(period), period.completed],
          }))}
          summary={texts.outcomesSummary(
            count(total.visits),
            count(total.completed),
            count(absentCount(total)),
            count(total.cancelled),
          )}
          mostText={count}
        />
      }
      table={
        <FigureTable
          columns={[
            texts.by[by],
            texts.visits,
            ...parts.map(({ name }) => name).toReversed(),
            texts.newPatients,
          ]}
          rows={periods.map((period) => [
            full[by](period.date),
            ...[
              period.visits,
              period.completed,
              absentCount(period),
              period.cancelled,
              openCount(period),
              period.newPatients,
            ].map(count),
          ])}
        />
      }
    />
  )
}

export function OccupancyChart({ report, by, csv }: ChartProps) {
  const { report: texts } = useReportLanguage()
  const { count, percent } = useNumberFormats()
  const { short, full } = useDateFormats()
  const { total, periods, hoursEstimatedUntil } = report
  const occupancyShare = ({ bookedMinutes, offeredMinutes }: Report['total']) =>
    ratio(bookedMinutes, offeredMinutes)
  const hours = (minutes: number) => count(minutes / 60)
  const hasCapacity = total.offeredPlaces > 0
  const capacityText = hasCapacity
    ? ` ${texts.placesSummary(count(total.bookedPlaces), count(total.offeredPlaces))}`
    : ''
  const summary =
    total.offeredMinutes > 0
      ? texts.occupancySummary(percent(occupancyShare(total)))
      : texts.noHours
  return (
    <ChartCard
      title={texts.occupancy}
      note={`${texts.occupancyNote}${capacityText}${hoursEstimatedUntil ? ` ${texts.estimated(full.day(hoursEstimatedUntil))}` : ''}`}
      csv={csv}
      csvTable="periods"
      chart={
        <Columns
          parts={[{ kind: 'plain', name: texts.booked }]}
          columns={periods.map((period) => ({
            key: period.date,
            label: short[by](period.date),
            total: percent(occupancyShare(period)),
            values: [occupancyShare(period) ?? 0],
          }))}
          summary={`${summary}${capacityText}`}
          most={Math.max(1, ...periods.map((period) => occupancyShare(period) ?? 0))}
          mostText={percent}
        />
      }
      table={
        <FigureTable
          columns={[
            texts.by[by],
            `${texts.offered} (h)`,
            `${texts.booked} (h)`,
            texts.occupancy,
            ...(hasCapacity ? [texts.tokens] : []),
          ]}
          rows={periods.map((period) => [
            full[by](period.date),
            hours(period.offeredMinutes),
            hours(period.bookedMinutes),
            percent(occupancyShare(period)),
            ...(hasCapacity
              ? [`${count(period.bookedPlaces)} / ${count(period.offeredPlaces)}`]
              : []),
          ])}
        />
      }
    />
  )
}

const leadTimes = [
  'leadSameDay',
  'leadNextDay',
  'leadWeek',
  'leadFortnight',
  'leadMonth',
  'leadLater',
] as const

export function LeadTimesChart({ report, csv }: ChartProps) {
  const { report: texts } = useReportLanguage()
  const { count, decimal, percent } = useNumberFormats()
  const { total } = report
  return (
    <ChartCard
      title={texts.leads}
      csv={csv}
      csvTable="periods"
      chart={
        <BarRows
          rows={leadTimes.map((name) => ({
            key: name,
            name: texts.leadNames[name],
            value: total[name],
            text: `${count(total[name])} · ${percent(ratio(total[name], total.leadVisits))}`,
          }))}
          summary={texts.leadSummary(decimal(meanLeadDays(total)))}
        />
      }
      table={
        <FigureTable
          columns={[texts.lead, texts.visits, '%']}
          rows={leadTimes.map((name) => [
            texts.leadNames[name],
            count(total[name]),
            percent(ratio(total[name], total.leadVisits)),
          ])}
        />
      }
    />
  )
}

/** Nothing if no one waited in a queue. */
export function WaitsChart({ report, by, csv }: ChartProps) {
  const { report: texts } = useReportLanguage()
  const { count, percent } = useNumberFormats()
  const { short, full } = useDateFormats()
  const { total } = report
  if (total.waits === 0) return null
  const periods = report.periods.filter(({ waits }) => waits > 0)
  const toldRange = ({ toldFromMinutes, toldToMinutes, waits }: Report['total']) => ({
    from: toldFromMinutes / waits,
    to: toldToMinutes / waits,
  })
  const toldShare = ({ waitsAsTold, waits }: Report['total']) => percent(ratio(waitsAsTold, waits))
  return (
    <ChartCard
      title={texts.waits}
      csv={csv}
      csvTable="periods"
      chart={
        <Columns
          parts={[{ kind: 'plain', name: texts.real }]}
          columns={periods.map((period) => ({
            key: period.date,
            label: short[by](period.date),
            total: count(meanWaitMinutes(period)),
            values: [meanWaitMinutes(period) ?? 0],
            range: toldRange(period),
          }))}
          rangeName={texts.told}
          summary={texts.waitsSummary(
            count(meanWaitMinutes(total)),
            count(toldRange(total).from),
            count(toldRange(total).to),
            toldShare(total),
          )}
          mostText={(most) => texts.minutes(count(most))}
        />
      }
      table={
        <FigureTable
          columns={[
            texts.by[by],
            texts.tokens,
            `${texts.real} (min)`,
            `${texts.told} (min)`,
            texts.withinEstimate,
          ]}
          rows={periods.map((period) => [
            full[by](period.date),
            count(period.waits),
            count(meanWaitMinutes(period)),
            `${count(toldRange(period).from)}–${count(toldRange(period).to)}`,
            toldShare(period),
          ])}
        />
      }
    />
  )
}
