// All requests of a browser to the dashboard: its page and files, sign-in, operations, and live
// changes.

import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Connection } from '../../base/db/session.ts'
import type { HeldAnswer, LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import { includesAny } from '../../base/operations/rights.ts'
import { canonicalIpAddress } from '../../base/values/ip-address.ts'
import type { MemberWithRights, SignIns, StaffSession } from '../../clinic/sign-in/sign-in.ts'
import { clinicLook } from '../patient-pages/queries.ts'
import { logoUrl } from '../patient-pages/settings.ts'
import type { OperatorServices } from '../register/operator-services.ts'
import { createChanges, notSignedInAnswer, secondFactorNeededAnswer } from './changing-requests.ts'
import { pageHeaders, readFiles } from './files.ts'
import { importPage } from './imports-over-http.ts'
import type { LiveChanges } from './live.ts'
import { callOperation } from './operations-over-http.ts'
import {
  answerRefusal,
  createCookie,
  findSession,
  json,
  largeJson,
  refusalAnswer,
} from './requests.ts'
import { type SignInPages, signInPages } from './sign-in-pages.ts'

export interface DashboardServices {
  operatorServices: OperatorServices
  signIns: SignIns
  live: LiveChanges
  /** The folder of the built files, if it is not in this package. */
  folder: string | undefined
  /** The public origin of the service, if the installation sets it. */
  publicOrigin: string | undefined
  onOpenIdRefused: SignInPages['onOpenIdRefused']
  linkCommand: SignInPages['linkCommand']
  /** The database, for work that needs its own session. */
  connection: Connection
  /** Called with errors that no member can fix. */
  onFailure(error: unknown): void
}

/** What the page knows about the signed-in member. */
export interface SignedInMember {
  email: string | null
  mode: 'sandbox' | 'production'
  members: MemberWithRights[]
  /** The release of the page's files as currently served; null if they are not built. */
  release: string | null
  /** The browser's address, as the service sees it. */
  address: string
  /** The address of the API reference; null if it is not served. */
  reference: string | null
  /** What the member must prove or set up before anything is shown. */
  waitsFor: StaffSession['waitsFor']
}

/** How a clinic looks to its patients: the colour and the logo of its booking page. */
export interface ClinicLook {
  /** As `#rrggbb`. */
  colour: string | null
  /** As a data URL. */
  logo: string | null
}

/** The key that identifies a change which is sent again (DASH-18). */
function readRepeatKey({ 'idempotency-key': key }: IncomingHttpHeaders): string | undefined {
  return typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key) ? key : undefined
}

