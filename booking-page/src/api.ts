// Calls of the API in a browser's session, which use documented routes only (PAGE-01).

import type { components } from '../../client/src/generated.ts'
import type { Fault } from './advice.ts'

type Schemas = components['schemas']
export type Workspace = Schemas['Workspace']
export type Location = Schemas['LocationWithPractitioners']
export type Practitioner = Schemas['Practitioner']
export type VisitType = Schemas['VisitType']
export type Staff = Schemas['StaffPage']
export type Slots = Schemas['AvailableSlots']
export type Slot = Schemas['Slot']
export type Shifts = Schemas['DoctorShifts']
export type Shift = Schemas['QueueShift']
export type Patient = Schemas['Patient']
export type VerificationResult = Schemas['ContactVerifiedWithPatients']
export type CodeSent = Schemas['CodeSent']
export type ReservationResult = Schemas['Reserved']
export type PaymentOutcome = Schemas['PaymentOutcome']
export type Appointment = Schemas['Appointment']
export type Profile = Schemas['WholePublicProfile']
type Session = Schemas['Session']

/** A refusal by the API. */
export class RefusalError extends Error {
  readonly status: number
  /**
   * The service's own code; undefined for a gateway's answer, and for refusals whose format has no
   * code.
   */
  readonly code: string | undefined
  /** Whether a gateway answered: the booking that was made before is still active. */
  readonly isFromGateway: boolean
  constructor(status: number, answer: Record<string, unknown>) {
    super(typeof answer.message === 'string' ? answer.message.replace(/^[A-Z_]+: /, '') : '')
    this.status = status
    this.code = refusalCode(status, answer)
    const isFromService =
      this.code !== undefined ||
      answer.status === 'failed' ||
      answer.success === false ||
      status === 401 ||
      status === 403
    this.isFromGateway = this.code?.startsWith('GATEWAY_') || !isFromService
  }

  /** Whether the call certainly changed nothing. */
  get isCertain(): boolean {
    return this.status < 500 && !this.isFromGateway && this.code !== 'TOO_MANY_REQUESTS'
  }
}

function refusalCode(status: number, answer: Record<string, unknown>): string | undefined {
  if (answer.requiresVerification) return 'NOT_VERIFIED'
  if (status === 429) return 'TOO_MANY_REQUESTS'
  return answer.status === 'failed' && typeof answer.error === 'string' ? answer.error : undefined
}

/** No answer came, so it is unknown whether the service carried out the call. */
export class NoResponseError extends Error {}

/**
 * The page that contains the element is misconfigured: no one can book on it until its developer
 * has fixed it.
 */
export class PageSetupError extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.about)
    this.fault = fault
  }
}

export interface Call {
  query?: Record<string, string | number | boolean | undefined>
  body?: object
  /** `Idempotency-Key`. */
  key?: string
  /** Whether the call may be resent when no answer came; reads always may. */
  isRepeatable?: boolean
}

/** The part of a session that is kept across a reload. */
export interface SessionIdentity {
  token?: string | undefined
  /**
   * How far the service's clock is ahead of the browser's, in milliseconds; 0 unless the date
   * differs, as in a sandbox whose clock was moved.
   */
  clockOffsetMs?: number
  endUserId: string
}

