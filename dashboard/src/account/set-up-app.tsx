import { Button, Code, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { renderSVG } from 'uqr'
import { type Refusal, send } from '../api/call.ts'
import { Form } from '../ui/form.tsx'
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
  return (
    <Form
      gap="sm"
      size="sm"
      change={confirm}
      // A code is nothing to keep.
      isChanged={false}
      onSubmit={(form) => confirm.mutate(String(new FormData(form).get('code')))}
      submit={words.confirm}
    >
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
    </Form>
  )
}
