// A clinic's service and the gateway it uses, each on a database of its own and in processes that can be killed, and both sets of books.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { type ApplicationOptions, openApplication } from '../src/app/application.ts'
import { afterFile } from './after-file.ts'
import { clearAway } from './clear-away.ts'
import { transactionsEnd } from './connections.ts'
import { migratedDatabase, withClient } from './databases.ts'
import { type Clinic, type House, type Json, openHouse } from './harness.ts'
import type { KillPoint } from './kill-point.ts'
import { askGateway, type GatewayCall, remoteGateway } from './remote-gateway.ts'
import { urlOf } from './url-of.ts'

export interface Process {
  url: string
  child: ChildProcess
  ended: Promise<unknown>
}

export interface Fault {
  call: GatewayCall
  how: 'refuse' | 'time-out-before' | 'time-out-after' | 'slow' | 'wrong-amount'
  status?: number
  body?: Json
  ms?: number
  timesLeft?: number | null
}

export interface CheckoutHouse {
  /** The service as the tests have it, which does no due work. */
  house: House
  gateway: {
    /** What a payer does at the page of a checkout. */
    pays(clinic: Clinic, checkoutUrl: string, how?: 'pay' | 'decline' | 'pay-late'): Promise<void>
    fails(clinic: Clinic, fault: Fault): Promise<void>
    /** So many calls are done and answered with 500. */
    breaks(times: number): Promise<void>
    heals(clinic: Clinic): Promise<void>
    /** Runs SQL in its database. */
    sql(text: string, values?: unknown[]): Promise<Json[]>
    /** Kills it, and starts another on its database and port. */
    restarts(): Promise<void>
  }
  /** Starts the service in a process of its own, which kills itself at the point, if there is one. */
  service(point?: KillPoint): Promise<Process>
  /** Has the due work of checkouts done until none is left that is due; `afterKills`: what killed processes had leased is taken up at once. */
  workIsDone(afterKills?: boolean): Promise<void>
  /** Moves business time on, the gateway's and the service's. */
  advance(ms: number): Promise<void>
  /** What moved through the gateway by either's books, by currency: captured less refunded, in minor units. */
  books(clinic: Clinic): Promise<{ gateway: Json; service: Json }>
}

const gatewayProcess = new URL('./gateway-process.ts', import.meta.url)
const checkoutProcess = new URL('./checkout-process.ts', import.meta.url)

/** Starts both. */
export async function checkoutHouse(options: Pick<ApplicationOptions, 'rails'> = {}): Promise<CheckoutHouse> {
  // What they are compiled to, so that each of many starts in half the time.
  const cache = mkdtempSync(join(tmpdir(), 'clinic-compiled-'))
  afterFile(() => clearAway(cache))
  const settings = { NODE_COMPILE_CACHE: cache }
  const ledger = await migratedDatabase()
  let serving = await started(gatewayProcess, [urlOf(ledger)], settings)
  const { url } = serving
  const client = remoteGateway(url)
  const house = await openHouse({ ...options, gateways: [client], doesDueWork: false, databaseConnections: 20 })
  const order = async (call: string, sent: object) => void (await askGateway(url, call, sent))
  const ledgerRows = (text: string, values: unknown[] = []) => withClient(ledger, async (connection) => (await connection.query(text, values)).rows)
  const gatewayLead = (await house.sql('select clock_offset_ms::float8 as ms from installation'))[0].ms
  await order('advance', { ms: gatewayLead })

  return {
    house,
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
    service: (point) => started(checkoutProcess, [urlOf(house.connection), url], { ...settings, ...(point ? { KILL_POINT: JSON.stringify(point) } : {}) }),
    async workIsDone(afterKills = true) {
      if (afterKills) {
        await transactionsEnd(house)
        await leasesEnd(house)
      }
      const application = await openApplication({ connection: house.connection, mode: 'sandbox', gateways: [client] })
      const due = "select from due_work where kind in ('checkout', 'refund') and state = 'WAITING' and (due_at <= $1 or leased_until is not null)"
      const now = () => new Date(application.clock.now())
      // A gate that opens ends the connection it stood on, which may be the one that asks.
      const isDue = () =>
        house.sql(due, [now()]).then(
          (rows) => rows.length > 0,
          () => true,
        )
      while (await isDue()) await application.dueWork.tick().then(() => sleep(10))
      await application.close()
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

async function started(file: URL, parameters: string[], settings: Record<string, string>): Promise<Process> {
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, [fileURLToPath(file), ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  // A test that fails on its way leaves nothing running.
  afterFile(() => child.kill('SIGKILL'))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString('utf8')
        const ready = /is ready at (http:\S+)/.exec(printed)
        if (ready?.[1]) resolve(ready[1])
      })
    }
    void ended.then(() => reject(new Error(`${file.pathname} ended before it was ready:\n${printed}`)))
  })
  return { url, child, ended }
}

/** Lets what a killed process had leased be taken up at once: the real time of a lease passes. */
async function leasesEnd({ sql }: House): Promise<void> {
  await sql('update idempotency_keys set leased_until = null where leased_until is not null')
  await sql("update due_work set leased_until = leased_until - interval '1 hour' where leased_until is not null")
}

/** Both say the same of the money. */
export async function expectSameBooks({ books }: CheckoutHouse, clinic: Clinic): Promise<void> {
  const { gateway, service } = await books(clinic)
  expect(service).toEqual(gateway)
}
