// Cancels a token, and settles its money as the cancellation of a visit does: it is kept, refunded at the desk in the same transaction, or
// refunded by the gateway that took it, which is asked between two transactions. A key may cancel every token that is not yet in
// consultation; a patient, with a session or by the link of a notice, their own until it is called.

import type { Queries } from '../../base/db/database.ts'
import { afterWriting } from '../../base/db/failures.ts'
import type { Actor } from '../../base/operations/actor.ts'
import { firstInstantOf } from '../../base/values/clinic-time.ts'
import { problem } from '../../base/values/problem.ts'
import { note } from '../../clinic/audit/audit.ts'
import type { Configuration, Configurations } from '../../clinic/catalogue/configuration.ts'
import { paidSessionOf } from '../../money/payments/payment-session.ts'
import { type BegunRefund, beginRefund, pursueRefund, type RefundServices } from '../../money/payments/pursue-refund.ts'
import { paidMinorOf, recordRefund } from '../../money/payments/refunds.ts'
import { type AskedCancellation, agreedRefund, departsFromPolicy, withPolicy } from '../booking/cancellation.ts'
import { queueVisitOf } from './find-queue-visits.ts'
import type { QueueVisit } from './queue-visit.ts'
import { holdReservedToken } from './reserved-token.ts'
import { callOff, heldQueue, visitOfToken } from './run-queue.ts'
import { staffActions } from './staff-actions.ts'
import { dayOfVisit, setTokenPayment } from './staff-queries.ts'
import type { VisitStatus } from './visit-status.ts'

export interface CancelTokenServices extends RefundServices {
  configurations: Configurations
}

/** Who cancels a token. */
export interface TokenCanceller {
  workspaceId: number
  actor: Actor
  /** Of a patient: throws unless the token is theirs. */
  checkOwn?: ((queries: Queries, patientId: number) => Promise<void>) | undefined
}

/** Whether a patient may cancel a token of this practitioner in its present status. */
export function mayPatientCancel({ doctors }: Pick<Configuration, 'doctors'>, { doctorId, status }: { doctorId: number; status: VisitStatus }): boolean {
  return status === 'WAITING' && doctors.some(({ id, allowCancellation }) => id === doctorId && allowCancellation)
}

/**
 * Cancels a token and returns it. If it throws a problem or the gateway's answer, nothing has changed, except for REFUND_OUTCOME_UNKNOWN.
 */
export async function cancelToken(services: CancelTokenServices, by: TokenCanceller, visitId: number, asked: AskedCancellation): Promise<QueueVisit> {
  const { database, configurations, clock } = services
  const { workspaceId, actor } = by
  // Read before the transaction, which holds a connection.
  const configuration = await configurations.of(workspaceId)
  const begun = await database.transaction((queries) => begin(queries, clock, { ...by, visitId, configuration }, asked))
  if (begun) {
    const held = { workspaceId, actor, clock, notices: configuration.notices }
    await pursueRefund(services, begun, (queries) => holdReservedToken(queries, held, visitId))
  }
  return afterWriting(() => queueVisitOf(database, workspaceId, visitId))
}

/** Cancels the token, or records the refund for which its gateway must be asked first. */
async function begin(
  queries: Queries,
  clock: RefundServices['clock'],
  { workspaceId, actor, checkOwn, visitId, configuration }: TokenCanceller & { visitId: number; configuration: Configuration },
  sent: AskedCancellation,
): Promise<BegunRefund | undefined> {
  const [found] = await queries.rows(dayOfVisit, { workspaceId, visitId })
  const queue = found && (await heldQueue(queries, { workspaceId, ...found, actor }, clock))
  if (!queue) throw problem('APPOINTMENT_NOT_FOUND')
  const { now } = queue
  const visit = await visitOfToken(queries, queue, found.tokenNumber)
  await checkOwn?.(queries, visit.patientId)
  const { status, patientId, currency } = visit
  if (checkOwn && status === 'WAITING' && !mayPatientCancel(configuration, { ...found, status })) {
    throw problem('CHANGE_NOT_PERMITTED', { reason: "This practitioner's tokens cannot be cancelled from a web page" })
  }
  const cancellable: readonly VisitStatus[] = checkOwn ? ['WAITING'] : staffActions.cancel.from
  if (queue.endedAt !== null || !cancellable.includes(status)) throw problem('STATUS_NOT_ALLOWED', { from: status, to: 'CANCELLED', ways: 'none' })
  if (visit.isRefundUnderWay) throw problem('REFUND_UNDER_WAY')
  const policy = configuration.doctors.find(({ id }) => id === found.doctorId)?.refundPolicy ?? null
  const fromAt = firstInstantOf(queue.timezone, queue.in.date, found.fromMinute)
  const paid = { ...visit, paidMinor: await paidMinorOf(queries, workspaceId, { kind: 'VISIT', id: visitId }, visit) }
  const asked = checkOwn ? withPolicy(sent, { policy, fromAt, paid, isPaidByPack: false, now }) : sent
  if (actor.kind === 'key' && departsFromPolicy(asked, { policy, fromAt, paid, now })) {
    await note(queries, workspaceId, actor, { action: 'CHANGED', changedMembers: ['refundPolicy'], patientIds: [patientId], visitIds: [visitId], now })
  }
  const { cancellationReason, voided } = asked
  const refund = asked.refund && agreedRefund(paid, asked.refund)
  const session = refund && refund.amountMinor > 0 ? await paidSessionOf(queries, workspaceId, { kind: 'VISIT', id: visitId }) : undefined
  if (refund && session) {
    const begun = await beginRefund(queries, clock, session, { ...refund, cancellationReason, now })
    await note(queries, workspaceId, actor, { action: 'REFUND_REQUESTED', patientIds: [patientId], visitIds: [visitId], now })
    return begun
  }
  await callOff(queries, queue, found.tokenNumber, { reason: cancellationReason, voided })
  if (refund) {
    await queries.rows(setTokenPayment, { workspaceId, visitId, paymentStatus: 'REFUNDED', paymentMode: null, now })
    await recordRefund(queries, { kind: 'VISIT', id: visitId }, { workspaceId, actor, currency, ...refund, now })
  }
  return undefined
}
