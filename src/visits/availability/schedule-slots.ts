// GET /v1/appointments/schedule-slots: the whole working day of a location's practitioners, with
// its bookings.

import type { Static } from 'typebox'
import { type Route, route } from '../../base/contract/route.ts'
import {
  calendarDate,
  choice,
  id,
  list,
  namedObject,
  object,
  optional,
  text,
} from '../../base/contract/schemas.ts'
import type { Database } from '../../base/db/database.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { clinicDay, type Instant } from '../../base/values/clinic-time.ts'
import { horizonYears } from '../../base/values/horizon.ts'
import { hasCaps, lastInstantTooSoon, type VisitCount } from '../../base/values/patient-rules.ts'
import { invalid } from '../../base/values/problem.ts'
import { resolvePublicName } from '../../base/values/public-name.ts'
import type {
  Configuration,
  Configurations,
  Practice,
} from '../../clinic/catalogue/configuration.ts'
import { loadSchedule, type TakenTime } from '../occupancy/schedule.ts'
import { allSlotsOn, type Bookable, bookableBy, toBookable } from './bookable.ts'
import { extendByMargins, splitSlots } from './free-slots.ts'
import { problem } from './problems.ts'
import type { GridSlot } from './slot-grid.ts'
import { slotSchema, slotViews } from './slot-views.ts'
import { readVisitCounts, withinCaps } from './visit-counts.ts'

/**
 * The maximum number of doctors in one answer. A hundred take 9 ms and 1.3 MB for eight hours of
 * 15-minute slots, 106 ms and 11 MB for 5-minute slots around the clock.
 */
const doctorsMax = 100

const Query = object({
  addressId: id('The location, `addresses[].id`.'),
  appointmentDate: calendarDate("The requested date, in the clinic's timezone."),
  doctorId: optional(id('Only this practitioner.')),
  doctorIds: optional(
    list(
      id('A practitioner.'),
      'Only these practitioners, and `doctorId`: by comma or repeated. Without both, every active practitioner of the location.',
      {
        maxItems: doctorsMax,
      },
    ),
  ),
  viewType: optional(text('Accepted and ignored: the day is the only view.', 'DAY')),
})

export const scheduledSlotSchema = namedObject('ScheduledSlot', {
  ...slotSchema.properties,
  status: choice(
    ['AVAILABLE', 'BOOKED', 'BLOCKED'],
    'AVAILABLE: available-slots lists it. BOOKED: a visit takes some of its time, or it is held for a patient to whom it is offered. BLOCKED: neither, for it is past or the practitioner is busy otherwise. A visit is shown until a day after it ends.',
  ),
  appointmentId: optional(
    id(
      'The visit that takes its time, the first of several; only for a BOOKED slot, and not while it is only offered.',
      42,
    ),
  ),
})

const Schedule = namedObject('PractitionerSchedule', {
  doctorId: id('The practitioner.', 3),
  doctorName: text(
    'Public name if a profile is published, otherwise the staff name.',
    'Dr Asha Rao',
  ),
  slots: list(
    scheduledSlotSchema,
    'Every slot of the working hours in the usual length of a visit, past ones too, by start; none of a queue practitioner.',
  ),
})

interface Services {
  database: Database
  configurations: Configurations
  clock: Clock
}

