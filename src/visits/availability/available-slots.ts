// GET /v1/appointments/available-slots: the slots of a date with their prices, and the next
// available date. It uses the same rule as booking (bookable.ts) and adds none of its own.

import type { Static } from 'typebox'
import { type Caller, type Route, route } from '../../base/contract/route.ts'
import {
  calendarDate,
  choice,
  exampleNull,
  flag,
  id,
  integer,
  list,
  namedObject,
  nullable,
  object,
  optional,
  ordinalLimits,
  text,
  zone,
} from '../../base/contract/schemas.ts'
import { combinedStatement } from '../../base/db/combined-statement.ts'
import type { Database } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { FindZoneOfAddress } from '../../base/ports/location-database.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { horizonYears } from '../../base/values/horizon.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { type Mode, modes } from '../../base/values/modes.ts'
import { normalisedFullPhone } from '../../base/values/phone.ts'
import { invalid } from '../../base/values/problem.ts'
import type {
  Configurations,
  DurationTier,
  Practice,
} from '../../clinic/catalogue/configuration.ts'
import { isFromAbroad, isInternational } from '../../clinic/catalogue/price-list.ts'
import { sessionPackSchema, sessionPackView } from '../../clinic/catalogue/session-packs.ts'
import { tierOfType } from '../../clinic/catalogue/visit-types.ts'
import { resolvePatientForRead } from '../../clinic/patients/led-to.ts'
import { patientContacts, patientIdsOfPhone } from '../../clinic/patients/queries.ts'
import { ownedPackSchema, ownedPackView } from '../../money/packs/owned-pack.ts'
import { patientPacks } from '../../money/packs/queries.ts'
import { loadOwnedPacks, type OwnedPacks, splitPacksByUse } from '../../money/packs/wallet.ts'
import { takenTimes } from '../occupancy/queries.ts'
import {
  bookableBy,
  findRequestedPractice,
  findTier,
  findTierByLength,
  toBookable,
} from './bookable.ts'
import { followableVisit } from './follow-up.ts'
import { calendarReader, findDaysAndNext, type ReadCalendar } from './next-available.ts'
import { listPlans, planSchema } from './plans.ts'
import { problem } from './problems.ts'
import { quote } from './quote.ts'
import { slotSchema, slotViews, unavailableSlotSchema, unavailableSlotView } from './slot-views.ts'
import { viewerZone } from './viewer-zone.ts'
import { type CalendarContent, type CountedDates, readVisitCounts } from './visit-counts.ts'

const Query = object({
  addressId: id('The location, `addresses[].id`.'),
  doctorId: id('The practitioner, `addresses[].doctors[].id`.'),
  appointmentDate: calendarDate("The requested date, in the clinic's timezone."),
  mode: optional(
    choice(
      modes,
      'Only slots of this mode; omitted: every mode the doctor offers. A session is listed no WALK_IN, which it cannot book.',
    ),
  ),
  visitTypeId: optional(
    id(
      'List the slots of a visit type, by its length, modes, fee, rooms and rules; the booking must then name it too.',
    ),
  ),
  durationTierId: optional(id('List the slots of one duration tier.')),
  durationMins: optional(
    integer(
      'Selects the tier by its minutes; `durationTierId` takes precedence.',
      30,
      ordinalLimits,
    ),
  ),
  patientId: optional(id('Limits plans to those that this patient is entitled to.')),
  patientCountryCode: optional(
    text('Dial code, ISO2 code or country name; decides between the price lists.', '+91', {
      maxLength: 100,
    }),
  ),
  patientPhoneNumber: optional(
    text('Same purpose as `patientId`, which takes precedence.', '+919876543210', {
      maxLength: 40,
    }),
  ),
  followUp: optional(
    flag('Price the visit as a follow-up; the booking must then also set followUp.'),
  ),
  patientTimezone: optional(
    text('IANA zone for the patient* fields; an unknown name counts as omitted.', 'Asia/Dubai'),
  ),
  ignoreAppointmentId: optional(
    id('A visit that is to be rescheduled: its own time counts as free.', 41),
  ),
  days: optional(
    integer(
      'Lists this many consecutive dates, starting with the requested one: see `days` in the answer.',
      7,
      { minimum: 1, maximum: 31 },
    ),
  ),
})

