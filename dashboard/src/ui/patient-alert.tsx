// A patient's alert, such as an allergy: shown first wherever the patient appears, and changed in
// the panel and the record.

import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { useLanguage } from '../words/words.tsx'
import classes from './patient-head.module.css'
import { RefusalNote } from './refusal.tsx'

const lengthMax = 200

interface PatientAlertProps {
  id: number
  alert: string | null
  isEditable: boolean
}

export function PatientAlert({ id, alert, isEditable }: PatientAlertProps) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const change = useChange('patient-alert')
  const [typed, setTyped] = useState<string>()
  // The alert as it was read; others may change it while this member writes.
  const [before, setBefore] = useState(alert)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    // After a refusal, the member has seen what the others wrote.
    const knownAlert = change.isError ? alert : before
    if (!change.isPending)
      change.mutate(
        { id, alert: typed ?? '', before: knownAlert },
        { onSuccess: () => setTyped(undefined) },
      )
  }
  return (
    <>
      {alert !== null && (
        <p className={classes.alert}>
          <strong>{words.head.alert}:</strong> <bdi>{alert}</bdi>
        </p>
      )}
      {isEditable && may('patients:write') && typed === undefined && (
        <Group>
          <Button
            size="compact-xs"
            variant="subtle"
            ml={-8}
            onClick={() => {
              change.reset()
              setBefore(alert)
              setTyped(alert ?? '')
            }}
          >
            {words.head.alertEdit}
          </Button>
        </Group>
      )}
      {typed !== undefined && (
        <form aria-label={words.head.alert} onSubmit={submit}>
          <Stack gap="xs">
            <TextInput
              label={words.head.alert}
              description={words.head.alertHint}
              size="xs"
              maxLength={lengthMax}
              autoFocus
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <RefusalNote refusal={change.error} />
            <Group gap="xs">
              <Button size="xs" type="submit" loading={change.isPending}>
                {words.head.alertSave}
              </Button>
              <Button size="xs" variant="default" onClick={() => setTyped(undefined)}>
                {words.visit.no}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </>
  )
}
