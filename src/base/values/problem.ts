// Everything that can be refused, whether a call over HTTP, an operator's command or a job asks for
// it. A problem is a code with details, and perhaps the next operation. How it looks from outside
// is decided where it leaves: a status and a body in `base/contract/errors.ts`, words and a command
// in `doors/cli/words/refusals.ts`. Refusals that only operations have are in
// `operation-problems.ts`.

import { limitMistakes, type Mistake } from './mistakes.ts'
import {
  isOperationCode,
  type OperationCode,
  operationProblems,
  type ProblemRow,
} from './operation-problems.ts'

/**
 * What is wrong and what to do, by the codes of rules, which the API also uses; `{name}` is
 * replaced by a detail.
 */
const sentences = {
  VALIDATION_ERROR: '{problem}.',
  WRONG_APPOINTMENT_SYSTEM:
    "This doctor's appointmentSystemType is {system}; book through that system.",
  MODE_NOT_OFFERED:
    'The doctor does not offer the mode {mode} at this location; fetch available-slots without mode, or doctor/shifts, to see which modes are offered.',
  SLOT_NOT_OFFERED:
    'fromDateTimeIso and toDateTimeIso do not match a slot this doctor offers; send both exactly as available-slots returned them.',
  SLOT_NOT_AVAILABLE: 'This slot is taken; fetch available-slots again and choose another.',
  ROOM_NOT_FOUND: 'roomId is not a room at this location; leave it out or send a different one.',
  ROOM_NOT_AVAILABLE: 'The room is taken at this time; choose another room or slot.',
  DURATION_TIER_NOT_FOUND: 'This doctor does not offer the duration tier at this location.',
  CHARGE_MISMATCH:
    '{member} does not match the clinic price of {price}; fetch available-slots again and send the price of the plan.',
  SESSION_PACK_NOT_FOUND: '{field} does not name a session pack that can be used here.',
  SESSION_PACK_NOT_USABLE: 'This session pack {reason}; choose another pack, or book without one.',
  SHIFT_NOT_FOUND:
    'qmsWorkShiftId is not a shift of this doctor at this location; fetch doctor/shifts for the current shifts.',
  SHIFT_NOT_ON_DATE:
    'This shift does not run on {date}; fetch doctor/shifts for that date and choose one of the shifts.',
  SHIFT_NOT_STARTED: 'This shift has not started; book it at POST /v1/qms-appointments/pre/book.',
  SHIFT_STARTED: 'This shift is running; book it at POST /v1/qms-appointments/immediate/book.',
  SHIFT_ENDED: 'This shift has ended on this date; choose another shift or date.',
  SHIFT_FULL: 'This shift has no tokens left on this date; choose another shift or date.',
  TOO_MANY_VISITS_FROM_NETWORK:
    'This network has reached the limit of upcoming visits booked from web pages; ask the clinic to book.',
  TOO_MANY_VISITS:
    'This contact has reached the limit of upcoming visits booked from web pages; cancel one, or ask the clinic to book.',
  TOO_MANY_PATIENTS:
    'This contact has reached the limit of patients created from web pages; book for one of them by patientId, or ask the clinic to book.',
  STATUS_NOT_ALLOWED: 'A visit that is {from} cannot be set to {to}; allowed statuses: {ways}.',
  VISIT_NOT_MOVABLE: 'A visit that is {status} cannot be rescheduled; book a new one.',
  CHANGE_RESERVED_FOR_CLINIC:
    'A widget session can only confirm a visit that is to come, or cancel one without a refund and without voidBooking; only the clinic can make other changes.',
  CHANGE_NOT_PERMITTED: '{reason}; call the clinic.',
  REFUND_NOT_POSSIBLE:
    'The visit cannot be refunded because {reason}; cancel it with refundIssued false.',
  REFUND_OUTCOME_UNKNOWN:
    'The payment gateway did not say whether it refunded the payment; the service will find out. Check the visit again in a minute.',
  REFUND_IN_PROGRESS:
    'A refund of this visit is in progress; wait a minute, then check the visit again.',
  GATEWAY_NOT_CONFIGURED:
    'This clinic does not accept online payments; if a booking was made, it is kept unpaid and can be paid at the clinic.',
  GATEWAY_NOT_REACHED:
    'The payment gateway did not answer; send the same request again, with the same Idempotency-Key if you sent one.',
  BOOKED_WITHOUT_CHECKOUT:
    'The payment gateway did not answer, but {booked} was made and is kept; it can be paid at the clinic. Do not send the request again: without an Idempotency-Key it would make a second booking.',
  CHECKOUT_IN_PROGRESS:
    'The payment gateway has not answered yet, and the checkout is still being opened; send the same request again in {retryAfterSeconds} seconds, with the same Idempotency-Key.',
  IDEMPOTENCY_KEY_REUSED:
    'This Idempotency-Key was sent with another body; send a new key with each new reservation.',
  RESERVATION_ENDED:
    'The booking made with this Idempotency-Key is no longer held; send a new key to book again.',
  RESERVATION_IN_PROGRESS:
    'The same request is still being processed; send it again in {retryAfterSeconds} seconds, with the same Idempotency-Key.',
  TOO_MANY_RESERVATIONS:
    'This contact has reached the limit of unpaid reservations; pay for one, or wait until one expires.',
  PAYMENT_NOT_FOUND: 'No payment with this reference in this workspace.',
  SESSION_REF_REQUIRED:
    'A token can be identified only by its sessionRef; send the one that reserve-slot returned.',
  FOLLOW_UP_NOT_ELIGIBLE:
    'The patient has no completed visit with this doctor that still qualifies for a follow-up; book without followUp.',
  SEARCH_TOO_BROAD:
    'This search would have to read more than {visits} visits; narrow it, ideally with startDate and endDate, or follow all visits with changedAfter.',
  CODE_NOT_DELIVERED: 'The code could not be delivered; check the destination and try again.',
  CODE_INVALID_OR_EXPIRED: 'The code is invalid or expired; send a new one and try again.',
  CODE_SENT_TO_OTHER_CONTACT:
    'The code was sent to a different destination; verify with the countryCode and phoneNumber, or the email, that it was sent to.',
  ROLE_NOT_FOUND:
    'roleNames contains a role that is not configured; GET /v1/users lists the configured roles.',
  EMAIL_TAKEN: 'Another staff member has this email; send a different one.',
  MRN_TAKEN: 'Another patient has this mrnNumber; leave it out or send a different one.',
  NOT_VERIFIED:
    'Verify the contact of this patient first: send a one-time code and verify it with the same x-end-user-id.',
  DOCTOR_NOT_FOUND: 'No such doctor works at this location.',
  APPOINTMENT_NOT_FOUND: 'No such appointment in this workspace.',
  ADDRESS_NOT_FOUND: 'No such location in this workspace.',
  PATIENT_NOT_FOUND: 'No such patient in this workspace.',
  PROFILE_NOT_FOUND: 'No such published profile in this workspace.',
  TOO_MANY_CODES: 'Too many codes or wrong attempts; try again in {retryAfterSeconds} seconds.',
  BUSY: 'The service is busy or its database is unavailable; nothing was done. Try again in a moment.',
} as const

