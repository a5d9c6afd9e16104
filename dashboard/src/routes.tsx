// The screens of the dashboard, by their addresses.

import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { isAllowed, operationQuery, type StaffMember, sessionQuery } from './api/workspace.tsx'
import { DayScreen } from './day/day-screen.tsx'
import { readDaySearch, readWeekSearch } from './day/day-search.ts'
import { Frame } from './frame/frame.tsx'
import { menuEntries } from './frame/menu-entries.ts'
import { NotFoundPage } from './frame/not-found-page.tsx'
import { readCallSearch } from './keys/call-search.ts'
import { developerWords } from './keys/words.ts'
import { inClinic, paths } from './paths.ts'
import { readMergeSearch } from './patients/merge-search.ts'
import { readQueueSearch } from './queue/queue-search.ts'
import { readReportSearch } from './report/report-search.ts'
import { reportWords } from './report/words.ts'
import { readSettingsSearch } from './settings/settings-search.ts'
import { settingsWords } from './settings/words.ts'
import { readOnlineSearch, readReceiptSearch, readTillSearch } from './till/till-search.ts'
import type { PartWords } from './words/part.ts'
import { preferredLanguage } from './words/words.tsx'

/**
 * A screen, loaded with its words: between two that are loaded in turn, React shows nothing new for
 * 300 ms.
 */
async function loadScreen<Screen>(screen: Promise<Screen>, words: PartWords<unknown>) {
  await words.load(preferredLanguage())
  return screen
}

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
})

// Loaded on demand: anyone who opens the day is already signed in.
const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  component: lazyRouteComponent(() => import('./sign-in/sign-in.tsx'), 'SignIn'),
})
const openIdAnswer = createRoute({
  getParentRoute: () => root,
  path: paths.openId,
  component: lazyRouteComponent(() => import('./sign-in/openid.tsx'), 'OpenIdAnswer'),
})
const invitation = createRoute({
  getParentRoute: () => root,
  path: paths.invitation,
  component: lazyRouteComponent(() => import('./sign-in/invitation.tsx'), 'Invitation'),
})

const prove = createRoute({
  getParentRoute: () => root,
  path: paths.prove,
  component: lazyRouteComponent(() => import('./sign-in/prove.tsx'), 'Prove'),
  async beforeLoad({ context: { client } }) {
    const session = await client.query(sessionQuery).catch(() => undefined)
    if (!session?.waitsFor)
      throw redirect({ to: session ? paths.start : paths.signIn, replace: true })
  },
})
const account = createRoute({
  getParentRoute: () => root,
  path: paths.account,
  component: lazyRouteComponent(() => import('./account/account-screen.tsx'), 'AccountScreen'),
  async beforeLoad({ context: { client } }) {
    const session = await client
      .query({ ...sessionQuery, staleTime: 'static' })
      .catch(() => undefined)
    if (!session || session.waitsFor)
      throw redirect({ to: session ? paths.prove : paths.signIn, replace: true })
  },
})

/** Whether the clinic is still empty, and the member may describe it. */
async function needsFirstSteps(client: QueryClient, member: StaffMember): Promise<boolean> {
  if (!isAllowed(member, 'setup:write')) return false
  const locations = await client
    .query(operationQuery(member.workspace, 'location-list', {}))
    .catch(() => undefined)
  return locations?.length === 0
}

/** The first clinic of the signed-in member. */
const start = createRoute({
  getParentRoute: () => root,
  path: paths.start,
  async beforeLoad({ context: { client } }) {
    const session = await client.query(sessionQuery).catch(() => undefined)
    if (session?.waitsFor) throw redirect({ to: paths.prove, replace: true })
    const [member] = session?.members ?? []
    throw member
      ? redirect({ to: paths.clinic, params: { workspace: member.workspace }, replace: true })
      : redirect({ to: paths.signIn, replace: true })
  },
})

