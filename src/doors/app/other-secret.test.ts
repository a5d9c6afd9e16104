import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { createMigratedDatabase } from '../../../test/support/database/databases.ts'

it('a service warns of another secret than the one before on its database, once, and a command of none', async () => {
  const connection = await createMigratedDatabase()
  const first = 'the first secret of the tests, long enough'
  const second = 'the second secret of the tests, long enough'
  const warned = async (secret: string, doesDueWork = true) => {
    let text = ''
    const log = pino(
      { level: 'warn' },
      new Writable({
        write(chunk, _, done) {
          text += chunk
          done()
        },
      }),
    )
    await openHarness({ connection, secret, doesDueWork, log })
    return text.includes('CLINIC_SECRET differs from the one')
  }
  expect([await warned(first), await warned(first)]).toEqual([false, false])
  expect([await warned(second, false), await warned(second), await warned(second)]).toEqual([
    false,
    true,
    false,
  ])
})
