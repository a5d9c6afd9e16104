import { Button, Group, NumberInput, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useChange } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { moneyText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './patients.module.css'
import type { Pack } from './queries.ts'

/** Adds or subtracts sessions; the reason is stored. */
export function CorrectPackForm({ id, close }: { id: number; close(): void }) {
  const { words } = useLanguage()
  const correct = useChange('packs-correct')
  const [sessions, setSessions] = useState<string | number>(1)
  const [reason, setReason] = useState('')
  function submit(event: SubmitEvent) {
    event.preventDefault()
    correct.mutate(
      { id, sessions: Number(sessions) || 0, reason: reason.trim() },
      { onSuccess: close },
    )
  }
  return (
    <form onSubmit={submit} className={classes.form} aria-label={words.patients.correct}>
      <NumberInput
        size="xs"
        label={words.patients.sessionsToAdd}
        description={words.patients.sessionsHint}
        min={-1000}
        max={1000}
        value={sessions}
        autoFocus
        onChange={setSessions}
      />
      <TextInput
        size="xs"
        label={words.patients.reason}
        required
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <RefusalNote refusal={correct.error} />
      <Group gap="xs">
        <Button type="submit" size="xs" loading={correct.isPending} disabled={reason.trim() === ''}>
          {words.patients.correctYes}
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          {words.patients.discard}
        </Button>
      </Group>
    </form>
  )
}

/** Refunds the price of an unused pack at the desk, which ends the pack. */
export function RefundPackForm({
  pack: { id, amount, currency },
  close,
}: {
  pack: Pack
  close(): void
}) {
  const { words, locale } = useLanguage()
  const refund = useChange('packs-refund')
  const [reason, setReason] = useState('')
  const question = words.patients.refundAsk(moneyText(amount, currency, locale))
  function submit(event: SubmitEvent) {
    event.preventDefault()
    refund.mutate(
      { id, percentage: 100, ...(reason.trim() && { reason: reason.trim() }) },
      { onSuccess: close },
    )
  }
  return (
    <form onSubmit={submit} className={classes.form} aria-label={question}>
      <Text size="sm">{question}</Text>
      <TextInput
        size="xs"
        label={words.patients.reason}
        maxLength={500}
        value={reason}
        autoFocus
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <RefusalNote refusal={refund.error} />
      <Group gap="xs">
        <Button type="submit" size="xs" loading={refund.isPending}>
          {words.patients.refundYes}
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          {words.visit.no}
        </Button>
      </Group>
    </form>
  )
}
