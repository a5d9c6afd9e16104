// The checks of a dashboard request that changes something: it is sent by our own page and, mostly, by a signed-in member.

import { clinicFileBytesMax } from '../clinic-file/clinic-file.ts'
import { isJsonObject, parseJsonBody } from '../contract/body.ts'
import type { LivePage, PageAnswer, Sent } from '../http/pages.ts'
import type { SignIns, StaffSession } from '../sign-in/sign-in.ts'
import { foreignPage, isOfOwnPage, refused, sessionOf } from './requests.ts'

export type Body = Record<string, unknown>
type Answer = (body: Body, sent: Sent, parameters: Record<string, string>) => Promise<PageAnswer>
type AnswerToMember = (session: StaffSession, body: Body, sent: Sent, parameters: Record<string, string>) => Promise<PageAnswer>
type Waiting = NonNullable<StaffSession['waitsFor']>

export interface Changes {
  /** A request that may change something: sent by our own page, with a JSON object. */
  change(path: string, answer: Answer): LivePage
  /** The same for a signed-in member; `before`: the sign-in steps that may still be missing. */
  signedIn(path: string, answer: AnswerToMember, before?: readonly Waiting[]): LivePage
  /** The same for a change of how the member signs in: they must have signed in a moment ago. */
  recentlySignedIn(path: string, answer: AnswerToMember, before?: readonly Waiting[]): LivePage
}

export const notSignedIn = (requestId: string) => refused(401, 'NOT_SIGNED_IN', requestId, 'Sign in.')

/** The response to a session that still needs a second factor. */
export const notProved = (requestId: string, waitsFor: Waiting) =>
  refused(403, 'SECOND_FACTOR_NEEDED', requestId, 'Prove by a second factor who you are.', { waitsFor })

const proofNeeded = (requestId: string) => refused(403, 'PROOF_NEEDED', requestId, 'Sign in again before you change how you sign in.')

// The largest clinic file that can be imported, as JSON text.
const operationBytesMax = 2 * clinicFileBytesMax

export function changesOf(signIns: SignIns, publicOrigin: string | undefined, isSecure: boolean): Changes {
  const page = (path: string, answer: (sent: Sent, parameters: Record<string, string>) => Promise<PageAnswer>): LivePage => ({
    path: `/dashboard/api/${path}`,
    method: 'POST',
    takesBody: true,
    refuses: async (_, headers) => (isOfOwnPage(headers, publicOrigin) ? undefined : foreignPage()),
    answer: (parameters, sent) => answer(sent, parameters),
  })

  async function withBody({ body: bytes, requestId }: Sent, answer: (body: Body) => Promise<PageAnswer>): Promise<PageAnswer> {
    const parsed = parseJsonBody(bytes, clinicFileBytesMax)
    const body = 'value' in parsed ? parsed.value : undefined
    return isJsonObject(body) ? answer(body) : refused(400, 'VALIDATION_ERROR', requestId, 'The body is not a JSON object.')
  }

  const signedIn: Changes['signedIn'] = (path, answer, before = []) => ({
    ...page(path, async (sent, parameters) => {
      // Before the body is parsed, since it can be large.
      const session = await sessionOf(signIns, sent.headers, isSecure)
      if (!session) return notSignedIn(sent.requestId)
      if (session.waitsFor !== null && !before.includes(session.waitsFor)) return notProved(sent.requestId, session.waitsFor)
      return withBody(sent, (body) => answer(session, body, sent, parameters))
    }),
    bodyBytesMax: operationBytesMax,
  })

  return {
    change: (path, answer) => page(path, (sent, parameters) => withBody(sent, (body) => answer(body, sent, parameters))),
    signedIn,
    recentlySignedIn: (path, answer, before) =>
      signedIn(
        path,
        async (session, body, sent, parameters) => (session.isRecent ? answer(session, body, sent, parameters) : proofNeeded(sent.requestId)),
        before,
      ),
  }
}
