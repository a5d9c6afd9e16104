// The API keys of a clinic, the form that creates one, and what else integrators need (SETUP-05).

import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { Screen } from '../ui/screen.tsx'
import { useTimeFormats } from './browser-times.ts'
import { Entitlements } from './entitlements.tsx'
import { DeveloperHelp } from './help.tsx'
import { NewKeySecret } from './key-once.tsx'
import { KeyStatus } from './key-status.tsx'
import classes from './keys.module.css'
import { CreateKeyForm } from './make-form.tsx'
import type { ApiKey, CreatedKey } from './queries.ts'
import { useDeveloperWords } from './words.ts'

export function KeysScreen() {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const keys = useOperation('key-list', { all: false })
  const [isCreating, setIsCreating] = useState(false)
  const [createdKey, setCreatedKey] = useState<CreatedKey>()
  return (
    <Screen
      title={words.title}
      tools={
        may('developers:write') &&
        !isCreating &&
        !createdKey && (
          <Button size="xs" onClick={() => setIsCreating(true)}>
            {words.make}
          </Button>
        )
      }
    >
      <div className={classes.columns}>
        <div className={classes.beside}>
          {createdKey && (
            <NewKeySecret createdKey={createdKey} close={() => setCreatedKey(undefined)} />
          )}
          {isCreating && (
            <Card title={words.make}>
              <CreateKeyForm
                close={() => setIsCreating(false)}
                onCreated={(key) => {
                  setIsCreating(false)
                  setCreatedKey(key)
                }}
              />
            </Card>
          )}
          <RefusalNote refusal={keys.error} />
          {!keys.data && !keys.error && <DelayedLoader />}
          {keys.data?.length === 0 && !isCreating && (
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
          <DeveloperHelp />
          <Entitlements />
        </div>
      </div>
    </Screen>
  )
}

function KeyRow({ of: apiKey }: { of: ApiKey }) {
  const words = useDeveloperWords()
  const { workspace } = useWorkspace()
  const formats = useTimeFormats()
  const allowedSources =
    apiKey.kind === 'DEVELOPER' ? apiKey.allowedAddresses : apiKey.allowedOrigins
  const timeTexts = [
    words.made(formats.day(apiKey.createdAt)),
    apiKey.lastUsedAt === null ? words.neverUsed : words.used(formats.day(apiKey.lastUsedAt)),
    apiKey.expiresAt !== null && words.until(formats.day(apiKey.expiresAt)),
  ]
  return (
    <Link to={paths.key} params={{ workspace, key: String(apiKey.id) }} className={classes.keyLink}>
      <span className={classes.what}>
        <strong dir="auto">{apiKey.name}</strong>
        <small>
          {words.kinds[apiKey.kind]} · <code dir="ltr">{apiKey.keyPreview}</code>
        </small>
      </span>
      <span className={classes.what}>
        <KeyStatus of={apiKey} />
        <small>
          {apiKey.requestsPerMinute !== null && words.perMinute(String(apiKey.requestsPerMinute))}
        </small>
      </span>
      <span className={classes.what}>
        <small>
          <bdi dir="ltr">
            {allowedSources.length > 3
              ? `${allowedSources.slice(0, 3).join(', ')} +${allowedSources.length - 3}`
              : allowedSources.join(', ')}
          </bdi>
          {allowedSources.length === 0 &&
            (apiKey.kind === 'DEVELOPER' ? words.noAddresses : words.noOrigins)}
        </small>
        <small>{timeTexts.filter(Boolean).join(' · ')}</small>
      </span>
    </Link>
  )
}
