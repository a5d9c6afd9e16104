// A token that is waiting for its payment, as a checkout sees it. Like all other code that works on
// a queue, this locks the row of its day.

import type { Queries } from '../../base/db/database.ts'
import { plan } from '../../base/due-work/work.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import type { NoticeSettings } from '../../clinic/notices/notice-settings.ts'
import { noticeWorkKind, planPaymentNotice } from '../../clinic/notices/plan-notices.ts'
import type { LockedPayable } from '../../money/payments/payable.ts'
import { problem } from './problems.ts'
import { loadVisitByNumber, lockQueue, releaseToken } from './run-queue.ts'
import { staffActions } from './staff-actions.ts'
import { setTokenPayment, visitDay } from './staff-queries.ts'

/** A reserved token, locked with its day until the transaction ends. */
export async function lockReservedToken(
  queries: Queries,
  {
    workspaceId,
    actor,
    clock,
    notices,
  }: { workspaceId: number; actor: Actor; clock: Clock; notices: NoticeSettings | null },
  visitId: number,
): Promise<LockedPayable> {
  const [visitDayRow] = await queries.rows(visitDay, { workspaceId, visitId })
  const queue =
    visitDayRow && (await lockQueue(queries, { workspaceId, ...visitDayRow, actor }, clock))
  if (!queue) throw new Error('the queue of a reserved token was not found')
  const { now } = queue
  const { patientId, paymentStatus, status } = await loadVisitByNumber(
    queries,
    queue,
    visitDayRow.tokenNumber,
  )
  const isOver = status === 'CANCELLED'
  const canCancel =
    queue.endedAt === null && (staffActions.cancel.from as readonly string[]).includes(status)
  const whyKept = () => {
    if (isOver) return undefined
    return canCancel
      ? problem('PAID_TOKEN_ACTIVE')
      : problem('PAID_VISIT_NOT_CANCELLABLE', { status })
  }
  return {
    standing: { paymentStatus, isOver, isBegun: !isOver && !canCancel },
    whyKept: whyKept(),
    async setPayment(newStatus, paymentMode) {
      await queries.rows(setTokenPayment, {
        workspaceId,
        visitId,
        paymentStatus: newStatus,
        paymentMode: paymentMode ?? null,
        now,
      })
      const hasWaited = paymentStatus === 'PENDING' && newStatus !== 'PENDING'
      if (newStatus === 'PAID')
        await recordAccess(queries, workspaceId, actor, {
          action: 'PAID',
          patientIds: [patientId],
          visitIds: [visitId],
          now,
        })
      if (hasWaited && !isOver && notices?.tokenConfirmation) {
        await plan(queries, {
          workspaceId,
          subjectId: visitId,
          kind: noticeWorkKind('tokenConfirmation'),
          dueAt: now,
        })
      }
    },
    async release(reason) {
      await releaseToken(queries, queue, visitDayRow.tokenNumber, reason)
    },
    notify: (kind) => planPaymentNotice(queries, notices, { workspaceId, visitId, now }, kind),
    async keep() {},
  }
}
