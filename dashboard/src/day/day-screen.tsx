// The day of a location: its visits by practitioner, and its free times.

import { Button, NativeSelect, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { RoomBlocks } from '../blocks/block-list.tsx'
import { paths } from '../paths.ts'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { isFieldInput, shortcutLetter, useKeyDown } from '../ui/keys.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { findStoredLocation, storeLocation } from '../ui/stored-location.ts'
import { datePart, dateText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './day.module.css'
import { type BookingTime, closedPanels, type DaySearch, isPanelOpen } from './day-search.ts'
import { DaySheet } from './day-sheet.tsx'
import { DayTools } from './day-tools.tsx'
import { MoveNotice, useDrop, useMoves } from './move-notice.tsx'
import { type CalendarColumn, type Day, useDay, useLocations, useWaiting } from './queries.ts'
import { DateSteps, ShownColumns, useView, ZoneNote } from './shown-columns.tsx'
import { choiceDoctorsMin, DoctorChoice, useVisibleDoctors } from './shown-doctors.tsx'
import { SidePanel, usePreloadPanels } from './side-panel.tsx'

export function DayScreen() {
  const search = useSearch({ from: paths.day })
  const navigate = useNavigate({ from: paths.day })
  const { workspace, may } = useWorkspace()
  const { words, locale } = useLanguage()
  const locations = useLocations()
  const addressId = search.at ?? findStoredLocation(workspace, locations.data)?.id
  const day = useDay(addressId, search.date)
  const view = useView(search)
  const all = useMemo(() => day.data && toColumns(day.data), [day.data])
  const { shown: columns, toggle } = useVisibleDoctors(workspace, all)
  const go = useCallback(
    (change: Partial<DaySearch>) =>
      void navigate({ search: (before) => ({ ...before, ...change }) }),
    [navigate],
  )
  const openVisit = useCallback(
    (visit: number | undefined, ask?: DaySearch['ask']) => go({ ...closedPanels, visit, ask }),
    [go],
  )
  const replaceVisit = useCallback(
    (instead: number, time: BookingTime) =>
      go({ ...closedPanels, book: true, instead, ...time, date: datePart(time.from) }),
    [go],
  )
  /**
   * The part of the search that is kept on another day or at another location: a booking keeps its
   * patient, and only its time is chosen again.
   */
  const keptSearch = {
    ...closedPanels,
    book: search.book,
    patient: search.patient,
    instead: search.instead,
    waiting: search.waiting,
  }
  const shownDate = day.data?.date
  const openBooking = useCallback(
    (time?: BookingTime) => {
      const date = time && datePart(time.from)
      go({
        ...closedPanels,
        book: true,
        instead: search.instead,
        patient: search.patient,
        ...time,
        ...(date !== shownDate && date && { date }),
      })
    },
    [go, search.instead, search.patient, shownDate],
  )
  const onBooked = useCallback(
    (visit: number) =>
      search.instead === undefined ? openVisit(visit) : openVisit(search.instead, 'cancel'),
    [openVisit, search.instead],
  )
  const openBlock = useCallback(
    (block: number | 'new', date?: string) => go({ ...closedPanels, block, ...(date && { date }) }),
    [go],
  )
  const openWaiting = useCallback(() => go({ ...closedPanels, waiting: true }), [go])
  // Without a location nothing can be booked.
  const mayBook = may('visits:write') && locations.data?.length !== 0
  const waiting = useWaiting(addressId)
  const fittingCount = waiting.data?.filter(({ times }) => times.length > 0).length ?? 0
  const moves = useMoves()
  const drop = useDrop(moves, replaceVisit)
  usePreloadPanels(day.data !== undefined)
  useKeyDown((event) => {
    if (isFieldInput(event) || !day.data) return
    if (shortcutLetter(event) === 'v' && mayBook) openBooking()
    else if (shortcutLetter(event) === 't') go({ date: undefined })
    else return
    event.preventDefault()
  })

  function chooseLocation(addressId: number) {
    storeLocation(workspace, addressId)
    go({ ...keptSearch, at: addressId })
  }

  const date = day.data?.date
  const isOpen = isPanelOpen(search)
  return (
    <>
      {columns && <DaySheet columns={columns} />}
      <div className={classes.screen} data-panel={isOpen ? 'open' : undefined}>
        <section className={classes.main} aria-labelledby="day-title">
          <div className={classes.toolbar}>
            <DateSteps
              title={date ? dateText(date, locale) : words.day.title}
              date={search.date ?? date}
              days={1}
              labels={words.day}
              go={(next) => go({ ...keptSearch, date: next })}
            />
            {(locations.data?.length ?? 0) > 1 && (
              <NativeSelect
                aria-label={words.day.location}
                size="xs"
                value={String(addressId)}
                data={
                  locations.data?.map(({ id, name, city }) => ({
                    value: String(id),
                    label: city || name,
                  })) ?? []
                }
                onChange={({ currentTarget }) => chooseLocation(Number(currentTarget.value))}
              />
            )}
            {all && columns && <DoctorChoice columns={all} shown={columns} toggle={toggle} />}
            <DayTools
              isPanelOpen={isOpen}
              hasChoice={(all?.length ?? 0) >= choiceDoctorsMin}
              view={view}
              choose={(chosen) => go({ view: chosen })}
              others={[
                ...(waiting.data
                  ? [
                      {
                        name:
                          fittingCount === 0
                            ? words.waiting.title
                            : words.waiting.titleWith(fittingCount),
                        act: openWaiting,
                      },
                    ]
                  : []),
                ...(mayBook ? [{ name: words.block.add, act: () => openBlock('new') }] : []),
              ]}
            />
            {mayBook && (
              <Button
                size="xs"
                className={classes.newVisit}
                onClick={() => openBooking()}
                aria-keyshortcuts="v"
              >
                {words.day.newVisit}
              </Button>
            )}
          </div>
          <RefusalNote refusal={locations.error ?? day.error} />
          {locations.data?.length === 0 && <EmptyClinicNotice />}
          {day.data && <ZoneNote {...day.data} />}
          {day.data && <RoomBlocks day={day.data} openBlock={openBlock} />}
          {!columns && !day.error && <DelayedLoader />}
          {columns?.length === 0 && (
            <Text p="xl" c="dimmed">
              {words.day.noPractitioners}
            </Text>
          )}
          {columns && columns.length > 0 && (
            <ShownColumns
              label={words.day.title}
              columns={columns}
              answeredAt={day.dataUpdatedAt}
              isOutdated={day.isPlaceholderData}
              view={view}
              selected={search}
              openVisit={openVisit}
              openBlock={openBlock}
              openWaiting={openWaiting}
              openBooking={mayBook ? openBooking : undefined}
              move={mayBook ? drop : undefined}
            />
          )}
          {day.data && (
            <MoveNotice
              moves={moves}
              day={day.data}
              findTime={(visit) => openVisit(visit, 'move')}
            />
          )}
        </section>
        {isOpen && day.data && (
          <SidePanel
            day={day.data}
            {...{ search, openVisit, openBlock, openBooking, replaceVisit, onBooked }}
          />
        )}
      </div>
    </>
  )
}

const toColumns = (day: Day): CalendarColumn[] =>
  day.doctors.map((column) => ({
    key: String(column.doctorId),
    title: column.doctorName,
    day,
    column,
    leadsTo: {
      to: paths.week,
      search: { doctor: column.doctorId, at: day.addressId, date: day.date },
    },
  }))

function EmptyClinicNotice() {
  const { workspace, may } = useWorkspace()
  const { words } = useLanguage()
  return (
    <Text p="xl" c="dimmed">
      {words.day.noLocation}{' '}
      {may('setup:write') && (
        <Link to={paths.firstSteps} params={{ workspace }}>
          {words.day.firstSteps}
        </Link>
      )}
    </Text>
  )
}
