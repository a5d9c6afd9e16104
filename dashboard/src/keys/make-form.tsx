// Creates a key: its kind, purpose, addresses and expiry.

import { Button, Group, Input, Radio, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useChange } from '../api/workspace.tsx'
import { EntryList } from './entries.tsx'
import type { ApiKey, CreatedKey } from './queries.ts'
import { KeyRefusal } from './refusal.tsx'
import { useDeveloperWords } from './words.ts'

const kinds = ['DEVELOPER', 'WIDGET'] as const

export function CreateKeyForm({
  onCreated,
  close,
}: {
  onCreated(key: CreatedKey): void
  close(): void
}) {
  const words = useDeveloperWords()
  const create = useChange('key-create')
  const [kind, setKind] = useState<ApiKey['kind']>('DEVELOPER')
  const [name, setName] = useState('')
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const [origins, setOrigins] = useState<readonly string[]>([])
  const [expiresAt, setExpiresAt] = useState('')
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const allowedSources =
      kind === 'DEVELOPER'
        ? { allow: [...addresses], origins: [] }
        : { allow: [], origins: [...origins] }
    const expiry = expiresAt === '' ? {} : { expires: new Date(expiresAt).toISOString() }
    create.mutate(
      { kind, name: name.trim(), ...allowedSources, ...expiry },
      { onSuccess: onCreated },
    )
  }
  const isComplete = name.trim() !== '' && (kind === 'WIDGET' || addresses.length > 0)
  return (
    <form onSubmit={submit} aria-label={words.make}>
      <Stack gap="sm">
        <Radio.Group
          label={words.kind}
          value={kind}
          onChange={(chosen) => setKind(chosen as ApiKey['kind'])}
        >
          <Stack gap={6} mt={4}>
            {kinds.map((value) => (
              <Radio
                key={value}
                size="xs"
                value={value}
                label={words.kinds[value]}
                description={words.kindHint[value]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          size="xs"
          label={words.name}
          description={words.nameHint}
          value={name}
          required
          maxLength={200}
          autoFocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {kind === 'DEVELOPER' ? (
          <Input.Wrapper size="xs" label={words.addresses} labelElement="div">
            <EntryList
              of="addresses"
              entries={addresses}
              {...entryHandlers(addresses, setAddresses)}
            />
          </Input.Wrapper>
        ) : (
          <Input.Wrapper size="xs" label={words.origins} labelElement="div">
            <EntryList of="origins" entries={origins} {...entryHandlers(origins, setOrigins)} />
          </Input.Wrapper>
        )}
        <TextInput
          size="xs"
          type="datetime-local"
          label={words.expires}
          description={words.expiresHint}
          value={expiresAt}
          onChange={({ currentTarget }) => setExpiresAt(currentTarget.value)}
        />
        <KeyRefusal refusal={create.error} />
        <Group gap="xs">
          <Button size="xs" type="submit" loading={create.isPending} disabled={!isComplete}>
            {words.create}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A list that exists only in the form until it is submitted. */
function entryHandlers(
  entries: readonly string[],
  setEntries: (entries: readonly string[]) => void,
) {
  return {
    add: (entry: string) => setEntries([...new Set([...entries, entry])]),
    remove: (entry: string) => setEntries(entries.filter((other) => other !== entry)),
  }
}
