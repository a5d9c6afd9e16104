// What reception probably needs before anything is typed: who was opened last, and who comes today.

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Output } from '../api/call.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { displayStatus, isIncluded, StatusMark } from '../ui/status.tsx'
import { clockTime } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { useLastOpened } from './last-opened.ts'
import { PatientResult } from './patient-result.tsx'
import classes from './patients.module.css'
import { useToday } from './queries.ts'

type Day = Output<'day-show'>

/** Everyone who is still expected or is at the clinic, by the time of their visit or the line. */
function listExpected({ doctors }: Day) {
  const visits = doctors.flatMap(({ doctorName, visits }) =>
    visits.map((visit) => ({ ...visit, when: clockTime(visit.fromDateTimeTs), doctorName })),
  )
  const tokens = doctors.flatMap(({ doctorName, queues }) =>
    queues.flatMap(({ tokens }) =>
      tokens.map((token) => ({ ...token, when: token.tokenDisplay, doctorName })),
    ),
  )
  return [...visits.toSorted((a, b) => a.when.localeCompare(b.when)), ...tokens].filter(
    (visit) => !isIncluded(displayStatus(visit), 'COMPLETED', 'CANCELLED', 'NO_SHOW', 'MISSED'),
  )
}

export function BeforeSearch() {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const lastOpened = useLastOpened()
  return (
    <>
      {lastOpened.length > 0 && (
        <List title={words.patients.lastOpened}>
          {lastOpened.map((patient) => (
            <li key={patient.id}>
              <PatientResult patient={patient} />
            </li>
          ))}
        </List>
      )}
      {may('visits:read') && <TodayList />}
    </>
  )
}

function TodayList() {
  const { words } = useLanguage()
  const { workspace } = useWorkspace()
  const { data, error } = useToday()
  if (error) return <RefusalNote refusal={error} />
  if (!data) return <DelayedLoader />
  const expected = listExpected(data)
  return (
    <List
      title={words.patients.expectedToday}
      after={
        <Link to={paths.day} params={{ workspace }} className={classes.soft}>
          {words.patients.wholeDay}
        </Link>
      }
    >
      {expected.map((visit) => (
        <li key={visit.id}>
          <Link
            to={paths.patient}
            params={{ workspace, patient: String(visit.patient.id) }}
            className={classes.foundLink}
          >
            <strong dir="auto">{patientName(visit.patient, words) || words.patients.noName}</strong>
            <span className={classes.soft}>
              <bdi dir="ltr">{visit.when}</bdi> · <bdi>{visit.doctorName}</bdi>
            </span>
            <StatusMark status={displayStatus(visit)} />
          </Link>
        </li>
      ))}
      {expected.length === 0 && <li className={classes.noOne}>{words.patients.noOneExpected}</li>}
    </List>
  )
}

function List({
  title,
  after,
  children,
}: {
  title: string
  after?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title} className={classes.group}>
      <div className={classes.groupHead}>
        <h2 className={classes.heading}>{title}</h2>
        {after}
      </div>
      <ul className={classes.found}>{children}</ul>
    </section>
  )
}