export function dashboardPages({
  operatorServices,
  signIns,
  live,
  folder,
  publicOrigin,
  onOpenIdRefused,
  linkCommand,
  connection,
  onFailure,
}: DashboardServices): LivePage[] {
  const isSecure = publicOrigin?.startsWith('https:') ?? false
  const cookie = createCookie(isSecure)
  const files = readFiles(folder)

  const changes = createChanges(signIns, publicOrigin, isSecure)

  function findMember(
    { members }: StaffSession,
    headers: IncomingHttpHeaders,
  ): MemberWithRights | undefined {
    return members.find(({ workspace }) => workspace === headers['x-workspace'])
  }

  const noWorkspaceAnswer = (requestId: string) =>
    refusalAnswer(404, 'WORKSPACE_NOT_FOUND', requestId, 'You are not a member of this workspace.')

  const notAllowedAnswer = (requestId: string) =>
    refusalAnswer(403, 'NOT_ALLOWED', requestId, 'Your role does not allow this.')

  async function sessionAnswer({ address, headers, requestId }: PageRequest): Promise<PageAnswer> {
    const session = await findSession(signIns, headers, isSecure)
    if (!session) return notSignedInAnswer(requestId)
    const { email, members, waitsFor } = session
    const release = files?.release ?? null
    const sessionFacts = {
      email,
      members: [...members],
      waitsFor,
      address: canonicalIpAddress(address),
    }
    const { mode, api } = operatorServices
    return json(200, {
      ...sessionFacts,
      mode,
      release,
      reference: api.referenceUrl(),
    } satisfies SignedInMember)
  }

  async function eventsAnswer(
    parameters: Record<string, string>,
    { headers, requestId }: PageRequest,
  ): Promise<PageAnswer | HeldAnswer> {
    const session = await findSession(signIns, headers, isSecure)
    if (!session) return notSignedInAnswer(requestId)
    if (session.waitsFor !== null) return secondFactorNeededAnswer(requestId, session.waitsFor)
    const member = session.members.find(({ workspace }) => workspace === parameters.workspace)
    if (!member) return noWorkspaceAnswer(requestId)
    if (!includesAny(member.rights)) return notAllowedAnswer(requestId)
    if (!live.hasRoom())
      return refusalAnswer(503, 'BUSY', requestId, 'Live updates are not available right now.')
    return {
      type: 'text/event-stream; charset=utf-8',
      headers: { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' },
      hold: (response) => live.show({ session, member }, response),
    }
  }

  async function lookAnswer(
    parameters: Record<string, string>,
    { headers, requestId }: PageRequest,
  ): Promise<PageAnswer> {
    const session = await findSession(signIns, headers, isSecure)
    if (!session || session.waitsFor !== null) return notSignedInAnswer(requestId)
    const member = session.members.find(({ workspace }) => workspace === parameters.workspace)
    if (!member) return noWorkspaceAnswer(requestId)
    const { workspaceId } = member
    const [look] = await operatorServices.database.rows(clinicLook, { workspaceId })
    const { colour = null, bytes = null, type = null } = look ?? {}
    return json(200, {
      colour,
      logo: bytes && type ? logoUrl({ type, bytes }) : null,
    } satisfies ClinicLook)
  }

  function page(): PageAnswer {
    if (!files)
      return {
        status: 503,
        type: 'text/plain; charset=utf-8',
        content: 'The dashboard has not been built: npm run build -- dashboard\n',
      }
    const nonce = randomBytes(16).toString('base64')
    return {
      status: 200,
      type: 'text/html; charset=utf-8',
      headers: pageHeaders(nonce),
      content: files.page(nonce),
    }
  }

  return [
    ...signInPages({
      signIns,
      changes,
      cookie,
      openIdCookie: createCookie(isSecure, 'openid'),
      onOpenIdRefused,
      linkCommand,
      isSecure,
    }),
    changes.signedInWithAny(
      'operations/:operation',
      async (session, input, sent, { operation = '' }) => {
        const { address, requestId, headers } = sent
        const member = findMember(session, headers)
        if (!member) return noWorkspaceAnswer(requestId)
        try {
          const call = await callOperation(
            operatorServices,
            member,
            { address, requestId, repeatKey: readRepeatKey(headers) },
            operation,
            input,
          )
          if (call === 'UNKNOWN_OPERATION')
            return refusalAnswer(404, call, requestId, 'There is no such operation.')
          if (call === 'NOT_ALLOWED') return notAllowedAnswer(requestId)
          return await largeJson(200, call.result)
        } catch (error) {
          return answerRefusal(error, requestId)
        }
      },
    ),
    importPage({
      signIns,
      connection,
      mode: operatorServices.mode,
      publicOrigin,
      isSecure,
      onFailure,
    }),
    { path: '/dashboard/api/session', answer: (_, sent) => sessionAnswer(sent) },
    { path: '/dashboard/api/look/:workspace', answer: lookAnswer },
    { path: '/dashboard/api/events/:workspace', answer: eventsAnswer },
    {
      path: '/dashboard/assets/:name',
      answer: async ({ name = '' }, sent) =>
        files?.asset(name, sent) ?? {
          status: 404,
          type: 'text/plain; charset=utf-8',
          content: 'No such file.\n',
        },
    },
    { path: '/dashboard', answer: async () => page() },
    { path: '/dashboard/*', answer: async () => page() },
  ]
}
