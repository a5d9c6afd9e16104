// The commands of guides, run exactly as written, in order, against the demo clinic.

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createDemo } from '../../src/doors/demo/demo.ts'
import { openHarness } from '../support/clinic/harness.ts'
import { connectionUrl } from '../support/database/url-of.ts'
import { runCommand } from '../support/processes/in-process-command.ts'
import { afterFile } from '../support/run/after-file.ts'

const root = new URL('../..', import.meta.url)
const folder = new URL('docs/guides/', root)
/** The output of a guide's last command. */
const lastWords: Record<string, string> = {
  'booking-page.md': '200',
  'patient-week.md': 'OPTED_OUT: the patient wants no messages there',
  'payments.md': 'SUCCESS, 5 sessions',
  'polling.md': 'CANCELLED',
  'queue.md': 'A-12 A-13 A-14 A-15',
  'session-packs.md': '3',
}

/**
 * Guides without a command, which are played in the browser
 * (test/screens/dashboard/morning.test.ts).
 */
const throughTheScreen = ['reception.md']

/**
 * Runs `clinic` commands in this process; answers a request, whose body is the parameters, each
 * ended by a zero byte, with what was printed.
 */
async function listenForCommands(environment: Record<string, string>): Promise<string> {
  const server = createServer(async (request, response) => {
    const parameters = (await text(request)).split('\0').slice(0, -1)
    const { code, out, problem } = await runCommand(environment, parameters)
    response.writeHead(code === 0 ? 200 : 500).end(code === 0 ? out : problem)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterFile(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each(readdirSync(folder).filter((name) => !throughTheScreen.includes(name)))(
  '%s does what it says',
  async (name) => {
    const harness = await openHarness()
    // Within the hours of the demo's queue.
    await harness.moveTo('2030-01-01T11:00:00+05:30')
    const demo = await createDemo(harness.application)
    const url = await harness.door.listen({ host: '127.0.0.1', port: 0 })
    harness.application.listensAt(url)
    const guide = readFileSync(new URL(name, folder), 'utf8')
    const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block)
    // Dates are the sandbox's, whose clock is ahead.
    const today = new Date(harness.application.clock.now()).toISOString().slice(0, 10)
    // Commands are run beside the service, on its database.
    const commandsUrl = await listenForCommands({
      PATH: process.env.PATH ?? '',
      DATABASE_URL: connectionUrl(harness.connection),
      CLINIC_MODE: 'sandbox',
    })
    const npm = `npm() { shift 4; printf '%s\\0' "$@" | curl -sS --fail-with-body --data-binary @- ${commandsUrl}; }`
    const here = ['set -euo pipefail', `date() { echo ${today}; }`, npm]
    const script = [...here, ...commands].join('\n')
    const environment = { PATH: process.env.PATH, URL: url, KEY: demo?.key }
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      env: environment,
      cwd: fileURLToPath(root),
    })
    expect(stdout).toMatch(new RegExp(`(^|\\W)${lastWords[name]}\n$`))
  },
)
