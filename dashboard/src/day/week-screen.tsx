// The week of a practitioner: seven days side by side, at one or all of their locations.

import { NativeSelect } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Output } from '../api/call.ts'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { isTypedInto, letterOf, useKeyDown } from '../ui/keys.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { dateOf, dateText, weekText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './day.module.css'
import { type DaySearch, isPanelOpen, nothingOpen, type Time, type WeekSearch } from './day-search.ts'
import { DaySheet, PrintButton } from './day-sheet.tsx'
import { MoveNotice, useDrop, useMoves } from './move-notice.tsx'
import { type Column, type Day, type ShownColumn, useNameOfPlace, useWeek, type Week } from './queries.ts'
import { DateSteps, LateLoader, ShownColumns, useView, ViewChoice, ZoneNote } from './shown-columns.tsx'
import { SidePanel, usePanelsAfter } from './side-panel.tsx'

export function WeekScreen() {
  const search = useSearch({ from: '/$workspace/week' })
  const navigate = useNavigate({ from: '/$workspace/week' })
  const { workspace, may } = useWorkspace()
  const { words, locale } = useLanguage()
  const doctors = useDoctors(search.doctor)
  const { doctor } = doctors
  const week = useWeek(doctor?.id, search.at, search.date)
  const view = useView(search)
  const go = useCallback((change: Partial<WeekSearch>) => void navigate({ search: (before) => ({ ...before, ...change }) }), [navigate])
  const open = useCallback((change: Partial<WeekSearch>) => go({ ...nothingOpen, doctor: doctor?.id, ...change }), [go, doctor?.id])
  /** Another week, practitioner or location: a booking stays, for its patient, and only its time is chosen again. */
  const turnTo = useCallback((change: Partial<WeekSearch>) => open({ book: search.book, place: search.place, ...change }), [open, search.book, search.place])
  const openVisit = useCallback((visit: number | undefined, ask?: DaySearch['ask']) => open({ visit, ask }), [open])
  const openBlock = useCallback((block: number | 'new', date?: string) => open({ block, ...(date && { date }) }), [open])
  const openBooking = useCallback((time?: Time) => time && open({ book: true, from: time.from, to: time.to, ...(time.at && { place: time.at }) }), [open])
  const mayBook = may('visits:write')
  const replaceVisit = (instead: number, { at, doctor, from, to }: Time) =>
    void navigate({ to: '/$workspace/day', params: { workspace }, search: { at, date: dateOf(from), book: true, instead, doctor, from, to } })
  const moves = useMoves()
  const drop = useDrop(moves, replaceVisit)
  usePanelsAfter(week.data !== undefined)
  const nameOfPlace = useNameOfPlace()
  const isOfAll = search.at === undefined && (doctor?.addressIds.length ?? 0) > 1
  const columns = useMemo(() => week.data && columnsOf(week.data, locale, isOfAll ? nameOfPlace : undefined), [week.data, locale, isOfAll, nameOfPlace])
  useKeyDown((event) => {
    if (isTypedInto(event) || letterOf(event) !== 't') return
    event.preventDefault()
    turnTo({ date: undefined })
  })

  const isOpen = isPanelOpen(search)
  const day = week.data && dayOf(week.data, search)
  const zones = new Map(week.data?.days.map((one) => [one.timezone, one]))
  return (
    <>
      {week.data && columns && <DaySheet columns={columns} week={weekText(week.data.date, locale, 'full')} />}
      <div className={classes.screen} data-panel={isOpen ? 'open' : undefined}>
        <section className={classes.main} aria-labelledby="day-title">
          <div className={classes.toolbar}>
            <DateSteps
              title={week.data ? weekText(week.data.date, locale) : words.week.title}
              date={week.data?.date}
              days={7}
              labels={words.week}
              go={(date) => turnTo({ date })}
            />
            <NativeSelect
              aria-label={words.week.practitioner}
              size="xs"
              value={String(doctor?.id ?? '')}
              data={doctors.shown.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={({ currentTarget }) => turnTo({ doctor: Number(currentTarget.value), at: undefined })}
            />
            {(doctor?.addressIds.length ?? 0) > 1 && (
              <NativeSelect
                aria-label={words.day.location}
                size="xs"
                value={String(search.at ?? '')}
                data={[{ value: '', label: words.week.everywhere }, ...(doctor?.addressIds ?? []).map((id) => ({ value: String(id), label: nameOfPlace(id) }))]}
                onChange={({ currentTarget }) => turnTo({ at: Number(currentTarget.value) || undefined })}
              />
            )}
            <ViewChoice view={view} choose={(chosen) => go({ view: chosen })} />
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
              view={view}
              selected={search}
              openVisit={openVisit}
              openBlock={openBlock}
              openBooking={mayBook ? openBooking : undefined}
              move={mayBook ? drop : undefined}
            />
          ) : (
            !week.error && <LateLoader />
          )}
          {week.data && <MoveNotice moves={moves} day={dayOf(week.data, { visit: moves.last?.visit.id })} findTime={(visit) => openVisit(visit, 'move')} />}
        </section>
        {isOpen && day && (
          <SidePanel
            {...{ day, search, openVisit, openBlock, openBooking }}
            replaceVisit={(instead, time) => replaceVisit(instead, { at: day.addressId, ...time })}
            booked={openVisit}
          />
        )}
      </div>
    </>
  )
}

