// The day or the week on paper (DAY-13): a page for each practitioner, with room to write.

import { Button } from '@mantine/core'
import { useWorkspace } from '../api/workspace.tsx'
import { addressText } from '../ui/address-text.ts'
import { isDue } from '../ui/due.ts'
import { patientName } from '../ui/patient-name.ts'
import { useIsPrinting } from '../ui/printing.ts'
import { displayStatus } from '../ui/status.tsx'
import { clockRange, clockTime, datePart, dateText, moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { hoursText, isClosed } from './cells.ts'
import screen from './day.module.css'
import {
  type Block,
  type CalendarColumn,
  type DayVisit,
  type Token,
  useLocationName,
} from './queries.ts'
import classes from './sheet.module.css'
import { visitMarks } from './visit-marks.ts'

export function PrintButton() {
  const { words } = useLanguage()
  return (
    <Button size="xs" variant="default" className={screen.print} onClick={() => print()}>
      {words.sheet.print}
    </Button>
  )
}

interface DaySheetProps {
  columns: readonly CalendarColumn[]
  /** The heading above the days of a week; in a day, each practitioner begins a new page. */
  week?: string
}

/** Drawn instead of the screen while the page is printed. */
export function DaySheet({ columns, week }: DaySheetProps) {
  const { words, locale } = useLanguage()
  if (!useIsPrinting()) return null
  const filledColumns = columns.filter(({ column }) => !isClosed(column) || column.busy.length > 0)
  return (
    <div className={classes.sheet}>
      {filledColumns.length === 0 && <p>{words.day.noPractitioners}</p>}
      {week === undefined ? (
        filledColumns.map((calendarColumn) => (
          <section key={calendarColumn.key} className={classes.page}>
            <SheetHead
              title={dateText(calendarColumn.day.date, locale, 'full')}
              columns={[calendarColumn]}
            />
            <p className={classes.place}>
              <LocationAndHours shown={calendarColumn} />
            </p>
            <SheetRows shown={calendarColumn} />
          </section>
        ))
      ) : (
        <>
          <SheetHead title={week} columns={columns} />
          {filledColumns.map((calendarColumn) => (
            <section key={calendarColumn.key}>
              <h3 className={classes.day}>
                {dateText(calendarColumn.day.date, locale)}{' '}
                <small>
                  <LocationAndHours shown={calendarColumn} />
                </small>
              </h3>
              <SheetRows shown={calendarColumn} />
            </section>
          ))}
        </>
      )}
    </div>
  )
}

/** The practitioner, date and time zone of this sheet. */
function SheetHead({ title, columns }: { title: string; columns: readonly CalendarColumn[] }) {
  const { words, locale } = useLanguage()
  const { member } = useWorkspace()
  const [first] = columns
  if (!first) return null
  const { doctorName } = first.column
  const { now } = first.day
  const zones = [...new Set(columns.map(({ day }) => day.timezone))].join(', ')
  return (
    <header className={classes.header}>
      <h2>
        <bdi>{doctorName}</bdi> · {title}
      </h2>
      <p>
        <bdi>{member.title}</bdi> · {words.day.zone(zones)}{' '}
        {words.sheet.asOf(`${dateText(datePart(now), locale, 'short')} ${clockTime(now)}`)}
      </p>
    </header>
  )
}

function LocationAndHours({ shown: { column, day } }: { shown: CalendarColumn }) {
  const { words } = useLanguage()
  const locationName = useLocationName()(day.addressId)
  return (
    <>
      <bdi>{locationName}</bdi> · {hoursText(column) || words.week.closed}
    </>
  )
}

function SheetRows({ shown: { column, day } }: { shown: CalendarColumn }) {
  const { words } = useLanguage()
  const rows = [
    ...column.visits
      .filter(({ status }) => status !== 'CANCELLED')
      .map((visit) => ({
        at: visit.fromDateTimeTs,
        row: <VisitRow key={visit.id} visit={visit} />,
      })),
    ...column.busy.flatMap(({ block }) =>
      block
        ? [
            {
              at: block.fromDateTimeIso,
              row: <BlockRow key={`block ${block.id}`} block={block} date={day.date} />,
            },
          ]
        : [],
    ),
  ].sort((a, b) => a.at.localeCompare(b.at))
  const tokens = column.queues
    .flatMap((queue) => queue.tokens)
    .filter(({ status }) => status !== 'CANCELLED')
  if (rows.length + tokens.length === 0) return <p>{words.day.columnVisits(0, 0)}</p>
  const { when, panel, phone, toBePaid, notes } = words.visit
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {[when, words.book.patient, phone, panel, toBePaid, notes].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row }) => row)}
        {tokens.map((token) => (
          <VisitRow key={token.id} visit={token} />
        ))}
      </tbody>
    </table>
  )
}

function VisitRow({ visit }: { visit: DayVisit | Token }) {
  const { words, locale } = useLanguage()
  const isToken = 'tokenDisplay' in visit
  const details = [
    wordFor(words.mode, visit.mode),
    wordFor(words.status, displayStatus(visit)),
    !isToken && visit.room,
    ...(isToken ? [] : visitMarks(visit, words)),
  ].filter(Boolean)
  const address = isToken ? '' : addressText(visit.visitAddress)
  return (
    <tr>
      <td>
        <bdi dir="ltr">
          <strong>{isToken ? visit.tokenDisplay : clockTime(visit.fromDateTimeTs)}</strong>
          {!isToken && `–${clockTime(visit.toDateTimeTs)}`}
        </bdi>
      </td>
      <td>
        <bdi>{patientName(visit.patient, words)}</bdi>
      </td>
      <td>
        <bdi dir="ltr">{visit.patient.phone}</bdi>
      </td>
      <td>
        {details.join(' · ')}
        {address && (
          <>
            <br />
            <bdi>{address}</bdi>
          </>
        )}
      </td>
      <td>{isDue(visit) && moneyText(visit.dueAmount, visit.currency, locale)}</td>
      <td>
        <bdi>{[visit.chiefComplaint, visit.appointmentNotes].filter(Boolean).join('; ')}</bdi>
      </td>
    </tr>
  )
}

/** A time without patients, clipped to the day. */
function BlockRow({
  block: { fromDateTimeIso: from, toDateTimeIso: to, reason },
  date,
}: {
  block: Block
  date: string
}) {
  const { words } = useLanguage()
  return (
    <tr>
      <td>
        <bdi dir="ltr">{clockRange(date, from, to)}</bdi>
      </td>
      <td colSpan={5}>
        {words.day.blocked} · <bdi>{reason}</bdi>
      </td>
    </tr>
  )
}
