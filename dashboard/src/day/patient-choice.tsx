// The patient: found by a part of the name, the last digits of the phone or the record number; or a new one.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useOperation } from '../api/workspace.tsx'
import { useEarlyEnter } from '../ui/early-enter.ts'
import { PatientHead } from '../ui/patient-head.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import { useLanguage } from '../words/words.tsx'
import classes from './panel.module.css'
import { nameOf } from './patient-name.ts'

interface Described {
  firstName: string
  lastName?: string
  phoneNumber?: string
  dob?: string
  email?: string
  gender?: string
}
export type Whom = { patientId: number; name: string } | { payload: Described }

/** Whether a patient is chosen, or has at least a name. */
export const isChosen = (whom: Whom | undefined): whom is Whom => whom !== undefined && ('patientId' in whom || whom.payload.firstName.trim() !== '')

/** Long enough not to send a request for every key, short enough not to be noticed. */
const typingMs = 150
const foundMax = 8
/** Fewer digits are the last ones of a number, or a record number. */
const phoneDigitsMin = 7
const isNumber = (text: string) => /^[\s\p{Nd}+()./\p{Pd}\p{Cf}]+$/u.test(text)
const isPhone = (text: string) => isNumber(text) && (text.match(/\p{Nd}/gu)?.length ?? 0) >= phoneDigitsMin

/** `at` is the location: a phone without a dial code is of its country. */
export function PatientChoice({ whom, choose, at }: { whom: Whom | undefined; choose(whom: Whom | undefined): void; at: number }) {
  const { words } = useLanguage()
  if (whom && 'patientId' in whom) {
    return (
      <div className={classes.chosen}>
        <PatientHead patient={{ id: whom.patientId, firstName: whom.name, lastName: null }} title={<strong>{whom.name}</strong>} />
        <Button size="compact-xs" variant="subtle" ml={-8} onClick={() => choose(undefined)}>
          {words.book.otherPatient}
        </Button>
      </div>
    )
  }
  return whom ? <NewPatient {...whom} choose={choose} at={at} /> : <FindPatient choose={choose} at={at} />
}

function FindPatient({ choose, at }: { choose(whom: Whom): void; at: number }) {
  const { words } = useLanguage()
  const [sought, setSought] = useState('')
  const [asked] = useDebouncedValue(sought.trim(), typingMs)
  /** None is chosen until the arrows choose one; Enter alone takes the first. */
  const [place, setPlace] = useState(-1)
  const listId = useId()
  const found = useOperation('patient-search', { sought: asked, limit: foundMax }, { enabled: asked.length >= 2 })
  const patients = asked.length >= 2 ? (found.data ?? []).slice(0, foundMax) : []
  // A name of one letter is one, too.
  const isNamed = asked.length >= 1 && !isNumber(asked)
  const { data: read } = useOperation('patient-phone', { phoneNumber: asked.slice(0, 40), addressId: at }, { enabled: isPhone(asked) })
  const phone = isPhone(asked) ? read?.phone : undefined
  const options: { key: string; title: string; more: string; whom: Whom }[] = [
    ...patients.map((patient) => ({
      ...{ key: String(patient.id), title: nameOf({ ...patient, erased: false }, words) },
      more: numbersOf(patient),
      whom: { patientId: patient.id, name: nameOf({ ...patient, erased: false }, words) },
    })),
    ...(isNamed ? [{ key: 'new', title: words.book.newPatient(sought.trim()), more: '', whom: newWhom(sought) }] : []),
    ...(phone ? [{ key: 'new', title: words.book.newWithPhone(phone), more: '', whom: { payload: { firstName: '', phoneNumber: asked } } }] : []),
  ]
  const active = Math.min(place, options.length - 1)
  const chosen = options[Math.max(active, 0)]?.whom
  const isUnknown = phone !== null && phone !== undefined && found.isSuccess && !found.isPlaceholderData && patients.length === 0
  // The shown results are for fewer letters than are typed now.
  const isAsking = asked !== sought.trim() || found.fetchStatus === 'fetching'
  // Otherwise it would make a new patient of one who is about to be found.
  const setIsEntered = useEarlyEnter(isAsking, () => chosen && choose(chosen))
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setPlace(Math.min(active + 1, options.length - 1))
    else if (event.key === 'ArrowUp') setPlace(Math.max(active - 1, 0))
    else if (event.key === 'Enter') setIsEntered(true)
    else return
    event.preventDefault()
  }
  return (
    <div>
      <TextInput
        label={words.book.patient}
        description={words.book.patientHint}
        value={sought}
        autoFocus
        autoComplete="off"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options[active] ? `${listId}-${options[active].key}` : undefined}
        onChange={({ currentTarget }) => {
          setSought(currentTarget.value)
          setPlace(-1)
          setIsEntered(false)
        }}
        onKeyDown={onKeyDown}
      />
      {isUnknown && (
        <Text size="sm" mt={4} role="status">
          {words.book.unknownPhone}
        </Text>
      )}
      <div id={listId} role="listbox" aria-label={words.book.patient} className={classes.found} hidden={options.length === 0}>
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
            {more && <More text={more} />}
          </button>
        ))}
      </div>
    </div>
  )
}

