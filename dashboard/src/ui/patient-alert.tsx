// A patient's alert, such as an allergy: shown first wherever the patient appears, and changed in
// the panel and the record.

import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { useLanguage } from '../words/words.tsx'
import { Form } from './form.tsx'
import classes from './patient-head.module.css'
import { useFields } from './use-fields.ts'

const lengthMax = 200

interface PatientAlertProps {
  id: number
  alert: string | null
  isEditable: boolean
}

export function PatientAlert({ id, alert, isEditable }: PatientAlertProps) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const [isEditing, setIsEditing] = useState(false)
  return (
    <>
      {alert !== null && (
        <p className={classes.alert}>
          <strong>{words.head.alert}:</strong> <bdi>{alert}</bdi>
        </p>
      )}
      {isEditable && may('patients:write') && !isEditing && (
        <Group>
          <Button size="compact-xs" variant="subtle" ml={-8} onClick={() => setIsEditing(true)}>
            {words.head.alertEdit}
          </Button>
        </Group>
      )}
      {isEditing && <AlertForm id={id} alert={alert} close={() => setIsEditing(false)} />}
    </>
  )
}

function AlertForm({
  id,
  alert,
  close,
}: Pick<PatientAlertProps, 'id' | 'alert'> & { close(): void }) {
  const { words } = useLanguage()
  const change = useChange('patient-alert')
  // The alert as it was read; others may change it while this member writes.
  const [before] = useState(alert)
  const { values, isChanged, text } = useFields({ alert: alert ?? '' })
  // After a refusal, the member has seen what the others wrote.
  const known = change.isError ? alert : before
  return (
    <Form
      aria-label={words.head.alert}
      change={change}
      isChanged={isChanged}
      onSubmit={() => change.mutate({ id, ...values, before: known }, { onSuccess: close })}
      submit={words.head.alertSave}
      close={close}
    >
      <TextInput
        label={words.head.alert}
        description={words.head.alertHint}
        size="xs"
        maxLength={lengthMax}
        autoFocus
        {...text('alert')}
      />
    </Form>
  )
}
