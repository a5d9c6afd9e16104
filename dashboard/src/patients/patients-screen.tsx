// The patient search of the reception: by parts of the name, the phone or the record number, by e-mail address or date of birth.

import { Button, Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { seesOwnPatientsAlone, useWorkspace } from '../api/workspace.tsx'
import { useEarlyEnter } from '../ui/early-enter.ts'
import { nameOf } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { dayText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './patients.module.css'
import { type Found, useKeptSearch, useSought } from './queries.ts'

/** Long enough not to send a request for every key. */
const typingMs = 200
const few = 20
const many = 100

export function PatientsScreen() {
  const { words } = useLanguage()
  const { workspace, member } = useWorkspace()
  const navigate = useNavigate()
  const [kept, keep] = useKeptSearch()
  const [typed, setTyped] = useState(kept)
  const [limit, setLimit] = useState(few)
  const [sought] = useDebouncedValue(typed.trim(), typingMs)
  const found = useSought(sought, limit)
  const isSought = sought.length >= 2
  const patients = isSought ? found.data : undefined
  // The shown results are for fewer letters than are typed now.
  const isAsking = typed.trim() !== sought || found.isFetching
  const setIsEntered = useEarlyEnter(isAsking, () => {
    const [first] = patients ?? []
    if (first) void navigate({ to: '/$workspace/patients/$patient', params: { workspace, patient: String(first.id) } })
  })
  function change(text: string) {
    setTyped(text)
    setLimit(few)
    keep(text)
    setIsEntered(false)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    setIsEntered(true)
  }
  return (
    <section className={classes.screen} aria-labelledby="patients-title">
      <div className={classes.toolbar}>
        <h1 id="patients-title" className={classes.title}>
          {words.patients.title}
        </h1>
      </div>
      <div className={classes.search}>
        <TextInput
          type="search"
          label={words.patients.search}
          description={words.patients.searchHint}
          value={typed}
          autoFocus
          autoComplete="off"
          rightSection={isSought && isAsking ? <Loader size="xs" /> : undefined}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {seesOwnPatientsAlone(member) && (
          <Text size="sm" c="dimmed">
            {words.patients.ownOnly}
          </Text>
        )}
        <RefusalNote refusal={found.error} />
        <p role="status" className={classes.soft}>
          {patients && !isAsking && (patients.length === 0 ? words.patients.noneFound : words.patients.found(patients.length, patients.length === limit))}
        </p>
        {patients && patients.length > 0 && (
          <ul className={classes.found} aria-label={words.patients.title}>
            {patients.map((patient) => (
              <li key={patient.id}>
                <FoundPatient patient={patient} />
              </li>
            ))}
          </ul>
        )}
        {patients?.length === limit && limit < many && (
          <Button size="xs" variant="default" onClick={() => setLimit(many)}>
            {words.till.more}
          </Button>
        )}
        {!isSought && (
          <div className={classes.empty}>
            <Text size="sm">{words.patients.emptyTitle}</Text>
            <Text size="sm" c="dimmed">
              {words.patients.emptyText}
            </Text>
          </div>
        )}
      </div>
    </section>
  )
}

function FoundPatient({ patient }: { patient: Found }) {
  const { words, locale } = useLanguage()
  const { workspace } = useWorkspace()
  return (
    <Link to="/$workspace/patients/$patient" params={{ workspace, patient: String(patient.id) }} className={classes.foundLink}>
      <strong dir="auto">{nameOf(patient, words) || words.patients.noName}</strong>
      <span className={classes.soft}>{[patient.dob && dayText(patient.dob, locale), patient.gender].filter(Boolean).join(' · ')}</span>
      <span className={classes.soft}>
        <bdi dir="ltr">{[patient.phone, patient.mrnNumber].filter(Boolean).join(' · ')}</bdi>
      </span>
    </Link>
  )
}
