// A visit as shown on its own page: time, place, practitioner and price, without the patient.

import type { Queries } from '../../../base/db/database.ts'
import { narrowType, type RowOf, statement } from '../../../base/db/statement.ts'
import {
  clinicDay,
  dateAt,
  firstInstantAtWallTime,
  type Instant,
} from '../../../base/values/clinic-time.ts'
import type { LegalTexts } from '../../../base/values/legal-texts.ts'
import type { Mode } from '../../../base/values/modes.ts'
import { publicNameSql } from '../../../base/values/public-name.ts'
import { type RoomEntry, tokenRoomEntry, visitRoomEntry } from '../../../base/values/video-times.ts'
import type { AskedForm } from '../../../clinic/forms/visit-forms.ts'
import type { PaymentStatus } from '../../../money/payments/payable.ts'
import type { StoredStatus } from '../../../visits/appointments/appointment-status.ts'
import {
  type OfferState,
  replacementCondition,
} from '../../../visits/appointments/offer-queries.ts'
import type { BookingType } from '../../../visits/booking/booking-members.ts'
import type { VisitStatus } from '../../../visits/queue/visit-status.ts'
import type { BookingPageSettings } from '../settings.ts'

const clinicColumns = {
  timezone: 'text',
  mode: narrowType<Mode>('text'),
  location: 'text',
  practitioner: 'text',
  currency: 'text',
  payableMinor: 'bigint',
  paymentStatus: narrowType<PaymentStatus>('text'),
  arrivedAt: 'timestamptz?',
  workspace: 'text',
  clinic: 'text',
  /** The settings of the booking page; null if the clinic has none. */
  settings: narrowType<BookingPageSettings | null>('jsonb?'),
  /** Privacy notice, imprint and terms; null: none. */
  legal: narrowType<LegalTexts | null>('jsonb?'),
  hasLogo: 'boolean',
  hasBookingPage: 'boolean',
} as const

const clinicSelectList = (alias: string) => `${alias}.mode, l.full_address as location,
    ${publicNameSql('u')} as practitioner, ${alias}.currency,
    ${alias}.charge_minor - ${alias}.discount_minor as "payableMinor", ${alias}.payment_status as "paymentStatus", ${alias}.arrived_at as "arrivedAt",
    w.name as workspace, coalesce(c.name, w.title) as clinic, b.settings, w.legal, coalesce(b.published and b.logo is not null, false) as "hasLogo",
    coalesce(b.published, false) as "hasBookingPage"`

/** SQL for the amount refunded to the patient, and the amount paid at the desk, refunded or not. */
export const movedMoneySql = (
  alias: string,
  id: 'appointment_id' | 'visit_id' | 'patient_pack_id',
) => `(
      select coalesce(sum(amount_minor), 0)::bigint from refunds
      where workspace_id = ${alias}.workspace_id and ${id} = ${alias}.id and state = 'DONE'
    ) as "refundedMinor", (
      select coalesce(sum(case cause when 'PAID' then amount_minor else -amount_minor end), 0)::bigint from desk_payments
      where workspace_id = ${alias}.workspace_id and ${id} = ${alias}.id
    ) as "deskMinor"`

const joins = (alias: string) => `
  join workspaces w on w.id = ${alias}.workspace_id
  join locations l on l.workspace_id = ${alias}.workspace_id and l.id = ${alias}.location_id
  join users u on u.workspace_id = ${alias}.workspace_id and u.id = ${alias}.doctor_id
  join patients p on p.workspace_id = ${alias}.workspace_id and p.id = ${alias}.patient_id and p.erased_at is null
  left join public_profiles c on c.workspace_id = ${alias}.workspace_id and c.user_id is null and c.published
  left join booking_pages b on b.workspace_id = ${alias}.workspace_id`

