// Calls a visit off, with all that follows from it: its time is free, the session of a pack back in the wallet or used, its notices changed.

import { note } from '../audit/audit.ts'
import type { Queries } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { NoticeSettings } from '../notices/notice-settings.ts'
import { type CancellationTold, planNoticesOfCancellation } from '../notices/plan-notices.ts'
import { freeTime } from '../occupancy/claims.ts'
import type { Actor } from '../operations/actor.ts'
import { type HeldPack, returnSession } from '../packs/wallet.ts'
import { endCheckoutOf } from '../payments/payment-session.ts'
import type { Instant } from '../values/clinic-time.ts'
import { displacedPatient, type Visit } from './visits.ts'

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

export interface Cancellation {
  cancellationReason: string | null
  /** As if the visit had never been (STAT-24). */
  voided: boolean
  /** The session of its pack goes back (STAT-27, A-146). */
  returnsSession: boolean
  /** What becomes of its payment: DONE says that it is refunded now, UNDER_WAY that it goes back and is not there yet. */
  refund: 'NONE' | 'DONE' | 'UNDER_WAY'
  isTold: CancellationTold
}

/** Cancels a visit that is held, after its pack where it has one, with all that follows from it but the refund itself. */
export async function cancelHeld(
  queries: Queries,
  { workspaceId, actor, notices, now }: { workspaceId: number; actor: Actor; notices: NoticeSettings | null; now: Instant },
  { visit, pack }: { visit: Visit; pack: HeldPack | undefined },
  { cancellationReason: reason, voided, returnsSession, refund, isTold }: Cancellation,
): Promise<void> {
  const { id: appointmentId, patientId } = visit
  await queries.rows(cancelVisit, { workspaceId, appointmentId, reason, voided, isRefunded: refund === 'DONE', now })
  await freeTime(queries, workspaceId, appointmentId)
  if (pack) {
    // A purchase that is refunded, or was never paid, is none.
    const endsPack = visit.bookingType === 'PACKAGE_PURCHASE' && (refund !== 'NONE' || !pack.isActivated)
    if (returnsSession || endsPack) await returnSession(queries, actor, { workspaceId, appointmentId, packId: pack.id, endsPack, now })
  }
  await note(queries, workspaceId, actor, { action: 'CANCELLED', status: 'CANCELLED', patientIds: [patientId], appointmentId, now })
  if (visit.paymentStatus === 'PENDING') await endCheckoutOf(queries, workspaceId, { kind: 'APPOINTMENT', id: appointmentId }, now)
  const displaced = notices?.cancellation && isTold ? await displacedPatient(queries, workspaceId, visit) : null
  await planNoticesOfCancellation(queries, notices, { workspaceId, appointmentId, now }, visit.toAt > now && isTold, displaced)
}
