// How refusals look over HTTP. Gates throw a `Refusal`, whose rows are here; rules throw a
// `Problem`, whose rows are in the `problems.ts` of its room. Both are rendered in one place, and
// the internal cause of an unexpected failure is only logged. docs/errors.md lists all of them.

import {
  type ApiProblemRow,
  baseProblems,
  type Details,
  fillTemplate,
  type Problem,
  type ProblemRow,
} from '../values/problem.ts'

/** A row of the API's refusals. */
export interface RefusalRow extends ApiProblemRow {
  /** The text of `error` in the shape 'titled'. */
  title?: string
}

/** Rows by their codes. */
export type RefusalRows = Readonly<Record<string, RefusalRow>>

/** Refusals that only occur over HTTP: an invalid request, or a caller without permission. */
export const httpRefusals = {
  MALFORMED_REQUEST: {
    status: 400,
    shape: 'failed',
    sentence: 'The request is not valid HTTP; check the client or proxy that sent it.',
    advice: 'Check what your client, or a proxy in between, actually sends.',
  },
  BODY_INVALID: {
    status: 400,
    shape: 'fields',
    sentence: 'Send the request body as a JSON object with content-type application/json.',
    advice:
      'Read `fieldErrors[0].error`: broken JSON, a different content type, or a value that is not an object.',
  },
  OTP_REQUEST_INVALID: {
    status: 400,
    shape: 'success',
    sentence: 'The request is not valid: {problem}.',
    advice:
      'Correct what the message names. The one-time code routes answer an invalid body or field in this shape.',
  },
  REFERENCE_REQUIRED: {
    status: 400,
    shape: 'fields',
    sentence:
      'Send one of {members}; the answer of reserve-slot or of the purchase has the sessionRef.',
    advice: 'Read `fieldErrors[0].field`; null and the empty string count as not sent.',
  },
  ACTING_USER_REQUIRED: {
    status: 400,
    shape: 'success',
    sentence:
      'Send x-acting-user-id: the id of the staff member making this change, as listed by GET /v1/users.',
    advice: 'Only writes made by staff need this header. It is missing, repeated or not a number.',
  },
  END_USER_REQUIRED: {
    status: 400,
    shape: 'success',
    sentence:
      'Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.',
    advice: 'Use any id of your own; it is stored as a hash. Never use a phone number or a name.',
  },
  NO_CREDENTIAL: {
    status: 401,
    shape: 'plain',
    sentence:
      'Authentication is required: send an API key in the x-api-key header or a Bearer session token.',
    advice: 'Send the header `x-api-key`; check that no proxy strips it.',
  },
  INVALID_API_KEY: {
    status: 401,
    shape: 'titled',
    sentence: 'Invalid API key',
    title: 'Unauthorized',
    advice:
      'The key is wrong, truncated, deactivated, deleted, expired or of another kind, or the header name is misspelt. The answer never says which.',
  },
  ADDRESS_NOT_ALLOWED: {
    status: 403,
    shape: 'plain',
    sentence:
      'The address {address} is not on the allowlist of this API key; add it to the key or call from a listed address.',
    advice:
      'Have this address added. It can be an IPv6 address even if you listed your IPv4 address.',
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    shape: 'plain',
    sentence:
      'The origin {origin} is not listed on this widget key; add it to the key, or open the page at an origin that is.',
    advice:
      'Returned only by `POST /v1/widget/session`, to pages. Origins are compared as browsers write them: `https://www.clinic.example` and `https://clinic.example` are two.',
  },
  ROUTE_NOT_DOCUMENTED: {
    status: 403,
    shape: 'titled',
    sentence:
      'This method and path are not part of the Developer API; check both against the documentation.',
    title: 'Forbidden',
    advice:
      'Check the method, version, letter case and slashes; only one slash at the end makes no difference. Do not retry.',
  },
  NOT_ENTITLED: {
    status: 403,
    shape: 'feature',
    sentence:
      'The workspace is not entitled to {requiredFeature}; ask the operator of the service to grant it.',
    advice: 'A grant takes effect within seconds.',
  },
  DEVELOPER_KEY_ONLY: {
    status: 403,
    shape: 'plain',
    sentence: 'This route is available only to Developer API keys; call it from your server.',
    advice: 'A widget session reaches only what a patient may see and do.',
  },
  ACTING_USER_NOT_ACTIVE: {
    status: 403,
    shape: 'member',
    sentence: 'The acting user is not an active member of this workspace.',
    advice: 'The staff member is inactive, only invited, or unknown.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    shape: 'failed',
    sentence: 'The request did not arrive in time; send it again.',
    advice: 'Headers must arrive within 10 seconds, the whole request within 20.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    shape: 'failed',
    sentence: 'The request body is larger than 256 KiB; send less.',
    advice: 'No booking comes near that size; look for attached data.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    shape: 'limit',
    sentence: 'Too many requests; try again in {retryAfterSeconds} seconds.',
    advice:
      'Wait as many seconds as `Retry-After` says. Successful answers show what is left in `X-RateLimit-Remaining` and `X-RateLimit-Route-Remaining`.',
  },
  OVERLOADED: {
    status: 503,
    shape: 'failed',
    sentence: 'The service is overloaded; nothing was done. Try again in a moment.',
    retryAfterSeconds: 1,
    advice:
      'Wait as many seconds as `Retry-After` says, then try again with fewer requests at a time.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    shape: 'failed',
    sentence: 'The request headers are larger than 16 KiB; send less.',
    advice: 'Look for cookies or tokens that your client adds automatically.',
  },
  UNEXPECTED: {
    status: 500,
    shape: 'failed',
    sentence:
      'Something went wrong on our side. Give the operator of the service this request id: {requestUuid}',
    advice: 'Report the id. See below before you repeat a write.',
  },
} as const satisfies RefusalRows

