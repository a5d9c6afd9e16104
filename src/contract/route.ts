import type { Static, TObject, TSchema } from 'typebox'
import type { CalendarDate } from '../values/calendar-date.ts'
import type { IpAddress } from '../values/ip-address.ts'
import type { RefusalCode } from './errors.ts'

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
  Catalogue: 'What the clinic is: locations, practitioners, fees, profiles, staff and medicines.',
  Patients: 'Who is treated.',
  Availability: 'What can be booked.',
  Booking: 'Making a visit, and changing it.',
  Queue: 'Shifts in which people are seen in the order of their tokens.',
  Payments: 'Holding a visit or a session pack until it is paid online, and learning what became of the payment.',
  Verification: 'Proving by a one-time code that a phone or an e-mail address is the patient’s.',
  Sessions: 'Letting a browser call, without a developer key.',
} as const

/** The per-endpoint rate limits there are, by what a route does (RATE-07, RATE-08, RATE-09). */
export const rateClasses = ['read', 'write', 'sensitive'] as const
export type RateClass = (typeof rateClasses)[number]

/** Which of the per-endpoint limits a route counts against. */
export function rateClassOf({ method, policy }: { method: string; policy: Policy }): RateClass {
  if (policy.sensitive) return 'sensitive'
  return method === 'GET' ? 'read' : 'write'
}

/** Who is calling, as far as the gates have found out. */
export interface Caller {
  workspaceId: number
  /** The developer key, or the widget key of the session. */
  keyId: number
  kind: 'key' | 'session'
  /** Which session it is, where one calls. */
  sessionId?: number
  /** Where the request came from, and what it is called. */
  address: IpAddress
  requestId: string
  /** Origins of the pages a session is used from. */
  origins?: readonly string[]
  /** Who does what the request asks for: where the policy asks for it, or a key names an active member all the same (ACT-04). */
  actingUserId?: number
  /** Keyed hash of the end user's id; only where the policy asks. */
  endUser?: Buffer
  /** Keyed hash of the contact this end user has verified: what the request is about must be of it. */
  verifiedContact?: Buffer
  /** Keyed hash of what bounds count that contact as: all addresses of a mailbox have one. */
  countedContact?: Buffer
}

/** What may be decided from headers, address and route alone; the gates read it before any body. */
export interface Policy {
  /** The entitlement it needs. A route that needs one is for developer keys alone (ENT-11). */
  feature?: Feature
  /** Counted against the smallest of the per-endpoint limits (RATE-09). */
  sensitive?: true
  /** For servers alone, without an entitlement. */
  keyOnly?: true
  /** A widget key in `x-api-key` opens a session here, and nothing else does. */
  opensSessions?: true
  /** Served however late the process is: money has moved, and somebody waits to hear of it. */
  evenWhenLate?: true
  /** The header Idempotency-Key makes it safe to send again. */
  idempotent?: true
  /** The write names the member of staff who does it, in `x-acting-user-id`. */
  actingUser?: true
  /**
   * `x-end-user-id`: named, or also verified by a one-time code in the last half hour; of every caller, or of
   * widget sessions alone (OTP-44, OTP-45). `noticed for sessions` refuses no caller: a verified session is
   * shown more.
   */
  endUser?: 'named' | 'verified' | 'verified for sessions' | 'noticed for sessions'
  /** How an unusable body is refused: with fieldErrors on the pre-validated routes, as the one-time codes refuse, else as a service 400. */
  unusableBody?: 'fieldErrors' | 'success' | 'service'
}

/** Whether a browser's session may call: not what needs an entitlement (ENT-11), nor what staff do. */
export function admitsSessions({ feature, keyOnly, actingUser, opensSessions }: Policy): boolean {
  return feature === undefined && !keyOnly && !actingUser && !opensSessions
}

export interface RouteRequest<Query extends TObject, Body extends TObject, Path extends TObject> {
  caller: Caller
  address: IpAddress
  /** The zone a trusted proxy says the viewer is in; unchecked. */
  viewerTimezone: string | undefined
  /** Checked; undefined without one, and where the policy does not ask for it. */
  idempotencyKey: string | undefined
  query: Static<Query>
  body: Static<Body>
  path: Static<Path>
}

/** Success answers by status. */
export type Replies = Record<number, TSchema>

export type Unchanging<T> = T extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : T extends object
    ? { readonly [name in keyof T]: Unchanging<T[name]> }
    : T

/** An answer that the replies declare. */
export type AnswerOf<R extends Replies> = { [S in keyof R]: { status: S; body: Unchanging<Static<R[S] & TSchema>> } }[keyof R]

export interface Deprecation {
  /** Since when, and from when on it may be gone. */
  since: CalendarDate
  until: CalendarDate
  /** The address of what to call instead. */
  guide: string
}

/** One endpoint: who may call, what comes in, what goes out, what happens. */
export interface Route<Query extends TObject = TObject, Body extends TObject = TObject, Path extends TObject = TObject, R extends Replies = Replies> {
  method: 'GET' | 'POST' | 'PATCH'
  /** With `:name` for path parameters. */
  path: string
  /** What the operation is called in the API reference and in generated clients: a verb and its object. */
  name: string
  /** The chapter of the API reference it stands in. */
  area: keyof typeof areas
  /** A few words for lists of operations: a verb and its object. */
  title: string
  /** One sentence for the API reference. */
  summary: string
  policy: Policy
  /** That it will end, said by every answer of success and in the API reference (docs/versions.md). */
  deprecated?: Deprecation
  /** Though it is no GET, it does nothing twice when it is sent again. */
  repeatable?: true
  query?: Query
  body?: Body
  /** No body at all counts as an empty object. */
  bodyMayBeAbsent?: true
  /** Members of the body of which one has to be sent; null and the empty string are not. Looked at before anything else of it (ERR-06, ERR-07). */
  needsOneOf?: readonly string[]
  /** A whole body that makes sense; examples of single members do not add up to one. */
  exampleBody?: Static<Body>
  pathParameters?: Path
  /** Whose answers other than success reach the caller unchanged (ERR-15), in words for the API reference. */
  passesOn?: string
  /** Refusals of the route's own rules; those of gates and inputs follow from the rest. */
  refusals: readonly RefusalCode[]
  /** Nothing undeclared leaves: the compiler holds the handler to it, the serialiser drops the rest. */
  replies: R
  handle(request: RouteRequest<Query, Body, Path>): Promise<AnswerOf<R>>
}

/** Keeps the types of one route together while the register holds them all. */
export function route<Query extends TObject, Body extends TObject, Path extends TObject, const R extends Replies>(
  definition: Route<Query, Body, Path, R>,
): Route {
  return definition as unknown as Route
}
