// Signing in, and what members of staff see and change in their own account.

import type { LivePage, PageAnswer, Sent } from '../http/pages.ts'
import type { CodeProblem } from '../sign-in/codes.ts'
import type { InvitationProblem } from '../sign-in/invitations.ts'
import { isoAt } from '../values/clinic-time.ts'
import { type OpenIdPages, openIdPages, tooMany } from './openid-pages.ts'
import { json, refused, sessionOf, visitorOf } from './requests.ts'

/** A member's view of their own account. */
export interface Account {
  email: string | null
  hasPassword: boolean
  passkeys: { id: number; name: string; createdAt: string; usedAt: string | null }[]
  /** The number of unused recovery codes; null without an authenticator app. */
  recoveryCodes: number | null
  sessions: { id: number; createdAt: string; seenAt: string; address: string; browser: string; isThis: boolean }[]
}

/** Additional ways to sign in; `openId`: the name of its provider. */
export interface WaysToSignIn {
  openId: string | null
}

export interface SignInPages extends OpenIdPages {
  isSecure: boolean
}

// It was already checked to be our own.
const originOf = ({ headers }: Sent) => String(headers.origin)
const isoOf = (at: number) => isoAt('UTC', at)

export function signInPages({ signIns, changes: { change, signedIn }, cookie, openIdCookie, openIdRefused, isSecure }: SignInPages): LivePage[] {
  const { passkeys, codes, openId } = signIns
  const begun = (token: string) => json(200, {}, cookie.set(token))
  const linkNotUsable = (requestId: string) => refused(403, 'LINK_NOT_USABLE', requestId, 'This link was used already, or its time is over.')
  const keyNotUsable = (requestId: string) => refused(400, 'PASSKEY_NOT_USABLE', requestId, 'The passkey was not taken: make another.')

  function signedInBy(outcome: { token: string } | { problem: 'NOT_SIGNED_IN' | 'TOO_MANY_ATTEMPTS' }, requestId: string): PageAnswer {
    if ('token' in outcome) return begun(outcome.token)
    return outcome.problem === 'TOO_MANY_ATTEMPTS'
      ? tooMany(requestId)
      : refused(403, 'SIGN_IN_REFUSED', requestId, 'What was sent does not belong together, or may not sign in here.')
  }

  function takenUp(outcome: { token: string } | { problem: InvitationProblem }, requestId: string): PageAnswer {
    return 'token' in outcome ? begun(outcome.token) : refused(400, outcome.problem ?? 'LINK_NOT_USABLE', requestId, 'The invitation was not taken up.')
  }

  function codeAnswer({ problem, ...answer }: { problem?: CodeProblem; recoveryCodes?: string[] }, requestId: string): PageAnswer {
    if (problem === undefined) return json(200, answer)
    return problem === 'TOO_MANY_ATTEMPTS' ? tooMany(requestId) : refused(400, problem, requestId, 'This is not the code of now, or it was used already.')
  }

  async function account(sent: Sent): Promise<PageAnswer> {
    const session = await sessionOf(signIns, sent.headers, isSecure)
    if (!session || session.waitsFor !== null) return refused(401, 'NOT_SIGNED_IN', sent.requestId, 'Sign in.')
    const [keys, recoveryCodes, sessions] = await Promise.all([passkeys.list(session.accountId), codes.left(session.accountId), signIns.sessions(session)])
    return json(200, {
      email: session.email,
      hasPassword: session.hasPassword,
      passkeys: keys.map((key) => ({ ...key, createdAt: isoOf(key.createdAt), usedAt: key.usedAt === null ? null : isoOf(key.usedAt) })),
      recoveryCodes: recoveryCodes ?? null,
      sessions: sessions.map((one) => ({ ...one, createdAt: isoOf(one.createdAt), seenAt: isoOf(one.seenAt), isThis: one.id === session.id })),
    } satisfies Account)
  }

  return [
    change('sign-in/link', async ({ token }, sent) => {
      const begins = await signIns.byLink(String(token), visitorOf(sent))
      return begins ? begun(begins) : linkNotUsable(sent.requestId)
    }),
    change('sign-in/password', async ({ email, password }, sent) =>
      signedInBy(await signIns.byPassword(String(email), String(password), visitorOf(sent)), sent.requestId),
    ),
    change('sign-in/passkey/options', async (_, sent) => json(200, await passkeys.signInOptions(originOf(sent)))),
    change('sign-in/passkey', async ({ response }, sent) => signedInBy(await signIns.byPasskey(originOf(sent), response, visitorOf(sent)), sent.requestId)),
    { path: '/dashboard/api/sign-in/ways', answer: async () => json(200, { openId: openId?.label ?? null } satisfies WaysToSignIn) },
    ...openIdPages({ signIns, changes: { change, signedIn }, cookie, openIdCookie, openIdRefused }),
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
      return found ? json(200, found) : linkNotUsable(requestId)
    }),
    change('invitation/accept', async ({ token, password }, sent) =>
      takenUp(await signIns.accept(String(token), String(password), visitorOf(sent)), sent.requestId),
    ),
    change('invitation/passkey/options', async ({ token }, sent) => {
      const found = await signIns.invitation(String(token))
      return found ? json(200, await passkeys.newOptions(originOf(sent), { name: found.email, displayName: found.name })) : linkNotUsable(sent.requestId)
    }),
    change('invitation/passkey', async ({ token, name, response }, sent) => {
      const key = await passkeys.checked(originOf(sent), String(name), response)
      return key ? takenUp(await signIns.acceptByPasskey(String(token), key, visitorOf(sent)), sent.requestId) : keyNotUsable(sent.requestId)
    }),
    signedIn('invitation/join', async (session, { token }, { requestId }) =>
      (await signIns.join(String(token), session)) ? json(200, {}) : linkNotUsable(requestId),
    ),

    { path: '/dashboard/api/account', answer: (_, sent) => account(sent) },
    signedIn('password', async (session, { current, next }, { address, requestId }) => {
      const problem = await signIns.changePassword(session, String(current), String(next), address)
      if (problem === 'TOO_MANY_ATTEMPTS') return tooMany(requestId)
      return problem ? refused(400, problem, requestId, 'The password was not changed.') : json(200, {})
    }),
    signedIn(
      'account/passkeys/options',
      async ({ accountId, email, members }, _, sent) => {
        const displayName = members[0]?.name ?? ''
        return json(200, await passkeys.newOptions(originOf(sent), { accountId, name: email ?? displayName, displayName }))
      },
      ['SET_UP'],
    ),
    signedIn(
      'account/passkeys',
      async (session, { name, response }, sent) => {
        const key = await passkeys.checked(originOf(sent), String(name), response)
        return key && (await signIns.addPasskey(session, key)) ? json(200, {}) : keyNotUsable(sent.requestId)
      },
      ['SET_UP'],
    ),
    signedIn('account/passkeys/remove', async ({ accountId }, { id }, { requestId }) =>
      (await passkeys.remove(accountId, Number(id))) ? json(200, {}) : refused(404, 'PASSKEY_NOT_FOUND', requestId, 'You have no such passkey.'),
    ),
    signedIn(
      'account/codes/begin',
      async (session, _, { requestId }) => {
        const begins = await codes.begin(session, session.email ?? session.members[0]?.name ?? '')
        return begins ? json(200, begins) : refused(409, 'CODES_SET_UP_ALREADY', requestId, 'An app shows codes already.')
      },
      ['SET_UP'],
    ),
    signedIn(
      'account/codes/confirm',
      async (session, { code }, { address, requestId }) => codeAnswer(await codes.confirm(session, String(code), address), requestId),
      ['SET_UP'],
    ),
    signedIn('account/codes/renew', async (session, { code }, { address, requestId }) =>
      codeAnswer(await codes.renew(session, String(code), address), requestId),
    ),
    signedIn('account/codes/remove', async (session, { code }, { address, requestId }) =>
      codeAnswer(await codes.remove(session, String(code), address), requestId),
    ),
    signedIn('account/sessions/end', async (session, { id }, { requestId }) =>
      (await signIns.endSession(session, Number(id))) ? json(200, {}) : refused(404, 'SESSION_NOT_FOUND', requestId, 'You are signed in nowhere like that.'),
    ),
  ]
}
