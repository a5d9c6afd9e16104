import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Refusal } from '../api/call.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useLanguage } from '../words/words.tsx'
import classes from './patients.module.css'

/** A section of the page of a patient. */
export function Card({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.cardHead}>
        <h2 className={classes.heading}>{title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}

interface Listed {
  /** Undefined while it is loading. */
  count: number | undefined
  /** Shown if the list is empty. */
  none: string
  error: Refusal | null
  more: (() => void) | undefined
  isMoreComing: boolean
  children: ReactNode
}

/** A list with a text for when it is empty, and a button for its next page. */
export function Listed({ count, none, error, more, isMoreComing, children }: Listed) {
  const { words } = useLanguage()
  return (
    <>
      <RefusalNote refusal={error} />
      {count === 0 && (
        <Text size="sm" c="dimmed">
          {none}
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
