// The changes that a patient may make to a visit, from a page with a session or by the link in a
// notice: confirming it, and cancelling or moving it as the practitioner's rules allow.
// Changes by the clinic itself need an API key or an operator.

import type { Caller } from '../../base/contract/route.ts'
import type { Queries } from '../../base/db/database.ts'
import type { Actor, LinkHolder } from '../../base/operations/actor.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { type Configuration, findPractice } from '../../clinic/catalogue/configuration.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import { isWithinFollowUpDays } from '../availability/follow-up.ts'
import { isPatientReached } from '../booking/patient-changes.ts'
import { problem } from './problems.ts'
import { loadVisit, type Visit } from './visits.ts'

const hourMs = 3_600_000

/** Checks on a patient's change; each throws the problem that prevents it. */
export interface PatientLimits {
  /**
   * Throws APPOINTMENT_NOT_FOUND unless the verified contact reaches the visit's patient: a session
   * must not learn about other visits.
   */
  checkOwn(queries: Queries, visit: Visit): Promise<void>
  checkCancellation(
    change: VisitChange,
    visit: Pick<Visit, 'doctorId' | 'fromAt'> & BookingUndoFacts,
  ): void
  /**
   * Throws CHANGE_RESERVED_FOR_CLINIC unless the visit is upcoming, the patient is awaited and has
   * not confirmed it yet (MINE-01, A-020).
   */
  checkConfirmation(change: VisitChange, visit: Pick<Visit, 'storedStatus' | 'fromAt'>): void
  checkMove(change: VisitChange, visit: Pick<Visit, 'doctorId' | 'fromAt'>): void
  /**
   * Throws FOLLOW_UP_NOT_ELIGIBLE if a follow-up moves to a date on which it could not be booked as
   * a follow-up, since it keeps its price.
   */
  checkDate(queries: Queries, change: VisitChange, visit: Visit, date: CalendarDate): Promise<void>
}

/** Who changes a visit, and the limits that apply to a patient on a page. */
export interface ChangeRequester {
  workspaceId: number
  actor: Actor
  limits?: PatientLimits | undefined
  /** Whether the rules for patients bind the change. */
  isByPatient?: boolean
}

/** A change to one visit, while it is in progress. */
export interface VisitChange extends ChangeRequester {
  appointmentId: number
  configuration: Configuration
  now: Instant
}

/** An API caller who changes a visit. */
export function requesterFromCaller(gate: ConsentGate, caller: Caller): ChangeRequester {
  return {
    workspaceId: caller.workspaceId,
    actor: caller,
    limits: caller.kind === 'session' ? sessionLimits(gate, caller) : undefined,
    isByPatient: caller.kind === 'session' || caller.booksForPatients === true,
  }
}

/**
 * A patient who changes a visit on its page: the link proves that the visit is theirs. The rules of
 * a session apply, except that a booking made a moment ago can be undone there (MINE-06); for a
 * session, there is no exception.
 */
export function requesterFromLink(workspaceId: number, actor: LinkHolder): ChangeRequester {
  const limits = patientLimits(workspaceId, async () => {})
  return {
    workspaceId,
    actor,
    isByPatient: true,
    limits: {
      ...limits,
      checkCancellation(change, visit) {
        if (!canUndoBooking(visit, change.now)) limits.checkCancellation(change, visit)
      },
    },
  }
}

function sessionLimits(gate: ConsentGate, caller: Caller): PatientLimits {
  return patientLimits(caller.workspaceId, async (queries, { patientId }) => {
    if (!(await isPatientReached(queries, gate, caller, patientId)))
      throw problem('APPOINTMENT_NOT_FOUND')
  })
}

