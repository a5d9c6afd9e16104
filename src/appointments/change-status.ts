// Moves a visit to another status, and cancels it with what becomes of its money: kept, refunded at the desk in the same transaction, or given
// back by the gateway it was paid at, which is asked between two of them. One order of locks: pack, then visit.

import { note } from '../audit/audit.ts'
import type { Configuration, Configurations } from '../catalogue/configuration.ts'
import type { Queries } from '../db/database.ts'
import { afterWriting } from '../db/failures.ts'
import { statement } from '../db/statement.ts'
import { type HeldPack, holdPack, suspendPack } from '../packs/wallet.ts'
import { paidSessionOf } from '../payments/payment-session.ts'
import { type BegunRefund, beginRefund, pursueRefund, type RefundServices } from '../payments/pursue-refund.ts'
import { agreedMinor, recordRefund } from '../payments/refunds.ts'
import type { Instant } from '../values/clinic-time.ts'
import { problem } from '../values/problem.ts'
import type { AppointmentRecord } from './appointment-record.ts'
import { mayBecome, waysFrom } from './appointment-status.ts'
import { cancelHeld } from './cancel-visit.ts'
import { holdReservedVisit } from './reserved-visit.ts'
import type { ChangedBy } from './session-changes.ts'
import type { StatusChange } from './status-change.ts'
import { heldVisit, type Visit, visitOf } from './visits.ts'

export interface ChangeServices extends RefundServices {
  configurations: Configurations
}

/**
 * Changes the status of a visit and returns the visit; throws a problem, or what the gateway answers, and then nothing has changed (STAT-13,
 * STAT-23), unless it is REFUND_OUTCOME_UNKNOWN.
 */
export async function changeStatus(services: ChangeServices, by: ChangedBy, appointmentId: number, change: StatusChange): Promise<AppointmentRecord> {
  const { database, configurations, clock } = services
  const { workspaceId } = by
  const now = clock.now()
  const configuration = await configurations.of(workspaceId)
  const begun = await database.transaction((queries) => begin(queries, clock, by, configuration, appointmentId, change, now))
  if ('visit' in begun) return begun.visit
  const held = { ...by, notices: configuration.notices }
  await pursueRefund(services, begun, (queries, when) => holdReservedVisit(queries, held, appointmentId, when))
  return afterWriting(() => visitOf(database, workspaceId, appointmentId, clock.now()))
}

/** A visit that has changed, or whose gateway is to be asked first. */
type Begun = { visit: AppointmentRecord } | BegunRefund

async function begin(
  queries: Queries,
  clock: RefundServices['clock'],
  { workspaceId, actor, session: caller }: ChangedBy,
  configuration: Configuration,
  appointmentId: number,
  change: StatusChange,
  now: Instant,
): Promise<Begun> {
  const seen = await visitOf(queries, workspaceId, appointmentId, now)
  await caller?.checkOwn(queries, seen)
  const cancels = change.status === 'CANCELLED'
  const pack = cancels && seen.patientPackageId !== null ? await holdPack(queries, workspaceId, seen.patientPackageId) : undefined
  const visit = await heldVisit(queries, workspaceId, appointmentId, now)
  const noted = { patientIds: [visit.patientId], appointmentId, now }
  caller?.checkCancellation(configuration, visit, now)
  // To stay where it is changes nothing, unless it is where nothing changes any more.
  if (visit.storedStatus === change.status && mayBecome(visit.storedStatus, 'CANCELLED')) {
    await note(queries, workspaceId, actor, { action: 'READ', ...noted })
    return { visit }
  }
  const { storedStatus: from } = visit
  if (!mayBecome(from, change.status)) throw problem('STATUS_NOT_ALLOWED', { from, to: change.status, ways: waysFrom(from) })
  if (!cancels) {
    await queries.rows(setStatus, { workspaceId, appointmentId, status: change.status, now })
    await note(queries, workspaceId, actor, { action: 'STATUS_CHANGED', status: change.status, ...noted })
    return { visit: await visitOf(queries, workspaceId, appointmentId, now) }
  }
  const refund = change.refund && agreedRefund(visit, pack, change.refund)
  const session = refund && refund.amountMinor > 0 ? await paidSessionOf(queries, workspaceId, { kind: 'APPOINTMENT', id: appointmentId }) : undefined
  if (refund && session) {
    const begun = await beginRefund(queries, clock, session, { ...refund, cancellationReason: change.cancellationReason, now })
    if (pack && visit.bookingType === 'PACKAGE_PURCHASE') await suspendPack(queries, workspaceId, pack.id, true)
    await note(queries, workspaceId, actor, { action: 'REFUND_REQUESTED', ...noted })
    return begun
  }
  const by = { workspaceId, actor, notices: configuration.notices, isTold: !change.voided }
  await cancelHeld(queries, by, visit, pack, { ...change, refund: refund ? 'DONE' : 'NONE' }, now)
  if (refund) await recordRefund(queries, { kind: 'APPOINTMENT', id: appointmentId }, { workspaceId, currency: visit.currency, ...refund, now })
  return { visit: await visitOf(queries, workspaceId, appointmentId, now) }
}

/** A refund that can be given as it was asked for; throws where it cannot. */
function agreedRefund(visit: Visit, pack: HeldPack | undefined, asked: NonNullable<StatusChange['refund']>) {
  const { paymentStatus, bookingType, chargeMinor, discountMinor, currency } = visit
  if (paymentStatus !== 'PAID') throw problem('REFUND_NOT_POSSIBLE', { reason: `its payment is ${paymentStatus}` })
  // who has used other sessions of a pack keeps it.
  if (pack && bookingType === 'PACKAGE_PURCHASE' && pack.sessionsUsed > 1)
    throw problem('REFUND_NOT_POSSIBLE', { reason: 'other sessions of the pack it bought were used' })
  const { percentage, overrideReason } = asked
  return { percentage, overrideReason, amountMinor: agreedMinor({ payableMinor: chargeMinor - discountMinor, currency, ...asked }) }
}

const setStatus = statement(
  'set_status',
  { takes: { workspaceId: 'bigint', appointmentId: 'bigint', status: 'text', now: 'timestamptz' }, returns: {} },
  `
  update appointments
  set status = :status, updated_at = :now
  where workspace_id = :workspaceId and id = :appointmentId`,
)
