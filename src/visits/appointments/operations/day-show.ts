// A location's day for its reception: a column for each practitioner, with hours, slots, visits and
// the queue of each shift.

import {
  calendarDate,
  choice,
  flag,
  id,
  integer,
  list,
  object,
  optional,
  pickDeclared,
  text,
  timestamp,
  zone,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { addYears, type CalendarDate, weekdayNumber } from '../../../base/values/calendar-date.ts'
import {
  clinicDay,
  clinicDayRanges,
  dateAt,
  type Instant,
  isoAt,
} from '../../../base/values/clinic-time.ts'
import { horizonYears } from '../../../base/values/horizon.ts'
import type { Interval } from '../../../base/values/intervals.ts'
import { appointmentSystems, modes } from '../../../base/values/modes.ts'
import { invalid } from '../../../base/values/problem.ts'
import { resolvePublicName } from '../../../base/values/public-name.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import {
  type Configuration,
  type Configured,
  findPractice,
  type Location,
  type Practice,
  practicesByLocation,
} from '../../../clinic/catalogue/configuration.ts'
import { hoursOn, windowsOn } from '../../../clinic/catalogue/hours.ts'
import { listFormsOfVisits } from '../../../clinic/forms/visit-forms.ts'
import { noticeKinds } from '../../../clinic/notices/notice-settings.ts'
import { enabledNoticeKinds } from '../../../clinic/notices/plan-notices.ts'
import { withPatient } from '../../../clinic/patients/visiting-patient.ts'
import { toBookable, windowsWithWalkIns } from '../../availability/bookable.ts'
import { extendByMargins } from '../../availability/free-slots.ts'
import { scheduledSlotSchema, scheduledSlots } from '../../availability/schedule-slots.ts'
import { type Block, blocksWithin } from '../../occupancy/block-queries.ts'
import { loadSchedule, type TakenTime } from '../../occupancy/schedule.ts'
import { listedTokenSchema, loadListedTokens } from '../../queue/listed-tokens.ts'
import { listShownQueues, queueSchema } from '../../queue/operations/queues.ts'
import { queueVisitsOfDate } from '../../queue/visit-queries.ts'
import { latenessOnDate } from '../late-queries.ts'
import { openOffersWithin } from '../offer-queries.ts'
import { problem } from '../problems.ts'
import { dateBounds, listedVisitMembers, listedVisitView } from '../visit-list.ts'
import { visitsOnDate } from '../visit-list-queries.ts'
import { blockSchema, blockScope, blockView } from './blocks.ts'

const visitsMax = 2_000
const blocksMax = 2_000
/** The maximum number of practitioners in one answer, as in schedule-slots. */
const doctorsMax = 100

/** The fields of a visit for the day view; visit-show has the rest. */
const dayVisit = object({
  id: listedVisitMembers.id,
  bookingReference: listedVisitMembers.bookingReference,
  fromDateTimeTs: listedVisitMembers.fromDateTimeTs,
  toDateTimeTs: listedVisitMembers.toDateTimeTs,
  status: listedVisitMembers.status,
  arrivedAt: listedVisitMembers.arrivedAt,
  patientConfirmedAt: listedVisitMembers.patientConfirmedAt,
  mode: listedVisitMembers.mode,
  type: listedVisitMembers.type,
  bookingType: listedVisitMembers.bookingType,
  payableAmount: listedVisitMembers.payableAmount,
  dueAmount: listedVisitMembers.dueAmount,
  currency: listedVisitMembers.currency,
  paymentStatus: listedVisitMembers.paymentStatus,
  paymentMode: listedVisitMembers.paymentMode,
  followUp: listedVisitMembers.followUp,
  unofferedReason: listedVisitMembers.unofferedReason,
  patientPackageId: listedVisitMembers.patientPackageId,
  chiefComplaint: listedVisitMembers.chiefComplaint,
  appointmentNotes: listedVisitMembers.appointmentNotes,
  room: listedVisitMembers.room,
  visitTypeId: listedVisitMembers.visitTypeId,
  visitType: listedVisitMembers.visitType,
  visitAddress: listedVisitMembers.visitAddress,
  patient: listedVisitMembers.patient,
  missingForms: integer('How many forms the patient has still to fill in for it.', 0),
})

const {
  fromDateTimeIso,
  toDateTimeIso,
  modes: modesOfSlot,
  status,
  appointmentId,
} = scheduledSlotSchema.properties
const daySlot = object({
  fromDateTimeIso,
  toDateTimeIso,
  modes: modesOfSlot,
  status,
  appointmentId,
})

const dayOffer = object(
  {
    entryId: id('The entry of the waiting list.', 8),
    patient: listedVisitMembers.patient,
    expiresAt: timestamp('Until when the time is held.', '2026-11-21T10:40:00+05:30'),
  },
  { description: 'The patient to whom the time is offered.' },
)

