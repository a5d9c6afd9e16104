// Changes the status of a visit. A cancellation also settles its money: it is kept, refunded at the
// desk in the same transaction, or refunded by the gateway that took it, which is asked between two
// transactions. One order of locks: pack, then visit.

import type { Queries } from '../../base/db/database.ts'
import { runAfterWriting } from '../../base/db/failures.ts'
import { runAndRollBack } from '../../base/db/rolled-back-transaction.ts'
import { statement } from '../../base/db/statement.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import { type LockedPack, lockPack, suspendPack } from '../../money/packs/wallet.ts'
import { findPaidSession } from '../../money/payments/payment-session.ts'
import {
  type BegunRefund,
  beginRefund,
  pursueRefund,
  type RefundServices,
} from '../../money/payments/pursue-refund.ts'
import { loadPaidMinor, recordRefund } from '../../money/payments/refunds.ts'
import {
  applyPolicy,
  checkedRefund,
  differsFromPolicy,
  type RefundRequest,
} from '../booking/cancellation.ts'
import type { AppointmentRecord } from './appointment-record.ts'
import { canTransition, isAwaited, nextStatusesText } from './appointment-status.ts'
import { cancelLockedVisit } from './cancel-visit.ts'
import { type ChangeRequester, canUndoBooking, type VisitChange } from './patient-limits.ts'
import { problem } from './problems.ts'
import { lockReservedVisit } from './reserved-visit.ts'
import type { StatusChange } from './status-change.ts'
import { loadVisit, lockVisit, saveVisitBeforeChange, type Visit } from './visits.ts'

export interface ChangeServices extends RefundServices {
  configurations: Configurations
}

/**
 * Changes the status of a visit and returns the visit. If it throws a problem or the gateway's
 * answer, nothing has changed (STAT-13, STAT-23), except for REFUND_OUTCOME_UNKNOWN.
 */
export async function changeStatus(
  services: ChangeServices,
  requester: ChangeRequester,
  appointmentId: number,
  request: StatusChange,
): Promise<AppointmentRecord> {
  const { database, configurations, clock } = services
  const { workspaceId } = requester
  const change = {
    ...requester,
    appointmentId,
    now: clock.now(),
    configuration: await configurations.of(workspaceId),
  }
  const started = await database.transaction((queries) =>
    startChange(queries, clock, change, request),
  )
  if ('visit' in started) return started.visit
  const requesterWithNotices = { ...requester, notices: change.configuration.notices }
  await pursueRefund(services, started, (queries, at) =>
    lockReservedVisit(queries, requesterWithNotices, appointmentId, at),
  )
  return runAfterWriting(() => loadVisit(database, workspaceId, appointmentId, clock.now()))
}

/**
 * What a cancellation would do, including to the pack that paid for the visit or was bought with
 * it, if there is one.
 */
export interface Preview {
  currency: string
  /** What was paid so far. */
  paidMinor: number
  refund: { amountMinor: number; percentage: number; isOnline: boolean } | null
  pack: 'SESSION_RETURNED' | 'ENDED' | 'KEPT' | null
}

/** What happens to the pack of a visit, given the pack before and after the cancellation. */
function packOutcome(
  before: LockedPack | undefined,
  after: LockedPack | undefined,
  isBoughtOnline: boolean,
): Preview['pack'] {
  if (!before) return null
  if (isBoughtOnline || (after?.isEnded && !before.isEnded)) return 'ENDED'
  return after && after.sessionsUsed < before.sessionsUsed ? 'SESSION_RETURNED' : 'KEPT'
}

/** Previews a cancellation: performs it and rolls it back; throws if it is refused. */
export async function previewCancellation(
  services: ChangeServices,
  requester: ChangeRequester,
  appointmentId: number,
  request: StatusChange,
): Promise<Preview> {
  const { database, configurations, clock } = services
  const { workspaceId } = requester
  const change = {
    ...requester,
    appointmentId,
    now: clock.now(),
    configuration: await configurations.of(workspaceId),
  }
  return runAndRollBack(database, async (queries) => {
    const visit = await loadVisit(queries, workspaceId, appointmentId, change.now)
    const { patientPackageId, bookingType, currency } = visit
    const paidMinor = await loadPaidMinor(
      queries,
      workspaceId,
      { kind: 'APPOINTMENT', id: appointmentId },
      visit,
    )
    const lockVisitPack = async () =>
      patientPackageId === null ? undefined : lockPack(queries, workspaceId, patientPackageId)
    const before = await lockVisitPack()
    const started = await startChange(queries, clock, change, request)
    const after = await lockVisitPack()
    const isOnline = 'refund' in started
    const { refundMinor, refundPercentage } = isOnline
      ? { refundMinor: started.refund.amountMinor, refundPercentage: started.percentage }
      : started.visit
    return {
      currency,
      paidMinor,
      refund:
        refundMinor === null || refundPercentage === null
          ? null
          : { amountMinor: refundMinor, percentage: refundPercentage, isOnline },
      pack: packOutcome(before, after, isOnline && bookingType === 'PACKAGE_PURCHASE'),
    }
  })
}

/** A visit that has been changed, or one whose gateway must be asked first. */
type StartedChange = { visit: AppointmentRecord } | (BegunRefund & { percentage: number })

