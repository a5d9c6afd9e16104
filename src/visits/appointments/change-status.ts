// Changes the status of a visit. A cancellation also settles its money: it is kept, refunded at the desk in the same transaction, or
// refunded by the gateway that took it, which is asked between two transactions. One order of locks: pack, then visit.

import type { Queries } from '../../base/db/database.ts'
import { afterWriting } from '../../base/db/failures.ts'
import { statement } from '../../base/db/statement.ts'
import { undone } from '../../base/db/undone.ts'
import { problem } from '../../base/values/problem.ts'
import { note } from '../../clinic/audit/audit.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import { type HeldPack, holdPack, suspendPack } from '../../money/packs/wallet.ts'
import { paidSessionOf } from '../../money/payments/payment-session.ts'
import { type BegunRefund, beginRefund, pursueRefund, type RefundServices } from '../../money/payments/pursue-refund.ts'
import { paidMinorOf, recordRefund } from '../../money/payments/refunds.ts'
import { type AskedRefund, agreedRefund, departsFromPolicy, withPolicy } from '../booking/cancellation.ts'
import type { AppointmentRecord } from './appointment-record.ts'
import { isAwaited, mayBecome, waysFrom } from './appointment-status.ts'
import { cancelHeld } from './cancel-visit.ts'
import { type ChangedBy, mayTakeBack, type VisitChange } from './patient-limits.ts'
import { holdReservedVisit } from './reserved-visit.ts'
import type { StatusChange } from './status-change.ts'
import { heldVisit, keepVisitBefore, type Visit, visitOf } from './visits.ts'

export interface ChangeServices extends RefundServices {
  configurations: Configurations
}

/**
 * Changes the status of a visit and returns the visit. If it throws a problem or the gateway's answer, nothing has changed (STAT-13,
 * STAT-23), except for REFUND_OUTCOME_UNKNOWN.
 */
export async function changeStatus(services: ChangeServices, by: ChangedBy, appointmentId: number, asked: StatusChange): Promise<AppointmentRecord> {
  const { database, configurations, clock } = services
  const { workspaceId } = by
  const change = { ...by, appointmentId, now: clock.now(), configuration: await configurations.of(workspaceId) }
  const begun = await database.transaction((queries) => begin(queries, clock, change, asked))
  if ('visit' in begun) return begun.visit
  const held = { ...by, notices: change.configuration.notices }
  await pursueRefund(services, begun, (queries, when) => holdReservedVisit(queries, held, appointmentId, when))
  return afterWriting(() => visitOf(database, workspaceId, appointmentId, clock.now()))
}

/** What a cancellation would do, including to the pack that paid for the visit or was bought with it, if there is one. */
export interface Preview {
  currency: string
  /** What was paid so far. */
  paidMinor: number
  refund: { amountMinor: number; percentage: number; isOnline: boolean } | null
  pack: 'SESSION_RETURNED' | 'ENDED' | 'KEPT' | null
}

/** Previews a cancellation: performs it and rolls it back; throws if it is refused. */
export async function previewCancellation(services: ChangeServices, by: ChangedBy, appointmentId: number, asked: StatusChange): Promise<Preview> {
  const { database, configurations, clock } = services
  const { workspaceId } = by
  const change = { ...by, appointmentId, now: clock.now(), configuration: await configurations.of(workspaceId) }
  return undone(database, async (queries) => {
    const visit = await visitOf(queries, workspaceId, appointmentId, change.now)
    const { patientPackageId, bookingType, currency } = visit
    const paidMinor = await paidMinorOf(queries, workspaceId, { kind: 'APPOINTMENT', id: appointmentId }, visit)
    const packAt = async () => (patientPackageId === null ? undefined : holdPack(queries, workspaceId, patientPackageId))
    const before = await packAt()
    const begun = await begin(queries, clock, change, asked)
    const after = await packAt()
    const isOnline = 'refund' in begun
    const { refundMinor, refundPercentage } = isOnline ? { refundMinor: begun.refund.amountMinor, refundPercentage: begun.percentage } : begun.visit
    const endsPack = (isOnline && bookingType === 'PACKAGE_PURCHASE') || (after?.isEnded && !before?.isEnded)
    const returnsSession = after && before && after.sessionsUsed < before.sessionsUsed
    return {
      ...{ currency, paidMinor },
      refund: refundMinor === null || refundPercentage === null ? null : { amountMinor: refundMinor, percentage: refundPercentage, isOnline },
      pack: !before ? null : endsPack ? 'ENDED' : returnsSession ? 'SESSION_RETURNED' : 'KEPT',
    }
  })
}

/** A visit that has been changed, or one whose gateway must be asked first. */
type Begun = { visit: AppointmentRecord } | (BegunRefund & { percentage: number })

