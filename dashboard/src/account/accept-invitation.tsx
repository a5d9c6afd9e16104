// The form of an invitation: a new password, or a passkey.

import { Divider, PasswordInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Refusal, send } from '../api/call.ts'
import { canUsePasskeys } from '../sign-in/passkeys.ts'
import { Form } from '../ui/form.tsx'
import { useWords } from '../words/words.tsx'
import { MakePasskey } from './make-passkey.tsx'

interface AcceptInvitationProps {
  token: string | undefined
  name: string
  email: string
  /** Whether the password is the first field of its page. */
  isFirst: boolean
  onJoined(): void
  /** What else the member has to know before choosing. */
  note?: ReactNode
}

export function AcceptInvitation({
  token,
  name,
  email,
  isFirst,
  onJoined,
  note,
}: AcceptInvitationProps) {
  const words = useWords().signIn
  const accept = useMutation<unknown, Refusal, string>({
    mutationFn: (password) => send('invitation/accept', { token, password }),
    onSuccess: onJoined,
  })
  return (
    <>
      <Form
        gap="sm"
        size="sm"
        change={accept}
        // A password is nothing to keep.
        isChanged={false}
        onSubmit={(form) => accept.mutate(String(new FormData(form).get('password')))}
        submit={words.choose}
      >
        <Text size="sm">{words.invitationText(name, email)}</Text>
        {note}
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordInput
          name="password"
          label={words.newPassword}
          description={words.passwordHint}
          autoComplete="new-password"
          required
          autoFocus={isFirst}
        />
      </Form>
      {canUsePasskeys && <Divider my="md" label={words.orPasskey} />}
      {canUsePasskeys && <MakePasskey token={token} onCreated={onJoined} />}
    </>
  )
}