const columnSchema = object({
  doctorId: id('The practitioner.', 3),
  doctorName: text(
    'Public name if a profile is published, otherwise the staff name.',
    'Dr Asha Rao',
  ),
  appointmentSystemType: choice(
    appointmentSystems,
    'Whether the practitioner sells slots or tokens.',
  ),
  isBookable: flag('Whether the practitioner can be booked here; one who has left cannot.'),
  minutesLate: integer(
    'How many minutes late the practitioner is running here, as staff reported today; 0 on any other day.',
    0,
  ),
  hoursBy: choice(
    ['DATE', 'CLOSING', 'WEEKDAY'],
    'What decides the hours: an exception for the date, closing days, or the weekday.',
    'WEEKDAY',
  ),
  hours: list(
    object({
      fromDateTimeIso,
      toDateTimeIso,
      modes: list(choice(modes, 'A mode.'), 'The modes that can be booked.'),
    }),
    'When the practitioner can have visits here, by start; the rest of the day is closed.',
  ),
  busy: list(
    object({
      fromDateTimeIso,
      toDateTimeIso,
      kind: choice(
        ['BLOCKED_BY_CLINIC', 'BLOCKED', 'HELD', 'OFFERED', 'ELSEWHERE', 'TRAVEL'],
        'BLOCKED_BY_CLINIC: by staff. BLOCKED: busy in an external calendar. HELD: by a visit here that is waiting for its payment. OFFERED: held for a patient on the waiting list. ELSEWHERE: by a visit or offer at another location, or by one that began the day before. TRAVEL: on the way to or from a visit at home.',
      ),
      appointmentId: optional(id('The visit, if one takes the time.', 42)),
      block: optional(blockSchema),
      offer: optional(dayOffer),
    }),
    'Other times that are not free, by start.',
  ),
  slots: list(daySlot, 'Every slot of the hours, as schedule-slots lists them.'),
  visits: list(dayVisit, 'Visits here by start, including cancelled ones.'),
  queues: list(
    object({
      ...queueSchema.properties,
      tokens: list(listedTokenSchema, 'Its tokens, by number.'),
    }),
    'Queue shifts by start.',
  ),
})

export type ShownDay = Awaited<ReturnType<typeof loadDay>>

export const daySchema = object({
  addressId: id('The location.'),
  timezone: zone("The location's zone."),
  date: calendarDate('The date.'),
  now: timestamp('The current business time, with the clinic offset.'),
  notices: list(
    choice(noticeKinds, 'A kind of notice.'),
    'Of what patients of this clinic are told by a message, where one can be reached.',
  ),
  roomBlocks: list(blockSchema, 'Blocked times of rooms of the location, by start.'),
  doctors: list(
    columnSchema,
    'Practitioners by id: who works that day, who would if it were not closed, and who has visits or tokens.',
  ),
})

export const dayShow = workspaceOperation({
  name: 'day-show',
  right: 'visits:read',
  about: 'doctors',
  summary: 'Show the day of a location: hours, slots, visits and queues of each practitioner.',
  input: object({
    addressId: id('The location.'),
    date: optional(calendarDate("The date in the location's zone; today when omitted.")),
    doctorIds: optional(
      list(id('A practitioner.'), 'Only these practitioners.', { maxItems: doctorsMax }),
    ),
  }),
  output: daySchema,
  async run(
    { database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>,
    { addressId, date: requestedDate, doctorIds },
  ) {
    const configuration = await configurations.of(workspaceId)
    const location = configuration.locations.find(({ id }) => id === addressId)
    if (!location) throw problem('ADDRESS_NOT_FOUND')
    const now = clock.now()
    const date = requestedOrToday(requestedDate, location.timezone, now)
    return database.transaction(async (queries) => {
      const day = await loadDay(queries, configuration, { location, date, doctorIds }, now)
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: shownPatientIds([day]),
        now,
      })
      return day
    }, 'repeatable read')
  },
})

/** The requested date, within the booking horizon; today if omitted. */
export function requestedOrToday(
  requestedDate: CalendarDate | undefined,
  timezone: string,
  now: Instant,
): CalendarDate {
  const today = dateAt(timezone, now)
  const lastDate = addYears(today, horizonYears)
  if (requestedDate !== undefined && requestedDate > lastDate)
    throw invalid(`date must be at most ${horizonYears} years ahead, ${lastDate}`)
  return requestedDate ?? today
}

interface DayScope {
  location: Location
  date: CalendarDate
  /** Undefined: all practitioners. */
  doctorIds: readonly number[] | undefined
}

