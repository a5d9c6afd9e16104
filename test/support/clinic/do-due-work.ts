import { expect } from 'vitest'
import type { Harness } from './harness.ts'

/**
 * Does the due work of all clinics of a test file until none is left. Before a test counts what is
 * sent, it ends what the tests before have caused.
 */
export async function doDueWork({ application, sql }: Harness): Promise<void> {
  const due =
    "select from due_work where (state = 'WAITING' and due_at <= $1) or leased_until is not null"
  await expect
    .poll(async () => {
      await application.dueWork.tick()
      return (await sql(due, [new Date(application.clock.now())])).length
    })
    .toBe(0)
}
