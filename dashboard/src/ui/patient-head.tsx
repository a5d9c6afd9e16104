// What is shown wherever a patient appears: who they are, their last and next visit, what still has
// to be paid, and a button for a booking.

import { Button, Group, Text } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { callOperation, type Output, type Refusal } from '../api/call.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { useLanguage } from '../words/words.tsx'
import { PatientAlert } from './patient-alert.tsx'
import { PatientBookingRule } from './patient-booking-rule.tsx'
import classes from './patient-head.module.css'
import { patientName } from './patient-name.ts'
import { PhoneLink } from './phone-link.tsx'
import { clockTime, dayText, moneyText } from './times.ts'

type PatientSummary = Output<'patient-head'>
type SummaryVisit = NonNullable<PatientSummary['lastVisit']>

interface PatientHeadProps {
  /** The patient, as far as known where this is shown. */
  patient: {
    id: number
    firstName: string | null
    lastName: string | null
    phone?: string | null
    erased?: boolean
  }
  /** The name as a heading, if there is one. */
  title?: ReactNode
  /** The visit or token next to which the patient is shown. */
  beside?: number | undefined
  /** Where the next visit is booked; no booking is offered if undefined. */
  booksAt?: { at?: number | undefined; doctor?: number | undefined } | undefined
  /** Whether it links to the record. */
  leadsToRecord?: boolean
  /** The audit entry of an already recorded access to the record. */
  opened?: number
}

export function PatientHead({
  patient,
  title,
  beside: currentVisitId,
  booksAt: bookingTarget,
  leadsToRecord: linksToRecord = false,
  opened,
}: PatientHeadProps) {
  const { words, locale } = useLanguage()
  const { workspace, may } = useWorkspace()
  const canLoad = patient.erased !== true && may('patients:read')
  const summary = usePatientSummary(patient.id, canLoad, opened)
  const phone = summary?.phone ?? patient.phone
  const age = summary?.age ?? null
  return (
    <div className={classes.head}>
      {title}
      {(age !== null || phone) && (
        <Group gap="xs">
          {age !== null && <Text size="sm">{words.head.age(age)}</Text>}
          {phone && <PhoneLink phone={phone} />}
        </Group>
      )}
      {summary && (
        <PatientAlert
          key={summary.id}
          id={summary.id}
          alert={summary.alert}
          isEditable={linksToRecord || opened !== undefined}
        />
      )}
      {summary && (
        <PatientBookingRule
          key={`booking ${summary.id}`}
          id={summary.id}
          bookingRule={summary.bookingRule}
          isEditable={opened !== undefined}
        />
      )}
      {summary && (
        <dl className={classes.facts}>
          <SummaryVisitFact
            name={words.head.last}
            visit={summary.lastVisit}
            beside={currentVisitId}
          />
          <SummaryVisitFact
            name={words.head.next}
            visit={summary.nextVisit}
            beside={currentVisitId}
          />
          {summary.absences > 0 && (
            <>
              <dt>{words.head.absences}</dt>
              <dd>{summary.absences}</dd>
            </>
          )}
          {summary.due.length > 0 && (
            <>
              <dt>{words.head.due}</dt>
              <dd className={classes.due}>
                {summary.due
                  .map(({ amount, currency }) => moneyText(amount, currency, locale))
                  .join(', ')}
              </dd>
            </>
          )}
        </dl>
      )}
      {canLoad && (linksToRecord || (bookingTarget && may('visits:write'))) && (
        <Group gap="sm">
          {linksToRecord && (
            <Link
              to={paths.patient}
              params={{ workspace, patient: String(patient.id) }}
              className={classes.link}
            >
              {words.visit.record}
            </Link>
          )}
          {bookingTarget && may('visits:write') && (
            <Button
              component={Link}
              to={paths.day}
              {...({
                params: { workspace },
                search: { ...bookingTarget, book: true, patient: patient.id },
              } as object)}
              size="compact-xs"
              variant="light"
              aria-label={words.head.bookFor(patientName(patient, words))}
            >
              {words.patients.book}
            </Button>
          )}
        </Group>
      )}
    </div>
  )
}

/** Reloads the summary when something changes; it is audited once while it is shown. */
function usePatientSummary(
  id: number,
  isAllowed: boolean,
  openedBefore: number | undefined,
): PatientSummary | undefined {
  const { workspace } = useWorkspace()
  const opened = useRef(openedBefore)
  const { data } = useQuery<PatientSummary, Refusal>({
    queryKey: [workspace, 'patient-head', { id }],
    queryFn: isAllowed
      ? async () => {
          const summary = await callOperation(workspace, 'patient-head', {
            id,
            ...(opened.current !== undefined && { opened: opened.current }),
          })
          opened.current = summary.opened
          return summary
        }
      : skipToken,
    gcTime: 0,
  })
  return data
}

/** The date of a visit, with a link to it. */
function SummaryVisitFact({
  name,
  visit,
  beside: currentVisitId,
}: {
  name: string
  visit: SummaryVisit | null
  beside: number | undefined
}) {
  const { locale } = useLanguage()
  const { workspace, may } = useWorkspace()
  if (!visit || visit.id === currentVisitId) return null
  const { id, addressId, date, fromDateTimeTs, system, doctor } = visit
  const whenText = [dayText(date, locale), system === 'SCHEDULED' && clockTime(fromDateTimeTs)]
    .filter(Boolean)
    .join(', ')
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {may('visits:read') ? (
          <Link
            to={paths.day}
            params={{ workspace }}
            search={{ at: addressId, date, visit: id }}
            className={classes.link}
          >
            {whenText}
          </Link>
        ) : (
          whenText
        )}{' '}
        · <bdi>{doctor}</bdi>
      </dd>
    </>
  )
}