const Day = namedObject('DayOfSlots', {
  date: calendarDate("The date in the clinic's zone."),
  slots: list(slotSchema, 'Its slots that can be booked, by start.'),
})

const Reply = namedObject('AvailableSlots', {
  slots: list(slotSchema, 'Slots that can be booked, by start.'),
  unavailableSlots: list(unavailableSlotSchema, 'Slots of the same grid whose time is taken.'),
  plans: list(
    planSchema,
    'Ways to pay for a visit: as a single visit, with a new pack, or with a pack the patient owns.',
  ),
  activeSessionPackResponses: list(
    ownedPackSchema,
    "Packs with sessions left that the patient can use, the patient's own and the family's.",
  ),
  allSessionPackResponses: list(sessionPackSchema, 'Session packs on sale.'),
  nextAvailableDate: nullable(
    calendarDate(
      'First date after the requested one with a free slot, within 60 days.',
      '2026-12-02',
    ),
  ),
  selectedDurationTierId: exampleNull(
    id('The duration tier of the listed slots, if one was chosen.'),
  ),
  availableDurations: list(
    integer('Minutes.', 15),
    'Distinct visit lengths the doctor offers, in minutes.',
  ),
  patientTimezone: zone('The zone of the patient* fields.', 'Asia/Dubai'),
  patientTimezoneSource: choice(
    ['PARAM', 'HEADER', 'IP', 'CLINIC'],
    'Source of that zone: the request, a proxy header, the address of the caller, or the clinic.',
  ),
  days: optional(
    list(Day, 'Only if the request has `days`: each of those dates, up to the last bookable one.'),
  ),
})

interface Services {
  database: Database
  configurations: Configurations
  clock: Clock
  zoneOfAddress: FindZoneOfAddress
  gate: {
    concernsContact(
      verified: Buffer,
      contact: { phoneNormalised: string | null; email: string | null },
    ): boolean
  }
}

