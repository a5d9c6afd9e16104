// The checks on a dashboard request that changes something: it must be sent by our own page and, in
// most cases, by a signed-in member.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { isJsonObject, parseJsonBody } from '../../base/contract/body.ts'
import { bodyValidator } from '../../base/contract/validation.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import type { SignIns, StaffSession } from '../../clinic/sign-in/sign-in.ts'
import { clinicFileBytesMax } from '../../management/clinic-file/clinic-file.ts'
import {
  answerRefusal,
  findSession,
  foreignPageAnswer,
  isFromOwnPage,
  refusalAnswer,
} from './requests.ts'

/** The permitted members of a body, with their types. */
type Members = Record<string, TSchema>
type Body<Sendable extends Members> = Static<TObject<Sendable>>
type Answer<Sendable extends Members> = (
  body: Body<Sendable>,
  sent: PageRequest,
  parameters: Record<string, string>,
) => Promise<PageAnswer>
type AnswerToMember<Sendable extends Members> = (
  session: StaffSession,
  body: Body<Sendable>,
  sent: PageRequest,
  parameters: Record<string, string>,
) => Promise<PageAnswer>
type AnswerToAny = (
  session: StaffSession,
  body: Record<string, unknown>,
  sent: PageRequest,
  parameters: Record<string, string>,
) => Promise<PageAnswer>
type MissingStep = NonNullable<StaffSession['waitsFor']>

/** A text in a body; the limit exceeds any password, and any answer from a provider. */
export const text = Type.String({ maxLength: 10_000 })
export const id = Type.Integer({ format: 'id', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** The answer of a browser's authenticator, which the library checks. */
export const authenticatorAnswer = Type.Unknown()

export interface Changes {
  /** A request that may change something: sent by our own page, with a JSON object. */
  change<Sendable extends Members>(
    path: string,
    members: Sendable,
    answer: Answer<Sendable>,
  ): LivePage
  /**
   * A change by a signed-in staff member; `before` lists the sign-in steps that may still be
   * missing.
   */
  signedIn<Sendable extends Members>(
    path: string,
    members: Sendable,
    answer: AnswerToMember<Sendable>,
    before?: readonly MissingStep[],
  ): LivePage
  /** A change whose body may have any members, which the handler validates. */
  signedInWithAny(path: string, answer: AnswerToAny): LivePage
  /** A change to how the staff member signs in, who must have signed in a moment ago. */
  changeWhenRecentlySignedIn<Sendable extends Members>(
    path: string,
    members: Sendable,
    answer: AnswerToMember<Sendable>,
    before?: readonly MissingStep[],
  ): LivePage
}

export const notSignedInAnswer = (requestId: string) =>
  refusalAnswer(401, 'NOT_SIGNED_IN', requestId, 'Sign in.')

/** The response to a session that still needs a second factor. */
export const secondFactorNeededAnswer = (requestId: string, waitsFor: MissingStep) =>
  refusalAnswer(
    403,
    'SECOND_FACTOR_REQUIRED',
    requestId,
    'Verify your identity with a second factor.',
    { waitsFor },
  )

const proofNeededAnswer = (requestId: string) =>
  refusalAnswer(
    403,
    'REAUTHENTICATION_REQUIRED',
    requestId,
    'Sign in again before you change how you sign in.',
  )

// The size of the largest clinic file that can be imported, as JSON text.
const operationBytesMax = 2 * clinicFileBytesMax

export function createChanges(
  signIns: SignIns,
  publicOrigin: string | undefined,
  isSecure: boolean,
): Changes {
  const page = (
    path: string,
    answer: (sent: PageRequest, parameters: Record<string, string>) => Promise<PageAnswer>,
  ): LivePage => ({
    path: `/dashboard/api/${path}`,
    method: 'POST',
    takesBody: true,
    refuses: async (_, headers) =>
      isFromOwnPage(headers, publicOrigin) ? undefined : foreignPageAnswer(),
    answer: (parameters, sent) => answer(sent, parameters),
  })

  async function withBody(
    { body: bytes, requestId }: PageRequest,
    answer: (body: Record<string, unknown>) => Promise<PageAnswer>,
  ): Promise<PageAnswer> {
    const parsed = parseJsonBody(bytes, clinicFileBytesMax)
    const body = 'value' in parsed ? parsed.value : undefined
    return isJsonObject(body)
      ? answer(body)
      : refusalAnswer(400, 'VALIDATION_ERROR', requestId, 'The body is not a JSON object.')
  }

  /** Answers a body that has only these members, and refuses any other body. */
  function createBodyCheck<Sendable extends Members>(members: Sendable) {
    const validate = bodyValidator(Type.Object(members, { additionalProperties: false }))
    return async (
      body: Record<string, unknown>,
      requestId: string,
      answer: (body: Body<Sendable>) => Promise<PageAnswer>,
    ): Promise<PageAnswer> => {
      try {
        validate(body)
      } catch (error) {
        return answerRefusal(error, requestId)
      }
      return answer(body as Body<Sendable>)
    }
  }

  const changeWithAnyBody = (
    path: string,
    answer: AnswerToAny,
    before: readonly MissingStep[] = [],
  ): LivePage => ({
    ...page(path, async (sent, parameters) => {
      // Checked before the body is parsed, since it can be large.
      const session = await findSession(signIns, sent.headers, isSecure)
      if (!session) return notSignedInAnswer(sent.requestId)
      if (session.waitsFor !== null && !before.includes(session.waitsFor))
        return secondFactorNeededAnswer(sent.requestId, session.waitsFor)
      return withBody(sent, (body) => answer(session, body, sent, parameters))
    }),
    bodyBytesMax: operationBytesMax,
  })

  const changeWhenSignedIn: Changes['signedIn'] = (path, members, answer, before) => {
    const checkBody = createBodyCheck(members)
    return changeWithAnyBody(
      path,
      (session, body, sent, parameters) =>
        checkBody(body, sent.requestId, (checkedBody) =>
          answer(session, checkedBody, sent, parameters),
        ),
      before,
    )
  }

  return {
    change(path, members, answer) {
      const checkBody = createBodyCheck(members)
      return page(path, (sent, parameters) =>
        withBody(sent, (body) =>
          checkBody(body, sent.requestId, (checkedBody) => answer(checkedBody, sent, parameters)),
        ),
      )
    },
    signedIn: changeWhenSignedIn,
    signedInWithAny: changeWithAnyBody,
    changeWhenRecentlySignedIn: (path, members, answer, before) =>
      changeWhenSignedIn(
        path,
        members,
        async (session, body, sent, parameters) =>
          session.isRecent
            ? answer(session, body, sent, parameters)
            : proofNeededAnswer(sent.requestId),
        before,
      ),
  }
}
