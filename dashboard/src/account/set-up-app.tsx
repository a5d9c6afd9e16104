import { Button, Code, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { renderSVG } from 'uqr'
import { type Refusal, send } from '../api/call.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import classes from './account.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Shares a secret with an authenticator app, and shows the recovery codes. */
export function AuthenticatorSetup({ done: onDone }: { done(): void }) {
  const words = useWords().account
  const begin = useMutation<{ secret: string; url: string }, Refusal>({
    mutationFn: () => send('account/codes/begin', {}),
  })
  const confirm = useMutation<{ recoveryCodes: string[] }, Refusal, string>({
    mutationFn: (code) => send('account/codes/confirm', { code }),
  })
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} kept={onDone} />
  if (!begin.data) {
    return (
      <Stack gap="xs">
        <RefusalNote refusal={begin.error} />
        <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
          {words.setUpApp}
        </Button>
      </Stack>
    )
  }
  const { secret, url } = begin.data
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    confirm.mutate(String(new FormData(event.currentTarget).get('code')))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{words.scan}</Text>
        <img
          className={classes.drawn}
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url))}`}
          alt={words.drawn}
        />
        <Text size="sm">{words.typeSecret}</Text>
        <Code aria-label={words.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</Code>
        <TextInput
          name="code"
          label={words.appCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
        />
        <RefusalNote refusal={confirm.error} />
        <Button type="submit" loading={confirm.isPending}>
          {words.confirm}
        </Button>
      </Stack>
    </form>
  )
}
