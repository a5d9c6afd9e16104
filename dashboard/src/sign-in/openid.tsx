import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Refusal, send } from '../api/call.ts'
import type { SignedInByOpenId, WaysToSignIn } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import { Card } from './card.tsx'
import classes from './openid.module.css'

/** The name of the OpenID provider; null if there is none. */
export function useOpenId(): string | null {
  const { data } = useQuery({ queryKey: ['ways'], queryFn: () => send<WaysToSignIn>('sign-in/ways'), staleTime: 'static', refetchInterval: false })
  return data?.openId ?? null
}

/**
 * Redirects to the provider, which sends the browser back; `another` makes it ask for an account instead of using the one logged in there.
 */
export function OpenIdButton({ another = false }: { another?: boolean }) {
  const words = useWords().signIn
  const label = useOpenId()
  const leave = useMutation<void, Refusal>({
    mutationFn: async () => location.assign((await send<{ url: string }>('sign-in/openid/begin', { another })).url),
  })
  if (label === null) return null
  return (
    <Stack gap="xs">
      <Button variant="default" classNames={classes} loading={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
        {another ? words.anotherOpenId(label) : words.byOpenId(label)}
      </Button>
      <NotSignedIn refusal={leave.error} />
    </Stack>
  )
}

function NotSignedIn({ refusal }: { refusal: Refusal | null }) {
  const words = useWords().signIn
  return <RefusalNote refusal={refusal}>{refusal?.code === 'OPENID_REFUSED' && <Text size="sm">{words.openIdNext}</Text>}</RefusalNote>
}

/** Removed from the address as soon as it arrives: the provider's answer is only for the service. */
function takenAnswer(): string | undefined {
  if (!location.pathname.endsWith('/sign-in/openid') || location.search === '') return undefined
  const answer = location.search
  history.replaceState(history.state, '', location.pathname)
  return answer
}
const answerOfPage = takenAnswer()

/** The page to which the provider redirects the browser. It posts the provider's answer to the service: opening a page changes nothing. */
export function OpenIdAnswer() {
  const words = useWords().signIn
  const navigate = useNavigate()
  const client = useQueryClient()
  const goOn = ({ choices }: SignedInByOpenId) => {
    if (choices) return
    client.clear()
    void navigate({ to: '/', replace: true })
  }
  const finish = useMutation<SignedInByOpenId, Refusal, string>({ mutationFn: (answer) => send('sign-in/openid', { answer }), onSuccess: goOn })
  const choose = useMutation<SignedInByOpenId, Refusal, string>({
    mutationFn: (workspace) => send('sign-in/openid/choose', { choosing: finish.data?.choosing, workspace }),
    onSuccess: goOn,
  })
  const isSent = useRef(false)
  const { mutate } = finish
  useEffect(() => {
    // An answer is valid for one attempt.
    if (isSent.current) return
    isSent.current = true
    if (answerOfPage === undefined) void navigate({ to: '/sign-in', replace: true })
    else mutate(answerOfPage)
  }, [mutate, navigate])
  const refusal = finish.error ?? choose.error
  if (refusal) {
    return (
      <Card title={words.title}>
        <Stack>
          <NotSignedIn refusal={refusal} />
          <OpenIdButton another />
          <Anchor component={Link} to="/sign-in" replace>
            {words.openIdBack}
          </Anchor>
        </Stack>
      </Card>
    )
  }
  const choices = finish.data?.choices
  if (!choices) {
    return (
      <Card title={words.title}>
        <Text role="status">{words.byLink}</Text>
      </Card>
    )
  }
  return (
    <Card title={words.chooseClinic}>
      <Stack>
        <Text size="sm">{words.chooseClinicText}</Text>
        {choices.map(({ workspace, title }) => (
          <Button
            key={workspace}
            variant="default"
            classNames={classes}
            loading={choose.isPending && choose.variables === workspace}
            onClick={() => choose.mutate(workspace)}
          >
            {title}
          </Button>
        ))}
      </Stack>
    </Card>
  )
}
