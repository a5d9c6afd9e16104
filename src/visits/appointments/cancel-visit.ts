// Cancels a visit with all consequences: its time becomes free, a pack's session is returned or
// used, and its notices change.

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import type { NoticeSettings } from '../../clinic/notices/notice-settings.ts'
import {
  type CancellationNotice,
  planCancellationNotices,
} from '../../clinic/notices/plan-notices.ts'
import { type LockedPack, returnSession } from '../../money/packs/wallet.ts'
import { endOpenCheckout } from '../../money/payments/payment-session.ts'
import { releaseTime } from '../occupancy/claims.ts'
import { displacedPatientId, type Visit } from './visits.ts'

const cancelVisit = statement(
  'cancel_visit',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint',
      reason: 'text?',
      voided: 'boolean',
      isRefunded: 'boolean',
      now: 'timestamptz',
    },
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
  /** Whether to cancel as if the visit had never existed (STAT-24). */
  voided: boolean
  /** The session is returned to its pack (STAT-27, A-146). */
  returnsSession: boolean
  /**
   * What happens to its payment. DONE: it is refunded now; UNDER_WAY: the refund has begun but is
   * not complete.
   */
  refund: 'NONE' | 'DONE' | 'UNDER_WAY'
  isTold: CancellationNotice
}

/**
 * Cancels a locked visit, whose pack, if any, was locked before it, with all consequences except
 * the refund itself.
 */
export async function cancelLockedVisit(
  queries: Queries,
  {
    workspaceId,
    actor,
    notices,
    now,
  }: { workspaceId: number; actor: Actor; notices: NoticeSettings | null; now: Instant },
  { visit, pack }: { visit: Visit; pack: LockedPack | undefined },
  { cancellationReason: reason, voided, returnsSession, refund, isTold }: Cancellation,
): Promise<void> {
  const { id: appointmentId, patientId } = visit
  await queries.rows(cancelVisit, {
    workspaceId,
    appointmentId,
    reason,
    voided,
    isRefunded: refund === 'DONE',
    now,
  })
  await releaseTime(queries, workspaceId, appointmentId)
  if (pack) {
    // A purchase that is refunded or was never paid is void.
    const endsPack =
      visit.bookingType === 'PACKAGE_PURCHASE' && (refund !== 'NONE' || !pack.isActivated)
    if (returnsSession || endsPack)
      await returnSession(queries, actor, {
        workspaceId,
        appointmentId,
        packId: pack.id,
        endsPack,
        now,
      })
  }
  await recordAccess(queries, workspaceId, actor, {
    action: 'CANCELLED',
    status: 'CANCELLED',
    patientIds: [patientId],
    appointmentId,
    now,
  })
  if (visit.paymentStatus === 'PENDING')
    await endOpenCheckout(queries, workspaceId, { kind: 'APPOINTMENT', id: appointmentId }, now)
  const displaced =
    notices?.cancellation && isTold ? await displacedPatientId(queries, workspaceId, visit) : null
  await planCancellationNotices(
    queries,
    notices,
    { workspaceId, appointmentId, now },
    visit.toAt > now && isTold,
    displaced,
  )
}
