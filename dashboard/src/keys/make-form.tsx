// Creates a key: its kind, purpose, addresses and expiry.

import { Checkbox, Input, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../api/workspace.tsx'
import { Form } from '../ui/form.tsx'
import { useFields } from '../ui/use-fields.ts'
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
  const { values, set, isChanged, text } = useFields({
    kind: 'DEVELOPER' as ApiKey['kind'],
    name: '',
    addresses: [] as readonly string[],
    origins: [] as readonly string[],
    booksForPatients: false,
    expiresAt: '',
  })
  const [isTried, setIsTried] = useState(false)
  const { kind, addresses, origins, expiresAt } = values
  const name = values.name.trim()
  function submit() {
    const allowedSources =
      kind === 'DEVELOPER'
        ? {
            allow: [...addresses],
            origins: [],
            booksForPatients: values.booksForPatients,
          }
        : { allow: [], origins: [...origins] }
    const expiry = expiresAt === '' ? {} : { expires: new Date(expiresAt).toISOString() }
    create.mutate({ kind, name, ...allowedSources, ...expiry }, { onSuccess: onCreated })
  }
  return (
    <Form
      aria-label={words.make}
      gap="sm"
      change={create}
      isChanged={isChanged}
      isComplete={name !== '' && (kind === 'WIDGET' || addresses.length > 0)}
      onIncomplete={() => setIsTried(true)}
      onSubmit={submit}
      submit={words.create}
      close={close}
      closeText={words.cancel}
      note={<KeyRefusal refusal={create.error} />}
    >
      <Radio.Group
        label={words.kind}
        value={kind}
        onChange={(chosen) => set({ kind: chosen as ApiKey['kind'] })}
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
        required
        maxLength={200}
        error={isTried && name === '' && words.nameMissing}
        autoFocus
        {...text('name')}
      />
      {kind === 'DEVELOPER' && (
        <Checkbox
          size="xs"
          label={words.forPatients}
          description={words.forPatientsHint}
          checked={values.booksForPatients}
          onChange={({ currentTarget }) => set({ booksForPatients: currentTarget.checked })}
        />
      )}
      {kind === 'DEVELOPER' ? (
        <Input.Wrapper size="xs" label={words.addresses} labelElement="div">
          <EntryList
            of="addresses"
            entries={addresses}
            isMissing={isTried && addresses.length === 0}
            {...entryHandlers(addresses, (next) => set({ addresses: next }))}
          />
        </Input.Wrapper>
      ) : (
        <Input.Wrapper size="xs" label={words.origins} labelElement="div">
          <EntryList
            of="origins"
            entries={origins}
            {...entryHandlers(origins, (next) => set({ origins: next }))}
          />
        </Input.Wrapper>
      )}
      <TextInput
        size="xs"
        type="datetime-local"
        label={words.expires}
        description={words.expiresHint}
        {...text('expiresAt')}
      />
    </Form>
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