/** Reads a day in a transaction that sees a single snapshot of the database. */
export async function loadDay(
  queries: Queries,
  configuration: Configuration,
  { location, date, doctorIds }: DayScope,
  now: Instant,
) {
  const { workspaceId } = configuration
  const { id: addressId, timezone } = location
  const isRequested = ({ doctorId }: { doctorId: number }) =>
    doctorIds === undefined || doctorIds.includes(doctorId)
  const scope = {
    workspaceId,
    date,
    doctorId: doctorIds?.length === 1 ? (doctorIds[0] ?? null) : null,
  }
  const rows = await queries.rows(visitsOnDate, {
    ...scope,
    ...dateBounds(date),
    locationId: addressId,
    now,
    limit: visitsMax,
  })
  const requestedRows = rows.filter(isRequested)
  const forms = await listFormsOfVisits(
    queries,
    workspaceId,
    requestedRows.map(({ id }) => id),
  )
  const visits = requestedRows.map((row) => ({
    ...listedVisitView(row),
    missingForms: (forms.get(row.id) ?? []).filter(({ state }) => state === 'MISSING').length,
  }))
  const queues = (
    await listShownQueues(queries, configuration, { ...scope, locationId: addressId }, now)
  ).filter(isRequested)
  const tokenIds =
    queues.length === 0
      ? []
      : (await queries.rows(queueVisitsOfDate, { ...scope, addressId, limit: visitsMax })).map(
          ({ id }) => id,
        )
  const tokens = (await loadListedTokens(queries, workspaceId, tokenIds)).filter(isRequested)
  const columns = buildColumns(configuration, addressId, date, [...visits, ...queues]).filter(
    isRequested,
  )
  if (columns.length > doctorsMax)
    throw invalid(
      `${columns.length} practitioners have a column; name at most ${doctorsMax} of them in doctorIds`,
    )
  const ids = columns.map(({ doctorId }) => doctorId)
  const takenTimes = await loadSchedule(
    queries,
    { workspaceId, locationId: addressId },
    ids,
    extendByMargins(clinicDay(timezone, date), practicesInColumns(columns)),
  )
  const scopeOfBlocks = { ...blockScope(configuration, location), doctorIds: ids }
  const blocks = await queries.rows(blocksWithin, {
    workspaceId,
    ...scopeOfBlocks,
    ...clinicDay(timezone, date),
    limit: blocksMax,
  })
  const late =
    date === dateAt(timezone, now)
      ? await queries.rows(latenessOnDate, {
          workspaceId,
          doctorIds: ids,
          locationId: addressId,
          date,
        })
      : []
  const offers = await queries.rows(openOffersWithin, {
    workspaceId,
    locationId: addressId,
    doctorIds: ids,
    ...clinicDay(timezone, date),
  })
  const day = clinicDay(timezone, date)
  const isOnDay = ({ from, to }: Interval) => from < day.to && to > day.from
  const doctors = columns.map(({ doctorId, doctorName, practice }) => {
    const isOwn = (entry: { doctorId: number }) => entry.doctorId === doctorId
    const ownVisits = visits.filter(isOwn)
    const times = takenTimes.get(doctorId) ?? []
    return {
      doctorId,
      doctorName,
      minutesLate: late.find(isOwn)?.minutes ?? 0,
      ...workedView(configuration, practice, date, times, now),
      busy: busyView(times.filter(isOnDay), { visits: ownVisits, blocks, offers }, timezone),
      visits: ownVisits.map((visit) => pickDeclared(dayVisit, visit)),
      queues: queues.filter(isOwn).map((queue) => ({
        ...queue,
        tokens: tokens.filter(({ qmsWorkShiftId }) => qmsWorkShiftId === queue.qmsWorkShiftId),
      })),
    }
  })
  const roomBlocks = doctorIds === undefined ? blocks.filter(({ roomId }) => roomId !== null) : []
  const notices = enabledNoticeKinds(configuration)
  return {
    addressId,
    timezone,
    date,
    now: isoAt(timezone, now),
    notices,
    roomBlocks: roomBlocks.map((block) => blockView(block, timezone)),
    doctors,
  }
}

const practicesInColumns = (columns: readonly { practice: Practice | undefined }[]) =>
  columns.flatMap(({ practice }) => practice ?? [])

/** The patients of the shown visits, tokens and offers. */
export function shownPatientIds(days: readonly ShownDay[]): number[] {
  const shown = days
    .flatMap(({ doctors }) => doctors)
    .flatMap(({ visits, queues, busy }) => [
      ...visits,
      ...queues.flatMap(({ tokens }) => tokens),
      ...busy.flatMap((busyEntry) => ('offer' in busyEntry ? busyEntry.offer : [])),
    ])
  return [...new Set(shown.map(({ patient }) => patient.id))]
}

