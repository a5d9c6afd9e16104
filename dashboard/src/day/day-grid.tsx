// A day or a week as a grid: a column for each practitioner or each day, with time running
// downwards. For keyboards and screen readers each column is a row of the grid and each time a cell
// of it; one cell is in the tab order, and the arrow keys move from cell to cell (DASH-19).

import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useIsNear } from '../ui/near.ts'
import { patientName } from '../ui/patient-name.ts'
import { type DisplayStatus, isIncluded, StatusShape, toneClass } from '../ui/status.tsx'
import { clockText, endMinute, minuteOfClock, startMinute } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { isExpected } from './arrivals.tsx'
import { buildCells, hourRange, isClosed, pixelsPerMinute } from './cells.ts'
import { ColumnTitle } from './column-title.tsx'
import { DayCell } from './day-cell.tsx'
import type { BookingTime, DaySearch } from './day-search.ts'
import classes from './grid.module.css'
import { Lateness } from './lateness.tsx'
import { targetMinutes } from './move-targets.ts'
import {
  type CalendarColumn,
  currentMinute,
  type Queue,
  sendsNotice,
  type Token,
} from './queries.ts'
import { isToOtherColumn, useVisitMove, type VisitMove } from './use-moving.ts'

interface DayGridProps {
  label: string
  columns: readonly CalendarColumn[]
  /** When the columns were received. */
  minutesSince: number
  selected: DaySearch
  openVisit(visit: number): void
  openBlock(block: number): void
  /** Opens the waiting list, if it is available. */
  openWaiting?: (() => void) | undefined
  /** Undefined if the member may not book. */
  openBooking: ((time: BookingTime) => void) | undefined
  /** Undefined if the member may not move visits. */
  move: ((visitMove: VisitMove) => void) | undefined
}

/**
 * Half the height of the current time's label, in pixels: at the top of the day the label would be
 * cut off.
 */
const nowLabelHalfHeight = 9
/**
 * The number of columns on the widest screens; which columns are near is known only after layout.
 */
const initialColumns = 10

/** Up to this many columns, as in a week, are made narrow rather than scrolled sideways. */
const fittedColumnsMax = 8

const isFinished = (status: DisplayStatus) =>
  isIncluded(status, 'COMPLETED', 'NO_SHOW', 'CANCELLED', 'MISSED')

