// The report: outcomes of visits in a range of days, occupancy, waiting times, and revenue
// (REPORT-01).

import { Button, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../paths.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import {
  type ChartProps,
  LeadTimesChart,
  OccupancyChart,
  OutcomesChart,
  WaitsChart,
} from './charts.tsx'
import { type DateRange, defaultPeriod, precedingRange, reportDates } from './days.ts'
import { useDateFormats } from './numbers.ts'
import { type Report, useCsvDownload, useReport } from './queries.ts'
import classes from './report.module.css'
import { type Period, periods, type ReportSearch, ranges } from './report-search.ts'
import { BreakdownTable, BusyHoursTable, RevenueTable } from './tables.tsx'
import { Tiles } from './tiles.tsx'
import { useReportLanguage } from './words.ts'

export function ReportScreen() {
  const search = useSearch({ from: paths.report })
  const navigate = useNavigate({ from: paths.report })
  const { report: texts } = useReportLanguage()
  const { full } = useDateFormats()
  const patterns = usePatterns()
  const go = (change: Partial<ReportSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }) })
  const reportScope = {
    ...(search.doctor && { doctorId: search.doctor }),
    ...(search.at && { addressId: search.at }),
  }
  // The service decides what day it is at the clinic.
  const today = useReport({ by: 'day', ...reportScope })
  const days = today.data && reportDates(search, today.data.today)
  const by = search.by ?? (days ? defaultPeriod(days) : 'day')
  const query = { by, ...reportScope, ...days }
  const report = useReport(query, days !== undefined)
  const previous = useReport({ ...query, ...(days && precedingRange(days)) }, days !== undefined)
  const csv = useCsvDownload(query)
  const shownReport = report.data
  // The title belongs to the figures on the screen: the previous ones stay until the next ones
  // arrive.
  const titledRange = shownReport ?? days
  const isOutdated = !shownReport || report.isPlaceholderData
  // The figures are compared with those of the preceding period, or not at all.
  const canCompare = !report.isPlaceholderData && !previous.isPlaceholderData
  return (
    <section
      className={classes.screen}
      aria-labelledby="report-title"
      aria-busy={report.isFetching}
      data-patterns={patterns.isOn || undefined}
    >
      <div className={classes.toolbar}>
        <h1 id="report-title" className={classes.title}>
          {texts.title}
          {titledRange && (
            <span
              className={classes.days}
            >{`${full.day(titledRange.from)} – ${full.day(titledRange.to)}`}</span>
          )}
        </h1>
        <div className={`${classes.actions} ${classes.print}`}>
          <Button
            size="xs"
            variant="default"
            aria-pressed={patterns.isOn}
            onClick={() => patterns.toggle()}
          >
            {texts.patterns}
          </Button>
          <Button size="xs" variant="default" onClick={() => print()}>
            {texts.print}
          </Button>
        </div>
      </div>
      <Filters search={search} days={days} by={by} report={shownReport ?? today.data} go={go} />
      <RefusalNote refusal={today.error ?? report.error} />
      {isOutdated && !today.error && !report.error && (
        <p className={classes.counting} role="status">
          {texts.counting}
        </p>
      )}
      {shownReport && (
        <ReportContent
          charted={{ report: shownReport, by: shownReport.by, csv }}
          previous={canCompare ? previous.data : undefined}
        />
      )}
    </section>
  )
}

const patternsKey = 'clinic-chart-patterns'

/** Whether the charts have patterns beside their colours, as this browser showed them last. */
function usePatterns() {
  const [isOn, setIsOn] = useState(() => localStorage.getItem(patternsKey) === 'on')
  return {
    isOn,
    toggle() {
      setIsOn(!isOn)
      localStorage.setItem(patternsKey, isOn ? 'off' : 'on')
    },
  }
}

interface FiltersProps {
  search: ReportSearch
  days: DateRange | undefined
  by: Period
  report: Report | undefined
  go: (change: Partial<ReportSearch>) => void
}

function Filters({ search, days, by, report, go }: FiltersProps) {
  const { report: texts } = useReportLanguage()
  const range = search.range ?? (search.from || search.to ? '' : '30-days')
  const toId = (value: string) => Number(value) || undefined
  return (
    <div className={classes.filters}>
      <div role="group" aria-label={texts.rangesLabel} className={classes.ranges}>
        {ranges.map((one) => (
          <Button
            key={one}
            size="xs"
            variant={range === one ? 'filled' : 'default'}
            aria-pressed={range === one}
            onClick={() => go({ range: one, from: undefined, to: undefined, by: undefined })}
          >
            {texts.ranges[one]}
          </Button>
        ))}
      </div>
      {days && (
        <>
          <TextInput
            type="date"
            size="xs"
            label={texts.from}
            value={days.from}
            onChange={({ currentTarget }) =>
              currentTarget.value &&
              go({ range: undefined, from: currentTarget.value, to: days.to })
            }
          />
          <TextInput
            type="date"
            size="xs"
            label={texts.to}
            value={days.to}
            onChange={({ currentTarget }) =>
              currentTarget.value &&
              go({ range: undefined, from: days.from, to: currentTarget.value })
            }
          />
        </>
      )}
      <div>
        <span id="report-by" className={classes.label}>
          {texts.byLabel}
        </span>
        <SegmentedControl
          size="xs"
          aria-labelledby="report-by"
          value={by}
          data={periods.map((value) => ({ value, label: texts.by[value] }))}
          onChange={(value) => go({ by: value as Period })}
        />
      </div>
      {report && report.choices.practitioners.length > 1 && (
        <NativeSelect
          size="xs"
          label={texts.practitioner}
          value={String(search.doctor ?? '')}
          data={[
            { value: '', label: texts.allPractitioners },
            ...report.choices.practitioners.map(({ doctorId, doctor }) => ({
              value: String(doctorId),
              label: doctor,
            })),
          ]}
          onChange={({ currentTarget }) => go({ doctor: toId(currentTarget.value) })}
        />
      )}
      {report && report.choices.locations.length > 1 && (
        <NativeSelect
          size="xs"
          label={texts.location}
          value={String(search.at ?? '')}
          data={[
            { value: '', label: texts.allLocations },
            ...report.choices.locations.map(({ addressId, location }) => ({
              value: String(addressId),
              label: location,
            })),
          ]}
          onChange={({ currentTarget }) => go({ at: toId(currentTarget.value) })}
        />
      )}
    </div>
  )
}

function ReportContent({
  charted: chartProps,
  previous,
}: {
  charted: ChartProps
  previous: Report | undefined
}) {
  const { report: texts } = useReportLanguage()
  const { total, money } = chartProps.report
  const isEmpty = total.visits === 0 && money.length === 0
  return (
    <>
      <Tiles report={chartProps.report} before={previous} />
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {texts.nothing}
        </Text>
      ) : (
        <div className={classes.cards}>
          <OutcomesChart {...chartProps} />
          <OccupancyChart {...chartProps} />
          <RevenueTable {...chartProps} />
          <BusyHoursTable {...chartProps} />
          <div className={classes.stack}>
            <LeadTimesChart {...chartProps} />
            <WaitsChart {...chartProps} />
          </div>
          <BreakdownTable {...chartProps} dimension="practitioners" />
          <BreakdownTable {...chartProps} dimension="locations" />
        </div>
      )}
    </>
  )
}