/**
 * The practitioners with a column. `seen` holds the day's visits and queues, with the names of
 * practitioners who are no longer configured.
 */
function buildColumns(
  configuration: Configuration,
  addressId: number,
  date: CalendarDate,
  present: readonly { doctorId: number; doctor: string }[],
) {
  const weekday = weekdayNumber(date)
  const worksThatDay = (practice: Practice) =>
    practice.doctor.isActiveMember &&
    (practice.weeklyHours.has(weekday) ||
      windowsOn(practice, date).length > 0 ||
      practice.shifts.some((shift) => shift.date === date || shift.weekdays?.includes(weekday)))
  const names = new Map(present.map(({ doctorId, doctor }) => [doctorId, doctor]))
  for (const { doctor } of (practicesByLocation(configuration).get(addressId) ?? []).filter(
    worksThatDay,
  ))
    names.set(doctor.id, resolvePublicName(doctor))
  for (const doctor of configuration.doctors)
    if (names.has(doctor.id)) names.set(doctor.id, resolvePublicName(doctor))
  return [...names]
    .map(([doctorId, doctorName]) => ({
      doctorId,
      doctorName,
      practice: findPractice(configuration, doctorId, addressId),
    }))
    .sort((a, b) => a.doctorId - b.doctorId)
}

/**
 * A practitioner's bookable hours at the location; not bookable if the practice no longer exists.
 */
function workedView(
  configuration: Configuration,
  practice: Practice | undefined,
  date: CalendarDate,
  takenTimes: readonly TakenTime[],
  now: Instant,
) {
  const bookable = practice && toBookable(configuration, practice, now)
  const appointmentSystemType = practice?.doctor.appointmentSystem ?? 'SCHEDULED'
  const hoursBy = practice ? hoursOn(practice, date).by : 'WEEKDAY'
  if (!practice || !bookable)
    return { appointmentSystemType, isBookable: false, hoursBy, hours: [], slots: [] }
  const { timezone } = practice.location
  const hours = windowsWithWalkIns(practice, date).flatMap(
    ({ fromMinute, toMinute, modes: windowModes }) => {
      const offered = windowModes.filter((mode) => bookable.offeredModes.includes(mode))
      return offered.length === 0
        ? []
        : clinicDayRanges(timezone, date, fromMinute, toMinute).map((interval) => ({
            ...intervalView(interval, timezone),
            modes: offered,
          }))
    },
  )
  const slots = scheduledSlots(bookable, date, { takenTimes }, now).map(
    ({ fromDateTimeIso, toDateTimeIso, modes, status, appointmentId }) => ({
      fromDateTimeIso,
      toDateTimeIso,
      modes,
      status,
      ...(appointmentId === undefined ? {} : { appointmentId }),
    }),
  )
  return { appointmentSystemType, isBookable: true, hoursBy, hours, slots }
}

interface TimeOwners {
  visits: readonly { id: number; paymentStatus: string }[]
  blocks: readonly Block[]
  offers: readonly RowOf<typeof openOffersWithin.returns>[]
}

function busyView(
  takenTimes: readonly TakenTime[],
  { visits, blocks, offers }: TimeOwners,
  timezone: string,
) {
  return takenTimes
    .toSorted((a, b) => a.from - b.from)
    .flatMap(({ kind, appointmentId, blockId, offerId, ...time }) => {
      const times = intervalView(time, timezone)
      if (kind === 'TRAVEL') return { ...times, kind }
      if (offerId !== null) {
        const offer = offers.find(({ id }) => id === offerId)
        if (!offer) return { ...times, kind: 'ELSEWHERE' as const }
        const { entryId, expiresAt } = offer
        return {
          ...times,
          kind: 'OFFERED' as const,
          offer: {
            entryId,
            patient: withPatient(offer).patient,
            expiresAt: isoAt(timezone, expiresAt),
          },
        }
      }
      if (blockId !== null) {
        const block = blocks.find(({ id }) => id === blockId)
        return {
          ...times,
          kind: 'BLOCKED_BY_CLINIC' as const,
          ...(block && { block: blockView(block, timezone) }),
        }
      }
      if (appointmentId === null) return { ...times, kind: 'BLOCKED' as const }
      const visit = visits.find(({ id }) => id === appointmentId)
      if (!visit) return { ...times, kind: 'ELSEWHERE' as const, appointmentId }
      return visit.paymentStatus === 'PENDING'
        ? { ...times, kind: 'HELD' as const, appointmentId }
        : []
    })
}

const intervalView = ({ from, to }: Interval, timezone: string) => ({
  fromDateTimeIso: isoAt(timezone, from),
  toDateTimeIso: isoAt(timezone, to),
})
