// What day and week share: steps from one date to another, the time zone of the times, and the grid
// or the list.

import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useIsNarrow } from '../ui/narrow.ts'
import { addDays, browserAheadMinutes } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { ArrivalProvider } from './arrivals.tsx'
import classes from './day.module.css'
import { DayGrid } from './day-grid.tsx'
import { DayList } from './day-list.tsx'
import type { BookingTime, DaySearch } from './day-search.ts'
import type { useDrop } from './move-notice.tsx'
import { type CalendarColumn, useMinutesSince } from './queries.ts'

export type View = 'grid' | 'list'

/** The grid if it fits, unless the list was chosen. */
export function useView({ view }: DaySearch): View {
  return useIsNarrow() ? 'list' : (view ?? 'grid')
}

export function ViewSwitch({ view, choose }: { view: View; choose(view: View): void }) {
  const { words } = useLanguage()
  return (
    <SegmentedControl
      size="xs"
      className={classes.views}
      aria-label={words.day.view}
      value={view}
      data={[
        { value: 'grid', label: words.day.grid },
        { value: 'list', label: words.day.list },
      ]}
      onChange={(chosen) => choose(chosen as View)}
    />
  )
}

interface ShownColumnsProps {
  label: string
  columns: readonly CalendarColumn[]
  answeredAt: number
  /** Another day or location was chosen, and these are still the ones before: they do nothing. */
  isOutdated: boolean
  view: View
  selected: DaySearch
  openVisit(visit: number): void
  openBlock(block: number): void
  /** Opens the waiting list, if it is available. */
  openWaiting?: (() => void) | undefined
  openBooking: ((time: BookingTime) => void) | undefined
  move: ReturnType<typeof useDrop> | undefined
}

export function ShownColumns({
  label,
  columns,
  answeredAt,
  isOutdated,
  view,
  selected,
  openVisit,
  openBlock,
  openWaiting,
  openBooking,
  move,
}: ShownColumnsProps) {
  const minutesSince = useMinutesSince(answeredAt)
  return (
    <div
      className={classes.columns}
      aria-busy={isOutdated}
      // Enter and the space bar click as well.
      onClickCapture={(event) => isOutdated && event.stopPropagation()}
    >
      <ArrivalProvider>
        {view === 'grid' ? (
          <DayGrid
            {...{
              label,
              columns,
              minutesSince,
              selected,
              openVisit,
              openBlock,
              openWaiting,
              openBooking,
              move,
            }}
          />
        ) : (
          <DayList
            selected={selected.visit}
            {...{ columns, minutesSince, openVisit, openBlock, openWaiting, openBooking }}
          />
        )}
      </ArrivalProvider>
    </div>
  )
}

interface DateStepsProps {
  title: string
  /** The shown date; undefined until it is known. */
  date: string | undefined
  /** The length of a step, in days. */
  days: 1 | 7
  labels: { previous: string; today: string; next: string; date: string }
  go(date: string | undefined): void
}

export function DateSteps({ title, date, days, labels, go }: DateStepsProps) {
  return (
    <div className={classes.dates}>
      <h1 id="day-title" className={classes.title}>
        {title}
      </h1>
      <span className={classes.steps}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={labels.previous}
          disabled={!date}
          onClick={() => date && go(addDays(date, -days))}
        >
          ‹
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => go(undefined)}
          aria-keyshortcuts="t"
        >
          {labels.today}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={labels.next}
          disabled={!date}
          onClick={() => date && go(addDays(date, days))}
        >
          ›
        </Button>
      </span>
      <TextInput
        type="date"
        size="xs"
        aria-label={labels.date}
        value={date ?? ''}
        onChange={({ currentTarget }) => currentTarget.value && go(currentTarget.value)}
      />
    </div>
  )
}

/** The time zone of the shown times, and its difference from the browser's clock (DASH-15). */
export function ZoneNote({ timezone, now }: { timezone: string; now: string }) {
  const { words } = useLanguage()
  const aheadMinutes = browserAheadMinutes(now)
  const text =
    aheadMinutes === 0
      ? words.day.zone(timezone)
      : words.day.zoneDiffers(
          timezone,
          words.day.duration(Math.abs(aheadMinutes)),
          aheadMinutes > 0,
        )
  return <p className={classes.zone}>{text}</p>
}
