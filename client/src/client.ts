// The client: one method for each operation of the API, which sends a request, resends it if that
// is safe, and returns the body or throws one of the errors of errors.ts.

import {
  type Answer,
  ClinicError,
  ConnectionError,
  ServiceError,
  TooManyRequestsError,
  toClinicError,
} from './errors.ts'
import { operations } from './generated.ts'
import { buildRequest, type Operation, type OutgoingRequest } from './request.ts'

// In the generated file, `operations` is both a type (the operations' inputs and answers) and a
// value (how each is sent).
export type OperationName = keyof typeof operations & keyof operations

type NonEmptyPart<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>
type OperationParameters<
  Name extends OperationName,
  Location extends keyof operations[Name]['parameters'],
> = NonEmptyPart<operations[Name]['parameters'][Location]>
type OperationBody<Name extends OperationName> = operations[Name] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : unknown
type InputMembers<Name extends OperationName> = OperationParameters<Name, 'path'> &
  OperationParameters<Name, 'query'> &
  OperationParameters<Name, 'header'> &
  OperationBody<Name>

/** An operation's parameters and body members, in one object. */
export type InputOf<Name extends OperationName> = [keyof InputMembers<Name>] extends [never]
  ? Record<string, never>
  : { [Member in keyof InputMembers<Name>]: InputMembers<Name>[Member] }

/** The body of a success. */
export type OutputOf<Name extends OperationName> = {
  // Ranges such as 4XX are not successes.
  [Status in keyof operations[Name]['responses'] & number]: `${Status}` extends `2${string}`
    ? operations[Name]['responses'][Status] extends { content: { 'application/json': infer Body } }
      ? Body
      : never
    : never
}[keyof operations[Name]['responses'] & number]

type ClientMethod<Name extends OperationName> =
  Record<never, never> extends InputOf<Name>
    ? (input?: InputOf<Name>, options?: CallOptions) => Promise<OutputOf<Name>>
    : (input: InputOf<Name>, options?: CallOptions) => Promise<OutputOf<Name>>

export type Client = { readonly [Name in keyof typeof operations]: ClientMethod<Name> }

/**
 * A server calls with an API key; a page in a browser, with the token of a session. A booking in a
 * session has to name the workspace; given `workspaceId`, which `getWorkspace` returns, the client
 * does that.
 */
export type Credential =
  | { apiKey: string; sessionToken?: never; workspaceId?: never }
  | { sessionToken: string; workspaceId?: number | undefined; apiKey?: never }

export type ClientOptions = Credential & ConnectionOptions

interface ConnectionOptions {
  /** The address of the service, with the path that a proxy puts before `/v1`, if any. */
  baseUrl: string
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /** The time limit of each attempt, up to the last byte of the answer; 30 seconds by default. */
  timeoutMs?: number
  /** How often a call may be resent if that is safe; 3 when omitted. */
  retries?: number
  /** Called before every pause. */
  onRetry?: (retry: Retry) => void
}

export interface CallOptions {
  /** Ends the call at once, even while it waits for its next attempt. */
  signal?: AbortSignal | undefined
  /** Sent as `x-request-id`: up to 64 letters, digits, `_` and `-`. Generated when omitted. */
  requestId?: string | undefined
  /** Sent in addition to the client's own headers, or instead of those with the same name. */
  headers?: Record<string, string>
}

export interface Retry {
  operation: OperationName
  /** 1 for the first retry of the call. */
  retry: number
  pauseMs: number
  /** Why the previous attempt failed. */
  error: ClinicError
}

interface Call {
  url: string
  request: OutgoingRequest
  headers: Headers
  requestId: string
  signal: AbortSignal | undefined
  opensCheckout: boolean
}

const pauseSecondsMax = 60

