// The command bar (DASH-21): finds visits by reference, name or phone, patients, screens and
// actions. Opened by Ctrl-K.

import { Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useEarlyEnter } from '../ui/early-enter.ts'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockTime, datePart, dateText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './command-bar.module.css'
import { menuEntries } from './menu-entries.ts'

interface CommandItem {
  key: string
  group: 'visits' | 'patients' | 'go'
  title: string
  more?: string
  run(): void
}

/** Long enough not to send a request for every keystroke. */
const typingMs = 150
const patientsMax = 8

/** `takeEarly` returns the keys that were pressed before the field existed. */
export function CommandBar({
  close,
  takeEarly: takeEarlyKeys,
}: {
  close(): void
  takeEarly(): readonly string[]
}) {
  const { words } = useLanguage()
  const [searchText, setSearchText] = useState('')
  const [patient, setPatient] = useState<{ id: number; name: string }>()
  const { items, refusal, isAsking } = useCommandItems(searchText, patient, close, (chosen) => {
    setPatient(chosen)
    setSearchText('')
    setActiveIndex(0)
  })
  const [activeIndex, setActiveIndex] = useState(0)
  const active = Math.max(0, Math.min(activeIndex, items.length - 1))
  const listId = useId()
  // Screens and actions need no request.
  const setIsEnterPressed = useEarlyEnter(isAsking && items[active]?.group !== 'go', () =>
    items[active]?.run(),
  )

  function onFocus() {
    const keys = takeEarlyKeys()
    const letters = keys.filter((key) => key.length === 1)
    if (letters.length > 0) setSearchText((before) => before + letters.join(''))
    if (keys.includes('Enter')) setIsEnterPressed(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setActiveIndex(Math.min(active + 1, items.length - 1))
    else if (event.key === 'ArrowUp') setActiveIndex(Math.max(active - 1, 0))
    else if (event.key === 'Enter') setIsEnterPressed(true)
    else if (event.key === 'Backspace' && searchText === '' && patient) setPatient(undefined)
    else return
    event.preventDefault()
  }

  return (
    <Dialog title={words.bar.title} close={close} size="lg">
      <TextInput
        aria-label={words.bar.field}
        placeholder={words.bar.hint}
        value={searchText}
        data-autofocus
        autoComplete="off"
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={listId}
        aria-activedescendant={items[active] && `${listId}-${items[active].key}`}
        onChange={({ currentTarget }) => {
          setSearchText(currentTarget.value)
          setActiveIndex(0)
          setIsEnterPressed(false)
        }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      />
      {patient && <Text size="sm">{words.bar.visitsOf(patient.name)}</Text>}
      <RefusalNote refusal={refusal} />
      <p role="status" className={classes.count}>
        {!isAsking && words.bar.found(items.length)}
      </p>
      <div
        id={listId}
        role="listbox"
        aria-label={words.bar.title}
        className={classes.list}
        hidden={items.length === 0}
      >
        {items.map(({ key, group, title, more, run }, index) => (
          <button
            key={key}
            id={`${listId}-${key}`}
            type="button"
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={classes.item}
            onMouseMove={() => setActiveIndex(index)}
            onClick={run}
          >
            <span dir="auto" className={classes.title}>
              {title}
            </span>
            {more && <span className={classes.more}>{more}</span>}
            <span className={classes.group}>{words.bar.groups[group]}</span>
          </button>
        ))}
      </div>
    </Dialog>
  )
}

function useCommandItems(
  searchText: string,
  patient: { id: number; name: string } | undefined,
  close: () => void,
  choosePatient: (patient: { id: number; name: string }) => void,
) {
  const { words, locale } = useLanguage()
  const { workspace, may } = useWorkspace()
  const navigate = useNavigate()
  const [debouncedText] = useDebouncedValue(searchText.trim(), typingMs)
  const isSearchable = debouncedText.length >= 2
  const hasPatient = patient !== undefined
  const visitSearch = useOperation(
    'visit-find',
    isSearchable && !patient && may('visits:read') ? { query: debouncedText } : skipToken,
  )
  const patientSearch = useOperation(
    'patient-search',
    isSearchable && !patient && may('patients:read')
      ? { query: debouncedText, limit: patientsMax }
      : skipToken,
  )
  const patientVisits = useOperation(
    'visit-list',
    patient && may('visits:read') ? { patientId: patient.id } : skipToken,
  )

  const closeAnd = (goTo: () => Promise<unknown>) => () => {
    close()
    void goTo()
  }
  const openDay = (search: Record<string, unknown>) =>
    closeAnd(() => navigate({ to: paths.day, params: { workspace }, search }))
  const visitItem = (visit: Output<'visit-list'>[number]): CommandItem => ({
    key: `visit-${visit.id}`,
    group: 'visits',
    title: patientName(visit.patient, words),
    more: [
      dateText(datePart(visit.fromDateTimeTs), locale, 'short'),
      clockTime(visit.fromDateTimeTs),
      visit.doctor,
      wordFor(words.status, visit.status),
    ].join(' · '),
    run: openDay({ at: visit.addressId, date: datePart(visit.fromDateTimeTs), visit: visit.id }),
  })
  const patientItem = (one: Output<'patient-search'>[number]): CommandItem => {
    const name = patientName({ ...one, erased: false }, words)
    return {
      key: `patient-${one.id}`,
      group: 'patients',
      title: name,
      more: [one.phone, one.dob, one.mrnNumber].filter(Boolean).join(' · '),
      run: () => choosePatient({ id: one.id, name }),
    }
  }
  const recordItems = (one: { id: number; name: string }): CommandItem[] => [
    {
      key: 'record',
      group: 'patients',
      title: words.bar.record(one.name),
      run: closeAnd(() =>
        navigate({
          to: paths.patient,
          params: { workspace, patient: String(one.id) },
        }),
      ),
    },
  ]
  const actions: CommandItem[] = [
    ...menuEntries
      .filter(({ right }) => may(right))
      .map(
        ({ to, word }): CommandItem => ({
          key: word,
          group: 'go',
          title: words.frame.places[word],
          run: closeAnd(() => navigate({ to, params: { workspace } })),
        }),
      ),
    ...(may('visits:write')
      ? ([
          { key: 'book', group: 'go', title: words.day.newVisit, run: openDay({ book: true }) },
          { key: 'block', group: 'go', title: words.block.add, run: openDay({ block: 'new' }) },
          {
            key: 'waiting',
            group: 'go',
            title: words.waiting.title,
            run: openDay({ waiting: true }),
          },
        ] satisfies CommandItem[])
      : []),
    {
      key: 'account',
      group: 'go',
      title: words.frame.account,
      run: closeAnd(() => navigate({ to: paths.account })),
    },
  ]
  const filterText = searchText.trim().toLocaleLowerCase(locale)
  const items = hasPatient
    ? [...recordItems(patient), ...(patientVisits.data ?? []).slice(0, 12).map(visitItem)]
    : [
        ...actions.filter(({ title }) => title.toLocaleLowerCase(locale).includes(filterText)),
        ...(isSearchable && may('visits:read') ? (visitSearch.data ?? []).map(visitItem) : []),
        ...(isSearchable && may('patients:read')
          ? (patientSearch.data ?? []).map(patientItem)
          : []),
      ]
  return {
    items,
    refusal: visitSearch.error ?? patientSearch.error ?? patientVisits.error,
    isAsking:
      debouncedText !== searchText.trim() || visitSearch.isFetching || patientSearch.isFetching,
  }
}