const rows: RefusalRows = { ...httpRefusals, ...baseProblems }
type GateCode = keyof typeof httpRefusals | keyof typeof baseProblems

export interface FieldError {
  field: string
  error: string
  value: unknown
}

/** The row of a code that a route names; throws if there is none. */
export function findRow(rows: RefusalRows, code: string): RefusalRow {
  const row = rows[code]
  if (!row) throw new Error(`a route names the refusal ${code}, which has no row`)
  return row
}

/** A documented answer other than success. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly details: Details

  constructor(code: string, row: RefusalRow, details: Details, fieldErrors: FieldError[] = []) {
    super(code)
    this.code = code
    this.status = row.status
    this.details = details
    this.body = buildRefusalBody(
      code,
      row,
      fillTemplate(sentSentence(row), details),
      details,
      fieldErrors,
    )
    const wait = details.retryAfterSeconds ?? row.retryAfterSeconds
    this.headers = wait === undefined ? {} : { 'retry-after': String(wait) }
  }
}

/** The sentence that is sent; it contains the request's id if the outcome is unknown. */
export function sentSentence({ status, sentence }: RefusalRow): string {
  return status === 500 && !sentence.includes('{requestUuid}')
    ? `${sentence} Request id: {requestUuid}`
    : sentence
}

/** Makes the refusal of a gate; `details` fill the placeholders of its sentence. */
export function refusal(
  code: GateCode,
  details: Details = {},
  fieldErrors: FieldError[] = [],
): Refusal {
  return new Refusal(code, rows[code] as RefusalRow, details, fieldErrors)
}

/**
 * The refusal for a problem of the rules; `context` has details that the rules do not know, such as
 * the request's id.
 */
export function refusalForProblem(
  { code, row, details }: Problem,
  context: { requestUuid?: string } = {},
): Refusal {
  return new Refusal(code, apiRow(row), { ...details, ...context })
}

/** A problem that only operations declare is a bad request in the API. */
function apiRow(row: ProblemRow): RefusalRow {
  return 'status' in row ? row : { status: 400, sentence: row.sentence, advice: row.toDo }
}

function buildRefusalBody(
  code: string,
  { status, shape = 'service', title }: RefusalRow,
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
