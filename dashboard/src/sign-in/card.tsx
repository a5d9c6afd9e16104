import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './card.module.css'

/** A single task, in the middle of the page. */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <Paper withBorder p="lg" className={classes.card}>
        <Title order={1} size="h3" mb="md">
          {title}
        </Title>
        {children}
      </Paper>
    </main>
  )
}
