import type { Queries } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { Mode } from '../../base/values/modes.ts'

/** The subject of a notice or link: one of the four. */
export interface NoticeSubject {
  appointmentId: number | null
  visitId: number | null
  offerId: number | null
  /** A session pack that was sold on its own. */
  patientPackId: number | null
}

/** The subject of a notice or link, by the one of its ids that is not null. */
export const toNoticeSubject = (ids: Partial<NoticeSubject>): NoticeSubject => ({
  appointmentId: null,
  visitId: null,
  offerId: null,
  patientPackId: null,
  ...ids,
})

/** A visit as seen by notices, in its state when it is read. */
export interface NoticeVisit {
  subject: NoticeSubject
  bookingReference: string
  /** Whether the patient is expected, or the visit is cancelled; neither after it has begun. */
  state: 'EXPECTED' | 'CANCELLED' | 'OTHER'
  /** Cancelled as if it had never existed (STAT-24). */
  voided: boolean
  /** The visit's last change at the desk can be undone until this time; null if there was none. */
  unsettledUntil: Instant | null
  /** Increases with every change. */
  revision: number
  fromAt: Instant
  toAt: Instant
  timezone: string
  /** Null: the clinic's (BOOK-43). */
  patientTimezone: string | null
  mode: Mode
  videoLink: string | null
  /** Where a visit at home is; null for any other. */
  visitAddress: object | null
  /** The address of the location. */
  location: string
  practitioner: string
  /** The title of the workspace. */
  clinic: string
  /**
   * The minutes by which the practitioner runs late, until the patient has arrived; null: not late.
   */
  minutesLate: number | null
  isErased: boolean
  firstName: string | null
  /** The language in which the patient wants messages; null: that of the clinic. */
  language: string | null
  email: string | null
  phoneNormalised: string | null
  /** The token, if the notice is about one. */
  token: NoticeToken | null
  /** The offered time, if the notice is about one. */
  offer: { heldUntil: Instant } | null
  /** Whether the patient has still to fill in forms before it. */
  hasMissingForms: boolean
  /** The session pack, if the notice is about one. */
  pack: { name: string } | null
  /** The fee less the discount, in minor units of `currency`. */
  priceMinor: number
  currency: string
  /** Whether it is still to be paid. */
  isOwed: boolean
  /**
   * Keyed hash of the address, or IPv6 /56, from which a session booked the visit; null for other
   * visits.
   */
  siteHash: Buffer | null
}

/** What readers return about the patient, and about where the visit was booked. */
export const noticePatientColumns = {
  isErased: 'boolean',
  firstName: 'text?',
  language: 'text?',
  email: 'text?',
  phoneNormalised: 'text?',
  siteHash: 'bytea?',
} as const

/**
 * The SELECT list for these columns, from the patient `p` and the visit with the alias `visit`;
 * null: for visits that no session booked.
 */
export function noticePatientSelectList(visit: string | null): string {
  const siteHash = visit === null ? 'null::bytea' : `${visit}.site_hash`
  return `p.erased_at is not null as "isErased", p.first_name as "firstName", p.language, p.email, p.phone_normalised as "phoneNormalised", ${siteHash} as "siteHash"`
}

export interface NoticeToken {
  /** The token as people see it: `A-12`. */
  display: string
  /** The number of tokens to be called before it. */
  placesBefore: number
  /** The address of the page that shows its place in line. */
  page: string
}

/**
 * Reads a visit and prevents the erasure of its patient's record until the transaction ends;
 * undefined if it does not exist.
 */
export type ReadNoticeVisit = (
  queries: Queries,
  workspaceId: number,
  id: number,
) => Promise<NoticeVisit | undefined>
