// The day as a list, for small screens, for screen readers, and for people who read lists faster.

import { useEffect, useRef } from 'react'
import { isDue } from '../ui/due.ts'
import { StatusMark, shownStatus } from '../ui/status.tsx'
import { clockOf, clockText, minuteOf, moneyText, startMinuteOf } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { isExpected, useArrive } from './arrivals.tsx'
import { type Cell, cellsOf, hoursText, isClosed } from './cells.ts'
import { ColumnTitle } from './column-title.tsx'
import type { Time } from './day-search.ts'
import { Lateness } from './lateness.tsx'
import classes from './list.module.css'
import { nextPatientOf } from './next-patient.ts'
import { nameOf } from './patient-name.ts'
import { type DayVisit, nowMinuteOf, type ShownColumn } from './queries.ts'
import { marksOf } from './visit-marks.ts'

const endMinuteOf = ({ fromDateTimeTs, toDateTimeTs }: DayVisit) => minuteOf(fromDateTimeTs) + (Date.parse(toDateTimeTs) - Date.parse(fromDateTimeTs)) / 60_000

interface Listed {
  columns: readonly ShownColumn[]
  minutesSince: number
  selected: number | undefined
  openVisit(visit: number): void
  openBlock(block: number): void
  /** If the waiting list is available. */
  openWaiting?: (() => void) | undefined
  openBooking: ((time: Time) => void) | undefined
}

export function DayList({ columns, minutesSince, selected, openVisit, openBlock, openWaiting, openBooking }: Listed) {
  return (
    <div className={classes.lists}>
      {columns.map((shown) => (
        <ColumnList key={shown.key} opensAtNext={columns.length === 1} {...{ shown, minutesSince, selected, openVisit, openBlock, openWaiting, openBooking }} />
      ))}
    </div>
  )
}

interface Column extends Omit<Listed, 'columns'> {
  shown: ShownColumn
  /** Whether a long day is scrolled to the next patient once, when it is opened. */
  opensAtNext: boolean
}

function ColumnList({ shown, opensAtNext, minutesSince, selected, openVisit, openBlock, openWaiting, openBooking }: Column) {
  const { words, locale } = useLanguage()
  const { key, more, day, column } = shown
  const arrive = useArrive()
  const nowMinute = nowMinuteOf(day, minutesSince)
  const timed = [
    ...column.visits.map((visit) => ({
      ...{
        ...visit,
        from: startMinuteOf(visit.fromDateTimeTs, day.date),
        at: clockOf(visit.fromDateTimeTs),
        toMinute: endMinuteOf(visit),
        status: shownStatus(visit),
      },
      onArrival: arrive && isExpected(visit, nowMinute) ? () => arrive(visit) : undefined,
    })),
    ...cellsOf({ ...column, visits: [], slots: [] }, day.date).map((cell) => ({ cell, id: cell.key, from: cell.from })),
  ]
  const rows = [
    ...timed.sort((a, b) => a.from - b.from),
    ...column.queues.flatMap(({ tokens }) => tokens.map((token) => ({ ...token, at: token.tokenDisplay, onArrival: undefined }))),
  ]
  const nextPatient = nextPatientOf(rows, nowMinute)
  const list = useRef<HTMLUListElement>(null)
  const hasOpened = useRef(false)
  useEffect(() => {
    if (hasOpened.current) return
    hasOpened.current = true
    if (opensAtNext) list.current?.querySelector('[data-next]')?.scrollIntoView({ block: 'center' })
  }, [opensAtNext])
  const hours = isClosed(column) ? words.week.closed : hoursText(column)
  const next = column.slots.find(({ status }) => status === 'AVAILABLE')
  const heading = `list-${key}`
  return (
    <section className={classes.list} aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        <span>
          <ColumnTitle shown={shown} /> {more && <span className={classes.place}>{more}</span>} <Lateness shown={shown} />
        </span>
        {next && openBooking && (
          <button
            type="button"
            className={classes.next}
            onClick={() => openBooking({ doctor: column.doctorId, at: day.addressId, from: next.fromDateTimeIso, to: next.toDateTimeIso })}
          >
            {words.day.nextFree(clockOf(next.fromDateTimeIso))}
          </button>
        )}
      </h2>
      {hours && <p className={classes.hours}>{hours}</p>}
      {rows.length === 0 ? (
        !isClosed(column) && <p className={classes.none}>{words.day.columnVisits(0, 0)}</p>
      ) : (
        <ul className={classes.rows} ref={list}>
          {rows.map((row) =>
            'cell' in row ? (
              <li key={row.id} className={classes.item}>
                <TakenTime cell={row.cell} {...{ openBlock, openWaiting }} />
              </li>
            ) : (
              <li key={row.id} className={classes.item} data-next={row.id === nextPatient || undefined}>
                <button type="button" className={classes.row} aria-current={row.id === selected || undefined} onClick={() => openVisit(row.id)}>
                  <span className={classes.at}>{row.at}</span>
                  <strong className={classes.who}>{nameOf(row.patient, words)}</strong>
                  <StatusMark status={row.status} />
                  <span className={classes.more}>
                    {[
                      wordFor(words.mode, row.mode),
                      ...('bookingType' in row ? [...marksOf(row, words), row.appointmentNotes && words.day.note] : []),
                      isDue(row) && words.day.due(moneyText(row.dueAmount, row.currency, locale)),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </button>
                {row.onArrival && (
                  <button type="button" className={classes.arrive} onClick={row.onArrival}>
                    {words.visit.arrive}
                  </button>
                )}
              </li>
            ),
          )}
        </ul>
      )}
    </section>
  )
}

/** A time that is taken by something other than a visit here; a blocked or offered one links to its panel. */
function TakenTime({ cell, openBlock, openWaiting }: { cell: Cell } & Pick<Listed, 'openBlock' | 'openWaiting'>) {
  const { words } = useLanguage()
  const block = 'block' in cell ? cell.block : undefined
  const className = `${classes.row} ${classes.busy}`
  const text = (
    <>
      <span className={classes.at}>{clockText(cell.from)}</span>
      {cell.kind === 'offered' ? (
        <span>{words.waiting.offeredTo(nameOf(cell.offer.patient, words), clockOf(cell.offer.expiresAt))}</span>
      ) : (
        <strong className={classes.who}>{cell.kind === 'elsewhere' || cell.kind === 'travel' ? words.day[cell.kind] : words.day.blocked}</strong>
      )}
      <span className={classes.at}>–{clockText(cell.to)}</span>
      {block && <bdi className={classes.more}>{block.reason}</bdi>}
    </>
  )
  const open = block ? () => openBlock(block.id) : cell.kind === 'offered' ? openWaiting : undefined
  if (!open) return <div className={className}>{text}</div>
  return (
    <button type="button" className={className} onClick={open}>
      {text}
    </button>
  )
}
