// The key itself, which is shown only once (AUTH-05): it appears in no address and no list, and is
// gone when this component is removed.

import { Button, Code, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import classes from './keys.module.css'
import type { CreatedKey } from './queries.ts'
import { useDeveloperWords } from './words.ts'

export function NewKeySecret({
  createdKey,
  close,
  children,
}: {
  createdKey: CreatedKey
  close(): void
  children?: ReactNode
}) {
  const words = useDeveloperWords()
  return (
    <section className={classes.once} role="status" aria-label={words.keyShownOnceTitle}>
      <Text fw={600}>{words.keyShownOnceTitle}</Text>
      <Text size="sm">{words.keyShownOnceHint}</Text>
      <Code block dir="ltr" className={classes.secret}>
        {createdKey.key}
      </Code>
      {children}
      <Group gap="xs">
        <CopyButton value={createdKey.key} text={words.copy} size="xs" variant="filled" autoFocus />
        <Button size="xs" variant="default" onClick={close}>
          {words.kept}
        </Button>
      </Group>
    </section>
  )
}
