// The checks of a dashboard request that changes something: it is sent by our own page and, mostly, by a signed-in member.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { isJsonObject, parseJsonBody } from '../../base/contract/body.ts'
import { bodyValidator } from '../../base/contract/validation.ts'
import type { LivePage, PageAnswer, Sent } from '../../base/http/pages.ts'
import type { SignIns, StaffSession } from '../../clinic/sign-in/sign-in.ts'
import { clinicFileBytesMax } from '../../management/clinic-file/clinic-file.ts'
import { answerOf, foreignPage, isOfOwnPage, refused, sessionOf } from './requests.ts'

/** The permitted members of a body, with their types. */
type Members = Record<string, TSchema>
type Body<Sendable extends Members> = Static<TObject<Sendable>>
type Answer<Sendable extends Members> = (body: Body<Sendable>, sent: Sent, parameters: Record<string, string>) => Promise<PageAnswer>
type AnswerToMember<Sendable extends Members> = (
  session: StaffSession,
  body: Body<Sendable>,
  sent: Sent,
  parameters: Record<string, string>,
) => Promise<PageAnswer>
type AnswerToAny = (session: StaffSession, body: Record<string, unknown>, sent: Sent, parameters: Record<string, string>) => Promise<PageAnswer>
type Waiting = NonNullable<StaffSession['waitsFor']>

/** A text of a body: longer than any password or answer of a provider. */
export const text = Type.String({ maxLength: 10_000 })
export const id = Type.Integer({ format: 'id', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** What a browser's authenticator has answered: the library checks it. */
export const authenticatorAnswer = Type.Unknown()

export interface Changes {
  /** A request that may change something: sent by our own page, with a JSON object. */
  change<Sendable extends Members>(path: string, members: Sendable, answer: Answer<Sendable>): LivePage
  /**
   * A change by a signed-in staff member; `before`: the sign-in steps that may still be missing.
   */
  signedIn<Sendable extends Members>(path: string, members: Sendable, answer: AnswerToMember<Sendable>, before?: readonly Waiting[]): LivePage
  /** A change whose body may have any members, which the handler validates. */
  signedInWithAny(path: string, answer: AnswerToAny): LivePage
  /** A change of how the staff member signs in: they must have signed in a moment ago. */
  recentlySignedIn<Sendable extends Members>(path: string, members: Sendable, answer: AnswerToMember<Sendable>, before?: readonly Waiting[]): LivePage
}

export const notSignedIn = (requestId: string) => refused(401, 'NOT_SIGNED_IN', requestId, 'Sign in.')

/** The response to a session that still needs a second factor. */
export const notProved = (requestId: string, waitsFor: Waiting) =>
  refused(403, 'SECOND_FACTOR_NEEDED', requestId, 'Verify your identity with a second factor.', { waitsFor })

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

  async function withBody({ body: bytes, requestId }: Sent, answer: (body: Record<string, unknown>) => Promise<PageAnswer>): Promise<PageAnswer> {
    const parsed = parseJsonBody(bytes, clinicFileBytesMax)
    const body = 'value' in parsed ? parsed.value : undefined
    return isJsonObject(body) ? answer(body) : refused(400, 'VALIDATION_ERROR', requestId, 'The body is not a JSON object.')
  }

  /** Answers a body that has only these members, and refuses others. */
  function checkedBy<Sendable extends Members>(members: Sendable) {
    const validate = bodyValidator(Type.Object(members, { additionalProperties: false }))
    return async (body: Record<string, unknown>, requestId: string, answer: (body: Body<Sendable>) => Promise<PageAnswer>): Promise<PageAnswer> => {
      try {
        validate(body)
      } catch (error) {
        return answerOf(error, requestId)
      }
      return answer(body as Body<Sendable>)
    }
  }

  const signedInWithAny = (path: string, answer: AnswerToAny, before: readonly Waiting[] = []): LivePage => ({
    ...page(path, async (sent, parameters) => {
      // Before the body is parsed, since it can be large.
      const session = await sessionOf(signIns, sent.headers, isSecure)
      if (!session) return notSignedIn(sent.requestId)
      if (session.waitsFor !== null && !before.includes(session.waitsFor)) return notProved(sent.requestId, session.waitsFor)
      return withBody(sent, (body) => answer(session, body, sent, parameters))
    }),
    bodyBytesMax: operationBytesMax,
  })

  const signedIn: Changes['signedIn'] = (path, members, answer, before) => {
    const checked = checkedBy(members)
    return signedInWithAny(
      path,
      (session, body, sent, parameters) => checked(body, sent.requestId, (known) => answer(session, known, sent, parameters)),
      before,
    )
  }

  return {
    change(path, members, answer) {
      const checked = checkedBy(members)
      return page(path, (sent, parameters) => withBody(sent, (body) => checked(body, sent.requestId, (known) => answer(known, sent, parameters))))
    },
    signedIn,
    signedInWithAny,
    recentlySignedIn: (path, members, answer, before) =>
      signedIn(
        path,
        members,
        async (session, body, sent, parameters) => (session.isRecent ? answer(session, body, sent, parameters) : proofNeeded(sent.requestId)),
        before,
      ),
  }
}
