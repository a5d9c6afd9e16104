import { Text } from '@mantine/core'
import type { Refusal } from '../api/call.ts'
import { RefusalNote } from '../ui/refusal.tsx'

/** Why an action on a key was refused, and the entry that caused it. */
export function KeyRefusal({ refusal }: { refusal: Refusal | null }) {
  const { problem, origin, addresses } = refusal?.details ?? {}
  const about = [problem, origin, addresses].flat().filter((text) => typeof text === 'string')
  return (
    <RefusalNote refusal={refusal}>
      {about.length > 0 && (
        <Text size="sm" dir="auto">
          {about.join(', ')}
        </Text>
      )}
    </RefusalNote>
  )
}