export function DayGrid({
  label,
  columns,
  minutesSince,
  selected,
  openVisit,
  openBlock,
  openWaiting,
  openBooking,
  move,
}: DayGridProps) {
  const { words, direction } = useLanguage()
  const hours = useMemo(() => hourRange(columns), [columns])
  const scale = useMemo(() => pixelsPerMinute(columns), [columns])
  const [active, setActive] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  const marks = Array.from(
    { length: (hours.to - hours.from) / 60 + 1 },
    (_, index) => hours.from + index * 60,
  )
  const height = (hours.to - hours.from) * scale
  const nowMinutes = columns.map(({ day }) => currentMinute(day, minutesSince))
  const nowMinute = nowMinutes.find(
    (minute) => minute !== undefined && minute >= hours.from && minute <= hours.to,
  )
  const {
    moving: visitMove,
    onPointerDown,
    onKey,
    takeKey,
  } = useVisitMove({ columns, scale, grid, drop: move, isRightToLeft: direction === 'rtl' })

  const visitInGrid = columns.some(({ column }) =>
    column.visits.some(({ id }) => id === selected.visit),
  )
    ? selected.visit
    : undefined
  // A visit that is opened from a search or by an address may be in a column or at an hour that is
  // off the screen.
  useEffect(() => {
    if (visitInGrid !== undefined)
      grid.current
        ?.querySelector('[aria-selected=true]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [visitInGrid])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (onKey(event)) {
      event.preventDefault()
      return
    }
    const next = neighbouringCell(grid.current, event.target, event.key, direction === 'rtl')
    if (!next) return
    event.preventDefault()
    setActive(next.dataset.key)
    next.focus()
  }

  return (
    <div
      className={classes.scroller}
      style={
        {
          '--columns': columns.length,
          '--least': columns.length > fittedColumnsMax ? '10.5rem' : '9rem',
        } as CSSProperties
      }
    >
      {/* Announced while a visit is moved, whether by mouse, touch or key. */}
      <p role="status" className={classes.hidden}>
        {visitMove && movingText(visitMove, words)}
      </p>
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        aria-describedby="grid-hint"
        className={classes.grid}
        {...{ onKeyDown, onPointerDown }}
      >
        <p id="grid-hint" hidden>
          {words.day.gridHint} {move && words.move.hint(takeKey.toUpperCase())}
        </p>
        <div className={classes.axis} aria-hidden>
          <div className={classes.corner} />
          <div className={classes.hours} style={{ height }}>
            {marks.map((minute) => (
              <span
                key={minute}
                className={classes.hour}
                style={{ top: (minute - hours.from) * scale }}
              >
                {clockText(minute)}
              </span>
            ))}
            {nowMinute !== undefined && (
              <span
                className={classes.nowClock}
                style={{ top: Math.max((nowMinute - hours.from) * scale, nowLabelHalfHeight) }}
              >
                {clockText(nowMinute)}
              </span>
            )}
          </div>
        </div>
        {columns.map((calendarColumn, index) => (
          <DayColumn
            key={calendarColumn.key}
            {...{
              shown: calendarColumn,
              hours,
              scale,
              height,
              openVisit,
              openBlock,
              openWaiting,
              openBooking,
              setActive,
            }}
            nowMinute={nowMinutes[index]}
            index={index}
            active={active}
            moving={visitMove?.shown.key === calendarColumn.key ? visitMove : undefined}
            visit={selected.visit}
            booking={selected.doctor === calendarColumn.column.doctorId ? selected.from : undefined}
          />
        ))}
      </div>
    </div>
  )
}

/**
 * The cell to which a key leads: the next one of the same practitioner, or the nearest in time of
 * another.
 */
function neighbouringCell(
  grid: HTMLElement | null,
  target: EventTarget,
  key: string,
  isRightToLeft: boolean,
): HTMLElement | undefined {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[role=gridcell]') : null
  const row = cell?.closest<HTMLElement>('[role=row]')
  if (!grid || !cell || !row) return undefined
  const listCells = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('[role=gridcell]')]
  const rowCells = listCells(row)
  const cellIndex = rowCells.indexOf(cell)
  switch (key) {
    case 'ArrowDown':
      return rowCells[cellIndex + 1]
    case 'ArrowUp':
      return rowCells[cellIndex - 1]
    case 'Home':
      return rowCells[0]
    case 'End':
      return rowCells.at(-1)
    case 'ArrowLeft':
    case 'ArrowRight': {
      const rows = [...grid.querySelectorAll<HTMLElement>('[role=row]')]
      const step = (key === 'ArrowRight') === isRightToLeft ? -1 : 1
      const minute = Number(cell.dataset.minute)
      for (
        let rowIndex = rows.indexOf(row) + step;
        rowIndex >= 0 && rowIndex < rows.length;
        rowIndex += step
      ) {
        const cells = listCells(rows[rowIndex] as HTMLElement)
        const distance = ({ dataset }: HTMLElement) => Math.abs(Number(dataset.minute) - minute)
        if (cells.length > 0)
          return cells.reduce((nearest, candidate) =>
            distance(candidate) < distance(nearest) ? candidate : nearest,
          )
      }
    }
  }
}

interface ColumnProps
  extends Pick<DayGridProps, 'openVisit' | 'openBlock' | 'openWaiting' | 'openBooking'> {
  shown: CalendarColumn
  hours: { from: number; to: number }
  scale: number
  height: number
  nowMinute: number | undefined
  /** The index of the cell in its line, from 0. */
  index: number
  active: string | undefined
  /** The move in progress in this column. */
  moving: VisitMove | undefined
  setActive(key: string): void
  visit: number | undefined
  booking: string | undefined
}

