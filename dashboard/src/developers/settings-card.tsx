// The properties of a key, and what can be changed about it.

import { Button, Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { Card } from './card.tsx'
import classes from './developers.module.css'
import { Entries } from './entries.tsx'
import { KeyOnce } from './key-once.tsx'
import { statusOf } from './key-status.tsx'
import type { Key } from './queries.ts'
import { KeyRefusal } from './refusal.tsx'
import { useWhen } from './when.ts'
import { useDeveloperWords } from './words.ts'

type Removal = ReturnType<typeof useChange<'key-delete'>>

export function SettingsCard({ of: key, remove }: { of: Key; remove: Removal }) {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const when = useWhen()
  return (
    <Card title={words.settings}>
      <dl className={classes.facts}>
        <Fact name={words.kind}>{words.kinds[key.kind]}</Fact>
        <Fact name={words.masked}>
          <code dir="ltr">{key.masked}</code>
        </Fact>
        <Fact name={words.madeOn}>{when.day(key.createdAt)}</Fact>
        <Fact name={words.lastUsed}>{key.lastUsedAt === null ? words.neverUsed : when.day(key.lastUsedAt)}</Fact>
        <Fact name={words.stopsOn}>{key.expiresAt === null ? words.never : when.day(key.expiresAt)}</Fact>
      </dl>
      {key.kind === 'DEVELOPER' ? <Addresses of={key} /> : <Origins of={key} />}
      <OwnLimit key={key.requestsPerMinute} of={key} />
      {may('developers:write') && <Ending of={key} remove={remove} />}
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Addresses({ of: { id, allowedAddresses } }: { of: Key }) {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const allow = useChange('key-allow')
  return (
    <section aria-label={words.addresses}>
      <h3 className={classes.subheading}>{words.addresses}</h3>
      <Entries
        of="addresses"
        entries={allowedAddresses}
        none={words.noAddresses}
        isBusy={allow.isPending}
        add={may('developers:write') ? (entry) => allow.mutate({ id, add: [entry], remove: [] }) : undefined}
        remove={(entry) => allow.mutate({ id, add: [], remove: [entry] })}
      />
      <KeyRefusal refusal={allow.error} />
    </section>
  )
}

function Origins({ of: { id, allowedOrigins } }: { of: Key }) {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const change = useChange('key-origins')
  return (
    <section aria-label={words.origins}>
      <h3 className={classes.subheading}>{words.origins}</h3>
      <Entries
        of="origins"
        entries={allowedOrigins}
        none={words.noOrigins}
        isBusy={change.isPending}
        add={may('developers:write') ? (entry) => change.mutate({ id, add: [entry], remove: [] }) : undefined}
        remove={(entry) => change.mutate({ id, add: [], remove: [entry] })}
      />
      <KeyRefusal refusal={change.error} />
    </section>
  )
}

function OwnLimit({ of: { id, requestsPerMinute } }: { of: Key }) {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const limit = useChange('key-limit')
  const [typed, setTyped] = useState<number | ''>(requestsPerMinute ?? '')
  const isChanged = typed !== (requestsPerMinute ?? '')
  if (!may('developers:write')) {
    return (
      <p className={classes.soft}>
        {words.ownLimit}: {requestsPerMinute ?? words.usual}
      </p>
    )
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    limit.mutate({ id, requestsPerMinute: typed === '' ? null : typed })
  }
  return (
    <form onSubmit={submit} className={classes.limitForm}>
      <Group gap="xs" align="end" wrap="nowrap">
        <NumberInput
          className={classes.grows}
          size="xs"
          label={words.ownLimit}
          description={words.ownLimitHint}
          min={1}
          max={999_999}
          allowNegative={false}
          hideControls
          value={typed}
          onChange={(value) => setTyped(value === '' ? '' : Number(value))}
        />
        <Button size="xs" type="submit" variant="default" disabled={!isChanged} loading={limit.isPending}>
          {words.save}
        </Button>
      </Group>
      <KeyRefusal refusal={limit.error} />
    </form>
  )
}

/** Rotating, stopping and removing, each with a confirmation. */
function Ending({ of: key, remove }: { of: Key; remove: Removal }) {
  const words = useDeveloperWords()
  const [asked, ask] = useState<'rotate' | 'stop' | 'remove'>()
  const stop = useChange('key-deactivate')
  const close = () => ask(undefined)
  if (asked === 'rotate') return <Rotate of={key} close={close} />
  return (
    <div className={classes.ending}>
      {asked === undefined && (
        <Group gap="xs">
          {statusOf(key) === 'ACTIVE' && (
            <>
              <Button size="xs" variant="default" onClick={() => ask('rotate')}>
                {words.rotate}
              </Button>
              <Button size="xs" variant="default" onClick={() => ask('stop')}>
                {words.stop}
              </Button>
            </>
          )}
          <Button size="xs" variant="default" onClick={() => ask('remove')}>
            {words.removeKey}
          </Button>
        </Group>
      )}
      {asked === 'stop' && (
        <Ask text={words.stopAsk} yes={words.stopYes} isPending={stop.isPending} close={close} go={() => stop.mutate({ id: key.id }, { onSuccess: close })} />
      )}
      {asked === 'remove' && (
        <Ask text={words.removeAsk} yes={words.removeYes} isPending={remove.isPending} close={close} go={() => remove.mutate({ id: key.id })} />
      )}
      <KeyRefusal refusal={stop.error ?? remove.error} />
    </div>
  )
}

function Ask({ text, yes, isPending, close, go }: { text: string; yes: string; isPending: boolean; close(): void; go(): void }) {
  const words = useDeveloperWords()
  return (
    <div role="group" aria-label={text} className={classes.asked}>
      <Text size="sm">{text}</Text>
      <Group gap="xs">
        <Button size="xs" color="red" loading={isPending} onClick={go}>
          {yes}
        </Button>
        <Button size="xs" variant="default" autoFocus onClick={close}>
          {words.no}
        </Button>
      </Group>
    </div>
  )
}

/** A second key takes over while the first one still works for some time (AUTH-06). */
function Rotate({ of: { id }, close }: { of: Key; close(): void }) {
  const words = useDeveloperWords()
  const { workspace } = useWorkspace()
  const when = useWhen()
  const rotate = useChange('key-rotate')
  const [hours, setHours] = useState('24')
  function submit(event: SubmitEvent) {
    event.preventDefault()
    rotate.mutate({ id, overlapHours: Number(hours) })
  }
  if (rotate.data) {
    return (
      <KeyOnce made={rotate.data} close={close}>
        <Text size="sm">{words.rotated(when.day(rotate.data.oldKeyExpiresAt))}</Text>
        <Link to="/$workspace/keys/$key" params={{ workspace, key: String(rotate.data.id) }} className={classes.link}>
          {words.secondKey}
        </Link>
      </KeyOnce>
    )
  }
  return (
    <form onSubmit={submit} className={classes.asked} aria-label={words.rotate}>
      <Text size="sm">{words.rotateText}</Text>
      <NativeSelect
        size="xs"
        label={words.overlap}
        value={hours}
        autoFocus
        data={Object.entries(words.overlaps).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => setHours(currentTarget.value)}
      />
      <KeyRefusal refusal={rotate.error} />
      <Group gap="xs">
        <Button size="xs" type="submit" loading={rotate.isPending}>
          {words.rotateYes}
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          {words.no}
        </Button>
      </Group>
    </form>
  )
}
