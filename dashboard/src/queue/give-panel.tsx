// A walk-in gets a token with two fields, name and phone; a known patient is one click away
// (LINE-03).

import { CloseButton, Group, NativeSelect, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { useDeskMethods } from '../ui/desk-methods.ts'
import { Form } from '../ui/form.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { patientName } from '../ui/patient-name.ts'
import { PhoneField } from '../ui/phone-field.tsx'
import { isIncluded } from '../ui/status.tsx'
import { useFields } from '../ui/use-fields.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import type { Queue } from './queries.ts'
import classes from './queue.module.css'

const typingMs = 200

interface GivePanelProps {
  queue: Queue
  date: string
  /** The location. */
  at: number
  close(): void
  given(token: number): void
}

export function GivePanel({ queue, date, at: addressId, close, given: onGiven }: GivePanelProps) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const give = useChange('token-give')
  const methods = useDeskMethods(addressId)
  const { values, isChanged, text } = useFields({ name: '', phone: '', paidBy: '' })
  const { paidBy } = values
  const [name, phone] = [values.name.trim(), values.phone.trim()]
  const [searchText] = useDebouncedValue(name, typingMs)
  const search = useOperation(
    'patient-search',
    searchText.length >= 2 && may('patients:read') ? { query: searchText, limit: 5 } : skipToken,
  )
  const tokenDisplay = (patientId: number) =>
    queue.tokens.find(
      (token) =>
        token.patientId === patientId && isIncluded(token.status, 'WAITING', 'CALLED', 'SKIPPED'),
    )
  const matches = searchText.length >= 2 && searchText === name ? (search.data ?? []) : []

  function giveToken(
    patient:
      | { patientId: number }
      | { patientPayload: { firstName: string; lastName?: string; phoneNumber?: string } },
  ) {
    give.mutate(
      {
        qmsWorkShiftId: queue.qmsWorkShiftId,
        appointmentDate: date,
        bookingChannel: 'WALK_IN',
        ...patient,
        ...(paidBy && { paidBy }),
      },
      { onSuccess: ({ id }) => onGiven(id) },
    )
  }
  function submit() {
    const [firstName = '', ...rest] = name.split(/\s+/)
    giveToken({
      patientPayload: {
        firstName,
        ...(rest.length > 0 && { lastName: rest.join(' ') }),
        ...(phone && { phoneNumber: phone }),
      },
    })
  }
  /**
   * Enter moves from a field to the next. In the last one it gives a number if all fields are
   * filled; not earlier, because a number once given will be called.
   */
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    if (event.target.type === 'tel' && name !== '' && phone !== '') return
    event.preventDefault()
    const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [type="submit"]')]
    fields[fields.indexOf(event.target) + 1]?.focus()
  }
  return (
    <Form
      gap="md"
      size="sm"
      onKeyDown={onKeyDown}
      change={give}
      isChanged={isChanged}
      isComplete={name !== ''}
      onSubmit={submit}
      submit={words.line.issueNextNumber}
    >
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Title order={useIsNarrow() ? 1 : 2} size="h4">
            {words.line.give}
          </Title>
          <Text size="sm" c="dimmed">
            {queue.doctorName} · <bdi dir="ltr">{`${queue.startTime}–${queue.endTime}`}</bdi>
          </Text>
        </div>
        <CloseButton aria-label={words.visit.close} onClick={close} />
      </Group>
      <TextInput label={words.line.name} required autoFocus autoComplete="off" {...text('name')} />
      {matches.length > 0 && (
        <fieldset className={classes.known}>
          <legend>{words.book.likely}</legend>
          {matches.map((patient) => (
            <button
              key={patient.id}
              type="button"
              className={classes.option}
              disabled={give.isPending}
              onClick={() => giveToken({ patientId: patient.id })}
            >
              <strong>{patientName(patient, words)}</strong>
              <bdi dir="ltr" className={classes.soft}>
                {[patient.phone, patient.dob, patient.mrnNumber].filter(Boolean).join(' · ')}
              </bdi>
              <ExistingTokenHint token={tokenDisplay(patient.id)?.tokenDisplay} />
            </button>
          ))}
        </fieldset>
      )}
      <PhoneField label={words.book.phone} addressId={addressId} {...text('phone')} />
      {may('money:write') && (
        <NativeSelect
          label={words.book.payment}
          size="xs"
          {...text('paidBy')}
          data={[
            { value: '', label: words.book.payLater },
            ...methods.map((value) => ({ value, label: wordFor(words.method, value) })),
          ]}
        />
      )}
    </Form>
  )
}

/** A hint before a patient gets a second number in the same queue. */
function ExistingTokenHint({ token }: { token: string | undefined }) {
  const { words } = useLanguage()
  return token === undefined ? null : <span>{words.line.alreadyHas(token)}</span>
}
