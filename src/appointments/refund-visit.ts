// Has the gateway give a visit's money back, and then calls the visit off: not before, so that it stays as it was where the gateway says no.

import type { Actor } from '../audit/actor.ts'
import { plan, unplan } from '../due-work/work.ts'
import type { NoticeSettings } from '../notices/notice-settings.ts'
import type { PaymentSession } from '../payments/payment-session.ts'
import { askForRefund, noteAnswer, type RefundServices } from '../payments/pursue-refund.ts'
import { type Refund, refundKind } from '../payments/refunds.ts'
import { nextLook } from '../payments/settlement.ts'
import { PassedThrough } from '../values/passed-through.ts'
import { problem } from '../values/problem.ts'
import { holdReservedVisit } from './reserved-visit.ts'

/**
 * Asks the gateway for a refund that was just noted. Throws what the gateway refuses with, and then the visit is as it was, or
 * REFUND_OUTCOME_UNKNOWN, and then the due work `refund` finds out.
 */
export async function refundVisit(
  { database, gateways, clock }: RefundServices,
  by: { workspaceId: number; actor: Actor; notices: NoticeSettings | null },
  { session, refund, isRepeated }: { session: PaymentSession; refund: Refund; isRepeated: boolean },
): Promise<void> {
  const { workspaceId, appointmentId } = session
  if (appointmentId === null) throw new Error('a refund of a visit is of no visit')
  const answer = await askForRefund(gateways.of(session.gateway), session, refund, { isFirst: true, isRepeated })
  if (answer.state === 'UNKNOWN') throw answer.refused ? passedOn(answer.refused) : problem('REFUND_OUTCOME_UNKNOWN')
  const noted = await database.transaction(async (queries) => {
    const now = clock.now()
    const visit = await holdReservedVisit(queries, by, appointmentId, now)
    const { state } = await noteAnswer(queries, visit, refund, answer, now)
    const work = { workspaceId, kind: refundKind, subjectId: refund.id }
    if (state === 'PENDING') await plan(queries, { ...work, dueAt: nextLook(refund.requestedAt, now) })
    else await unplan(queries, work)
    return state
  })
  if (noted === 'FAILED') throw problem('REFUND_NOT_POSSIBLE', { reason: 'the gateway could not give the money back' })
  if (noted !== 'REFUSED' || !('reason' in answer)) return
  throw answer.refused ? passedOn(answer.refused) : problem('REFUND_NOT_POSSIBLE', { reason: answer.reason })
}

const passedOn = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => new PassedThrough(status, body)
