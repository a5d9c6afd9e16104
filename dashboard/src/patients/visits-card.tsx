import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { isDue } from '../ui/due.ts'
import { StatusMark, shownStatus } from '../ui/status.tsx'
import { clockOf, dateOf, dayText, moneyText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { Card, Listed } from './card.tsx'
import classes from './patients.module.css'
import { usePages, type Visit } from './queries.ts'

type Which = 'TO_COME' | 'PAST'
const pageSize = 10

/** Upcoming and past visits and tokens; each links to its day. `opened` tells the service that the record is already open. */
export function VisitsCard({ patientId, opened }: { patientId: number; opened: RefObject<number | undefined> }) {
  const { words } = useLanguage()
  return (
    <Card title={words.patients.visits}>
      {(['TO_COME', 'PAST'] as const).map((which) => (
        <VisitsOf key={which} {...{ patientId, opened, which }} />
      ))}
    </Card>
  )
}

function VisitsOf({ patientId, opened, which }: { patientId: number; opened: RefObject<number | undefined>; which: Which }) {
  const { words } = useLanguage()
  const { pages, ...list } = usePages(
    'patient-visits',
    { patientId, which, limit: pageSize },
    ({ visits, more }) => {
      const last = visits.at(-1)
      return more && last ? { after: last.id } : undefined
    },
    () => (opened.current === undefined ? {} : { opened: opened.current }),
  )
  const visits = pages?.flatMap((page) => page.visits)
  const title = words.patients.which[which]
  return (
    <section aria-label={title}>
      <h3 className={classes.subheading}>{title}</h3>
      <Listed {...list} count={visits?.length} none={words.patients.noVisits[which]}>
        <ol className={classes.list}>
          {visits?.map((visit) => (
            <VisitRow key={visit.id} visit={visit} />
          ))}
        </ol>
      </Listed>
    </section>
  )
}

function VisitRow({ visit }: { visit: Visit }) {
  const { words, locale } = useLanguage()
  const { workspace } = useWorkspace()
  const places = useOperation('location-list', {})
  const { id, addressId, fromDateTimeTs, doctor, location, dueAmount, currency } = visit
  const date = dateOf(fromDateTimeTs)
  const what = 'tokenDisplay' in visit ? `${words.visit.token} ${visit.tokenDisplay}` : clockOf(fromDateTimeTs)
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <Link to="/$workspace/day" params={{ workspace }} search={{ at: addressId, date, visit: id }} className={classes.link}>
          {dayText(date, locale)} · {what}
        </Link>
        <small>
          <bdi>{doctor}</bdi> · <bdi>{places.data?.find((place) => place.id === addressId)?.city || location}</bdi>
        </small>
      </span>
      <span className={classes.end}>
        <StatusMark status={shownStatus(visit)} />
        {isDue(visit) && <small className={classes.due}>{words.day.due(moneyText(dueAmount, currency, locale))}</small>}
      </span>
    </li>
  )
}