const visitPageRow = statement(
  'visit_page',
  {
    takes: { workspaceId: 'bigint', appointmentId: 'bigint' },
    returns: {
      id: 'bigint',
      bookingReference: 'text',
      status: narrowType<StoredStatus>('text'),
      voided: 'boolean',
      revision: 'integer',
      fromAt: 'timestamptz',
      toAt: 'timestamptz',
      patientTimezone: 'text?',
      videoLink: 'text?',
      videoRoom: 'text?',
      bookingType: narrowType<BookingType>('text'),
      source: 'text',
      createdAt: 'timestamptz',
      patientConfirmedAt: 'timestamptz?',
      movedByPatient: 'smallint',
      doctorId: 'bigint',
      locationId: 'bigint',
      visitTypeId: 'bigint?',
      refundedMinor: 'bigint',
      deskMinor: 'bigint',
      /** Whether it bought a pack of which other sessions were used. */
      isPackInUse: 'boolean',
      ...clinicColumns,
    },
  },
  `
  select a.id, a.booking_reference as "bookingReference", a.status, a.voided, a.revision, a.from_at as "fromAt", a.to_at as "toAt",
    a.patient_timezone as "patientTimezone", a.video_link as "videoLink", a.video_room as "videoRoom", a.booking_type as "bookingType", a.source, a.created_at as "createdAt", a.patient_confirmed_at as "patientConfirmedAt", a.moved_by_patient as "movedByPatient", a.doctor_id as "doctorId",
    a.location_id as "locationId", a.visit_type_id as "visitTypeId", ${movedMoneySql('a', 'appointment_id')}, a.booking_type = 'PACKAGE_PURCHASE' and exists (
      select from patient_packs k where k.workspace_id = a.workspace_id and k.id = a.patient_package_id and k.sessions_used > 1
    ) as "isPackInUse", a.timezone, ${clinicSelectList('a')}
  from appointments a${joins('a')}
  where a.workspace_id = :workspaceId and a.id = :appointmentId`,
)

const tokenPageRow = statement(
  'token_page',
  {
    takes: { workspaceId: 'bigint', visitId: 'bigint' },
    returns: {
      id: 'bigint',
      tokenLetter: 'text',
      tokenNumber: 'integer',
      publicStatusToken: 'text',
      status: narrowType<VisitStatus>('text'),
      date: 'date',
      fromMinute: 'smallint',
      toMinute: 'smallint',
      videoLink: 'text?',
      videoRoom: 'text?',
      doctorId: 'bigint',
      refundedMinor: 'bigint',
      deskMinor: 'bigint',
      ...clinicColumns,
    },
  },
  `
  select v.id, v.token_letter as "tokenLetter", v.token_number as "tokenNumber", v.public_status_token as "publicStatusToken", v.status,
    v.appointment_date as date, s.from_minute as "fromMinute", s.to_minute as "toMinute", v.video_link as "videoLink", v.video_room as "videoRoom",
    v.doctor_id as "doctorId", ${movedMoneySql('v', 'visit_id')}, l.timezone, ${clinicSelectList('v')}
  from queue_visits v
  join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id${joins('v')}
  where v.workspace_id = :workspaceId and v.id = :visitId`,
)

// The offer has the fields that a visit for it would have.
const offerPageRow = statement(
  'offer_page',
  {
    takes: { workspaceId: 'bigint', offerId: 'bigint' },
    returns: {
      id: 'bigint',
      state: narrowType<OfferState>('text'),
      expiresAt: 'timestamptz',
      fromAt: 'timestamptz',
      toAt: 'timestamptz',
      /** The start of a visit that the patient already has at this time. */
      meanwhileAt: 'timestamptz?',
      /** The start of the visit that would move to this time. */
      replacesAt: 'timestamptz?',
      ...clinicColumns,
    },
  },
  `
  select a.id, a.state, a.expires_at as "expiresAt", a.from_at as "fromAt", a.to_at as "toAt", (
      select min(v.from_at) from appointments v
      where v.workspace_id = a.workspace_id and v.patient_id = a.patient_id and v.status <> 'CANCELLED' and v.from_at < a.to_at and v.to_at > a.from_at
    ) as "meanwhileAt", (
      select min(v.from_at) from appointments v where v.workspace_id = a.workspace_id and ${replacementCondition('v', 'a')}
    ) as "replacesAt", l.timezone, ${clinicSelectList('a')}
  from (
    select o.*, e.location_id, e.patient_id, 0::bigint as discount_minor, 'UNPAID' as payment_status, null::timestamptz as arrived_at
    from waiting_offers o
    join waiting_entries e on e.workspace_id = o.workspace_id and e.id = o.entry_id
    where o.workspace_id = :workspaceId and o.id = :offerId
  ) as a${joins('a')}`,
)

