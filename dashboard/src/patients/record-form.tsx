// The form that changes a record. The input stays until it is accepted; a change by someone else is shown before it is overwritten.

import { Button, Group, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Refusal } from '../api/call.ts'
import { useChange } from '../api/workspace.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { useLanguage } from '../words/words.tsx'
import classes from './patients.module.css'
import type { ShownPatient } from './queries.ts'
import { changesOf, differing, emptied, type Field, fieldOf, fields, saidIn, type Typed } from './record-fields.ts'

interface Form {
  shown: ShownPatient
  ask(): void
  close(): void
}

const kinds: Partial<Record<Field, 'date' | 'email' | 'number'>> = { dob: 'date', email: 'email', age: 'number' }

export function RecordForm({ shown, ask, close }: Form) {
  const { words } = useLanguage()
  const edit = useChange('patient-edit')
  /** The version that the change is based on: as it was when the form was opened, or when someone else's change was accepted. */
  const [seen, see] = useState(shown)
  const [typed, setTyped] = useState<Typed>({})
  const [isTried, setIsTried] = useState(false)
  const { patient } = seen
  const empty = isTried ? emptied(patient, typed) : []
  const refused = fieldOf(edit.error?.code, edit.error?.details)
  // The member's own change arrives before the form is closed.
  const meanwhile = shown.version === seen.version || edit.isPending ? [] : differing(patient, shown.patient)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsTried(true)
    if (emptied(patient, typed).length > 0) return
    const changes = changesOf(patient, typed)
    if (!changes) return close()
    const onError = ({ code }: Refusal) => code === 'PATIENT_CHANGED_MEANWHILE' && ask()
    edit.mutate({ id: patient.id, version: seen.version, ...changes }, { onSuccess: close, onError })
  }
  function errorOf(field: Field): string | undefined {
    if (empty.includes(field)) return words.patients.notEmptied
    if (field !== refused) return undefined
    return edit.error?.code === 'MRN_TAKEN' ? words.refusal.codes.MRN_TAKEN : words.patients.notValid
  }
  const input = (field: Field) => (
    <TextInput
      key={field}
      size="xs"
      type={kinds[field] ?? 'text'}
      label={words.patients.fields[field]}
      description={field === 'countryCode' ? undefined : field === 'age' && saidIn(patient, 'dob') !== '' ? words.patients.ageByBirth : undefined}
      disabled={field === 'age' && saidIn(patient, 'dob') !== ''}
      value={typed[field] ?? saidIn(patient, field)}
      error={errorOf(field)}
      autoFocus={field === 'firstName'}
      autoComplete="off"
      onChange={({ currentTarget }) => setTyped((before) => ({ ...before, [field]: currentTarget.value }))}
    />
  )
  return (
    // The service validates the input, as it does for the API.
    <form onSubmit={submit} aria-label={words.patients.change} noValidate>
      {meanwhile.length > 0 && (
        <div role="alert" className={classes.meanwhile}>
          {words.patients.meanwhile}
          <ul>
            {meanwhile.map((field) => (
              <li key={field}>
                {words.patients.fields[field]}: <bdi>{saidIn(shown.patient, field) || '–'}</bdi>
              </li>
            ))}
          </ul>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              see(shown)
              edit.reset()
            }}
          >
            {words.patients.takeIn}
          </Button>
        </div>
      )}
      <div className={classes.fields}>
        {input('firstName')}
        {input('lastName')}
        <div className={classes.phone}>
          {input('countryCode')}
          <PhoneField
            size="xs"
            label={words.patients.fields.phoneNumber}
            value={typed.phoneNumber ?? saidIn(patient, 'phoneNumber')}
            countryCode={typed.countryCode ?? saidIn(patient, 'countryCode')}
            error={errorOf('phoneNumber')}
            autoComplete="off"
            onChange={({ currentTarget }) => setTyped((before) => ({ ...before, phoneNumber: currentTarget.value }))}
          />
        </div>
        <div className={classes.wide}>{input('email')}</div>
        {fields.slice(fields.indexOf('dob')).map((field) =>
          field === 'address' ? (
            <div key={field} className={classes.wide}>
              {input(field)}
            </div>
          ) : (
            input(field)
          ),
        )}
      </div>
      <RefusalNote refusal={edit.error} />
      <Group gap="xs" mt="xs">
        <Button type="submit" size="xs" loading={edit.isPending}>
          {words.patients.save}
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          {words.patients.discard}
        </Button>
      </Group>
    </form>
  )
}
