import { Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Refusal, send } from '../api/call.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import { Card } from './card.tsx'
import { OpenIdButton } from './openid.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'

/** Removes the token of a link from the address, so that it cannot be found in the history. */
export function tokenInAddress(): string | undefined {
  const token = location.hash.slice(1)
  if (token) history.replaceState(history.state, '', location.pathname)
  return token || undefined
}

export function SignIn() {
  const words = useWords().signIn
  const navigate = useNavigate()
  const client = useQueryClient()
  const signedIn = () => {
    client.clear()
    void navigate({ to: '/', replace: true })
  }
  const { mutate, isPending, error } = useMutation<unknown, Refusal, string>({ mutationFn: (token) => send('sign-in/link', { token }), onSuccess: signedIn })
  const token = useRef<string | undefined>(undefined)
  useEffect(() => {
    // A link works once, so it is used once.
    if (token.current) return
    token.current = tokenInAddress()
    if (token.current) mutate(token.current)
  }, [mutate])
  return (
    <Card title={words.title}>
      {isPending ? (
        <Text role="status">{words.byLink}</Text>
      ) : (
        <Stack>
          <RefusalNote refusal={error} />
          <PasswordForm signedIn={signedIn} />
          <PasskeyButton signedIn={signedIn} />
          <OpenIdButton />
          <Text size="sm" c="dimmed">
            {words.askForLink}
          </Text>
        </Stack>
      )}
    </Card>
  )
}
