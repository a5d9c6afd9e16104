// Every refusal of the public surface is a row in this table, and docs/errors.md has the same rows
// for people: a test compares the two both ways. Gates throw a `Refusal`, rules throw a `Problem`;
// both are rendered in one place, and the internal cause of an unexpected failure is only logged.

import {
  isOperationCode,
  type OperationCode,
  operationProblems,
} from '../values/operation-problems.ts'
import {
  type Details,
  fillTemplate,
  type Problem,
  problemSentences,
  type RuleCode,
} from '../values/problem.ts'

/** The body shapes of the specification, by their members. */
export type Shape =
  /** `{message, statusCode}` */
  | 'plain'
  /** `{message, error, statusCode}`, where `error` is the status in words */
  | 'titled'
  /** `{success: false, message, requiredFeature}` */
  | 'feature'
  /** `{success: false, message}` */
  | 'success'
  /** `{success: false, message, requiresVerification: true}` */
  | 'verification'
  /** `{success: false, message, statusCode}` */
  | 'member'
  /** `{message}`, with `Retry-After` */
  | 'limit'
  /** `{statusCode, status: 'failed', message, fieldErrors[]}` */
  | 'fields'
  /**
   * `{statusCode, status: 'failed', message, error}`, where `error` is the code and `message`
   * begins with it
   */
  | 'service'
  /** `{statusCode, status: 'failed', message}` */
  | 'failed'

interface RefusalRow {
  status: number
  shape: Shape
  /** What is wrong and what to do; `{name}` is replaced by a detail. */
  sentence: string
  /** The text of `error` in the shape 'titled'. */
  title?: string
  retryAfterSeconds?: number
}

/** Refusals that only occur over HTTP: an invalid request, or a caller without permission. */
const ownRows = {
  MALFORMED_REQUEST: {
    status: 400,
    shape: 'failed',
    sentence: 'The request is not valid HTTP; check the client or proxy that sent it.',
  },
  BODY_INVALID: {
    status: 400,
    shape: 'fields',
    sentence: 'Send the request body as a JSON object with content-type application/json.',
  },
  OTP_REQUEST_INVALID: {
    status: 400,
    shape: 'success',
    sentence: 'The request is not valid: {problem}.',
  },
  REFERENCE_REQUIRED: {
    status: 400,
    shape: 'fields',
    sentence:
      'Send one of {members}; the answer of reserve-slot or of the purchase has the sessionRef.',
  },
  ACTING_USER_REQUIRED: {
    status: 400,
    shape: 'success',
    sentence:
      'Send x-acting-user-id: the id of the staff member making this change, as listed by GET /v1/users.',
  },
  END_USER_REQUIRED: {
    status: 400,
    shape: 'success',
    sentence:
      'Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.',
  },
  NO_CREDENTIAL: {
    status: 401,
    shape: 'plain',
    sentence:
      'Authentication is required: send an API key in the x-api-key header or a Bearer session token.',
  },
  INVALID_API_KEY: {
    status: 401,
    shape: 'titled',
    sentence: 'Invalid API key',
    title: 'Unauthorized',
  },
  ADDRESS_NOT_ALLOWED: {
    status: 403,
    shape: 'plain',
    sentence:
      'The address {address} is not on the allowlist of this API key; add it to the key or call from a listed address.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    shape: 'plain',
    sentence:
      'The origin {origin} is not listed on this widget key; add it to the key, or open the page at an origin that is.',
  },
  ROUTE_NOT_DOCUMENTED: {
    status: 403,
    shape: 'titled',
    sentence:
      'This method and path are not part of the Developer API; check both against the documentation.',
    title: 'Forbidden',
  },
  NOT_ENTITLED: {
    status: 403,
    shape: 'feature',
    sentence:
      'The workspace is not entitled to {requiredFeature}; ask the operator of the service to grant it.',
  },
  DEVELOPER_KEY_ONLY: {
    status: 403,
    shape: 'plain',
    sentence: 'This route is available only to Developer API keys; call it from your server.',
  },
  ACTING_USER_NOT_ACTIVE: {
    status: 403,
    shape: 'member',
    sentence: 'The acting user is not an active member of this workspace.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    shape: 'failed',
    sentence: 'The request did not arrive in time; send it again.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    shape: 'failed',
    sentence: 'The request body is larger than 256 KiB; send less.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    shape: 'limit',
    sentence: 'Too many requests; try again in {retryAfterSeconds} seconds.',
  },
  OVERLOADED: {
    status: 503,
    shape: 'failed',
    sentence: 'The service is overloaded; nothing was done. Try again in a moment.',
    retryAfterSeconds: 1,
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    shape: 'failed',
    sentence: 'The request headers are larger than 16 KiB; send less.',
  },
  UNEXPECTED: {
    status: 500,
    shape: 'failed',
    sentence:
      'Something went wrong on our side. Give the operator of the service this request id: {requestUuid}',
  },
} as const satisfies Record<string, RefusalRow>

