// A cell of the day's grid: a free time, a visit, or time taken by something else.

import { type KeyboardEvent, memo } from 'react'
import { isAtHome } from '../ui/address-text.ts'
import { isDue } from '../ui/due.ts'
import { isFieldInput, shortcutLetter } from '../ui/keys.ts'
import { patientName } from '../ui/patient-name.ts'
import {
  type DisplayStatus,
  displayStatus,
  isIncluded,
  StatusShape,
  toneClass,
} from '../ui/status.tsx'
import { clockText, clockTime, minuteOfDay, moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { useArrive } from './arrivals.tsx'
import type { Cell } from './cells.ts'
import type { BookingTime } from './day-search.ts'
import classes from './grid.module.css'
import type { DayVisit } from './queries.ts'
import { visitMarks } from './visit-marks.ts'

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
  /**
   * The current minute, for a cell whose text shows a waiting time; undefined for all other cells.
   */
  nowMinute: number | undefined
  setActive(key: string): void
  openVisit(visit: number): void
  openBlock(block: number): void
  /** Opens the waiting list, if it is available. */
  openWaiting?: (() => void) | undefined
  /** Whether the patient may arrive at any moment. */
  isExpected: boolean
  /** Undefined if the member may not book. */
  openBooking: ((time: BookingTime) => void) | undefined
}

// Eight hundred cells are drawn at once, and then one changes at a time.
export const DayCell = memo(function DayCell({
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
  const arriveAction = useArrive()
  const arrive = isExpected ? arriveAction : undefined
  const share = 100 / cell.lanes
  const style = {
    top,
    height,
    insetInlineStart: `calc(${cell.lane * share}% + 3px)`,
    width: `calc(${share}% - 6px)`,
  }
  const sharedProps = {
    role: 'gridcell',
    'data-key': id,
    'data-minute': cell.from,
    tabIndex: isActive ? 0 : -1,
    onFocus: () => setActive(id),
    style,
    ...(isSelected && { 'aria-selected': true }),
  }
  switch (cell.kind) {
    case 'free': {
      const { fromDateTimeIso: from, toDateTimeIso: to } = cell.slot
      const label = `${clockTime(from)}, ${words.day.free}`
      if (!openBooking) return <div {...sharedProps} className={classes.free} aria-label={label} />
      return (
        <button
          {...sharedProps}
          type="button"
          className={classes.free}
          aria-label={label}
          onClick={() => openBooking({ doctor: doctorId, at: addressId, from, to })}
        >
          + {clockTime(from)}
        </button>
      )
    }
    case 'visit':
      return (
        <button
          {...sharedProps}
          type="button"
          data-unoffered={cell.visit.unofferedReason !== null || undefined}
          className={`${classes.visit} ${toneClass(displayStatus(cell.visit))}`}
          onClick={({ target }) =>
            arrive && isTick(target) ? arrive(cell.visit) : openVisit(cell.visit.id)
          }
          {...(arrive && {
            onKeyDown: arriveOnKey(() => arrive(cell.visit)),
            'aria-keyshortcuts': 'a',
          })}
        >
          <VisitText
            visit={cell.visit}
            isNear={isNear}
            isTall={height >= 38}
            nowMinute={nowMinute}
          />
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
          <span className={classes.patient}>
            {words.waiting.offeredTo(
              patientName(cell.offer.patient, words),
              clockTime(cell.offer.expiresAt),
            )}
          </span>
        </span>
      )
      if (!openWaiting) return <div {...{ ...sharedProps, className }}>{text}</div>
      return (
        <button {...{ ...sharedProps, className }} type="button" onClick={openWaiting}>
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
          <button
            {...sharedProps}
            type="button"
            className={`${classes.blocked} ${classes.ofClinic}`}
            onClick={() => openBlock(block.id)}
          >
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
        <div {...sharedProps} className={classes.blocked}>
          <span className={classes.clock}>{clockText(cell.from)}</span> {words.day[cell.kind]}
        </div>
      )
    }
  }
})

const isTick = (target: EventTarget) =>
  target instanceof Element && target.closest('[data-tick]') !== null

const arriveOnKey = (arrive: () => void) => (event: KeyboardEvent) => {
  if (shortcutLetter(event.nativeEvent) !== 'a' || isFieldInput(event.nativeEvent)) return
  event.preventDefault()
  arrive()
}

/**
 * Whether the desk should ask for the money: the patient is here, or has been. Before that, what is
 * due is only a note.
 */
const isDueNow = (status: DisplayStatus) =>
  isIncluded(status, 'ARRIVED', 'IN_CONSULTATION', 'COMPLETED')

/** Paths in a 16 × 16 square: a camera, a house, a note. */
const signPaths = {
  online: 'M1.5 4.5h8v7h-8zM9.5 8l5-3v6z',
  home: 'M2 8l6-5.5L14 8M3.5 7v6.5h9V7',
  note: 'M3.5 2.5h9v11h-9zM6 6h4M6 9h4',
} as const

/**
 * What must be seen at a glance but has no room for words in a low cell; screen readers read the
 * words.
 */
function Signs({ visit: { mode, appointmentNotes } }: { visit: DayVisit }) {
  const visibleSigns = [
    mode === 'ONLINE' && 'online',
    isAtHome(mode) && 'home',
    appointmentNotes !== null && 'note',
  ] as const
  return (
    <span className={classes.signs}>
      {visibleSigns
        .filter((sign) => sign !== false)
        .map((sign) => (
          <svg
            key={sign}
            aria-hidden="true"
            data-sign={sign}
            className={classes.sign}
            viewBox="0 0 16 16"
          >
            <path d={signPaths[sign]} />
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
  const status = displayStatus(visit)
  const dueText = isDue(visit) && words.day.due(moneyText(visit.dueAmount, visit.currency, locale))
  const waitedMinutes =
    status === 'ARRIVED' && visit.arrivedAt && nowMinute !== undefined
      ? nowMinute - minuteOfDay(visit.arrivedAt)
      : 0
  const clock = clockTime(visit.fromDateTimeTs)
  const patient = patientName(visit.patient, words)
  const details = [
    wordFor(words.status, status),
    waitedMinutes > 0 && words.day.waits(waitedMinutes),
    visit.mode !== 'OFFLINE' && wordFor(words.mode, visit.mode),
    ...visitMarks(visit, words),
    visit.appointmentNotes && words.day.note,
  ]
    .filter(Boolean)
    .join(' · ')
  // A cell off the screen contains only its text, for screen readers: laying out its parts takes
  // half the time of drawing a large day (DASH-24).
  if (!isNear) return [clock, patient, dueText, details].filter(Boolean).join(' ')
  return (
    <>
      <span className={classes.line}>
        <StatusShape status={status} />
        <span className={classes.clock}>{clock}</span>
        <strong dir="auto" className={classes.patient}>
          {patient}
        </strong>
        {!isTall && (visit.mode !== 'OFFLINE' || visit.appointmentNotes) && <Signs visit={visit} />}
        {/* If there is no room for the amount, the style sheet shows only the word; screen readers
            read both. */}
        {dueText && (
          <span
            className={classes.due}
            data-now={isDueNow(status) || undefined}
            data-short={words.day.due('').trim()}
          >
            {dueText}
          </span>
        )}
      </span>
      <span className={isTall ? classes.more : classes.hidden}>{details}</span>
    </>
  )
}
