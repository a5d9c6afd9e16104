import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Refusal } from '../api/call.ts'
import classes from './confirmation.module.css'
import { FormButtons } from './form-buttons.tsx'
import { RefusalNote } from './refusal.tsx'

/** A change that is sent once, as `useChange` returns it. */
export interface PendingChange {
  isPending: boolean
  error: Refusal | null
}

/** For what is sent by another part of the page, which shows whether it was refused. */
export const sentElsewhere: PendingChange = { isPending: false, error: null }

interface ConfirmationProps {
  question: string
  change: PendingChange
  /** The text of the button that does it. */
  confirm: string
  onConfirm(): void
  cancel(): void
  cancelText?: string
  /** For what cannot be undone: Enter then cancels, unless another button is chosen. */
  isDanger?: boolean
  /** The refusal, where it has words of its own. */
  note?: ReactNode
  /** What will happen, above the question. */
  children?: ReactNode
}

/** Asks before something is done. It is shown in place of the button that asked for it. */
export function Confirmation({
  question,
  change,
  confirm,
  onConfirm,
  cancel,
  cancelText,
  isDanger = false,
  note = <RefusalNote refusal={change.error} />,
  children,
}: ConfirmationProps) {
  return (
    <Stack
      gap="xs"
      role="group"
      aria-label={question}
      className={classes.confirmation}
      data-danger={isDanger || undefined}
    >
      {children}
      <Text size="sm">{question}</Text>
      {note}
      <FormButtons
        submit={confirm}
        onSubmit={onConfirm}
        isPending={change.isPending}
        focus={isDanger ? 'close' : 'submit'}
        isDanger={isDanger}
        close={cancel}
        closeText={cancelText}
      />
    </Stack>
  )
}
