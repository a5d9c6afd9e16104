import { NumberInput, Text, TextInput } from '@mantine/core'
import { useChange } from '../api/workspace.tsx'
import { Form } from '../ui/form.tsx'
import { moneyText } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './patients.module.css'
import type { Pack } from './queries.ts'

/** Adds or subtracts sessions; the reason is stored. */
export function CorrectPackForm({ id, close }: { id: number; close(): void }) {
  const { words } = useLanguage()
  const correct = useChange('packs-correct')
  const { values, isChanged, text, choice } = useFields({
    sessions: 1 as string | number,
    reason: '',
  })
  const reason = values.reason.trim()
  return (
    <Form
      aria-label={words.patients.correct}
      className={classes.form}
      change={correct}
      isChanged={isChanged}
      isComplete={reason !== ''}
      onSubmit={() =>
        correct.mutate({ id, sessions: Number(values.sessions) || 0, reason }, { onSuccess: close })
      }
      submit={words.patients.correctYes}
      close={close}
      closeText={words.patients.discard}
    >
      <NumberInput
        size="xs"
        label={words.patients.sessionsToAdd}
        description={words.patients.sessionsHint}
        min={-1000}
        max={1000}
        autoFocus
        {...choice('sessions')}
      />
      <TextInput
        size="xs"
        label={words.patients.reason}
        required
        maxLength={500}
        {...text('reason')}
      />
    </Form>
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
  const { values, isChanged, text } = useFields({ reason: '' })
  const reason = values.reason.trim()
  const question = words.patients.refundAsk(moneyText(amount, currency, locale))
  return (
    <Form
      aria-label={question}
      className={classes.form}
      change={refund}
      isChanged={isChanged}
      onSubmit={() =>
        refund.mutate({ id, percentage: 100, ...(reason && { reason }) }, { onSuccess: close })
      }
      submit={words.patients.refundYes}
      close={close}
    >
      <Text size="sm">{question}</Text>
      <TextInput
        size="xs"
        label={words.patients.reason}
        maxLength={500}
        autoFocus
        {...text('reason')}
      />
    </Form>
  )
}
