// The payment gateway of a sandbox. It behaves like an external one: it has its own ids, page,
// ledger and failures, and the service learns about a payment only through the port.

import { violatedConstraint } from '../../../../base/db/database.ts'
import { isCurrency } from '../../../../base/values/money.ts'
import { randomBase32 } from '../../../../base/values/random-text.ts'
import {
  type CheckoutName,
  defaultAnswerMs,
  type Gateway,
  type GatewayCheckout,
  type NewCheckout,
  type NewRefund,
  type RefundName,
} from '../gateway.ts'
import {
  gatewayRefusal,
  moreThanCaptured,
  noWebAddress,
  otherCheckout,
  otherCurrency,
  otherRefund,
  refuseUnusableAmount,
  refuseUnusableKey,
  unknownCheckout,
} from '../refusals.ts'
import { type FaultKind, pendingFaults } from './fault-queries.ts'
import {
  lateMs,
  loadSandboxCheckout,
  loadSandboxRefund,
  type SandboxServices,
} from './sandbox-checkouts.ts'
import { createFaultyAnswers } from './sandbox-faults.ts'
import {
  expireSandboxCheckout,
  failDueRefunds,
  openSandboxCheckout,
  refundSandboxCheckout,
  type SandboxCheckout,
  sandboxBooks,
  sandboxCheckoutByKey,
} from './sandbox-queries.ts'

/** How long an unclosed checkout stays open, longer than any clinic waits. */
const checkoutMs = 24 * 3_600_000
const gatewayIdLength = 26

interface SandboxGateway extends SandboxServices {
  /** The public origin of the service, without a trailing slash. */
  publicUrl(): string
  /** How long the service waits for an answer. */
  answerMs?: number
}

/** The path of a checkout's page. */
export const checkoutPath = (gatewayId: string) => `/sandbox-gateway/checkout/${gatewayId}`

export function sandboxGateway({
  database,
  clock,
  publicUrl,
  answerMs = defaultAnswerMs,
}: SandboxGateway): Gateway {
  const answered = createFaultyAnswers(database, answerMs)

  async function requireCheckout(name: CheckoutName): Promise<SandboxCheckout> {
    const checkout = await loadSandboxCheckout({ database, clock }, name)
    if (!checkout) throw unknownCheckout()
    return checkout
  }

  function toGatewayCheckout({
    gatewayId,
    reference,
    amountMinor,
    currency,
    state,
  }: SandboxCheckout): GatewayCheckout {
    return {
      gatewayId,
      url: `${publicUrl()}${checkoutPath(gatewayId)}`,
      reference,
      amountMinor,
      currency,
      state,
    }
  }

  async function open({
    workspaceId,
    key,
    reference,
    amountMinor,
    currency,
    payee,
    description,
    returnUrl,
    heldUntil,
  }: NewCheckout) {
    refuseUnusable({ key, amountMinor, currency })
    if (!/^https?:\/\//i.test(returnUrl) || !URL.canParse(returnUrl)) throw noWebAddress()
    // The database stores whole milliseconds.
    const terms = {
      workspaceId,
      key,
      reference,
      amountMinor,
      currency,
      payee,
      description,
      returnUrl,
      heldUntil: Math.floor(heldUntil),
    }
    const now = clock.now()
    const gatewayId = randomBase32(gatewayIdLength).toLowerCase()
    await database.rows(openSandboxCheckout, {
      ...terms,
      gatewayId,
      createdAt: now,
      expiresAt: now + checkoutMs,
    })
    const [existing] = await database.rows(sandboxCheckoutByKey, { workspaceId, key })
    const opened = await requireCheckout({
      workspaceId,
      gatewayId: existing?.gatewayId ?? gatewayId,
    })
    if (!matches(opened, terms)) throw otherCheckout()
    return toGatewayCheckout(opened)
  }

  async function expire({ workspaceId, gatewayId }: CheckoutName) {
    const { state } = await requireCheckout({ workspaceId, gatewayId })
    if (state === 'OPEN')
      await database.rows(expireSandboxCheckout, { workspaceId, gatewayId, now: clock.now() })
    return toGatewayCheckout(await requireCheckout({ workspaceId, gatewayId }))
  }

  async function refund(
    { workspaceId, gatewayId, key, amountMinor, currency }: NewRefund,
    fault?: FaultKind,
  ) {
    refuseUnusable({ key, amountMinor, currency })
    await requireCheckout({ workspaceId, gatewayId })
    const at = clock.now()
    const waits = pendingFaults.some((pending) => pending === fault)
    const refundRequest = {
      workspaceId,
      gatewayId,
      key,
      amountMinor,
      currency,
      at,
      settlesAt: waits ? at + lateMs : null,
      fails: fault === 'pending-then-fails',
    }
    await database.rows(failDueRefunds, { workspaceId, now: at })
    await database.rows(refundSandboxCheckout, refundRequest).catch((error: unknown) => {
      throw ledgerRefusal(error)
    })
    const recordedRefund = await loadSandboxRefund({ database, clock }, { workspaceId, key })
    if (!recordedRefund || !matches(recordedRefund.terms, { gatewayId, amountMinor, currency }))
      throw otherRefund()
    return recordedRefund.state
  }

  async function readRefund({ workspaceId, gatewayId, key }: RefundName) {
    await requireCheckout({ workspaceId, gatewayId })
    const recordedRefund = await loadSandboxRefund({ database, clock }, { workspaceId, key })
    return recordedRefund?.terms.gatewayId === gatewayId ? recordedRefund.state : undefined
  }

  async function books({ workspaceId, gatewayId }: CheckoutName) {
    await requireCheckout({ workspaceId, gatewayId })
    await database.rows(failDueRefunds, { workspaceId, now: clock.now() })
    const [sums] = await database.rows(sandboxBooks, { workspaceId, gatewayId })
    return sums ?? { capturedMinor: 0, refundedMinor: 0 }
  }

  return {
    name: 'sandbox',
    open: (checkout) => answered('open', checkout.workspaceId, () => open(checkout)),
    read: (name) =>
      answered('read', name.workspaceId, async () =>
        toGatewayCheckout(await requireCheckout(name)),
      ),
    expire: (name) => answered('expire', name.workspaceId, () => expire(name)),
    refund: (request) => answered('refund', request.workspaceId, (fault) => refund(request, fault)),
    readRefund: (request) => answered('read', request.workspaceId, () => readRefund(request)),
    books: (name) => answered('read', name.workspaceId, () => books(name)),
  }
}

const matches = <T extends object>(object: T, part: Partial<T>) =>
  (Object.keys(part) as (keyof T)[]).every((member) => object[member] === part[member])

function refuseUnusable({
  key,
  amountMinor,
  currency,
}: Pick<NewRefund, 'key' | 'amountMinor' | 'currency'>) {
  refuseUnusableKey(key)
  refuseUnusableAmount(amountMinor)
  if (!isCurrency(currency))
    throw gatewayRefusal(400, 'CURRENCY_UNKNOWN', 'the currency must be an ISO 4217 code')
}

function ledgerRefusal(error: unknown): unknown {
  const broken = violatedConstraint(error)
  if (broken === 'refunds_within_capture') return moreThanCaptured()
  if (broken === 'movement_in_the_currency_of_its_checkout') return otherCurrency()
  return error
}
