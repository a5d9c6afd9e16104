import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Refusal } from '../api/call.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import { canUsePasskeys, signInByPasskey } from './passkeys.ts'

/**
 * Signs in with a passkey of this device, without an e-mail address; shows nothing if the browser
 * has no passkeys.
 */
export function PasskeyButton({ signedIn: onSignedIn }: { signedIn(): void }) {
  const words = useWords().signIn
  const signIn = useMutation<void, Refusal>({ mutationFn: signInByPasskey, onSuccess: onSignedIn })
  if (!canUsePasskeys) return null
  return (
    <Stack gap="xs">
      <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {words.byPasskey}
      </Button>
      <RefusalNote refusal={signIn.error} />
    </Stack>
  )
}