export type RuleCode = keyof typeof sentences

/** The next operations after refusals of rules. */
const nextByRule: Partial<Record<RuleCode, string>> = {
  APPOINTMENT_NOT_FOUND: 'visit-list',
  SLOT_NOT_OFFERED: 'availability-explain',
  SLOT_NOT_AVAILABLE: 'availability-explain',
  REFUND_OUTCOME_UNKNOWN: 'payments-list',
  REFUND_IN_PROGRESS: 'payments-list',
  PAYMENT_NOT_FOUND: 'payments-list',
  PATIENT_NOT_FOUND: 'patient-find',
}

export type ProblemCode = RuleCode | OperationCode

/** The sentences, for the table of refusals. */
export const problemSentences: Readonly<Record<RuleCode, string>> = sentences

export type Details = Readonly<Record<string, string | number | readonly string[]>>

/** A next operation, with the known part of its input. */
export interface NextOperation {
  operation: string
  input: Readonly<Record<string, unknown>>
}

export type { Mistake } from './mistakes.ts'

/** The names between braces in a text. */
type BracedNames<S> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | BracedNames<Rest>
  : never
type ProblemText<C extends ProblemCode> = C extends RuleCode
  ? (typeof sentences)[C]
  : C extends OperationCode
    ? (typeof operationProblems)[C][0 | 1] | NextInput<(typeof operationProblems)[C]>
    : never
type NextInput<Row> = Row extends readonly [string, string, string, infer Input]
  ? Input[keyof Input]
  : never
type DetailName<C extends ProblemCode> = Exclude<BracedNames<ProblemText<C>>, 'it'>

interface ProblemExtras {
  /** Instead of the usual next operation. */
  next?: NextOperation | undefined
  mistakes?: readonly Mistake[]
  /** The error behind it; for tests and logs, and never shown to a caller. */
  cause?: unknown
}

/** Why a request was refused. Nothing was written. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: Details
  readonly next: NextOperation | undefined
  readonly mistakes: readonly Mistake[]

  constructor(
    code: ProblemCode,
    details: Details,
    { next = defaultNext(code, details), mistakes = [], cause }: ProblemExtras = {},
  ) {
    super(code, { cause })
    this.code = code
    this.details = details
    this.next = next
    this.mistakes = limitMistakes(mistakes, (mistake) => mistake)
  }

  /** What is wrong, for people; for a rule, also what to do. */
  get sentence(): string {
    const sentence: string | undefined = isOperationCode(this.code)
      ? operationProblems[this.code][0]
      : sentences[this.code]
    // A service of another version may use codes that this process does not know.
    return fillTemplate(sentence ?? this.code, this.details)
  }
}

/** Makes a problem, with the details for the braces in its texts. */
export function problem<C extends ProblemCode>(
  code: C,
  ...[details, extras]: [DetailName<C>] extends [never]
    ? [details?: Details, beside?: ProblemExtras]
    : [details: Record<DetailName<C>, Details[string]>, beside?: ProblemExtras]
): Problem {
  return new Problem(code, details ?? {}, extras)
}

/** An unusable value, by its field: `mode is required`. */
export function invalid(sentence: string): Problem {
  return problem('VALIDATION_ERROR', { problem: sentence })
}

/** A text with its details filled in. */
export function fillTemplate(text: string, details: Details): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => [details[name] ?? ''].flat().join(', '))
}

function defaultNext(code: ProblemCode, details: Details): NextOperation | undefined {
  const [, , operation, input = {}]: ProblemRow = isOperationCode(code)
    ? operationProblems[code]
    : ['', '', nextByRule[code]]
  if (!operation) return undefined
  // `'{id}'` is replaced by the detail itself, keeping its type.
  const fillValue = (value: unknown) =>
    typeof value === 'string' && value.startsWith('{') ? details[value.slice(1, -1)] : value
  return {
    operation,
    input: Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, fillValue(value)]),
    ),
  }
}
