// What is said of a patient wherever one is shown: who it is, the last and the next visit, what is still to be paid; and the way to a booking.

import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { callOperation, type Output, type Refusal } from '../api/call.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useLanguage } from '../words/words.tsx'
import { PatientAlert } from './patient-alert.tsx'
import classes from './patient-head.module.css'
import { nameOf } from './patient-name.ts'
import { PhoneLink } from './phone-link.tsx'
import { clockOf, dayText, moneyText } from './times.ts'

type Head = Output<'patient-head'>
type HeadVisit = NonNullable<Head['lastVisit']>

interface Shown {
  /** As far as it is known where the patient is shown. */
  patient: { id: number; firstName: string | null; lastName: string | null; phone?: string | null; erased?: boolean }
  /** The name as a heading, if there is one. */
  title?: ReactNode
  /** The visit or token beside which the patient is shown. */
  beside?: number | undefined
  /** Where the next visit is booked; no way there if undefined. */
  booksAt?: { at?: number | undefined; doctor?: number | undefined } | undefined
  /** Whether it leads to the record. */
  leadsToRecord?: boolean
  /** The audit entry of an access to the record that is already open. */
  opened?: number
}

export function PatientHead({ patient, title, beside, booksAt, leadsToRecord = false, opened }: Shown) {
  const { words, locale } = useLanguage()
  const { workspace, may } = useWorkspace()
  const isKnown = patient.erased !== true && may('patients:read')
  const head = useHead(patient.id, isKnown, opened)
  const phone = head?.phone ?? patient.phone
  const age = head?.age ?? null
  return (
    <div className={classes.head}>
      {title}
      {(age !== null || phone) && (
        <Group gap="xs">
          {age !== null && <Text size="sm">{words.head.age(age)}</Text>}
          {phone && <PhoneLink phone={phone} />}
        </Group>
      )}
      {head && <PatientAlert key={head.id} id={head.id} alert={head.alert} isEditable={leadsToRecord || opened !== undefined} />}
      {head && (
        <dl className={classes.facts}>
          <HeadVisitFact name={words.head.last} visit={head.lastVisit} beside={beside} />
          <HeadVisitFact name={words.head.next} visit={head.nextVisit} beside={beside} />
          {head.due.length > 0 && (
            <>
              <dt>{words.head.due}</dt>
              <dd className={classes.due}>{head.due.map(({ amount, currency }) => moneyText(amount, currency, locale)).join(', ')}</dd>
            </>
          )}
        </dl>
      )}
      {isKnown && (leadsToRecord || (booksAt && may('visits:write'))) && (
        <Group gap="sm">
          {leadsToRecord && (
            <Link to="/$workspace/patients/$patient" params={{ workspace, patient: String(patient.id) }} className={classes.link}>
              {words.visit.record}
            </Link>
          )}
          {booksAt && may('visits:write') && (
            <Button
              component={Link}
              to="/$workspace/day"
              {...({ params: { workspace }, search: { ...booksAt, book: true, patient: patient.id } } as object)}
              size="compact-xs"
              variant="light"
              aria-label={words.head.bookFor(nameOf(patient, words))}
            >
              {words.patients.book}
            </Button>
          )}
        </Group>
      )}
    </div>
  )
}

/** Reloaded when something changes, and audited once while it is shown. */
function useHead(id: number, enabled: boolean, openedBefore: number | undefined): Head | undefined {
  const { workspace } = useWorkspace()
  const opened = useRef(openedBefore)
  const { data } = useQuery<Head, Refusal>({
    queryKey: [workspace, 'patient-head', { id }],
    queryFn: async () => {
      const head = await callOperation(workspace, 'patient-head', { id, ...(opened.current !== undefined && { opened: opened.current }) })
      opened.current = head.opened
      return head
    },
    enabled,
    gcTime: 0,
  })
  return data
}

/** The date of a visit, which leads to it. */
function HeadVisitFact({ name, visit, beside }: { name: string; visit: HeadVisit | null; beside: number | undefined }) {
  const { locale } = useLanguage()
  const { workspace, may } = useWorkspace()
  if (!visit || visit.id === beside) return null
  const { id, addressId, date, fromDateTimeTs, system, doctor } = visit
  const when = [dayText(date, locale), system === 'SCHEDULED' && clockOf(fromDateTimeTs)].filter(Boolean).join(', ')
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {may('visits:read') ? (
          <Link to="/$workspace/day" params={{ workspace }} search={{ at: addressId, date, visit: id }} className={classes.link}>
            {when}
          </Link>
        ) : (
          when
        )}{' '}
        · <bdi>{doctor}</bdi>
      </dd>
    </>
  )
}
