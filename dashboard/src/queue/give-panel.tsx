// A walk-in gets a token with two fields, name and phone; a known patient is one click away
// (LINE-03).

import {
  Button,
  CloseButton,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { useDeskMethods } from '../ui/desk-methods.ts'
import { useIsNarrow } from '../ui/narrow.ts'
import { patientName } from '../ui/patient-name.ts'
import { PhoneField } from '../ui/phone-field.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { isIncluded } from '../ui/status.tsx'
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
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const [paidBy, setPaidBy] = useState('')
  const [searchText] = useDebouncedValue(name.trim(), typingMs)
  const search = useOperation(
    'patient-search',
    searchText.length >= 2 && may('patients:read') ? { query: searchText, limit: 5 } : skipToken,
  )
  const tokenDisplay = (patientId: number) =>
    queue.tokens.find(
      (token) =>
        token.patientId === patientId && isIncluded(token.status, 'WAITING', 'CALLED', 'SKIPPED'),
    )
  const matches = searchText.length >= 2 && searchText === name.trim() ? (search.data ?? []) : []

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
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const [firstName = '', ...rest] = name.trim().split(/\s+/)
    if (firstName === '') return
    giveToken({
      patientPayload: {
        firstName,
        ...(rest.length > 0 && { lastName: rest.join(' ') }),
        ...(phone.trim() && { phoneNumber: phone.trim() }),
      },
    })
  }
  /**
   * Enter moves from a field to the next. In the last one it gives a number if all fields are
   * filled; not earlier, because a number once given will be called.
   */
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    if (event.target.type === 'tel' && name.trim() !== '' && phone.trim() !== '') return
    event.preventDefault()
    const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [type="submit"]')]
    fields[fields.indexOf(event.target) + 1]?.focus()
  }
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown}>
      <Stack gap="md">
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
        <TextInput
          label={words.line.name}
          value={name}
          required
          autoFocus
          autoComplete="off"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
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
        <PhoneField
          label={words.book.phone}
          value={phone}
          addressId={addressId}
          onChange={({ currentTarget }) => setPhone(currentTarget.value)}
        />
        {may('money:write') && (
          <NativeSelect
            label={words.book.payment}
            size="xs"
            value={paidBy}
            data={[
              { value: '', label: words.book.payLater },
              ...methods.map((value) => ({ value, label: wordFor(words.method, value) })),
            ]}
            onChange={({ currentTarget }) => setPaidBy(currentTarget.value)}
          />
        )}
        <RefusalNote refusal={give.error} />
        <Button type="submit" loading={give.isPending} disabled={name.trim() === ''}>
          {words.line.issueNextNumber}
        </Button>
      </Stack>
    </form>
  )
}

/** A hint before a patient gets a second number in the same queue. */
function ExistingTokenHint({ token }: { token: string | undefined }) {
  const { words } = useLanguage()
  return token === undefined ? null : <span>{words.line.alreadyHas(token)}</span>
}
