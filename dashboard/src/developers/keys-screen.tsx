// The API keys of a clinic, making one, and what integrators need beside them (SETUP-05).

import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { Card } from './card.tsx'
import classes from './developers.module.css'
import { Entitlements } from './entitlements.tsx'
import { Help } from './help.tsx'
import { KeyOnce } from './key-once.tsx'
import { KeyStatus } from './key-status.tsx'
import { MakeForm } from './make-form.tsx'
import type { Key, MadeKey } from './queries.ts'
import { useWhen } from './when.ts'
import { useDeveloperWords } from './words.ts'

export function KeysScreen() {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const keys = useOperation('key-list', { all: false })
  const [isMaking, setIsMaking] = useState(false)
  const [made, show] = useState<MadeKey>()
  return (
    <section className={classes.screen} aria-labelledby="keys-title">
      <div className={classes.toolbar}>
        <h1 id="keys-title" className={classes.title}>
          {words.title}
        </h1>
        {may('developers:write') && !isMaking && !made && (
          <Button size="xs" onClick={() => setIsMaking(true)}>
            {words.make}
          </Button>
        )}
      </div>
      <div className={classes.columns}>
        <div className={classes.beside}>
          {made && <KeyOnce made={made} close={() => show(undefined)} />}
          {isMaking && (
            <Card title={words.make}>
              <MakeForm
                close={() => setIsMaking(false)}
                made={(key) => {
                  setIsMaking(false)
                  show(key)
                }}
              />
            </Card>
          )}
          <RefusalNote refusal={keys.error} />
          {keys.data?.length === 0 && !isMaking && (
            <div className={classes.empty}>
              <Text size="sm">{words.none}</Text>
            </div>
          )}
          {keys.data && keys.data.length > 0 && (
            <ul className={classes.keys} aria-label={words.title}>
              {keys.data.map((key) => (
                <li key={key.id}>
                  <KeyRow of={key} />
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className={classes.beside}>
          <Help />
          <Entitlements />
        </div>
      </div>
    </section>
  )
}

function KeyRow({ of: key }: { of: Key }) {
  const words = useDeveloperWords()
  const { workspace } = useWorkspace()
  const when = useWhen()
  const places = key.kind === 'DEVELOPER' ? key.allowedAddresses : key.allowedOrigins
  const times = [
    words.made(when.day(key.createdAt)),
    key.lastUsedAt === null ? words.neverUsed : words.used(when.day(key.lastUsedAt)),
    key.expiresAt !== null && words.until(when.day(key.expiresAt)),
  ]
  return (
    <Link to="/$workspace/keys/$key" params={{ workspace, key: String(key.id) }} className={classes.keyLink}>
      <span className={classes.what}>
        <strong dir="auto">{key.name}</strong>
        <small>
          {words.kinds[key.kind]} · <code dir="ltr">{key.masked}</code>
        </small>
      </span>
      <span className={classes.what}>
        <KeyStatus of={key} />
        <small>{key.requestsPerMinute !== null && words.perMinute(String(key.requestsPerMinute))}</small>
      </span>
      <span className={classes.what}>
        <small>
          <bdi dir="ltr">{places.length > 3 ? `${places.slice(0, 3).join(', ')} +${places.length - 3}` : places.join(', ')}</bdi>
          {places.length === 0 && (key.kind === 'DEVELOPER' ? words.noAddresses : words.noOrigins)}
        </small>
        <small>{times.filter(Boolean).join(' · ')}</small>
      </span>
    </Link>
  )
}
