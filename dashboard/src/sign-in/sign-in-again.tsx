import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Refusal, send, signInNeeded } from '../api/call.ts'
import { sessionQuery } from '../api/workspace.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useWords } from '../words/words.tsx'
import { useOpenId } from './openid.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'

/** Asks to sign in over the page, whose content is kept: a session has ended (DASH-17), or began too long ago for a change of the sign-in. */
export function SignInAgain() {
  const words = useWords().signIn
  const client = useQueryClient()
  const openId = useOpenId()
  const [cause, setCause] = useState<'ended' | 'proof'>()
  const email = client.getQueryData<{ email: string | null }>(sessionQuery.queryKey)?.email
  useEffect(() => {
    const ended = () => setCause('ended')
    const proof = () => setCause('proof')
    signInNeeded.addEventListener('ended', ended)
    signInNeeded.addEventListener('proof', proof)
    return () => {
      signInNeeded.removeEventListener('ended', ended)
      signInNeeded.removeEventListener('proof', proof)
    }
  }, [])
  function signedIn() {
    setCause(undefined)
    void client.invalidateQueries()
  }
  const lookAgain = () =>
    send('session')
      .then(signedIn)
      .catch((_: Refusal) => {})
  if (!cause) return null
  return (
    <Dialog title={words.title} {...(cause === 'proof' && { close: () => setCause(undefined) })}>
      <Stack>
        <Text size="sm">{cause === 'proof' ? words.proof : words.again}</Text>
        {email ? (
          <>
            <PasswordForm email={email} signedIn={signedIn} />
            <PasskeyButton signedIn={signedIn} />
          </>
        ) : (
          <Text size="sm">{words.linkAgain}</Text>
        )}
        {/* The content of the page would be lost on the way to the provider. */}
        {openId !== null && (
          <Button component="a" href="/dashboard/sign-in" target="_blank" variant="default">
            {words.openIdElsewhere(openId)}
          </Button>
        )}
        {(!email || openId !== null) && <Button onClick={() => void lookAgain()}>{words.goOn}</Button>}
      </Stack>
    </Dialog>
  )
}
