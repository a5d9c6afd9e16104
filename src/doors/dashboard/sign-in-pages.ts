// Signing in, except through a provider.

import type { IncomingHttpHeaders } from 'node:http'
import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import type { InvitationDetails, InvitationProblem } from '../../clinic/sign-in/invitations.ts'
import type { StaffSession } from '../../clinic/sign-in/sign-in.ts'
import { accountPages, codeAnswer, keyNotUsableAnswer, requestOrigin } from './account-pages.ts'
import { authenticatorAnswer, text } from './changing-requests.ts'
import { type OpenIdPages, openIdPages, tooManyAttemptsAnswer } from './openid-pages.ts'
import { createCookie, findSession, json, refusalAnswer, toVisitor } from './requests.ts'

export type { InvitationDetails } from '../../clinic/sign-in/invitations.ts'

/** How long a browser is remembered after someone has signed in. */
const browserCookieSeconds = 180 * 24 * 3_600

/** Additional ways to sign in. */
export interface SignInMethods {
  /** The name of the OpenID provider; null if there is none. */
  openId: string | null
  /** The command with which an operator makes a sign-in link. */
  linkCommand: string
}

export interface SignInPages extends Omit<OpenIdPages, 'onSignedIn' | 'visitor'> {
  cookie: ReturnType<typeof createCookie>
  isSecure: boolean
  linkCommand: string
}

export function signInPages({
  signIns,
  changes,
  cookie,
  openIdCookie,
  onOpenIdRefused,
  linkCommand,
  isSecure,
}: SignInPages): LivePage[] {
  const { change, signedIn: changeWhenSignedIn } = changes
  const { passkeys, codes, openId } = signIns
  const visitor = (sent: PageRequest) => toVisitor(sent, isSecure)

  /**
   * The cookie that identifies a browser from now on; none until the staff member is fully signed
   * in.
   */
  function rememberBrowser(session: StaffSession, headers: IncomingHttpHeaders): string[] {
    if (session.waitsFor !== null) return []
    const browserCookie = createCookie(isSecure, 'browser')
    return [
      browserCookie.set(
        signIns.browsers.remember(browserCookie.read(headers), session.accountId),
        browserCookieSeconds,
      )['set-cookie'],
    ]
  }

  /** A browser has only one session: its previous session ends. */
  async function startSession(token: string, headers: IncomingHttpHeaders): Promise<PageAnswer> {
    const [formerSession, session] = await Promise.all([
      findSession(signIns, headers, isSecure),
      signIns.session(token),
    ])
    if (formerSession) await signIns.signOut(formerSession)
    return json(
      200,
      {},
      {
        'set-cookie': [
          cookie.set(token)['set-cookie'],
          ...(session ? rememberBrowser(session, headers) : []),
        ],
      },
    )
  }

  const linkNotUsableAnswer = (requestId: string) =>
    refusalAnswer(
      403,
      'LINK_NOT_USABLE',
      requestId,
      'This link was used already, or its time is over.',
    )

  async function answerSignIn(
    outcome: { token: string } | { problem: 'NOT_SIGNED_IN' | 'TOO_MANY_ATTEMPTS' },
    { headers, requestId }: PageRequest,
  ): Promise<PageAnswer> {
    if ('token' in outcome) return startSession(outcome.token, headers)
    return outcome.problem === 'TOO_MANY_ATTEMPTS'
      ? tooManyAttemptsAnswer(requestId)
      : refusalAnswer(
          403,
          'SIGN_IN_REFUSED',
          requestId,
          'What was sent does not belong together, or may not sign in here.',
        )
  }

  async function answerInvitation(
    outcome: { token: string } | { problem: InvitationProblem },
    { headers, requestId }: PageRequest,
  ): Promise<PageAnswer> {
    return 'token' in outcome
      ? startSession(outcome.token, headers)
      : refusalAnswer(
          400,
          outcome.problem ?? 'LINK_NOT_USABLE',
          requestId,
          'The invitation was not taken up.',
        )
  }

  return [
    change('sign-in/link', { token: text }, async ({ token }, sent) => {
      const sessionToken = await signIns.byLink(token, visitor(sent))
      return sessionToken
        ? startSession(sessionToken, sent.headers)
        : linkNotUsableAnswer(sent.requestId)
    }),
    change('sign-in/password', { email: text, password: text }, async ({ email, password }, sent) =>
      answerSignIn(await signIns.byPassword(email, password, visitor(sent)), sent),
    ),
    change('sign-in/passkey/options', {}, async (_, sent) =>
      json(200, await passkeys.signInOptions(requestOrigin(sent))),
    ),
    change('sign-in/passkey', { response: authenticatorAnswer }, async ({ response }, sent) =>
      answerSignIn(await signIns.byPasskey(requestOrigin(sent), response, visitor(sent)), sent),
    ),
    {
      path: '/dashboard/api/sign-in/ways',
      answer: async () =>
        json(200, { openId: openId?.label ?? null, linkCommand } satisfies SignInMethods),
    },
    ...openIdPages({
      signIns,
      changes,
      onSignedIn: startSession,
      visitor,
      openIdCookie,
      onOpenIdRefused,
    }),
    changeWhenSignedIn(
      'sign-in/code',
      { code: text },
      async (session, { code }, sent) => {
        const proofOutcome = await codes.prove(session, code, visitor(sent))
        const cookies =
          proofOutcome.problem === undefined
            ? rememberBrowser({ ...session, waitsFor: null }, sent.headers)
            : []
        return codeAnswer(proofOutcome, sent.requestId, cookies)
      },
      ['CODE'],
    ),
    change('sign-out', {}, async (_, { headers }) => {
      const session = await findSession(signIns, headers, isSecure)
      if (session) await signIns.signOut(session)
      return json(200, {}, cookie.clear)
    }),

    change('invitation', { token: text }, async ({ token }, { requestId }) => {
      const found = await signIns.invitation(token)
      return found ? json(200, found satisfies InvitationDetails) : linkNotUsableAnswer(requestId)
    }),
    change(
      'invitation/accept',
      { token: text, password: text },
      async ({ token, password }, sent) =>
        answerInvitation(await signIns.accept(token, password, visitor(sent)), sent),
    ),
    change('invitation/passkey/options', { token: text }, async ({ token }, sent) => {
      const found = await signIns.invitation(token)
      return found
        ? json(
            200,
            await passkeys.newOptions(requestOrigin(sent), {
              name: found.email,
              displayName: found.name,
            }),
          )
        : linkNotUsableAnswer(sent.requestId)
    }),
    change(
      'invitation/passkey',
      { token: text, name: text, response: authenticatorAnswer },
      async ({ token, name, response }, sent) => {
        const key = await passkeys.verifyNewKey(requestOrigin(sent), name, response)
        return key
          ? answerInvitation(await signIns.acceptByPasskey(token, key, visitor(sent)), sent)
          : keyNotUsableAnswer(sent.requestId)
      },
    ),
    changeWhenSignedIn(
      'invitation/join',
      { token: text },
      async (session, { token }, { requestId }) =>
        (await signIns.join(token, session)) ? json(200, {}) : linkNotUsableAnswer(requestId),
    ),
    ...accountPages({ signIns, changes, isSecure }),
  ]
}
