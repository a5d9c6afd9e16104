// A clinic's service and the gateway it uses, each in processes that can be killed and on its own
// database, and the books of both.

import { expect } from 'vitest'
import type { ApplicationOptions } from '../../../src/doors/app/options.ts'
import type { Clinic, Json } from '../clinic/harness.ts'
import { createMigratedDatabase, withClient } from '../database/databases.ts'
import { connectionUrl } from '../database/url-of.ts'
import {
  createCompileCache,
  openServiceHarness,
  type ServiceHarness,
  startProcess,
} from '../processes/service-harness.ts'
import { callGateway, type GatewayCall, remoteGateway } from './remote-gateway.ts'

export interface GatewayFault {
  call: GatewayCall
  how:
    | 'refuse'
    | 'time-out-before'
    | 'time-out-after'
    | 'slow'
    | 'wrong-amount'
    | 'pending'
    | 'pending-then-fails'
  status?: number
  body?: Json
  ms?: number
  timesLeft?: number | null
}

export interface CheckoutHarness extends ServiceHarness {
  gateway: {
    /** What a payer does on the page of a checkout. */
    pay(clinic: Clinic, checkoutUrl: string, how?: 'pay' | 'decline' | 'pay-late'): Promise<void>
    failNext(clinic: Clinic, fault: GatewayFault): Promise<void>
    /** This many calls are carried out but answered with 500. */
    breakNext(times: number): Promise<void>
    heal(clinic: Clinic): Promise<void>
    /** Runs SQL in the gateway's database. */
    sql(text: string, values?: unknown[]): Promise<Json[]>
    /** Kills the gateway, and starts another on the same database and port. */
    restart(): Promise<void>
  }
  /** Advances business time for both the gateway and the service. */
  advance(ms: number): Promise<void>
  /**
   * What moved through the gateway according to the books of each, by currency: captured less
   * refunded, in minor units.
   */
  books(clinic: Clinic): Promise<{ gateway: Json; service: Json }>
}

const gatewayProcess = new URL('./gateway-process.ts', import.meta.url)

/** Starts the gateway and the service. */
export async function openCheckoutHarness(
  options: Pick<ApplicationOptions, 'rails'> = {},
): Promise<CheckoutHarness> {
  const settings = createCompileCache()
  const ledger = await createMigratedDatabase()
  let serving = await startProcess(gatewayProcess, [connectionUrl(ledger)], settings)
  const { url } = serving
  const client = remoteGateway(url)
  const service = await openServiceHarness(client, { ...settings, GATEWAY_URL: url }, options)
  const { house: harness } = service
  const order = async (call: string, input: object) => void (await callGateway(url, call, input))
  const ledgerRows = (text: string, values: unknown[] = []) =>
    withClient(ledger, async (connection) => (await connection.query(text, values)).rows)
  const gatewayLead = (
    await harness.sql('select clock_offset_ms::float8 as ms from installation')
  )[0].ms
  await order('advance', { ms: gatewayLead })

  return {
    ...service,
    gateway: {
      pay: ({ workspaceId }, checkoutUrl, how = 'pay') =>
        order(how, { workspaceId, gatewayId: checkoutUrl.split('/').at(-1) }),
      failNext: ({ workspaceId }, fault) => order('fail', { workspaceId, ...fault }),
      breakNext: (times) => order('break', { times }),
      heal: ({ workspaceId }) => order('heal', { workspaceId }),
      sql: ledgerRows,
      async restart() {
        serving.child.kill('SIGKILL')
        await serving.ended
        serving = await startProcess(
          gatewayProcess,
          [connectionUrl(ledger), new URL(url).port],
          settings,
        )
      },
    },
    async advance(ms) {
      await order('advance', { ms })
      await harness.operate('clock-advance', { ms })
    },
    async books({ workspaceId }) {
      const sums = (table: string, kind: string) => `
        select currency, sum(case ${kind} when 'CAPTURED' then amount_minor else -amount_minor end)::float8 as minor
        from ${table} where workspace_id = $1 group by currency order by currency`
      return {
        gateway: await ledgerRows(sums('sandbox_gateway_movements', 'kind'), [workspaceId]),
        service: await harness.sql(sums('ledger_entries', 'cause'), [workspaceId]),
      }
    },
  }
}

/** Checks that the books of both agree. */
export async function expectSameBooks(
  { books: readBooks }: CheckoutHarness,
  clinic: Clinic,
): Promise<void> {
  const { gateway, service } = await readBooks(clinic)
  expect(service).toEqual(gateway)
}
