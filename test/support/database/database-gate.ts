import { expect, onTestFinished } from 'vitest'
import type { Harness } from '../clinic/harness.ts'

export interface DatabaseGate {
  /** Waits until a transaction is held at the gate and this many others wait for a lock. */
  waitUntilReached(others?: number): Promise<void>
  /** Lets all transactions pass. */
  pass(): Promise<void>
  /** Lets all transactions pass, and removes the gate once none uses its table. */
  open(): Promise<void>
}

/**
 * Holds transactions where a trigger would fire, such as `before insert on practitioners for each
 * statement`.
 */
export async function createDatabaseGate({ sql }: Harness, trigger: string): Promise<DatabaseGate> {
  await sql(
    `create function wait_at_gate() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(4711); return new; end'`,
  )
  await sql(`create trigger wait_at_gate ${trigger} execute function wait_at_gate()`)
  const [{ pid }] = await sql('select pg_backend_pid() as pid, pg_advisory_lock(4711)')
  const waiting =
    "select wait_event from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' order by wait_event = 'advisory' desc"
  let isClosed = true
  const letPass = async () =>
    void (await sql('select pg_terminate_backend($1)', [pid]).catch(() => {}))
  async function removeGate() {
    if (!isClosed) return
    isClosed = false
    await letPass()
    await sql('drop function wait_at_gate cascade')
  }
  // A test that fails half-way must leave nothing waiting.
  onTestFinished(removeGate)
  return {
    async waitUntilReached(others = 0) {
      await expect
        .poll(async () => (await sql(waiting))[others] && (await sql(waiting))[0].wait_event)
        .toBe('advisory')
    },
    pass: letPass,
    open: removeGate,
  }
}
