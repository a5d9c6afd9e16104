// The day as a list, for small screens, for screen readers, and for people who read lists faster.

import { useEffect, useRef } from 'react'
import { isDue } from '../ui/due.ts'
import { patientName } from '../ui/patient-name.ts'
import { displayStatus, StatusMark } from '../ui/status.tsx'
import { clockText, clockTime, minuteOfDay, moneyText, startMinute } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { isExpected, useArrive } from './arrivals.tsx'
import { buildCells, type Cell, hoursText, isClosed } from './cells.ts'
import { ColumnTitle } from './column-title.tsx'
import type { BookingTime } from './day-search.ts'
import { Lateness } from './lateness.tsx'
import classes from './list.module.css'
import { findNextPatient } from './next-patient.ts'
import { type CalendarColumn, currentMinute, type DayVisit } from './queries.ts'
import { visitMarks } from './visit-marks.ts'

const visitEndMinute = ({ fromDateTimeTs, toDateTimeTs }: DayVisit) =>
  minuteOfDay(fromDateTimeTs) + (Date.parse(toDateTimeTs) - Date.parse(fromDateTimeTs)) / 60_000

interface DayListProps {
  columns: readonly CalendarColumn[]
  minutesSince: number
  selected: number | undefined
  openVisit(visit: number): void
  openBlock(block: number): void
  /** Opens the waiting list, if it is available. */
  openWaiting?: (() => void) | undefined
  openBooking: ((time: BookingTime) => void) | undefined
}

export function DayList({
  columns,
  minutesSince,
  selected,
  openVisit,
  openBlock,
  openWaiting,
  openBooking,
}: DayListProps) {
  return (
    <div className={classes.lists}>
      {columns.map((calendarColumn) => (
        <ColumnList
          key={calendarColumn.key}
          opensAtNext={columns.length === 1}
          {...{
            shown: calendarColumn,
            minutesSince,
            selected,
            openVisit,
            openBlock,
            openWaiting,
            openBooking,
          }}
        />
      ))}
    </div>
  )
}

interface ColumnListProps extends Omit<DayListProps, 'columns'> {
  shown: CalendarColumn
  /** Whether a long day is scrolled to the next patient, once, when it is opened. */
  opensAtNext: boolean
}

function ColumnList({
  shown: calendarColumn,
  opensAtNext: shouldScrollToNext,
  minutesSince,
  selected,
  openVisit,
  openBlock,
  openWaiting,
  openBooking,
}: ColumnListProps) {
  const { words, locale } = useLanguage()
  const { key, more, day, column } = calendarColumn
  const arrive = useArrive()
  const nowMinute = currentMinute(day, minutesSince)
  const timedRows = [
    ...column.visits.map((visit) => ({
      ...visit,
      from: startMinute(visit.fromDateTimeTs, day.date),
      at: clockTime(visit.fromDateTimeTs),
      toMinute: visitEndMinute(visit),
      status: displayStatus(visit),
      onArrival: arrive && isExpected(visit, nowMinute) ? () => arrive(visit) : undefined,
    })),
    ...buildCells({ ...column, visits: [], slots: [] }, day.date).map((cell) => ({
      cell,
      id: cell.key,
      from: cell.from,
    })),
  ]
  const rows = [
    ...timedRows.sort((a, b) => a.from - b.from),
    ...column.queues.flatMap(({ tokens }) =>
      tokens.map((token) => ({ ...token, at: token.tokenDisplay, onArrival: undefined })),
    ),
  ]
  const nextPatient = findNextPatient(rows, nowMinute)
  const list = useRef<HTMLUListElement>(null)
  const hasScrolled = useRef(false)
  useEffect(() => {
    if (hasScrolled.current) return
    hasScrolled.current = true
    if (shouldScrollToNext)
      list.current?.querySelector('[data-next]')?.scrollIntoView({ block: 'center' })
  }, [shouldScrollToNext])
  const hours = isClosed(column) ? words.week.closed : hoursText(column)
  const next = column.slots.find(({ status }) => status === 'AVAILABLE')
  const heading = `list-${key}`
  return (
    <section className={classes.list} aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        <span>
          <ColumnTitle shown={calendarColumn} />{' '}
          {more && <span className={classes.place}>{more}</span>}{' '}
          <Lateness shown={calendarColumn} />
        </span>
        {next && openBooking && (
          <button
            type="button"
            className={classes.next}
            onClick={() =>
              openBooking({
                doctor: column.doctorId,
                at: day.addressId,
                from: next.fromDateTimeIso,
                to: next.toDateTimeIso,
              })
            }
          >
            {words.day.nextFree(clockTime(next.fromDateTimeIso))}
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
              <li
                key={row.id}
                className={classes.item}
                data-next={row.id === nextPatient || undefined}
              >
                <button
                  type="button"
                  className={classes.row}
                  aria-current={row.id === selected || undefined}
                  onClick={() => openVisit(row.id)}
                >
                  <span className={classes.at}>{row.at}</span>
                  <strong className={classes.who}>{patientName(row.patient, words)}</strong>
                  <StatusMark status={row.status} />
                  <span className={classes.more}>
                    {[
                      wordFor(words.mode, row.mode),
                      ...('bookingType' in row
                        ? [...visitMarks(row, words), row.appointmentNotes && words.day.note]
                        : []),
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

/**
 * A time taken by something other than a visit here; a blocked or offered time links to its panel.
 */
function TakenTime({
  cell,
  openBlock,
  openWaiting,
}: { cell: Cell } & Pick<DayListProps, 'openBlock' | 'openWaiting'>) {
  const { words } = useLanguage()
  const block = 'block' in cell ? cell.block : undefined
  const className = `${classes.row} ${classes.busy}`
  const text = (
    <>
      <span className={classes.at}>{clockText(cell.from)}</span>
      {cell.kind === 'offered' ? (
        <span>
          {words.waiting.offeredTo(
            patientName(cell.offer.patient, words),
            clockTime(cell.offer.expiresAt),
          )}
        </span>
      ) : (
        <strong className={classes.who}>
          {cell.kind === 'elsewhere' || cell.kind === 'travel'
            ? words.day[cell.kind]
            : words.day.blocked}
        </strong>
      )}
      <span className={classes.at}>–{clockText(cell.to)}</span>
      {block && <bdi className={classes.more}>{block.reason}</bdi>}
    </>
  )
  const openOffer = cell.kind === 'offered' ? openWaiting : undefined
  const openCell = block ? () => openBlock(block.id) : openOffer
  if (!openCell) return <div className={className}>{text}</div>
  return (
    <button type="button" className={className} onClick={openCell}>
      {text}
    </button>
  )
}