const triesMax = 4
const dayMs = 86_400_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export class Service {
  readonly baseUrl: string
  readonly #widgetKey: string
  readonly #identity: SessionIdentity
  readonly #saveIdentity: () => void
  #opening: Promise<void> | undefined

  /** `identity` changes as sessions open and end, and `saveIdentity` stores it. */
  constructor(
    baseUrl: string,
    widgetKey: string,
    identity: SessionIdentity,
    saveIdentity: () => void,
  ) {
    this.baseUrl = baseUrl
    this.#widgetKey = widgetKey
    this.#identity = identity
    this.#saveIdentity = saveIdentity
  }

  /** The id of the visitor, which all tabs of the browser share. */
  get visitor(): string {
    return this.#identity.endUserId
  }

  /** Forgets the session; from now on, the calls are those of another visitor. */
  forget(visitor: string): void {
    this.#identity.token = undefined
    this.#identity.endUserId = visitor
    this.#saveIdentity()
  }

  now(): number {
    return Date.now() + (this.#identity.clockOffsetMs ?? 0)
  }

  get = <Answer>(path: string, query?: Call['query']): Promise<Answer> =>
    this.send<Answer>('GET', path, { ...(query && { query }), isRepeatable: true })

  /** Sends a call, opening a session if needed; throws `RefusalError` or `NoResponseError`. */
  async send<Answer>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    call: Call = {},
  ): Promise<Answer> {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(call.query ?? {}))
      if (value !== undefined) query.set(name, String(value))
    const url = `${this.baseUrl}${path}${String(query) && `?${query}`}`
    for (let attempt = 1; ; attempt++) {
      // Opening has its own retries.
      if (!this.#identity.token) await this.#openOnce()
      try {
        const token = this.#identity.token
        const headers: Record<string, string> = {
          authorization: `Bearer ${token}`,
          'x-end-user-id': this.#identity.endUserId,
        }
        if (call.key) headers['idempotency-key'] = call.key
        if (call.body) headers['content-type'] = 'application/json'
        return await this.#fetch<Answer>(url, {
          method,
          headers,
          ...(call.body && { body: JSON.stringify(call.body) }),
        })
      } catch (error) {
        const isLast = attempt >= triesMax
        if (error instanceof RefusalError && error.status === 401 && !isLast)
          this.#identity.token = undefined
        else if (
          isLast ||
          !call.isRepeatable ||
          (error instanceof RefusalError && ![429, 503].includes(error.status))
        )
          throw error
        else
          await pause(
            error instanceof RetryLaterError ? Math.min(error.afterMs, 5_000) : 300 * 2 ** attempt,
          )
      }
    }
  }

  #openOnce(): Promise<void> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Opening a session has no side effect that matters, so it is retried when no answer came. */
  async #open(): Promise<void> {
    if (!this.#widgetKey) throw new PageSetupError({ about: 'key missing' })
    for (let attempt = 1; ; attempt++) {
      try {
        const session = await this.#fetch<Session>(`${this.baseUrl}/v1/widget/session`, {
          method: 'POST',
          headers: { 'x-api-key': this.#widgetKey },
        })
        // A session lasts about an hour: if it seems to end on another day, one of the two clocks
        // is wrong.
        const offset = Date.parse(session.expiresAt) - Date.now()
        this.#identity.token = session.token
        this.#identity.clockOffsetMs = Math.abs(offset) > 1.5 * dayMs ? offset - 3_600_000 : 0
        this.#saveIdentity()
        return
      } catch (error) {
        if (error instanceof RefusalError && error.status === 401)
          throw new PageSetupError({ about: 'key unknown' })
        if (error instanceof RefusalError && error.status === 403)
          throw new PageSetupError({ about: 'origin' })
        if (error instanceof NoResponseError && attempt > 1 && (await this.#isReachableByAnyone()))
          throw new PageSetupError({ about: 'origin' })
        if (
          attempt >= triesMax ||
          (error instanceof RefusalError && ![429, 503].includes(error.status))
        )
          throw error
        await pause(300 * 2 ** attempt)
      }
    }
  }

  /**
   * Whether the service can be reached. From a page whose origin no key lists, a browser hides the
   * answers of the API (GEN-23), but any page may read the script. This is checked after two lost
   * answers, because a single one may be due to the network.
   */
  async #isReachableByAnyone(): Promise<boolean> {
    try {
      await fetch(`${this.baseUrl}/booking.js`, {
        method: 'HEAD',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      })
      return true
    } catch {
      return false
    }
  }

  async #fetch<Answer>(url: string, options: RequestInit): Promise<Answer> {
    let response: Response
    let answer: Record<string, unknown>
    try {
      response = await fetch(url, {
        ...options,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      })
      answer = await response.json()
    } catch {
      throw new NoResponseError()
    }
    if (response.ok) return answer as Answer
    const retryAfterSeconds = Number(response.headers.get('retry-after'))
    throw retryAfterSeconds > 0
      ? new RetryLaterError(response.status, answer, retryAfterSeconds * 1_000)
      : new RefusalError(response.status, answer)
  }
}

class RetryLaterError extends RefusalError {
  readonly afterMs: number
  constructor(status: number, answer: Record<string, unknown>, afterMs: number) {
    super(status, answer)
    this.afterMs = afterMs
  }
}
