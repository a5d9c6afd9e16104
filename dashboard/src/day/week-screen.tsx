// The week of a practitioner: seven days side by side, at one or all of their locations.

import { NativeSelect } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Output } from '../api/call.ts'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { isFieldInput, shortcutLetter, useKeyDown } from '../ui/keys.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { datePart, dateText, weekText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './day.module.css'
import {
  type BookingTime,
  closedPanels,
  type DaySearch,
  isPanelOpen,
  type WeekSearch,
} from './day-search.ts'
import { DaySheet, PrintButton } from './day-sheet.tsx'
import { MoveNotice, useDrop, useMoves } from './move-notice.tsx'
import {
  type CalendarColumn,
  type Column,
  type Day,
  useLocationName,
  useWeek,
  type Week,
} from './queries.ts'
import { DateSteps, ShownColumns, useView, ViewSwitch, ZoneNote } from './shown-columns.tsx'
import { SidePanel, usePreloadPanels } from './side-panel.tsx'

export function WeekScreen() {
  const search = useSearch({ from: paths.week })
  const navigate = useNavigate({ from: paths.week })
  const { workspace, may } = useWorkspace()
  const { words, locale } = useLanguage()
  const doctors = useWeekDoctors(search.doctor)
  const { doctor } = doctors
  const week = useWeek(doctor?.id, search.at, search.date)
  const view = useView(search)
  const go = useCallback(
    (change: Partial<WeekSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...change }) }),
    [navigate],
  )
  const openPanel = useCallback(
    (change: Partial<WeekSearch>) => go({ ...closedPanels, doctor: doctor?.id, ...change }),
    [go, doctor?.id],
  )
  /**
   * Shows another week, practitioner or location: a booking keeps its patient, and only its time is
   * chosen again.
   */
  const goToWeek = useCallback(
    (change: Partial<WeekSearch>) =>
      openPanel({ book: search.book, place: search.place, ...change }),
    [openPanel, search.book, search.place],
  )
  const openVisit = useCallback(
    (visit: number | undefined, ask?: DaySearch['ask']) => openPanel({ visit, ask }),
    [openPanel],
  )
  const openBlock = useCallback(
    (block: number | 'new', date?: string) => openPanel({ block, ...(date && { date }) }),
    [openPanel],
  )
  const openBooking = useCallback(
    (time?: BookingTime) =>
      time &&
      openPanel({ book: true, from: time.from, to: time.to, ...(time.at && { place: time.at }) }),
    [openPanel],
  )
  const mayBook = may('visits:write')
  const replaceVisit = (instead: number, { at, doctor, from, to }: BookingTime) =>
    void navigate({
      to: paths.day,
      params: { workspace },
      search: { at, date: datePart(from), book: true, instead, doctor, from, to },
    })
  const moves = useMoves()
  const drop = useDrop(moves, replaceVisit)
  usePreloadPanels(week.data !== undefined)
  const locationName = useLocationName()
  const showsAllLocations = search.at === undefined && (doctor?.addressIds.length ?? 0) > 1
  const columns = useMemo(
    () => week.data && toColumns(week.data, locale, showsAllLocations ? locationName : undefined),
    [week.data, locale, showsAllLocations, locationName],
  )
  useKeyDown((event) => {
    if (isFieldInput(event) || shortcutLetter(event) !== 't') return
    event.preventDefault()
    goToWeek({ date: undefined })
  })

  const isOpen = isPanelOpen(search)
  const day = week.data && panelDay(week.data, search)
  const zones = new Map(week.data?.days.map((one) => [one.timezone, one]))
  return (
    <>
      {week.data && columns && (
        <DaySheet columns={columns} week={weekText(week.data.date, locale, 'full')} />
      )}
      <div className={classes.screen} data-panel={isOpen ? 'open' : undefined}>
        <section className={classes.main} aria-labelledby="day-title">
          <div className={classes.toolbar}>
            <DateSteps
              title={week.data ? weekText(week.data.date, locale) : words.week.title}
              date={search.date ?? week.data?.date}
              days={7}
              labels={words.week}
              go={(date) => goToWeek({ date })}
            />
            <NativeSelect
              aria-label={words.week.practitioner}
              size="xs"
              value={String(doctor?.id ?? '')}
              data={doctors.shown.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={({ currentTarget }) =>
                goToWeek({ doctor: Number(currentTarget.value), at: undefined })
              }
            />
            {(doctor?.addressIds.length ?? 0) > 1 && (
              <NativeSelect
                aria-label={words.day.location}
                size="xs"
                value={String(search.at ?? '')}
                data={[
                  { value: '', label: words.week.everywhere },
                  ...(doctor?.addressIds ?? []).map((id) => ({
                    value: String(id),
                    label: locationName(id),
                  })),
                ]}
                onChange={({ currentTarget }) =>
                  goToWeek({ at: Number(currentTarget.value) || undefined })
                }
              />
            )}
            <ViewSwitch view={view} choose={(chosen) => go({ view: chosen })} />
            <PrintButton />
          </div>
          <RefusalNote refusal={doctors.error ?? week.error} />
          {[...zones.values()].map(({ timezone, now }) => (
            <ZoneNote key={timezone} timezone={timezone} now={now} />
          ))}
          {week.data && columns ? (
            <ShownColumns
              label={`${words.week.title}, ${week.data.doctorName}`}
              columns={columns}
              answeredAt={week.dataUpdatedAt}
              isOutdated={week.isPlaceholderData}
              view={view}
              selected={search}
              openVisit={openVisit}
              openBlock={openBlock}
              openBooking={mayBook ? openBooking : undefined}
              move={mayBook ? drop : undefined}
            />
          ) : (
            !week.error && <DelayedLoader />
          )}
          {week.data && (
            <MoveNotice
              moves={moves}
              day={panelDay(week.data, { visit: moves.last?.visit.id })}
              findTime={(visit) => openVisit(visit, 'move')}
            />
          )}
        </section>
        {isOpen && day && (
          <SidePanel
            {...{ day, search, openVisit, openBlock, openBooking }}
            replaceVisit={(instead, time) => replaceVisit(instead, { at: day.addressId, ...time })}
            onBooked={openVisit}
          />
        )}
      </div>
    </>
  )
}

