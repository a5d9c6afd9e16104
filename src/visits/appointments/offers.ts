// Offers to patients on the waiting list (DAY-15). A free time is held for a patient until they
// accept or decline, the clinic withdraws it, or the offer expires. A claim holds the time, as it
// does for a visit. Every change of an offer locks its patient first, as an erasure does, so that
// an offer ends in only one way. docs/decisions/booking.md

import type { Database, Queries } from '../../base/db/database.ts'
import { plan, removeAllPlanned, type WorkKind } from '../../base/due-work/work.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { Configuration } from '../../clinic/catalogue/configuration.ts'
import { withCurrentConfiguration } from '../../clinic/catalogue/current-configuration.ts'
import { noticeWorkKind } from '../../clinic/notices/plan-notices.ts'
import type { Booker } from '../booking/booker.ts'
import { lock } from '../occupancy/locks.ts'
import type { AppointmentRecord } from './appointment-record.ts'
import {
  type BookingServices,
  book,
  type PlannedVisit,
  planVisit,
  withoutPatientRules,
} from './book/book.ts'
import {
  deleteOffersBefore,
  endOffer,
  type Offer,
  type OfferState,
  offerById,
  openOfferForEntry,
  replacedVisits,
} from './offer-queries.ts'
import { problem } from './problems.ts'
import { rescheduleInTransaction } from './reschedule.ts'
import { toChosenRequest } from './staff-booking.ts'
import { endEntry } from './waiting/waiting-queries.ts'

/** The kind of due work that ends an unanswered offer; its subject is the offer. */
const expiryKind = 'offer-expiry'
const messageKind = noticeWorkKind('offer')

/** Plans the patient's message about an offer, and its expiry. */
export async function planOffer(
  queries: Queries,
  {
    workspaceId,
    id,
    expiresAt,
    now,
  }: { workspaceId: number; id: number; expiresAt: Instant; now: Instant },
) {
  await plan(queries, { workspaceId, kind: expiryKind, subjectId: id, dueAt: expiresAt })
  await plan(queries, { workspaceId, kind: messageKind, subjectId: id, dueAt: now })
}

/**
 * The state of an offer at an instant: it has expired at `expiresAt`, even before that is written.
 */
export function currentOfferState(
  { state, expiresAt }: Pick<Offer, 'state' | 'expiresAt'>,
  now: Instant,
): OfferState {
  return state === 'OPEN' && now >= expiresAt ? 'EXPIRED' : state
}

/**
 * An offer with its patient, practitioner and room, all locked until the transaction ends;
 * undefined if it no longer exists.
 */
async function lockOffer(
  queries: Queries,
  workspaceId: number,
  offerId: number,
): Promise<Offer | undefined> {
  const [unlocked] = await queries.rows(offerById, { workspaceId, offerId })
  if (!unlocked) return undefined
  await lock(queries, workspaceId, {
    patient: unlocked.patientId,
    doctor: unlocked.doctorId,
    room: unlocked.roomId,
  })
  return (await queries.rows(offerById, { workspaceId, offerId }))[0]
}

/** Ends an offer that is locked and open. The database then frees its time. */
async function closeOffer(
  queries: Queries,
  workspaceId: number,
  offerId: number,
  state: Exclude<OfferState, 'OPEN'>,
  now: Instant,
): Promise<void> {
  await queries.rows(endOffer, { workspaceId, offerId, state, now })
  await removeAllPlanned(queries, { workspaceId, subjectId: offerId }, [expiryKind, messageKind])
}

/**
 * Ends an offer that was declined or withdrawn; throws OFFER_ENDED if it can no longer be answered.
 */
export async function giveUpOffer(
  queries: Queries,
  workspaceId: number,
  offerId: number,
  state: 'DECLINED' | 'TAKEN_BACK',
  now: Instant,
): Promise<void> {
  const offer = await lockOffer(queries, workspaceId, offerId)
  if (!offer || currentOfferState(offer, now) !== 'OPEN') throw problem('OFFER_ENDED')
  await closeOffer(queries, workspaceId, offerId, state, now)
}

/** Ends the open offer of an entry, because the entry ends. */
export async function withdrawOfferForEntry(
  queries: Queries,
  workspaceId: number,
  entryId: number,
  now: Instant,
): Promise<void> {
  const [open] = await queries.rows(openOfferForEntry, { workspaceId, entryId })
  if (open)
    await closeOffer(
      queries,
      workspaceId,
      open.id,
      currentOfferState({ ...open, state: 'OPEN' }, now) === 'OPEN' ? 'TAKEN_BACK' : 'EXPIRED',
      now,
    )
}

