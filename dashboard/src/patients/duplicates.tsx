// Another record of the same person: suggested by common data, or found by a search; both are then shown side by side (TILL-02).

import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { nameOf } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { dayText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { Card } from './card.tsx'
import classes from './patients.module.css'
import { type Found, type Record, useLikely, useSought } from './queries.ts'

const typingMs = 200
const foundMax = 10

export function Duplicates({ patient }: { patient: Record }) {
  const { words } = useLanguage()
  const [isOpen, open] = useState(false)
  return (
    <Card title={words.merge.title}>
      {isOpen ? (
        <Candidates patient={patient} />
      ) : (
        <Button size="xs" variant="default" onClick={() => open(true)}>
          {words.merge.open}
        </Button>
      )}
    </Card>
  )
}

function Candidates({ patient }: { patient: Record }) {
  const { words } = useLanguage()
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed.trim(), typingMs)
  const likely = useLikely(patient)
  const found = useSought(sought, foundMax)
  const others = <One extends { id: number }>(list: readonly One[] | undefined) => list?.filter(({ id }) => id !== patient.id)
  const isSought = sought.length >= 2
  return (
    <>
      <RefusalNote refusal={likely.error ?? found.error} />
      {!isSought && others(likely.data)?.length === 0 && <p className={classes.soft}>{words.merge.noneLikely}</p>}
      <ul className={classes.list} aria-label={words.merge.candidates}>
        {(isSought ? others(found.data) : others(likely.data))?.map((one) => (
          <Candidate key={one.id} patient={patient} other={one} />
        ))}
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

function Candidate({ patient, other }: { patient: Record; other: Found | Output<'patient-likely'>[number] }) {
  const { words, locale } = useLanguage()
  const { workspace } = useWorkspace()
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <Link
          to="/$workspace/patients/$patient/merge"
          params={{ workspace, patient: String(patient.id) }}
          search={{ other: other.id }}
          className={classes.link}
        >
          <bdi>{nameOf(other, words) || words.patients.noName}</bdi>
        </Link>
        <small>
          <bdi dir="ltr">{[other.phone, other.mrnNumber].filter(Boolean).join(' · ')}</bdi>
        </small>
      </span>
      <span className={classes.end}>
        {other.dob !== null && <span className={classes.soft}>{dayText(other.dob, locale)}</span>}
        {'because' in other && <span className={classes.soft}>{words.merge.because[other.because]}</span>}
      </span>
    </li>
  )
}
