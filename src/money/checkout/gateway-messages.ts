// POST /gateways/:gateway/:workspace: the webhook of a payment gateway. It reports a payment
// sooner; nothing depends on it. The signature proves that a message is from the gateway, but its
// content is not believed: the payment it names is read at the gateway, as a confirmation would
// read it (PAY-20).

import { hasten } from '../../base/due-work/work.ts'
import type { LivePage, PageAnswer, Sent } from '../../base/http/pages.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { PassedThrough } from '../../base/values/passed-through.ts'
import { Problem } from '../../base/values/problem.ts'
import type { WorkspaceNames } from '../../clinic/workspaces/workspace-names.ts'
import { GatewayRefused, GatewaySilent } from '../payments/gateways/gateway.ts'
import { payableIds, payableOf } from '../payments/payable-name.ts'
import { checkoutKind, type PaymentSession, sessionByRef } from '../payments/payment-session-queries.ts'
import { refundTakenOn } from '../payments/refund-queries.ts'
import { doneRefundKind, refundKind } from '../payments/refunds.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { askGateway } from './confirm.ts'
import { payableAt } from './queries.ts'
import { isSwept, lookAgain } from './settle.ts'

interface MessageServices extends CheckoutServices {
  names: WorkspaceNames
  log: CheckoutServices['log'] & { info(fields: Record<string, unknown>, sentence: string): void }
}

const said = (sentence: string) => ({ type: 'text/plain; charset=utf-8', content: `${sentence}\n` })
const heard: PageAnswer = { status: 200, ...said('Heard.') }
/** The same answer for every cause. The connection is closed, as if the body was not read. */
const notUnderstood: PageAnswer = { status: 400, headers: { connection: 'close' }, ...said('Not understood.') }
/** Gateways retry on this. */
const later: PageAnswer = { status: 503, ...said('Not now. Please send it again later.') }

export function gatewayMessages(services: MessageServices): LivePage[] {
  const { names, gateways, log } = services
  const inTurn = oneAtATime()

  // Before the signature is checked, only memory is read, as a rule: anyone can send requests here.
  async function hearingOf(name: string, workspace: string) {
    const workspaceId = await names.idOf(workspace)
    const gateway = workspaceId === undefined ? undefined : await gateways.of(workspaceId, name)
    if (workspaceId !== undefined && gateway?.hear) return { workspaceId, hear: gateway.hear, signatureHeader: gateway.signatureHeader }
    log.info({ workspaceId }, 'a webhook message was received for an unknown clinic or gateway')
    return undefined
  }

  /** Before the body is read: a request that cannot have a valid signature is not buffered while it arrives. */
  async function refuses(name: string, workspace: string, headers: Sent['headers']): Promise<PageAnswer | undefined> {
    const hearing = await hearingOf(name, workspace)
    if (!hearing) return notUnderstood
    const { workspaceId, signatureHeader } = hearing
    if (signatureHeader === undefined || (headers[signatureHeader] ?? '') !== '') return undefined
    log.warn({ workspaceId, gateway: name }, 'a webhook message has no valid signature of the gateway')
    return notUnderstood
  }

  async function answer(name: string, workspace: string, { body, headers }: Sent): Promise<PageAnswer> {
    const hearing = await hearingOf(name, workspace)
    if (!hearing) return notUnderstood
    const { workspaceId, hear } = hearing
    try {
      const reference = await hear({ workspaceId, body, headers })
      if (reference === undefined) {
        log.warn({ workspaceId, gateway: name }, 'a webhook message has no valid signature of the gateway')
        return notUnderstood
      }
      if (reference !== null && /^ps_[0-9a-z]{26}$/.test(reference)) {
        await inTurn(`${workspaceId} ${name} ${reference}`, () => look(services, name, workspaceId, reference))
      }
      return heard
    } catch (error) {
      if (![GatewayRefused, GatewaySilent, PassedThrough, Problem].some((known) => error instanceof known)) throw error
      log.warn({ workspaceId, gateway: name }, 'a payment could not be read at its gateway after a webhook message')
      return later
    }
  }

  return [
    {
      path: '/gateways/:gateway/:workspace',
      method: 'POST',
      takesBody: true,
      evenWhenLate: true,
      refuses: ({ gateway = '', workspace = '' }, headers) => refuses(gateway, workspace, headers),
      answer: ({ gateway = '', workspace = '' }, sent) => answer(gateway, workspace, sent),
      refused: (status) => (status === 408 || status === 429 || status >= 500 ? later : notUnderstood),
    },
  ]
}

/** Reads a payment that the gateway sent a message about. */
async function look(services: CheckoutServices, gateway: string, workspaceId: number, sessionRef: string): Promise<void> {
  const { database, clock } = services
  const [session] = await database.rows(sessionByRef, { workspaceId, sessionRef })
  if (session?.gateway !== gateway) return
  const [payable] = await database.rows(payableAt, { workspaceId, ...payableIds(payableOf(session)) })
  if (!payable) return
  const { isOver } = payable
  const asked = session.state === 'OPEN' && !isOver ? await askGateway(services, { kind: 'service' }, session) : session
  // A refund that is still being requested is left to its requester: two requests at the same time can get different answers.
  const [refund] = await database.rows(refundTakenOn, { workspaceId, paymentSessionId: session.id })
  if (refund) await hasten(database, { workspaceId, kind: refund.isDone ? doneRefundKind : refundKind, subjectId: refund.id }, clock.now())
  // Some gateways capture payments days later, after the last check, so each message triggers a
  // check immediately.
  if (asked.state === 'CLOSED') await lookAgain(services, asked)
  else if (awaitsItsEnd(asked, isOver, clock.now())) await hasten(database, { workspaceId, kind: checkoutKind, subjectId: session.id }, clock.now())
}

/**
 * Whether due work is the next to check it: its hold has expired, or a late payment may have
 * arrived.
 */
function awaitsItsEnd(session: PaymentSession, isOver: boolean, now: Instant): boolean {
  return isSwept(session, isOver, now) || session.state === 'RELEASED'
}

/**
 * Runs the work for a key one at a time. Calls that arrive during a run share one more run after
 * it.
 */
function oneAtATime() {
  const turns = new Map<string, { now: Promise<void>; next?: Promise<void> }>()

  function begin(key: string, work: () => Promise<void>): Promise<void> {
    const turn: { now: Promise<void>; next?: Promise<void> } = { now: work() }
    turns.set(key, turn)
    const over = () => {
      if (!turn.next) turns.delete(key)
    }
    turn.now.then(over, over)
    return turn.now
  }

  return (key: string, work: () => Promise<void>): Promise<void> => {
    const turn = turns.get(key)
    if (!turn) return begin(key, work)
    turn.next ??= ended(turn.now).then(() => begin(key, work))
    return turn.next
  }
}

const ended = (work: Promise<void>) =>
  work.then(
    () => {},
    () => {},
  )
