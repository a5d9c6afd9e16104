// Everything that can be refused, whether a call over HTTP, an operator's command or a job asks for
// it. A problem is a code with details, and perhaps the next operation. Each room declares its own,
// one row for each, in its `problems.ts`; `doors/register/all-problems.ts` has all of them. How a
// problem is rendered is decided where it leaves the service: a body in `base/contract/errors.ts`,
// a command in `doors/cli/words/refusals.ts`.

import { limitMistakes, type Mistake } from './mistakes.ts'

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

/** A refusal that the API documents. In its texts, `{name}` is replaced by a detail. */
export interface ApiProblemRow {
  status: number
  /** `service` unless named. */
  shape?: Shape
  retryAfterSeconds?: number
  /** What is wrong and what to do, for the person who reads the answer. */
  sentence: string
  /** What its cause usually is, for the developer who reads docs/errors.md. */
  advice: string
  /** The operation with which staff investigate further. */
  next?: string
}

/**
 * A refusal of operations alone, worded without a command or an option. In its texts, `{name}` is
 * replaced by a detail.
 */
export interface OperationProblemRow {
  /** What is wrong. */
  sentence: string
  /** What to do about it, with `{it}` for the next operation. */
  toDo: string
  next?: string
  /** The known input of the next operation; `'{id}'` is replaced by that detail. */
  input?: Readonly<Record<string, unknown>>
}

export type ProblemRow = ApiProblemRow | OperationProblemRow
export type ProblemTable = Readonly<Record<string, ProblemRow>>

/** Problems that every room may have. */
export const baseProblems = {
  VALIDATION_ERROR: {
    status: 400,
    sentence: '{problem}.',
    advice: 'Correct the field that the message names, then send the request again.',
  },
  NOT_VERIFIED: {
    status: 403,
    shape: 'verification',
    sentence:
      'Verify the contact of this patient first: send a one-time code and verify it with the same x-end-user-id.',
    advice:
      'Also returned if the verified contact differs from the one in the request. A verification is valid for 30 minutes.',
  },
  BUSY: {
    status: 503,
    shape: 'failed',
    retryAfterSeconds: 1,
    sentence:
      'The service is busy or its database is unavailable; nothing was done. Try again in a moment.',
    advice: 'Wait as many seconds as `Retry-After` says, then try again.',
  },
} as const satisfies ProblemTable

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
type DetailName<Row extends ProblemRow> = Exclude<BracedNames<RowText<Row>>, 'it'>
type RowText<Row> =
  | (Row extends { sentence: infer Sentence } ? Sentence : never)
  | (Row extends { toDo: infer ToDo } ? ToDo : never)
  | (Row extends { input: infer Input } ? Input[keyof Input] : never)

interface ProblemExtras {
  /** Instead of the usual next operation. */
  next?: NextOperation | undefined
  mistakes?: readonly Mistake[]
  /** The error behind it; for tests and logs, and never shown to a caller. */
  cause?: unknown
}

/** Why a request was refused. Nothing was written. */
export class Problem extends Error {
  readonly code: string
  readonly row: ProblemRow
  readonly details: Details
  readonly next: NextOperation | undefined
  readonly mistakes: readonly Mistake[]

  constructor(
    code: string,
    row: ProblemRow,
    details: Details,
    { next = nextOperation(row, details), mistakes = [], cause }: ProblemExtras = {},
  ) {
    super(code, { cause })
    this.code = code
    this.row = row
    this.details = details
    this.next = next
    this.mistakes = limitMistakes(mistakes, (mistake) => mistake)
  }

  /** What is wrong, for people; where the API documents it, also what to do. */
  get sentence(): string {
    return fillTemplate(this.row.sentence, this.details)
  }
}

/**
 * Makes the problems of a table, and those of every room; the compiler asks for the details in the
 * braces of their texts.
 */
export function makeProblems<Table extends ProblemTable>(table: Table) {
  type Rows = Table & typeof baseProblems
  const rows: ProblemTable = { ...baseProblems, ...table }
  return <Code extends keyof Rows & string>(
    code: Code,
    ...[details, extras]: [DetailName<Rows[Code]>] extends [never]
      ? [details?: Details, extras?: ProblemExtras]
      : [details: Record<DetailName<Rows[Code]>, Details[string]>, extras?: ProblemExtras]
  ): Problem => new Problem(code, rows[code] as ProblemRow, details ?? {}, extras)
}

const problem = makeProblems({})

/** An unusable value, by its field: `mode is required`. */
export function invalid(sentence: string): Problem {
  return problem('VALIDATION_ERROR', { problem: sentence })
}

/** A text with its details filled in. */
export function fillTemplate(text: string, details: Details): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => [details[name] ?? ''].flat().join(', '))
}

function nextOperation(row: ProblemRow, details: Details): NextOperation | undefined {
  if (!row.next) return undefined
  const fillValue = (value: unknown) =>
    typeof value === 'string' && value.startsWith('{') ? details[value.slice(1, -1)] : value
  const input = 'input' in row ? (row.input ?? {}) : {}
  return {
    operation: row.next,
    input: Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, fillValue(value)]),
    ),
  }
}
