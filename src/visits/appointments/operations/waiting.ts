// The waiting list of a location: its patients, the free times that suit them, and booking from it
// in one step (DAY-15).

import {
  calendarDate,
  choice,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { authorValues } from '../../../base/operations/actor.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { addDays, weekdays } from '../../../base/values/calendar-date.ts'
import { dateAt, type Instant, isoAt, parseInstant } from '../../../base/values/clinic-time.ts'
import { modes } from '../../../base/values/modes.ts'
import { invalid } from '../../../base/values/problem.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import { type Configured, findPractice } from '../../../clinic/catalogue/configuration.ts'
import {
  preloadConfiguration,
  withCurrentConfiguration,
} from '../../../clinic/catalogue/current-configuration.ts'
import { resolvePatient, toPatientChoice } from '../../booking/booked-patient.ts'
import { toBooker } from '../../booking/booker.ts'
import { lock } from '../../occupancy/locks.ts'
import { type BookingServices, planVisit } from '../book/book.ts'
import { openOfferForEntry, replacedVisits } from '../offer-queries.ts'
import { acceptOffer, assignTime, expireOfferForEntry, withdrawOfferForEntry } from '../offers.ts'
import { problem } from '../problems.ts'
import { staffBookingMembers, toChosenRequest } from '../staff-booking.ts'
import { listedVisitSchema } from '../visit-list.ts'
import {
  alreadyOfferedProblem,
  entryMembers,
  entryView,
  entryViews,
  lockEntry,
  requireLocation,
  visitEnd,
  waitingSchema,
} from '../waiting/waiting-entry.ts'
import { partsOfDay } from '../waiting/waiting-fits.ts'
import { addWaiting, endEntry, openEntries, type WaitingEntry } from '../waiting/waiting-queries.ts'
import { fittingTimes, waitingDays } from '../waiting/waiting-times.ts'
import { findListedVisit } from './visit-show.ts'

const entriesMax = 200
const { addressId, patientId, patientPayload } = staffBookingMembers

export const waitingAdd = workspaceOperation({
  name: 'waiting-add',
  right: 'visits:write',
  about: 'the whole clinic',
  summary: 'Put a patient on the waiting list of a location.',
  input: object({
    addressId,
    patientId,
    patientPayload,
    doctorIds: optionalWithDefault(
      list(id('A practitioner.', 3), 'Only these practitioners.', { maxItems: 20 }),
      [],
    ),
    mode: optional(choice(modes, 'How the visit is to happen; anyhow when omitted.')),
    durationMins: optional(
      integer('How long the visit is, in minutes; the usual length when omitted.', 30, {
        minimum: 1,
        maximum: 1440,
      }),
    ),
    fromDate: optional(calendarDate('The first date that will do; today when omitted.')),
    toDate: optional(
      calendarDate(
        `The last date that will do; ${waitingDays} days after the first when omitted.`,
        '2026-12-31',
      ),
    ),
    weekdays: optionalWithDefault(
      list(choice(weekdays, 'A day.'), 'Only these days of the week.', { maxItems: 7 }),
      [],
    ),
    partsOfDay: optionalWithDefault(
      list(
        choice(partsOfDay, 'MORNING ends at noon, AFTERNOON at five.'),
        'Only these parts of the day.',
        { maxItems: 3 },
      ),
      [],
    ),
    note: optional(text('A note.', 'Can come within an hour', { minLength: 1, maxLength: 500 })),
  }),
  output: waitingSchema,
  async run(
    context: InWorkspace<Configured>,
    { addressId, patientId, patientPayload, doctorIds, ...asked },
  ) {
    const { database, clock, configurations, actor, workspaceId } = context
    const configuration = await configurations.of(workspaceId)
    const { timezone, country } = requireLocation(configuration, addressId)
    for (const doctorId of doctorIds)
      if (!findPractice(configuration, doctorId, addressId)) throw problem('DOCTOR_NOT_FOUND')
    const now = clock.now()
    const fromDate = asked.fromDate ?? dateAt(timezone, now)
    const toDate = asked.toDate ?? addDays(fromDate, waitingDays)
    if (fromDate > toDate) throw invalid('fromDate must not be after toDate')
    if (toDate < dateAt(timezone, now)) throw invalid('toDate must not be in the past')
    const patient = toPatientChoice(
      { ...(patientId !== undefined && { patientId }), ...(patientPayload && { patientPayload }) },
      country,
    )
    const { actingUserId, operator } = authorValues(actor)
    return database.transaction(async (queries) => {
      const resolvedPatientId = await resolvePatient(queries, {
        caller: toBooker(context),
        request: { patient },
        session: undefined,
        now,
      })
      if (!(await lock(queries, workspaceId, { patient: resolvedPatientId })).has('patient'))
        throw problem('PATIENT_NOT_FOUND')
      const open = await queries.rows(openEntries, {
        workspaceId,
        locationId: addressId,
        today: dateAt(timezone, now),
        limit: entriesMax,
      })
      if (open.length >= entriesMax) throw problem('WAITING_LIST_FULL', { most: entriesMax })
      const { mode = null, durationMins = null, weekdays, partsOfDay, note = null } = asked
      const entry = {
        patientId: resolvedPatientId,
        locationId: addressId,
        mode,
        durationMins,
        fromDate,
        toDate,
        weekdays,
        partsOfDay,
        note,
        createdAt: now,
      }
      const [added] = await queries.rows(addWaiting, {
        workspaceId,
        ...entry,
        actingUserId,
        operator,
        doctorIds: [...new Set(doctorIds)],
      })
      if (!added) throw new Error('the waiting-list entry was not inserted')
      return entryView(queries, configuration, added.id, now)
    })
  },
})

export const waitingList = workspaceOperation({
  name: 'waiting-list',
  right: 'visits:read',
  about: 'the whole clinic',
  summary:
    'List the patients waiting for a time at a location, each with the next free times that fit.',
  input: object({
    addressId,
    doctorId: optional(
      id(
        'With fromDateTimeIso: only patients for whom this free time of this practitioner fits.',
        3,
      ),
    ),
    fromDateTimeIso: optional(timestamp('Start of that time.')),
  }),
  output: list(
    object({
      ...entryMembers,
      times: list(
        object({
          doctorId: id('The practitioner.', 3),
          fromDateTimeIso: timestamp('Start with the clinic offset.'),
          toDateTimeIso: timestamp('End with the clinic offset.', '2026-12-01T09:15:00+05:30'),
          modes: list(choice(modes, 'A mode.'), 'Every mode the time can be booked in.'),
          replaces: nullable(
            timestamp(
              'Start of the patient’s later visit that would move there, in the requested mode or the first one; null if a visit would be booked.',
            ),
          ),
        }),
        `The next free times that fit, at most 3 within ${waitingDays} days.`,
      ),
    }),
    `Entries, the longest-waiting first, at most ${entriesMax}.`,
  ),
  async run(
    { database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>,
    { addressId, doctorId, fromDateTimeIso },
  ) {
    if ((doctorId === undefined) !== (fromDateTimeIso === undefined))
      throw invalid('doctorId and fromDateTimeIso must be sent together')
    const configuration = await configurations.of(workspaceId)
    const location = requireLocation(configuration, addressId)
    const now = clock.now()
    const scope = {
      workspaceId,
      locationId: addressId,
      today: dateAt(location.timezone, now),
      limit: entriesMax,
    }
    const entries = await database.rows(openEntries, scope)
    await recordAccess(database, workspaceId, actor, {
      action: 'READ',
      patientIds: [...new Set(entries.map(({ patientId }) => patientId))],
      now,
    })
    const onlyTime =
      doctorId === undefined
        ? undefined
        : { doctorId, from: parseInstant(fromDateTimeIso ?? '') ?? now }
    const times = await fittingTimes(database, configuration, location, entries, {
      now,
      only: onlyTime,
    })
    const views = await entryViews(database, workspaceId, entries, location.timezone, now)
    const timesToReplace = entries.flatMap(({ patientId, mode }, index) =>
      (times[index] ?? []).map((time) => ({
        ...time,
        patientId,
        mode: mode ?? time.modes.find((one) => one === 'OFFLINE') ?? time.modes[0] ?? 'OFFLINE',
      })),
    )
    const replaced = await database.rows(replacedVisits, {
      workspaceId,
      locationId: addressId,
      roomIds: timesToReplace.map(() => 0),
      patientIds: timesToReplace.map(({ patientId }) => patientId),
      doctorIds: timesToReplace.map(({ doctorId }) => doctorId),
      modes: timesToReplace.map(({ mode }) => mode),
      froms: timesToReplace.map(({ from }) => from),
      tos: timesToReplace.map(({ to }) => to),
    })
    const at = (instant: Instant) => isoAt(location.timezone, instant)
    let replacedIndex = 0
    return views
      .map((entry, index) => ({
        ...entry,
        times: (times[index] ?? []).map(({ doctorId, from, to, modes }) => {
          const before = replaced[replacedIndex++]?.from ?? null
          return {
            doctorId,
            modes: [...modes],
            fromDateTimeIso: at(from),
            toDateTimeIso: at(to),
            replaces: before === null ? null : at(before),
          }
        }),
      }))
      .filter(({ times }) => onlyTime === undefined || times.length > 0)
  },
})

const entryId = id('The entry.', 8)

export const waitingBook = workspaceOperation({
  name: 'waiting-book',
  right: 'visits:write',
  about: 'the whole clinic',
  summary: 'Book a visit for a patient on the waiting list and remove them from it, in one step.',
  input: object({
    id: entryId,
    doctorId: staffBookingMembers.doctorId,
    fromDateTimeIso: staffBookingMembers.fromDateTimeIso,
    mode: optional(staffBookingMembers.mode),
  }),
  output: listedVisitSchema,
  async run(
    context: InWorkspace<BookingServices>,
    { id: entryId, doctorId, fromDateTimeIso, mode },
  ) {
    const { clock, workspaceId } = context
    const configurations = await preloadConfiguration(context.configurations, workspaceId)
    await expireOfferForEntry(context, workspaceId, entryId)
    return context.database.inOneTransaction(async (database) => {
      const entry = await lockEntry(database, workspaceId, entryId)
      const services = { ...context, configurations, database }
      const [offer] = await database.rows(openOfferForEntry, { workspaceId, entryId })
      const from = parseInstant(fromDateTimeIso) as Instant
      const isOffered = offer?.doctorId === doctorId && offer.from === from
      if (offer && !isOffered)
        throw alreadyOfferedProblem(await configurations.of(workspaceId), entry, offer.expiresAt)
      const { id } = offer
        ? await acceptOffer(services, toBooker(context), offer.id)
        : await bookForEntry(entry)
      const visit = await findListedVisit(database, workspaceId, id, clock.now())
      if (!visit) throw new Error('the booked visit was not found')
      return visit

      async function bookForEntry({ locationId, patientId, mode: entryMode }: WaitingEntry) {
        const booking = {
          addressId: locationId,
          doctorId,
          mode: mode ?? entryMode ?? 'OFFLINE',
          patientId,
          from,
          to: visitEnd(entry, from),
        }
        return withCurrentConfiguration(configurations, workspaceId, (configuration) =>
          database.transaction(async (queries) => {
            await lock(queries, workspaceId, { patient: patientId, doctor: doctorId })
            const plannedVisit = planVisit(
              services,
              configuration,
              toBooker(context),
              toChosenRequest(configuration, booking),
            )
            const bookedVisit = await assignTime(queries, configuration, plannedVisit, patientId)
            await queries.rows(endEntry, { workspaceId, entryId, appointmentId: bookedVisit.id })
            return bookedVisit
          }),
        )
      }
    })
  },
})

export const waitingEnd = workspaceOperation({
  name: 'waiting-end',
  right: 'visits:write',
  about: 'the whole clinic',
  summary: 'Remove a patient from the waiting list without a visit.',
  input: object({ id: entryId }),
  output: waitingSchema,
  async run(
    { database, configurations, clock, workspaceId }: InWorkspace<Configured>,
    { id: entryId },
  ) {
    const configuration = await configurations.of(workspaceId)
    return database.transaction(async (queries) => {
      await lockEntry(queries, workspaceId, entryId)
      const now = clock.now()
      await withdrawOfferForEntry(queries, workspaceId, entryId, now)
      await queries.rows(endEntry, { workspaceId, entryId, appointmentId: null })
      return entryView(queries, configuration, entryId, now)
    })
  },
})

export const waitingOperations = [waitingAdd, waitingList, waitingBook, waitingEnd]
