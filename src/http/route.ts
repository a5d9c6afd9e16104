import type { Static, TObject, TSchema } from 'typebox'
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

/** Who is calling, as far as the gates have found out. */
export interface Caller {
  workspaceId: number
  keyId: number
}

/** What may be decided from headers, address and route alone; the gates read it before any body. */
export interface Policy {
  /** An API-key-only route carries the entitlement it needs. */
  feature?: Feature
  /** How an unusable body is refused: with fieldErrors on the pre-validated routes, else as a service 400. */
  unusableBody?: 'fieldErrors' | 'service'
}

export interface RouteRequest<Query extends TObject, Body extends TObject, Path extends TObject> {
  caller: Caller
  address: IpAddress
  query: Static<Query>
  body: Static<Body>
  path: Static<Path>
}

export interface Answer {
  status: number
  body: unknown
}

/** One endpoint: who may call, what comes in, what goes out, what happens. */
export interface Route<Query extends TObject = TObject, Body extends TObject = TObject, Path extends TObject = TObject> {
  method: 'GET' | 'POST' | 'PATCH'
  /** With `:name` for path parameters. */
  path: string
  /** One sentence for the API reference. */
  summary: string
  policy: Policy
  query?: Query
  body?: Body
  pathParameters?: Path
  /** Refusals of the route's own rules; those of gates and inputs follow from the rest. */
  refusals: readonly RefusalCode[]
  /** Success answers by status; nothing undeclared leaves. */
  replies: Record<number, TSchema>
  handle(request: RouteRequest<Query, Body, Path>): Promise<Answer>
}

/** Keeps the types of one route together while the register holds them all. */
export function route<Query extends TObject, Body extends TObject, Path extends TObject>(definition: Route<Query, Body, Path>): Route {
  return definition as unknown as Route
}