export function availableSlotsRoute(services: Services): Route {
  const { database, configurations, clock, zoneOfAddress } = services
  return route({
    method: 'GET',
    path: '/v1/appointments/available-slots',
    name: 'listAvailableSlots',
    area: 'Availability',
    title: 'List available slots',
    summary:
      'Bookable slots of a practitioner on one or more dates, their prices, and the next date with free slots.',
    policy: { endUser: 'noticed for sessions' },
    query: Query,
    refusals: ['DURATION_TIER_NOT_FOUND', 'VISIT_TYPE_NOT_OFFERED', 'DOCTOR_NOT_FOUND'],
    replies: { 200: Reply },

    async handle({ caller, address, viewerTimezone, query }) {
      const { workspaceId } = caller
      const configuration = await configurations.of(workspaceId)
      const practice = findRequestedPractice(configuration, query)
      const clinicBookable = practice && toBookable(configuration, practice, clock.now())
      if (!practice || !clinicBookable) throw problem('DOCTOR_NOT_FOUND')
      const bookable = bookableBy(caller, clinicBookable)
      if (query.appointmentDate > clinicBookable.lastDate)
        throw invalid(
          `appointmentDate must be at most ${horizonYears} years ahead, ${clinicBookable.lastDate}`,
        )
      const { tier, lengthMins } = requestedLength(practice, query)
      const { location } = practice
      const viewer = viewerZone(
        {
          parameter: query.patientTimezone,
          header: viewerTimezone,
          lookUpZone: () => zoneOfAddress(address, clock.now()),
        },
        location.timezone,
      )
      const isQueue = practice.doctor.appointmentSystem === 'QMS'
      const exceptAppointmentId = await visitIdToMove(services, caller, query.ignoreAppointmentId)
      const patientIds = await requestedPatientIds(services, caller, practice, query)
      const readAlone = calendarReader(database, workspaceId, bookable, exceptAppointmentId)
      const reading = readCalendarAndPacks(database, readAlone, {
        workspaceId,
        doctorId: query.doctorId,
        locationId: location.id,
        exceptAppointmentId,
        patientIds: patientIds ?? [],
        today: bookable.today,
        hasRooms: practice.typeRoomIds.length > 0,
      })
      const requestedDates = { from: query.appointmentDate, count: query.days ?? 1 }
      const { days, nextDate } = await findDaysAndNext(
        reading.calendar,
        bookable,
        requestedDates,
        { mode: query.mode, lengthMins },
        clock.now(),
      )
      const ownedPacks = await reading.packs()
      const followUp =
        query.followUp === true &&
        (await isPricedAsFollowUp(
          database,
          workspaceId,
          patientIds,
          practice,
          query.appointmentDate,
        ))
      const isAbroad = isFromAbroad(location, query.patientCountryCode) ?? false
      const international = isInternational(location, query.patientCountryCode) ?? false
      const zones = { clinicZone: location.timezone, viewer: viewer.zone }
      const listed = days.map(({ date, grid, free }) => ({
        date,
        slots: slotViews(grid, free, { date, ...zones }),
      }))
      const quoteMode = (mode: Mode) => quote(practice, { mode, tier, followUp, international })
      const planInput = {
        date: query.appointmentDate,
        lengthMins,
        mode: query.mode,
        followUp: query.followUp === true,
        priceOf: quoteMode,
        fromAbroad: isAbroad,
      }

      return {
        status: 200,
        body: {
          slots: listed[0]?.slots ?? [],
          unavailableSlots: (days[0]?.taken ?? []).map((slot) =>
            unavailableSlotView(slot, query.appointmentDate, location.timezone),
          ),
          plans: isQueue
            ? []
            : listPlans(bookable, configuration.sessionPacks, ownedPacks, planInput),
          activeSessionPackResponses: ownedPacks.usable.map(ownedPackView),
          allSessionPackResponses: configuration.sessionPacks.map(sessionPackView),
          nextAvailableDate: nextDate,
          selectedDurationTierId: tier?.id ?? null,
          availableDurations: isQueue ? [] : bookable.lengths,
          patientTimezone: viewer.zone,
          patientTimezoneSource: viewer.source,
          ...(query.days === undefined ? {} : { days: listed }),
        },
      }
    },
  })
}

const takenTimesAndPacks = combinedStatement(
  'taken_times_and_packs',
  { ...takenTimes.takes, ...patientPacks.takes },
  { busyTime: takenTimes, packs: patientPacks },
  { isShort: true },
)

type BusyTimeQuery = Omit<Parameters<typeof takenTimesAndPacks.rows>[1], keyof Interval>

/**
 * Reads the session packs of the named patients together with the calendar: a second round trip
 * would be a third of the request's cost.
 */
function readCalendarAndPacks(
  database: Database,
  readAlone: ReadCalendar,
  { hasRooms, ...query }: BusyTimeQuery & { hasRooms: boolean },
) {
  const { workspaceId, patientIds, today } = query
  let packs: OwnedPacks | undefined
  return {
    async calendar(period: Interval, dates?: CountedDates): Promise<CalendarContent> {
      // The rooms of a visit type are one more statement anyway.
      if (packs || patientIds.length === 0 || hasRooms) return readAlone(period, dates)
      const [rows, counts] = await Promise.all([
        takenTimesAndPacks.rows(database, { ...query, ...period }),
        dates ? readVisitCounts(database, query, dates) : [],
      ])
      packs = splitPacksByUse(rows.packs)
      return { busy: rows.busyTime, counts }
    },
    /** Packs are read separately if no busy times were read. */
    packs: async () => packs ?? loadOwnedPacks(database, workspaceId, patientIds, today),
  }
}

