// The day of a location: who comes to whom, and when somebody still can.

import { Button, Loader, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { browserAheadMinutes, dateText, shifted } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { BookPanel } from './book-panel.tsx'
import classes from './day.module.css'
import { DayGrid } from './day-grid.tsx'
import { DayList } from './day-list.tsx'
import type { DaySearch } from './day-search.ts'
import { type Day, useDay, useLocations, useNowMinute } from './queries.ts'
import { VisitPanel } from './visit-panel.tsx'

const storedLocation = (workspace: string) => `clinic-location ${workspace}`

export function DayScreen() {
  const search = useSearch({ from: '/$workspace/day' })
  const navigate = useNavigate({ from: '/$workspace/day' })
  const { workspace, may } = useWorkspace()
  const { words } = useLanguage()
  const locations = useLocations()
  const at = search.at ?? locations.data?.find(({ id }) => String(id) === localStorage.getItem(storedLocation(workspace)))?.id ?? locations.data?.[0]?.id
  const day = useDay(at, search.date)
  const isNarrow = useIsNarrow()
  const view = isNarrow ? 'list' : (search.view ?? 'grid')
  const go = useCallback((change: Partial<DaySearch>) => void navigate({ search: (before) => ({ ...before, ...change }) }), [navigate])
  const openVisit = useCallback((visit: number | undefined) => go({ visit, book: undefined, doctor: undefined, from: undefined, to: undefined }), [go])
  const openBooking = useCallback(
    (time?: { doctor: number; from: string; to: string }) =>
      go({ visit: undefined, book: true, ...(time ?? { doctor: undefined, from: undefined, to: undefined }) }),
    [go],
  )
  const mayBook = may('visits:write')
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !day.data) return
      if (event.key === 'n' && mayBook) openBooking()
      else if (event.key === 't') go({ date: undefined })
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [day.data, go, openBooking, mayBook])

  function choose(addressId: number) {
    localStorage.setItem(storedLocation(workspace), String(addressId))
    go({ at: addressId, visit: undefined, doctor: undefined, from: undefined, to: undefined })
  }

  const date = day.data?.date
  const panel = search.visit !== undefined || search.book
  return (
    <div className={classes.screen} data-panel={panel ? 'open' : undefined}>
      <section className={classes.main} aria-labelledby="day-title">
        <div className={classes.toolbar}>
          <DateSteps date={date} go={(next) => go({ date: next, visit: undefined, from: undefined, to: undefined, doctor: undefined })} />
          {(locations.data?.length ?? 0) > 1 && (
            <NativeSelect
              aria-label={words.day.location}
              size="xs"
              value={String(at)}
              data={locations.data?.map(({ id, name, city }) => ({ value: String(id), label: city || name })) ?? []}
              onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
            />
          )}
          <SegmentedControl
            size="xs"
            className={classes.views}
            aria-label={words.day.view}
            value={view}
            data={[
              { value: 'grid', label: words.day.grid },
              { value: 'list', label: words.day.list },
            ]}
            onChange={(chosen) => go({ view: chosen as 'grid' | 'list' })}
          />
          {mayBook && (
            <Button size="xs" className={classes.newVisit} onClick={() => openBooking()} aria-keyshortcuts="n">
              {words.day.newVisit}
            </Button>
          )}
        </div>
        <RefusalNote refusal={locations.error ?? day.error} />
        {day.data ? (
          <Shown
            day={day.data}
            answeredAt={day.dataUpdatedAt}
            view={view}
            selected={search}
            openVisit={openVisit}
            openBooking={mayBook ? openBooking : undefined}
          />
        ) : (
          !day.error && <LateLoader />
        )}
      </section>
      {panel && day.data && (
        <aside className={classes.panel} aria-label={search.book ? words.book.title : words.visit.panel}>
          {search.book ? (
            <BookPanel day={day.data} search={search} close={() => openVisit(undefined)} choose={openBooking} booked={openVisit} />
          ) : (
            <VisitPanel key={search.visit} id={search.visit ?? 0} day={day.data} close={() => openVisit(undefined)} />
          )}
        </aside>
      )}
    </div>
  )
}

interface ShownDay {
  day: Day
  answeredAt: number
  view: 'grid' | 'list'
  selected: DaySearch
  openVisit(visit: number): void
  openBooking: ((time: { doctor: number; from: string; to: string }) => void) | undefined
}

function Shown({ day, answeredAt, view, selected, openVisit, openBooking }: ShownDay) {
  const { words } = useLanguage()
  const nowMinute = useNowMinute(day, answeredAt)
  if (day.doctors.length === 0) {
    return (
      <>
        <ZoneNote day={day} />
        <Text p="xl" c="dimmed">
          {words.day.nobody}
        </Text>
      </>
    )
  }
  return (
    <>
      <ZoneNote day={day} />
      {view === 'grid' ? (
        <DayGrid day={day} nowMinute={nowMinute} selected={selected} openVisit={openVisit} openBooking={openBooking} />
      ) : (
        <DayList day={day} selected={selected.visit} openVisit={openVisit} openBooking={openBooking} />
      )}
    </>
  )
}

function DateSteps({ date, go }: { date: string | undefined; go(date: string | undefined): void }) {
  const { words, locale } = useLanguage()
  return (
    <div className={classes.dates}>
      <h1 id="day-title" className={classes.title}>
        {date ? dateText(date, locale) : words.day.title}
      </h1>
      <span className={classes.steps}>
        <Button variant="default" size="compact-sm" aria-label={words.day.previous} disabled={!date} onClick={() => date && go(shifted(date, -1))}>
          ‹
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => go(undefined)} aria-keyshortcuts="t">
          {words.day.today}
        </Button>
        <Button variant="default" size="compact-sm" aria-label={words.day.next} disabled={!date} onClick={() => date && go(shifted(date, 1))}>
          ›
        </Button>
      </span>
      <TextInput
        type="date"
        size="xs"
        aria-label={words.day.date}
        value={date ?? ''}
        onChange={({ currentTarget }) => currentTarget.value && go(currentTarget.value)}
      />
    </div>
  )
}

/** Whose times these are, and how far the browser's clock is from them (DASH-15). */
function ZoneNote({ day: { timezone, now } }: { day: Day }) {
  const { words } = useLanguage()
  const ahead = browserAheadMinutes(now)
  const text = ahead === 0 ? words.day.zone(timezone) : words.day.zoneDiffers(timezone, words.day.duration(Math.abs(ahead)), ahead > 0)
  return <p className={classes.zone}>{text}</p>
}

/** Shown where something takes long; a flash for what is quick would only disturb. */
function LateLoader() {
  const { words } = useLanguage()
  return (
    <div className={classes.late} role="status" aria-label={words.day.loading}>
      <Loader size="sm" />
    </div>
  )
}
