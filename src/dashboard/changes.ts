// How a request of the dashboard comes to what it changes: sent by a page of ours, and, for most, by somebody who is signed in.

import { parseJsonBody } from '../contract/body.ts'
import type { LivePage, PageAnswer, Sent } from '../http/pages.ts'
import type { SignIns, StaffSession } from '../sign-in/sign-in.ts'
import { isOfOwnPage, refused, sessionOf } from './requests.ts'

export type Body = Record<string, unknown>
type Answer = (body: Body, sent: Sent, parameters: Record<string, string>) => Promise<PageAnswer>
type AnswerToMember = (session: StaffSession, body: Body, sent: Sent, parameters: Record<string, string>) => Promise<PageAnswer>
type Waiting = NonNullable<StaffSession['waitsFor']>

export interface Changes {
  /** A request that may change something: sent by a page of ours, with a JSON object. */
  change(path: string, answer: Answer): LivePage
  /** The same for somebody who is signed in; `before`: what may still be waited for. */
  signedIn(path: string, answer: AnswerToMember, before?: readonly Waiting[]): LivePage
}

export const notSignedIn = (requestId: string) => refused(401, 'NOT_SIGNED_IN', requestId, 'Sign in.')

/** What a session that waits for a second proof is told. */
export const notProved = (requestId: string, waitsFor: Waiting) =>
  refused(403, 'SECOND_FACTOR_NEEDED', requestId, 'Prove by a second factor who you are.', { waitsFor })

export function changesOf(signIns: SignIns, publicOrigin: string | undefined, isSecure: boolean): Changes {
  function change(path: string, answer: Answer): LivePage {
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

  return {
    change,
    signedIn: (path, answer, before = []) =>
      change(path, async (body, sent, parameters) => {
        const session = await sessionOf(signIns, sent.headers, isSecure)
        if (!session) return notSignedIn(sent.requestId)
        if (session.waitsFor !== null && !before.includes(session.waitsFor)) return notProved(sent.requestId, session.waitsFor)
        return answer(session, body, sent, parameters)
      }),
  }
}