/**
 * Books the offered time at the offered price, or moves a later visit there. Throws OFFER_ENDED, or
 * the problem that prevents the booking; the offer then remains open. One transaction removes the
 * offer's claim and adds the visit's: any other booking of that time waits until it ends.
 */
export async function acceptOffer(
  services: BookingServices,
  caller: Booker,
  offerId: number,
): Promise<AppointmentRecord> {
  const { database, configurations, clock } = services
  const { workspaceId } = caller
  return withCurrentConfiguration(configurations, workspaceId, (configuration) =>
    database.transaction(async (queries) => {
      const offer = await lockOffer(queries, workspaceId, offerId)
      const now = clock.now()
      if (!offer || currentOfferState(offer, now) !== 'OPEN') throw problem('OFFER_ENDED')
      await closeOffer(queries, workspaceId, offerId, 'ACCEPTED', now)
      const visit = await assignTime(
        queries,
        configuration,
        planOfferedVisit(services, configuration, caller, offer),
        offer.patientId,
      )
      await queries.rows(endEntry, { workspaceId, entryId: offer.entryId, appointmentId: visit.id })
      return visit
    }),
  )
}

/**
 * Assigns a time to a patient on the waiting list. If the patient has a later visit of this kind,
 * that visit moves there, with its price and its payment; the times of both change in this
 * transaction, or neither does (WAIT-03). Otherwise, a visit is booked.
 */
export async function assignTime(
  queries: Queries,
  configuration: Configuration,
  visit: PlannedVisit,
  patientId: number,
): Promise<AppointmentRecord> {
  const { caller, now, request, to } = visit
  const { workspaceId } = caller
  const { doctorId, addressId: locationId, roomId, mode, from } = request
  const [replaced] = await queries.rows(replacedVisits, {
    workspaceId,
    locationId,
    patientIds: [patientId],
    doctorIds: [doctorId],
    roomIds: [roomId ?? 0],
    modes: [mode],
    froms: [from],
    tos: [to],
  })
  if (!replaced?.appointmentId) return book(queries, withoutPatientRules(visit))
  const change = {
    workspaceId,
    actor: caller,
    appointmentId: replaced.appointmentId,
    configuration,
    now,
  }
  return rescheduleInTransaction(queries, change, { from, to, reason: null, unofferedReason: null })
}

function planOfferedVisit(
  services: BookingServices,
  configuration: Configuration,
  caller: Booker,
  offer: Offer,
) {
  const { patientId, locationId, doctorId, roomId, mode, from, to, currency, chargeMinor } = offer
  const booking = {
    addressId: locationId,
    doctorId,
    mode,
    patientId,
    from,
    to,
    ...(roomId !== null && { roomId }),
  }
  const price = { amountMinor: chargeMinor, currency, isInternational: false }
  const settledPrice = {
    price,
    quoted: null,
    discountMinor: 0,
    parentId: null,
    patientPackageId: null,
    packOwnerId: null,
  }
  return {
    ...planVisit(services, configuration, caller, toChosenRequest(configuration, booking)),
    price: settledPrice,
  }
}

/** Ends an offer that was not answered in time. */
async function expireOffer(
  queries: Queries,
  workspaceId: number,
  offerId: number,
  now: Instant,
): Promise<void> {
  const offer = await lockOffer(queries, workspaceId, offerId)
  if (offer?.state === 'OPEN' && now >= offer.expiresAt)
    await queries.rows(endOffer, { workspaceId, offerId, state: 'EXPIRED', now })
}

/** Ends the open offer of an entry if it was not answered in time, in case its due work is late. */
export async function expireOfferForEntry(
  { database, clock }: { database: Database; clock: Clock },
  workspaceId: number,
  entryId: number,
): Promise<void> {
  const [open] = await database.rows(openOfferForEntry, { workspaceId, entryId })
  if (open && clock.now() >= open.expiresAt)
    await database.transaction((queries) => expireOffer(queries, workspaceId, open.id, clock.now()))
}

export function offerWork({ database, clock }: { database: Database; clock: Clock }): WorkKind {
  return {
    name: expiryKind,
    // A time is held until this succeeds.
    attemptsMax: 1_000_000_000,
    async run(work) {
      await database.transaction(async (queries) => {
        await expireOffer(queries, work.workspaceId, work.subjectId, clock.now())
        await work.finishWith(queries)
      })
      return undefined
    },
  }
}

/** Deletes offers whose times ended before an instant, with the links to them. */
export async function deleteOldOffers(queries: Queries, before: Instant): Promise<void> {
  while ((await queries.rows(deleteOffersBefore, { before })).length > 0);
}
