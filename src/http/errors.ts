// Every refusal of the public surface is a row of this table, and docs/errors.md holds the same rows
// for people: a test compares the two both ways. A refusal is thrown as a `Refusal` and rendered in
// one place; the private cause of an unexpected failure goes to the log alone.

/** The body shapes of the specification, by what they carry. */
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
  /** `{statusCode, status: 'failed', message, error}`, where `error` is the code and opens `message` */
  | 'service'
  /** `{statusCode, status: 'failed', message}` */
  | 'failed'

interface RefusalRow {
  status: number
  shape: Shape
  /** What is wrong and what to do; `{name}` is replaced by a detail. */
  sentence: string
  /** The word in `error` of the shape 'titled'. */
  title?: string
  retryAfterSeconds?: number
}

const rows = {
  MALFORMED_REQUEST: { status: 400, shape: 'failed', sentence: 'The request is not valid HTTP; check the client or proxy that wrote it.' },
  BODY_NOT_USABLE: { status: 400, shape: 'fields', sentence: 'Send the request body as a JSON object with content-type application/json.' },
  VALIDATION_ERROR: { status: 400, shape: 'service', sentence: '{problem}.' },
  OTP_REQUEST_INVALID: { status: 400, shape: 'success', sentence: 'The request is not usable: {problem}.' },
  WRONG_APPOINTMENT_SYSTEM: {
    status: 400,
    shape: 'service',
    sentence: "This doctor's appointmentSystemType is {system}; book through that system.",
  },
  MODE_NOT_OFFERED: {
    status: 400,
    shape: 'service',
    sentence: 'The doctor does not offer the mode {mode} at this location; fetch available-slots without mode to see what is offered.',
  },
  SLOT_NOT_OFFERED: {
    status: 400,
    shape: 'service',
    sentence: 'fromDateTimeIso and toDateTimeIso are not a slot this doctor offers; send both back as available-slots returned them.',
  },
  SLOT_NOT_AVAILABLE: {
    status: 400,
    shape: 'service',
    sentence: 'This slot is taken; fetch available-slots again and choose another.',
  },
  ROOM_NOT_FOUND: { status: 400, shape: 'service', sentence: 'roomId is not a room of this location; leave it out or send another.' },
  ROOM_NOT_AVAILABLE: { status: 400, shape: 'service', sentence: 'The room is taken at this time; choose another room or slot.' },
  DURATION_TIER_NOT_FOUND: {
    status: 400,
    shape: 'service',
    sentence: 'The duration tier is not one of this doctor at this location.',
  },
  SESSION_PACK_NOT_FOUND: {
    status: 400,
    shape: 'service',
    sentence: '{field} is not a session pack that can be used here.',
  },
  SHIFT_NOT_FOUND: { status: 400, shape: 'service', sentence: 'qmsWorkShiftId is not a shift of this doctor at this location.' },
  FOLLOW_UP_NOT_ELIGIBLE: {
    status: 400,
    shape: 'service',
    sentence: 'The patient has no completed visit with this doctor that can still be followed up; book without followUp.',
  },
  ACTING_USER_REQUIRED: {
    status: 400,
    shape: 'success',
    sentence: 'Send x-acting-user-id: the id of the member of staff who does this, as GET /v1/users lists it.',
  },
  END_USER_REQUIRED: {
    status: 400,
    shape: 'success',
    sentence: 'Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, the same for a patient each time.',
  },
  CODE_NOT_DELIVERED: { status: 400, shape: 'success', sentence: 'The code could not be delivered; check where it goes and try again.' },
  CODE_INVALID_OR_EXPIRED: { status: 400, shape: 'success', sentence: 'The code is invalid or expired; send a new one and try again.' },
  CODE_SENT_ELSEWHERE: {
    status: 400,
    shape: 'success',
    sentence: 'The code was sent to a different destination; verify with the countryCode and phoneNumber, or the email, it was sent to.',
  },
  ROLE_NOT_FOUND: { status: 400, shape: 'service', sentence: 'roleNames names a role that is not configured; GET /v1/users lists those that are.' },
  EMAIL_TAKEN: { status: 400, shape: 'service', sentence: 'Another member of the staff has this email; send another.' },
  MRN_TAKEN: { status: 400, shape: 'service', sentence: 'Another patient has this mrnNumber; leave it out or send another.' },
  NO_CREDENTIAL: {
    status: 401,
    shape: 'plain',
    sentence: 'Authentication is required: send an API key in the x-api-key header or a Bearer session token.',
  },
  INVALID_API_KEY: { status: 401, shape: 'titled', sentence: 'Invalid API key', title: 'Unauthorized' },
  ADDRESS_NOT_ALLOWED: {
    status: 403,
    shape: 'plain',
    sentence: 'The address {address} is not on the allowlist of this API key; add it to the key or call from a listed address.',
  },
  ROUTE_NOT_DOCUMENTED: {
    status: 403,
    shape: 'titled',
    sentence: 'This method and path are not part of the Developer API; check both against the documentation.',
    title: 'Forbidden',
  },
  NOT_ENTITLED: {
    status: 403,
    shape: 'feature',
    sentence: 'The workspace is not entitled to {requiredFeature}; ask the operator of the service to grant it.',
  },
  DEVELOPER_KEY_ONLY: {
    status: 403,
    shape: 'plain',
    sentence: 'This route is available only to Developer API keys; call it from your server.',
  },
  ACTING_USER_NOT_ACTIVE: { status: 403, shape: 'member', sentence: 'The acting user is not an active member of this workspace.' },
  NOT_VERIFIED: {
    status: 403,
    shape: 'verification',
    sentence: 'Verify the contact of this patient first: send a one-time code and verify it with the same x-end-user-id.',
  },
  DOCTOR_NOT_FOUND: { status: 404, shape: 'service', sentence: 'No such doctor works at this location.' },
  APPOINTMENT_NOT_FOUND: { status: 404, shape: 'service', sentence: 'No such appointment in this workspace.' },
  ADDRESS_NOT_FOUND: { status: 404, shape: 'service', sentence: 'No such location in this workspace.' },
  PATIENT_NOT_FOUND: { status: 404, shape: 'service', sentence: 'No such patient in this workspace.' },
  PROFILE_NOT_FOUND: { status: 404, shape: 'service', sentence: 'No such published profile in this workspace.' },
  REQUEST_TIMEOUT: { status: 408, shape: 'failed', sentence: 'The request did not arrive in time; send it again.' },
  BODY_TOO_LARGE: { status: 413, shape: 'failed', sentence: 'The request body is larger than 256 KiB; send less.' },
  TOO_MANY_REQUESTS: { status: 429, shape: 'limit', sentence: 'Too many requests; try again in {retryAfterSeconds} seconds.' },
  TOO_MANY_CODES: { status: 429, shape: 'limit', sentence: 'Too many codes or wrong tries; try again in {retryAfterSeconds} seconds.' },
  HEADERS_TOO_LARGE: { status: 431, shape: 'failed', sentence: 'The request headers are larger than 16 KiB; send less.' },
  UNEXPECTED: {
    status: 500,
    shape: 'failed',
    sentence: 'Something went wrong on our side. Tell the operator of the service this request id: {requestUuid}',
  },
  BUSY: {
    status: 503,
    shape: 'failed',
    sentence: 'The service is busy or its database is away; nothing was done. Try again in a moment.',
    retryAfterSeconds: 1,
  },
} as const satisfies Record<string, RefusalRow>

