// Moves a visit to another status, and cancels it with all that follows: its time is free, its money refunded or kept, the session of
// a pack back in the wallet or used. One transaction, in the one order of locks: pack, then visit.

import type { Actor } from '../audit/actor.ts'
import { note } from '../audit/audit.ts'
import type { Configurations } from '../catalogue/configuration.ts'
import type { Database, Queries } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { NoticeSettings } from '../notices/notice-settings.ts'
import { planNoticesOfCancellation } from '../notices/plan-notices.ts'
import { freeTime } from '../occupancy/claims.ts'
import { holdPack, returnSession } from '../packs/wallet.ts'
import { endCheckoutOf, paidSessionOf } from '../payments/payment-session.ts'
import { recordRefund } from '../payments/refunds.ts'
import type { Clock } from '../ports/clock.ts'
import type { Instant } from '../values/clinic-time.ts'
import { problem } from '../values/problem.ts'
import type { AppointmentRecord } from './appointment-record.ts'
import { mayBecome, waysFrom } from './appointment-status.ts'
import type { ChangedBy } from './session-changes.ts'
import type { StatusChange } from './status-change.ts'
import { heldVisit, type Visit, visitOf } from './visits.ts'

export interface ChangeServices {
  database: Database
  configurations: Configurations
  clock: Clock
}

/** Changes the status of a visit and returns the visit; throws a problem, and then nothing has changed (STAT-13, STAT-23). */
export async function changeStatus(
  { database, configurations, clock }: ChangeServices,
  { workspaceId, actor, session }: ChangedBy,
  appointmentId: number,
  change: StatusChange,
): Promise<AppointmentRecord> {
  const now = clock.now()
  const configuration = await configurations.of(workspaceId)
  return database.transaction(async (queries) => {
    const seen = await visitOf(queries, workspaceId, appointmentId, now)
    await session?.checkOwn(queries, seen)
    const cancels = change.status === 'CANCELLED'
    const pack = cancels && seen.patientPackageId !== null ? await holdPack(queries, workspaceId, seen.patientPackageId) : undefined
    const visit = await heldVisit(queries, workspaceId, appointmentId, now)
    session?.checkStatus(configuration, visit, change, now)
    // To stay where it is changes nothing, unless it is where nothing changes any more.
    if (visit.storedStatus === change.status && mayBecome(visit.storedStatus, 'CANCELLED')) {
      await note(queries, workspaceId, actor, { action: 'READ', patientIds: [visit.patientId], appointmentId, now })
      return visit
    }
    const { storedStatus: from } = visit
    if (!mayBecome(from, change.status)) throw problem('STATUS_NOT_ALLOWED', { from, to: change.status, ways: waysFrom(from) })
    if (cancels) await cancelHeld(queries, { workspaceId, actor, notices: configuration.notices, isTold: !change.voided }, visit, pack, change, now)
    else await queries.rows(setStatus, { workspaceId, appointmentId, status: change.status, now })
    if (!cancels) await note(queries, workspaceId, actor, { action: 'STATUS_CHANGED', patientIds: [visit.patientId], appointmentId, now })
    return visitOf(queries, workspaceId, appointmentId, now)
  })
}

const setStatus = statement(
  'set_status',
  { takes: { workspaceId: 'bigint', appointmentId: 'bigint', status: 'text', now: 'timestamptz' }, returns: {} },
  `
  update appointments
  set status = :status, updated_at = :now
  where workspace_id = :workspaceId and id = :appointmentId`,
)

const cancelVisit = statement(
  'cancel_visit',
  {
    takes: { workspaceId: 'bigint', appointmentId: 'bigint', reason: 'text?', voided: 'boolean', isRefunded: 'boolean', now: 'timestamptz' },
    returns: {},
  },
  `
  update appointments
  set status = 'CANCELLED', cancellation_reason = :reason, voided = :voided,
    payment_status = case when :isRefunded then 'REFUNDED' else payment_status end, updated_at = :now
  where workspace_id = :workspaceId and id = :appointmentId`,
)

type Pack = Awaited<ReturnType<typeof holdPack>>

/** Cancels a visit that is held, after its pack where it has one, with all that follows from it. */
export async function cancelHeld(
  queries: Queries,
  { workspaceId, actor, notices, isTold }: { workspaceId: number; actor: Actor; notices: NoticeSettings | null; isTold: boolean },
  visit: Visit,
  pack: Pack | undefined,
  change: Omit<StatusChange, 'status'>,
  now: Instant,
): Promise<void> {
  const { id: appointmentId, bookingType, paymentStatus, currency } = visit
  const refund = change.refund && { ...change.refund, payableMinor: visit.chargeMinor - visit.discountMinor, currency }
  const buysPack = pack && bookingType === 'PACKAGE_PURCHASE'
  if (refund && paymentStatus !== 'PAID') throw problem('REFUND_NOT_POSSIBLE', { reason: `its payment is ${paymentStatus}` })
  // Said to be given back, the money would still be where it is.
  const online = refund && (await paidSessionOf(queries, workspaceId, { kind: 'APPOINTMENT', id: appointmentId }))
  if (online) throw problem('REFUND_NOT_POSSIBLE', { reason: `its money is at the gateway ${online.gateway}, and is given back there` })
  // who has used other sessions of a pack keeps it.
  if (refund && buysPack && pack.sessionsUsed > 1) throw problem('REFUND_NOT_POSSIBLE', { reason: 'other sessions of the pack it bought were used' })
  await queries.rows(cancelVisit, {
    workspaceId,
    appointmentId,
    reason: change.cancellationReason,
    voided: change.voided,
    isRefunded: refund !== undefined,
    now,
  })
  await freeTime(queries, workspaceId, appointmentId)
  if (refund) await recordRefund(queries, { workspaceId, appointmentId, ...refund, now })
  if (pack) {
    // A purchase that is refunded, or was never paid, is none.
    const endsPack = buysPack && (refund !== undefined || !pack.isActivated)
    if (change.returnsSession || endsPack)
      await returnSession(queries, actor, { workspaceId, appointmentId, packId: pack.id, endsPack: endsPack === true, now })
  }
  await note(queries, workspaceId, actor, { action: 'CANCELLED', patientIds: [visit.patientId], appointmentId, now })
  if (paymentStatus === 'PENDING') await endCheckoutOf(queries, workspaceId, { kind: 'APPOINTMENT', id: appointmentId }, now)
  await planNoticesOfCancellation(queries, notices, { workspaceId, appointmentId }, isTold && visit.toAt > now, now)
}
