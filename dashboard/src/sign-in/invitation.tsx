import { Button, Divider, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useState } from 'react'
import { MakePasskey } from '../account/make-passkey.tsx'
import { type Refusal, send } from '../api/call.ts'
import type { Invited } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import { Card } from './card.tsx'
import { onNextLink, takeToken } from './link-token.ts'
import { canUsePasskeys } from './passkeys.ts'
import { PasswordForm } from './password-form.tsx'

// The address has a token only until it is first read.
let lastToken: string | undefined
function tokenOfPage(): string | undefined {
  lastToken = takeToken() ?? lastToken
  return lastToken
}

export function Invitation() {
  const words = useWords().signIn
  const [token, setToken] = useState(tokenOfPage)
  useEffect(() => onNextLink(() => setToken(tokenOfPage)), [])
  const navigate = useNavigate()
  const client = useQueryClient()
  const joined = () => {
    client.clear()
    void navigate({ to: '/', replace: true })
  }
  const invited = useQuery<Invited, Refusal>({
    queryKey: ['invitation', token],
    queryFn: () => send<Invited>('invitation', { token }),
    refetchInterval: false,
    retry: false,
  })
  const accept = useMutation<unknown, Refusal, string>({ mutationFn: (password) => send('invitation/accept', { token, password }), onSuccess: joined })
  const join = useMutation<unknown, Refusal>({ mutationFn: () => send('invitation/join', { token }), onSuccess: joined })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    accept.mutate(String(new FormData(event.currentTarget).get('password')))
  }
  const { data } = invited
  if (!data) {
    return (
      <Card title={words.title}>
        <RefusalNote refusal={invited.error} />
      </Card>
    )
  }
  return (
    <Card title={words.invitationTitle(data.clinic)}>
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
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{words.invitationText(data.name, data.email)}</Text>
          {data.replaces && <Replaces {...data.replaces} />}
          <input type="hidden" name="email" autoComplete="username" value={data.email} readOnly />
          <PasswordInput
            name="password"
            label={words.newPassword}
            description={words.passwordHint}
            autoComplete="new-password"
            required
            autoFocus={!data.hasAccount}
          />
          <RefusalNote refusal={accept.error} />
          <Button type="submit" loading={accept.isPending}>
            {words.choose}
          </Button>
        </Stack>
      </form>
      {canUsePasskeys && <Divider my="md" label={words.orPasskey} />}
      {canUsePasskeys && <MakePasskey token={token} made={joined} />}
    </Card>
  )
}

/** How the member has signed in until now, and no longer will. */
function Replaces({ hasPassword, hasApp, passkeys }: NonNullable<Invited['replaces']>) {
  const { account, signIn } = useWords()
  const ways = [hasPassword && account.password, hasApp && account.app, passkeys.length > 0 && `${account.passkeys} (${passkeys.join(', ')})`].filter(Boolean)
  return ways.length > 0 && <Text size="sm">{signIn.replaces(ways.join(', '))}</Text>
}
