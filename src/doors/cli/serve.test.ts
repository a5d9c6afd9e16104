import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createMigratedDatabase } from '../../../test/support/database/databases.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
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
