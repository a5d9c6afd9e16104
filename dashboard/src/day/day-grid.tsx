// The day as a grid: a column for each practitioner, time downwards. For a keyboard and a screen reader each practitioner is a row of the
// grid and each time a cell of it; one cell is in the order of the tab key, and the arrows go from one to the next (DASH-19).

import { type CSSProperties, type KeyboardEvent, memo, useMemo, useRef, useState } from 'react'
import { StatusShape, shownStatus, toneOf } from '../ui/status.tsx'
import { clockOf, clockText, endMinuteOf, minuteOf, minuteOfClock, moneyText, startMinuteOf } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { type Cell, cellsOf, hoursOfDay, scaleOf } from './cells.ts'
import type { DaySearch } from './day-search.ts'
import classes from './grid.module.css'
import { nameOf } from './patient-name.ts'
import type { Column, Day, DayVisit, Queue, Token } from './queries.ts'

interface Grid {
  day: Day
  nowMinute: number | undefined
  selected: DaySearch
  openVisit(visit: number): void
  /** Undefined for somebody who may not book. */
  openBooking: ((time: { doctor: number; from: string; to: string }) => void) | undefined
}

const isOver = ['COMPLETED', 'NO_SHOW', 'CANCELLED', 'MISSED']

export function DayGrid({ day, nowMinute, selected, openVisit, openBooking }: Grid) {
  const { words, direction } = useLanguage()
  const hours = useMemo(() => hoursOfDay(day), [day])
  const scale = useMemo(() => scaleOf(day), [day])
  const [active, setActive] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  const marks = Array.from({ length: (hours.to - hours.from) / 60 + 1 }, (_, index) => hours.from + index * 60)
  const height = (hours.to - hours.from) * scale
  const isNow = nowMinute !== undefined && nowMinute >= hours.from && nowMinute <= hours.to
  const nowTop = isNow ? (nowMinute - hours.from) * scale : undefined

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const next = neighbourOf(grid.current, event.target, event.key, direction === 'rtl')
    if (!next) return
    event.preventDefault()
    setActive(next.dataset.key)
    next.focus()
  }

  return (
    <div className={classes.scroller} style={{ '--columns': day.doctors.length } as CSSProperties}>
      <div ref={grid} role="grid" aria-label={words.day.title} aria-describedby="grid-hint" className={classes.grid} onKeyDown={onKeyDown}>
        <p id="grid-hint" hidden>
          {words.day.gridHint}
        </p>
        <div className={classes.axis} aria-hidden>
          <div className={classes.corner} />
          <div className={classes.hours} style={{ height }}>
            {marks.map((minute) => (
              <span key={minute} className={classes.hour} style={{ top: (minute - hours.from) * scale }}>
                {clockText(minute)}
              </span>
            ))}
            {nowTop !== undefined && nowMinute !== undefined && (
              <span className={classes.nowClock} style={{ top: nowTop }}>
                {clockText(nowMinute)}
              </span>
            )}
          </div>
        </div>
        {day.doctors.map((column, index) => (
          <ColumnOfDay
            key={column.doctorId}
            {...{ column, hours, scale, height, nowMinute, openVisit, openBooking, setActive }}
            date={day.date}
            isFirst={index === 0}
            active={active}
            visit={selected.visit}
            booking={selected.doctor === column.doctorId ? selected.from : undefined}
          />
        ))}
        {nowTop !== undefined && <div className={classes.now} style={{ '--at': `${nowTop}px` } as CSSProperties} aria-hidden />}
      </div>
    </div>
  )
}

/** The cell that a key leads to: the next of a practitioner, or the nearest in time of another. */
function neighbourOf(grid: HTMLElement | null, target: EventTarget, key: string, isRightToLeft: boolean): HTMLElement | undefined {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[role=gridcell]') : null
  const row = cell?.closest<HTMLElement>('[role=row]')
  if (!grid || !cell || !row) return undefined
  const cellsIn = (of: HTMLElement) => [...of.querySelectorAll<HTMLElement>('[role=gridcell]')]
  const own = cellsIn(row)
  const place = own.indexOf(cell)
  switch (key) {
    case 'ArrowDown':
      return own[place + 1]
    case 'ArrowUp':
      return own[place - 1]
    case 'Home':
      return own[0]
    case 'End':
      return own.at(-1)
    case 'ArrowLeft':
    case 'ArrowRight': {
      const rows = [...grid.querySelectorAll<HTMLElement>('[role=row]')]
      const step = (key === 'ArrowRight') === isRightToLeft ? -1 : 1
      const minute = Number(cell.dataset.minute)
      for (let at = rows.indexOf(row) + step; at >= 0 && at < rows.length; at += step) {
        const cells = cellsIn(rows[at] as HTMLElement)
        const distance = ({ dataset }: HTMLElement) => Math.abs(Number(dataset.minute) - minute)
        if (cells.length > 0) return cells.reduce((nearest, candidate) => (distance(candidate) < distance(nearest) ? candidate : nearest))
      }
    }
  }
}

