// Follows refunds through gateways, as due work: late money that is to go back, refunds whose gateway did not answer or whose process died, and
// those that are under way. The gateway is asked how a refund stands before it is asked for it again.

import { GiveUp, type Work, WorkFailed, type WorkKind } from '../due-work/work.ts'
import { type PaymentSession, payableOf, sessionById } from '../payments/payment-session.ts'
import { askForRefund, type KnownAnswer, noteAnswer } from '../payments/pursue-refund.ts'
import { type Refund, refundById, refundKind, wasRefusedBefore } from '../payments/refunds.ts'
import { nextLook } from '../payments/settlement.ts'
import { type CheckoutServices, holdPayable, type SettledBy } from './checkout-services.ts'

/** The kind of due work that follows refunds; its subject is the refund, and it is planned with it. */
export function refundWork(services: CheckoutServices): WorkKind {
  return {
    name: refundKind,
    // Money that has to go back is tried for about a month before a person is asked.
    attemptsMax: 700,
    async run(work) {
      const { workspaceId, subjectId: id } = work
      const [refund] = await services.database.rows(refundById, { workspaceId, id })
      if (!refund || (refund.state !== 'REQUESTED' && refund.state !== 'PENDING')) return undefined
      const [session] = await services.database.rows(sessionById, { workspaceId, id: refund.paymentSessionId })
      if (!session) throw new GiveUp('its payment is not there')
      const isRepeated = (await services.database.rows(wasRefusedBefore, { workspaceId, paymentSessionId: session.id })).length > 0
      const answer = await askForRefund(await services.gateways.of(workspaceId, session.gateway), session, refund, { isFirst: false, isRepeated })
      if (answer.state === 'UNKNOWN') throw new WorkFailed(`${answer.reason} when money was to go back`)
      // Late money is nobody's but the patient's, whatever the gateway says today.
      if (answer.state === 'REFUSED' && session.state === 'RETURNING') throw new WorkFailed(`${answer.reason} when money was to go back`)
      await follow(services, work, session, refund, answer)
      return undefined
    },
  }
}

async function follow({ database, configurations, clock }: CheckoutServices, work: Work, session: PaymentSession, refund: Refund, answer: KnownAnswer) {
  const { workspaceId } = work
  const { notices } = await configurations.of(workspaceId)
  const by: SettledBy = { workspaceId, actor: { kind: 'service' }, notices }
  await database.transaction(async (queries) => {
    const now = clock.now()
    const payable = await holdPayable(queries, clock, by, payableOf(session))
    const { state } = await noteAnswer(queries, payable, refund, answer, now)
    await work.finishWith(queries, state === 'PENDING' ? nextLook(refund.requestedAt, now) : undefined)
  })
}
