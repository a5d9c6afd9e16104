import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { type Refusal, send } from '../api/call.ts'
import type { SignedInMember } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import { CodeForm } from './code-form.tsx'

/** E-mail address and password; `email` is known if a member signs in again. */
export function PasswordForm({
  email,
  signedIn: onSignedIn,
}: {
  email?: string | null
  signedIn(): void
}) {
  const words = useWords().signIn
  const [asksForCode, setAsksForCode] = useState(false)
  const signIn = useMutation<SignedInMember, Refusal, { email: string; password: string }>({
    mutationFn: async (typed) => {
      await send('sign-in/password', typed)
      return send<SignedInMember>('session')
    },
    onSuccess: ({ waitsFor }) => (waitsFor === 'CODE' ? setAsksForCode(true) : onSignedIn()),
  })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    signIn.mutate({ email: String(typed.get('email')), password: String(typed.get('password')) })
  }
  if (asksForCode) return <CodeForm proved={onSignedIn} />
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          name="email"
          type="email"
          label={words.email}
          autoComplete="username"
          defaultValue={email ?? ''}
          required
          autoFocus={!email}
        />
        <PasswordInput
          name="password"
          label={words.password}
          autoComplete="current-password"
          required
          autoFocus={Boolean(email)}
        />
        <RefusalNote refusal={signIn.error} />
        <Button type="submit" loading={signIn.isPending}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  )
}
