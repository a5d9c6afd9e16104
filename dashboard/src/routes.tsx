// Every address of the dashboard, and its screen. No address contains personal data.

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
import { readMergeSearch } from './patients/merge-search.ts'
import { readQueueSearch } from './queue/queue-search.ts'
import { readReportSearch } from './report/report-search.ts'
import { readSettingsSearch } from './settings/settings-search.ts'
import { readOnlineSearch, readReceiptSearch, readTillSearch } from './till/till-search.ts'

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
})

// Loaded on demand: anyone who opens the day is already signed in.
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./sign-in/sign-in.tsx'), 'SignIn'),
})
const openIdAnswer = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/openid',
  component: lazyRouteComponent(() => import('./sign-in/openid.tsx'), 'OpenIdAnswer'),
})
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./sign-in/invitation.tsx'), 'Invitation'),
})

const prove = createRoute({
  getParentRoute: () => root,
  path: '/prove',
  component: lazyRouteComponent(() => import('./sign-in/prove.tsx'), 'Prove'),
  async beforeLoad({ context: { client } }) {
    const session = await client.query(sessionQuery).catch(() => undefined)
    if (!session?.waitsFor) throw redirect({ to: session ? '/' : '/sign-in', replace: true })
  },
})
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-screen.tsx'), 'AccountScreen'),
  async beforeLoad({ context: { client } }) {
    const session = await client
      .query({ ...sessionQuery, staleTime: 'static' })
      .catch(() => undefined)
    if (!session || session.waitsFor)
      throw redirect({ to: session ? '/prove' : '/sign-in', replace: true })
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
  path: '/',
  async beforeLoad({ context: { client } }) {
    const session = await client.query(sessionQuery).catch(() => undefined)
    if (session?.waitsFor) throw redirect({ to: '/prove', replace: true })
    const [member] = session?.members ?? []
    throw member
      ? redirect({ to: '/$workspace', params: { workspace: member.workspace }, replace: true })
      : redirect({ to: '/sign-in', replace: true })
  },
})

const clinic = createRoute({
  getParentRoute: () => root,
  path: '/$workspace',
  component: Frame,
  async beforeLoad({ context: { client } }) {
    const session = await client
      .query({ ...sessionQuery, staleTime: 'static' })
      .catch(() => undefined)
    if (!session) throw redirect({ to: '/sign-in', replace: true })
    if (session.waitsFor) throw redirect({ to: '/prove', replace: true })
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
      throw redirect({ to: '/$workspace/first-steps', params, replace: true })
    const menuEntry = menuEntries.find(({ right }) => member && isAllowed(member, right))
    throw redirect({ to: menuEntry?.to ?? '/$workspace/day', params, replace: true })
  },
})

const day = createRoute({
  getParentRoute: () => clinic,
  path: '/day',
  component: DayScreen,
  validateSearch: readDaySearch,
})

const week = createRoute({
  getParentRoute: () => clinic,
  path: '/week',
  component: lazyRouteComponent(() => import('./day/week-screen.tsx'), 'WeekScreen'),
  validateSearch: readWeekSearch,
})

const line = createRoute({
  getParentRoute: () => clinic,
  path: '/line',
  component: lazyRouteComponent(() => import('./queue/queue-screen.tsx'), 'QueueScreen'),
  validateSearch: readQueueSearch,
})

const patients = createRoute({
  getParentRoute: () => clinic,
  path: '/patients',
  component: lazyRouteComponent(() => import('./patients/patients-screen.tsx'), 'PatientsScreen'),
})

/** The address of a record contains its number, but no name. */
const patient = createRoute({
  getParentRoute: () => clinic,
  path: '/patients/$patient',
  component: lazyRouteComponent(() => import('./patients/patient-screen.tsx'), 'PatientScreen'),
})

const merge = createRoute({
  getParentRoute: () => clinic,
  path: '/patients/$patient/merge',
  component: lazyRouteComponent(() => import('./patients/merge-screen.tsx'), 'MergeScreen'),
  validateSearch: readMergeSearch,
})

const till = createRoute({
  getParentRoute: () => clinic,
  path: '/till',
  component: lazyRouteComponent(() => import('./till/till-screen.tsx'), 'TillScreen'),
  validateSearch: readTillSearch,
})

const online = createRoute({
  getParentRoute: () => clinic,
  path: '/online',
  component: lazyRouteComponent(() => import('./till/online-screen.tsx'), 'OnlineScreen'),
  validateSearch: readOnlineSearch,
})

const receipt = createRoute({
  getParentRoute: () => clinic,
  path: '/receipt',
  component: lazyRouteComponent(() => import('./till/receipt-screen.tsx'), 'ReceiptScreen'),
  validateSearch: readReceiptSearch,
})

const settings = createRoute({
  getParentRoute: () => clinic,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-screen.tsx'), 'SettingsScreen'),
  validateSearch: readSettingsSearch,
})

const firstSteps = createRoute({
  getParentRoute: () => clinic,
  path: '/first-steps',
  component: lazyRouteComponent(() => import('./settings/first-steps.tsx'), 'FirstSteps'),
})

const report = createRoute({
  getParentRoute: () => clinic,
  path: '/report',
  component: lazyRouteComponent(() => import('./report/report-screen.tsx'), 'ReportScreen'),
  validateSearch: readReportSearch,
})

const keys = createRoute({
  getParentRoute: () => clinic,
  path: '/keys',
  component: lazyRouteComponent(() => import('./keys/keys-screen.tsx'), 'KeysScreen'),
})

const key = createRoute({
  getParentRoute: () => clinic,
  path: '/keys/$key',
  component: lazyRouteComponent(() => import('./keys/key-screen.tsx'), 'KeyScreen'),
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
