// A clinic's service in processes that can be killed, with the tests' application on the same database, which runs no due work.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openApplication } from '../../../src/doors/app/application.ts'
import type { ApplicationOptions } from '../../../src/doors/app/options.ts'
import type { Gateway } from '../../../src/money/payments/gateways/gateway.ts'
import { transactionsEnd } from '../clinic/connections.ts'
import { type House, openHouse } from '../clinic/harness.ts'
import type { KillPoint } from '../database/kill-point.ts'
import { urlOf } from '../database/url-of.ts'
import { afterFile } from '../run/after-file.ts'
import { bundled } from './bundled.ts'
import { clearAway } from './clear-away.ts'

export interface Process {
  url: string
  child: ChildProcess
  ended: Promise<unknown>
  /** Everything it has written. */
  written(): string
}

export interface ServiceHouse {
  /** The tests' own service, which runs no due work. */
  house: House
  /** Starts the service in a separate process, which kills itself at the point, if there is one. */
  service(point?: KillPoint): Promise<Process>
  /** Runs the due work of checkouts until none is left; `afterKills`: takes over at once what killed processes had leased. */
  workIsDone(afterKills?: boolean): Promise<void>
}

const checkoutProcess = new URL('../gateways/checkout-process.ts', import.meta.url)

/** Opens it with a gateway, which each process creates for itself from `settings` in its environment. */
export async function serviceHouse(gateway: Gateway, settings: Record<string, string>, options: Pick<ApplicationOptions, 'rails'> = {}): Promise<ServiceHouse> {
  const house = await openHouse({ ...options, gateways: [gateway], doesDueWork: false, databaseConnections: 20 })
  return {
    house,
    service: (point) => started(checkoutProcess, [urlOf(house.connection)], { ...settings, ...(point ? { KILL_POINT: JSON.stringify(point) } : {}) }),
    async workIsDone(afterKills = true) {
      if (afterKills) {
        await transactionsEnd(house)
        await leasesEnd(house)
      }
      const application = await openApplication({ connection: house.connection, mode: 'sandbox', gateways: [gateway] })
      const due = "select from due_work where kind in ('checkout', 'refund') and state = 'WAITING' and (due_at <= $1 or leased_until is not null)"
      const now = () => new Date(application.clock.now())
      // Opening a gate ends the connection that held it, which may be the one that asks.
      const isDue = () =>
        house.sql(due, [now()]).then(
          (rows) => rows.length > 0,
          () => true,
        )
      while (await isDue()) await application.dueWork.tick().then(() => sleep(10))
      await application.close()
    },
  }
}

/** The shared compile cache of a file's processes, which halves their start time. */
export function compileCache(): Record<string, string> {
  const cache = mkdtempSync(join(tmpdir(), 'clinic-compiled-'))
  afterFile(() => clearAway(cache))
  return { NODE_COMPILE_CACHE: cache }
}

export async function started(file: URL, parameters: string[], settings: Record<string, string>): Promise<Process> {
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, [await bundled(fileURLToPath(file)), ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  // A test that fails half-way leaves nothing running.
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
  return { url, child, ended, written: () => printed }
}

/** Lets what a killed process had leased be taken over at once: the real time of a lease passes. */
async function leasesEnd({ sql }: House): Promise<void> {
  await sql('update idempotency_keys set leased_until = null where leased_until is not null')
  await sql("update due_work set leased_until = leased_until - interval '1 hour' where leased_until is not null")
}
