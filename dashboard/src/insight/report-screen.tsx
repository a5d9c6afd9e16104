// The report: outcomes of visits in a range of days, occupancy, waiting times, and revenue (REPORT-01).

import { Button, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { RefusalNote } from '../ui/refusal.tsx'
import { type Charted, Leads, Occupancy, Outcomes, Waits } from './charts.tsx'
import { type Days, daysBefore, daysOf, periodOf } from './days.ts'
import { useDates } from './numbers.ts'
import { type Report, useCsv, useReport } from './queries.ts'
import classes from './report.module.css'
import { type Period, periods, type ReportSearch, ranges } from './report-search.ts'
import { BusyHours, ByWhom, Revenue } from './tables.tsx'
import { Tiles } from './tiles.tsx'
import { useReportLanguage } from './words.ts'

export function ReportScreen() {
  const search = useSearch({ from: '/$workspace/report' })
  const navigate = useNavigate({ from: '/$workspace/report' })
  const { report: texts } = useReportLanguage()
  const { full } = useDates()
  const go = (change: Partial<ReportSearch>) => void navigate({ search: (before) => ({ ...before, ...change }) })
  const whose = { ...(search.doctor && { doctorId: search.doctor }), ...(search.at && { addressId: search.at }) }
  // The service decides what day it is at the clinic.
  const now = useReport({ by: 'day', ...whose })
  const days = now.data && daysOf(search, now.data.today)
  const by = search.by ?? (days ? periodOf(days) : 'day')
  const asked = { by, ...whose, ...days }
  const report = useReport(asked, days !== undefined)
  const before = useReport({ ...asked, ...(days && daysBefore(days)) }, days !== undefined)
  const csv = useCsv(asked)
  const shown = report.data
  // The title belongs to the shown figures: earlier ones stay until the next ones are there.
  const titled = shown ?? days
  const isOld = !shown || report.isPlaceholderData
  // Figures are compared with those of the preceding period, or with none.
  const isOfBefore = !report.isPlaceholderData && !before.isPlaceholderData
  return (
    <section className={classes.screen} aria-labelledby="report-title" aria-busy={report.isFetching}>
      <div className={classes.toolbar}>
        <h1 id="report-title" className={classes.title}>
          {texts.title}
          {titled && <span className={classes.days}>{`${full.day(titled.from)} – ${full.day(titled.to)}`}</span>}
        </h1>
        <Button size="xs" variant="default" className={classes.print} onClick={() => print()}>
          {texts.print}
        </Button>
      </div>
      <Filters search={search} days={days} by={by} report={shown ?? now.data} go={go} />
      <RefusalNote refusal={now.error ?? report.error} />
      {isOld && !now.error && !report.error && (
        <p className={classes.counting} role="status">
          {texts.counting}
        </p>
      )}
      {shown && <Shown charted={{ report: shown, by: shown.by, csv }} before={isOfBefore ? before.data : undefined} />}
    </section>
  )
}

interface FiltersProps {
  search: ReportSearch
  days: Days | undefined
  by: Period
  report: Report | undefined
  go: (change: Partial<ReportSearch>) => void
}

function Filters({ search, days, by, report, go }: FiltersProps) {
  const { report: texts } = useReportLanguage()
  const range = search.range ?? (search.from || search.to ? '' : 'month')
  const idOf = (value: string) => Number(value) || undefined
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
            onChange={({ currentTarget }) => currentTarget.value && go({ range: undefined, from: currentTarget.value, to: days.to })}
          />
          <TextInput
            type="date"
            size="xs"
            label={texts.to}
            value={days.to}
            onChange={({ currentTarget }) => currentTarget.value && go({ range: undefined, from: days.from, to: currentTarget.value })}
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
            ...report.choices.practitioners.map(({ doctorId, doctor }) => ({ value: String(doctorId), label: doctor })),
          ]}
          onChange={({ currentTarget }) => go({ doctor: idOf(currentTarget.value) })}
        />
      )}
      {report && report.choices.locations.length > 1 && (
        <NativeSelect
          size="xs"
          label={texts.location}
          value={String(search.at ?? '')}
          data={[
            { value: '', label: texts.allLocations },
            ...report.choices.locations.map(({ addressId, location }) => ({ value: String(addressId), label: location })),
          ]}
          onChange={({ currentTarget }) => go({ at: idOf(currentTarget.value) })}
        />
      )}
    </div>
  )
}

function Shown({ charted, before }: { charted: Charted; before: Report | undefined }) {
  const { report: texts } = useReportLanguage()
  const { total, money } = charted.report
  const isEmpty = total.visits === 0 && money.length === 0
  return (
    <>
      <Tiles report={charted.report} before={before} />
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {texts.nothing}
        </Text>
      ) : (
        <div className={classes.cards}>
          <Outcomes {...charted} />
          <Occupancy {...charted} />
          <Revenue {...charted} />
          <BusyHours {...charted} />
          <div className={classes.stack}>
            <Leads {...charted} />
            <Waits {...charted} />
          </div>
          <ByWhom {...charted} of="practitioners" />
          <ByWhom {...charted} of="locations" />
        </div>
      )}
    </>
  )
}
