// Another record of the same person, suggested by matching data or found by a search; both are then
// shown side by side (TILL-02).

import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { dayText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { PatientSection } from './card.tsx'
import classes from './patients.module.css'
import { type FoundPatient, type PatientRecord, useLikely, usePatientSearch } from './queries.ts'

const typingMs = 200
const resultsMax = 10

export function Duplicates({ patient }: { patient: PatientRecord }) {
  const { words } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PatientSection title={words.merge.title}>
      {isOpen ? (
        <DuplicateCandidates patient={patient} />
      ) : (
        <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
          {words.merge.open}
        </Button>
      )}
    </PatientSection>
  )
}

function DuplicateCandidates({ patient }: { patient: PatientRecord }) {
  const { words } = useLanguage()
  const [typed, setTyped] = useState('')
  const [searchText] = useDebouncedValue(typed.trim(), typingMs)
  const likelyDuplicates = useLikely(patient)
  const search = usePatientSearch(searchText, resultsMax)
  const withoutSelf = <Match extends { id: number }>(list: readonly Match[] | undefined) =>
    list?.filter(({ id }) => id !== patient.id)
  const isSearching = searchText.length >= 2
  return (
    <>
      <RefusalNote refusal={likelyDuplicates.error ?? search.error} />
      {!isSearching && withoutSelf(likelyDuplicates.data)?.length === 0 && (
        <p className={classes.soft}>{words.merge.noLikelyDuplicates}</p>
      )}
      <ul className={classes.list} aria-label={words.merge.candidates}>
        {(isSearching ? withoutSelf(search.data) : withoutSelf(likelyDuplicates.data))?.map(
          (one) => (
            <DuplicateCandidate key={one.id} patient={patient} other={one} />
          ),
        )}
      </ul>
      <TextInput
        type="search"
        size="xs"
        mt="xs"
        label={words.merge.search}
        value={typed}
        autoFocus
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </>
  )
}

function DuplicateCandidate({
  patient,
  other,
}: {
  patient: PatientRecord
  other: FoundPatient | Output<'patient-likely'>[number]
}) {
  const { words, locale } = useLanguage()
  const { workspace } = useWorkspace()
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <Link
          to={paths.merge}
          params={{ workspace, patient: String(patient.id) }}
          search={{ other: other.id }}
          className={classes.link}
        >
          <bdi>{patientName(other, words) || words.patients.noName}</bdi>
        </Link>
        <small>
          <bdi dir="ltr">{[other.phone, other.mrnNumber].filter(Boolean).join(' · ')}</bdi>
        </small>
      </span>
      <span className={classes.end}>
        {other.dob !== null && <span className={classes.soft}>{dayText(other.dob, locale)}</span>}
        {'because' in other && (
          <span className={classes.soft}>{words.merge.because[other.because]}</span>
        )}
      </span>
    </li>
  )
}
