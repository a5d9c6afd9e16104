// What members of staff see and change in their own account.

import type { LivePage, PageAnswer, Sent } from '../../base/http/pages.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import type { CodeProblem } from '../../clinic/sign-in/codes.ts'
import type { SignIns } from '../../clinic/sign-in/sign-in.ts'
import { authenticatorAnswer, type Changes, id, text } from './changing-requests.ts'
import { tooMany } from './openid-pages.ts'
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

/** The page that asks; it was already checked to be our own. */
export const originOf = ({ headers }: Sent) => String(headers.origin)
const isoOf = (at: number) => isoAt('UTC', at)

export const keyNotUsable = (requestId: string) => refused(400, 'PASSKEY_NOT_USABLE', requestId, 'The passkey was not taken: make another.')

export function codeAnswer({ problem, ...answer }: { problem?: CodeProblem; recoveryCodes?: string[] }, requestId: string, cookies: string[] = []): PageAnswer {
  if (problem === undefined) return json(200, answer, cookies.length > 0 ? { 'set-cookie': cookies } : {})
  return problem === 'TOO_MANY_ATTEMPTS' ? tooMany(requestId) : refused(400, problem, requestId, 'This is not the code of now, or it was used already.')
}

export function accountPages({ signIns, changes, isSecure }: { signIns: SignIns; changes: Changes; isSecure: boolean }): LivePage[] {
  const { signedIn, recentlySignedIn } = changes
  const { passkeys, codes } = signIns

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
    { path: '/dashboard/api/account', answer: (_, sent) => account(sent) },
    signedIn('password', { current: text, next: text }, async (session, { current, next }, sent) => {
      const { requestId } = sent
      const problem = await signIns.changePassword(session, current, next, visitorOf(sent, isSecure))
      if (problem === 'TOO_MANY_ATTEMPTS') return tooMany(requestId)
      return problem ? refused(400, problem, requestId, 'The password was not changed.') : json(200, {})
    }),
    recentlySignedIn(
      'account/passkeys/options',
      {},
      async ({ accountId, email, members }, _, sent) => {
        const displayName = members[0]?.name ?? ''
        return json(200, await passkeys.newOptions(originOf(sent), { accountId, name: email ?? displayName, displayName }))
      },
      ['SET_UP'],
    ),
    recentlySignedIn(
      'account/passkeys',
      { name: text, response: authenticatorAnswer },
      async (session, { name, response }, sent) => {
        const key = await passkeys.checked(originOf(sent), name, response)
        return key && (await signIns.addPasskey(session, key)) ? json(200, {}) : keyNotUsable(sent.requestId)
      },
      ['SET_UP'],
    ),
    recentlySignedIn('account/passkeys/remove', { id }, async ({ accountId }, { id }, { requestId }) =>
      (await passkeys.remove(accountId, id)) ? json(200, {}) : refused(404, 'PASSKEY_NOT_FOUND', requestId, 'You have no such passkey.'),
    ),
    recentlySignedIn(
      'account/codes/begin',
      {},
      async (session, _, { requestId }) => {
        const begins = await codes.begin(session, session.email ?? session.members[0]?.name ?? '')
        return begins ? json(200, begins) : refused(409, 'CODES_SET_UP_ALREADY', requestId, 'An app shows codes already.')
      },
      ['SET_UP'],
    ),
    recentlySignedIn(
      'account/codes/confirm',
      { code: text },
      async (session, { code }, sent) => codeAnswer(await codes.confirm(session, code, visitorOf(sent, isSecure)), sent.requestId),
      ['SET_UP'],
    ),
    signedIn('account/codes/renew', { code: text }, async (session, { code }, sent) =>
      codeAnswer(await codes.renew(session, code, visitorOf(sent, isSecure)), sent.requestId),
    ),
    signedIn('account/codes/remove', { code: text }, async (session, { code }, sent) =>
      codeAnswer(await codes.remove(session, code, visitorOf(sent, isSecure)), sent.requestId),
    ),
    signedIn('account/sessions/end', { id }, async (session, { id }, { requestId }) =>
      (await signIns.endSession(session, id)) ? json(200, {}) : refused(404, 'SESSION_NOT_FOUND', requestId, 'You are signed in nowhere like that.'),
    ),
  ]
}
