// The errors of a call. The class depends on the status and the members of the body, never on the
// wording of the message.

import type { RefusalCode } from './generated.ts'

/** An answer as it arrived. `body` is parsed if it is JSON; otherwise it is text. */
export interface Answer {
  status: number
  requestId: string
  retryAfterSeconds: number | undefined
  body: unknown
  isJson: boolean
}

interface Failure {
  message: string
  status: number | undefined
  requestId: string
  retryAfterSeconds?: number | undefined
  body?: unknown
  mayHaveHappened: boolean
}

/**
 * The base class of every failed call, and the error itself for any refusal without its own class.
 */
export class ClinicError extends Error {
  override name = 'ClinicError'
  /** The HTTP status; undefined if no answer arrived. */
  readonly status: number | undefined
  /** Give this id to the operator of the service, who can find the request by it. */
  readonly requestId: string
  /** Parsed JSON, or text if a proxy answered with something else. */
  readonly body: unknown
  /** How long the service asked to wait before the next attempt. */
  readonly retryAfterSeconds: number | undefined
  /**
   * Whether the service may have done something. If false, it certainly has not; if true, check
   * before you book again.
   */
  readonly mayHaveHappened: boolean

  constructor(
    { message, status, requestId, body, retryAfterSeconds, mayHaveHappened }: Failure,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.status = status
    this.requestId = requestId
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
    this.mayHaveHappened = mayHaveHappened
  }
}

/** 401: there is no key, or the key cannot be used. */
export class AuthenticationError extends ClinicError {
  override name = 'AuthenticationError'
}

/** 401 in a session: the session has ended, or its token is wrong. Open another one. */
export class SessionEndedError extends AuthenticationError {
  override name = 'SessionEndedError'
}

/** 403: the key may not be used from this address, or not for this operation. */
export class NotAllowedError extends ClinicError {
  override name = 'NotAllowedError'
}

/** 403: the workspace lacks an entitlement. */
export class NotEntitledError extends ClinicError {
  override name = 'NotEntitledError'
  readonly requiredFeature: string

  constructor(failure: Failure, requiredFeature: string) {
    super(failure)
    this.requiredFeature = requiredFeature
  }
}

/**
 * 403: the patient's contact is not verified, or no longer. Send a code, verify it, and try again.
 */
export class NotVerifiedError extends ClinicError {
  override name = 'NotVerifiedError'
}

export interface FieldError {
  field: string
  error: string
  value: unknown
}

/** 400: the body as a whole could not be used. */
export class InvalidBodyError extends ClinicError {
  override name = 'InvalidBodyError'
  readonly fieldErrors: readonly FieldError[]

  constructor(failure: Failure, fieldErrors: readonly FieldError[]) {
    super(failure)
    this.fieldErrors = fieldErrors
  }
}

/** A rule of the service was broken. */
export class RefusedError extends ClinicError {
  override name = 'RefusedError'
  /**
   * Stable: branch on it, with a default, because a newer service can send a code that this version
   * does not know.
   */
  readonly code: RefusalCode

  constructor(failure: Failure, code: RefusalCode) {
    super(failure)
    this.code = code
  }
}

/**
 * 429, after all retries, or if the wait is longer than the client accepts: see
 * `retryAfterSeconds`.
 */
export class TooManyRequestsError extends ClinicError {
  override name = 'TooManyRequestsError'
}

/** 5xx, from the service or from a proxy in front of it. */
export class ServiceError extends ClinicError {
  override name = 'ServiceError'
}

/** No complete answer arrived; `cause` is what fetch threw, or the reason of your abort signal. */
export class ConnectionError extends ClinicError {
  override name = 'ConnectionError'
  readonly reason: 'network' | 'timeout' | 'aborted'

  constructor(failure: Failure, reason: 'network' | 'timeout' | 'aborted', cause: unknown) {
    super(failure, { cause })
    this.reason = reason
  }
}

/**
 * The error for an answer that is not a success, or not JSON. An operation that opens a checkout
 * passes the gateway's answer through, and keeps the reservation it made before that.
 */
export function toClinicError(
  answer: Answer,
  { opensCheckout, isSession }: { opensCheckout: boolean; isSession: boolean },
): ClinicError {
  const { status } = answer
  const members = bodyMembers(answer.body)
  const isBookingKept = opensCheckout && mayKeepBooking(answer, members)
  const failure = {
    ...answer,
    message: errorMessage(answer, members),
    mayHaveHappened: isBookingKept || mayHaveHappened(answer, members),
  }
  // For a session, the service uses the same message as for a key.
  if (status === 401 && isSession)
    return new SessionEndedError({
      ...failure,
      message: 'The session has ended, or its token is wrong: open another one.',
    })
  if (status === 401) return new AuthenticationError(failure)
  if (status === 429) return new TooManyRequestsError(failure)
  if (status >= 500) return new ServiceError(failure)
  if (typeof members.requiredFeature === 'string')
    return new NotEntitledError(failure, members.requiredFeature)
  if (members.requiresVerification === true) return new NotVerifiedError(failure)
  if (Array.isArray(members.fieldErrors)) return new InvalidBodyError(failure, members.fieldErrors)
  // Elsewhere `error` is the status in words.
  if (members.status === 'failed' && typeof members.error === 'string')
    return new RefusedError(failure, members.error as RefusalCode)
  if (status === 403) return new NotAllowedError(failure)
  return new ClinicError(failure)
}

function bodyMembers(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function errorMessage({ status, isJson }: Answer, { message }: Record<string, unknown>): string {
  if (typeof message === 'string') return message
  return isJson
    ? `The answer has status ${status} and no message.`
    : `The answer has status ${status} and is not JSON; look at what stands between you and the service.`
}

function mayHaveHappened(
  { status, isJson, retryAfterSeconds }: Answer,
  { status: statusWord }: Record<string, unknown>,
): boolean {
  // The service's own 503 guarantees that nothing was done; a proxy's 503 guarantees nothing.
  if (status === 503) return statusWord !== 'failed'
  // The service's own 429, which says how long to wait, guarantees the same.
  if (status === 429) return retryAfterSeconds === undefined
  return status >= 500 || (status >= 200 && status < 300 && !isJson)
}

/**
 * Whether the booking may be kept although no checkout was opened, as the service's own code or the
 * gateway's says. A gateway that does not answer looks like a busy service.
 */
function mayKeepBooking(
  { status, retryAfterSeconds }: Answer,
  { statusCode, success, error }: Record<string, unknown>,
): boolean {
  if (status === 429) return retryAfterSeconds === undefined
  const isFromService = statusCode === status || success === false
  return status >= 500 || !isFromService || error === 'GATEWAY_NOT_CONFIGURED'
}
