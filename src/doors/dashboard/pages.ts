// All requests of a browser to the dashboard: its page and files, sign-in, operations, and live changes.

import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Connection } from '../../base/db/session.ts'
import type { HeldAnswer, LivePage, PageAnswer, Sent } from '../../base/http/pages.ts'
import { includesAny } from '../../base/operations/rights.ts'
import { canonicalIpAddress } from '../../base/values/ip-address.ts'
import type { Member, SignIns, StaffSession } from '../../clinic/sign-in/sign-in.ts'
import type { OperatorServices } from '../register/operator-services.ts'
import { changesOf, notProved, notSignedIn } from './changing-requests.ts'
import { pageHeaders, readFiles } from './files.ts'
import { importPage } from './imports-over-http.ts'
import type { LiveChanges } from './live.ts'
import { callOperation } from './operations-over-http.ts'
import { answerOf, cookieOf, json, largeJson, refused, sessionOf } from './requests.ts'
import { type SignInPages, signInPages } from './sign-in-pages.ts'

export interface DashboardServices {
  operatorServices: OperatorServices
  signIns: SignIns
  live: LiveChanges
  /** The folder of the built files, if it is not in this package. */
  folder: string | undefined
  /** The public origin of the service, if the installation sets it. */
  publicOrigin: string | undefined
  openIdRefused: SignInPages['openIdRefused']
  /** The database, for work that needs its own session. */
  connection: Connection
  /** Called with errors that no member can fix. */
  failed(error: unknown): void
}

/** What the page knows about the signed-in member. */
export interface SignedIn {
  email: string | null
  mode: 'sandbox' | 'production'
  members: Member[]
  /** Of the page's files as currently served; null if they are not built. */
  release: string | null
  /** The browser's address, as the service sees it. */
  address: string
  /** The address of the API reference; null if it is not served. */
  reference: string | null
  /** What the member must prove or set up before anything is shown. */
  waitsFor: StaffSession['waitsFor']
}

/** The key that identifies a change which is sent again (DASH-18). */
function repeatKeyOf({ 'idempotency-key': key }: IncomingHttpHeaders): string | undefined {
  return typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key) ? key : undefined
}

export function dashboardPages({ operatorServices, signIns, live, folder, publicOrigin, openIdRefused, connection, failed }: DashboardServices): LivePage[] {
  const isSecure = publicOrigin?.startsWith('https:') ?? false
  const cookie = cookieOf(isSecure)
  const files = readFiles(folder)

  const changes = changesOf(signIns, publicOrigin, isSecure)

  function memberIn({ members }: StaffSession, headers: IncomingHttpHeaders): Member | undefined {
    return members.find(({ workspace }) => workspace === headers['x-workspace'])
  }

  const noWorkspace = (requestId: string) => refused(404, 'WORKSPACE_NOT_FOUND', requestId, 'You are not a member of this workspace.')

  const notAllowed = (requestId: string) => refused(403, 'NOT_ALLOWED', requestId, 'Your role does not allow this.')

  async function sessionAnswer({ address, headers, requestId }: Sent): Promise<PageAnswer> {
    const session = await sessionOf(signIns, headers, isSecure)
    if (!session) return notSignedIn(requestId)
    const { email, members, waitsFor } = session
    const release = files?.release ?? null
    const known = { email, members: [...members], waitsFor, address: canonicalIpAddress(address) }
    const { mode, api } = operatorServices
    return json(200, { ...known, mode, release, reference: api.referenceUrl() } satisfies SignedIn)
  }

  async function eventsAnswer(parameters: Record<string, string>, { headers, requestId }: Sent): Promise<PageAnswer | HeldAnswer> {
    const session = await sessionOf(signIns, headers, isSecure)
    if (!session) return notSignedIn(requestId)
    if (session.waitsFor !== null) return notProved(requestId, session.waitsFor)
    const member = session.members.find(({ workspace }) => workspace === parameters.workspace)
    if (!member) return noWorkspace(requestId)
    if (!includesAny(member.rights)) return notAllowed(requestId)
    if (!live.hasRoom()) return refused(503, 'BUSY', requestId, 'Live updates are not available right now.')
    return {
      type: 'text/event-stream; charset=utf-8',
      headers: { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' },
      hold: (response) => live.show({ session, member }, response),
    }
  }

  function page(): PageAnswer {
    if (!files) return { status: 503, type: 'text/plain; charset=utf-8', content: 'The dashboard has not been built: npm run build -- dashboard\n' }
    const nonce = randomBytes(16).toString('base64')
    return { status: 200, type: 'text/html; charset=utf-8', headers: pageHeaders(nonce), content: files.page(nonce) }
  }

  return [
    ...signInPages({ signIns, changes, cookie, openIdCookie: cookieOf(isSecure, 'openid'), openIdRefused, isSecure }),
    changes.signedInWithAny('operations/:operation', async (session, input, sent, { operation = '' }) => {
      const { address, requestId, headers } = sent
      const member = memberIn(session, headers)
      if (!member) return noWorkspace(requestId)
      try {
        const call = await callOperation(operatorServices, member, { address, requestId, repeatKey: repeatKeyOf(headers) }, operation, input)
        if (call === 'UNKNOWN_OPERATION') return refused(404, call, requestId, 'There is no such operation.')
        if (call === 'NOT_ALLOWED') return notAllowed(requestId)
        return await largeJson(200, call.result)
      } catch (error) {
        return answerOf(error, requestId)
      }
    }),
    importPage({ signIns, connection, mode: operatorServices.mode, publicOrigin, isSecure, failed }),
    { path: '/dashboard/api/session', answer: (_, sent) => sessionAnswer(sent) },
    { path: '/dashboard/api/events/:workspace', answer: eventsAnswer },
    {
      path: '/dashboard/assets/:name',
      answer: async ({ name = '' }, sent) => files?.asset(name, sent) ?? { status: 404, type: 'text/plain; charset=utf-8', content: 'No such file.\n' },
    },
    { path: '/dashboard', answer: async () => page() },
    { path: '/dashboard/*', answer: async () => page() },
  ]
}
