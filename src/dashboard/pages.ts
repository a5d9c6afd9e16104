// What a browser asks of the dashboard: its page and files, signing in, operations, and what changed.

import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { parseJsonBody } from '../contract/body.ts'
import type { HeldAnswer, LivePage, PageAnswer, Sent } from '../http/pages.ts'
import type { OperatorServices } from '../operator/operator-services.ts'
import type { Member, SignIns, StaffSession, Visitor } from '../sign-in/sign-in.ts'
import { pageHeaders, readFiles } from './files.ts'
import type { LiveChanges } from './live.ts'
import { callOperation } from './operations-over-http.ts'
import { answerOf, cookieOf, isOfOwnPage, json, refused, sessionOf } from './requests.ts'

export interface DashboardServices {
  operatorServices: OperatorServices
  signIns: SignIns
  live: LiveChanges
  /** Where people reach the service, where the installation says so. */
  publicOrigin: string | undefined
}

/** What the page knows of who is signed in. */
export interface SignedIn {
  email: string | null
  mode: 'sandbox' | 'production'
  members: Member[]
}

type Body = Record<string, unknown>

/** By which a change that is sent again is known (DASH-18). */
function repeatKeyOf({ 'idempotency-key': key }: IncomingHttpHeaders): string | undefined {
  return typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key) ? key : undefined
}

export function dashboardPages({ operatorServices, signIns, live, publicOrigin }: DashboardServices): LivePage[] {
  const isSecure = publicOrigin?.startsWith('https:') ?? false
  const cookie = cookieOf(isSecure)
  const files = readFiles()

  /** A request that may change something: sent by a page of ours, with a JSON object. */
  function change(path: string, answer: (body: Body, sent: Sent, parameters: Record<string, string>) => Promise<PageAnswer>): LivePage {
    return {
      path: `/dashboard/api/${path}`,
      method: 'POST',
      takesBody: true,
      refuses: async (_, headers) =>
        isOfOwnPage(headers, publicOrigin) ? undefined : refused(403, 'FOREIGN_PAGE', '', 'Open the dashboard at its own address.'),
      async answer(parameters, sent) {
        const parsed = parseJsonBody(sent.body)
        const body = 'value' in parsed ? parsed.value : undefined
        if (typeof body !== 'object' || body === null || Array.isArray(body))
          return refused(400, 'VALIDATION_ERROR', sent.requestId, 'The body is not a JSON object.')
        return answer(body as Body, sent, parameters)
      },
    }
  }

  /** The same for somebody who is signed in. */
  function signedIn(
    path: string,
    answer: (session: StaffSession, body: Body, sent: Sent, parameters: Record<string, string>) => Promise<PageAnswer>,
  ): LivePage {
    return change(path, async (body, sent, parameters) => {
      const session = await sessionOf(signIns, sent.headers, isSecure)
      return session ? answer(session, body, sent, parameters) : notSignedIn(sent.requestId)
    })
  }

  const notSignedIn = (requestId: string) => refused(401, 'NOT_SIGNED_IN', requestId, 'Sign in.')
  const visitorOf = ({ address, headers }: Sent): Visitor => ({ address, browser: headers['user-agent'] ?? '' })
  const begun = (token: string) => json(200, {}, cookie.set(token))

  function memberIn({ members }: StaffSession, headers: IncomingHttpHeaders): Member | undefined {
    return members.find(({ workspace }) => workspace === headers['x-workspace'])
  }

  const noWorkspace = (requestId: string) => refused(404, 'WORKSPACE_NOT_FOUND', requestId, 'You are no member of such a workspace.')

  async function sessionAnswer({ headers, requestId }: Sent): Promise<PageAnswer> {
    const session = await sessionOf(signIns, headers, isSecure)
    if (!session) return notSignedIn(requestId)
    return json(200, { email: session.email, mode: operatorServices.mode, members: [...session.members] } satisfies SignedIn)
  }

  async function eventsAnswer(parameters: Record<string, string>, { headers, requestId }: Sent): Promise<PageAnswer | HeldAnswer> {
    const session = await sessionOf(signIns, headers, isSecure)
    if (!session) return notSignedIn(requestId)
    const member = session.members.find(({ workspace }) => workspace === parameters.workspace)
    if (!member) return noWorkspace(requestId)
    if (!live.hasRoom()) return refused(503, 'BUSY', requestId, 'No stream can be had now.')
    return {
      type: 'text/event-stream; charset=utf-8',
      headers: { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' },
      hold: (response) => live.show({ sessionId: session.id, workspaceId: member.workspaceId }, response),
    }
  }

  function page(): PageAnswer {
    if (!files) return { status: 503, type: 'text/plain; charset=utf-8', content: 'The dashboard has not been built: npm run build:dashboard\n' }
    const nonce = randomBytes(16).toString('base64')
    return { status: 200, type: 'text/html; charset=utf-8', headers: pageHeaders(nonce), content: files.page(nonce) }
  }

  return [
    change('sign-in/link', async ({ token }, sent) => {
      const begins = await signIns.byLink(String(token), visitorOf(sent))
      return begins ? begun(begins) : refused(403, 'LINK_NOT_USABLE', sent.requestId, 'This link was used already, or its time is over.')
    }),
    change('sign-in/password', async ({ email, password }, sent) => {
      const outcome = await signIns.byPassword(String(email), String(password), visitorOf(sent))
      if ('token' in outcome) return begun(outcome.token)
      return outcome.problem === 'TOO_MANY_ATTEMPTS'
        ? refused(429, outcome.problem, sent.requestId, 'Too many attempts; try again in a quarter of an hour.')
        : refused(403, 'SIGN_IN_REFUSED', sent.requestId, 'The address and the password do not belong together, or may not sign in here.')
    }),
    change('invitation', async ({ token }, { requestId }) => {
      const found = await signIns.invitation(String(token))
      return found ? json(200, found) : refused(403, 'LINK_NOT_USABLE', requestId, 'This link was used already, or its time is over.')
    }),
    change('invitation/accept', async ({ token, password }, sent) => {
      const outcome = await signIns.accept(String(token), String(password), visitorOf(sent))
      return 'token' in outcome ? begun(outcome.token) : refused(400, outcome.problem ?? 'LINK_NOT_USABLE', sent.requestId, 'The invitation was not taken up.')
    }),
    signedIn('invitation/join', async (session, { token }, { requestId }) =>
      (await signIns.join(String(token), session))
        ? json(200, {})
        : refused(403, 'LINK_NOT_USABLE', requestId, 'This link was used already, or its time is over.'),
    ),
    signedIn('password', async (session, { current, next }, { requestId }) => {
      const problem = await signIns.changePassword(session, String(current), String(next))
      return problem ? refused(400, problem, requestId, 'The password was not changed.') : json(200, {})
    }),
    change('sign-out', async (_, { headers }) => {
      const session = await sessionOf(signIns, headers, isSecure)
      if (session) await signIns.signOut(session)
      return json(200, {}, cookie.clear)
    }),
    signedIn('operations/:operation', async (session, input, sent, { operation = '' }) => {
      const { address, requestId, headers } = sent
      const member = memberIn(session, headers)
      if (!member) return noWorkspace(requestId)
      try {
        const call = await callOperation(operatorServices, member, { address, requestId, repeatKey: repeatKeyOf(headers) }, operation, input)
        if (call === 'UNKNOWN_OPERATION') return refused(404, call, requestId, 'There is no such operation.')
        if (call === 'NOT_ALLOWED') return refused(403, call, requestId, 'Your role does not allow this.')
        return json(200, call.result)
      } catch (error) {
        return answerOf(error, requestId)
      }
    }),
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
