// A clinic's service in processes that can be killed, and the tests' own application on the same
// database, which runs no due work.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openApplication } from '../../../src/doors/app/application.ts'
import type { ApplicationOptions } from '../../../src/doors/app/options.ts'
import type { Gateway } from '../../../src/money/payments/gateways/gateway.ts'
import { waitForTransactions } from '../clinic/connections.ts'
import { type Harness, openHarness } from '../clinic/harness.ts'
import type { KillPoint } from '../database/kill-point.ts'
import { connectionUrl } from '../database/url-of.ts'
import { afterFile } from '../run/after-file.ts'
import { removeFolder } from './abandoned-processes.ts'
import { bundleProgram } from './bundled.ts'

export interface ServerProcess {
  url: string
  child: ChildProcess
  ended: Promise<unknown>
  /** Everything that the process has written. */
  readOutput(): string
}

export interface ServiceHarness {
  /** The tests' own application, which runs no due work. */
  house: Harness
  /** Starts the service in a separate process, which kills itself at the point, if one is given. */
  startService(point?: KillPoint): Promise<ServerProcess>
  /**
   * Runs the due work of checkouts until none is left; with `afterKills`, what killed processes had
   * leased is taken over at once.
   */
  finishDueWork(afterKills?: boolean): Promise<void>
}

const checkoutProcess = new URL('../gateways/checkout-process.ts', import.meta.url)

/**
 * Opens the service with a gateway, which each process creates for itself from the `settings` in
 * its environment.
 */
export async function openServiceHarness(
  gateway: Gateway,
  settings: Record<string, string>,
  options: Pick<ApplicationOptions, 'rails'> = {},
): Promise<ServiceHarness> {
  const harness = await openHarness({
    ...options,
    gateways: [gateway],
    doesDueWork: false,
    databaseConnections: 20,
  })
  return {
    house: harness,
    startService: (point) =>
      startProcess(checkoutProcess, [connectionUrl(harness.connection)], {
        ...settings,
        ...(point ? { KILL_POINT: JSON.stringify(point) } : {}),
      }),
    async finishDueWork(afterKills = true) {
      if (afterKills) {
        await waitForTransactions(harness)
        await endLeases(harness)
      }
      const application = await openApplication({
        connection: harness.connection,
        mode: 'sandbox',
        gateways: [gateway],
      })
      const due =
        "select from due_work where kind in ('checkout', 'refund') and state = 'WAITING' and (due_at <= $1 or leased_until is not null)"
      const now = () => new Date(application.clock.now())
      // Opening a gate ends the connection that held it, which may be the one used for this query.
      const isDue = () =>
        harness.sql(due, [now()]).then(
          (rows) => rows.length > 0,
          () => true,
        )
      while (await isDue()) await application.dueWork.tick().then(() => sleep(10))
      await application.close()
    },
  }
}

/** The compile cache shared by a file's processes, which halves their start time. */
export function createCompileCache(): Record<string, string> {
  const cache = mkdtempSync(join(tmpdir(), 'clinic-compiled-'))
  afterFile(() => removeFolder(cache))
  return { NODE_COMPILE_CACHE: cache }
}

export async function startProcess(
  file: URL,
  parameters: string[],
  settings: Record<string, string>,
): Promise<ServerProcess> {
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, [await bundleProgram(fileURLToPath(file)), ...parameters], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that fails half-way must leave nothing running.
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
    void ended.then(() =>
      reject(new Error(`${file.pathname} ended before it was ready:\n${printed}`)),
    )
  })
  return { url, child, ended, readOutput: () => printed }
}

/**
 * Lets what a killed process had leased be taken over at once, as if the real time of a lease had
 * passed.
 */
async function endLeases({ sql }: Harness): Promise<void> {
  await sql('update idempotency_keys set leased_until = null where leased_until is not null')
  await sql(
    "update due_work set leased_until = leased_until - interval '1 hour' where leased_until is not null",
  )
}