function patientLimits(workspaceId: number, checkOwn: PatientLimits['checkOwn']): PatientLimits {
  return {
    checkOwn,
    checkCancellation: (change, visit) => checkNotice(change, visit, 'cancelled'),
    checkConfirmation({ now }, visit) {
      if (!canPatientConfirm(visit, now) && visit.storedStatus !== 'CONFIRMED')
        throw problem('CHANGE_RESERVED_FOR_CLINIC')
    },
    checkMove: (change, visit) => checkNotice(change, visit, 'moved'),

    async checkDate(queries, { configuration, now }, { doctorId, parentAppointmentId }, date) {
      if (parentAppointmentId === null) return
      const doctor = configuration.doctors.find(({ id }) => id === doctorId)
      const { appointmentDate: followedDate } = await loadVisit(
        queries,
        workspaceId,
        parentAppointmentId,
        now,
      )
      if (!doctor || !isWithinFollowUpDays(doctor, followedDate, date))
        throw problem('FOLLOW_UP_NOT_ELIGIBLE')
    },
  }
}

/** Throws MOVES_REACHED if the patient has moved the visit as often as the rules allow. */
export function checkMoveCount(
  { configuration }: Pick<VisitChange, 'configuration'>,
  {
    doctorId,
    locationId,
    movedByPatient,
  }: Pick<Visit, 'doctorId' | 'locationId' | 'movedByPatient'>,
): void {
  const moves = findPractice(configuration, doctorId, locationId)?.patientRules?.moves
  if (moves !== undefined && movedByPatient >= moves) throw problem('MOVES_REACHED')
}

/** The facts that decide whether a booking can be undone. */
type BookingUndoFacts = Pick<Visit, 'source' | 'bookingType' | 'paymentStatus' | 'createdAt'>

/** How long a patient can undo a booking (MINE-06). */
const bookingUndoMs = 3 * 60_000

/**
 * Whether a patient may undo a booking that they made on a page a moment ago, regardless of the
 * practitioner's rules: nothing was paid for it.
 */
export function canUndoBooking(
  { source, bookingType, paymentStatus, createdAt }: BookingUndoFacts,
  now: Instant,
): boolean {
  const isUnpaid = paymentStatus === 'UNPAID' && bookingType !== 'USE_ACTIVE_PACKAGE'
  return source === 'WIDGET' && isUnpaid && now < createdAt + bookingUndoMs
}

/**
 * Whether a patient may confirm that they will come: the visit is upcoming and not confirmed yet.
 */
export function canPatientConfirm(
  { storedStatus, fromAt }: Pick<Visit, 'storedStatus' | 'fromAt'>,
  now: Instant,
): boolean {
  return fromAt > now && (storedStatus === 'SCHEDULED' || storedStatus === 'RESCHEDULED')
}

/**
 * The last instant at which a patient may cancel or move a visit; undefined if the practitioner's
 * rules do not let patients do it.
 */
export function lastChangeAt(
  { doctors }: Pick<Configuration, 'doctors'>,
  { doctorId, fromAt }: Pick<Visit, 'doctorId' | 'fromAt'>,
  changeKind: 'cancelled' | 'moved',
) {
  const doctor = doctors.find(({ id }) => id === doctorId)
  const isAllowed =
    changeKind === 'cancelled' ? doctor?.allowCancellation : doctor?.allowRescheduling
  return doctor && isAllowed ? fromAt - doctor.cancellationAllowedBeforeHours * hourMs : undefined
}

/**
 * Throws if the practitioner's rules do not let patients cancel or move visits themselves, or if it
 * is too late for this one.
 */
function checkNotice(
  { configuration, now }: VisitChange,
  visit: Pick<Visit, 'doctorId' | 'fromAt'>,
  changeKind: 'cancelled' | 'moved',
): void {
  const lastChange = lastChangeAt(configuration, visit, changeKind)
  if (lastChange === undefined)
    throw problem('CHANGE_NOT_PERMITTED', {
      reason: `This practitioner's visits cannot be ${changeKind} from a web page`,
    })
  if (now > lastChange) {
    const hours = (visit.fromAt - lastChange) / hourMs
    const deadline =
      hours === 0 ? 'once they have begun' : `less than ${hours} hours before they begin`
    throw problem('CHANGE_NOT_PERMITTED', {
      reason: `This practitioner's visits cannot be ${changeKind} ${deadline}`,
    })
  }
}
