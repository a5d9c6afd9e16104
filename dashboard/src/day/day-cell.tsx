// A cell of the day's grid: a free time, a visit, or time that is taken by something else.

import { type KeyboardEvent, memo } from 'react'
import { isAtHome } from '../ui/address-text.ts'
import { isDue } from '../ui/due.ts'
import { isTypedInto, letterOf } from '../ui/keys.ts'
import { isOneOf, type ShownStatus, StatusShape, shownStatus, toneOf } from '../ui/status.tsx'
import { clockOf, clockText, minuteOf, moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { useArrive } from './arrivals.tsx'
import type { Cell } from './cells.ts'
import type { Time } from './day-search.ts'
import classes from './grid.module.css'
import { nameOf } from './patient-name.ts'
import type { DayVisit } from './queries.ts'
import { marksOf } from './visit-marks.ts'

interface CellProps {
  cell: Cell
  id: string
  top: number
  height: number
  isActive: boolean
  isSelected: boolean
  doctorId: number
  addressId: number
  isNear: boolean
  /** Of cells whose text shows a waiting time; undefined for all others. */
  nowMinute: number | undefined
  setActive(key: string): void
  openVisit(visit: number): void
  openBlock(block: number): void
  /** If the waiting list is available. */
  openWaiting?: (() => void) | undefined
  /** Of visits whose patient may arrive at any moment. */
  isExpected: boolean
  /** Undefined for a member who may not book. */
  openBooking: ((time: Time) => void) | undefined
}

// Eight hundred of them are drawn at once, and one changes at a time.
export const CellOfDay = memo(function CellOfDay({
  cell,
  id,
  top,
  height,
  isActive,
  isSelected,
  doctorId,
  addressId,
  isNear,
  nowMinute,
  setActive,
  openVisit,
  openBlock,
  openWaiting,
  isExpected,
  openBooking,
}: CellProps) {
  const { words } = useLanguage()
  const mayArrive = useArrive()
  const arrive = isExpected ? mayArrive : undefined
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
        <button
          {...shared}
          type="button"
          className={classes.free}
          aria-label={label}
          onClick={() => openBooking({ doctor: doctorId, at: addressId, from, to })}
        >
          + {clockOf(from)}
        </button>
      )
    }
    case 'visit':
      return (
        <button
          {...shared}
          type="button"
          data-unoffered={cell.visit.unofferedReason !== null || undefined}
          className={`${classes.visit} ${toneOf(shownStatus(cell.visit))}`}
          onClick={({ target }) => (arrive && isTick(target) ? arrive(cell.visit) : openVisit(cell.visit.id))}
          {...(arrive && { onKeyDown: arrivesBy(() => arrive(cell.visit)), 'aria-keyshortcuts': 'a' })}
        >
          <VisitText visit={cell.visit} isNear={isNear} isTall={height >= 38} nowMinute={nowMinute} />
          {arrive && (
            // For touch or the mouse; the key A and the panel do the same.
            <span className={classes.tick} data-tick aria-hidden title={words.visit.arrive}>
              <StatusShape status="COMPLETED" />
            </span>
          )}
        </button>
      )
    case 'offered': {
      const className = `${classes.blocked} ${classes.ofClinic}`
      const text = (
        <span className={classes.line}>
          <span className={classes.clock}>{clockText(cell.from)}</span>
          <span className={classes.patient}>{words.waiting.offeredTo(nameOf(cell.offer.patient, words), clockOf(cell.offer.expiresAt))}</span>
        </span>
      )
      if (!openWaiting) return <div {...{ ...shared, className }}>{text}</div>
      return (
        <button {...{ ...shared, className }} type="button" onClick={openWaiting}>
          {text}
        </button>
      )
    }
    case 'blocked':
    case 'elsewhere':
    case 'travel': {
      const { block } = cell
      if (block) {
        return (
          <button {...shared} type="button" className={`${classes.blocked} ${classes.ofClinic}`} onClick={() => openBlock(block.id)}>
            <span className={classes.line}>
              <span className={classes.clock}>{clockText(cell.from)}</span>
              <span className={classes.patient}>
                {words.day.blocked} · <bdi>{block.reason}</bdi>
              </span>
            </span>
          </button>
        )
      }
      return (
        <div {...shared} className={classes.blocked}>
          <span className={classes.clock}>{clockText(cell.from)}</span> {words.day[cell.kind]}
        </div>
      )
    }
  }
})

