import type { Queries } from '../db/database.ts'
import type { Instant } from '../values/clinic-time.ts'
import type { Mode } from '../values/modes.ts'

/** What notices know of a visit, as it stands when it is read. */
export interface NoticedVisit {
  bookingReference: string
  /** Whether the patient is awaited, or the visit is called off; neither once it has begun. */
  state: 'EXPECTED' | 'CANCELLED' | 'OTHER'
  /** Cancelled as if it had never been (STAT-24). */
  voided: boolean
  /** Grows with every change. */
  revision: number
  fromAt: Instant
  toAt: Instant
  timezone: string
  /** Null: the clinic's (BOOK-43). */
  patientTimezone: string | null
  mode: Mode
  videoLink: string | null
  /** The address of the location. */
  location: string
  practitioner: string
  /** Title of the workspace. */
  clinic: string
  /** By how much its practitioner runs late, as long as the patient is not there yet; null: not at all. */
  minutesLate: number | null
  isErased: boolean
  firstName: string | null
  email: string | null
  phoneNormalised: string | null
  /** Of a token alone. */
  token: NoticedToken | null
  /** Of a time that is offered alone. */
  offer: { heldUntil: Instant; priceMinor: number; currency: string } | null
  /** Keyed hash of where the session was that booked it; null of other visits. */
  siteHash: Buffer | null
}

/** What readers return of the patient, and of where the visit was booked. */
export const noticedPatient = { isErased: 'boolean', firstName: 'text?', email: 'text?', phoneNormalised: 'text?', siteHash: 'bytea?' } as const

/** Their SELECT, of the patient `p` and a visit; null: of what no session booked. */
export function noticedPatientOf(visit: string | null): string {
  const siteHash = visit === null ? 'null::bytea' : `${visit}.site_hash`
  return `p.erased_at is not null as "isErased", p.first_name as "firstName", p.email, p.phone_normalised as "phoneNormalised", ${siteHash} as "siteHash"`
}

export interface NoticedToken {
  visitId: number
  /** As people see it: `A-12`. */
  display: string
  /** How many are to be called before it. */
  placesBefore: number
  /** Address of the page that shows its place in line. */
  page: string
}

/** Reads a visit and keeps its patient's record from being erased until the transaction ends; undefined where there is none. */
export type ReadNoticedVisit = (queries: Queries, workspaceId: number, id: number) => Promise<NoticedVisit | undefined>