export function scheduleSlotsRoute({ database, configurations, clock }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/appointments/schedule-slots',
    name: 'listScheduleSlots',
    area: 'Availability',
    title: 'List the slots of a day',
    summary:
      'The whole working day of the practitioners at a location: what is free, what is booked, and by which visit.',
    policy: { feature: 'devapi_appointments_schedule_slots' },
    query: Query,
    refusals: ['ADDRESS_NOT_FOUND', 'DOCTOR_NOT_FOUND'],
    replies: { 200: list(Schedule, 'Practitioners, by id.') },

    async handle({ caller, query }) {
      const { workspaceId } = caller
      const now = clock.now()
      const date = query.appointmentDate
      const configuration = await configurations.of(workspaceId)
      const location = configuration.locations.find(({ id }) => id === query.addressId)
      if (!location) throw problem('ADDRESS_NOT_FOUND')
      const bookables = requestedPractices(configuration, query).flatMap(
        (practice) => toBookable(configuration, practice, now) ?? [],
      )
      // Whether the rules for patients bind the caller.
      const boundBookables = bookables.map((bookable) => bookableBy(caller, bookable))
      if (bookables.length > doctorsMax)
        throw invalid(
          `${bookables.length} practitioners work at this location; name at most ${doctorsMax} of them in doctorIds`,
        )
      const lastDate = bookables[0]?.lastDate ?? date
      if (date > lastDate)
        throw invalid(`appointmentDate must be at most ${horizonYears} years ahead, ${lastDate}`)
      const ids = bookables.map(({ practice }) => practice.doctor.id)
      const schedule = await loadSchedule(
        database,
        { workspaceId, locationId: location.id },
        ids,
        extendByMargins(
          clinicDay(location.timezone, date),
          bookables.map(({ practice }) => practice),
        ),
      )
      const body = await Promise.all(
        boundBookables.map(async (bookable) => {
          const doctorId = bookable.practice.doctor.id
          const { patientRules } = bookable
          const counts =
            patientRules && hasCaps(patientRules)
              ? await readVisitCounts(
                  database,
                  { workspaceId, doctorId },
                  { from: date, to: date, rules: patientRules },
                )
              : []
          return scheduleView(
            bookable,
            date,
            { takenTimes: schedule.get(doctorId) ?? [], counts },
            now,
          )
        }),
      )
      return { status: 200, body }
    },
  })
}

/**
 * The practices of the named practitioners, otherwise all of the location; a named practitioner who
 * cannot be booked there is refused.
 */
function requestedPractices(
  configuration: Configuration,
  { addressId, doctorId, doctorIds = [] }: Static<typeof Query>,
): readonly Practice[] {
  const requestedDoctorIds = new Set(doctorId === undefined ? doctorIds : [doctorId, ...doctorIds])
  const working = configuration.practices.filter(
    ({ doctor, location }) => location.id === addressId && doctor.isActiveMember,
  )
  if (requestedDoctorIds.size === 0) return working
  for (const id of requestedDoctorIds)
    if (!working.some(({ doctor }) => doctor.id === id)) throw problem('DOCTOR_NOT_FOUND')
  return working.filter(({ doctor }) => requestedDoctorIds.has(doctor.id))
}

function scheduleView(
  bookable: Bookable,
  date: CalendarDate,
  calendar: Parameters<typeof scheduledSlots>[2],
  now: Instant,
) {
  const { doctor } = bookable.practice
  return {
    doctorId: doctor.id,
    doctorName: resolvePublicName(doctor),
    slots: scheduledSlots(bookable, date, calendar, now),
  }
}

/** Every slot of a practitioner's day, with its state. */
export function scheduledSlots(
  bookable: Bookable,
  date: CalendarDate,
  { takenTimes, counts = [] }: { takenTimes: readonly TakenTime[]; counts?: readonly VisitCount[] },
  now: Instant,
) {
  const { patientRules } = bookable
  const { location, slotMins } = bookable.practice
  const byStart = takenTimes.toSorted((a, b) => a.from - b.from)
  const grid = allSlotsOn(bookable, date, { mode: undefined, lengthMins: slotMins })
  const split = splitSlots(bookable, grid, takenTimes, undefined)
  const free = withinCaps(patientRules, counts, date, split.free)
  const tooSoon = patientRules ? lastInstantTooSoon(patientRules, now) : now
  const isInTime = date <= bookable.lastDate
  const freeAt = new Map(free.map((slot) => [slot.from, slot]))
  const shown = grid.map((slot) => freeAt.get(slot.from) ?? slot)
  const views = slotViews(grid, shown, {
    date,
    clinicZone: location.timezone,
    viewer: location.timezone,
  })
  return grid.map((slot, index) => ({
    ...(views[index] as (typeof views)[number]),
    ...slotState(slot, isInTime && slot.from > tooSoon && freeAt.has(slot.from), byStart),
  }))
}

/** The state of a slot, given the doctor's taken times that day, ordered by start. */
function slotState(slot: GridSlot, isFree: boolean, takenTimes: readonly TakenTime[]) {
  const overlapping = takenTimes.filter(
    ({ kind, from, to }) => kind !== 'TRAVEL' && from < slot.to && to > slot.from,
  )
  const visit = overlapping.find(({ appointmentId }) => appointmentId !== null)
  if (visit?.appointmentId) return { status: 'BOOKED' as const, appointmentId: visit.appointmentId }
  if (overlapping.some(({ offerId }) => offerId !== null)) return { status: 'BOOKED' as const }
  return { status: isFree ? ('AVAILABLE' as const) : ('BLOCKED' as const) }
}