/**
 * The practitioners whose week the member may see, and the one shown: the member themselves if none
 * is chosen.
 */
function useWeekDoctors(chosenId: number | undefined) {
  const { member } = useWorkspace()
  const { data, error } = useOperation('doctor-list', {})
  const isVisible = ({ id, active }: Output<'doctor-list'>[number]) =>
    member.rights.ownVisits ? id === member.userId : active || id === chosenId
  const visibleDoctors = (data ?? []).filter((one) => isVisible(one) && one.addressIds.length > 0)
  return {
    shown: visibleDoctors,
    error,
    doctor:
      visibleDoctors.find(({ id }) => id === chosenId) ??
      visibleDoctors.find(({ id }) => id === member.userId) ??
      visibleDoctors[0],
  }
}

/** The day of the visit or time that is open in the panel. */
function panelDay(
  { days }: Week,
  { visit, block, late, from, place: wantedAddressId }: WeekSearch,
): Day {
  const hasVisit = ({ doctors: [column] }: Day) =>
    column?.visits.some(({ id }) => id === visit) ||
    column?.queues.some(({ tokens }) => tokens.some(({ id }) => id === visit))
  const hasBlock = ({ doctors: [column] }: Day) =>
    column?.busy.some((busy) => busy.block?.id === block)
  const isAt = ({ date, addressId }: Day, timestamp: string) =>
    date === datePart(timestamp) && (wantedAddressId === undefined || wantedAddressId === addressId)
  const found = days.find((day) => {
    if (visit !== undefined) return hasVisit(day)
    if (block !== undefined) return hasBlock(day)
    if (late !== undefined) return isAt(day, day.now)
    return from !== undefined && isAt(day, from)
  })
  return (found ?? days.find(({ addressId }) => addressId === wantedAddressId) ?? days[0]) as Day
}

function toColumns(
  { days, doctorId, doctorName }: Week,
  locale: string,
  locationName: ((id: number) => string) | undefined,
): CalendarColumn[] {
  const closed: Column = {
    doctorId,
    doctorName,
    appointmentSystemType: 'SCHEDULED',
    isBookable: false,
    minutesLate: 0,
    hoursBy: 'WEEKDAY',
    hours: [],
    busy: [],
    slots: [],
    visits: [],
    queues: [],
  }
  return days.map((day) => {
    const { date, addressId, now } = day
    const [column] = day.doctors
    const locationNote = column && locationName?.(addressId)
    return {
      key: `${date}@${addressId}`,
      title: dateText(date, locale, 'short'),
      day,
      column: column ?? closed,
      isToday: datePart(now) === date,
      ...(locationNote && { more: locationNote }),
      leadsTo: { to: paths.day, search: { at: addressId, date } },
    }
  })
}