export type RefusalCode = keyof typeof rows

/** The table, for the document test and the API reference. */
export const refusalRows: Readonly<Record<RefusalCode, RefusalRow>> = rows

export interface FieldError {
  field: string
  error: string
  value: unknown
}

/** A documented answer other than success. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly details: Record<string, string>

  constructor(code: RefusalCode, details: Record<string, string>, fieldErrors: FieldError[]) {
    const row: RefusalRow = rows[code]
    const sentence = row.sentence.replace(/\{(\w+)\}/g, (_, name: string) => details[name] ?? '')
    super(code)
    this.code = code
    this.status = row.status
    this.details = details
    this.body = bodyOf(code, row, sentence, details, fieldErrors)
    const wait = details.retryAfterSeconds ?? row.retryAfterSeconds
    this.headers = wait === undefined ? {} : { 'retry-after': String(wait) }
  }
}

/** Makes the refusal of a row; `details` fill the placeholders of its sentence. */
export function refusal(code: RefusalCode, details: Record<string, string> = {}, fieldErrors: FieldError[] = []): Refusal {
  return new Refusal(code, details, fieldErrors)
}

/** A 400 about one field: `mode is required`. */
export function invalid(problem: string): Refusal {
  return refusal('VALIDATION_ERROR', { problem })
}

function bodyOf(
  code: RefusalCode,
  { status, shape, title }: RefusalRow,
  sentence: string,
  details: Record<string, string>,
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