interface ColumnProps extends Pick<Grid, 'openVisit' | 'openBooking'> {
  column: Column
  date: string
  hours: { from: number; to: number }
  scale: number
  height: number
  nowMinute: number | undefined
  isFirst: boolean
  active: string | undefined
  setActive(key: string): void
  visit: number | undefined
  booking: string | undefined
}

function ColumnOfDay({ column, date, hours, scale, height, nowMinute, isFirst, active, setActive, visit, booking, openVisit, openBooking }: ColumnProps) {
  const { words } = useLanguage()
  const cells = useMemo(() => cellsOf(column, date), [column, date])
  const live = column.visits.filter(({ status }) => status !== 'CANCELLED')
  const open = live.filter(({ status }) => !isOver.includes(status))
  const keyOf = (key: string) => `${column.doctorId} ${key}`
  const firstKey = isFirst ? keyOf(cells[0]?.key ?? `token ${column.queues[0]?.tokens[0]?.id}`) : undefined
  const about = column.queues.length > 0 ? column.queues.map((queue) => queueText(queue, words)).join(' · ') : words.day.columnVisits(open.length, live.length)
  const place = ({ from, to }: { from: number; to: number }) => ({ top: (from - hours.from) * scale, height: (to - from) * scale })
  return (
    <div role="row" aria-label={column.doctorName} className={classes.column}>
      <div role="rowheader" className={classes.head}>
        <strong dir="auto" className={classes.name}>
          {column.doctorName}
        </strong>
        <span className={classes.about}>{about}</span>
      </div>
      <div className={classes.body} style={{ height }} role="presentation">
        {column.hours.map(({ fromDateTimeIso, toDateTimeIso }) => (
          <div
            key={fromDateTimeIso}
            className={classes.open}
            style={place({ from: startMinuteOf(fromDateTimeIso, date), to: endMinuteOf(toDateTimeIso, date) })}
            aria-hidden
          />
        ))}
        {column.queues.map(({ qmsWorkShiftId, startTime, endTime }) => (
          <div key={qmsWorkShiftId} className={classes.open} style={place({ from: minuteOfClock(startTime), to: minuteOfClock(endTime) })} aria-hidden />
        ))}
        {cells.map((cell) => (
          <CellOfDay
            key={cell.key}
            cell={cell}
            id={keyOf(cell.key)}
            top={(cell.from - hours.from) * scale}
            height={(cell.to - cell.from) * scale}
            isActive={(active ?? firstKey) === keyOf(cell.key)}
            isSelected={cell.kind === 'visit' ? cell.visit.id === visit : cell.kind === 'free' && cell.slot.fromDateTimeIso === booking}
            doctorId={column.doctorId}
            nowMinute={cell.kind === 'visit' && cell.visit.arrivedAt ? nowMinute : undefined}
            {...{ setActive, openVisit, openBooking }}
          />
        ))}
        {column.queues.map((queue) => (
          <QueueOfDay key={queue.qmsWorkShiftId} {...{ queue, keyOf, active: active ?? firstKey, setActive, visit, openVisit }} />
        ))}
      </div>
    </div>
  )
}

function queueText({ state, serving, waiting }: Queue, words: ReturnType<typeof useLanguage>['words']): string {
  if (state !== 'RUNNING') return words.day.queueStates[state]
  return serving.length > 0 ? words.day.queueNow(serving.join(', '), waiting) : words.day.queueWaiting(waiting)
}

interface CellProps extends Pick<Grid, 'openVisit' | 'openBooking'> {
  cell: Cell
  id: string
  top: number
  height: number
  isActive: boolean
  isSelected: boolean
  doctorId: number
  /** Of cells whose text says how long somebody waits; undefined for all others. */
  nowMinute: number | undefined
  setActive(key: string): void
}