function DayColumn({
  shown: calendarColumn,
  hours,
  scale,
  height,
  nowMinute,
  index,
  active,
  moving: visitMove,
  setActive,
  visit,
  booking,
  openVisit,
  openBlock,
  openWaiting,
  openBooking,
}: ColumnProps) {
  const { words } = useLanguage()
  const { key, title, more, column, day } = calendarColumn
  const { date } = day
  const [row, isNear] = useIsNear<HTMLDivElement>(index < initialColumns)
  const cells = useMemo(() => buildCells(column, date), [column, date])
  const activeVisits = column.visits.filter(({ status }) => status !== 'CANCELLED')
  const openVisits = activeVisits.filter(({ status }) => !isFinished(status))
  const cellKey = (cell: string) => `${key} ${cell}`
  const firstKey =
    index === 0 ? cellKey(cells[0]?.key ?? `token ${column.queues[0]?.tokens[0]?.id}`) : undefined
  const summary = [
    more,
    ...column.queues.map((queue) => queueText(queue, words)),
    column.queues.length === 0 &&
      (isClosed(column)
        ? words.week.closed
        : words.day.columnVisits(openVisits.length, activeVisits.length)),
  ].filter(Boolean)
  const isNow = nowMinute !== undefined && nowMinute >= hours.from && nowMinute <= hours.to
  const position = ({ from, to }: { from: number; to: number }) => ({
    top: (from - hours.from) * scale,
    height: (to - from) * scale,
  })
  return (
    <div
      ref={row}
      role="row"
      data-column={key}
      aria-label={more ? `${title}, ${more}` : title}
      className={classes.column}
    >
      <div
        role="rowheader"
        className={classes.head}
        aria-current={calendarColumn.isToday ? 'date' : undefined}
      >
        <strong dir="auto" className={classes.name}>
          <ColumnTitle shown={calendarColumn} tabIndex={-1} />
        </strong>
        <span className={classes.about}>
          {summary.join(' · ')} <Lateness shown={calendarColumn} />
        </span>
      </div>
      <div className={classes.body} style={{ height }} role="presentation">
        {column.hours.map(({ fromDateTimeIso, toDateTimeIso }) => (
          <div
            key={fromDateTimeIso}
            className={classes.open}
            style={position({
              from: startMinute(fromDateTimeIso, date),
              to: endMinute(toDateTimeIso, date),
            })}
            aria-hidden
          />
        ))}
        {column.queues.map(({ qmsWorkShiftId, startTime, endTime }) => (
          <div
            key={qmsWorkShiftId}
            className={classes.open}
            style={position({ from: minuteOfClock(startTime), to: minuteOfClock(endTime) })}
            aria-hidden
          />
        ))}
        {cells.map((cell) => (
          <DayCell
            key={cell.key}
            cell={cell}
            id={cellKey(cell.key)}
            top={(cell.from - hours.from) * scale}
            height={(cell.to - cell.from) * scale}
            isActive={(active ?? firstKey) === cellKey(cell.key)}
            isSelected={
              cell.kind === 'visit'
                ? cell.visit.id === visit
                : cell.kind === 'free' && cell.slot.fromDateTimeIso === booking
            }
            doctorId={column.doctorId}
            addressId={day.addressId}
            isNear={isNear}
            nowMinute={cell.kind === 'visit' && cell.visit.arrivedAt ? nowMinute : undefined}
            isExpected={cell.kind === 'visit' && isExpected(cell.visit, nowMinute)}
            {...{ setActive, openVisit, openBlock, openWaiting, openBooking }}
          />
        ))}
        {visitMove && <MovingVisit {...{ moving: visitMove, position }} />}
        {isNow && (
          <div
            className={classes.now}
            style={{ top: (nowMinute - hours.from) * scale }}
            aria-hidden
          />
        )}
        {column.queues.map((queue) => (
          <DayQueue
            key={queue.qmsWorkShiftId}
            {...{ queue, keyOf: cellKey, active: active ?? firstKey, setActive, visit, openVisit }}
          />
        ))}
      </div>
    </div>
  )
}