/**
 * The length of the slots and the tier that determines it: the requested tier, or the only one with
 * the requested length.
 */
function requestedLength(
  practice: Practice,
  { durationTierId, durationMins }: Static<typeof Query>,
): { tier: DurationTier | undefined; lengthMins: number } {
  if (durationTierId !== undefined) {
    const tier = findTier(practice, durationTierId)
    if (!tier) throw problem('DURATION_TIER_NOT_FOUND')
    return { tier, lengthMins: tier.durationMins }
  }
  if (durationMins === undefined)
    return { tier: tierOfType(practice), lengthMins: practice.slotMins }
  return { tier: findTierByLength(practice, durationMins), lengthMins: durationMins }
}

/**
 * The patients that a request names, by id or by phone; undefined if it names none. In a session,
 * only those of its verified contact.
 */
async function requestedPatientIds(
  services: Services,
  caller: Caller,
  practice: Practice,
  query: Static<typeof Query>,
) {
  if (query.patientId === undefined && query.patientPhoneNumber === undefined) return undefined
  const requestedIds =
    query.patientId === undefined
      ? await patientIdsOnPhone(
          services.database,
          caller.workspaceId,
          practice,
          query.patientPhoneNumber ?? '',
        )
      : [await resolvePatientForRead(services.database, caller.workspaceId, query.patientId)]
  return caller.kind === 'key'
    ? requestedIds
    : filterByVerifiedContact(services, caller, requestedIds)
}

const visitPatient = statement(
  'patient_of_visit',
  { takes: { workspaceId: 'bigint', appointmentId: 'bigint' }, returns: { patientId: 'bigint' } },
  `
  select patient_id as "patientId"
  from appointments
  where workspace_id = :workspaceId and id = :appointmentId`,
)

/**
 * The visit whose time counts as free. In a session, only a visit of its verified contact:
 * otherwise it would reveal the time of another patient's visit.
 */
async function visitIdToMove(
  services: Services,
  caller: Caller,
  appointmentId: number | undefined,
): Promise<number | null> {
  if (appointmentId === undefined || caller.kind === 'key') return appointmentId ?? null
  const [visit] = await services.database.rows(visitPatient, {
    workspaceId: caller.workspaceId,
    appointmentId,
  })
  return visit && (await filterByVerifiedContact(services, caller, [visit.patientId])).length > 0
    ? appointmentId
    : null
}

/**
 * Whether the follow-up price is quoted: always without a named patient; with one, only if there is
 * a visit to follow up.
 */
async function isPricedAsFollowUp(
  database: Database,
  workspaceId: number,
  patientIds: readonly number[] | undefined,
  practice: Practice,
  date: CalendarDate,
) {
  return (
    patientIds === undefined ||
    (await followableVisit(database, workspaceId, patientIds, practice, date)) !== undefined
  )
}

/** A session only learns about patients of its verified contact. */
async function filterByVerifiedContact(
  { database, gate }: Services,
  { workspaceId, verifiedContact }: Caller,
  patientIds: readonly number[],
) {
  if (!verifiedContact || patientIds.length === 0) return []
  const contacts = await database.rows(patientContacts, {
    workspaceId,
    patientIds: [...patientIds],
  })
  return [
    ...new Set(
      contacts
        .filter((contact) => gate.concernsContact(verifiedContact, contact))
        .map(({ id }) => id),
    ),
  ]
}

async function patientIdsOnPhone(
  database: Database,
  workspaceId: number,
  { location }: Practice,
  phone: string,
): Promise<number[]> {
  const normalised = normalisedFullPhone(phone, location.country)
  if (normalised === undefined) return []
  return (await database.rows(patientIdsOfPhone, { workspaceId, phoneNormalised: normalised })).map(
    ({ id }) => id,
  )
}
