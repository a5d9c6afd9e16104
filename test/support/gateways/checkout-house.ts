// A clinic's service and the gateway it uses, each on its own database and in processes that can be killed, and both sets of books.

import { expect } from 'vitest'
import type { ApplicationOptions } from '../../../src/doors/app/options.ts'
import type { Clinic, Json } from '../clinic/harness.ts'
import { migratedDatabase, withClient } from '../database/databases.ts'
import { urlOf } from '../database/url-of.ts'
import { compileCache, type ServiceHouse, serviceHouse, started } from '../processes/service-house.ts'
import { askGateway, type GatewayCall, remoteGateway } from './remote-gateway.ts'

export interface Fault {
  call: GatewayCall
  how: 'refuse' | 'time-out-before' | 'time-out-after' | 'slow' | 'wrong-amount' | 'pending' | 'pending-then-fails'
  status?: number
  body?: Json
  ms?: number
  timesLeft?: number | null
}

export interface CheckoutHouse extends ServiceHouse {
  gateway: {
    /** What a payer does on the page of a checkout. */
    pays(clinic: Clinic, checkoutUrl: string, how?: 'pay' | 'decline' | 'pay-late'): Promise<void>
    fails(clinic: Clinic, fault: Fault): Promise<void>
    /** This many calls are done and answered with 500. */
    breaks(times: number): Promise<void>
    heals(clinic: Clinic): Promise<void>
    /** Runs SQL in its database. */
    sql(text: string, values?: unknown[]): Promise<Json[]>
    /** Kills it, and starts another on its database and port. */
    restarts(): Promise<void>
  }
  /** Advances business time, the gateway's and the service's. */
  advance(ms: number): Promise<void>
  /** What moved through the gateway by either's books, by currency: captured less refunded, in minor units. */
  books(clinic: Clinic): Promise<{ gateway: Json; service: Json }>
}

const gatewayProcess = new URL('./gateway-process.ts', import.meta.url)

/** Starts both. */
export async function checkoutHouse(options: Pick<ApplicationOptions, 'rails'> = {}): Promise<CheckoutHouse> {
  const settings = compileCache()
  const ledger = await migratedDatabase()
  let serving = await started(gatewayProcess, [urlOf(ledger)], settings)
  const { url } = serving
  const client = remoteGateway(url)
  const service = await serviceHouse(client, { ...settings, GATEWAY_URL: url }, options)
  const { house } = service
  const order = async (call: string, sent: object) => void (await askGateway(url, call, sent))
  const ledgerRows = (text: string, values: unknown[] = []) => withClient(ledger, async (connection) => (await connection.query(text, values)).rows)
  const gatewayLead = (await house.sql('select clock_offset_ms::float8 as ms from installation'))[0].ms
  await order('advance', { ms: gatewayLead })

  return {
    ...service,
    gateway: {
      pays: ({ workspaceId }, checkoutUrl, how = 'pay') => order(how, { workspaceId, gatewayId: checkoutUrl.split('/').at(-1) }),
      fails: ({ workspaceId }, fault) => order('fail', { workspaceId, ...fault }),
      breaks: (times) => order('break', { times }),
      heals: ({ workspaceId }) => order('heal', { workspaceId }),
      sql: ledgerRows,
      async restarts() {
        serving.child.kill('SIGKILL')
        await serving.ended
        serving = await started(gatewayProcess, [urlOf(ledger), new URL(url).port], settings)
      },
    },
    async advance(ms) {
      await order('advance', { ms })
      await house.operate('clock-advance', { ms })
    },
    async books({ workspaceId }) {
      const sums = (table: string, kind: string) => `
        select currency, sum(case ${kind} when 'CAPTURED' then amount_minor else -amount_minor end)::float8 as minor
        from ${table} where workspace_id = $1 group by currency order by currency`
      return {
        gateway: await ledgerRows(sums('sandbox_gateway_movements', 'kind'), [workspaceId]),
        service: await house.sql(sums('ledger_entries', 'cause'), [workspaceId]),
      }
    },
  }
}

/** Checks that both books agree. */
export async function expectSameBooks({ books }: CheckoutHouse, clinic: Clinic): Promise<void> {
  const { gateway, service } = await books(clinic)
  expect(service).toEqual(gateway)
}
