import { Divider, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { MakePasskey } from '../account/make-passkey.tsx'
import { type Refusal, send } from '../api/call.ts'
import type { InvitationDetails } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Form } from '../ui/form.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import { SignInCard } from './card.tsx'
import { listenForLinks, takeToken } from './link-token.ts'
import { canUsePasskeys } from './passkeys.ts'
import { PasswordForm } from './password-form.tsx'

// The address contains a token only until it is first read.
let lastToken: string | undefined
function takePageToken(): string | undefined {
  lastToken = takeToken() ?? lastToken
  return lastToken
}

export function Invitation() {
  const words = useWords().signIn
  const [token, setToken] = useState(takePageToken)
  useEffect(() => listenForLinks(() => setToken(takePageToken)), [])
  const navigate = useNavigate()
  const client = useQueryClient()
  const onJoined = () => {
    client.clear()
    void navigate({ to: paths.start, replace: true })
  }
  const invitation = useQuery<InvitationDetails, Refusal>({
    queryKey: ['invitation', token],
    queryFn: () => send<InvitationDetails>('invitation', { token }),
    refetchInterval: false,
    retry: false,
  })
  const accept = useMutation<unknown, Refusal, string>({
    mutationFn: (password) => send('invitation/accept', { token, password }),
    onSuccess: onJoined,
  })
  const join = useMutation<unknown, Refusal>({
    mutationFn: () => send('invitation/join', { token }),
    onSuccess: onJoined,
  })
  const { data } = invitation
  if (!data) {
    return (
      <SignInCard title={words.title}>
        <RefusalNote refusal={invitation.error} />
      </SignInCard>
    )
  }
  return (
    <SignInCard title={words.invitationTitle(data.clinic)}>
      {data.hasAccount && (
        <>
          <Stack>
            <Text size="sm">{words.hasAccount(data.email)}</Text>
            <PasswordForm email={data.email} signedIn={() => join.mutate()} />
            <RefusalNote refusal={join.error} />
          </Stack>
          <Divider my="md" label={words.orNewAccount} />
        </>
      )}
      <Form
        gap="sm"
        size="sm"
        change={accept}
        // A password is nothing to keep.
        isChanged={false}
        onSubmit={(form) => accept.mutate(String(new FormData(form).get('password')))}
        submit={words.choose}
      >
        <Text size="sm">{words.invitationText(data.name, data.email)}</Text>
        {data.replaces && <ReplacedSignInNote {...data.replaces} />}
        <input type="hidden" name="email" autoComplete="username" value={data.email} readOnly />
        <PasswordInput
          name="password"
          label={words.newPassword}
          description={words.passwordHint}
          autoComplete="new-password"
          required
          autoFocus={!data.hasAccount}
        />
      </Form>
      {canUsePasskeys && <Divider my="md" label={words.orPasskey} />}
      {canUsePasskeys && <MakePasskey token={token} onCreated={onJoined} />}
    </SignInCard>
  )
}

/** How the member has signed in until now, and will no longer be able to. */
function ReplacedSignInNote({
  hasPassword,
  hasApp,
  passkeys,
}: NonNullable<InvitationDetails['replaces']>) {
  const { account, signIn } = useWords()
  const replacedMethods = [
    hasPassword && account.password,
    hasApp && account.app,
    passkeys.length > 0 && `${account.passkeys} (${passkeys.join(', ')})`,
  ].filter(Boolean)
  return (
    replacedMethods.length > 0 && (
      <Text size="sm">{signIn.replaces(replacedMethods.join(', '))}</Text>
    )
  )
}