async function startChange(
  queries: Queries,
  clock: RefundServices['clock'],
  change: VisitChange,
  request: StatusChange,
): Promise<StartedChange> {
  const { workspaceId, actor, limits, configuration, appointmentId, now } = change
  const current = await loadVisit(queries, workspaceId, appointmentId, now)
  await limits?.checkOwn(queries, current)
  const cancels = request.status === 'CANCELLED'
  const pack =
    cancels && current.patientPackageId !== null
      ? await lockPack(queries, workspaceId, current.patientPackageId)
      : undefined
  const visit = await lockVisit(queries, workspaceId, appointmentId, now)
  const auditFields = { patientIds: [visit.patientId], appointmentId, now }
  if (cancels) limits?.checkCancellation(change, visit)
  else limits?.checkConfirmation(change, visit)
  // Setting the current status again changes nothing, except that a final status refuses it
  //
  if (visit.storedStatus === request.status && canTransition(visit.storedStatus, 'CANCELLED')) {
    await recordAccess(queries, workspaceId, actor, { action: 'READ', ...auditFields })
    return { visit }
  }
  const { storedStatus: from } = visit
  if (!canTransition(from, request.status))
    throw problem('STATUS_NOT_ALLOWED', { from, to: request.status, ways: nextStatusesText(from) })
  // A patient who is with the doctor, or was absent, has to ask the clinic.
  if (cancels && limits && !isAwaited(from))
    throw problem('STATUS_NOT_ALLOWED', { from, to: request.status, ways: 'none' })
  request.check?.(visit, now)
  if (!cancels) {
    await saveVisitBeforeChange(queries, actor, workspaceId, visit, now)
    await queries.rows(setStatus, {
      workspaceId,
      appointmentId,
      status: request.status,
      byPatient: limits !== undefined,
      now,
    })
    await recordAccess(queries, workspaceId, actor, {
      action: 'STATUS_CHANGED',
      status: request.status,
      ...auditFields,
    })
    return { visit: await loadVisit(queries, workspaceId, appointmentId, now) }
  }
  const paid = {
    ...visit,
    paidMinor: await loadPaidMinor(
      queries,
      workspaceId,
      { kind: 'APPOINTMENT', id: appointmentId },
      visit,
    ),
  }
  const policy = configuration.doctors.find(({ id }) => id === visit.doctorId)?.refundPolicy ?? null
  const cancelled = { policy, fromAt: visit.fromAt, paid, now }
  const isPaidByPack = pack !== undefined && visit.bookingType === 'USE_ACTIVE_PACKAGE'
  // A patient who has used other sessions of a pack gets no refund for it.
  const isByPolicy = limits !== undefined && !isPackInUse(visit, pack)
  const effectiveRequest = isByPolicy
    ? { ...request, ...applyPolicy(request, { ...cancelled, isPaidByPack }) }
    : request
  const refund = effectiveRequest.refund && refundTerms(paid, pack, effectiveRequest.refund)
  if (actor.kind === 'key' && differsFromPolicy(effectiveRequest, cancelled)) {
    await recordAccess(queries, workspaceId, actor, {
      action: 'CHANGED',
      changedMembers: ['refundPolicy'],
      ...auditFields,
    })
  }
  const paymentSession =
    refund && refund.amountMinor > 0
      ? await findPaidSession(queries, workspaceId, { kind: 'APPOINTMENT', id: appointmentId })
      : undefined
  if (refund && paymentSession) {
    const started = await beginRefund(queries, clock, paymentSession, {
      ...refund,
      cancellationReason: effectiveRequest.cancellationReason,
      now,
    })
    if (pack && visit.bookingType === 'PACKAGE_PURCHASE')
      await suspendPack(queries, workspaceId, pack.id, true)
    await recordAccess(queries, workspaceId, actor, { action: 'REFUND_REQUESTED', ...auditFields })
    return { ...started, percentage: refund.percentage }
  }
  // Neither a refund by a gateway nor a checkout that has ended can be undone.
  if (visit.paymentStatus !== 'PENDING')
    await saveVisitBeforeChange(queries, actor, workspaceId, visit, now)
  // A reservation that is still waiting for its payment was not confirmed to the patient, and one
  // that is undone at once may not have been.
  const isUnconfirmed =
    visit.paymentStatus === 'PENDING' || (limits !== undefined && canUndoBooking(visit, now))
  const notifies = !effectiveRequest.voided && (isUnconfirmed ? 'IF_NOTIFIED_BEFORE' : true)
  const cancellation = {
    ...effectiveRequest,
    isTold: notifies,
    refund: refund ? 'DONE' : 'NONE',
  } as const
  await cancelLockedVisit(
    queries,
    { workspaceId, actor, notices: configuration.notices, now },
    { visit, pack },
    cancellation,
  )
  if (refund)
    await recordRefund(
      queries,
      { kind: 'APPOINTMENT', id: appointmentId },
      { workspaceId, actor, currency: visit.currency, ...refund, now },
    )
  return { visit: await loadVisit(queries, workspaceId, appointmentId, now) }
}

/** A visit with what was paid for it, in minor units. */
type PaidVisit = Visit & { paidMinor: number }

/** A patient who has used other sessions of the pack that a visit bought keeps it. */
const isPackInUse = ({ bookingType }: Visit, pack: LockedPack | undefined) =>
  pack !== undefined && bookingType === 'PACKAGE_PURCHASE' && pack.sessionsUsed > 1

/** The terms of a refund that can be made as requested; throws if it cannot be made. */
function refundTerms(visit: PaidVisit, pack: LockedPack | undefined, request: RefundRequest) {
  const agreed = checkedRefund(visit, request)
  if (isPackInUse(visit, pack))
    throw problem('REFUND_NOT_POSSIBLE', {
      reason: 'other sessions of the pack it bought were used',
    })
  return agreed
}

const setStatus = statement(
  'set_status',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint',
      status: 'text',
      byPatient: 'boolean',
      now: 'timestamptz',
    },
    returns: {},
  },
  `
  update appointments
  set status = :status, updated_at = :now,
    patient_confirmed_at = case when :byPatient and :status = 'CONFIRMED' then :now::timestamptz else patient_confirmed_at end
  where workspace_id = :workspaceId and id = :appointmentId`,
)
