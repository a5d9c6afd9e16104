import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { type Refusal, send } from '../api/call.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'

/** Asks for a code from an app, or a recovery code, after the password. */
export function CodeForm({ proved: onProved }: { proved(): void }) {
  const words = useWords().signIn
  const prove = useMutation<unknown, Refusal, string>({
    mutationFn: (code) => send('sign-in/code', { code }),
    onSuccess: onProved,
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    prove.mutate(String(new FormData(event.currentTarget).get('code')))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{words.codeText}</Text>
        <TextInput name="code" label={words.code} autoComplete="one-time-code" required autoFocus />
        <RefusalNote refusal={prove.error} />
        <Button type="submit" loading={prove.isPending}>
          {words.goOn}
        </Button>
      </Stack>
    </form>
  )
}
