// Offers a free time to a patient on the waiting list, and withdraws the offer (DAY-15).

import { id, integer, object, optional } from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { authorValues } from '../../../base/operations/actor.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { type Instant, parseInstant } from '../../../base/values/clinic-time.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { practiceTravelMins } from '../../../clinic/catalogue/configuration.ts'
import {
  ConfigurationChanged,
  withCurrentConfiguration,
} from '../../../clinic/catalogue/current-configuration.ts'
import { toBooker } from '../../booking/booker.ts'
import { findTakenResource } from '../../occupancy/claims.ts'
import { type BookingServices, planVisit, previewPrice } from '../book/book.ts'
import { countOpenOffers, insertOffer, lockOffers, openOfferForEntry } from '../offer-queries.ts'
import { expireOfferForEntry, giveUpOffer, planOffer } from '../offers.ts'
import { problem } from '../problems.ts'
import { staffBookingMembers, toChosenRequest } from '../staff-booking.ts'
import {
  alreadyOfferedProblem,
  entryView,
  lockEntry,
  visitEnd,
  waitingSchema,
} from '../waiting/waiting-entry.ts'

const defaultMinutes = 30
const minutesMin = 5
const minutesMax = 24 * 60
/** The maximum number of open offers. */
const ofWorkspaceMax = 200
const ofPatientMax = 3

export const waitingOffer = workspaceOperation({
  name: 'waiting-offer',
  right: 'visits:write',
  about: 'the whole clinic',
  summary:
    'Offer a free time to a patient on the waiting list: it is held for them, and a message lets them accept or decline.',
  input: object({
    id: id('The entry.', 8),
    doctorId: staffBookingMembers.doctorId,
    fromDateTimeIso: staffBookingMembers.fromDateTimeIso,
    mode: optional(staffBookingMembers.mode),
    roomId: staffBookingMembers.roomId,
    minutes: optionalWithDefault(
      integer(
        'How long the time is held without an answer, in minutes; at most until it begins.',
        defaultMinutes,
        {
          minimum: minutesMin,
          maximum: minutesMax,
        },
      ),
      defaultMinutes,
    ),
  }),
  output: waitingSchema,
  async run(
    context: InWorkspace<BookingServices>,
    { id: entryId, doctorId, fromDateTimeIso, mode, roomId, minutes },
  ) {
    const { database, configurations, clock, workspaceId } = context
    await expireOfferForEntry(context, workspaceId, entryId)
    return withCurrentConfiguration(configurations, workspaceId, (configuration) => {
      if (!configuration.notices?.offer || configuration.noticesOff)
        throw problem('OFFERS_DISABLED')
      return database.transaction(async (queries) => {
        const entry = await lockEntry(queries, workspaceId, entryId)
        const [open] = await queries.rows(openOfferForEntry, { workspaceId, entryId })
        if (open) throw alreadyOfferedProblem(configuration, entry, open.expiresAt)
        const { locationId, patientId } = entry
        const from = parseInstant(fromDateTimeIso) as Instant
        const booking = {
          addressId: locationId,
          doctorId,
          mode: mode ?? entry.mode ?? 'OFFLINE',
          patientId,
          from,
          to: visitEnd(entry, from),
          ...(roomId !== undefined && { roomId }),
        }
        const visit = planVisit(
          context,
          configuration,
          toBooker(context),
          toChosenRequest(configuration, booking),
        )
        const { settled } = await previewPrice(queries, visit)
        await checkOfferCount(queries, workspaceId, patientId)
        const now = clock.now()
        const { request, to } = visit
        const { amountMinor: chargeMinor, currency } = settled.price
        const { actingUserId, operator } = authorValues(context.actor)
        const expiresAt = Math.min(now + minutes * 60_000, request.from)
        const time = {
          workspaceId,
          doctorId,
          locationId,
          roomId: request.roomId,
          fromAt: request.from,
          toAt: to,
          travelMins: practiceTravelMins(visit.practice, request.mode),
        }
        const [offer] = await queries.rows(insertOffer, {
          ...time,
          entryId,
          mode: request.mode,
          chargeMinor,
          currency,
          expiresAt,
          actingUserId,
          operator,
          createdAt: now,
          configurationVersion: configuration.version,
        })
        if (!offer?.configurationCurrent) throw new ConfigurationChanged()
        if (offer.id === null) {
          const takenResource = await findTakenResource(queries, workspaceId, {
            ...time,
            from: request.from,
            to,
          })
          throw problem(takenResource === 'doctor' ? 'SLOT_NOT_AVAILABLE' : 'ROOM_NOT_AVAILABLE')
        }
        await planOffer(queries, { workspaceId, id: offer.id, expiresAt, now })
        return entryView(queries, configuration, entryId, now)
      })
    })
  },
})

async function checkOfferCount(queries: Queries, workspaceId: number, patientId: number) {
  await queries.rows(lockOffers, { workspaceId })
  const [open] = await queries.rows(countOpenOffers, { workspaceId, patientId })
  if ((open?.ofPatient ?? 0) >= ofPatientMax)
    throw problem('TOO_MANY_OFFERS', { most: ofPatientMax, to: 'to one patient' })
  if ((open?.ofWorkspace ?? 0) >= ofWorkspaceMax)
    throw problem('TOO_MANY_OFFERS', { most: ofWorkspaceMax, to: 'in one workspace' })
}

export const waitingOfferEnd = workspaceOperation({
  name: 'waiting-offer-end',
  right: 'visits:write',
  about: 'the whole clinic',
  summary:
    'Withdraw an offer to a patient on the waiting list: the time becomes free at once, and the patient stays on the list.',
  input: object({ id: id('The entry.', 8) }),
  output: waitingSchema,
  async run(
    { database, configurations, clock, workspaceId }: InWorkspace<Configured>,
    { id: entryId },
  ) {
    const configuration = await configurations.of(workspaceId)
    return database.transaction(async (queries) => {
      await lockEntry(queries, workspaceId, entryId)
      const [open] = await queries.rows(openOfferForEntry, { workspaceId, entryId })
      if (!open) throw problem('OFFER_ENDED')
      const now = clock.now()
      await giveUpOffer(queries, workspaceId, open.id, 'TAKEN_BACK', now)
      return entryView(queries, configuration, entryId, now)
    })
  },
})

export const waitingOfferOperations = [waitingOffer, waitingOfferEnd]
