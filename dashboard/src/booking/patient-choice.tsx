// Chooses the patient, found by part of the name, the last digits of the phone or the record
// number; or a new patient.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useOperation } from '../api/workspace.tsx'
import { useEarlyEnter } from '../ui/early-enter.ts'
import { PatientHead } from '../ui/patient-head.tsx'
import { patientName } from '../ui/patient-name.ts'
import { PhoneField } from '../ui/phone-field.tsx'
import classes from '../visit/panel.module.css'
import { useLanguage } from '../words/words.tsx'

interface PatientDescription {
  firstName: string
  lastName?: string
  phoneNumber?: string
  dob?: string
  email?: string
  gender?: string
}
export type PatientSelection = { patientId: number; name: string } | { payload: PatientDescription }

/** Whether a patient is chosen, or a new one has at least a name. */
export const isPatientSelected = (
  selection: PatientSelection | undefined,
): selection is PatientSelection =>
  selection !== undefined && ('patientId' in selection || selection.payload.firstName.trim() !== '')

/** Long enough not to send a request for every keystroke, short enough not to be noticed. */
const typingMs = 150
const resultsMax = 8
/** A number with fewer digits is the end of a phone number, or a record number. */
const phoneDigitsMin = 7
const isNumber = (text: string) => /^[\s\p{Nd}+()./\p{Pd}\p{Cf}]+$/u.test(text)
const isPhone = (text: string) =>
  isNumber(text) && (text.match(/\p{Nd}/gu)?.length ?? 0) >= phoneDigitsMin

/** `at` is the location's id; its country completes a phone number without a dial code. */
export function PatientChoice({
  selection,
  choose,
  at: addressId,
}: {
  selection: PatientSelection | undefined
  choose(selection: PatientSelection | undefined): void
  at: number
}) {
  const { words } = useLanguage()
  if (selection && 'patientId' in selection) {
    return (
      <div className={classes.chosen}>
        <PatientHead
          patient={{ id: selection.patientId, firstName: selection.name, lastName: null }}
          title={<strong>{selection.name}</strong>}
        />
        <Button size="compact-xs" variant="subtle" ml={-8} onClick={() => choose(undefined)}>
          {words.book.otherPatient}
        </Button>
      </div>
    )
  }
  return selection ? (
    <NewPatient {...selection} choose={choose} at={addressId} />
  ) : (
    <FindPatient choose={choose} at={addressId} />
  )
}

function FindPatient({
  choose,
  at: addressId,
}: {
  choose(selection: PatientSelection): void
  at: number
}) {
  const { words } = useLanguage()
  const [searchText, setSearchText] = useState('')
  const [debouncedText] = useDebouncedValue(searchText.trim(), typingMs)
  /** No entry is chosen until the arrow keys choose one; Enter alone takes the first. */
  const [activeIndex, setActiveIndex] = useState(-1)
  const listId = useId()
  const search = useOperation(
    'patient-search',
    debouncedText.length >= 2 ? { query: debouncedText, limit: resultsMax } : skipToken,
  )
  const patients = debouncedText.length >= 2 ? (search.data ?? []).slice(0, resultsMax) : []
  // A single letter is a name too.
  const isNamed = debouncedText.length >= 1 && !isNumber(debouncedText)
  const { data: parsedPhone } = useOperation(
    'patient-phone',
    isPhone(debouncedText)
      ? { phoneNumber: debouncedText.slice(0, 40), addressId: addressId }
      : skipToken,
  )
  const phone = isPhone(debouncedText) ? parsedPhone?.phone : undefined
  const options: { key: string; title: string; more: string; whom: PatientSelection }[] = [
    ...patients.map((patient) => ({
      key: String(patient.id),
      title: patientName({ ...patient, erased: false }, words),
      more: distinguishingText(patient),
      whom: { patientId: patient.id, name: patientName({ ...patient, erased: false }, words) },
    })),
    ...(isNamed
      ? [
          {
            key: 'new',
            title: words.book.newPatient(searchText.trim()),
            more: '',
            whom: createPatientSelection(searchText),
          },
        ]
      : []),
    ...(phone
      ? [
          {
            key: 'new',
            title: words.book.newWithPhone(phone),
            more: '',
            whom: { payload: { firstName: '', phoneNumber: debouncedText } },
          },
        ]
      : []),
  ]
  const active = Math.min(activeIndex, options.length - 1)
  const chosenSelection = options[Math.max(active, 0)]?.whom
  const isUnknown =
    phone !== null &&
    phone !== undefined &&
    search.isSuccess &&
    !search.isPlaceholderData &&
    patients.length === 0
  // The shown results are for fewer letters than have been typed by now.
  const isAsking = debouncedText !== searchText.trim() || search.fetchStatus === 'fetching'
  // Otherwise Enter would create a new patient while the existing one is about to be found.
  const setIsEnterPressed = useEarlyEnter(
    isAsking,
    () => chosenSelection && choose(chosenSelection),
  )
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setActiveIndex(Math.min(active + 1, options.length - 1))
    else if (event.key === 'ArrowUp') setActiveIndex(Math.max(active - 1, 0))
    else if (event.key === 'Enter') setIsEnterPressed(true)
    else return
    event.preventDefault()
  }
  return (
    <div>
      <TextInput
        label={words.book.patient}
        description={words.book.patientHint}
        value={searchText}
        autoFocus
        autoComplete="off"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options[active] ? `${listId}-${options[active].key}` : undefined}
        onChange={({ currentTarget }) => {
          setSearchText(currentTarget.value)
          setActiveIndex(-1)
          setIsEnterPressed(false)
        }}
        onKeyDown={onKeyDown}
      />
      {isUnknown && (
        <Text size="sm" mt={4} role="status">
          {words.book.unknownPhone}
        </Text>
      )}
      <div
        id={listId}
        role="listbox"
        aria-label={words.book.patient}
        className={classes.found}
        hidden={options.length === 0}
      >
        {options.map(({ key, title, more, whom }, index) => (
          <button
            key={key}
            type="button"
            role="option"
            id={`${listId}-${key}`}
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            onClick={() => choose(whom)}
          >
            <strong>{title}</strong>
            {more && <LeftToRightText text={more} />}
          </button>
        ))}
      </div>
    </div>
  )
}

