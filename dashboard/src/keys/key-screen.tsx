// One key: its settings, how much of its limits it uses, and its last calls with the reasons for
// refusals.

import { Button, Loader } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { FormsStayWhile } from '../ui/leave-guard.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import { CallsCard } from './calls-card.tsx'
import { KeyStatus } from './key-status.tsx'
import classes from './keys.module.css'
import { LimitsCard } from './limits-card.tsx'
import { useKey } from './queries.ts'
import { SettingsCard } from './settings-card.tsx'
import { useDeveloperWords } from './words.ts'

export function KeyScreen() {
  const { key } = useParams({ from: paths.key })
  // Nothing about one key remains on another key's page.
  return <KeyPage key={key} id={Number(key)} />
}

function KeyPage({ id }: { id: number }) {
  const words = useDeveloperWords()
  const { refusal } = useWords()
  const { workspace } = useWorkspace()
  const { key, error } = useKey(id)
  // Called here, because the component with its button leaves the page together with the key.
  const remove = useChange('key-delete')
  if (remove.isSuccess) return <Navigate to={paths.keys} params={{ workspace }} replace />
  return (
    <section className={classes.screen} aria-labelledby="key-title">
      <div className={classes.toolbar}>
        <Button
          component={Link}
          to={paths.keys}
          {...({ params: { workspace } } as object)}
          size="compact-sm"
          variant="subtle"
        >
          {words.back}
        </Button>
        <h1 id="key-title" className={classes.title}>
          <bdi>{key?.name ?? words.settings}</bdi>
        </h1>
        {key && <KeyStatus of={key} />}
      </div>
      <RefusalNote refusal={error} />
      {key === undefined && !error && <Loader size="sm" m="md" />}
      {key === null && <p className={classes.said}>{refusal.codes.KEY_NOT_FOUND}</p>}
      {key && (
        <div className={classes.keyColumns}>
          {/* The address has the filters of the calls, on which no form depends. */}
          <FormsStayWhile same={() => key.id}>
            <SettingsCard of={key} remove={remove} />
          </FormsStayWhile>
          <CallsCard of={key} />
          <LimitsCard id={id} />
        </div>
      )}
    </section>
  )
}
