// Signing in, by all ways but a provider.

import type { IncomingHttpHeaders } from 'node:http'
import type { LivePage, PageAnswer, Sent } from '../http/pages.ts'
import type { InvitationProblem, Invited } from '../sign-in/invitations.ts'
import { accountPages, codeAnswer, keyNotUsable, originOf } from './account-pages.ts'
import { type OpenIdPages, openIdPages, tooMany } from './openid-pages.ts'
import { type cookieOf, json, refused, sessionOf, visitorOf } from './requests.ts'

export type { Invited } from '../sign-in/invitations.ts'

/** Additional ways to sign in; `openId`: the name of its provider. */
export interface WaysToSignIn {
  openId: string | null
}

export interface SignInPages extends Omit<OpenIdPages, 'begun'> {
  cookie: ReturnType<typeof cookieOf>
  isSecure: boolean
}

export function signInPages({ signIns, changes, cookie, openIdCookie, openIdRefused, isSecure }: SignInPages): LivePage[] {
  const { change, signedIn } = changes
  const { passkeys, codes, openId } = signIns
  /** A browser has one session: the one that it had ends. */
  async function begun(token: string, headers: IncomingHttpHeaders): Promise<PageAnswer> {
    const former = await sessionOf(signIns, headers, isSecure)
    if (former) await signIns.signOut(former)
    return json(200, {}, cookie.set(token))
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
    change('sign-in/link', async ({ token }, sent) => {
      const begins = await signIns.byLink(String(token), visitorOf(sent))
      return begins ? begun(begins, sent.headers) : linkNotUsable(sent.requestId)
    }),
    change('sign-in/password', async ({ email, password }, sent) =>
      signedInBy(await signIns.byPassword(String(email), String(password), visitorOf(sent)), sent),
    ),
    change('sign-in/passkey/options', async (_, sent) => json(200, await passkeys.signInOptions(originOf(sent)))),
    change('sign-in/passkey', async ({ response }, sent) => signedInBy(await signIns.byPasskey(originOf(sent), response, visitorOf(sent)), sent)),
    { path: '/dashboard/api/sign-in/ways', answer: async () => json(200, { openId: openId?.label ?? null } satisfies WaysToSignIn) },
    ...openIdPages({ signIns, changes, begun, openIdCookie, openIdRefused }),
    signedIn('sign-in/code', async (session, { code }, { address, requestId }) => codeAnswer(await codes.prove(session, String(code), address), requestId), [
      'CODE',
    ]),
    change('sign-out', async (_, { headers }) => {
      const session = await sessionOf(signIns, headers, isSecure)
      if (session) await signIns.signOut(session)
      return json(200, {}, cookie.clear)
    }),

    change('invitation', async ({ token }, { requestId }) => {
      const found = await signIns.invitation(String(token))
      return found ? json(200, found satisfies Invited) : linkNotUsable(requestId)
    }),
    change('invitation/accept', async ({ token, password }, sent) => takenUp(await signIns.accept(String(token), String(password), visitorOf(sent)), sent)),
    change('invitation/passkey/options', async ({ token }, sent) => {
      const found = await signIns.invitation(String(token))
      return found ? json(200, await passkeys.newOptions(originOf(sent), { name: found.email, displayName: found.name })) : linkNotUsable(sent.requestId)
    }),
    change('invitation/passkey', async ({ token, name, response }, sent) => {
      const key = await passkeys.checked(originOf(sent), String(name), response)
      return key ? takenUp(await signIns.acceptByPasskey(String(token), key, visitorOf(sent)), sent) : keyNotUsable(sent.requestId)
    }),
    signedIn('invitation/join', async (session, { token }, { requestId }) =>
      (await signIns.join(String(token), session)) ? json(200, {}) : linkNotUsable(requestId),
    ),
    ...accountPages({ signIns, changes, isSecure }),
  ]
}
