import { Anchor, Divider, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AcceptInvitation } from '../account/accept-invitation.tsx'
import { type Refusal, send } from '../api/call.ts'
import type { InvitationDetails } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import { SignInCard } from './card.tsx'
import { listenForLinks, takeToken } from './link-token.ts'
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
  const join = useMutation<unknown, Refusal>({
    mutationFn: () => send('invitation/join', { token }),
    onSuccess: onJoined,
  })
  const { data } = invitation
  if (!data) {
    return (
      <SignInCard title={words.title}>
        <Stack>
          <RefusalNote refusal={invitation.error} />
          {!invitation.error && <DelayedLoader />}
          {invitation.error && (
            <>
              <Text size="sm">{words.askForLink}</Text>
              <Anchor component={Link} to={paths.signIn} replace>
                {words.openIdBack}
              </Anchor>
            </>
          )}
        </Stack>
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
      <AcceptInvitation
        token={token}
        name={data.name}
        email={data.email}
        isFirst={!data.hasAccount}
        onJoined={onJoined}
        note={data.replaces && <ReplacedSignInNote {...data.replaces} />}
      />
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