const clinic = createRoute({
  getParentRoute: () => root,
  path: paths.clinic,
  component: Frame,
  async beforeLoad({ context: { client } }) {
    const session = await client
      .query({ ...sessionQuery, staleTime: 'static' })
      .catch(() => undefined)
    if (!session) throw redirect({ to: paths.signIn, replace: true })
    if (session.waitsFor) throw redirect({ to: paths.prove, replace: true })
  },
})

const clinicStart = createRoute({
  getParentRoute: () => clinic,
  path: '/',
  /** The first screen that the member may see. */
  async beforeLoad({ params, context: { client } }) {
    const { members } = await client.query({ ...sessionQuery, staleTime: 'static' })
    const member = members.find(({ workspace }) => workspace === params.workspace)
    if (member && (await needsFirstSteps(client, member)))
      throw redirect({ to: paths.firstSteps, params, replace: true })
    const menuEntry = menuEntries.find(({ right }) => member && isAllowed(member, right))
    throw redirect({ to: menuEntry?.to ?? paths.day, params, replace: true })
  },
})

const day = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.day),
  component: DayScreen,
  validateSearch: readDaySearch,
})

const week = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.week),
  component: lazyRouteComponent(() => import('./day/week-screen.tsx'), 'WeekScreen'),
  validateSearch: readWeekSearch,
})

const line = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.queue),
  component: lazyRouteComponent(() => import('./queue/queue-screen.tsx'), 'QueueScreen'),
  validateSearch: readQueueSearch,
})

const patients = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.patients),
  component: lazyRouteComponent(() => import('./patients/patients-screen.tsx'), 'PatientsScreen'),
})

const patient = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.patient),
  component: lazyRouteComponent(() => import('./patients/patient-screen.tsx'), 'PatientScreen'),
})

const merge = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.merge),
  component: lazyRouteComponent(() => import('./patients/merge-screen.tsx'), 'MergeScreen'),
  validateSearch: readMergeSearch,
})

const signedForm = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.signedForm),
  component: lazyRouteComponent(() => import('./visit/signed-form-screen.tsx'), 'SignedFormScreen'),
})

const till = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.till),
  component: lazyRouteComponent(() => import('./till/till-screen.tsx'), 'TillScreen'),
  validateSearch: readTillSearch,
})

const online = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.online),
  component: lazyRouteComponent(() => import('./till/online-screen.tsx'), 'OnlineScreen'),
  validateSearch: readOnlineSearch,
})

const receipt = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.receipt),
  component: lazyRouteComponent(() => import('./till/receipt-screen.tsx'), 'ReceiptScreen'),
  validateSearch: readReceiptSearch,
})

const settings = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.settings),
  component: lazyRouteComponent(
    () => loadScreen(import('./settings/settings-screen.tsx'), settingsWords),
    'SettingsScreen',
  ),
  validateSearch: readSettingsSearch,
})

const firstSteps = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.firstSteps),
  component: lazyRouteComponent(
    () => loadScreen(import('./settings/first-steps.tsx'), settingsWords),
    'FirstSteps',
  ),
})

const report = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.report),
  component: lazyRouteComponent(
    () => loadScreen(import('./report/report-screen.tsx'), reportWords),
    'ReportScreen',
  ),
  validateSearch: readReportSearch,
})

const keys = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.keys),
  component: lazyRouteComponent(
    () => loadScreen(import('./keys/keys-screen.tsx'), developerWords),
    'KeysScreen',
  ),
})

const key = createRoute({
  getParentRoute: () => clinic,
  path: inClinic(paths.key),
  component: lazyRouteComponent(
    () => loadScreen(import('./keys/key-screen.tsx'), developerWords),
    'KeyScreen',
  ),
  validateSearch: readCallSearch,
})

export const routeTree = root.addChildren([
  start,
  signIn,
  openIdAnswer,
  invitation,
  prove,
  account,
  clinic.addChildren([
    clinicStart,
    day,
    week,
    line,
    patients,
    patient,
    signedForm,
    merge,
    till,
    online,
    receipt,
    report,
    settings,
    firstSteps,
    keys,
    key,
  ]),
])
