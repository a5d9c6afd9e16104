// A day or a week as a grid: a column for each practitioner or each day, time downwards. For a keyboard and a screen reader each column is
// a row of the grid and each time a cell of it; one cell is in the tab order, and the arrow keys go from one to the next (DASH-19).

import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useIsNear } from '../ui/near.ts'
import { isOneOf, type ShownStatus, StatusShape, toneOf } from '../ui/status.tsx'
import { clockText, endMinuteOf, minuteOfClock, startMinuteOf } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { isExpected } from './arrivals.tsx'
import { cellsOf, hoursOf, isClosed, scaleOf } from './cells.ts'
import { ColumnTitle } from './column-title.tsx'
import { CellOfDay } from './day-cell.tsx'
import type { DaySearch, Time } from './day-search.ts'
import classes from './grid.module.css'
import { Lateness } from './lateness.tsx'
import { minutesAt } from './move-targets.ts'
import { nameOf } from './patient-name.ts'
import { nowMinuteOf, type Queue, type ShownColumn, type Token, tells } from './queries.ts'
import { isElsewhere, type Moving, useMoving } from './use-moving.ts'

interface Grid {
  label: string
  columns: readonly ShownColumn[]
  /** When these were received. */
  minutesSince: number
  selected: DaySearch
  openVisit(visit: number): void
  openBlock(block: number): void
  /** If the waiting list is available. */
  openWaiting?: (() => void) | undefined
  /** Undefined for a member who may not book. */
  openBooking: ((time: Time) => void) | undefined
  /** Undefined for a member who may not move visits. */
  move: ((moving: Moving) => void) | undefined
}

/** Half the height of the label of the current time, in pixels: at the top of the day it would be cut off. */
const nowClockHalf = 9
/** As many columns as the widest screens show; which ones are near is known after layout. */
const columnsAtFirst = 10

/** This many columns, a week of them, are made narrow rather than scrolled sideways. */
const sideBySide = 8

const isOver = (status: ShownStatus) => isOneOf(status, 'COMPLETED', 'NO_SHOW', 'CANCELLED', 'MISSED')