// Eight hundred of them are drawn at once, and one changes at a time.
const CellOfDay = memo(function CellOfDay({ cell, id, top, height, isActive, isSelected, doctorId, nowMinute, setActive, openVisit, openBooking }: CellProps) {
  const { words } = useLanguage()
  const share = 100 / cell.lanes
  const style = { top, height, insetInlineStart: `calc(${cell.lane * share}% + 3px)`, width: `calc(${share}% - 6px)` }
  const shared = {
    ...{ role: 'gridcell', 'data-key': id, 'data-minute': cell.from, tabIndex: isActive ? 0 : -1, onFocus: () => setActive(id), style },
    ...(isSelected && { 'aria-selected': true }),
  }
  switch (cell.kind) {
    case 'free': {
      const { fromDateTimeIso: from, toDateTimeIso: to } = cell.slot
      const label = `${clockOf(from)}, ${words.day.free}`
      if (!openBooking) return <div {...shared} className={classes.free} aria-label={label} />
      return (
        <button {...shared} type="button" className={classes.free} aria-label={label} onClick={() => openBooking({ doctor: doctorId, from, to })}>
          + {clockOf(from)}
        </button>
      )
    }
    case 'visit':
      return (
        <button {...shared} type="button" className={`${classes.visit} ${toneOf(shownStatus(cell.visit))}`} onClick={() => openVisit(cell.visit.id)}>
          <VisitText visit={cell.visit} isTall={height >= 38} nowMinute={nowMinute} />
        </button>
      )
    case 'blocked':
    case 'elsewhere':
      return (
        <div {...shared} className={classes.blocked}>
          <span className={classes.clock}>{clockText(cell.from)}</span> {words.day[cell.kind]}
        </div>
      )
  }
})

function VisitText({ visit, isTall, nowMinute }: { visit: DayVisit; isTall: boolean; nowMinute: number | undefined }) {
  const { words, locale } = useLanguage()
  const status = shownStatus(visit)
  const isDue = visit.paymentStatus === 'UNPAID' && visit.payableAmount > 0 && !['CANCELLED', 'NO_SHOW', 'MISSED'].includes(visit.status)
  const waited = status === 'ARRIVED' && visit.arrivedAt && nowMinute !== undefined ? nowMinute - minuteOf(visit.arrivedAt) : 0
  const more = [
    wordFor(words.status, status),
    waited > 0 && words.day.waits(waited),
    visit.mode !== 'OFFLINE' && wordFor(words.mode, visit.mode),
    visit.followUp && words.day.followUp,
    visit.patientPackageId !== null && words.day.pack,
  ].filter(Boolean)
  return (
    <>
      <span className={classes.line}>
        <StatusShape status={status} />
        <span className={classes.clock}>{clockOf(visit.fromDateTimeTs)}</span>
        <strong dir="auto" className={classes.patient}>
          {nameOf(visit.patient, words)}
        </strong>
        {isDue && (
          <span className={classes.due}>
            <span className={classes.whole}>{words.day.due(moneyText(visit.payableAmount, visit.currency, locale))}</span>
            <span className={classes.short} aria-hidden>
              {words.day.due('').trim()}
            </span>
          </span>
        )}
      </span>
      <span className={isTall ? classes.more : classes.hidden}>{more.join(' · ')}</span>
    </>
  )
}

interface QueueProps {
  queue: Queue
  keyOf(key: string): string
  active: string | undefined
  setActive(key: string): void
  visit: number | undefined
  openVisit(visit: number): void
}

function QueueOfDay({ queue, keyOf, active, setActive, visit, openVisit }: QueueProps) {
  const { words } = useLanguage()
  return (
    <div className={classes.queue} role="presentation">
      <span className={classes.shift}>
        {queue.shift} · {queue.startTime}–{queue.endTime}
      </span>
      {queue.tokens
        .filter(({ status }) => status !== 'CANCELLED')
        .map((token, index) => {
          const key = keyOf(`token ${token.id}`)
          return (
            <button
              key={token.id}
              type="button"
              role="gridcell"
              data-key={key}
              data-minute={minuteOfClock(queue.startTime) + index}
              tabIndex={key === active ? 0 : -1}
              aria-selected={token.id === visit || undefined}
              className={`${classes.token} ${toneOf(token.status)}`}
              onFocus={() => setActive(key)}
              onClick={() => openVisit(token.id)}
            >
              <TokenText token={token} words={words} />
            </button>
          )
        })}
    </div>
  )
}

function TokenText({ token, words }: { token: Token; words: ReturnType<typeof useLanguage>['words'] }) {
  return (
    <span className={classes.line}>
      <StatusShape status={token.status} />
      <strong>{token.tokenDisplay}</strong>
      <span dir="auto" className={classes.patient}>
        {nameOf(token.patient, words)}
      </span>
      <span className={classes.soft}>{wordFor(words.status, token.status)}</span>
    </span>
  )
}
