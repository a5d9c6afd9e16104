// Signing in, except through a provider.

import type { IncomingHttpHeaders } from 'node:http'
import type { LivePage, PageAnswer, Sent } from '../../base/http/pages.ts'
import type { InvitationProblem, Invited } from '../../clinic/sign-in/invitations.ts'
import type { StaffSession } from '../../clinic/sign-in/sign-in.ts'
import { accountPages, codeAnswer, keyNotUsable, originOf } from './account-pages.ts'
import { authenticatorAnswer, text } from './changing-requests.ts'
import { type OpenIdPages, openIdPages, tooMany } from './openid-pages.ts'
import { cookieOf, json, refused, sessionOf, visitorOf } from './requests.ts'

export type { Invited } from '../../clinic/sign-in/invitations.ts'

/** How long a browser is known after someone signed in. */
const knownSeconds = 180 * 24 * 3_600

/** Additional ways to sign in; `openId`: the name of its provider. */
export interface WaysToSignIn {
  openId: string | null
}

export interface SignInPages extends Omit<OpenIdPages, 'begun' | 'visitor'> {
  cookie: ReturnType<typeof cookieOf>
  isSecure: boolean
}

export function signInPages({ signIns, changes, cookie, openIdCookie, openIdRefused, isSecure }: SignInPages): LivePage[] {
  const { change, signedIn } = changes
  const { passkeys, codes, openId } = signIns
  const visitor = (sent: Sent) => visitorOf(sent, isSecure)

  /**
   * The cookie that identifies a browser from now on; none until its staff member is fully signed
   * in.
   */
  function remembered(session: StaffSession, headers: IncomingHttpHeaders): string[] {
    if (session.waitsFor !== null) return []
    const browserCookie = cookieOf(isSecure, 'browser')
    return [browserCookie.set(signIns.browsers.remember(browserCookie.read(headers), session.accountId), knownSeconds)['set-cookie']]
  }

  /** A browser has only one session: its previous session ends. */
  async function begun(token: string, headers: IncomingHttpHeaders): Promise<PageAnswer> {
    const [former, session] = await Promise.all([sessionOf(signIns, headers, isSecure), signIns.session(token)])
    if (former) await signIns.signOut(former)
    return json(200, {}, { 'set-cookie': [cookie.set(token)['set-cookie'], ...(session ? remembered(session, headers) : [])] })
  }

  const linkNotUsable = (requestId: string) => refused(403, 'LINK_NOT_USABLE', requestId, 'This link was used already, or its time is over.')

  async function signedInBy(
    outcome: { token: string } | { problem: 'NOT_SIGNED_IN' | 'TOO_MANY_ATTEMPTS' },
    { headers, requestId }: Sent,
  ): Promise<PageAnswer> {
    if ('token' in outcome) return begun(outcome.token, headers)
    return outcome.problem === 'TOO_MANY_ATTEMPTS'
      ? tooMany(requestId)
      : refused(403, 'SIGN_IN_REFUSED', requestId, 'What was sent does not belong together, or may not sign in here.')
  }

  async function takenUp(outcome: { token: string } | { problem: InvitationProblem }, { headers, requestId }: Sent): Promise<PageAnswer> {
    return 'token' in outcome
      ? begun(outcome.token, headers)
      : refused(400, outcome.problem ?? 'LINK_NOT_USABLE', requestId, 'The invitation was not taken up.')
  }

  return [
    change('sign-in/link', { token: text }, async ({ token }, sent) => {
      const begins = await signIns.byLink(token, visitor(sent))
      return begins ? begun(begins, sent.headers) : linkNotUsable(sent.requestId)
    }),
    change('sign-in/password', { email: text, password: text }, async ({ email, password }, sent) =>
      signedInBy(await signIns.byPassword(email, password, visitor(sent)), sent),
    ),
    change('sign-in/passkey/options', {}, async (_, sent) => json(200, await passkeys.signInOptions(originOf(sent)))),
    change('sign-in/passkey', { response: authenticatorAnswer }, async ({ response }, sent) =>
      signedInBy(await signIns.byPasskey(originOf(sent), response, visitor(sent)), sent),
    ),
    { path: '/dashboard/api/sign-in/ways', answer: async () => json(200, { openId: openId?.label ?? null } satisfies WaysToSignIn) },
    ...openIdPages({ signIns, changes, begun, visitor, openIdCookie, openIdRefused }),
    signedIn(
      'sign-in/code',
      { code: text },
      async (session, { code }, sent) => {
        const proved = await codes.prove(session, code, visitor(sent))
        const cookies = proved.problem === undefined ? remembered({ ...session, waitsFor: null }, sent.headers) : []
        return codeAnswer(proved, sent.requestId, cookies)
      },
      ['CODE'],
    ),
    change('sign-out', {}, async (_, { headers }) => {
      const session = await sessionOf(signIns, headers, isSecure)
      if (session) await signIns.signOut(session)
      return json(200, {}, cookie.clear)
    }),

    change('invitation', { token: text }, async ({ token }, { requestId }) => {
      const found = await signIns.invitation(token)
      return found ? json(200, found satisfies Invited) : linkNotUsable(requestId)
    }),
    change('invitation/accept', { token: text, password: text }, async ({ token, password }, sent) =>
      takenUp(await signIns.accept(token, password, visitor(sent)), sent),
    ),
    change('invitation/passkey/options', { token: text }, async ({ token }, sent) => {
      const found = await signIns.invitation(token)
      return found ? json(200, await passkeys.newOptions(originOf(sent), { name: found.email, displayName: found.name })) : linkNotUsable(sent.requestId)
    }),
    change('invitation/passkey', { token: text, name: text, response: authenticatorAnswer }, async ({ token, name, response }, sent) => {
      const key = await passkeys.checked(originOf(sent), name, response)
      return key ? takenUp(await signIns.acceptByPasskey(token, key, visitor(sent)), sent) : keyNotUsable(sent.requestId)
    }),
    signedIn('invitation/join', { token: text }, async (session, { token }, { requestId }) =>
      (await signIns.join(token, session)) ? json(200, {}) : linkNotUsable(requestId),
    ),
    ...accountPages({ signIns, changes, isSecure }),
  ]
}