/** What distinguishes patients with the same name. */
const numbersOf = ({ phone, dob, mrnNumber }: Output<'patient-search'>[number]) => [phone, dob, mrnNumber].filter(Boolean).join(' · ')

/** Numbers run from left to right in every language. */
const More = ({ text }: { text: string }) => (
  <span className={classes.soft}>
    <bdi dir="ltr">{text}</bdi>
  </span>
)

function newWhom(typed: string): Whom {
  const [firstName = '', ...rest] = typed.trim().split(/\s+/)
  return { payload: { firstName, ...(rest.length > 0 && { lastName: rest.join(' ') }) } }
}

function NewPatient({ payload, choose, at }: Extract<Whom, { payload: unknown }> & { choose(whom: Whom | undefined): void; at: number }) {
  const { words } = useLanguage()
  const change = (member: string, value: string) => {
    const { [member as keyof typeof payload]: _, ...rest } = payload
    choose({ payload: { ...rest, ...(value === '' && member !== 'firstName' ? {} : { [member]: value }) } as typeof payload })
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
        addressId={at}
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
      <Likely payload={payload} choose={choose} at={at} />
      <Button size="compact-xs" variant="subtle" onClick={() => choose(undefined)}>
        {words.book.otherPatient}
      </Button>
    </Stack>
  )
}

/** Possible existing records of this patient, before another one is made. */
function Likely({ payload, choose, at }: Extract<Whom, { payload: unknown }> & { choose(whom: Whom): void; at: number }) {
  const { words } = useLanguage()
  const [{ firstName, lastName, phoneNumber, dob }] = useDebouncedValue(payload, typingMs * 2)
  const described = { ...(firstName.trim() && { firstName }), ...(lastName && { lastName }), ...(phoneNumber && { phoneNumber }), ...(dob && { dob }) }
  const isTold = (phoneNumber ?? '').length >= 4 || (firstName.trim() !== '' && lastName !== undefined)
  const { data: likely } = useOperation('patient-likely', { ...described, addressId: at }, { enabled: isTold })
  if (!isTold || !likely || likely.length === 0) return null
  return (
    <fieldset className={classes.likely}>
      <legend>{words.book.likely}</legend>
      {likely.slice(0, 4).map((patient) => {
        const name = nameOf({ ...patient, erased: false }, words)
        return (
          <button key={patient.id} type="button" className={classes.option} onClick={() => choose({ patientId: patient.id, name })}>
            <strong>{name}</strong>
            <More text={numbersOf(patient)} />
          </button>
        )
      })}
    </fieldset>
  )
}
