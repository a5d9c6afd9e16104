// The properties of a key, and the form to change those that can be changed.

import { Button, Group, NativeSelect, NumberInput, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { Confirmation } from '../ui/confirmation.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Form } from '../ui/form.tsx'
import { useFields } from '../ui/use-fields.ts'
import { useTimeFormats } from './browser-times.ts'
import { EntryList } from './entries.tsx'
import { NewKeySecret } from './key-once.tsx'
import { keyStatus } from './key-status.tsx'
import classes from './keys.module.css'
import type { ApiKey } from './queries.ts'
import { KeyRefusal } from './refusal.tsx'
import { useDeveloperWords } from './words.ts'

type KeyRemoval = ReturnType<typeof useChange<'key-delete'>>

export function SettingsCard({ of: apiKey, remove }: { of: ApiKey; remove: KeyRemoval }) {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const formats = useTimeFormats()
  return (
    <Card title={words.settings}>
      <Facts>
        <Fact name={words.kind}>{words.kinds[apiKey.kind]}</Fact>
        <Fact name={words.keyPreview}>
          <code dir="ltr">{apiKey.keyPreview}</code>
        </Fact>
        <Fact name={words.madeOn}>{formats.day(apiKey.createdAt)}</Fact>
        <Fact name={words.lastUsed}>
          {apiKey.lastUsedAt === null ? words.neverUsed : formats.day(apiKey.lastUsedAt)}
        </Fact>
        <Fact name={words.stopsOn}>
          {apiKey.expiresAt === null ? words.never : formats.day(apiKey.expiresAt)}
        </Fact>
      </Facts>
      {apiKey.kind === 'DEVELOPER' ? <Addresses of={apiKey} /> : <Origins of={apiKey} />}
      {apiKey.kind === 'DEVELOPER' && <PatientSwitch of={apiKey} />}
      <KeyLimitForm key={apiKey.requestsPerMinute} of={apiKey} />
      {may('developers:write') && <KeyEnding of={apiKey} remove={remove} />}
    </Card>
  )
}

function Addresses({ of: { id, allowedAddresses } }: { of: ApiKey }) {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const allow = useChange('key-allow')
  return (
    <section aria-label={words.addresses}>
      <h3 className={classes.subheading}>{words.addresses}</h3>
      <EntryList
        of="addresses"
        entries={allowedAddresses}
        none={words.noAddresses}
        isBusy={allow.isPending}
        add={
          may('developers:write')
            ? (entry) => allow.mutate({ id, add: [entry], remove: [] })
            : undefined
        }
        remove={(entry) => allow.mutate({ id, add: [], remove: [entry] })}
      />
      <KeyRefusal refusal={allow.error} />
    </section>
  )
}

function Origins({ of: { id, allowedOrigins } }: { of: ApiKey }) {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const change = useChange('key-origins')
  return (
    <section aria-label={words.origins}>
      <h3 className={classes.subheading}>{words.origins}</h3>
      <EntryList
        of="origins"
        entries={allowedOrigins}
        none={words.noOrigins}
        isBusy={change.isPending}
        add={
          may('developers:write')
            ? (entry) => change.mutate({ id, add: [entry], remove: [] })
            : undefined
        }
        remove={(entry) => change.mutate({ id, add: [], remove: [entry] })}
      />
      <KeyRefusal refusal={change.error} />
    </section>
  )
}

/** Whether the rules for patients bind the key. */
function PatientSwitch({ of: { id, booksForPatients } }: { of: ApiKey }) {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const change = useChange('key-books-for')
  return (
    <>
      <Switch
        mt="sm"
        size="xs"
        label={words.forPatients}
        description={words.forPatientsHint}
        checked={booksForPatients}
        disabled={!may('developers:write') || change.isPending}
        onChange={({ currentTarget }) =>
          change.mutate({ id, bookers: currentTarget.checked ? 'PATIENTS' : 'CLINIC' })
        }
      />
      <KeyRefusal refusal={change.error} />
    </>
  )
}

function KeyLimitForm({ of: { id, requestsPerMinute } }: { of: ApiKey }) {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const limit = useChange('key-limit')
  const { values, isChanged, choice } = useFields({
    limit: (requestsPerMinute ?? '') as number | string,
  })
  if (!may('developers:write')) {
    return (
      <p className={classes.soft}>
        {words.ownLimit}: {requestsPerMinute ?? words.usual}
      </p>
    )
  }
  return (
    <Form
      className={classes.limitForm}
      isInline
      change={limit}
      isChanged={isChanged}
      isComplete={isChanged}
      onSubmit={() =>
        limit.mutate({
          id,
          requestsPerMinute: values.limit === '' ? null : Number(values.limit),
        })
      }
      submit={words.save}
      note={<KeyRefusal refusal={limit.error} />}
    >
      <NumberInput
        className={classes.grows}
        size="xs"
        label={words.ownLimit}
        description={words.ownLimitHint}
        // Above, so that the button is beside the field.
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        min={1}
        max={999_999}
        allowNegative={false}
        hideControls
        {...choice('limit')}
      />
    </Form>
  )
}

/** Rotating, stopping and removing, each with a confirmation. */
function KeyEnding({ of: apiKey, remove }: { of: ApiKey; remove: KeyRemoval }) {
  const words = useDeveloperWords()
  const [confirmation, setConfirmation] = useState<'rotate' | 'stop' | 'remove'>()
  const stop = useChange('key-deactivate')
  const cancel = () => setConfirmation(undefined)
  if (confirmation === 'rotate') return <RotateKeyForm of={apiKey} close={cancel} />
  return (
    <div className={classes.ending}>
      {confirmation === undefined && (
        <Group gap="xs">
          {keyStatus(apiKey) === 'ACTIVE' && (
            <>
              <Button size="xs" variant="default" onClick={() => setConfirmation('rotate')}>
                {words.rotate}
              </Button>
              <Button size="xs" variant="default" onClick={() => setConfirmation('stop')}>
                {words.stop}
              </Button>
            </>
          )}
          <Button size="xs" variant="default" onClick={() => setConfirmation('remove')}>
            {words.removeKey}
          </Button>
        </Group>
      )}
      {confirmation === 'stop' && (
        <Confirmation
          question={words.stopAsk}
          change={stop}
          confirm={words.stopYes}
          onConfirm={() => stop.mutate({ id: apiKey.id }, { onSuccess: cancel })}
          cancel={cancel}
          cancelText={words.no}
          isDanger
          note={<KeyRefusal refusal={stop.error} />}
        />
      )}
      {confirmation === 'remove' && (
        <Confirmation
          question={words.removeAsk}
          change={remove}
          confirm={words.removeYes}
          onConfirm={() => remove.mutate({ id: apiKey.id })}
          cancel={cancel}
          cancelText={words.no}
          isDanger
          note={<KeyRefusal refusal={remove.error} />}
        />
      )}
    </div>
  )
}

/** A second key takes over while the first one keeps working for some time (AUTH-06). */
function RotateKeyForm({ of: { id }, close: cancel }: { of: ApiKey; close(): void }) {
  const words = useDeveloperWords()
  const { workspace } = useWorkspace()
  const formats = useTimeFormats()
  const rotate = useChange('key-rotate')
  const { values, isChanged, text } = useFields({ hours: '24' })
  if (rotate.data) {
    return (
      <NewKeySecret createdKey={rotate.data} close={cancel}>
        <Text size="sm">{words.rotated(formats.day(rotate.data.oldKeyExpiresAt))}</Text>
        <Link
          to={paths.key}
          params={{ workspace, key: String(rotate.data.id) }}
          className={classes.link}
        >
          {words.secondKey}
        </Link>
      </NewKeySecret>
    )
  }
  return (
    <Form
      aria-label={words.rotate}
      className={classes.asked}
      change={rotate}
      isChanged={isChanged}
      onSubmit={() => rotate.mutate({ id, overlapHours: Number(values.hours) })}
      submit={words.rotateYes}
      close={cancel}
      closeText={words.no}
      note={<KeyRefusal refusal={rotate.error} />}
    >
      <Text size="sm">{words.rotateText}</Text>
      <NativeSelect
        size="xs"
        label={words.overlap}
        autoFocus
        data={Object.entries(words.overlaps).map(([value, label]) => ({ value, label }))}
        {...text('hours')}
      />
    </Form>
  )
}
