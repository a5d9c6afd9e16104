import { Alert, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Refusal } from '../api/call.ts'
import { useWords, wordFor } from '../words/words.tsx'
import { CopyButton } from './copy-button.tsx'

/** Why something was refused, shown beside it, with a text to copy into a question (DASH-17). */
export function RefusalNote({
  refusal,
  title,
  children,
}: {
  refusal: Refusal | null
  title?: string | undefined
  children?: ReactNode
}) {
  const words = useWords().refusal
  if (!refusal) return null
  const reference = `${refusal.code}${refusal.requestId && ` · ${refusal.requestId}`}`
  return (
    <Alert
      color="red"
      role="alert"
      title={title ?? wordFor(words.codes, refusal.code, refusal.message)}
      variant="light"
      p="xs"
    >
      {children}
      <Group gap="xs" justify="space-between">
        <Text size="xs" c="dimmed">
          {reference}
        </Text>
        <CopyButton value={reference} size="compact-xs" variant="subtle" color="gray" />
      </Group>
    </Alert>
  )
}
