// POST /gateways/:gateway/:workspace: what a payment gateway sends by itself. It makes a payment known sooner, and nothing hangs on it. A message
// is believed to come from the gateway by its signature; what it says is not believed: the payment it names is read at the gateway, as whoever
// confirms it would have it read (PAY-20).

import { hasten } from '../due-work/work.ts'
import type { LivePage, PageAnswer, Sent } from '../http/pages.ts'
import { GatewayRefused, GatewaySilent } from '../payments/gateways/gateway.ts'
import { payableIds, payableOf } from '../payments/payable-name.ts'
import { checkoutKind, type PaymentSession, sessionByRef } from '../payments/payment-session-queries.ts'
import { refundTakenOn } from '../payments/refund-queries.ts'
import { doneRefundKind, refundKind } from '../payments/refunds.ts'
import type { Instant } from '../values/clinic-time.ts'
import { PassedThrough } from '../values/passed-through.ts'
import { Problem } from '../values/problem.ts'
import type { WorkspaceNames } from '../workspaces/workspace-names.ts'
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
/** Whatever the cause is; closing, as where the body was not read. */
const notUnderstood: PageAnswer = { status: 400, headers: { connection: 'close' }, ...said('Not understood.') }
/** Gateways send it again. */
const later: PageAnswer = { status: 503, ...said('Not now. Please send it again later.') }

export function gatewayMessages(services: MessageServices): LivePage[] {
  const { names, gateways, log } = services
  const inTurn = oneAtATime()

  // Up to the signature nothing is asked that is not in memory, as a rule: anybody can send here.
  async function hearingOf(name: string, workspace: string) {
    const workspaceId = await names.idOf(workspace)
    const gateway = workspaceId === undefined ? undefined : await gateways.of(workspaceId, name)
    if (workspaceId !== undefined && gateway?.hear) return { workspaceId, hear: gateway.hear, signatureHeader: gateway.signatureHeader }
    log.info({ workspaceId }, 'a message came for a clinic or a gateway that there is none of')
    return undefined
  }

  /** Before the body is read: what nobody can have signed is not kept in memory while it arrives. */
  async function refuses(name: string, workspace: string, headers: Sent['headers']): Promise<PageAnswer | undefined> {
    const hearing = await hearingOf(name, workspace)
    if (!hearing) return notUnderstood
    const { workspaceId, signatureHeader } = hearing
    if (signatureHeader === undefined || (headers[signatureHeader] ?? '') !== '') return undefined
    log.warn({ workspaceId, gateway: name }, 'a message is not known to come from the gateway')
    return notUnderstood
  }

  async function answer(name: string, workspace: string, { body, headers }: Sent): Promise<PageAnswer> {
    const hearing = await hearingOf(name, workspace)
    if (!hearing) return notUnderstood
    const { workspaceId, hear } = hearing
    try {
      const reference = await hear({ workspaceId, body, headers })
      if (reference === undefined) {
        log.warn({ workspaceId, gateway: name }, 'a message is not known to come from the gateway')
        return notUnderstood
      }
      if (reference !== null && /^ps_[0-9a-z]{26}$/.test(reference)) {
        await inTurn(`${workspaceId} ${name} ${reference}`, () => look(services, name, workspaceId, reference))
      }
      return heard
    } catch (error) {
      if (![GatewayRefused, GatewaySilent, PassedThrough, Problem].some((known) => error instanceof known)) throw error
      log.warn({ workspaceId, gateway: name }, 'a payment could not be read when its gateway had a message about it')
      return later
    }
  }

  return [
    {
      path: '/gateways/:gateway/:workspace',
      method: 'POST',
      takesBody: true,
      refuses: ({ gateway = '', workspace = '' }, headers) => refuses(gateway, workspace, headers),
      answer: ({ gateway = '', workspace = '' }, sent) => answer(gateway, workspace, sent),
      refused: (status) => (status === 408 || status === 429 || status >= 500 ? later : notUnderstood),
    },
  ]
}

/** Looks at a payment of which there is news. */
async function look(services: CheckoutServices, gateway: string, workspaceId: number, sessionRef: string): Promise<void> {
  const { database, clock } = services
  const [session] = await database.rows(sessionByRef, { workspaceId, sessionRef })
  if (session?.gateway !== gateway) return
  const [payable] = await database.rows(payableAt, { workspaceId, ...payableIds(payableOf(session)) })
  if (!payable) return
  const { isOver } = payable
  const asked = session.state === 'OPEN' && !isOver ? await askGateway(services, { kind: 'service' }, session) : session
  // Whoever asks for one is left alone with it: two who ask at once can be told different things.
  const [refund] = await database.rows(refundTakenOn, { workspaceId, paymentSessionId: session.id })
  if (refund) await hasten(database, { workspaceId, kind: refund.isDone ? doneRefundKind : refundKind, subjectId: refund.id }, clock.now())
  // Some capture money days later, when nobody looks any more: each message has it looked at once.
  if (asked.state === 'CLOSED') await lookAgain(services, asked)
  else if (awaitsItsEnd(asked, isOver, clock.now())) await hasten(database, { workspaceId, kind: checkoutKind, subjectId: session.id }, clock.now())
}

/** Whether due work has to look at it next: its time is over, or late money may have come. */
function awaitsItsEnd(session: PaymentSession, isOver: boolean, now: Instant): boolean {
  return isSwept(session, isOver, now) || session.state === 'RELEASED'
}

/** Does work of one key one after the other. Who comes while it is done waits, with all who came meanwhile, for one more time. */
function oneAtATime() {
  const turns = new Map<string, { now: Promise<void>; next?: Promise<void> }>()

  function begin(key: string, work: () => Promise<void>): Promise<void> {
    const turn: { now: Promise<void>; next?: Promise<void> } = { now: work() }
    turns.set(key, turn)
    void ended(turn.now).then(() => {
      if (!turn.next) turns.delete(key)
    })
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
