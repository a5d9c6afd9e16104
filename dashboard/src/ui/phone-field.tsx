import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { useWords } from '../words/words.tsx'

/** Long enough not to send a request for every key. */
const typingMs = 200

interface Typed {
  value: string
  /** A phone without a dial code is of its country; of the clinic's first location without one. */
  addressId?: number | undefined
  /** The dial code that the user typed beside it. */
  countryCode?: string | undefined
}

/**
 * A phone, with the number that it is: its dial code before anything is typed, and then as the service reads it. What is no number keeps its
 * form from being sent, and says so.
 */
export function PhoneField({ value, addressId, countryCode, error, ...others }: Typed & Omit<TextInputProps, keyof Typed>) {
  const words = useWords().book
  const { may } = useWorkspace()
  const [typed] = useDebouncedValue(value.trim(), typingMs)
  const asked = { ...(typed && { phoneNumber: typed.slice(0, 40) }), ...(addressId !== undefined && { addressId }), ...(countryCode && { countryCode }) }
  const { data: read, isPlaceholderData } = useOperation('patient-phone', asked, { enabled: may('patients:read') })
  const isNone = read !== undefined && !isPlaceholderData && typed !== '' && typed === value.trim() && read.phone === null
  const problem = isNone ? words.notWholePhone(read.countryCode) : undefined
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem])
  return (
    <TextInput
      {...others}
      ref={input}
      type="tel"
      value={value}
      error={error ?? problem}
      description={read && <bdi dir="ltr">{read.phone ?? read.countryCode}</bdi>}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
