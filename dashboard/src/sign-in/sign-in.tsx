import { Code, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Refusal, send } from '../api/call.ts'
import { paths } from '../paths.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import { SignInCard } from './card.tsx'
import { listenForLinks, takeToken } from './link-token.ts'
import { OpenIdButton, useSignInMethods } from './openid.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'

export function SignIn() {
  const words = useWords().signIn
  const methods = useSignInMethods()
  const navigate = useNavigate()
  const client = useQueryClient()
  const onSignedIn = () => {
    client.clear()
    void navigate({ to: paths.start, replace: true })
  }
  const { mutate, isPending, error } = useMutation<unknown, Refusal, string>({
    mutationFn: (token) => send('sign-in/link', { token }),
    onSuccess: onSignedIn,
  })
  useEffect(() => {
    const signInByLink = () => {
      const token = takeToken()
      if (token) mutate(token)
    }
    signInByLink()
    return listenForLinks(signInByLink)
  }, [mutate])
  return (
    <SignInCard title={words.title}>
      {isPending ? (
        <Text role="status">{words.byLink}</Text>
      ) : (
        <Stack>
          <RefusalNote refusal={error} />
          <PasswordForm signedIn={onSignedIn} />
          <PasskeyButton signedIn={onSignedIn} />
          <OpenIdButton />
          <Text size="sm" c="dimmed">
            {words.askForLink}
          </Text>
          {methods && (
            <Text size="sm" c="dimmed">
              {words.makeLink} <Code>{methods.linkCommand}</Code>
            </Text>
          )}
        </Stack>
      )}
    </SignInCard>
  )
}
