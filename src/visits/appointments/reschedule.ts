// PATCH /v1/appointments/:appointmentId/reschedule: moves a visit to another time. It stays the
// same visit, at the same price.

import { type Route, route } from '../../base/contract/route.ts'
import {
  id,
  ignoredWorkspace,
  namedObject,
  object,
  optional,
  text,
  timestamp,
} from '../../base/contract/schemas.ts'
import type { Queries } from '../../base/db/database.ts'
import {
  clinicDay,
  dateAt,
  type Instant,
  offsetAt,
  parseInstant,
} from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import type { Mode } from '../../base/values/modes.ts'
import { invalid } from '../../base/values/problem.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import { type Practice, practiceTravelMins } from '../../clinic/catalogue/configuration.ts'
import {
  ConfigurationChanged,
  withCurrentConfiguration,
} from '../../clinic/catalogue/current-configuration.ts'
import { findPracticeOfVisit } from '../../clinic/catalogue/visit-types.ts'
import { planMoveNotices } from '../../clinic/notices/plan-notices.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import { lockPack } from '../../money/packs/wallet.ts'
import { checkOffered, patientBookable, toBookable } from '../availability/bookable.ts'
import { checkMoveByPatient } from '../booking/patient-rule-checks.ts'
import { releaseTime } from '../occupancy/claims.ts'
import { lock } from '../occupancy/locks.ts'
import { claimWithRoom, listRoomChoices } from '../occupancy/rooms-of-type.ts'
import { type AppointmentRecord, appointmentSchema, appointmentView } from './appointment-record.ts'
import { canMove } from './appointment-status.ts'
import type { ChangeServices } from './change-status.ts'
import {
  type ChangeRequester,
  checkMoveCount,
  requesterFromCaller,
  type VisitChange,
} from './patient-limits.ts'
import { problem } from './problems.ts'
import { moveVisit } from './queries.ts'
import {
  displacedPatientId,
  loadVisit,
  lockVisit,
  saveVisitBeforeChange,
  type Visit,
} from './visits.ts'

const Body = namedObject(
  'NewTime',
  {
    fromDateTimeIso: timestamp('Start of the slot, exactly as available-slots returned it.'),
    toDateTimeIso: timestamp(
      'End of the slot; the length of the visit must stay the same.',
      '2026-12-01T09:15:00+05:30',
    ),
    reason: optional(
      text('The reason, at most 500 characters; kept with the visit.', 'Patient is travelling', {
        maxLength: 500,
      }),
    ),
    workspaceId: ignoredWorkspace,
  },
  { unknown: 'refused' },
)

export function rescheduleRoute({
  gate,
  ...services
}: ChangeServices & { gate: ConsentGate }): Route {
  return route({
    method: 'PATCH',
    path: '/v1/appointments/:appointmentId/reschedule',
    name: 'rescheduleAppointment',
    area: 'Booking',
    title: 'Give a visit another time',
    summary:
      'Moves a visit to another slot of the same practitioner, location, mode and length; payments stay with the visit.',
    policy: { endUser: 'verified for sessions', unusableBody: 'fieldErrors' },
    pathParameters: object({ appointmentId: id('The visit.', 41) }),
    body: Body,
    exampleBody: {
      fromDateTimeIso: '2026-12-01T09:00:00+05:30',
      toDateTimeIso: '2026-12-01T09:15:00+05:30',
    },
    refusals: [
      'APPOINTMENT_NOT_FOUND',
      'VISIT_NOT_MOVABLE',
      'CHANGE_NOT_PERMITTED',
      'REFUND_IN_PROGRESS',
      'DOCTOR_NOT_FOUND',
      'MODE_NOT_OFFERED',
      'SLOT_NOT_OFFERED',
      'SLOT_NOT_AVAILABLE',
      'ROOM_NOT_AVAILABLE',
      'SESSION_PACK_NOT_USABLE',
      'FOLLOW_UP_NOT_ELIGIBLE',
      'MOVES_REACHED',
    ],
    replies: { 200: appointmentSchema },

    async handle({ caller, path, body }) {
      const from = parseTime(body.fromDateTimeIso, 'fromDateTimeIso')
      const to = parseTime(body.toDateTimeIso, 'toDateTimeIso')
      const visit = await reschedule(
        services,
        requesterFromCaller(gate, caller),
        path.appointmentId,
        {
          from,
          to,
          reason: body.reason ?? null,
          unofferedReason: null,
        },
      )
      return { status: 200, body: appointmentView(visit) }
    },
  })
}

function parseTime(text: string, field: string): Instant {
  const parsed = parseInstant(text)
  if (parsed === undefined) throw invalid(`${field} must be a time with an offset`)
  return parsed
}

/** The new time of a visit, and the reason. */
interface NewTime extends Interval {
  reason: string | null
  /** The reason for a time that is not offered; only staff send it (DAY-18). */
  unofferedReason: string | null
}

/** Moves a visit to `time` and returns it; if it throws a problem, the visit has not moved. */
export async function reschedule(
  { database, configurations, clock }: ChangeServices,
  requester: ChangeRequester,
  appointmentId: number,
  time: NewTime,
): Promise<AppointmentRecord> {
  return withCurrentConfiguration(configurations, requester.workspaceId, (configuration) =>
    database.transaction((queries) =>
      rescheduleInTransaction(
        queries,
        { ...requester, appointmentId, configuration, now: clock.now() },
        time,
      ),
    ),
  )
}

