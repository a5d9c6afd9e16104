import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import {
  createEmptyDatabase,
  createMigratedDatabase,
  queryRows,
  withClient,
} from '../../../test/support/database/databases.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { findFreePort } from '../../../test/support/processes/free-port.ts'
import { startService } from '../../../test/support/processes/service-process.ts'

it('the variables of another product and a promise that fails alone are logged, and the service goes on', async () => {
  const fault = "process.on('SIGWINCH', () => { Promise.reject(new Error('left alone')) })"
  const service = await startService({
    DATABASE_URL: connectionUrl(await createMigratedDatabase()),
    CLINIC_MODE: 'sandbox',
    CLINIC_HOME: '/opt/clinic',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
  })
  expect(service.readOutput(), 'what another product has set is ignored').toMatch(
    /"variable":"CLINIC_HOME".*is ignored/,
  )
  service.child.kill('SIGWINCH')
  await expect.poll(service.readOutput).toMatch('an unhandled promise rejection')
  const ended = await Promise.race([service.ended, sleep(0, 'still running')])
  expect(ended).toBe('still running')
  expect((await fetch(`${service.url}/dashboard/api/session`)).status).toBe(401)
})

it('a service whose database is no primary yet waits for it, alive and not ready', async () => {
  const database = await createEmptyDatabase()
  const [name] = await queryRows(database, 'select current_database()')
  const setReadOnly = (value: 'on' | 'off') =>
    withClient(database, async (client) => {
      await client.query('set default_transaction_read_only = off')
      await client.query(`alter database ${name} set default_transaction_read_only = ${value}`)
    })
  const settings = {
    DATABASE_URL: connectionUrl(database),
    CLINIC_MODE: 'sandbox',
    CLINIC_MONITOR_PORT: String(await findFreePort()),
  }
  const monitor = `http://127.0.0.1:${settings.CLINIC_MONITOR_PORT}`
  await setReadOnly('on')
  const starting = startService(settings)
  const readReason = async () => {
    const reply = await fetch(`${monitor}/readyz`).catch(() => undefined)
    return reply && ((await reply.json()) as { reason: string }).reason
  }
  await expect.poll(readReason).toMatch('is a standby, or takes no writes')
  expect((await fetch(`${monitor}/healthz`)).status).toBe(200)
  await setReadOnly('off')
  const service = await starting
  expect(service.readOutput().match(/waiting for it/g), 'it is said once').toHaveLength(1)
})
