// The command bar (DASH-21): finds visits by reference, name or phone, patients, screens and actions. Opened by Ctrl-K.

import { Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useEarlyEnter } from '../ui/early-enter.ts'
import { nameOf } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockOf, dateOf, dateText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './command-bar.module.css'
import { places } from './places.ts'

interface Item {
  key: string
  group: 'visits' | 'patients' | 'go'
  title: string
  more?: string
  run(): void
}

/** Long enough not to send a request for every key. */
const typingMs = 150
const patientsMax = 8

/** `takeEarly` returns the keys that were pressed before the field was there. */
export function CommandBar({ close, takeEarly }: { close(): void; takeEarly(): readonly string[] }) {
  const { words } = useLanguage()
  const [sought, setSought] = useState('')
  const [patient, setPatient] = useState<{ id: number; name: string }>()
  const { items, refusal, isAsking } = useItems(sought, patient, close, (chosen) => {
    setPatient(chosen)
    setSought('')
    setPlace(0)
  })
  const [place, setPlace] = useState(0)
  const active = Math.max(0, Math.min(place, items.length - 1))
  const listId = useId()
  // Screens and actions are not asked for.
  const setIsEntered = useEarlyEnter(isAsking && items[active]?.group !== 'go', () => items[active]?.run())

  function onFocus() {
    const keys = takeEarly()
    const letters = keys.filter((key) => key.length === 1)
    if (letters.length > 0) setSought((written) => written + letters.join(''))
    if (keys.includes('Enter')) setIsEntered(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setPlace(Math.min(active + 1, items.length - 1))
    else if (event.key === 'ArrowUp') setPlace(Math.max(active - 1, 0))
    else if (event.key === 'Enter') setIsEntered(true)
    else if (event.key === 'Backspace' && sought === '' && patient) setPatient(undefined)
    else return
    event.preventDefault()
  }

  return (
    <Dialog title={words.bar.title} close={close} size="lg">
      <TextInput
        aria-label={words.bar.field}
        placeholder={words.bar.hint}
        value={sought}
        data-autofocus
        autoComplete="off"
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={listId}
        aria-activedescendant={items[active] && `${listId}-${items[active].key}`}
        onChange={({ currentTarget }) => {
          setSought(currentTarget.value)
          setPlace(0)
          setIsEntered(false)
        }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      />
      {patient && <Text size="sm">{words.bar.visitsOf(patient.name)}</Text>}
      <RefusalNote refusal={refusal} />
      <p role="status" className={classes.count}>
        {!isAsking && words.bar.found(items.length)}
      </p>
      <div id={listId} role="listbox" aria-label={words.bar.title} className={classes.list} hidden={items.length === 0}>
        {items.map(({ key, group, title, more, run }, index) => (
          <button
            key={key}
            id={`${listId}-${key}`}
            type="button"
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={classes.item}
            onMouseMove={() => setPlace(index)}
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

function useItems(
  sought: string,
  patient: { id: number; name: string } | undefined,
  close: () => void,
  choose: (patient: { id: number; name: string }) => void,
) {
  const { words, locale } = useLanguage()
  const { workspace, may } = useWorkspace()
  const navigate = useNavigate()
  const [asked] = useDebouncedValue(sought.trim(), typingMs)
  const isLong = asked.length >= 2
  const isOfPatient = patient !== undefined
  const found = useOperation('visit-find', { sought: asked }, { enabled: isLong && !isOfPatient && may('visits:read') })
  const patients = useOperation('patient-search', { sought: asked, limit: patientsMax }, { enabled: isLong && !isOfPatient && may('patients:read') })
  const ofPatient = useOperation('visit-list', { patientId: patient?.id ?? 0 }, { enabled: isOfPatient && may('visits:read') })

  const go = (to: () => Promise<unknown>) => () => {
    close()
    void to()
  }
  const openDay = (search: Record<string, unknown>) => go(() => navigate({ to: '/$workspace/day', params: { workspace }, search }))
  const visitItem = (visit: Output<'visit-list'>[number]): Item => ({
    ...{ key: `visit-${visit.id}`, group: 'visits', title: nameOf(visit.patient, words) },
    more: [dateText(dateOf(visit.fromDateTimeTs), locale, 'short'), clockOf(visit.fromDateTimeTs), visit.doctor, wordFor(words.status, visit.status)].join(
      ' · ',
    ),
    run: openDay({ at: visit.addressId, date: dateOf(visit.fromDateTimeTs), visit: visit.id }),
  })
  const patientItem = (one: Output<'patient-search'>[number]): Item => {
    const name = nameOf({ ...one, erased: false }, words)
    return {
      ...{ key: `patient-${one.id}`, group: 'patients', title: name, more: [one.phone, one.dob, one.mrnNumber].filter(Boolean).join(' · ') },
      run: () => choose({ id: one.id, name }),
    }
  }
  const recordItems = (one: { id: number; name: string }): Item[] => [
    {
      ...{ key: 'record', group: 'patients', title: words.bar.record(one.name) },
      run: go(() => navigate({ to: '/$workspace/patients/$patient', params: { workspace, patient: String(one.id) } })),
    },
  ]
  const actions: Item[] = [
    ...places
      .filter(({ right }) => may(right))
      .map(
        ({ to, word }): Item => ({
          ...{ key: word, group: 'go', title: words.frame.places[word] },
          run: go(() => navigate({ to, params: { workspace } })),
        }),
      ),
    ...(may('visits:write')
      ? ([
          { key: 'book', group: 'go', title: words.day.newVisit, run: openDay({ book: true }) },
          { key: 'block', group: 'go', title: words.block.add, run: openDay({ block: 'new' }) },
          { key: 'waiting', group: 'go', title: words.waiting.title, run: openDay({ waiting: true }) },
        ] satisfies Item[])
      : []),
    { key: 'account', group: 'go', title: words.frame.account, run: go(() => navigate({ to: '/account' })) },
  ]
  const named = sought.trim().toLocaleLowerCase(locale)
  const items = isOfPatient
    ? [...recordItems(patient), ...(ofPatient.data ?? []).slice(0, 12).map(visitItem)]
    : [
        ...actions.filter(({ title }) => title.toLocaleLowerCase(locale).includes(named)),
        ...(isLong && may('visits:read') ? (found.data ?? []).map(visitItem) : []),
        ...(isLong && may('patients:read') ? (patients.data ?? []).map(patientItem) : []),
      ]
  return { items, refusal: found.error ?? patients.error ?? ofPatient.error, isAsking: asked !== sought.trim() || found.isFetching || patients.isFetching }
}