const isTick = (target: EventTarget) => target instanceof Element && target.closest('[data-tick]') !== null

const arrivesBy = (arrive: () => void) => (event: KeyboardEvent) => {
  if (letterOf(event.nativeEvent) !== 'a' || isTypedInto(event.nativeEvent)) return
  event.preventDefault()
  arrive()
}

/** Whether the desk should ask for the money: the patient is here, or was. Before that, it is only a note. */
const isDueNow = (status: ShownStatus) => isOneOf(status, 'ARRIVED', 'IN_CONSULTATION', 'COMPLETED')

/** Paths in a square of 16: a camera, a house, a note. */
const signs = {
  online: 'M1.5 4.5h8v7h-8zM9.5 8l5-3v6z',
  home: 'M2 8l6-5.5L14 8M3.5 7v6.5h9V7',
  note: 'M3.5 2.5h9v11h-9zM6 6h4M6 9h4',
} as const

/** What has no words in a low cell but must be seen at a glance; screen readers have the words. */
function Signs({ visit: { mode, appointmentNotes } }: { visit: DayVisit }) {
  const shown = [mode === 'ONLINE' && 'online', isAtHome(mode) && 'home', appointmentNotes !== null && 'note'] as const
  return (
    <span className={classes.signs}>
      {shown
        .filter((sign) => sign !== false)
        .map((sign) => (
          <svg key={sign} aria-hidden="true" data-sign={sign} className={classes.sign} viewBox="0 0 16 16">
            <path d={signs[sign]} />
          </svg>
        ))}
    </span>
  )
}

interface VisitTextProps {
  visit: DayVisit
  isNear: boolean
  isTall: boolean
  nowMinute: number | undefined
}

function VisitText({ visit, isNear, isTall, nowMinute }: VisitTextProps) {
  const { words, locale } = useLanguage()
  const status = shownStatus(visit)
  const due = isDue(visit) && words.day.due(moneyText(visit.dueAmount, visit.currency, locale))
  const waited = status === 'ARRIVED' && visit.arrivedAt && nowMinute !== undefined ? nowMinute - minuteOf(visit.arrivedAt) : 0
  const clock = clockOf(visit.fromDateTimeTs)
  const patient = nameOf(visit.patient, words)
  const more = [
    wordFor(words.status, status),
    waited > 0 && words.day.waits(waited),
    visit.mode !== 'OFFLINE' && wordFor(words.mode, visit.mode),
    ...marksOf(visit, words),
    visit.appointmentNotes && words.day.note,
  ]
    .filter(Boolean)
    .join(' · ')
  // Off the screen there is only the text, for screen readers: laying out its parts takes half the time of drawing a large day (DASH-24).
  if (!isNear) return [clock, patient, due, more].filter(Boolean).join(' ')
  return (
    <>
      <span className={classes.line}>
        <StatusShape status={status} />
        <span className={classes.clock}>{clock}</span>
        <strong dir="auto" className={classes.patient}>
          {patient}
        </strong>
        {!isTall && (visit.mode !== 'OFFLINE' || visit.appointmentNotes) && <Signs visit={visit} />}
        {/* If there is no room for the amount, the style sheet shows only the word; screen readers read both. */}
        {due && (
          <span className={classes.due} data-now={isDueNow(status) || undefined} data-short={words.day.due('').trim()}>
            {due}
          </span>
        )}
      </span>
      <span className={isTall ? classes.more : classes.hidden}>{more}</span>
    </>
  )
}
