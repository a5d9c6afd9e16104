// Asks to sign in on top of a page whose content is kept.

import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Refusal, send } from '../api/call.ts'
import { sessionQuery } from '../api/workspace.tsx'
import { basePath, paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useWords } from '../words/words.tsx'
import { useOpenId } from './openid.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'

/** `proof` can be closed: only a change of the sign-in methods needs it. */
export function SignInDialog({ cause, close }: { cause: 'ended' | 'proof'; close(): void }) {
  const words = useWords().signIn
  const client = useQueryClient()
  const openId = useOpenId()
  const email = client.getQueryData<{ email: string | null }>(sessionQuery.queryKey)?.email
  function onSignedIn() {
    close()
    void client.invalidateQueries()
  }
  const recheckSession = () =>
    send('session')
      .then(onSignedIn)
      .catch((_: Refusal) => {})
  return (
    <Dialog title={words.title} {...(cause === 'proof' && { close })}>
      <Stack>
        <Text size="sm">{cause === 'proof' ? words.proof : words.again}</Text>
        {email && (
          <>
            <PasswordForm email={email} signedIn={onSignedIn} />
            <PasskeyButton signedIn={onSignedIn} />
          </>
        )}
        {/* A member with an address may have come by a link all the same. */}
        <Text size="sm">{words.linkAgain}</Text>
        {/* The page's content would be lost on the way to the provider. */}
        {openId !== null && (
          <Button
            component="a"
            href={`${basePath}${paths.signIn}`}
            target="_blank"
            variant="default"
          >
            {words.openIdElsewhere(openId)}
          </Button>
        )}
        <Button variant={email ? 'default' : 'filled'} onClick={() => void recheckSession()}>
          {words.goOn}
        </Button>
      </Stack>
    </Dialog>
  )
}
