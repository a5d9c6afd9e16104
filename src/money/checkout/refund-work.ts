// Follows refunds through gateways, as due work: late money that has to be refunded, refunds whose
// gateway did not answer or whose process died, pending refunds, and completed refunds for a month.
// The gateway is asked for a refund's state before the refund is requested again.

import type { Queries } from '../../base/db/database.ts'
import { UnrecoverableFailure, WorkFailed, type WorkKind } from '../../base/due-work/work.ts'
import { GatewayRefused, GatewaySilent } from '../payments/gateways/gateway.ts'
import { toPayableName } from '../payments/payable-name.ts'
import { sessionById } from '../payments/payment-session-queries.ts'
import { askForRefund, recordRefundAnswer } from '../payments/pursue-refund.ts'
import {
  completedRefund,
  recordRefundProblem,
  refundById,
  wasRefusedBefore,
} from '../payments/refund-queries.ts'
import { doneRefundKind, refundKind } from '../payments/refunds.ts'
import { nextCheckOfDoneRefund } from '../payments/settlement.ts'
import { type CheckoutServices, lockPayable, type SettlementContext } from './checkout-services.ts'

/**
 * The kind of due work that follows refunds. Its subject is the refund, and it is planned together
 * with it.
 */
export function refundWork(services: CheckoutServices): WorkKind {
  return {
    name: refundKind,
    // Money that has to be refunded is retried for about a month before an operator is asked.
    attemptsMax: 700,
    async run(work) {
      const { workspaceId, subjectId: id } = work
      const [refund] = await services.database.rows(refundById, { workspaceId, id })
      if (!refund || (refund.state !== 'REQUESTED' && refund.state !== 'PENDING')) return undefined
      const [session] = await services.database.rows(sessionById, {
        workspaceId,
        id: refund.paymentSessionId,
      })
      if (!session) throw new UnrecoverableFailure('its payment session was not found')
      const isRepeated =
        (
          await services.database.rows(wasRefusedBefore, {
            workspaceId,
            paymentSessionId: session.id,
          })
        ).length > 0
      const answer = await askForRefund(
        await services.gateways.of(workspaceId, session.gateway),
        session,
        refund,
        { isFirst: false, isRepeated },
      )
      if (answer.state === 'UNKNOWN')
        throw new WorkFailed(`${answer.reason} when a refund was requested`)
      // Late money belongs to the patient, whatever the gateway answers today.
      if (answer.state === 'REFUSED' && session.state === 'RETURNING')
        throw new WorkFailed(`${answer.reason} when a refund was requested`)
      const { notices } = await services.configurations.of(workspaceId)
      const context: SettlementContext = {
        workspaceId,
        actor: { kind: 'service' },
        notices,
        clock: services.clock,
      }
      const lockSessionPayable = (queries: Queries) =>
        lockPayable(queries, context, toPayableName(session))
      const state = await recordRefundAnswer(
        services,
        { refund, answer },
        lockSessionPayable,
        work.finishWith,
      )
      // The caller who requested it got a response long ago.
      if (state === 'FAILED' || state === 'REFUSED') {
        services.log.warn(
          { workspaceId, sessionRef: session.sessionRef, state },
          'a refund failed at its gateway',
        )
      }
      return undefined
    },
  }
}

const sentBackText =
  'the gateway reported the refund as done, and later that the money did not arrive: pay the patient another way'

/**
 * The kind of due work that checks completed refunds: the booking remains REFUNDED, and an operator
 * learns if the gateway says otherwise.
 */
export function doneRefundWork({ database, gateways, clock, log }: CheckoutServices): WorkKind {
  return {
    name: doneRefundKind,
    attemptsMax: 10,
    async run({ workspaceId, subjectId: id }) {
      const [refund] = await database.rows(completedRefund, { workspaceId, id })
      const [session] = refund
        ? await database.rows(sessionById, { workspaceId, id: refund.paymentSessionId })
        : []
      if (!refund || !session || session.gatewayId === null) return undefined
      const gateway = await gateways.of(workspaceId, session.gateway)
      const state = await gateway
        ?.readRefund({ workspaceId, gatewayId: session.gatewayId, key: refund.gatewayKey })
        .catch(ignoreNoAnswer)
      if (state !== 'FAILED') return nextCheckOfDoneRefund(refund.doneAt, clock.now())
      await database.rows(recordRefundProblem, { workspaceId, id, problem: sentBackText })
      log.warn(
        { workspaceId, sessionRef: session.sessionRef },
        'a completed refund was reported as failed by its gateway',
      )
      return undefined
    },
  }
}

/** If a gateway does not report a refund's state, it is asked again another day. */
function ignoreNoAnswer(error: unknown): undefined {
  if (error instanceof GatewayRefused || error instanceof GatewaySilent) return undefined
  throw error
}