export function DayGrid({ label, columns, minutesSince, selected, openVisit, openBlock, openWaiting, openBooking, move }: Grid) {
  const { words, direction } = useLanguage()
  const hours = useMemo(() => hoursOf(columns), [columns])
  const scale = useMemo(() => scaleOf(columns), [columns])
  const [active, setActive] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  const marks = Array.from({ length: (hours.to - hours.from) / 60 + 1 }, (_, index) => hours.from + index * 60)
  const height = (hours.to - hours.from) * scale
  const nows = columns.map(({ day }) => nowMinuteOf(day, minutesSince))
  const nowMinute = nows.find((minute) => minute !== undefined && minute >= hours.from && minute <= hours.to)
  const { moving, onPointerDown, onKey, takeKey } = useMoving({ columns, scale, grid, drop: move, isRightToLeft: direction === 'rtl' })

  const visitHere = columns.some(({ column }) => column.visits.some(({ id }) => id === selected.visit)) ? selected.visit : undefined
  // A visit that is opened from a search or by an address may be in a column, or at an hour, that is not on the screen.
  useEffect(() => {
    if (visitHere !== undefined) grid.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [visitHere])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (onKey(event)) {
      event.preventDefault()
      return
    }
    const next = neighbourOf(grid.current, event.target, event.key, direction === 'rtl')
    if (!next) return
    event.preventDefault()
    setActive(next.dataset.key)
    next.focus()
  }

  return (
    <div className={classes.scroller} style={{ '--columns': columns.length, '--least': columns.length > sideBySide ? '10.5rem' : '9rem' } as CSSProperties}>
      {/* Announced while a visit is moved, by mouse, touch or key. */}
      <p role="status" className={classes.hidden}>
        {moving && movingText(moving, words)}
      </p>
      <div ref={grid} role="grid" aria-label={label} aria-describedby="grid-hint" className={classes.grid} {...{ onKeyDown, onPointerDown }}>
        <p id="grid-hint" hidden>
          {words.day.gridHint} {move && words.move.hint(takeKey.toUpperCase())}
        </p>
        <div className={classes.axis} aria-hidden>
          <div className={classes.corner} />
          <div className={classes.hours} style={{ height }}>
            {marks.map((minute) => (
              <span key={minute} className={classes.hour} style={{ top: (minute - hours.from) * scale }}>
                {clockText(minute)}
              </span>
            ))}
            {nowMinute !== undefined && (
              <span className={classes.nowClock} style={{ top: Math.max((nowMinute - hours.from) * scale, nowClockHalf) }}>
                {clockText(nowMinute)}
              </span>
            )}
          </div>
        </div>
        {columns.map((shown, index) => (
          <ColumnOfDay
            key={shown.key}
            {...{ shown, hours, scale, height, openVisit, openBlock, openWaiting, openBooking, setActive }}
            nowMinute={nows[index]}
            index={index}
            active={active}
            moving={moving?.shown.key === shown.key ? moving : undefined}
            visit={selected.visit}
            booking={selected.doctor === shown.column.doctorId ? selected.from : undefined}
          />
        ))}
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

interface ColumnProps extends Pick<Grid, 'openVisit' | 'openBlock' | 'openWaiting' | 'openBooking'> {
  shown: ShownColumn
  hours: { from: number; to: number }
  scale: number
  height: number
  nowMinute: number | undefined
  /** From 0 at the start of a line. */
  index: number
  active: string | undefined
  /** Of this column. */
  moving: Moving | undefined
  setActive(key: string): void
  visit: number | undefined
  booking: string | undefined
}

function ColumnOfDay({
  shown,
  hours,
  scale,
  height,
  nowMinute,
  index,
  active,
  moving,
  setActive,
  visit,
  booking,
  openVisit,
  openBlock,
  openWaiting,
  openBooking,
}: ColumnProps) {
  const { words } = useLanguage()
  const { key, title, more, column, day } = shown
  const { date } = day
  const [row, isNear] = useIsNear<HTMLDivElement>(index < columnsAtFirst)
  const cells = useMemo(() => cellsOf(column, date), [column, date])
  const live = column.visits.filter(({ status }) => status !== 'CANCELLED')
  const open = live.filter(({ status }) => !isOver(status))
  const keyOf = (cell: string) => `${key} ${cell}`
  const firstKey = index === 0 ? keyOf(cells[0]?.key ?? `token ${column.queues[0]?.tokens[0]?.id}`) : undefined
  const about = [
    more,
    ...column.queues.map((queue) => queueText(queue, words)),
    column.queues.length === 0 && (isClosed(column) ? words.week.closed : words.day.columnVisits(open.length, live.length)),
  ].filter(Boolean)
  const isNow = nowMinute !== undefined && nowMinute >= hours.from && nowMinute <= hours.to
  const place = ({ from, to }: { from: number; to: number }) => ({ top: (from - hours.from) * scale, height: (to - from) * scale })
  return (
    <div ref={row} role="row" data-column={key} aria-label={more ? `${title}, ${more}` : title} className={classes.column}>
      <div role="rowheader" className={classes.head} aria-current={shown.isToday ? 'date' : undefined}>
        <strong dir="auto" className={classes.name}>
          <ColumnTitle shown={shown} tabIndex={-1} />
        </strong>
        <span className={classes.about}>
          {about.join(' · ')} <Lateness shown={shown} />
        </span>
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
            addressId={day.addressId}
            isNear={isNear}
            nowMinute={cell.kind === 'visit' && cell.visit.arrivedAt ? nowMinute : undefined}
            isExpected={cell.kind === 'visit' && isExpected(cell.visit, nowMinute)}
            {...{ setActive, openVisit, openBlock, openWaiting, openBooking }}
          />
        ))}
        {moving && <MovingVisit {...{ moving, place }} />}
        {isNow && <div className={classes.now} style={{ top: (nowMinute - hours.from) * scale }} aria-hidden />}
        {column.queues.map((queue) => (
          <QueueOfDay key={queue.qmsWorkShiftId} {...{ queue, keyOf, active: active ?? firstKey, setActive, visit, openVisit }} />
        ))}
      </div>
    </div>
  )
}

type Words = ReturnType<typeof useLanguage>['words']

function movingText(moving: Moving, words: Words): string {
  const { visit, target, home, shown } = moving
  const day = shown.key === home.key || isElsewhere(moving) ? '' : `${shown.title}, `
  return `${nameOf(visit.patient, words)}: ${day}${clockText(target.minute)}, ${target.isFree ? words.move.free : words.move.taken}. ${consequenceOf(moving, words)}`
}

/** What dropping the visit there does. */
const consequenceOf = (moving: Moving, words: Words) =>
  isElsewhere(moving) ? words.move.elsewhere(moving.shown.title) : `${words.move.same} ${tells(moving.shown.day, 'move') ? words.move.told : words.move.untold}`

/** Where a visit would go, drawn over the cells. */
function MovingVisit({ moving, place }: { moving: Moving; place(time: { from: number; to: number }): { top: number; height: number } }) {
  const { words } = useLanguage()
  const { visit, target } = moving
  return (
    <div className={classes.moving} data-free={target.isFree} style={place({ from: target.minute, to: target.minute + minutesAt(target) })} aria-hidden>
      <span className={classes.clock}>{clockText(target.minute)}</span> <bdi>{nameOf(visit.patient, words)}</bdi> ·{' '}
      {target.isFree ? words.move.free : words.move.taken}
      <span className={classes.consequence}>{consequenceOf(moving, words)}</span>
    </div>
  )
}

function queueText({ state, serving, waiting }: Queue, words: ReturnType<typeof useLanguage>['words']): string {
  if (state !== 'RUNNING') return words.day.queueStates[state]
  return serving.length > 0 ? words.day.queueNow(serving.join(', '), waiting) : words.day.queueWaiting(waiting)
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
        {queue.shift} · <bdi dir="ltr">{`${queue.startTime}–${queue.endTime}`}</bdi>
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
