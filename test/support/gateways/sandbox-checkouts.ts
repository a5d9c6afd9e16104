// Checkouts at the sandbox gateway for tests: opened through its port, and decided on its page.

import type { Instant } from '../../../src/base/values/clinic-time.ts'
import type {
  CheckoutName,
  Gateway,
  NewCheckout,
} from '../../../src/money/payments/gateways/gateway.ts'
import { checkoutPath } from '../../../src/money/payments/gateways/sandbox/sandbox-gateway.ts'
import type { Harness, Reply } from '../clinic/harness.ts'
import { createKey } from './gateway-contract.ts'

const minuteMs = 60_000
export const returnUrl = 'https://sunrise.example/booked?visit=7&theme=a%20b#done'

/** A checkout of 500 rupees, held for a quarter of an hour. */
export function createCheckout(
  { application }: Harness,
  workspaceId: number,
  changes: Partial<NewCheckout> = {},
): NewCheckout {
  return {
    workspaceId,
    key: createKey(),
    reference: `ref-${createKey()}`,
    amountMinor: 50_000,
    currency: 'INR',
    payee: 'Sunrise Clinics',
    description: 'Appointment BK7Q2M9X4KTD',
    returnUrl,
    heldUntil: application.clock.now() + 15 * minuteMs,
    ...changes,
  }
}

export type OpenedCheckout = CheckoutName & { path: string; wanted: NewCheckout }

export async function openCheckout(
  harness: Harness,
  workspaceId: number,
  changes: Partial<NewCheckout> = {},
): Promise<OpenedCheckout> {
  const wanted = createCheckout(harness, workspaceId, changes)
  const { gatewayId } = await (await createSandboxGateway(harness)).open(wanted)
  return { workspaceId, gatewayId, path: checkoutPath(gatewayId), wanted }
}

/** The sandbox's own gateway, which serves every workspace. */
export async function createSandboxGateway({ application }: Harness): Promise<Gateway> {
  const gateway = await application.checkouts.gateways.of(0, 'sandbox')
  if (!gateway) throw new Error('the application has no gateway')
  return gateway
}

/** What a button of the page does. */
export function pressPageButton(
  { call }: Harness,
  { gatewayId }: Pick<CheckoutName, 'gatewayId'>,
  choice: string,
): Promise<Reply> {
  return call('POST', `${checkoutPath(gatewayId)}/${choice}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=1',
  })
}

/** The ledger of a checkout, in order. */
export async function listMovements({ sql }: Harness, { workspaceId, gatewayId }: CheckoutName) {
  const rows = await sql(
    `select kind, amount_minor::int as amount, currency, at from sandbox_gateway_movements where workspace_id = $1 and gateway_id = $2 order by id`,
    [workspaceId, gatewayId],
  )
  return rows as { kind: string; amount: number; currency: string; at: Instant }[]
}
