import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Refusal } from '../api/call.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useLanguage } from '../words/words.tsx'

interface PagedList {
  /** Undefined while the list is loading. */
  count: number | undefined
  /** Shown if the list is empty. */
  none: string
  error: Refusal | null
  more: (() => void) | undefined
  isMoreComing: boolean
  children: ReactNode
}

/** A list with a text for when it is empty, and a button for its next page. */
export function PagedList({
  count,
  none: emptyText,
  error,
  more,
  isMoreComing,
  children,
}: PagedList) {
  const { words } = useLanguage()
  return (
    <>
      <RefusalNote refusal={error} />
      {count === 0 && (
        <Text size="sm" c="dimmed">
          {emptyText}
        </Text>
      )}
      {count !== undefined && count > 0 && children}
      {more && (
        <Button size="xs" variant="default" mt="xs" loading={isMoreComing} onClick={more}>
          {words.till.more}
        </Button>
      )}
    </>
  )
}
