// For a member who came by a link and has no other way to sign in: they invite themselves, here.

import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callOperation, type Refusal, send, signInEvents } from '../api/call.ts'
import { type Account, isAllowed, type StaffMember } from '../api/workspace.tsx'
import { useSignInMethods } from '../sign-in/openid.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import { AcceptInvitation } from './accept-invitation.tsx'

export const accountQuery = {
  queryKey: ['account'],
  queryFn: () => send<Account>('account'),
} as const

/** Whether the signed-in member could not sign in again; undefined while that is not known. */
export function useHasNoSignIn(): boolean | undefined {
  const { data } = useQuery<Account, Refusal>(accountQuery)
  const methods = useSignInMethods()
  return (
    data && methods && !data.hasPassword && data.passkeys.length === 0 && methods.openId === null
  )
}

export function ChooseSignIn({ member }: { member: StaffMember }) {
  const { account: words } = useWords()
  const client = useQueryClient()
  const [isChosen, setIsChosen] = useState(false)
  const invite = useMutation<string, Refusal>({
    mutationFn: async () => {
      const { url } = await callOperation(member.workspace, 'staff-invite', { id: member.userId })
      return new URL(url).hash.slice(1)
    },
  })
  if (isChosen) return <Text role="status">{words.signInChosen}</Text>
  if (!isAllowed(member, 'staff:write')) return <Text size="sm">{words.askForInvitation}</Text>
  if (member.email === null) return <Text size="sm">{words.noEmail}</Text>
  if (invite.data !== undefined)
    return (
      <AcceptInvitation
        token={invite.data}
        name={member.name}
        email={member.email}
        isFirst
        onJoined={() => {
          setIsChosen(true)
          signInEvents.dispatchEvent(new Event('renewed'))
          void client.invalidateQueries()
        }}
      />
    )
  return (
    <>
      <Text size="sm">{words.noSignInYet}</Text>
      <RefusalNote refusal={invite.error} />
      <Button
        style={{ justifySelf: 'start', alignSelf: 'start' }}
        loading={invite.isPending}
        onClick={() => invite.mutate()}
      >
        {words.chooseSignIn}
      </Button>
    </>
  )
}
