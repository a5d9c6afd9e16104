// The same day as a list, for small screens, for screen readers, and for whoever reads lists faster.

import { StatusMark, shownStatus } from '../ui/status.tsx'
import { clockOf, moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './list.module.css'
import { nameOf } from './patient-name.ts'
import type { Column, Day } from './queries.ts'

interface Listed {
  day: Day
  selected: number | undefined
  openVisit(visit: number): void
  openBooking: ((time: { doctor: number; from: string; to: string }) => void) | undefined
}

export function DayList({ day, selected, openVisit, openBooking }: Listed) {
  return (
    <div className={classes.lists}>
      {day.doctors.map((column) => (
        <PractitionerList key={column.doctorId} {...{ column, selected, openVisit, openBooking }} />
      ))}
    </div>
  )
}

function PractitionerList({ column, selected, openVisit, openBooking }: Omit<Listed, 'day'> & { column: Column }) {
  const { words, locale } = useLanguage()
  const rows = [
    ...column.visits.map((visit) => ({ ...visit, at: clockOf(visit.fromDateTimeTs), status: shownStatus(visit) })),
    ...column.queues.flatMap(({ tokens }) => tokens.map((token) => ({ ...token, at: token.tokenDisplay }))),
  ]
  const next = column.slots.find(({ status }) => status === 'AVAILABLE')
  const heading = `list-${column.doctorId}`
  return (
    <section className={classes.list} aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        {column.doctorName}
        {next && openBooking && (
          <button
            type="button"
            className={classes.next}
            onClick={() => openBooking({ doctor: column.doctorId, from: next.fromDateTimeIso, to: next.toDateTimeIso })}
          >
            {words.day.nextFree(clockOf(next.fromDateTimeIso))}
          </button>
        )}
      </h2>
      {rows.length === 0 ? (
        <p className={classes.none}>{words.day.columnVisits(0, 0)}</p>
      ) : (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              <button type="button" className={classes.row} aria-current={row.id === selected || undefined} onClick={() => openVisit(row.id)}>
                <span className={classes.at}>{row.at}</span>
                <strong className={classes.who}>{nameOf(row.patient, words)}</strong>
                <StatusMark status={row.status} />
                <span className={classes.more}>
                  {wordFor(words.mode, row.mode)}
                  {row.paymentStatus === 'UNPAID' && row.payableAmount > 0 && ` · ${words.day.due(moneyText(row.payableAmount, row.currency, locale))}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