const badRequest = { status: 400, shape: 'service' } as const
const notFound = { status: 404, shape: 'service' } as const
const codeBadRequest = { status: 400, shape: 'success' } as const

/** The problems of rules over HTTP; their sentences are in `base/values/problem.ts`. */
const problemRows: Record<RuleCode, Omit<RefusalRow, 'sentence'>> = {
  VALIDATION_ERROR: badRequest,
  WRONG_APPOINTMENT_SYSTEM: badRequest,
  MODE_NOT_OFFERED: badRequest,
  SLOT_NOT_OFFERED: badRequest,
  SLOT_NOT_AVAILABLE: badRequest,
  ROOM_NOT_FOUND: badRequest,
  ROOM_NOT_AVAILABLE: badRequest,
  DURATION_TIER_NOT_FOUND: badRequest,
  CHARGE_MISMATCH: badRequest,
  SESSION_PACK_NOT_FOUND: badRequest,
  SESSION_PACK_NOT_USABLE: badRequest,
  SHIFT_NOT_FOUND: badRequest,
  SHIFT_NOT_ON_DATE: badRequest,
  SHIFT_NOT_STARTED: badRequest,
  SHIFT_STARTED: badRequest,
  SHIFT_ENDED: badRequest,
  SHIFT_FULL: badRequest,
  TOO_MANY_VISITS: badRequest,
  TOO_MANY_VISITS_FROM_NETWORK: badRequest,
  TOO_MANY_PATIENTS: badRequest,
  STATUS_NOT_ALLOWED: badRequest,
  VISIT_NOT_MOVABLE: badRequest,
  CHANGE_RESERVED_FOR_CLINIC: { status: 403, shape: 'service' },
  CHANGE_NOT_PERMITTED: badRequest,
  REFUND_NOT_POSSIBLE: badRequest,
  REFUND_OUTCOME_UNKNOWN: { status: 500, shape: 'failed' },
  REFUND_IN_PROGRESS: badRequest,
  GATEWAY_NOT_CONFIGURED: badRequest,
  GATEWAY_NOT_REACHED: { status: 503, shape: 'failed', retryAfterSeconds: 1 },
  // Without Retry-After, which would invite a second booking.
  BOOKED_WITHOUT_CHECKOUT: { status: 503, shape: 'failed' },
  CHECKOUT_IN_PROGRESS: { status: 503, shape: 'failed' },
  IDEMPOTENCY_KEY_REUSED: badRequest,
  RESERVATION_ENDED: badRequest,
  RESERVATION_IN_PROGRESS: { status: 429, shape: 'limit' },
  TOO_MANY_RESERVATIONS: badRequest,
  PAYMENT_NOT_FOUND: notFound,
  SESSION_REF_REQUIRED: { status: 403, shape: 'service' },
  FOLLOW_UP_NOT_ELIGIBLE: badRequest,
  SEARCH_TOO_BROAD: badRequest,
  CODE_NOT_DELIVERED: codeBadRequest,
  CODE_INVALID_OR_EXPIRED: codeBadRequest,
  CODE_SENT_TO_OTHER_CONTACT: codeBadRequest,
  ROLE_NOT_FOUND: badRequest,
  EMAIL_TAKEN: badRequest,
  MRN_TAKEN: badRequest,
  NOT_VERIFIED: { status: 403, shape: 'verification' },
  DOCTOR_NOT_FOUND: notFound,
  APPOINTMENT_NOT_FOUND: notFound,
  ADDRESS_NOT_FOUND: notFound,
  PATIENT_NOT_FOUND: notFound,
  PROFILE_NOT_FOUND: notFound,
  TOO_MANY_CODES: { status: 429, shape: 'limit' },
  BUSY: { status: 503, shape: 'failed', retryAfterSeconds: 1 },
}

