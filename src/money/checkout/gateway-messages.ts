// POST /gateways/:gateway/:workspace: the webhook of a payment gateway. It only reports payments
// sooner; nothing depends on it. The signature proves that a message is from the gateway, but its
// content is not believed: the payment it names is read at the gateway, as a confirmation would
// read it (PAY-20).

import { makeDueNow } from '../../base/due-work/work.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { ForwardedAnswer } from '../../base/values/forwarded-answer.ts'
import { Problem } from '../../base/values/problem.ts'
import type { WorkspaceNames } from '../../clinic/workspaces/workspace-names.ts'
import { GatewayRefused, GatewaySilent } from '../payments/gateways/gateway.ts'
import { payableIds, toPayableName } from '../payments/payable-name.ts'
import {
  checkoutKind,
  type PaymentSession,
  sessionByRef,
} from '../payments/payment-session-queries.ts'
import { acceptedRefund } from '../payments/refund-queries.ts'
import { doneRefundKind, refundKind } from '../payments/refunds.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { askGateway } from './confirm.ts'
import { payableById } from './queries.ts'
import { isSwept, recheckCheckout } from './settle.ts'

interface MessageServices extends CheckoutServices {
  names: WorkspaceNames
  log: CheckoutServices['log'] & { info(fields: Record<string, unknown>, sentence: string): void }
}

const textAnswer = (sentence: string) => ({
  type: 'text/plain; charset=utf-8',
  content: `${sentence}\n`,
})
const heardAnswer: PageAnswer = { status: 200, ...textAnswer('Heard.') }
/**
 * The answer is the same for every cause, and the connection is closed, as if the body was not
 * read.
 */
const notUnderstoodAnswer: PageAnswer = {
  status: 400,
  headers: { connection: 'close' },
  ...textAnswer('Not understood.'),
}
/** Makes the gateway retry. */
const retryLaterAnswer: PageAnswer = {
  status: 503,
  ...textAnswer('Not now. Please send it again later.'),
}

export function gatewayMessages(services: MessageServices): LivePage[] {
  const { names, gateways, log } = services
  const runInTurn = runOnePerKey()

  // Before the signature is checked, usually only memory is read, since anyone can send requests
  // here.
  async function findRecipient(name: string, workspace: string) {
    const workspaceId = await names.findId(workspace)
    const gateway = workspaceId === undefined ? undefined : await gateways.of(workspaceId, name)
    if (workspaceId !== undefined && gateway?.readMessage)
      return { workspaceId, hear: gateway.readMessage, signatureHeader: gateway.signatureHeader }
    log.info({ workspaceId }, 'a webhook message was received for an unknown clinic or gateway')
    return undefined
  }

  /**
   * Refuses, before the body is read, a request that cannot have a valid signature, so that it is
   * not buffered while it arrives.
   */
  async function refuseUnsigned(
    name: string,
    workspace: string,
    headers: PageRequest['headers'],
  ): Promise<PageAnswer | undefined> {
    const recipient = await findRecipient(name, workspace)
    if (!recipient) return notUnderstoodAnswer
    const { workspaceId, signatureHeader } = recipient
    if (signatureHeader === undefined || (headers[signatureHeader] ?? '') !== '') return undefined
    log.warn(
      { workspaceId, gateway: name },
      'a webhook message has no valid signature of the gateway',
    )
    return notUnderstoodAnswer
  }

  async function answerMessage(
    name: string,
    workspace: string,
    { body, headers }: PageRequest,
  ): Promise<PageAnswer> {
    const recipient = await findRecipient(name, workspace)
    if (!recipient) return notUnderstoodAnswer
    const { workspaceId, hear } = recipient
    try {
      const reference = await hear({ workspaceId, body, headers })
      if (reference === undefined) {
        log.warn(
          { workspaceId, gateway: name },
          'a webhook message has no valid signature of the gateway',
        )
        return notUnderstoodAnswer
      }
      if (reference !== null && /^ps_[0-9a-z]{26}$/.test(reference)) {
        await runInTurn(`${workspaceId} ${name} ${reference}`, () =>
          recheckPayment(services, name, workspaceId, reference),
        )
      }
      return heardAnswer
    } catch (error) {
      if (
        ![GatewayRefused, GatewaySilent, ForwardedAnswer, Problem].some(
          (errorType) => error instanceof errorType,
        )
      )
        throw error
      log.warn(
        { workspaceId, gateway: name },
        'a payment could not be read at its gateway after a webhook message',
      )
      return retryLaterAnswer
    }
  }

  return [
    {
      path: '/gateways/:gateway/:workspace',
      method: 'POST',
      takesBody: true,
      evenWhenLate: true,
      refuses: ({ gateway = '', workspace = '' }, headers) =>
        refuseUnsigned(gateway, workspace, headers),
      answer: ({ gateway = '', workspace = '' }, request) =>
        answerMessage(gateway, workspace, request),
      refused: (status) =>
        status === 408 || status === 429 || status >= 500 ? retryLaterAnswer : notUnderstoodAnswer,
    },
  ]
}

/** Reads a payment that the gateway sent a message about. */
async function recheckPayment(
  services: CheckoutServices,
  gateway: string,
  workspaceId: number,
  sessionRef: string,
): Promise<void> {
  const { database, clock } = services
  const [session] = await database.rows(sessionByRef, { workspaceId, sessionRef })
  if (session?.gateway !== gateway) return
  const [payable] = await database.rows(payableById, {
    workspaceId,
    ...payableIds(toPayableName(session)),
  })
  if (!payable) return
  const { isOver } = payable
  const current =
    session.state === 'OPEN' && !isOver
      ? await askGateway(services, { kind: 'service' }, session)
      : session
  // A refund that is still being requested is left to its requester: two requests at the same time
  // can get different answers.
  const [refund] = await database.rows(acceptedRefund, {
    workspaceId,
    paymentSessionId: session.id,
  })
  if (refund)
    await makeDueNow(
      database,
      { workspaceId, kind: refund.isDone ? doneRefundKind : refundKind, subjectId: refund.id },
      clock.now(),
    )
  // Some gateways capture payments days later, after the last check, so each message triggers a
  // check immediately.
  if (current.state === 'CLOSED') await recheckCheckout(services, current)
  else if (awaitsEnd(current, isOver, clock.now()))
    await makeDueNow(
      database,
      { workspaceId, kind: checkoutKind, subjectId: session.id },
      clock.now(),
    )
}

/**
 * Whether due work will check it next: its hold has expired, or a late payment may have arrived.
 */
function awaitsEnd(session: PaymentSession, isOver: boolean, now: Instant): boolean {
  return isSwept(session, isOver, now) || session.state === 'RELEASED'
}

/**
 * Runs the work for a key one at a time. Calls that arrive during a run share one more run after
 * it.
 */
function runOnePerKey() {
  const turns = new Map<string, { now: Promise<void>; next?: Promise<void> }>()

  function startRun(key: string, work: () => Promise<void>): Promise<void> {
    const turn: { now: Promise<void>; next?: Promise<void> } = { now: work() }
    turns.set(key, turn)
    const finishTurn = () => {
      if (!turn.next) turns.delete(key)
    }
    turn.now.then(finishTurn, finishTurn)
    return turn.now
  }

  return (key: string, work: () => Promise<void>): Promise<void> => {
    const turn = turns.get(key)
    if (!turn) return startRun(key, work)
    turn.next ??= settleQuietly(turn.now).then(() => startRun(key, work))
    return turn.next
  }
}

const settleQuietly = (work: Promise<void>) =>
  work.then(
    () => {},
    () => {},
  )