/** Moves a visit within the transaction of the caller. */
export async function rescheduleInTransaction(
  queries: Queries,
  change: VisitChange,
  time: NewTime,
): Promise<AppointmentRecord> {
  const { workspaceId, appointmentId, actor, limits, now } = change
  const current = await loadVisit(queries, workspaceId, appointmentId, now)
  await limits?.checkOwn(queries, current)
  // The doctor never changes, and the room only under the lock of the doctor: both can be locked
  // before the visit, as the lock order requires.
  await lock(queries, workspaceId, { doctor: current.doctorId, room: current.roomId })
  const pack =
    current.patientPackageId === null
      ? undefined
      : await lockPack(queries, workspaceId, current.patientPackageId)
  const visit = await lockVisit(queries, workspaceId, appointmentId, now)
  limits?.checkMove(change, visit)
  if (!canMove(visit.storedStatus))
    throw problem('VISIT_NOT_MOVABLE', { status: visit.storedStatus })
  const { practice, unofferedReason } = checkTime(change, visit, time)
  const date = dateAt(practice.location.timezone, time.from)
  if (pack && date > pack.expiresOn)
    throw problem('SESSION_PACK_NOT_USABLE', { reason: `ends on ${pack.expiresOn}` })
  await limits?.checkDate(queries, change, visit, date)
  if (change.isByPatient && time.from !== visit.fromAt) {
    checkMoveCount(change, visit)
    await checkRules(queries, change, visit.mode, practice, time)
  }
  if (time.from !== visit.fromAt)
    await saveVisitBeforeChange(queries, actor, workspaceId, visit, now)
  if (time.from !== visit.fromAt)
    await move(queries, change, visit, { ...time, unofferedReason, practice })
  await recordAccess(queries, workspaceId, actor, {
    action: 'RESCHEDULED',
    movedFrom: visit.fromAt,
    patientIds: [visit.patientId],
    appointmentId,
    now,
  })
  return loadVisit(queries, workspaceId, appointmentId, now)
}

/**
 * The visit's practice, and the reason for a time that is not offered. Throws unless it is a slot on
 * offer for this visit, or staff give a reason. As for a new visit, the location's present
 * timezone counts, since its slots belong to that zone's dates.
 */
function checkTime({ configuration, now, isByPatient }: VisitChange, visit: Visit, time: NewTime) {
  const { mode, fromAt, toAt } = visit
  const practice = findPracticeOfVisit(configuration, visit)
  const clinicBookable = practice && toBookable(configuration, practice, now)
  if (!practice || !clinicBookable) throw problem('DOCTOR_NOT_FOUND')
  const bookable = isByPatient ? patientBookable(clinicBookable) : clinicBookable
  if (time.to - time.from !== toAt - fromAt)
    throw invalid(
      `toDateTimeIso must be ${(toAt - fromAt) / 60_000} minutes after fromDateTimeIso, the length of the visit`,
    )
  if (!bookable.offeredModes.includes(mode)) throw problem('MODE_NOT_OFFERED', { mode })
  const unofferedReason = checkOffered(bookable, time, mode, now, time.unofferedReason)
  return { practice, unofferedReason }
}

/** Throws if the rules for patients do not let the patient move the visit there. */
async function checkRules(
  queries: Queries,
  { workspaceId, appointmentId, now }: VisitChange,
  mode: Mode,
  practice: Practice,
  { from, to }: NewTime,
): Promise<void> {
  if (!practice.patientRules) return
  await checkMoveByPatient(queries, practice.patientRules, {
    workspaceId,
    practice,
    mode,
    from,
    to,
    exceptAppointmentId: appointmentId,
    now,
  })
}

async function move(
  queries: Queries,
  {
    workspaceId,
    appointmentId,
    configuration: { version, notices },
    isByPatient,
    now,
  }: VisitChange,
  visit: Visit,
  { from, to, reason, unofferedReason, practice }: NewTime & { practice: Practice },
) {
  const { doctorId, locationId } = visit
  const { timezone } = practice.location
  const date = dateAt(timezone, from)
  const travelMins = practiceTravelMins(practice, visit.mode)
  // Its old time counts as free: a visit may move by less than its length.
  await releaseTime(queries, workspaceId, appointmentId)
  const place = { workspaceId, doctorId, locationId, from, to, travelMins }
  const outcome = await claimWithRoom(
    queries,
    place,
    listRoomChoices(practice, visit),
    async (roomId) => {
      const [moved] = await queries.rows(moveVisit, {
        workspaceId,
        appointmentId,
        doctorId,
        locationId,
        roomId,
        fromAt: from,
        toAt: to,
        travelMins,
        configurationVersion: version,
        timezone,
        appointmentDate: date,
        dayEndsAt: clinicDay(timezone, date).to,
        fromOffsetMins: offsetAt(timezone, from),
        toOffsetMins: offsetAt(timezone, to - 1),
        reason,
        unofferedReason,
        movesByPatient: isByPatient ? 1 : 0,
        now,
      })
      if (!moved?.configurationCurrent) throw new ConfigurationChanged()
      return moved.isMoved || undefined
    },
  )
  if ('taken' in outcome)
    throw problem(outcome.taken === 'doctor' ? 'SLOT_NOT_AVAILABLE' : 'ROOM_NOT_AVAILABLE')
  const displaced = notices?.move ? await displacedPatientId(queries, workspaceId, visit) : null
  const movedVisit = { workspaceId, appointmentId, now }
  const newTime = { fromAt: from, zone: timezone }
  await planMoveNotices(queries, notices, movedVisit, newTime, displaced)
}
