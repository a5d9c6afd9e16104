import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Refusal } from '../api/call.ts'
import { canUsePasskeys, createPasskey } from '../sign-in/passkeys.ts'
import { Form } from '../ui/form.tsx'
import { useWords } from '../words/words.tsx'

/**
 * Makes a passkey for the signed-in member or, given the token of an invitation, for the invited
 * member.
 */
export function MakePasskey({
  token,
  onCreated,
}: {
  token?: string | undefined
  onCreated(): void
}) {
  const words = useWords().account
  const [name, setName] = useState('')
  const make = useMutation<void, Refusal>({
    mutationFn: () =>
      createPasskey(token === undefined ? 'account/passkeys' : 'invitation/passkey', name, token),
    onSuccess: () => {
      setName('')
      onCreated()
    },
  })
  if (!canUsePasskeys) return <Text size="sm">{words.noPasskeysHere}</Text>
  return (
    <Form
      variant="default"
      size="sm"
      change={make}
      // Its name is shown and not worth a question.
      isChanged={false}
      onSubmit={() => make.mutate()}
      submit={words.createPasskey}
    >
      <TextInput
        label={words.passkeyName}
        placeholder={words.passkeyNameHint}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Form>
  )
}
