import { CloseButton, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../words/words.tsx'
import { useIsNarrow } from './narrow.ts'

/** The title of a panel, which is the title of the screen where the panel covers it. */
export function PanelTitle({ children }: { children: ReactNode }) {
  return (
    <Title order={useIsNarrow() ? 1 : 2} size="h4" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Title>
  )
}

/** The head of a panel beside a screen: its title, or what is shown in place of it, and Close. */
export function PanelHead({
  title,
  close,
  children,
}: {
  title?: string
  close(): void
  children?: ReactNode
}) {
  const words = useWords().visit
  return (
    <Group justify="space-between" wrap="nowrap" align="start">
      {title === undefined ? children : <PanelTitle>{title}</PanelTitle>}
      <CloseButton style={{ flex: 'none' }} aria-label={words.close} onClick={close} />
    </Group>
  )
}
