// Signing in through the installation's OpenID Connect provider (DASH-09).

import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import { challengeMs } from '../../clinic/sign-in/challenges.ts'
import type { Visitor } from '../../clinic/sign-in/links.ts'
import type { OpenIdChoice, OpenIdOutcome } from '../../clinic/sign-in/openid.ts'
import type { OpenIdRefusal } from '../../clinic/sign-in/openid-provider.ts'
import type { SignIns } from '../../clinic/sign-in/sign-in.ts'
import { type Changes, text } from './changing-requests.ts'
import { type createCookie, json, refusalAnswer } from './requests.ts'

/** The result of a sign-in at the provider: signed in, or clinics to choose from. */
export interface OpenIdSignInResult {
  choices?: OpenIdChoice[]
  choosing?: string
}

export interface OpenIdPages {
  signIns: SignIns
  changes: Changes
  /** Responds with the session that has begun. */
  onSignedIn(token: string, headers: IncomingHttpHeaders): Promise<PageAnswer>
  visitor(sent: PageRequest): Visitor
  openIdCookie: ReturnType<typeof createCookie>
  /** Called with the reason for a refused sign-in, which the browser does not get. */
  onOpenIdRefused(refusal: OpenIdRefusal, requestId: string): void
}

export const tooManyAttemptsAnswer = (requestId: string) =>
  refusalAnswer(
    429,
    'TOO_MANY_ATTEMPTS',
    requestId,
    'Too many attempts; try again in a quarter of an hour.',
  )

export function openIdPages({
  signIns: { openId },
  changes: { change },
  onSignedIn,
  visitor,
  openIdCookie,
  onOpenIdRefused,
}: OpenIdPages): LivePage[] {
  if (!openId) return []

  /** All failures get the same response. */
  async function answerOutcome(
    outcome: OpenIdOutcome,
    { headers, requestId }: PageRequest,
  ): Promise<PageAnswer> {
    if ('token' in outcome) return onSignedIn(outcome.token, headers)
    if ('choices' in outcome) return json(200, outcome satisfies OpenIdSignInResult)
    if (outcome.problem === 'TOO_MANY_ATTEMPTS') return tooManyAttemptsAnswer(requestId)
    const { problem, ...refusal } = outcome
    onOpenIdRefused(refusal, requestId)
    return refusalAnswer(
      403,
      problem,
      requestId,
      'The provider did not sign in a member of the staff.',
    )
  }

  return [
    change(
      'sign-in/openid/begin',
      { another: Type.Optional(Type.Boolean()) },
      async ({ another }, sent) => {
        const started = await openId.begin(another === true)
        return 'url' in started
          ? json(200, { url: started.url }, openIdCookie.set(started.secret, challengeMs / 1_000))
          : answerOutcome(started, sent)
      },
    ),
    change('sign-in/openid', { answer: text }, async ({ answer }, sent) =>
      answerOutcome(
        await openId.finish(openIdCookie.read(sent.headers), answer, visitor(sent)),
        sent,
      ),
    ),
    change(
      'sign-in/openid/choose',
      { choosing: text, workspace: text },
      async ({ choosing, workspace }, sent) =>
        answerOutcome(await openId.choose(choosing, workspace, visitor(sent)), sent),
    ),
  ]
}
