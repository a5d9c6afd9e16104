import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { useWords } from '../words/words.tsx'

/** Long enough not to send a request for every keystroke. */
const typingMs = 200

interface PhoneFieldProps {
  value: string
  /**
   * The location whose country a phone number without a dial code belongs to; the clinic's first
   * location if undefined.
   */
  addressId?: number | undefined
  /** The dial code that the user typed next to it. */
  countryCode?: string | undefined
}

/**
 * A phone field. Below it is the dial code while it is empty, and then the number as the service
 * parses it. If the input is not a phone number, the field says so and the form cannot be sent.
 */
export function PhoneField({
  value,
  addressId,
  countryCode,
  error,
  ...inputProps
}: PhoneFieldProps & Omit<TextInputProps, keyof PhoneFieldProps>) {
  const words = useWords().book
  const { may } = useWorkspace()
  const [typed] = useDebouncedValue(value.trim(), typingMs)
  const query = {
    ...(typed && { phoneNumber: typed.slice(0, 40) }),
    ...(addressId !== undefined && { addressId }),
    ...(countryCode && { countryCode }),
  }
  const { data: parsedPhone, isPlaceholderData } = useOperation(
    'patient-phone',
    may('patients:read') ? query : skipToken,
  )
  const isInvalid =
    parsedPhone !== undefined &&
    !isPlaceholderData &&
    typed !== '' &&
    typed === value.trim() &&
    parsedPhone.phone === null
  const problem = isInvalid ? words.phoneIncomplete(parsedPhone.countryCode) : undefined
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem])
  return (
    <TextInput
      {...inputProps}
      ref={input}
      type="tel"
      value={value}
      error={error ?? problem}
      description={
        parsedPhone && <bdi dir="ltr">{parsedPhone.phone ?? parsedPhone.countryCode}</bdi>
      }
    />
  )
}