async function begin(queries: Queries, clock: RefundServices['clock'], change: VisitChange, sent: StatusChange): Promise<Begun> {
  const { workspaceId, actor, limits, configuration, appointmentId, now } = change
  const seen = await visitOf(queries, workspaceId, appointmentId, now)
  await limits?.checkOwn(queries, seen)
  const cancels = sent.status === 'CANCELLED'
  const pack = cancels && seen.patientPackageId !== null ? await holdPack(queries, workspaceId, seen.patientPackageId) : undefined
  const visit = await heldVisit(queries, workspaceId, appointmentId, now)
  const noted = { patientIds: [visit.patientId], appointmentId, now }
  if (cancels) limits?.checkCancellation(change, visit)
  else limits?.checkConfirmation(change, visit)
  // Setting the current status again changes nothing, except that a final status refuses it
  //
  if (visit.storedStatus === sent.status && mayBecome(visit.storedStatus, 'CANCELLED')) {
    await note(queries, workspaceId, actor, { action: 'READ', ...noted })
    return { visit }
  }
  const { storedStatus: from } = visit
  if (!mayBecome(from, sent.status)) throw problem('STATUS_NOT_ALLOWED', { from, to: sent.status, ways: waysFrom(from) })
  // A patient who is with the doctor, or was absent, has to ask the clinic.
  if (cancels && limits && !isAwaited(from)) throw problem('STATUS_NOT_ALLOWED', { from, to: sent.status, ways: 'none' })
  sent.check?.(visit, now)
  if (!cancels) {
    await keepVisitBefore(queries, actor, workspaceId, visit, now)
    await queries.rows(setStatus, { workspaceId, appointmentId, status: sent.status, byPatient: limits !== undefined, now })
    await note(queries, workspaceId, actor, { action: 'STATUS_CHANGED', status: sent.status, ...noted })
    return { visit: await visitOf(queries, workspaceId, appointmentId, now) }
  }
  const paid = { ...visit, paidMinor: await paidMinorOf(queries, workspaceId, { kind: 'APPOINTMENT', id: appointmentId }, visit) }
  const policy = configuration.doctors.find(({ id }) => id === visit.doctorId)?.refundPolicy ?? null
  const cancelled = { policy, fromAt: visit.fromAt, paid, now }
  const isPaidByPack = pack !== undefined && visit.bookingType === 'USE_ACTIVE_PACKAGE'
  // A patient who has used other sessions of a pack gets no refund for it.
  const isByPolicy = limits !== undefined && !isPackInUse(visit, pack)
  const asked = isByPolicy ? { ...sent, ...withPolicy(sent, { ...cancelled, isPaidByPack }) } : sent
  const refund = asked.refund && refundOfVisit(paid, pack, asked.refund)
  if (actor.kind === 'key' && departsFromPolicy(asked, cancelled)) {
    await note(queries, workspaceId, actor, { action: 'CHANGED', changedMembers: ['refundPolicy'], ...noted })
  }
  const paymentSession = refund && refund.amountMinor > 0 ? await paidSessionOf(queries, workspaceId, { kind: 'APPOINTMENT', id: appointmentId }) : undefined
  if (refund && paymentSession) {
    const begun = await beginRefund(queries, clock, paymentSession, { ...refund, cancellationReason: asked.cancellationReason, now })
    if (pack && visit.bookingType === 'PACKAGE_PURCHASE') await suspendPack(queries, workspaceId, pack.id, true)
    await note(queries, workspaceId, actor, { action: 'REFUND_REQUESTED', ...noted })
    return { ...begun, percentage: refund.percentage }
  }
  // Neither a refund by a gateway nor a checkout that has ended can be undone.
  if (visit.paymentStatus !== 'PENDING') await keepVisitBefore(queries, actor, workspaceId, visit, now)
  // A reservation that is still waiting for its payment was not confirmed to the patient, and one
  // that is undone at once may not have been.
  const isUnconfirmed = visit.paymentStatus === 'PENDING' || (limits !== undefined && mayTakeBack(visit, now))
  const isTold = !asked.voided && (isUnconfirmed ? 'IF_TOLD_BEFORE' : true)
  const cancellation = { ...asked, isTold, refund: refund ? 'DONE' : 'NONE' } as const
  await cancelHeld(queries, { workspaceId, actor, notices: configuration.notices, now }, { visit, pack }, cancellation)
  if (refund) await recordRefund(queries, { kind: 'APPOINTMENT', id: appointmentId }, { workspaceId, actor, currency: visit.currency, ...refund, now })
  return { visit: await visitOf(queries, workspaceId, appointmentId, now) }
}

/** A visit with what was paid for it, in minor units. */
type PaidVisit = Visit & { paidMinor: number }

/** A patient who has used other sessions of the pack that a visit bought keeps it. */
const isPackInUse = ({ bookingType }: Visit, pack: HeldPack | undefined) => pack !== undefined && bookingType === 'PACKAGE_PURCHASE' && pack.sessionsUsed > 1

/** The terms of a refund that can be made as requested; throws if it cannot be made. */
function refundOfVisit(visit: PaidVisit, pack: HeldPack | undefined, asked: AskedRefund) {
  const agreed = agreedRefund(visit, asked)
  if (isPackInUse(visit, pack)) throw problem('REFUND_NOT_POSSIBLE', { reason: 'other sessions of the pack it bought were used' })
  return agreed
}

const setStatus = statement(
  'set_status',
  { takes: { workspaceId: 'bigint', appointmentId: 'bigint', status: 'text', byPatient: 'boolean', now: 'timestamptz' }, returns: {} },
  `
  update appointments
  set status = :status, updated_at = :now,
    patient_confirmed_at = case when :byPatient and :status = 'CONFIRMED' then :now::timestamptz else patient_confirmed_at end
  where workspace_id = :workspaceId and id = :appointmentId`,
)