/** The practitioners whose week the member may see, and the shown one: the member themselves if none is chosen. */
function useDoctors(chosen: number | undefined) {
  const { member } = useWorkspace()
  const { data, error } = useOperation('doctor-list', {})
  const isSeen = ({ id, active }: Output<'doctor-list'>[number]) => (member.rights.ownVisits ? id === member.userId : active || id === chosen)
  const shown = (data ?? []).filter((one) => isSeen(one) && one.addressIds.length > 0)
  return { shown, error, doctor: shown.find(({ id }) => id === chosen) ?? shown.find(({ id }) => id === member.userId) ?? shown[0] }
}

/** The day of what is open in the panel. */
function dayOf({ days }: Week, { visit, block, late, from, place }: WeekSearch): Day {
  const isOfVisit = ({ doctors: [column] }: Day) =>
    column?.visits.some(({ id }) => id === visit) || column?.queues.some(({ tokens }) => tokens.some(({ id }) => id === visit))
  const isOfBlock = ({ doctors: [column] }: Day) => column?.busy.some((busy) => busy.block?.id === block)
  const isAt = ({ date, addressId }: Day, on: string) => date === dateOf(on) && (place === undefined || place === addressId)
  const isOfTime = (day: Day) => (late === undefined ? from !== undefined && isAt(day, from) : isAt(day, day.now))
  const found = days.find((day) => (visit !== undefined ? isOfVisit(day) : block !== undefined ? isOfBlock(day) : isOfTime(day)))
  return (found ?? days.find(({ addressId }) => addressId === place) ?? days[0]) as Day
}

function columnsOf({ days, doctorId, doctorName }: Week, locale: string, nameOfPlace: ((id: number) => string) | undefined): ShownColumn[] {
  const closed: Column = {
    ...{ doctorId, doctorName, appointmentSystemType: 'SCHEDULED', isBookable: false, minutesLate: 0, hoursBy: 'WEEKDAY' },
    ...{ hours: [], busy: [], slots: [], visits: [], queues: [] },
  }
  return days.map((day) => {
    const { date, addressId, now } = day
    const [column] = day.doctors
    const more = column && nameOfPlace?.(addressId)
    return {
      ...{ key: `${date}@${addressId}`, title: dateText(date, locale, 'short'), day, column: column ?? closed, isToday: dateOf(now) === date },
      ...(more && { more }),
      leadsTo: { to: '/$workspace/day', search: { at: addressId, date } },
    }
  })
}
