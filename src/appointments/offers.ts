// Offers to those who wait (DAY-15): a free time is held for a patient until they accept or decline, the clinic takes it back, or its minutes
// are over. A claim holds the time, as a visit's does. Whatever becomes of an offer, its patient is held first, as by an erasure: so one
// thing becomes of it. docs/decisions/0069-offers.md

import type { Booker } from '../booking/booker.ts'
import type { Configuration } from '../catalogue/configuration.ts'
import { withCurrentConfiguration } from '../catalogue/current-configuration.ts'
import type { Database, Queries } from '../db/database.ts'
import { plan, unplanAll, type WorkKind } from '../due-work/work.ts'
import { workKindOf } from '../notices/plan-notices.ts'
import { lock } from '../occupancy/locks.ts'
import type { Clock } from '../ports/clock.ts'
import { type Instant, isoAt } from '../values/clinic-time.ts'
import { problem } from '../values/problem.ts'
import type { AppointmentRecord } from './appointment-record.ts'
import { type BookingServices, book, planVisit } from './book.ts'
import { deletePastOffers, endOffer, type Offer, type OfferState, offerById, openOfferOf } from './offer-queries.ts'
import { toStaffRequest } from './staff-booking.ts'
import { endEntry } from './waiting-queries.ts'

/** The kind of due work that ends an offer without an answer; its subject is the offer. */
const expiryKind = 'offer-expiry'
const messageKind = workKindOf('offer')

/** Has the patient told of an offer, and the offer end in its minute. */
export async function planOffer(queries: Queries, { workspaceId, id, expiresAt, now }: { workspaceId: number; id: number; expiresAt: Instant; now: Instant }) {
  await plan(queries, { workspaceId, kind: expiryKind, subjectId: id, dueAt: expiresAt })
  await plan(queries, { workspaceId, kind: messageKind, subjectId: id, dueAt: now })
}

/** How an offer stands at an instant: its last minute ends it, whenever that is written down. */
export function stateAt({ state, expiresAt }: Pick<Offer, 'state' | 'expiresAt'>, now: Instant): OfferState {
  return state === 'OPEN' && now >= expiresAt ? 'EXPIRED' : state
}

/** An offer with its patient, practitioner and room held until the transaction ends; undefined where there is none any more. */
async function heldOffer(queries: Queries, workspaceId: number, offerId: number): Promise<Offer | undefined> {
  const [seen] = await queries.rows(offerById, { workspaceId, offerId })
  if (!seen) return undefined
  await lock(queries, workspaceId, { patient: seen.patientId, doctor: seen.doctorId, room: seen.roomId })
  return (await queries.rows(offerById, { workspaceId, offerId }))[0]
}

/** Ends an offer that is held and open. The database frees its time with that. */
async function end(queries: Queries, workspaceId: number, offerId: number, state: Exclude<OfferState, 'OPEN'>, now: Instant): Promise<void> {
  await queries.rows(endOffer, { workspaceId, offerId, state, now })
  await unplanAll(queries, { workspaceId, subjectId: offerId }, [expiryKind, messageKind])
}

/** Ends an offer that is declined or taken back; throws OFFER_OVER where it can no longer be answered. */
export async function giveUpOffer(queries: Queries, workspaceId: number, offerId: number, state: 'DECLINED' | 'TAKEN_BACK', now: Instant): Promise<void> {
  const offer = await heldOffer(queries, workspaceId, offerId)
  if (!offer || stateAt(offer, now) !== 'OPEN') throw problem('OFFER_OVER')
  await end(queries, workspaceId, offerId, state, now)
}

/** Ends whatever an entry has on offer, for the entry ends. */
export async function takeBackOfferOf(queries: Queries, workspaceId: number, entryId: number, now: Instant): Promise<void> {
  const [open] = await queries.rows(openOfferOf, { workspaceId, entryId })
  if (open) await end(queries, workspaceId, open.id, stateAt({ ...open, state: 'OPEN' }, now) === 'OPEN' ? 'TAKEN_BACK' : 'EXPIRED', now)
}

/**
 * Books what is on offer, at the price that was said; throws OFFER_OVER, or the problem that keeps it from being booked, and then it stays on
 * offer. The claim of the offer goes and that of the visit comes in one transaction: who wants the time meanwhile waits for its end.
 */
export async function acceptOffer(services: BookingServices, caller: Booker, offerId: number): Promise<AppointmentRecord> {
  const { database, configurations, clock } = services
  const { workspaceId } = caller
  return withCurrentConfiguration(configurations, workspaceId, (configuration) =>
    database.transaction(async (queries) => {
      const offer = await heldOffer(queries, workspaceId, offerId)
      const now = clock.now()
      if (!offer || stateAt(offer, now) !== 'OPEN') throw problem('OFFER_OVER')
      await end(queries, workspaceId, offerId, 'ACCEPTED', now)
      const visit = await book(queries, plannedOf(services, configuration, caller, offer))
      await queries.rows(endEntry, { workspaceId, entryId: offer.entryId, appointmentId: visit.id })
      return visit
    }),
  )
}

function plannedOf(services: BookingServices, configuration: Configuration, caller: Booker, offer: Offer) {
  const { patientId, locationId, doctorId, roomId, mode, currency, chargeMinor } = offer
  const times = { fromDateTimeIso: isoAt('Etc/UTC', offer.from), toDateTimeIso: isoAt('Etc/UTC', offer.to) }
  const asked = { addressId: locationId, doctorId, mode, patientId, ...times, ...(roomId !== null && { roomId }) }
  const price = { amountMinor: chargeMinor, currency, isInternational: false }
  const said = { price, quoted: null, discountMinor: 0, parentId: null, patientPackageId: null, packOwnerId: null }
  return { ...planVisit(services, configuration, caller, toStaffRequest(configuration, asked)), price: said }
}

/** Ends an offer that nobody answered in time, if it is one. */
async function expire(queries: Queries, workspaceId: number, offerId: number, now: Instant): Promise<void> {
  const offer = await heldOffer(queries, workspaceId, offerId)
  if (offer?.state === 'OPEN' && now >= offer.expiresAt) await queries.rows(endOffer, { workspaceId, offerId, state: 'EXPIRED', now })
}

/** The same of what an entry has on offer, where its due work comes late. */
export async function expireOfferOf({ database, clock }: { database: Database; clock: Clock }, workspaceId: number, entryId: number): Promise<void> {
  const [open] = await database.rows(openOfferOf, { workspaceId, entryId })
  if (open && clock.now() >= open.expiresAt) await database.transaction((queries) => expire(queries, workspaceId, open.id, clock.now()))
}

export function offerWork({ database, clock }: { database: Database; clock: Clock }): WorkKind {
  return {
    name: expiryKind,
    // A time is held until this is done.
    attemptsMax: 1_000_000_000,
    async run(work) {
      await database.transaction(async (queries) => {
        await expire(queries, work.workspaceId, work.subjectId, clock.now())
        await work.finishWith(queries)
      })
      return undefined
    },
  }
}

/** Deletes offers whose times ended before an instant, with the links that led to them. */
export async function forgetPastOffers(queries: Queries, before: Instant): Promise<void> {
  while ((await queries.rows(deletePastOffers, { before })).length > 0);
}
