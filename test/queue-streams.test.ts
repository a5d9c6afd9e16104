// Many open pages on one process: every one is told of what staff do, and their memory is released
// afterwards.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { openHarness } from './support/clinic/harness.ts'
import { openQueueDesk, startShift } from './support/clinic/queue-clinic.ts'
import { runSize } from './support/run/sizes.ts'
import { bookTokens } from './support/screens/watched-queue.ts'

const harness = await openHarness()
const base = await harness.door.listen({ host: '127.0.0.1', port: 0 })
// 200 streams, or 5,000 in the long run.
const clinics = runSize(3, 125)
const visitsOfClinic = 40

/**
 * Clones the first visit of a day, as if this many had booked one after the other; booking them
 * takes minutes.
 */
async function bookMany(workspaceId: number, count: number) {
  for (let index = 1; index < count; index += 1) {
    await harness.sql(
      `with day as (
        update queue_days set issued = issued + 1, booked = booked + 1, waiting = waiting + 1 where workspace_id = $1 returning id, issued
      )
      insert into queue_visits
      select (jsonb_populate_record(v, jsonb_build_object(
        'id', nextval('appointments_id_seq'), 'token_number', day.issued, 'place', day.issued,
        'public_status_token', left(md5(v.public_status_token || day.issued), 26)
      ))).*
      from day join queue_visits v on v.workspace_id = $1 and v.queue_day_id = day.id and v.token_number = 1`,
      [workspaceId],
    )
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Memory of this process in megabytes, after garbage collection. */
async function memory() {
  for (let round = 0; round < 3; round += 1) {
    collectGarbage()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: Math.round(heapUsed / 1e6), rss: Math.round(rss / 1e6) }
}

/** The browsers, in a separate process; it writes a line for each thing it hears. */
async function openStreams(tokens: readonly string[]) {
  const readers = spawn(
    process.execPath,
    [new URL('stream-readers.ts', import.meta.url).pathname, base],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void readers.kill('SIGKILL'))
  readers.stdin.end(JSON.stringify(tokens))
  const heard = new Map<string, number>()
  createInterface({ input: readers.stdout }).on('line', (line) =>
    heard.set(line, (heard.get(line) ?? 0) + 1),
  )
  return { heard: (what: string) => heard.get(what) ?? 0, leave: () => readers.kill('SIGTERM') }
}

it('are told of what staff do, at an affordable cost', async () => {
  const open = []
  for (let index = 0; index < clinics; index += 1) {
    const clinic = await harness.clinic()
    await bookTokens(clinic, 1)
    await bookMany(clinic.workspaceId, visitsOfClinic)
    await startShift(harness, clinic)
    const tokens = await harness.sql(
      'select public_status_token as token from queue_visits where workspace_id = $1',
      [clinic.workspaceId],
    )
    open.push({
      clinic,
      tokens: tokens.map(({ token }) => String(token)),
      staff: openQueueDesk(harness, clinic),
    })
  }
  const tokens = open.flatMap((queue) => queue.tokens)
  const streams = clinics * visitsOfClinic
  expect(tokens).toHaveLength(streams)

  const before = await memory()
  const opening = performance.now()
  const readers = await openStreams(tokens)
  await expect.poll(() => readers.heard('told')).toBe(streams)
  const opened = performance.now() - opening
  expect(harness.application.openStreams()).toBe(streams)
  const with_ = await memory()

  const acting = performance.now()
  await Promise.all(open.map(({ staff }) => staff.callNext()))
  const committed = performance.now()
  await expect.poll(() => readers.heard('called')).toBe(streams)
  const acted = committed - acting
  const reached = performance.now() - committed

  readers.leave()
  await expect.poll(() => harness.application.openStreams()).toBe(0)
  const after = await memory()
  process.stdout.write(
    `${streams} streams of ${clinics} queues: all open after ${Math.round(opened)} ms; ${clinics} calls took ${Math.round(acted)} ms, ` +
      `the last stream had its own ${Math.round(reached)} ms after the last commit; ` +
      `heap ${before.heap}, ${with_.heap}, ${after.heap} MB and RSS ${before.rss}, ${with_.rss}, ${after.rss} MB before, with and after them\n`,
  )
  // A stream holds its socket, its request and its last event.
  expect((with_.heap - before.heap) / streams).toBeLessThan(0.1)
})