export interface VisitPage extends RowOf<typeof visitPageRow.returns> {
  kind: 'VISIT'
  workspaceId: number
}

export interface TokenPage extends RowOf<typeof tokenPageRow.returns> {
  kind: 'TOKEN'
  workspaceId: number
  /** The start of its shift; `toAt` is the end. */
  fromAt: Instant
  toAt: Instant
}

export type ShownVisit = VisitPage | TokenPage

/** A time that is offered to a patient on the waiting list. */
export interface OfferPage extends RowOf<typeof offerPageRow.returns> {
  kind: 'OFFER'
  workspaceId: number
}

/**
 * Reads the visit of a link; undefined if it must not be shown, as for an erased patient or a void
 * visit.
 */
export async function findVisitPage(
  queries: Queries,
  {
    workspaceId,
    appointmentId,
    visitId,
  }: { workspaceId: number; appointmentId: number | null; visitId: number | null },
): Promise<ShownVisit | undefined> {
  if (appointmentId !== null) {
    const [visit] = await queries.rows(visitPageRow, { workspaceId, appointmentId })
    return visit && !visit.voided ? { kind: 'VISIT', workspaceId, ...visit } : undefined
  }
  if (visitId === null) return undefined
  const [token] = await queries.rows(tokenPageRow, { workspaceId, visitId })
  if (!token) return undefined
  const { timezone, date, fromMinute, toMinute } = token
  return {
    kind: 'TOKEN',
    workspaceId,
    ...token,
    fromAt: firstInstantAtWallTime(timezone, date, fromMinute),
    toAt: firstInstantAtWallTime(timezone, date, toMinute),
  }
}

/** Reads the offer of a link; undefined if there is none to show. */
export async function findOfferPage(
  queries: Queries,
  { workspaceId, offerId }: { workspaceId: number; offerId: number },
): Promise<OfferPage | undefined> {
  const [offer] = await queries.rows(offerPageRow, { workspaceId, offerId })
  return offer && { kind: 'OFFER', workspaceId, ...offer }
}

/** Whether the video of a visit can be entered now; undefined for a visit without a link. */
export function visitVideoEntry(visit: ShownVisit, now: Instant): RoomEntry | undefined {
  if (visit.mode !== 'ONLINE' || visit.videoLink === null) return undefined
  return visit.kind === 'TOKEN' ? tokenRoomEntry(visit) : visitRoomEntry(visit, now)
}

const hourMs = 3_600_000
const quarterMs = 15 * 60_000

/**
 * The statuses of appointments and tokens in which the patient is still expected, and may arrive.
 */
const awaitedStatuses: readonly (StoredStatus | VisitStatus)[] = [
  'SCHEDULED',
  'CONFIRMED',
  'RESCHEDULED',
  'WAITING',
  'CALLED',
  'SKIPPED',
]

export const isAwaited = ({ status }: Pick<ShownVisit, 'status'>) =>
  awaitedStatuses.includes(status)

/** Whether the visit takes place at the clinic. */
export const isAtClinic = ({ mode }: Pick<ShownVisit, 'mode'>) =>
  mode === 'OFFLINE' || mode === 'WALK_IN'

/**
 * A patient can report their arrival from an hour before the visit until the end of its day in the
 * clinic's timezone (DAY-17).
 */
export function arrivalWindow({ fromAt, timezone }: Pick<ShownVisit, 'fromAt' | 'timezone'>): {
  from: Instant
  to: Instant
} {
  return { from: fromAt - hourMs, to: clinicDay(timezone, dateAt(timezone, fromAt)).to }
}

/** Whether a visit asks its patient for a form now: on arrival, from an hour before it. */
export const isFormOpen = (
  { when }: Pick<AskedForm, 'when'>,
  visit: Pick<ShownVisit, 'status' | 'fromAt' | 'timezone'>,
  now: Instant,
) => isAwaited(visit) && (when !== 'on-arrival' || now >= arrivalWindow(visit).from)

/**
 * When an arrived patient counts as having waited long: a quarter of an hour after their time or,
 * if later, their arrival.
 */
export function longWaitStart({
  fromAt,
  arrivedAt,
}: Pick<ShownVisit, 'fromAt' | 'arrivedAt'>): Instant | null {
  return arrivedAt === null ? null : Math.max(fromAt, arrivedAt) + quarterMs
}
