// The reception's patient search: by part of the name, the phone or the record number, or by e-mail
// address or date of birth.

import { Button, Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { seesOnlyOwnPatients, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { useEarlyEnter } from '../ui/early-enter.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { Screen } from '../ui/screen.tsx'
import { useLanguage } from '../words/words.tsx'
import { BeforeSearch } from './before-search.tsx'
import { PatientResult } from './patient-result.tsx'
import classes from './patients.module.css'
import { usePatientSearch, useStoredSearch } from './queries.ts'

/** Long enough not to send a request for every keystroke. */
const typingMs = 200
const initialLimit = 20
const extendedLimit = 100

export function PatientsScreen() {
  const { words } = useLanguage()
  const { workspace, member } = useWorkspace()
  const navigate = useNavigate()
  const [storedSearch, storeSearch] = useStoredSearch()
  const [typed, setTyped] = useState(storedSearch)
  const [limit, setLimit] = useState(initialLimit)
  const [searchText] = useDebouncedValue(typed.trim(), typingMs)
  const search = usePatientSearch(searchText, limit)
  const isSearching = searchText.length >= 2
  const patients = isSearching ? search.data : undefined
  // The shown results are for fewer letters than have been typed by now.
  const isAsking = typed.trim() !== searchText || search.isFetching
  const setIsEnterPressed = useEarlyEnter(isAsking, () => {
    const [first] = patients ?? []
    if (first)
      void navigate({
        to: paths.patient,
        params: { workspace, patient: String(first.id) },
      })
  })
  function change(text: string) {
    setTyped(text)
    setLimit(initialLimit)
    storeSearch(text)
    setIsEnterPressed(false)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    setIsEnterPressed(true)
  }
  return (
    <Screen title={words.patients.title}>
      <div className={classes.search}>
        <TextInput
          type="search"
          label={words.patients.search}
          description={words.patients.searchHint}
          value={typed}
          autoFocus
          autoComplete="off"
          rightSection={isSearching && isAsking ? <Loader size="xs" /> : undefined}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {seesOnlyOwnPatients(member) && (
          <Text size="sm" c="dimmed">
            {words.patients.ownPatientsOnlyHint}
          </Text>
        )}
        <RefusalNote refusal={search.error} />
        <p role="status" className={classes.soft}>
          {patients &&
            !isAsking &&
            (patients.length === 0
              ? words.patients.noneFound
              : words.patients.found(patients.length, patients.length === limit))}
        </p>
        {patients && patients.length > 0 && (
          <ul className={classes.found} aria-label={words.patients.title}>
            {patients.map((patient) => (
              <li key={patient.id}>
                <PatientResult patient={patient} />
              </li>
            ))}
          </ul>
        )}
        {patients?.length === limit && limit < extendedLimit && (
          <Button size="xs" variant="default" onClick={() => setLimit(extendedLimit)}>
            {words.till.more}
          </Button>
        )}
        {!isSearching && <BeforeSearch />}
      </div>
    </Screen>
  )
}