/** A client of one service with one key. It holds no connection and needs no closing. */
export function createClient({
  baseUrl,
  fetch = globalThis.fetch,
  timeoutMs = 30_000,
  retries = 3,
  onRetry,
  ...credential
}: ClientOptions): Client {
  const isSession = credential.sessionToken !== undefined
  const credentialHeaders =
    credential.sessionToken === undefined
      ? { 'x-api-key': credential.apiKey }
      : { authorization: `Bearer ${credential.sessionToken}` }
  const baseAddress = new URL(baseUrl).href.replace(/\/+$/, '')

  async function perform(
    name: OperationName,
    input: object,
    { signal, requestId = crypto.randomUUID(), ...otherOptions }: CallOptions,
  ): Promise<unknown> {
    const operation: Operation = operations[name]
    const request = buildRequest(
      operation,
      operation.hasWorkspace ? { workspaceId: credential.workspaceId, ...input } : input,
    )
    // If the operation accepts an idempotency key, the service recognizes the call by it.
    const isRepeatable = operation.repeatable || Boolean(request.headers['idempotency-key'])
    const headers = new Headers({
      accept: 'application/json',
      ...credentialHeaders,
      'x-request-id': requestId,
      ...request.headers,
    })
    for (const [header, value] of Object.entries(otherOptions.headers ?? {}))
      headers.set(header, value)
    // The operations that can open a checkout are the ones that accept a key.
    const opensCheckout = operation.headerParameters.includes('idempotency-key')
    const call: Call = {
      url: baseAddress + request.target,
      request,
      headers,
      requestId,
      signal,
      opensCheckout,
    }
    for (let retry = 1; ; retry += 1) {
      const outcome = await attempt(call)
      if (!(outcome instanceof ClinicError)) return outcome.body
      const pauseMs = retry <= retries ? retryPause(retry, outcome, isRepeatable) : undefined
      if (pauseMs === undefined) throw outcome
      onRetry?.({ operation: name, retry, pauseMs, error: outcome })
      await pause(pauseMs, signal)
    }
  }

  async function attempt({
    url,
    request: { method, body },
    headers,
    requestId,
    signal,
    opensCheckout,
  }: Call): Promise<Answer | ClinicError> {
    if (signal?.aborted) return createConnectionError('aborted', signal.reason, false)
    const ending = new AbortController()
    const abort = () => ending.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      ending.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'))
    }, timeoutMs)
    try {
      // A redirect is not followed: that would send the key to another address.
      const response = await fetch(url, {
        method,
        headers,
        body,
        redirect: 'manual',
        signal: ending.signal,
      })
      const answer = parseAnswer(response, await response.text(), requestId)
      return response.ok && answer.isJson
        ? answer
        : toClinicError(answer, { opensCheckout, isSession })
    } catch (cause) {
      if (signal?.aborted) return createConnectionError('aborted', cause, true)
      return timedOut
        ? createConnectionError('timeout', cause, true)
        : createConnectionError('network', cause, !wasNeverSent(cause))
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }

    function createConnectionError(
      reason: ConnectionError['reason'],
      cause: unknown,
      mayHaveHappened: boolean,
    ) {
      const code = systemErrorCode(cause)
      const message = {
        network: `The connection to ${new URL(url).origin} failed${code ? ` (${code})` : ''}.`,
        timeout: `No answer within ${timeoutMs} ms.`,
        aborted: 'The call was aborted.',
      }[reason]
      return new ConnectionError(
        { message, status: undefined, requestId, mayHaveHappened },
        reason,
        cause,
      )
    }
  }

  return Object.fromEntries(
    Object.keys(operations).map((name) => [
      name,
      (input: object = {}, options: CallOptions = {}) =>
        perform(name as OperationName, input, options),
    ]),
  ) as unknown as Client
}

function parseAnswer({ status, headers }: Response, text: string, sentId: string): Answer {
  const requestId = headers.get('x-request-id') ?? sentId
  const answer = {
    status,
    requestId,
    retryAfterSeconds: parseRetryAfter(headers.get('retry-after')),
  }
  try {
    return { ...answer, body: JSON.parse(text), isJson: true }
  } catch {
    return { ...answer, body: text, isJson: false }
  }
}

/** Retry-After is a number of seconds or, from some proxies, a date. */
function parseRetryAfter(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/**
 * The system's code for a failed connection, such as ECONNREFUSED; undefined in browsers, which do
 * not report it.
 */
function systemErrorCode(error: unknown): string | undefined {
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown }
  return code === undefined ? undefined : String(code)
}

/**
 * Whether no connection was made. Browsers do not report that, so there a failed call may always
 * have reached the service.
 */
function wasNeverSent(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    systemErrorCode(error) ?? '',
  )
}

/**
 * How long to wait before resending the call; undefined if resending is not safe, or the wait is
 * too long.
 */
function retryPause(retry: number, error: ClinicError, repeatable: boolean): number | undefined {
  const isRateLimited = error instanceof TooManyRequestsError
  // The service always says how long to wait; a 429 that does not comes from a gateway or a proxy.
  const wasNotExecuted = isRateLimited && error.retryAfterSeconds !== undefined
  const isTemporary =
    isRateLimited ||
    error instanceof ServiceError ||
    (error instanceof ConnectionError && error.reason !== 'aborted')
  if (!wasNotExecuted && !(repeatable && isTemporary)) return undefined
  const seconds = error.retryAfterSeconds ?? Math.min(2 ** (retry - 1), pauseSecondsMax)
  // Never shorter than requested, and with jitter, so that clients do not all retry at the same
  // moment.
  return seconds > pauseSecondsMax ? undefined : seconds * 1000 * (1 + Math.random() / 4)
}

/** Sleeps; ends early, without an error, when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, signal?.aborted ? 0 : ms)
    signal?.addEventListener('abort', finish)
  })
}