type Words = ReturnType<typeof useLanguage>['words']

function movingText(visitMove: VisitMove, words: Words): string {
  const { visit, target, home, shown: calendarColumn } = visitMove
  const day =
    calendarColumn.key === home.key || isToOtherColumn(visitMove) ? '' : `${calendarColumn.title}, `
  return `${patientName(visit.patient, words)}: ${day}${clockText(target.minute)}, ${target.isFree ? words.move.free : words.move.taken}. ${dropConsequence(visitMove, words)}`
}

/** What happens if the visit is dropped there. */
const dropConsequence = (visitMove: VisitMove, words: Words) =>
  isToOtherColumn(visitMove)
    ? words.move.elsewhere(visitMove.shown.title)
    : `${words.move.same} ${sendsNotice(visitMove.shown.day, 'move') ? words.move.told : words.move.untold}`

/** Where a visit would be moved, drawn over the cells. */
function MovingVisit({
  moving: visitMove,
  position,
}: {
  moving: VisitMove
  position(time: { from: number; to: number }): { top: number; height: number }
}) {
  const { words } = useLanguage()
  const { visit, target } = visitMove
  return (
    <div
      className={classes.moving}
      data-free={target.isFree}
      style={position({ from: target.minute, to: target.minute + targetMinutes(target) })}
      aria-hidden
    >
      <span className={classes.clock}>{clockText(target.minute)}</span>{' '}
      <bdi>{patientName(visit.patient, words)}</bdi> ·{' '}
      {target.isFree ? words.move.free : words.move.taken}
      <span className={classes.consequence}>{dropConsequence(visitMove, words)}</span>
    </div>
  )
}

function queueText(
  { state, serving, waiting }: Queue,
  words: ReturnType<typeof useLanguage>['words'],
): string {
  if (state !== 'RUNNING') return words.day.queueStates[state]
  return serving.length > 0
    ? words.day.queueNow(serving.join(', '), waiting)
    : words.day.queueWaiting(waiting)
}

interface DayQueueProps {
  queue: Queue
  keyOf(key: string): string
  active: string | undefined
  setActive(key: string): void
  visit: number | undefined
  openVisit(visit: number): void
}

function DayQueue({ queue, keyOf: cellKey, active, setActive, visit, openVisit }: DayQueueProps) {
  const { words } = useLanguage()
  return (
    <div className={classes.queue} role="presentation">
      <span className={classes.shift}>
        {queue.shift} · <bdi dir="ltr">{`${queue.startTime}–${queue.endTime}`}</bdi>
      </span>
      {queue.tokens
        .filter(({ status }) => status !== 'CANCELLED')
        .map((token, index) => {
          const key = cellKey(`token ${token.id}`)
          return (
            <button
              key={token.id}
              type="button"
              role="gridcell"
              data-key={key}
              data-minute={minuteOfClock(queue.startTime) + index}
              tabIndex={key === active ? 0 : -1}
              aria-selected={token.id === visit || undefined}
              className={`${classes.token} ${toneClass(token.status)}`}
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

function TokenText({
  token,
  words,
}: {
  token: Token
  words: ReturnType<typeof useLanguage>['words']
}) {
  return (
    <span className={classes.line}>
      <StatusShape status={token.status} />
      <strong>{token.tokenDisplay}</strong>
      <span dir="auto" className={classes.patient}>
        {patientName(token.patient, words)}
      </span>
      <span className={classes.soft}>{wordFor(words.status, token.status)}</span>
    </span>
  )
}
