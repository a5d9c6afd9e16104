// Where storms of payments happen: a clinic's service in processes that can be killed, and one of the gateways with its controls.

import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import type { Clinic } from '../clinic/harness.ts'
import { checkoutHouse, type Fault } from '../gateways/checkout-house.ts'
import { gatewayOf } from '../gateways/gateway-account.ts'
import { type Book, type Elsewhere, type Message, type Random, razorpayElsewhere, stripeElsewhere } from '../gateways/gateway-servers.ts'
import { compileCache, type ServiceHouse, serviceHouse } from '../processes/service-house.ts'

/** What payers do; `part`: they pay less than was asked for, if the gateway lets them. */
export type Act = 'pay' | 'decline' | 'pay-late' | 'part'

/** A payment as the caller that reserved was told of it. */
export interface AskedPayment {
  sessionRef: string
  checkoutUrl: string
}

export interface StormSite extends ServiceHouse {
  name: 'sandbox' | 'stripe' | 'razorpay'
  /** Makes a clinic take payments there. */
  takesPayments(file: ClinicFile): void
  /** Advances business time, the gateway's and the service's. */
  advance(ms: number): Promise<void>
  /** Returns whether the payment was possible. */
  pays(clinic: Clinic, payment: AskedPayment, act: Act): Promise<boolean>
  /** The next refund is slow, and then arrives or fails. */
  delaysRefund(clinic: Clinic, payment: AskedPayment, random: Random): Promise<void>
  /** One failure, once. */
  goesWrong(clinic: Clinic, random: Random): Promise<void>
  /** Kills the gateway itself, if it is a process. */
  restarts(): Promise<void>
  /** Ends all failures; everything in transit arrives, or has failed. */
  heals(clinic: Clinic): Promise<void>
  /** The messages of the gateway; absent if it sends nothing. */
  message?: (clinic: Clinic, payment: AskedPayment, forged: boolean) => Message
  /** What has moved, by its own books. */
  books(clinic: Clinic): Promise<Book[]>
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

async function sandboxSite(): Promise<StormSite> {
  const all = await checkoutHouse()
  const { gateway } = all
  const refuse = (status: number): Omit<Fault, 'call'> => ({ how: 'refuse', status, body: { error: { code: 'OF_GATEWAY' } } })
  return {
    ...all,
    name: 'sandbox',
    takesPayments: () => {},
    async pays(clinic, { checkoutUrl }, act) {
      if (act === 'part') return false
      await gateway.pays(clinic, checkoutUrl, act)
      return true
    },
    delaysRefund: (clinic, _, random) => gateway.fails(clinic, { call: 'refund', how: random() < 0.5 ? 'pending' : 'pending-then-fails' }),
    async goesWrong(clinic, random) {
      const from = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
      if (random() < 0.2) return gateway.breaks(1)
      const call = from(['open', 'open', 'read', 'expire', 'refund', 'refund'] as const)
      const last: Fault['how'] = call === 'refund' ? 'time-out-after' : 'wrong-amount'
      const how = from<Omit<Fault, 'call'>>([
        ...[402, 429, 500].map(refuse),
        { how: 'time-out-before' },
        { how: 'time-out-after' },
        { how: 'slow', ms: 300 },
        { how: last },
      ])
      return gateway.fails(clinic, { call, ...how })
    },
    restarts: gateway.restarts,
    async heals(clinic) {
      await gateway.heals(clinic)
      // Late payments arrive two minutes after their hold, refunds two minutes after they were requested.
      await all.advance(5 * minuteMs)
    },
    async books({ workspaceId }) {
      const sum = (kinds: string) =>
        `sum(case when m.kind in (${kinds}) then case m.kind when 'REFUND_FAILED' then -m.amount_minor else m.amount_minor end else 0 end)::float8`
      return (await gateway.sql(
        `select c.reference, ${sum("'CAPTURED'")} as captured, ${sum("'REFUNDED', 'REFUND_FAILED'")} as refunded,
           sum(case m.kind when 'REFUNDED' then 1 when 'REFUND_FAILED' then -1 else 0 end)::int as refunds
         from sandbox_gateway_movements m join sandbox_gateway_checkouts c on c.workspace_id = m.workspace_id and c.gateway_id = m.gateway_id
         where m.workspace_id = $1 group by c.reference`,
        [workspaceId],
      )) as Book[]
    },
  }
}

/** The server runs in the process of the tests, whichever service is killed. */
async function siteElsewhere(elsewhere: Elsewhere): Promise<StormSite> {
  const { name, account } = elsewhere
  const service = await serviceHouse(gatewayOf(account), { ...compileCache(), GATEWAY_ACCOUNT: JSON.stringify(account) })
  const { house } = service
  elsewhere.setClock(house.application.clock.now)
  const arriving: { at: number; arrive: () => void }[] = []
  async function advance(ms: number) {
    await house.operate('clock-advance', { ms })
    elsewhere.settleRefunds(true)
    const now = house.application.clock.now()
    for (const { at, arrive } of arriving.splice(0)) {
      if (at <= now) arrive()
      else arriving.push({ at, arrive })
    }
  }
  return {
    ...service,
    name,
    takesPayments({ workspace }) {
      workspace.paymentGateway = name
      workspace.gateways = elsewhere.settings
    },
    advance,
    async pays(_, { sessionRef }, act) {
      if (!elsewhere.isOpen(sessionRef)) return false
      if (act === 'pay') elsewhere.pay(sessionRef)
      if (act === 'decline') elsewhere.decline(sessionRef)
      if (act === 'part') elsewhere.payPart?.(sessionRef)
      const arrive = act === 'pay-late' ? elsewhere.payLate(sessionRef) : undefined
      if (arrive) arriving.push({ at: house.application.clock.now() + 17 * minuteMs, arrive })
      return act !== 'part' || elsewhere.payPart !== undefined
    },
    async delaysRefund(_, { sessionRef }, random) {
      elsewhere.delayRefund(sessionRef)
      // The next check finds it failed, unless time has passed.
      if (random() < 0.5) setTimeout(() => elsewhere.settleRefunds(false), 300).unref()
    },
    goesWrong: async (_, random) => elsewhere.goesWrong(random),
    restarts: async () => {},
    async heals() {
      elsewhere.mend()
      await advance(18 * minuteMs)
      // Stripe repeats a failure for its key until it forgets the key, after a day.
      await advance(dayMs)
      elsewhere.forget()
    },
    message: ({ workspaceId }, { sessionRef }, forged) => elsewhere.message(sessionRef, workspaceId, forged),
    books: async () => elsewhere.books().filter(({ captured }) => captured > 0),
  }
}

export const stormSites: Readonly<Record<StormSite['name'], () => Promise<StormSite>>> = {
  sandbox: sandboxSite,
  stripe: async () => siteElsewhere(await stripeElsewhere()),
  razorpay: async () => siteElsewhere(await razorpayElsewhere()),
}
