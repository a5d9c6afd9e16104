// A member's own account: their sign-in methods and their sessions.

import {
  Anchor,
  Button,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Refusal, send } from '../api/call.ts'
import { type Account, sessionQuery } from '../api/workspace.tsx'
import { basePath } from '../paths.ts'
import { SignInAgain } from '../sign-in/sign-in-again.tsx'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { Form } from '../ui/form.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { useLanguage, useWords } from '../words/words.tsx'
import classes from './account.module.css'
import { accountQuery, ChooseSignIn, useHasNoSignIn } from './choose-sign-in.tsx'
import { MakePasskey } from './make-passkey.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { AuthenticatorSetup } from './set-up-app.tsx'

export function AccountScreen() {
  const words = useWords().account
  const client = useQueryClient()
  const { data, error } = useQuery<Account, Refusal>(accountQuery)
  const { data: session } = useQuery(sessionQuery)
  const hasNoSignIn = useHasNoSignIn()
  const [member] = session?.members ?? []
  const onChanged = () => void client.invalidateQueries({ queryKey: accountQuery.queryKey })
  return (
    <main className={classes.page}>
      <Stack>
        <Anchor href={`${basePath}/`}>{words.back}</Anchor>
        <Title order={1} size="h2">
          {words.title}
        </Title>
        <RefusalNote refusal={data ? null : error} />
        {!data && !error && <DelayedLoader />}
        {data && (
          <>
            <Text>{data.email}</Text>
            {hasNoSignIn && member && (
              <AccountSection title={words.signInAgain}>
                <ChooseSignIn member={member} />
              </AccountSection>
            )}
            <AccountSection title={words.passkeys} text={words.passkeysText}>
              <Passkeys keys={data.passkeys} onChanged={onChanged} />
              <MakePasskey onCreated={onChanged} />
            </AccountSection>
            <AccountSection title={words.app} text={words.appText}>
              {data.recoveryCodes === null ? (
                <AuthenticatorSetup done={onChanged} />
              ) : (
                <AuthenticatorApp left={data.recoveryCodes} onChanged={onChanged} />
              )}
            </AccountSection>
            {data.hasPassword && (
              <AccountSection title={words.password}>
                <Password onChanged={onChanged} />
              </AccountSection>
            )}
            <AccountSection title={words.sessions}>
              <Sessions sessions={data.sessions} onChanged={onChanged} />
            </AccountSection>
          </>
        )}
      </Stack>
      <SignInAgain />
    </main>
  )
}

function AccountSection({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children: ReactNode
}) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {text && <Text size="sm">{text}</Text>}
        {children}
      </Stack>
    </Paper>
  )
}

function useDateTimeFormat() {
  const { locale } = useLanguage()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (iso: string) => format.format(new Date(iso))
}

/** A row that can be removed. */
function Row({
  name,
  about,
  action,
  onAct,
}: {
  name: string
  about: string
  action: string | undefined
  onAct(): void
}) {
  return (
    <Group justify="space-between" component="li">
      <div>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      </div>
      {action && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${action}: ${name}`}
          onClick={onAct}
        >
          {action}
        </Button>
      )}
    </Group>
  )
}

function Passkeys({ keys, onChanged }: { keys: Account['passkeys']; onChanged(): void }) {
  const words = useWords().account
  const formatDateTime = useDateTimeFormat()
  const remove = useMutation<unknown, Refusal, number>({
    mutationFn: (id) => send('account/passkeys/remove', { id }),
    onSuccess: onChanged,
  })
  return (
    <Stack component="ul" gap="xs" m={0} p={0}>
      {keys.map(({ id, name, createdAt, usedAt }) => (
        <Row
          key={id}
          name={name}
          about={
            usedAt === null
              ? words.made(formatDateTime(createdAt))
              : words.used(formatDateTime(usedAt))
          }
          action={words.remove}
          onAct={() => remove.mutate(id)}
        />
      ))}
      <RefusalNote refusal={remove.error} />
    </Stack>
  )
}

function AuthenticatorApp({ left: codesLeft, onChanged }: { left: number; onChanged(): void }) {
  const words = useWords().account
  const [code, setCode] = useState('')
  const renew = useMutation<{ recoveryCodes: string[] }, Refusal>({
    mutationFn: () => send('account/codes/renew', { code }),
  })
  const remove = useMutation<unknown, Refusal>({
    mutationFn: () => send('account/codes/remove', { code }),
    onSuccess: onChanged,
  })
  if (renew.data) {
    const onSaved = () => {
      renew.reset()
      setCode('')
      onChanged()
    }
    return <RecoveryCodes codes={renew.data.recoveryCodes} kept={onSaved} />
  }
  return (
    <Stack gap="xs">
      <Text size="sm">{words.recoveryLeft(codesLeft)}</Text>
      <TextInput
        label={words.appCode}
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <RefusalNote refusal={renew.error ?? remove.error} />
      <Group>
        <Button
          variant="default"
          disabled={!code}
          loading={renew.isPending}
          onClick={() => renew.mutate()}
        >
          {words.renew}
        </Button>
        <Button
          variant="default"
          disabled={!code}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {words.removeApp}
        </Button>
      </Group>
    </Stack>
  )
}

function Password({ onChanged }: { onChanged(): void }) {
  const { account: words, signIn } = useWords()
  const change = useMutation<unknown, Refusal, { current: string; next: string }>({
    mutationFn: (typed) => send('password', typed),
    onSuccess: onChanged,
  })
  function submit(form: HTMLFormElement) {
    const typed = new FormData(form)
    change.mutate(
      { current: String(typed.get('current')), next: String(typed.get('next')) },
      { onSuccess: () => form.reset() },
    )
  }
  return (
    <Form
      variant="default"
      size="sm"
      change={change}
      // A password is nothing to keep.
      isChanged={false}
      onSubmit={submit}
      submit={words.changePassword}
    >
      <PasswordInput
        name="current"
        label={words.current}
        autoComplete="current-password"
        required
      />
      <PasswordInput
        name="next"
        label={signIn.newPassword}
        description={signIn.passwordHint}
        autoComplete="new-password"
        required
      />
      {change.isSuccess && (
        <Text size="sm" role="status">
          {words.passwordChanged}
        </Text>
      )}
    </Form>
  )
}

function Sessions({ sessions, onChanged }: { sessions: Account['sessions']; onChanged(): void }) {
  const words = useWords().account
  const formatDateTime = useDateTimeFormat()
  const end = useMutation<unknown, Refusal, number>({
    mutationFn: (id) => send('account/sessions/end', { id }),
    onSuccess: onChanged,
  })
  return (
    <Stack component="ul" gap="xs" m={0} p={0}>
      {sessions.map(({ id, browser, address, seenAt, isThis }) => (
        <Row
          key={id}
          name={isThis ? words.thisBrowser : browserName(browser)}
          about={`${address} · ${words.used(formatDateTime(seenAt))}`}
          action={isThis ? undefined : words.end}
          onAct={() => end.mutate(id)}
        />
      ))}
      <RefusalNote refusal={end.error} />
    </Stack>
  )
}

/** The part of a user agent that people recognize. */
function browserName(browser: string): string {
  const name = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(browser)?.[1]
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(browser)?.[1]
  return [name, system].filter(Boolean).join(', ') || browser.slice(0, 40)
}
