// The only module that uses HTTP. An operation is called by its name; its types are imported from
// the service, as types only.

import type { RefusedCode } from '../../../src/doors/dashboard/requests.ts'
import type { OperationTypes } from '../../../src/doors/register/register.ts'

export type Operations = OperationTypes
export type OperationName = keyof Operations & string
export type Input<Name extends OperationName> = Operations[Name]['input']
export type Output<Name extends OperationName> = Operations[Name]['output']

/** The service's codes, and those for what the browser itself refuses. */
export type RefusalCode =
  | RefusedCode
  | 'NO_CONNECTION'
  | 'PASSKEY_ALREADY_REGISTERED'
  | 'PASSKEY_CANCELLED'

interface RefusalBody {
  code: RefusalCode
  details?: Readonly<Record<string, unknown>>
  message: string
  requestId?: string
  mistakes?: readonly { path: string; reason: string }[]
}

/**
 * Why something was refused: a code for the catalogue of words, and a text for the operator of the
 * service.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** What is wrong with the input, by path. */
  readonly mistakes: readonly { path: string; reason: string }[]

  constructor({ code, details = {}, message, requestId = '', mistakes = [] }: RefusalBody) {
    super(message)
    this.code = code
    this.details = details
    this.requestId = requestId
    this.mistakes = mistakes
  }
}

/** Whether the cause may be temporary. */
export const isTemporary = ({ code }: Refusal) => code === 'NO_CONNECTION' || code === 'BUSY'

/**
 * Called with `ended` or `proof` when the page has to ask the member to sign in again while it
 * keeps its content; with `renewed` when another session has begun on the page.
 */
export const signInEvents = new EventTarget()

const basePath = '/dashboard/api'
const retryWaitsMs = [400, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]

/** Sends a request; throws a Refusal, with the code NO_CONNECTION if no answer came. */
export async function send<Answer>(
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const options: RequestInit =
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        }
  let response: Response
  try {
    response = await fetch(`${basePath}/${path}`, options)
  } catch {
    throw new Refusal({ code: 'NO_CONNECTION', message: 'The service does not answer.' })
  }
  const answer = await response.json().catch(() => undefined)
  if (response.ok) return answer as Answer
  if (response.status === 401) signInEvents.dispatchEvent(new Event('ended'))
  if (answer?.code === 'REAUTHENTICATION_REQUIRED') signInEvents.dispatchEvent(new Event('proof'))
  throw new Refusal(
    answer?.code
      ? answer
      : {
          code: response.status >= 500 ? 'BUSY' : 'NOT_POSSIBLE',
          message: answer?.message ?? response.statusText,
        },
  )
}

/**
 * Runs an operation in a workspace. A change has a key, so that it is made only once even if it is
 * sent again: if no answer comes, it is resent automatically for half a minute.
 */
export async function callOperation<Name extends OperationName>(
  workspace: string,
  name: Name,
  input: Input<Name>,
  repeatKey?: string,
): Promise<Output<Name>> {
  const headers = { 'x-workspace': workspace, ...(repeatKey && { 'idempotency-key': repeatKey }) }
  for (const wait of repeatKey ? retryWaitsMs : []) {
    try {
      return await send<Output<Name>>(`operations/${name}`, input, headers)
    } catch (error) {
      if (!(error instanceof Refusal) || !isTemporary(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return send<Output<Name>>(`operations/${name}`, input, headers)
}
