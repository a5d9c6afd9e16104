import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { isDue } from '../ui/due.ts'
import { displayStatus, StatusMark } from '../ui/status.tsx'
import { clockTime, datePart, dayText, moneyText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { PagedList, PatientSection } from './card.tsx'
import classes from './patients.module.css'
import { usePages, type Visit } from './queries.ts'

type VisitPeriod = 'TO_COME' | 'PAST'
const pageSize = 10

/**
 * Upcoming and past visits and tokens, each with a link to its day. `opened` tells the service that
 * the record is already open.
 */
export function VisitsCard({
  patientId,
  opened,
}: {
  patientId: number
  opened: RefObject<number | undefined>
}) {
  const { words } = useLanguage()
  return (
    <PatientSection title={words.patients.visits}>
      {(['TO_COME', 'PAST'] as const).map((period) => (
        <VisitList key={period} {...{ patientId, opened, which: period }} />
      ))}
    </PatientSection>
  )
}

function VisitList({
  patientId,
  opened,
  which: period,
}: {
  patientId: number
  opened: RefObject<number | undefined>
  which: VisitPeriod
}) {
  const { words } = useLanguage()
  const { pages, ...list } = usePages(
    'patient-visits',
    { patientId, which: period, limit: pageSize },
    ({ visits, more }) => {
      const last = visits.at(-1)
      return more && last ? { after: last.id } : undefined
    },
    () => (opened.current === undefined ? {} : { opened: opened.current }),
  )
  const visits = pages?.flatMap((page) => page.visits)
  const title = words.patients.which[period]
  return (
    <section aria-label={title}>
      <h3 className={classes.subheading}>{title}</h3>
      <PagedList {...list} count={visits?.length} none={words.patients.noVisits[period]}>
        <ol className={classes.list}>
          {visits?.map((visit) => (
            <VisitRow key={visit.id} visit={visit} />
          ))}
        </ol>
      </PagedList>
    </section>
  )
}

function VisitRow({ visit }: { visit: Visit }) {
  const { words, locale } = useLanguage()
  const { workspace } = useWorkspace()
  const locations = useOperation('location-list', {})
  const { id, addressId, fromDateTimeTs, doctor, location, dueAmount, currency } = visit
  const date = datePart(fromDateTimeTs)
  const label =
    'tokenDisplay' in visit
      ? `${words.visit.token} ${visit.tokenDisplay}`
      : clockTime(fromDateTimeTs)
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <Link
          to={paths.day}
          params={{ workspace }}
          search={{ at: addressId, date, visit: id }}
          className={classes.link}
        >
          {dayText(date, locale)} · {label}
        </Link>
        <small>
          <bdi>{doctor}</bdi> ·{' '}
          <bdi>
            {locations.data?.find((location) => location.id === addressId)?.city || location}
          </bdi>
        </small>
      </span>
      <span className={classes.end}>
        <StatusMark status={displayStatus(visit)} />
        {isDue(visit) && (
          <small className={classes.due}>
            {words.day.due(moneyText(dueAmount, currency, locale))}
          </small>
        )}
      </span>
    </li>
  )
}
