import { PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Refusal, send } from '../api/call.ts'
import type { SignedInMember } from '../api/workspace.tsx'
import { Form } from '../ui/form.tsx'
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
  function submit(form: HTMLFormElement) {
    const typed = new FormData(form)
    signIn.mutate({ email: String(typed.get('email')), password: String(typed.get('password')) })
  }
  if (asksForCode) return <CodeForm proved={onSignedIn} />
  return (
    <Form
      gap="sm"
      size="sm"
      change={signIn}
      // A password is nothing to keep.
      isChanged={false}
      onSubmit={submit}
      submit={words.submit}
    >
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
    </Form>
  )
}
