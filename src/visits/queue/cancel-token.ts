// Cancels a token, and settles its money as the cancellation of a visit does: it is kept, refunded
// at the desk in the same transaction, or refunded by the gateway that took it, which is asked
// between two transactions. A key may cancel every token that is not yet in consultation;
// patients may cancel their own until it is called, with a session or by the link in a notice.

import type { Queries } from '../../base/db/database.ts'
import { runAfterWriting } from '../../base/db/failures.ts'
import type { Actor } from '../../base/operations/actor.ts'
import { firstInstantAtWallTime } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import type { Configuration, Configurations } from '../../clinic/catalogue/configuration.ts'
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
  type CancellationRequest,
  checkedRefund,
  differsFromPolicy,
} from '../booking/cancellation.ts'
import { loadQueueVisit } from './find-queue-visits.ts'
import { problem } from './problems.ts'
import type { QueueVisit } from './queue-visit.ts'
import { lockReservedToken } from './reserved-token.ts'
import { cancelQueueToken, loadVisitByNumber, lockQueue } from './run-queue.ts'
import { staffActions } from './staff-actions.ts'
import { setTokenPayment, visitDay } from './staff-queries.ts'
import type { VisitStatus } from './visit-status.ts'

export interface CancelTokenServices extends RefundServices {
  configurations: Configurations
}

/** Who cancels a token. */
export interface TokenCanceller {
  workspaceId: number
  actor: Actor
  /** Checks a patient's cancellation: throws unless the token is theirs. */
  checkOwn?: ((queries: Queries, patientId: number) => Promise<void>) | undefined
}

/** Whether a patient may cancel a token of this practitioner in its present status. */
export function canPatientCancel(
  { doctors }: Pick<Configuration, 'doctors'>,
  { doctorId, status }: { doctorId: number; status: VisitStatus },
): boolean {
  return (
    status === 'WAITING' &&
    doctors.some(({ id, allowCancellation }) => id === doctorId && allowCancellation)
  )
}

/**
 * Cancels a token and returns it. If it throws a problem or the gateway's answer, nothing has
 * changed, except for REFUND_OUTCOME_UNKNOWN.
 */
export async function cancelToken(
  services: CancelTokenServices,
  canceller: TokenCanceller,
  visitId: number,
  request: CancellationRequest,
): Promise<QueueVisit> {
  const { database, configurations, clock } = services
  const { workspaceId, actor } = canceller
  // Read before the transaction, which holds a connection.
  const configuration = await configurations.of(workspaceId)
  const begunRefund = await database.transaction((queries) =>
    beginCancellation(queries, clock, { ...canceller, visitId, configuration }, request),
  )
  if (begunRefund) {
    const cancellationContext = { workspaceId, actor, clock, notices: configuration.notices }
    await pursueRefund(services, begunRefund, (queries) =>
      lockReservedToken(queries, cancellationContext, visitId),
    )
  }
  return runAfterWriting(() => loadQueueVisit(database, workspaceId, visitId))
}

/** Cancels the token, or records the refund for which its gateway must be asked first. */
async function beginCancellation(
  queries: Queries,
  clock: RefundServices['clock'],
  {
    workspaceId,
    actor,
    checkOwn,
    visitId,
    configuration,
  }: TokenCanceller & { visitId: number; configuration: Configuration },
  request: CancellationRequest,
): Promise<BegunRefund | undefined> {
  const [visitDayRow] = await queries.rows(visitDay, { workspaceId, visitId })
  const queue =
    visitDayRow && (await lockQueue(queries, { workspaceId, ...visitDayRow, actor }, clock))
  if (!queue) throw problem('APPOINTMENT_NOT_FOUND')
  const { now } = queue
  const visit = await loadVisitByNumber(queries, queue, visitDayRow.tokenNumber)
  await checkOwn?.(queries, visit.patientId)
  const { status, patientId, currency } = visit
  if (
    checkOwn &&
    status === 'WAITING' &&
    !canPatientCancel(configuration, { ...visitDayRow, status })
  ) {
    throw problem('CHANGE_NOT_PERMITTED', {
      reason: "This practitioner's tokens cannot be cancelled from a web page",
    })
  }
  const cancellable: readonly VisitStatus[] = checkOwn ? ['WAITING'] : staffActions.cancel.from
  if (queue.endedAt !== null || !cancellable.includes(status))
    throw problem('STATUS_NOT_ALLOWED', { from: status, to: 'CANCELLED', ways: 'none' })
  if (visit.isRefundUnderWay) throw problem('REFUND_IN_PROGRESS')
  const policy =
    configuration.doctors.find(({ id }) => id === visitDayRow.doctorId)?.refundPolicy ?? null
  const fromAt = firstInstantAtWallTime(queue.timezone, queue.in.date, visitDayRow.fromMinute)
  const paid = {
    ...visit,
    paidMinor: await loadPaidMinor(queries, workspaceId, { kind: 'VISIT', id: visitId }, visit),
  }
  const effectiveRequest = checkOwn
    ? applyPolicy(request, { policy, fromAt, paid, isPaidByPack: false, now })
    : request
  if (actor.kind === 'key' && differsFromPolicy(effectiveRequest, { policy, fromAt, paid, now })) {
    await recordAccess(queries, workspaceId, actor, {
      action: 'CHANGED',
      changedMembers: ['refundPolicy'],
      patientIds: [patientId],
      visitIds: [visitId],
      now,
    })
  }
  const { cancellationReason, voided } = effectiveRequest
  const refund = effectiveRequest.refund && checkedRefund(paid, effectiveRequest.refund)
  const session =
    refund && refund.amountMinor > 0
      ? await findPaidSession(queries, workspaceId, { kind: 'VISIT', id: visitId })
      : undefined
  if (refund && session) {
    const begunRefund = await beginRefund(queries, clock, session, {
      ...refund,
      cancellationReason,
      now,
    })
    await recordAccess(queries, workspaceId, actor, {
      action: 'REFUND_REQUESTED',
      patientIds: [patientId],
      visitIds: [visitId],
      now,
    })
    return begunRefund
  }
  await cancelQueueToken(queries, queue, visitDayRow.tokenNumber, {
    reason: cancellationReason,
    voided,
  })
  if (refund) {
    await queries.rows(setTokenPayment, {
      workspaceId,
      visitId,
      paymentStatus: 'REFUNDED',
      paymentMode: null,
      now,
    })
    await recordRefund(
      queries,
      { kind: 'VISIT', id: visitId },
      { workspaceId, actor, currency, ...refund, now },
    )
  }
  return undefined
}
