// A visit that is waiting for its payment, as a checkout sees it; the pack is locked before the
// visit.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import type { NoticeSettings } from '../../clinic/notices/notice-settings.ts'
import { planConfirmation, planPaymentNotice } from '../../clinic/notices/plan-notices.ts'
import { activatePack, deactivatePack } from '../../money/packs/queries.ts'
import { lockPack, suspendPack } from '../../money/packs/wallet.ts'
import type { LockedPayable, PaymentStatus } from '../../money/payments/payable.ts'
import { canTransition } from './appointment-status.ts'
import { cancelLockedVisit } from './cancel-visit.ts'
import { problem } from './problems.ts'
import { loadVisit, lockVisitForPayment } from './visits.ts'

const setVisitPayment = statement(
  'set_visit_payment',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint',
      paymentStatus: narrowType<PaymentStatus>('text'),
      paymentMode: 'text?',
      now: 'timestamptz',
    },
  },
  `
  update appointments
  set payment_status = :paymentStatus, payment_mode = coalesce(:paymentMode, payment_mode), updated_at = :now
  where workspace_id = :workspaceId and id = :appointmentId`,
)

/** A reserved visit, locked until the transaction ends. */
export async function lockReservedVisit(
  queries: Queries,
  {
    workspaceId,
    actor,
    notices,
  }: { workspaceId: number; actor: Actor; notices: NoticeSettings | null },
  appointmentId: number,
  now: Instant,
): Promise<LockedPayable> {
  const { patientPackageId } = await loadVisit(queries, workspaceId, appointmentId, now)
  const pack =
    patientPackageId === null ? undefined : await lockPack(queries, workspaceId, patientPackageId)
  const visit = await lockVisitForPayment(queries, workspaceId, appointmentId, now)
  const { paymentStatus, storedStatus, patientId } = visit
  const buysPack = pack && visit.bookingType === 'PACKAGE_PURCHASE'
  const isOver = storedStatus === 'CANCELLED'
  const whyKept = () => {
    if (!isOver)
      return canTransition(storedStatus, 'CANCELLED')
        ? problem('PAID_VISIT_ACTIVE', { id: appointmentId })
        : problem('PAID_VISIT_NOT_CANCELLABLE', { status: storedStatus })
    if (visit.voided) return problem('PAID_VISIT_VOIDED')
    return buysPack && !pack.isEnded ? problem('PAID_PACK_USABLE') : undefined
  }
  return {
    standing: {
      paymentStatus,
      isOver,
      isBegun: storedStatus === 'IN_CONSULTATION' || storedStatus === 'COMPLETED',
    },
    whyKept: whyKept(),
    async setPayment(status, paymentMode) {
      await queries.rows(setVisitPayment, {
        workspaceId,
        appointmentId,
        paymentStatus: status,
        paymentMode: paymentMode ?? null,
        now,
      })
      if (status === 'PAID') {
        if (buysPack) await queries.rows(activatePack, { workspaceId, patientPackId: pack.id, now })
        await recordAccess(queries, workspaceId, actor, {
          action: 'PAID',
          patientIds: [patientId],
          appointmentId,
          now,
        })
      }
      if (status === 'UNPAID' && buysPack)
        await queries.rows(deactivatePack, { workspaceId, patientPackId: pack.id })
      const hasWaited = paymentStatus === 'PENDING' && status !== 'PENDING'
      if (hasWaited && storedStatus !== 'CANCELLED')
        await planConfirmation(queries, notices, { workspaceId, appointmentId, now })
    },
    async release(cancellationReason, releaseStatus) {
      const isRefunded = releaseStatus === 'REFUNDED'
      // Patients with an unpaid visit have usually had no notice of it, unless its checkout could
      // not be opened at first, or the visit was moved.
      const notifies = isRefunded || 'IF_NOTIFIED_BEFORE'
      const cancellation = {
        cancellationReason,
        voided: false,
        returnsSession: isRefunded,
        refund: isRefunded ? 'UNDER_WAY' : 'NONE',
        isTold: notifies,
      } as const
      await cancelLockedVisit(
        queries,
        { workspaceId, actor, notices, now },
        { visit, pack },
        cancellation,
      )
    },
    notify: (kind) =>
      planPaymentNotice(queries, notices, { workspaceId, appointmentId, now }, kind),
    async keep() {
      if (buysPack) await suspendPack(queries, workspaceId, pack.id, false)
    },
  }
}
