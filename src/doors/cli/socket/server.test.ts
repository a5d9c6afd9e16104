import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMigratedDatabase } from '../../../../test/support/database/databases.ts'
import { connectionUrl } from '../../../../test/support/database/url-of.ts'
import { removeFolder } from '../../../../test/support/processes/abandoned-processes.ts'
import { startService } from '../../../../test/support/processes/service-process.ts'
import { afterFile } from '../../../../test/support/run/after-file.ts'
import { askAboutService } from './client.ts'
import { isListening, operatorSocketPath } from './path.ts'

it('a process takes the socket over from one that ends, and again when its file is gone [A-009]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-socket-'))
  afterFile(() => removeFolder(folder))
  const url = connectionUrl(await createMigratedDatabase())
  const settings = { DATABASE_URL: url, CLINIC_DATA: folder, CLINIC_MODE: 'sandbox' }
  const socket = operatorSocketPath(folder, url)
  const first = await startService(settings)
  const second = await startService(settings)
  expect(await isListening(socket)).toBe(true)

  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  await expect.poll(() => isListening(socket)).toBe(true)
  expect(await askAboutService(socket)).toBeDefined()

  rmSync(socket)
  await expect.poll(() => isListening(socket)).toBe(true)

  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  expect(await isListening(socket)).toBe(false)
  expect(second.readOutput()).not.toMatch(/"level":"(error|warn)"/)
})
