// A patient's record: its data, its contacts with what is known about them, who shares the phone,
// and the form that changes it.

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { patientName } from '../ui/patient-name.ts'
import { datePart, dayText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './patients.module.css'
import type { PatientDetails } from './queries.ts'
import { fieldValue, type RecordField } from './record-fields.ts'
import { RecordForm } from './record-form.tsx'

/** `ask` reloads the record. */
export function RecordCard({
  shown: details,
  ask: reload,
}: {
  shown: PatientDetails
  ask(): void
}) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const [isChanging, setIsChanging] = useState(false)
  return (
    <Card
      title={words.patients.record}
      actions={
        may('patients:write') &&
        !isChanging && (
          <Button size="compact-sm" variant="default" onClick={() => setIsChanging(true)}>
            {words.patients.change}
          </Button>
        )
      }
    >
      {isChanging ? (
        <RecordForm shown={details} ask={reload} close={() => setIsChanging(false)} />
      ) : (
        <RecordFacts shown={details} />
      )}
      <FamilyList shown={details} />
    </Card>
  )
}

function RecordFacts({ shown: details }: { shown: PatientDetails }) {
  const { words, locale } = useLanguage()
  const { patient, phone, email, createdAt, changedAt } = details
  const address = (['address', 'city', 'state', 'postalCode', 'country'] as const)
    .map((field) => fieldValue(patient, field))
    .filter(Boolean)
  const forms = Object.entries(patient.patientFormValues).filter(
    ([, value]) => typeof value !== 'object',
  )
  const plainFields: [RecordField, string][] = [
    ['mrnNumber', patient.mrnNumber],
    ['dob', patient.dob === null ? '' : dayText(patient.dob, locale)],
    ['age', fieldValue(patient, 'age')],
    ['gender', fieldValue(patient, 'gender')],
    ['bloodGroup', fieldValue(patient, 'bloodGroup')],
    ['language', languageName(fieldValue(patient, 'language'), locale)],
    ['address', address.join(', ')],
  ]
  return (
    <Facts>
      {[
        ['phoneNumber', phone],
        ['email', email],
      ].map(([field, contact]) =>
        contact !== null && typeof contact === 'object' && typeof field === 'string' ? (
          <Fact key={field} name={wordFor(words.patients.fields, field)}>
            <bdi dir="ltr">{contact.value}</bdi>
            <span className={contact.verifiedAt === null ? classes.unverified : classes.verified}>
              {contact.verifiedAt === null
                ? words.patients.unverified
                : words.patients.verified(dayText(datePart(contact.verifiedAt), locale))}
            </span>
          </Fact>
        ) : null,
      )}
      {plainFields.map(
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
        {dayText(datePart(createdAt), locale)}
        {changedAt !== createdAt && (
          <span className={classes.unverified}>
            {words.patients.changedOn(dayText(datePart(changedAt), locale))}
          </span>
        )}
      </Fact>
    </Facts>
  )
}

/** The name of a language in that of the screen; the tag itself if it has none. */
function languageName(tag: string, locale: string): string {
  return tag === '' ? '' : (new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag)
}

function FamilyList({ shown: { family, moreFamily } }: { shown: PatientDetails }) {
  const { words, locale } = useLanguage()
  const { workspace } = useWorkspace()
  if (family.length === 0) return null
  return (
    <section aria-label={words.patients.family}>
      <h3 className={classes.subheading}>{words.patients.family}</h3>
      <ul className={classes.list}>
        {family.map((one) => (
          <li key={one.id} className={classes.row}>
            <Link
              to={paths.patient}
              params={{ workspace, patient: String(one.id) }}
              className={classes.link}
            >
              <bdi>{patientName(one, words) || words.patients.noName}</bdi>
            </Link>
            <span className={classes.soft}>
              {one.dob === null ? <bdi dir="ltr">{one.mrnNumber}</bdi> : dayText(one.dob, locale)}
            </span>
          </li>
        ))}
      </ul>
      {moreFamily && <p className={classes.soft}>{words.patients.moreFamily}</p>}
    </section>
  )
}
