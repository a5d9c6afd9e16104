import { Group, Stack } from '@mantine/core'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import type { PendingChange } from './confirmation.tsx'
import { FormButtons, type FormButtonsProps } from './form-buttons.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { RefusalNote } from './refusal.tsx'

/** The change that a form sends, as `useChange` returns it. */
export interface SentChange extends PendingChange {
  /** Set as soon as it is accepted, before the form is told. */
  accepted?: RefObject<boolean>
}

interface FormProps
  extends Omit<ComponentProps<'form'>, 'onSubmit' | 'action'>,
    Pick<
      FormButtonsProps,
      'submit' | 'variant' | 'size' | 'isDanger' | 'close' | 'closeText' | 'focus'
    > {
  /** While it is pending, the form is not sent again; its refusal is shown above the buttons. */
  change: SentChange
  /** Whether something was typed that would be lost: the form then asks before it is left. */
  isChanged: boolean
  onSubmit(form: HTMLFormElement): void
  /** Whether it can be sent. */
  isComplete?: boolean
  gap?: string | number
  /** A single field with its button beside it. */
  isInline?: boolean
  /** The refusal, where it is shown with more than its words. */
  note?: ReactNode
  /** Beside the buttons. */
  actions?: ReactNode
}

/**
 * Every form: its fields, why it was refused, and its buttons. `change` and `isChanged` are
 * required, so that no form forgets to show a refusal or to ask before it is left.
 */
export function Form({
  change,
  isChanged,
  onSubmit,
  isComplete = true,
  gap = 'xs',
  isInline = false,
  note = <RefusalNote refusal={change.error} />,
  actions,
  children,
  submit,
  variant = isInline ? 'default' : 'filled',
  size,
  isDanger,
  close,
  closeText,
  focus,
  ...formProps
}: FormProps) {
  const buttons = (
    <FormButtons
      {...{ submit, variant, size, isDanger, close, closeText, focus }}
      isPending={change.isPending}
      isDisabled={!isComplete}
    >
      {actions}
    </FormButtons>
  )
  return (
    <>
      <form
        {...formProps}
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete && !change.isPending) onSubmit(event.currentTarget)
        }}
      >
        <Stack gap={gap}>
          {isInline ? (
            <Group gap="xs" align="end">
              {children}
              {buttons}
            </Group>
          ) : (
            children
          )}
          {note}
          {!isInline && buttons}
        </Stack>
      </form>
      <LeaveGuard isChanged={isChanged} accepted={change.accepted} />
    </>
  )
}
