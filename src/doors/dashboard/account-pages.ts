// What members of staff see and change in their own account.

import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import type { CodeProblem } from '../../clinic/sign-in/codes.ts'
import type { SignIns } from '../../clinic/sign-in/sign-in.ts'
import { authenticatorAnswer, type Changes, id, text } from './changing-requests.ts'
import { tooManyAttemptsAnswer } from './openid-pages.ts'
import { findSession, json, refusalAnswer, toVisitor } from './requests.ts'

/** A member's view of their own account. */
export interface Account {
  email: string | null
  hasPassword: boolean
  passkeys: { id: number; name: string; createdAt: string; usedAt: string | null }[]
  /** The number of unused recovery codes; null without an authenticator app. */
  recoveryCodes: number | null
  sessions: {
    id: number
    createdAt: string
    seenAt: string
    address: string
    browser: string
    isThis: boolean
  }[]
}

/** The origin of the requesting page, which was already checked to be our own. */
export const requestOrigin = ({ headers }: PageRequest) => String(headers.origin)
const toIsoTime = (at: number) => isoAt('UTC', at)

export const keyNotUsableAnswer = (requestId: string) =>
  refusalAnswer(400, 'PASSKEY_NOT_USABLE', requestId, 'The passkey was not taken: make another.')

export function codeAnswer(
  { problem, ...answer }: { problem?: CodeProblem; recoveryCodes?: string[] },
  requestId: string,
  cookies: string[] = [],
): PageAnswer {
  if (problem === undefined)
    return json(200, answer, cookies.length > 0 ? { 'set-cookie': cookies } : {})
  return problem === 'TOO_MANY_ATTEMPTS'
    ? tooManyAttemptsAnswer(requestId)
    : refusalAnswer(400, problem, requestId, 'This is not the code of now, or it was used already.')
}

export function accountPages({
  signIns,
  changes,
  isSecure,
}: {
  signIns: SignIns
  changes: Changes
  isSecure: boolean
}): LivePage[] {
  const { signedIn: changeWhenSignedIn, changeWhenRecentlySignedIn } = changes
  const { passkeys, codes } = signIns

  async function account(sent: PageRequest): Promise<PageAnswer> {
    const session = await findSession(signIns, sent.headers, isSecure)
    if (!session || session.waitsFor !== null)
      return refusalAnswer(401, 'NOT_SIGNED_IN', sent.requestId, 'Sign in.')
    const [keys, recoveryCodes, sessions] = await Promise.all([
      passkeys.list(session.accountId),
      codes.countLeft(session.accountId),
      signIns.sessions(session),
    ])
    return json(200, {
      email: session.email,
      hasPassword: session.hasPassword,
      passkeys: keys.map((key) => ({
        ...key,
        createdAt: toIsoTime(key.createdAt),
        usedAt: key.usedAt === null ? null : toIsoTime(key.usedAt),
      })),
      recoveryCodes: recoveryCodes ?? null,
      sessions: sessions.map((one) => ({
        ...one,
        createdAt: toIsoTime(one.createdAt),
        seenAt: toIsoTime(one.seenAt),
        isThis: one.id === session.id,
      })),
    } satisfies Account)
  }

  return [
    { path: '/dashboard/api/account', answer: (_, sent) => account(sent) },
    changeWhenSignedIn(
      'password',
      { current: text, next: text },
      async (session, { current, next }, sent) => {
        const { requestId } = sent
        const problem = await signIns.changePassword(
          session,
          current,
          next,
          toVisitor(sent, isSecure),
        )
        if (problem === 'TOO_MANY_ATTEMPTS') return tooManyAttemptsAnswer(requestId)
        return problem
          ? refusalAnswer(400, problem, requestId, 'The password was not changed.')
          : json(200, {})
      },
    ),
    changeWhenRecentlySignedIn(
      'account/passkeys/options',
      {},
      async ({ accountId, email, members }, _, sent) => {
        const displayName = members[0]?.name ?? ''
        return json(
          200,
          await passkeys.newOptions(requestOrigin(sent), {
            accountId,
            name: email ?? displayName,
            displayName,
          }),
        )
      },
      ['SET_UP'],
    ),
    changeWhenRecentlySignedIn(
      'account/passkeys',
      { name: text, response: authenticatorAnswer },
      async (session, { name, response }, sent) => {
        const key = await passkeys.verifyNewKey(requestOrigin(sent), name, response)
        return key && (await signIns.addPasskey(session, key))
          ? json(200, {})
          : keyNotUsableAnswer(sent.requestId)
      },
      ['SET_UP'],
    ),
    changeWhenRecentlySignedIn(
      'account/passkeys/remove',
      { id },
      async ({ accountId }, { id }, { requestId }) =>
        (await passkeys.remove(accountId, id))
          ? json(200, {})
          : refusalAnswer(404, 'PASSKEY_NOT_FOUND', requestId, 'You have no such passkey.'),
    ),
    changeWhenRecentlySignedIn(
      'account/codes/begin',
      {},
      async (session, _, { requestId }) => {
        const sessionToken = await codes.begin(
          session,
          session.email ?? session.members[0]?.name ?? '',
        )
        return sessionToken
          ? json(200, sessionToken)
          : refusalAnswer(409, 'CODES_ALREADY_SET_UP', requestId, 'An app shows codes already.')
      },
      ['SET_UP'],
    ),
    changeWhenRecentlySignedIn(
      'account/codes/confirm',
      { code: text },
      async (session, { code }, sent) =>
        codeAnswer(await codes.confirm(session, code, toVisitor(sent, isSecure)), sent.requestId),
      ['SET_UP'],
    ),
    changeWhenSignedIn('account/codes/renew', { code: text }, async (session, { code }, sent) =>
      codeAnswer(await codes.renew(session, code, toVisitor(sent, isSecure)), sent.requestId),
    ),
    changeWhenSignedIn('account/codes/remove', { code: text }, async (session, { code }, sent) =>
      codeAnswer(await codes.remove(session, code, toVisitor(sent, isSecure)), sent.requestId),
    ),
    changeWhenSignedIn('account/sessions/end', { id }, async (session, { id }, { requestId }) =>
      (await signIns.endSession(session, id))
        ? json(200, {})
        : refusalAnswer(
            404,
            'SESSION_NOT_FOUND',
            requestId,
            'You are signed in nowhere like that.',
          ),
    ),
  ]
}
