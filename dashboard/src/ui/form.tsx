import { Group, Stack } from '@mantine/core'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
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
  /** Says what is missing, at its field; without it, the button waits until nothing is. */
  onIncomplete?: () => void
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
  onIncomplete,
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
  // What another part of the page sends is handed over at once.
  const handedOver = useRef(false)
  const buttons = (
    <FormButtons
      {...{ submit, variant, size, isDanger, close, closeText, focus }}
      isPending={change.isPending}
      isDisabled={!isComplete && !onIncomplete}
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
          if (change.isPending) return
          if (!isComplete) return onIncomplete?.()
          handedOver.current = true
          onSubmit(event.currentTarget)
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
      <LeaveGuard isChanged={isChanged} accepted={change.accepted ?? handedOver} />
    </>
  )
}
