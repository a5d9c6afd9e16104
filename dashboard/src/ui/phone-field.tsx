import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useOperation, useWorkspace } from '../api/workspace.tsx'

/** Long enough not to send a request for every key. */
const typingMs = 200

interface Typed {
  value: string
  /** A phone without a dial code is of its country; of the clinic's first location without one. */
  addressId?: number | undefined
  /** The dial code that the user typed beside it. */
  countryCode?: string | undefined
}

/** A phone, with the number that it is: its dial code before anything is typed, and then as the service reads it. */
export function PhoneField({ value, addressId, countryCode, ...others }: Typed & Omit<TextInputProps, keyof Typed>) {
  const { may } = useWorkspace()
  const [typed] = useDebouncedValue(value.trim(), typingMs)
  const asked = { ...(typed && { phoneNumber: typed.slice(0, 40) }), ...(addressId !== undefined && { addressId }), ...(countryCode && { countryCode }) }
  const { data: read } = useOperation('patient-phone', asked, { enabled: may('patients:read') })
  return (
    <TextInput
      {...others}
      type="tel"
      value={value}
      description={read && <bdi dir="ltr">{read.phone ?? read.countryCode}</bdi>}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
