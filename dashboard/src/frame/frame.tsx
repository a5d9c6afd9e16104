// The frame of every screen: the clinic, the sandbox mark, the menu, and whether the data is live.

import {
  Button,
  Loader,
  Menu,
  NativeSelect,
  Popover,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useMatches, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { send } from '../api/call.ts'
import { useLiveUpdates } from '../api/live.ts'
import {
  type ClinicLook,
  type SignedInMember,
  type StaffMember,
  sessionQuery,
  useWorkspace,
  WorkspaceProvider,
} from '../api/workspace.tsx'
import { basePath, paths } from '../paths.ts'
import { SignInAgain } from '../sign-in/sign-in-again.tsx'
import { ShortLabel } from '../ui/short-label.tsx'
import { UndoProvider } from '../ui/undo.tsx'
import { languages, useLanguage, useWords } from '../words/words.tsx'
import { CommandBarHost } from './command-bar-host.tsx'
import classes from './frame.module.css'
import { menuEntries } from './menu-entries.ts'
import { Navigation, NavigationButton } from './navigation.tsx'
import { News } from './news.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const SandboxTools = lazy(() =>
  import('./sandbox-tools.tsx').then(({ SandboxTools: tools }) => ({ default: tools })),
)

/** The release that this page's files belong to. */
const ownRelease = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content

export function Frame() {
  const { workspace } = useParams({ from: paths.clinic })
  const { data: session } = useQuery(sessionQuery)
  const member = session?.members.find((candidate) => candidate.workspace === workspace)
  if (!session) return null
  if (!member) return <NotFoundPage />
  return (
    // Nothing about one clinic remains on another clinic's page.
    <WorkspaceProvider key={workspace} member={member} mode={session.mode}>
      <SignedInFrame session={session} />
      <SignInAgain />
    </WorkspaceProvider>
  )
}

function SignedInFrame({ session: { members, release } }: { session: SignedInMember }) {
  const words = useWords().frame
  const { workspace, member, mode, may } = useWorkspace()
  const silentSince = useLiveUpdates(workspace)
  const look = useClinicLook(workspace)
  const matches = useMatches()
  const menuEntry = menuEntries.find(({ to }) =>
    matches.some(({ fullPath }) => fullPath === to || fullPath.startsWith(`${to}/`)),
  )
  const title = menuEntry && words.places[menuEntry.word]
  useEffect(() => {
    document.title = title ? `${title} – ${member.title}` : member.title
  }, [member.title, title])
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {words.skip}
      </a>
      <header
        className={classes.header}
        style={look?.colour ? { borderTopColor: look.colour } : undefined}
        data-coloured={Boolean(look?.colour) || undefined}
      >
        <NavigationButton />
        {look?.logo && <img src={look.logo} alt="" className={classes.logo} />}
        <ClinicChoice members={members} />
        {mode === 'sandbox' && <SandboxMark />}
        <span className={classes.gap} />
        <CommandBarHost />
        {may('visits:read') && <News />}
        <MemberMenu />
      </header>
      {silentSince !== undefined && (
        <div role="status" className={classes.notice}>
          {words.noConnection(new Date(silentSince).toTimeString().slice(0, 5))}
        </div>
      )}
      {release !== null && ownRelease !== undefined && release !== ownRelease && (
        <div role="status" className={classes.notice}>
          {words.newRelease}{' '}
          <Button size="compact-xs" variant="default" onClick={() => location.reload()}>
            {words.reload}
          </Button>
        </div>
      )}
      <UndoProvider>
        <div className={classes.body}>
          <Navigation />
          <main id="content" className={classes.content}>
            {!menuEntry || may(menuEntry.right) ? <Outlet /> : <Text p="xl">{words.noRole}</Text>}
          </main>
        </div>
      </UndoProvider>
    </div>
  )
}

/** The colour and the logo of the clinic, which rarely change. */
function useClinicLook(workspace: string): ClinicLook | undefined {
  const { data } = useQuery({
    queryKey: ['look', workspace],
    queryFn: () => send<ClinicLook>(`look/${encodeURIComponent(workspace)}`),
    staleTime: 'static',
    refetchInterval: false,
    retry: false,
  })
  return data
}

/** Marks every screen of a sandbox as one; the mark opens the sandbox's tools (DASH-23). */
function SandboxMark() {
  const words = useWords()
  const { may } = useWorkspace()
  if (!may('developers:read')) {
    return (
      <span className={classes.sandbox} title={words.sandbox.hint}>
        {words.frame.sandbox}
      </span>
    )
  }
  return (
    <Popover width={380} position="bottom-start" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.sandbox} aria-label={words.sandbox.open}>
          {words.frame.sandbox}{' '}
          <svg aria-hidden="true" viewBox="0 0 8 5" className={classes.opens}>
            <path d="M1 1l3 3 3-3" />
          </svg>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.tools} aria-label={words.sandbox.open}>
        <Suspense fallback={<Loader size="sm" />}>
          <SandboxTools />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

function ClinicChoice({ members }: { members: readonly StaffMember[] }) {
  const words = useWords().frame
  const { workspace, member } = useWorkspace()
  const navigate = useNavigate()
  if (members.length === 1) {
    return (
      <strong className={classes.clinic} dir="auto">
        {member.title}
      </strong>
    )
  }
  return (
    <NativeSelect
      aria-label={words.workspace}
      size="xs"
      value={workspace}
      data={members.map((candidate) => ({ value: candidate.workspace, label: candidate.title }))}
      onChange={({ currentTarget }) =>
        void navigate({ to: paths.clinic, params: { workspace: currentTarget.value } })
      }
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
    location.replace(`${basePath}${paths.signIn}`)
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" className={classes.member}>
          <ShortLabel icon="member">{member.name}</ShortLabel>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.account}>
          {words.frame.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.frame.languageLabel}</Menu.Label>
        {languages.map(({ code: tag, name }) => (
          <Menu.Item
            key={tag}
            lang={tag}
            onClick={() => choose(tag)}
            rightSection={tag === code ? '✓' : undefined}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Label>{words.frame.schemeLabel}</Menu.Label>
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={scheme === colorScheme ? '✓' : undefined}
          >
            {words.frame.schemes[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{words.frame.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
