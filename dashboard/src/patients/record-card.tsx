// The record of a patient: its data, its contacts with what is known about them, who shares the phone, and the form that changes it.

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { nameOf } from '../ui/patient-name.ts'
import { dateOf, dayText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { Card } from './card.tsx'
import classes from './patients.module.css'
import type { ShownPatient } from './queries.ts'
import { type Field, saidIn } from './record-fields.ts'
import { RecordForm } from './record-form.tsx'

/** `ask` reloads the record. */
export function RecordCard({ shown, ask }: { shown: ShownPatient; ask(): void }) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const [isChanging, setIsChanging] = useState(false)
  return (
    <Card
      title={words.patients.record}
      more={
        may('patients:write') &&
        !isChanging && (
          <Button size="compact-sm" variant="default" onClick={() => setIsChanging(true)}>
            {words.patients.change}
          </Button>
        )
      }
    >
      {isChanging ? <RecordForm shown={shown} ask={ask} close={() => setIsChanging(false)} /> : <Facts shown={shown} />}
      <Family shown={shown} />
    </Card>
  )
}

function Facts({ shown }: { shown: ShownPatient }) {
  const { words, locale } = useLanguage()
  const { patient, phone, email, createdAt, changedAt } = shown
  const address = (['address', 'city', 'state', 'postalCode', 'country'] as const).map((field) => saidIn(patient, field)).filter(Boolean)
  const forms = Object.entries(patient.patientFormValues).filter(([, value]) => typeof value !== 'object')
  const plain: [Field, string][] = [
    ['mrnNumber', patient.mrnNumber],
    ['dob', patient.dob === null ? '' : dayText(patient.dob, locale)],
    ['age', saidIn(patient, 'age')],
    ['gender', saidIn(patient, 'gender')],
    ['bloodGroup', saidIn(patient, 'bloodGroup')],
    ['address', address.join(', ')],
  ]
  return (
    <dl className={classes.facts}>
      {[
        ['phoneNumber', phone],
        ['email', email],
      ].map(([field, contact]) =>
        contact !== null && typeof contact === 'object' && typeof field === 'string' ? (
          <Fact key={field} name={wordFor(words.patients.fields, field)}>
            <bdi dir="ltr">{contact.value}</bdi>
            <span className={contact.verifiedAt === null ? classes.unverified : classes.verified}>
              {contact.verifiedAt === null ? words.patients.unverified : words.patients.verified(dayText(dateOf(contact.verifiedAt), locale))}
            </span>
          </Fact>
        ) : null,
      )}
      {plain.map(
        ([field, value]) =>
          value !== '' && (
            <Fact key={field} name={words.patients.fields[field]}>
              <bdi>{value}</bdi>
            </Fact>
          ),
      )}
      {forms.map(([name, value]) => (
        <Fact key={name} name={name}>
          <bdi>{String(value)}</bdi>
        </Fact>
      ))}
      <Fact name={words.patients.since}>
        {dayText(dateOf(createdAt), locale)}
        {changedAt !== createdAt && <span className={classes.unverified}>{words.patients.changedOn(dayText(dateOf(changedAt), locale))}</span>}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Family({ shown: { family, moreFamily } }: { shown: ShownPatient }) {
  const { words, locale } = useLanguage()
  const { workspace } = useWorkspace()
  if (family.length === 0) return null
  return (
    <section aria-label={words.patients.family}>
      <h3 className={classes.subheading}>{words.patients.family}</h3>
      <ul className={classes.list}>
        {family.map((one) => (
          <li key={one.id} className={classes.row}>
            <Link to="/$workspace/patients/$patient" params={{ workspace, patient: String(one.id) }} className={classes.link}>
              <bdi>{nameOf(one, words) || words.patients.noName}</bdi>
            </Link>
            <span className={classes.soft}>{one.dob === null ? <bdi dir="ltr">{one.mrnNumber}</bdi> : dayText(one.dob, locale)}</span>
          </li>
        ))}
      </ul>
      {moreFamily && <p className={classes.soft}>{words.patients.moreFamily}</p>}
    </section>
  )
}
