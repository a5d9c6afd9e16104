import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../words/words.tsx'

export interface FormButtonsProps {
  /** The text of the button that sends. */
  submit: string
  /** Sends; undefined if the button submits a form. */
  onSubmit?: (() => void) | undefined
  variant?: 'filled' | 'default' | undefined
  size?: 'xs' | 'sm' | undefined
  isPending: boolean
  isDisabled?: boolean | undefined
  /** Which button has the focus as soon as it is shown. */
  focus?: 'submit' | 'close' | undefined
  /** For what cannot be undone. */
  isDanger?: boolean | undefined
  /** Leaves without sending; omitted if there is nothing to leave. */
  close?: (() => void) | undefined
  closeText?: string | undefined
  children?: ReactNode
}

/** The buttons below a form or a question: one sends, the other leaves everything as it was. */
export function FormButtons({
  submit,
  onSubmit,
  variant = 'filled',
  size = 'xs',
  isPending,
  isDisabled = false,
  focus,
  isDanger = false,
  close,
  closeText,
  children,
}: FormButtonsProps) {
  const words = useWords().visit
  return (
    <Group gap="xs">
      <Button
        type={onSubmit ? 'button' : 'submit'}
        size={size}
        variant={variant}
        {...(isDanger && { color: 'red' })}
        autoFocus={focus === 'submit'}
        loading={isPending}
        disabled={isDisabled}
        onClick={onSubmit}
      >
        {submit}
      </Button>
      {children}
      {close && (
        <Button size={size} variant="default" autoFocus={focus === 'close'} onClick={close}>
          {closeText ?? words.no}
        </Button>
      )}
    </Group>
  )
}
