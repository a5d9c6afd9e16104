import type { Static, TObject, TSchema } from 'typebox'
import type { CalendarDate } from '../values/calendar-date.ts'
import type { IpAddress } from '../values/ip-address.ts'

/** The entitlements a workspace can hold (ENT). */
export const features = [
  'devapi_catalog_addresses',
  'devapi_catalog_doctors',
  'devapi_catalog_practitioner_shifts',
  'devapi_medicines_search',
  'devapi_appointments_schedule_slots',
  'devapi_appointments_search',
  'devapi_qms_visits',
  'devapi_qms_day_visits',
  'devapi_patients_upsert',
] as const
export type Feature = (typeof features)[number]

/** Chapters of the API reference. */
export const areas = {
  Catalogue: 'The clinic: locations, practitioners, fees, profiles, staff and medicines.',
  Patients: 'Who is treated.',
  Availability: 'What can be booked.',
  Booking: 'Booking and changing visits.',
  Queue: 'Shifts in which people are seen in the order of their tokens.',
  Payments: 'Holding a visit or a session pack until it is paid online, and checking the payment.',
  Verification: 'Verifying a patient’s phone number or e-mail address with a one-time code.',
  Sessions: 'Calling the API from a browser, without a developer key.',
} as const

/** The per-endpoint rate limits, by what a route does (RATE-07, RATE-08, RATE-09). */
export const rateClasses = ['read', 'write', 'sensitive'] as const
export type RateClass = (typeof rateClasses)[number]

/** The per-endpoint limit that a route counts against. */
export function routeRateClass({ method, policy }: { method: string; policy: Policy }): RateClass {
  if (policy.sensitive) return 'sensitive'
  return method === 'GET' ? 'read' : 'write'
}

/** The caller, as far as the gates have identified them. */
export interface Caller {
  workspaceId: number
  /** The developer key, or the widget key of the session. */
  keyId: number
  kind: 'key' | 'session'
  /** Whether the key books for patients, so that the rules for patients bind it. */
  booksForPatients?: boolean
  /** The session, if the caller is one. */
  sessionId?: number
  /** Where the request came from, and its id. */
  address: IpAddress
  requestId: string
  /** The origins of pages that may use the session. */
  origins?: readonly string[]
  /**
   * The member on whose behalf the request is made: if the policy requires one, or a key names an
   * active member anyway (ACT-04).
   */
  actingUserId?: number
  /** Keyed hash of the end user's id; only if the policy requires it. */
  endUser?: Buffer
  /**
   * Keyed hash of the contact that this end user has verified: the request may only concern
   * patients of that contact.
   */
  verifiedContact?: Buffer
  /** Keyed hash by which limits count that contact: all addresses of a mailbox share one. */
  countedContact?: Buffer
}

/**
 * Rules that depend only on headers, address and route; the gates apply them before they read a
 * body.
 */
export interface Policy {
  /** The required entitlement. A route with one is only for developer keys (ENT-11). */
  feature?: Feature
  /** Counts against the smallest per-endpoint limit (RATE-09). */
  sensitive?: true
  /** Whether only servers may call the route, although it needs no entitlement. */
  keyOnly?: true
  /**
   * Whether the route opens a session, for which it accepts only a widget key in `x-api-key`
   * (A-016).
   */
  opensSessions?: true
  /**
   * Served even when the process is overloaded: a payment has been made, and the caller waits for
   * the result.
   */
  evenWhenLate?: true
  /** Whether the route can be retried safely with the Idempotency-Key header. */
  idempotent?: true
  /** The write names the member of staff on whose behalf it is made, in `x-acting-user-id`. */
  actingUser?: true
  /**
   * `x-end-user-id`: named, or also verified by a one-time code in the last half hour; for every
   * caller, or only for widget sessions (OTP-44, OTP-45). `noticed for sessions` refuses no caller:
   * a verified session sees more.
   */
  endUser?: 'named' | 'verified' | 'verified for sessions' | 'noticed for sessions'
  /**
   * How an unusable body is refused: with fieldErrors on the pre-validated routes, in the shape of
   * the one-time codes, otherwise as a service 400.
   */
  unusableBody?: 'fieldErrors' | 'success' | 'service'
}

/**
 * Whether a browser's session may call a route: not a route that needs an entitlement (ENT-11), or
 * that is for staff.
 */
export function admitsSessions({ feature, keyOnly, actingUser, opensSessions }: Policy): boolean {
  return feature === undefined && !keyOnly && !actingUser && !opensSessions
}

export interface RouteRequest<Query extends TObject, Body extends TObject, Path extends TObject> {
  caller: Caller
  address: IpAddress
  /** The viewer's timezone from a trusted proxy; not validated. */
  viewerTimezone: string | undefined
  /** Validated; undefined if it was not sent or the policy does not use it. */
  idempotencyKey: string | undefined
  query: Static<Query>
  body: Static<Body>
  path: Static<Path>
}

/** Successful answers by status. */
export type Replies = Record<number, TSchema>

export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [name in keyof T]: DeepReadonly<T[name]> }
    : T

/** An answer that the replies declare. */
export type RouteAnswer<R extends Replies> = {
  [S in keyof R]: { status: S; body: DeepReadonly<Static<R[S] & TSchema>> }
}[keyof R]

export interface Deprecation {
  /** The date of the deprecation, and the date from which it may be removed. */
  since: CalendarDate
  until: CalendarDate
  /** The address of the page about its replacement. */
  guide: string
}

/** One endpoint: who may call it, its input, its output, and its code. */
export interface Route<
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Path extends TObject = TObject,
  R extends Replies = Replies,
> {
  method: 'GET' | 'POST' | 'PATCH'
  /** The path, with `:name` for its parameters. */
  path: string
  /**
   * The name of the operation in the API reference and in generated clients: a verb and its object.
   */
  name: string
  /** The chapter of the route in the API reference. */
  area: keyof typeof areas
  /** A few words for lists of operations: a verb and its object. */
  title: string
  /** One sentence for the API reference. */
  summary: string
  policy: Policy
  /**
   * Announces its removal, in every successful response and in the API reference
   * (docs/versions.md).
   */
  deprecated?: Deprecation
  /** Whether sending the request again has no further effect, although it is not a GET. */
  repeatable?: true
  query?: Query
  body?: Body
  /** A missing body counts as an empty object. */
  bodyMayBeAbsent?: true
  /**
   * Members of the body, one of which must be sent; null and the empty string do not count. Checked
   * before anything else in the body (ERR-06, ERR-07).
   */
  needsOneOf?: readonly string[]
  /** A whole, meaningful body; examples of single members do not combine into one. */
  exampleBody?: Static<Body>
  pathParameters?: Path
  /**
   * The external service whose unsuccessful answers are passed through unchanged (ERR-15), in words
   * for the API reference.
   */
  passesOn?: string
  /** Refusals of the route's own rules; those of gates and inputs are derived. */
  refusals: readonly string[]
  /**
   * The replies by status. Only declared members are returned: the compiler checks the handler, and
   * the serialiser drops the rest.
   */
  replies: R
  handle(request: RouteRequest<Query, Body, Path>): Promise<RouteAnswer<R>>
}

/** Infers the types of one route, which the register of all routes cannot express. */
export function route<
  Query extends TObject,
  Body extends TObject,
  Path extends TObject,
  const R extends Replies,
>(definition: Route<Query, Body, Path, R>): Route {
  return definition as unknown as Route
}