export type RefusalCode = keyof typeof ownRows | RuleCode

/** The table, for the document test and the API reference. */
export const refusalRows: Readonly<Record<RefusalCode, RefusalRow>> = {
  ...ownRows,
  ...addSentences(problemRows),
}

export interface FieldError {
  field: string
  error: string
  value: unknown
}

function addSentences(described: typeof problemRows): Record<RuleCode, RefusalRow> {
  const entries = Object.entries(described) as [RuleCode, Omit<RefusalRow, 'sentence'>][]
  return Object.fromEntries(
    entries.map(([code, row]) => [
      code,
      {
        ...row,
        sentence:
          row.status === 500
            ? `${problemSentences[code]} Request id: {requestUuid}`
            : problemSentences[code],
      },
    ]),
  ) as Record<RuleCode, RefusalRow>
}

/** A documented answer other than success. */
export class Refusal extends Error {
  readonly code: RefusalCode | OperationCode
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly details: Details

  constructor(code: RefusalCode | OperationCode, details: Details, fieldErrors: FieldError[]) {
    const row = isOperationCode(code)
      ? { ...badRequest, sentence: operationProblems[code][0] }
      : refusalRows[code]
    const sentence = fillTemplate(row.sentence, details)
    super(code)
    this.code = code
    this.status = row.status
    this.details = details
    this.body = buildBody(code, row, sentence, details, fieldErrors)
    const wait = details.retryAfterSeconds ?? row.retryAfterSeconds
    this.headers = wait === undefined ? {} : { 'retry-after': String(wait) }
  }
}

/** Makes the refusal of a row; `details` fill the placeholders of its sentence. */
export function refusal(
  code: RefusalCode | OperationCode,
  details: Details = {},
  fieldErrors: FieldError[] = [],
): Refusal {
  return new Refusal(code, details, fieldErrors)
}

/**
 * The refusal for a problem of the rules; `context` has details that the rules do not know, such as
 * the request's id.
 */
export function refusalForProblem(
  { code, details }: Problem,
  context: { requestUuid?: string } = {},
): Refusal {
  return refusal(code, { ...details, ...context })
}

function buildBody(
  code: string,
  { status, shape, title }: RefusalRow,
  sentence: string,
  details: Details,
  fieldErrors: FieldError[],
): Record<string, unknown> {
  switch (shape) {
    case 'plain':
      return { message: sentence, statusCode: status }
    case 'titled':
      return { message: sentence, error: title, statusCode: status }
    case 'feature':
      return { success: false, message: sentence, requiredFeature: details.requiredFeature }
    case 'success':
      return { success: false, message: sentence }
    case 'verification':
      return { success: false, message: sentence, requiresVerification: true }
    case 'member':
      return { success: false, message: sentence, statusCode: status }
    case 'limit':
      return { message: sentence }
    case 'fields':
      return { statusCode: status, status: 'failed', message: sentence, fieldErrors }
    case 'service':
      return { statusCode: status, status: 'failed', message: `${code}: ${sentence}`, error: code }
    case 'failed':
      return { statusCode: status, status: 'failed', message: sentence }
  }
}
