import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Refusal, send } from '../api/call.ts'
import type { OpenIdSignInResult, SignInMethods } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useWords } from '../words/words.tsx'
import { SignInCard } from './card.tsx'
import classes from './openid.module.css'

export function useSignInMethods(): SignInMethods | undefined {
  const { data } = useQuery({
    queryKey: ['ways'],
    queryFn: () => send<SignInMethods>('sign-in/ways'),
    staleTime: 'static',
    refetchInterval: false,
  })
  return data
}

/** The name of the OpenID provider; null if there is none. */
export const useOpenId = (): string | null => useSignInMethods()?.openId ?? null

/**
 * Redirects to the provider, which sends the browser back. `another` makes the provider ask for an
 * account instead of using the one that is signed in there.
 */
export function OpenIdButton({ another: useOtherAccount = false }: { another?: boolean }) {
  const words = useWords().signIn
  const label = useOpenId()
  const redirect = useMutation<void, Refusal>({
    mutationFn: async () =>
      location.assign(
        (await send<{ url: string }>('sign-in/openid/begin', { another: useOtherAccount })).url,
      ),
  })
  if (label === null) return null
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        classNames={classes}
        loading={redirect.isPending || redirect.isSuccess}
        onClick={() => redirect.mutate()}
      >
        {useOtherAccount ? words.anotherOpenId(label) : words.byOpenId(label)}
      </Button>
      <SignInRefusal refusal={redirect.error} />
    </Stack>
  )
}

function SignInRefusal({ refusal }: { refusal: Refusal | null }) {
  const words = useWords().signIn
  return (
    <RefusalNote refusal={refusal}>
      {refusal?.code === 'OPENID_REFUSED' && <Text size="sm">{words.openIdNext}</Text>}
    </RefusalNote>
  )
}

/**
 * Removed from the address as soon as it arrives: the provider's answer is meant only for the
 * service.
 */
function takeAnswer(): string | undefined {
  if (!location.pathname.endsWith('/sign-in/openid') || location.search === '') return undefined
  const answer = location.search
  history.replaceState(history.state, '', location.pathname)
  return answer
}
const pageAnswer = takeAnswer()

/**
 * The page to which the provider redirects the browser. It posts the provider's answer to the
 * service, because opening a page must not change anything.
 */
export function OpenIdAnswer() {
  const words = useWords().signIn
  const navigate = useNavigate()
  const client = useQueryClient()
  const continueSignIn = ({ choices }: OpenIdSignInResult) => {
    if (choices) return
    client.clear()
    void navigate({ to: paths.start, replace: true })
  }
  const finish = useMutation<OpenIdSignInResult, Refusal, string>({
    mutationFn: (answer) => send('sign-in/openid', { answer }),
    onSuccess: continueSignIn,
  })
  const choose = useMutation<OpenIdSignInResult, Refusal, string>({
    mutationFn: (workspace) =>
      send('sign-in/openid/choose', { choosing: finish.data?.choosing, workspace }),
    onSuccess: continueSignIn,
  })
  const isSent = useRef(false)
  const { mutate } = finish
  useEffect(() => {
    // An answer is valid for one attempt.
    if (isSent.current) return
    isSent.current = true
    if (pageAnswer === undefined) void navigate({ to: paths.signIn, replace: true })
    else mutate(pageAnswer)
  }, [mutate, navigate])
  const refusal = finish.error ?? choose.error
  if (refusal) {
    return (
      <SignInCard title={words.title}>
        <Stack>
          <SignInRefusal refusal={refusal} />
          <OpenIdButton another />
          <Anchor component={Link} to={paths.signIn} replace>
            {words.openIdBack}
          </Anchor>
        </Stack>
      </SignInCard>
    )
  }
  const choices = finish.data?.choices
  if (!choices) {
    return (
      <SignInCard title={words.title}>
        <Text role="status">{words.byLink}</Text>
      </SignInCard>
    )
  }
  return (
    <SignInCard title={words.chooseClinic}>
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
    </SignInCard>
  )
}
