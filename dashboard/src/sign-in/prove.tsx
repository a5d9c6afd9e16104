import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { MakePasskey } from '../account/make-passkey.tsx'
import { AuthenticatorSetup } from '../account/set-up-app.tsx'
import { send } from '../api/call.ts'
import { sessionQuery } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { useWords } from '../words/words.tsx'
import { SignInCard } from './card.tsx'
import { CodeForm } from './code-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SignInAgain } from './sign-in-again.tsx'

/** What remains to be proved, or to be set up, after the password. */
export function Prove() {
  const words = useWords().signIn
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: session } = useQuery({ ...sessionQuery, refetchInterval: false })
  // Setting up goes on after the server is satisfied, because the recovery codes still have to be
  // saved.
  const [waitsFor] = useState(session?.waitsFor)
  const onDone = () => {
    client.clear()
    void navigate({ to: paths.start, replace: true })
  }
  return (
    <SignInCard title={waitsFor === 'SET_UP' ? words.setUpTitle : words.oneMoreStepTitle}>
      <Stack>
        {waitsFor === 'CODE' && <CodeForm proved={onDone} />}
        {waitsFor === 'PASSKEY' && (
          <>
            <Text size="sm">{words.passkeyNeeded}</Text>
            <PasskeyButton signedIn={onDone} />
          </>
        )}
        {waitsFor === 'SET_UP' && (
          <>
            <Text size="sm">{words.setUpText}</Text>
            <MakePasskey onCreated={onDone} />
            <AuthenticatorSetup done={onDone} />
          </>
        )}
        <Button
          variant="subtle"
          color="gray"
          onClick={() => void send('sign-out', {}).finally(onDone)}
        >
          {words.otherAccount}
        </Button>
      </Stack>
      <SignInAgain />
    </SignInCard>
  )
}
