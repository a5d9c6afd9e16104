// An entry of the waiting list as staff see it, with the latest time that was offered.

import {
  calendarDate,
  choice,
  currency,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import { describeActor } from '../../../base/operations/actor.ts'
import { weekdays } from '../../../base/values/calendar-date.ts'
import { type Instant, isoAt } from '../../../base/values/clinic-time.ts'
import { modes } from '../../../base/values/modes.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import type { Configuration } from '../../../clinic/catalogue/configuration.ts'
import { patientSummarySchema, withPatient } from '../../../clinic/patients/visiting-patient.ts'
import { lock } from '../../occupancy/locks.ts'
import { latestOffers, offerStates } from '../offer-queries.ts'
import { currentOfferState } from '../offers.ts'
import { problem } from '../problems.ts'
import { staffBookingMembers } from '../staff-booking.ts'
import { partsOfDay } from './waiting-fits.ts'
import { lockEntryRow, type WaitingEntry, waitingEntry, waitingStates } from './waiting-queries.ts'

const offerSchema = object(
  {
    id: id('The offer.', 44),
    doctorId: id('The practitioner.', 3),
    roomId: nullable(id('The room.', 4)),
    mode: choice(modes, 'How the visit would happen.'),
    fromDateTimeIso: timestamp('Start with the clinic offset.'),
    toDateTimeIso: timestamp('End with the clinic offset.', '2026-12-01T09:15:00+05:30'),
    payableAmount: number('The price the patient was told, in `currency`.', 500),
    currency: currency('ISO 4217 code.'),
    state: choice(
      offerStates,
      'OPEN: the time is held and the patient has not answered. ACCEPTED: it was booked. All others: it is free again.',
    ),
    expiresAt: timestamp('Until when it is held without an answer.', '2026-11-21T10:40:00+05:30'),
    endedAt: nullable(
      timestamp(
        'When it was accepted, declined or withdrawn, or found to have expired.',
        '2026-11-21T10:20:00+05:30',
      ),
    ),
    notice: nullable(
      choice(
        ['SENDING', 'SENT', 'FAILED', 'UNKNOWN', 'SKIPPED'],
        'State of the message to the patient, as in notices-list; null: not sent yet.',
      ),
    ),
    by: text('Who offered it.', 'Nina Roy'),
  },
  { description: 'A free time offered to a patient on the waiting list.' },
)

export const entryMembers = {
  id: id('The entry.', 8),
  addressId: staffBookingMembers.addressId,
  patientId: id('Who waits.', 17),
  patient: patientSummarySchema,
  doctorIds: list(
    id('A practitioner.', 3),
    'Only these practitioners; if empty, any at the location.',
  ),
  mode: nullable(choice(modes, 'How the visit is to happen; null: anyhow.')),
  durationMins: nullable(
    integer('Length of the visit in minutes; null: the practitioner’s usual length.', 30),
  ),
  fromDate: calendarDate('The first date that will do.'),
  toDate: calendarDate('The last date that will do.', '2026-12-31'),
  weekdays: list(choice(weekdays, 'A day.'), 'Only these days of the week; if empty, any day.'),
  partsOfDay: list(
    choice(partsOfDay, 'MORNING ends at noon, AFTERNOON at five.'),
    'Only these parts of the day; if empty, any time.',
  ),
  note: nullable(text('A note.', 'Can come within an hour')),
  state: choice(
    waitingStates,
    'OPEN: waiting. BOOKED: a visit was booked for it. ENDED: removed from the list.',
  ),
  appointmentId: nullable(id('The visit that was booked for it.', 41)),
  createdAt: timestamp('Since when.', '2026-11-21T10:00:00+05:30'),
  offer: nullable(offerSchema),
}

export const waitingSchema = object(entryMembers, { description: 'A patient waiting for a time.' })

export function requireLocation({ locations }: Configuration, addressId: number) {
  const location = locations.find(({ id }) => id === addressId)
  if (!location) throw problem('ADDRESS_NOT_FOUND')
  return location
}

/**
 * Locks an open entry, after its patient: an erasure of the patient also removes the entry. Throws
 * a problem if it is no longer open.
 */
export async function lockEntry(
  queries: Queries,
  workspaceId: number,
  entryId: number,
): Promise<WaitingEntry> {
  const [entry] = await queries.rows(waitingEntry, { workspaceId, entryId })
  if (!entry) throw problem('WAITING_ENTRY_NOT_FOUND', { id: entryId })
  await lock(queries, workspaceId, { patient: entry.patientId })
  const [lockedRow] = await queries.rows(lockEntryRow, { workspaceId, entryId })
  if (lockedRow?.state !== 'OPEN') throw problem('WAITING_ENTRY_CLOSED', { id: entryId })
  return entry
}

/** The end of an entry's visit, if the entry specifies a length. */
export const visitEnd = ({ durationMins }: WaitingEntry, from: Instant): Instant | undefined =>
  durationMins === null ? undefined : from + durationMins * 60_000

/** The refusal if an entry already has an open offer. */
export function alreadyOfferedProblem(
  configuration: Configuration,
  { id, locationId }: WaitingEntry,
  expiresAt: Instant,
) {
  return problem('WAITING_ENTRY_OFFERED', {
    id,
    until: isoAt(requireLocation(configuration, locationId).timezone, expiresAt),
  })
}

/** Waiting-list entries in one timezone, as shown at an instant. */
export async function entryViews(
  queries: Queries,
  workspaceId: number,
  entries: readonly WaitingEntry[],
  timezone: string,
  now: Instant,
) {
  const offers = await queries.rows(latestOffers, {
    workspaceId,
    entryIds: entries.map(({ id }) => id),
  })
  return entries.map(({ locationId, actingUserId: _, operator: __, createdAt, ...entry }) => {
    const { patient, rest } = withPatient(entry)
    const offer = offers.find(({ entryId }) => entryId === entry.id)
    return {
      ...rest,
      patient,
      addressId: locationId,
      createdAt: isoAt(timezone, createdAt),
      offer: offer ? offerView(offer, timezone, now) : null,
    }
  })
}

/** A waiting-list entry that exists, as staff see it. */
export async function entryView(
  queries: Queries,
  configuration: Configuration,
  entryId: number,
  now: Instant,
) {
  const { workspaceId } = configuration
  const [entry] = await queries.rows(waitingEntry, { workspaceId, entryId })
  const [view] = entry
    ? await entryViews(
        queries,
        workspaceId,
        [entry],
        requireLocation(configuration, entry.locationId).timezone,
        now,
      )
    : []
  if (!view) throw new Error('the changed waiting-list entry was not found')
  return view
}

function offerView(offer: RowOf<typeof latestOffers.returns>, timezone: string, now: Instant) {
  const {
    id,
    doctorId,
    roomId,
    mode,
    from,
    to,
    chargeMinor,
    currency,
    expiresAt,
    endedAt,
    notice,
    actingUserId,
    memberName,
    operator,
  } = offer
  return {
    id,
    doctorId,
    roomId,
    mode,
    currency,
    notice,
    fromDateTimeIso: isoAt(timezone, from),
    toDateTimeIso: isoAt(timezone, to),
    payableAmount: fromMinorUnits(chargeMinor, currency),
    state: currentOfferState(offer, now),
    expiresAt: isoAt(timezone, expiresAt),
    endedAt: endedAt === null ? null : isoAt(timezone, endedAt),
    by: describeActor({
      keyId: null,
      bySession: false,
      byService: false,
      actingUserId,
      memberName,
      operator,
    }),
  }
}