/** What distinguishes patients who have the same name. */
const distinguishingText = ({ phone, dob, mrnNumber }: Output<'patient-search'>[number]) =>
  [phone, dob, mrnNumber].filter(Boolean).join(' · ')

/** Numbers run from left to right in every language. */
const LeftToRightText = ({ text }: { text: string }) => (
  <span className={classes.soft}>
    <bdi dir="ltr">{text}</bdi>
  </span>
)

function createPatientSelection(typed: string): PatientSelection {
  const [firstName = '', ...rest] = typed.trim().split(/\s+/)
  return { payload: { firstName, ...(rest.length > 0 && { lastName: rest.join(' ') }) } }
}

function NewPatient({
  payload,
  choose,
  at: addressId,
}: Extract<PatientSelection, { payload: unknown }> & {
  choose(selection: PatientSelection | undefined): void
  at: number
}) {
  const { words } = useLanguage()
  const change = (field: string, value: string) => {
    const { [field as keyof typeof payload]: _, ...rest } = payload
    choose({
      payload: {
        ...rest,
        ...(value === '' && field !== 'firstName' ? {} : { [field]: value }),
      } as typeof payload,
    })
  }
  return (
    <Stack gap={6} role="group" aria-label={words.book.patient}>
      <Group gap={6} grow>
        <TextInput
          size="xs"
          label={words.book.firstName}
          value={payload.firstName}
          required
          autoFocus={payload.firstName === ''}
          onChange={({ currentTarget }) => change('firstName', currentTarget.value)}
        />
        <TextInput
          size="xs"
          label={words.book.lastName}
          value={payload.lastName ?? ''}
          onChange={({ currentTarget }) => change('lastName', currentTarget.value)}
        />
      </Group>
      <PhoneField
        size="xs"
        label={words.book.phone}
        value={payload.phoneNumber ?? ''}
        addressId={addressId}
        autoFocus={payload.firstName !== ''}
        onChange={({ currentTarget }) => change('phoneNumber', currentTarget.value)}
      />
      <Group gap={6} grow>
        <TextInput
          size="xs"
          type="date"
          label={words.book.birthDate}
          value={payload.dob ?? ''}
          onChange={({ currentTarget }) => change('dob', currentTarget.value)}
        />
        <TextInput
          size="xs"
          label={words.patients.fields.gender}
          value={payload.gender ?? ''}
          maxLength={40}
          onChange={({ currentTarget }) => change('gender', currentTarget.value)}
        />
      </Group>
      <TextInput
        size="xs"
        type="email"
        label={words.patients.fields.email}
        value={payload.email ?? ''}
        maxLength={254}
        onChange={({ currentTarget }) => change('email', currentTarget.value)}
      />
      <LikelyDuplicates payload={payload} choose={choose} at={addressId} />
      <Button size="compact-xs" variant="subtle" onClick={() => choose(undefined)}>
        {words.book.otherPatient}
      </Button>
    </Stack>
  )
}

/** Possible existing records of this patient, before another one is made. */
function LikelyDuplicates({
  payload,
  choose,
  at: addressId,
}: Extract<PatientSelection, { payload: unknown }> & {
  choose(selection: PatientSelection): void
  at: number
}) {
  const { words } = useLanguage()
  const [{ firstName, lastName, phoneNumber, dob }] = useDebouncedValue(payload, typingMs * 2)
  const description = {
    ...(firstName.trim() && { firstName }),
    ...(lastName && { lastName }),
    ...(phoneNumber && { phoneNumber }),
    ...(dob && { dob }),
  }
  const hasEnoughDetails =
    (phoneNumber ?? '').length >= 4 || (firstName.trim() !== '' && lastName !== undefined)
  const { data: likely } = useOperation(
    'patient-likely',
    hasEnoughDetails ? { ...description, addressId: addressId } : skipToken,
  )
  if (!hasEnoughDetails || !likely || likely.length === 0) return null
  return (
    <fieldset className={classes.likely}>
      <legend>{words.book.likely}</legend>
      {likely.slice(0, 4).map((patient) => {
        const name = patientName({ ...patient, erased: false }, words)
        return (
          <button
            key={patient.id}
            type="button"
            className={classes.option}
            onClick={() => choose({ patientId: patient.id, name })}
          >
            <strong>{name}</strong>
            <LeftToRightText text={distinguishingText(patient)} />
          </button>
        )
      })}
    </fieldset>
  )
}
