import { Anchor } from '@mantine/core'

/** A phone number that can be called. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <Anchor size="sm" href={`tel:${phone}`}>
      <bdi dir="ltr">{phone}</bdi>
    </Anchor>
  )
}
