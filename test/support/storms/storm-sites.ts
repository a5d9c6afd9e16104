// Where payment storms happen: a clinic's service in processes that can be killed, and one of the
// gateways with its controls.

import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import type { Clinic } from '../clinic/harness.ts'
import { type GatewayFault, openCheckoutHarness } from '../gateways/checkout-harness.ts'
import { createGateway } from '../gateways/gateway-account.ts'
import {
  type ExternalGateway,
  type GatewayBook,
  type Message,
  type Random,
  startRazorpay,
  startStripe,
} from '../gateways/gateway-servers.ts'
import {
  createCompileCache,
  openServiceHarness,
  type ServiceHarness,
} from '../processes/service-harness.ts'

/** What payers do; `part`: they pay less than requested, if the gateway allows it. */
export type PayerAction = 'pay' | 'decline' | 'pay-late' | 'part'

/** A payment as reported to the caller that made the reservation. */
export interface RequestedPayment {
  sessionRef: string
  checkoutUrl: string
}

export interface StormSite extends ServiceHarness {
  name: 'sandbox' | 'stripe' | 'razorpay'
  /** Makes a clinic take payments through this gateway. */
  enablePayments(file: ClinicFile): void
  /** Advances business time for both the gateway and the service. */
  advance(ms: number): Promise<void>
  /** Returns whether the payment was possible. */
  pay(clinic: Clinic, payment: RequestedPayment, action: PayerAction): Promise<boolean>
  /** The next refund is slow, and then arrives or fails. */
  delayRefund(clinic: Clinic, payment: RequestedPayment, random: Random): Promise<void>
  /** Makes one call fail. */
  failNext(clinic: Clinic, random: Random): Promise<void>
  /** Kills the gateway itself, if it is a process. */
  restart(): Promise<void>
  /** Ends all failures; everything in transit arrives, or has failed. */
  heal(clinic: Clinic): Promise<void>
  /** The messages of the gateway; absent if it sends nothing. */
  message?: (clinic: Clinic, payment: RequestedPayment, forged: boolean) => Message
  /** What has moved, according to the gateway's own books. */
  readBooks(clinic: Clinic): Promise<GatewayBook[]>
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

async function openSandboxSite(): Promise<StormSite> {
  const checkout = await openCheckoutHarness()
  const { gateway } = checkout
  const refusalFault = (status: number): Omit<GatewayFault, 'call'> => ({
    how: 'refuse',
    status,
    body: { error: { code: 'OF_GATEWAY' } },
  })
  return {
    ...checkout,
    name: 'sandbox',
    enablePayments: () => {},
    async pay(clinic, { checkoutUrl }, action) {
      if (action === 'part') return false
      await gateway.pay(clinic, checkoutUrl, action)
      return true
    },
    delayRefund: (clinic, _, random) =>
      gateway.failNext(clinic, {
        call: 'refund',
        how: random() < 0.5 ? 'pending' : 'pending-then-fails',
      }),
    async failNext(clinic, random) {
      const pickRandom = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
      if (random() < 0.2) return gateway.breakNext(1)
      const call = pickRandom(['open', 'open', 'read', 'expire', 'refund', 'refund'] as const)
      const lastFault: GatewayFault['how'] = call === 'refund' ? 'time-out-after' : 'wrong-amount'
      const how = pickRandom<Omit<GatewayFault, 'call'>>([
        ...[402, 429, 500].map(refusalFault),
        { how: 'time-out-before' },
        { how: 'time-out-after' },
        { how: 'slow', ms: 300 },
        { how: lastFault },
      ])
      return gateway.failNext(clinic, { call, ...how })
    },
    restart: gateway.restart,
    async heal(clinic) {
      await gateway.heal(clinic)
      // Late payments arrive two minutes after their hold ends, refunds two minutes after they were
      // requested.
      await checkout.advance(5 * minuteMs)
    },
    async readBooks({ workspaceId }) {
      const sum = (kinds: string) =>
        `sum(case when m.kind in (${kinds}) then case m.kind when 'REFUND_FAILED' then -m.amount_minor else m.amount_minor end else 0 end)::float8`
      return (await gateway.sql(
        `select c.reference, ${sum("'CAPTURED'")} as captured, ${sum("'REFUNDED', 'REFUND_FAILED'")} as refunded,
           sum(case m.kind when 'REFUNDED' then 1 when 'REFUND_FAILED' then -1 else 0 end)::int as refunds
         from sandbox_gateway_movements m join sandbox_gateway_checkouts c on c.workspace_id = m.workspace_id and c.gateway_id = m.gateway_id
         where m.workspace_id = $1 group by c.reference`,
        [workspaceId],
      )) as GatewayBook[]
    },
  }
}

/** The gateway's server runs in the tests' process, whichever service is killed. */
async function openExternalSite(gateway: ExternalGateway): Promise<StormSite> {
  const { name, account } = gateway
  const service = await openServiceHarness(createGateway(account), {
    ...createCompileCache(),
    GATEWAY_ACCOUNT: JSON.stringify(account),
  })
  const { house: harness } = service
  gateway.setClock(harness.application.clock.now)
  const pendingPayments: { at: number; arrive: () => void }[] = []
  async function advance(ms: number) {
    await harness.operate('clock-advance', { ms })
    gateway.settleRefunds(true)
    const now = harness.application.clock.now()
    for (const { at, arrive: complete } of pendingPayments.splice(0)) {
      if (at <= now) complete()
      else pendingPayments.push({ at, arrive: complete })
    }
  }
  return {
    ...service,
    name,
    enablePayments({ workspace }) {
      workspace.paymentGateway = name
      workspace.gateways = gateway.settings
    },
    advance,
    async pay(_, { sessionRef }, action) {
      if (!gateway.isOpen(sessionRef)) return false
      if (action === 'pay') gateway.pay(sessionRef)
      if (action === 'decline') gateway.decline(sessionRef)
      if (action === 'part') gateway.payPart?.(sessionRef)
      const complete = action === 'pay-late' ? gateway.payLate(sessionRef) : undefined
      if (complete)
        pendingPayments.push({
          at: harness.application.clock.now() + 17 * minuteMs,
          arrive: complete,
        })
      return action !== 'part' || gateway.payPart !== undefined
    },
    async delayRefund(_, { sessionRef }, random) {
      gateway.delayRefund(sessionRef)
      // The next check finds the refund failed, unless business time advances first.
      if (random() < 0.5) setTimeout(() => gateway.settleRefunds(false), 300).unref()
    },
    failNext: async (_, random) => gateway.failNext(random),
    restart: async () => {},
    async heal() {
      gateway.endFaults()
      await advance(18 * minuteMs)
      // Stripe repeats a failure for its key until it forgets the key after a day.
      await advance(dayMs)
      gateway.forgetKeys()
    },
    message: ({ workspaceId }, { sessionRef }, forged) =>
      gateway.message(sessionRef, workspaceId, forged),
    readBooks: async () => gateway.books().filter(({ captured }) => captured > 0),
  }
}

export const stormSites: Readonly<Record<StormSite['name'], () => Promise<StormSite>>> = {
  sandbox: openSandboxSite,
  stripe: async () => openExternalSite(await startStripe()),
  razorpay: async () => openExternalSite(await startRazorpay()),
}
