// What is around every screen: the clinic, the sandbox's mark, where one can go, and whether what is shown is live.

import { Button, Menu, NativeSelect, Text, useMantineColorScheme } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { send } from '../api/call.ts'
import { useLive } from '../api/live.ts'
import { InWorkspace, type Member, sessionQuery, useWorkspace } from '../api/workspace.tsx'
import { SignInAgain } from '../sign-in/sign-in-again.tsx'
import { languages, useLanguage, useWords } from '../words/words.tsx'
import classes from './frame.module.css'
import { NothingHere } from './nothing-here.tsx'

export function Frame() {
  const { workspace } = useParams({ from: '/$workspace' })
  const { data: session } = useQuery(sessionQuery)
  const member = session?.members.find((candidate) => candidate.workspace === workspace)
  if (!session) return null
  if (!member) return <NothingHere />
  return (
    // Nothing of one clinic is left on the page of another.
    <InWorkspace key={workspace} member={member} mode={session.mode}>
      <FrameOf members={session.members} />
      <SignInAgain />
    </InWorkspace>
  )
}

function FrameOf({ members }: { members: readonly Member[] }) {
  const words = useWords().frame
  const { workspace, member, mode, may } = useWorkspace()
  const silentSince = useLive(workspace)
  useEffect(() => {
    document.title = `${member.title} – ${words.day}`
  }, [member.title, words])
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {words.skip}
      </a>
      <header className={classes.header}>
        <ClinicChoice members={members} />
        {mode === 'sandbox' && (
          <span className={classes.sandbox} title={words.sandboxHint}>
            {words.sandbox}
          </span>
        )}
        <nav className={classes.nav} aria-label={words.menu}>
          <Link to="/$workspace/day" params={{ workspace }} className={classes.link} activeProps={{ 'aria-current': 'page' }}>
            {words.day}
          </Link>
        </nav>
        <span className={classes.gap} />
        <MemberMenu />
      </header>
      {silentSince !== undefined && (
        <div role="status" className={classes.silent}>
          {words.noConnection(new Date(silentSince).toTimeString().slice(0, 5))}
        </div>
      )}
      <main id="content" className={classes.content}>
        {may('visits:read') ? <Outlet /> : <Text p="xl">{words.noRole}</Text>}
      </main>
    </div>
  )
}

function ClinicChoice({ members }: { members: readonly Member[] }) {
  const words = useWords().frame
  const { workspace, member } = useWorkspace()
  const navigate = useNavigate()
  if (members.length === 1) return <strong className={classes.clinic}>{member.title}</strong>
  return (
    <NativeSelect
      aria-label={words.workspace}
      size="xs"
      value={workspace}
      data={members.map((candidate) => ({ value: candidate.workspace, label: candidate.title }))}
      onChange={({ currentTarget }) => void navigate({ to: '/$workspace/day', params: { workspace: currentTarget.value } })}
    />
  )
}

function MemberMenu() {
  const { code, choose, words } = useLanguage()
  const { member } = useWorkspace()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const client = useQueryClient()
  async function signOut() {
    await send('sign-out', {}).catch(() => {})
    client.clear()
    location.replace('/dashboard/sign-in')
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" className={classes.member}>
          {member.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/account">
          {words.frame.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.frame.languageLabel}</Menu.Label>
        {languages.map(({ code: tag, name }) => (
          <Menu.Item key={tag} lang={tag} onClick={() => choose(tag)} rightSection={tag === code ? '✓' : undefined}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Label>{words.frame.schemeLabel}</Menu.Label>
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.Item key={scheme} onClick={() => setColorScheme(scheme)} rightSection={scheme === colorScheme ? '✓' : undefined}>
            {words.frame.schemes[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{words.frame.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
