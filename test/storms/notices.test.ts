// Notices of many visits, sent by two processes that are killed now and then, through a carrier that
// refuses, is silent, and answers by halves: none is sent twice, and none is missing.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import {
  answeringHalf,
  answerJson,
  type Behaviour,
  openCarrierServer,
  stayingSilent,
} from '../support/carriers/carrier-server.ts'
import { bodySignedCallback } from '../support/carriers/signed-callbacks.ts'
import { book, type Json, openHarness, slotTimes } from '../support/clinic/harness.ts'
import { withClient } from '../support/database/databases.ts'
import { connectionUrl } from '../support/database/url-of.ts'
import { afterFile } from '../support/run/after-file.ts'
import { isLongRun } from '../support/run/sizes.ts'
import { openWithoutTimers } from '../support/run/without-timers.ts'

const dayMs = 24 * 3_600_000
const noticeCount = isLongRun ? 100_000 : 300
const killCount = isLongRun ? 40 : 4
// Each look reads all of the work that is left.
const pollMs = isLongRun ? 1_000 : 50
const stormMs = isLongRun ? 3 * 3_600_000 : 150_000

/** What the carrier has taken, by the number it was sent to: it may have answered or not. */
const taken = new Map<string, string[]>()
let requestCount = 0

/** Of every twenty requests, two are refused for now, one is not answered, and one by halves. */
const behave: Behaviour = (response, request) => {
  requestCount += 1
  const turn = requestCount % 20
  if (turn === 3 || turn === 11) return answerJson(503, {})(response, request)
  const { to, reference } = JSON.parse(request.body)
  taken.set(to, [...(taken.get(to) ?? []), reference])
  if (turn === 7) return stayingSilent(response, request)
  if (turn === 15) return answeringHalf(response, request)
  return answerJson(200, {})(response, request)
}
const carrier = await openCarrierServer(behave)
const house = await openWithoutTimers(() =>
  openHarness({
    environment: { CLINIC_SECRET_GATEWAY: 'gateway-webhook' },
    // Only the other processes send.
    doesDueWork: false,
  }),
)

const processes = new Set<ChildProcess>()
afterFile(() => {
  for (const child of processes) child.kill('SIGKILL')
})
const program = fileURLToPath(new URL('./notice-process.ts', import.meta.url))
async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, connectionUrl(house.connection), carrier.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  processes.add(child)
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  return child
}

/** Copies of a visit and its patient, each with a number of its own and a confirmation to send. */
async function copyVisits(workspaceId: number, appointmentId: number) {
  const insertCopies = (table: string, changes: string, condition: string) => `
    insert into ${table} overriding system value
    select (jsonb_populate_record(t, ${changes})).*
    from ${table} t, generate_series(1, ${noticeCount}) as n
    where t.workspace_id = $1 and ${condition}`
  await withClient(house.connection, async (client) => {
    // Checks between tables are not what is tested here.
    await client.query("set session_replication_role = 'replica'")
    await client.query(
      insertCopies(
        'patients',
        `jsonb_build_object('id', 1000000 + n, 'mrn_number', 'STORM-' || n, 'phone_number', (9000000000 + n)::text, 'phone_normalised', '+91' || (9000000000 + n))`,
        't.id = (select patient_id from appointments where workspace_id = $1 and id = $2)',
      ),
      [workspaceId, appointmentId],
    )
    await client.query(
      insertCopies(
        'appointments',
        `jsonb_build_object('id', 1000000 + n, 'patient_id', 1000000 + n, 'booking_reference', 'BK' || lpad(n::text, 10, '0'))`,
        't.id = $2',
      ),
      [workspaceId, appointmentId],
    )
  })
  await house.sql(
    `insert into due_work (workspace_id, kind, subject_id, due_at)
    select $1, 'visit-confirmation', 1000000 + n, $2 from generate_series(1, ${noticeCount}) as n`,
    [workspaceId, new Date(house.application.clock.now())],
  )
}

/** Waits a little; if nothing is due, until the next attempt of something. */
async function passTime() {
  const [{ next }] = await house.sql(
    "select min(due_at) as next from due_work where state = 'WAITING' and leased_until is null",
  )
  const ahead = next === null ? 0 : Number(next) - house.application.clock.now()
  if (ahead > 0) await house.operate('clock-advance', { ms: Math.ceil(ahead) + 1 })
  await sleep(pollMs)
}

it('of notices over two processes that are killed now and then, 0 are lost and 0 doubled [MSG-09]', {
  timeout: stormMs + 60_000,
}, async () => {
  const clinic = await house.clinic((file) => {
    file.workspace.notices = {
      confirmation: true,
      channels: ['sms'],
      noticesPerDay: 1_000_000,
    }
    file.workspace.messages = {
      sms: { http: { url: carrier.url, webhookSecret: 'secret:GATEWAY' } },
    }
  })
  const { json } = await book(clinic, slotTimes('10:00', 15, '2030-03-04'))
  await house.sql('delete from due_work')
  await copyVisits(clinic.workspaceId, json.appointment.id)
  const running = [await startProcess(), await startProcess()]
  const countWaiting = async () =>
    Number((await house.sql('select count(*) from due_work'))[0].count)

  for (let kills = 0; kills < killCount; kills += 1) {
    // The next kill comes when another share of the work is done.
    const target = noticeCount * (1 - (kills + 1) / (killCount + 1))
    while ((await countWaiting()) > target) await passTime()
    const index = kills % 2
    const killed = running[index] as ChildProcess
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    processes.delete(killed)
    // Its leases end at once, and so do some of the other process's, which notices it.
    await house.sql(
      "update due_work set leased_until = now() - interval '1 s' where leased_until is not null",
    )
    // The notices of a day are counted before each.
    await house.operate('clock-advance', { ms: dayMs })
    running[index] = await startProcess()
  }
  for (const until = Date.now() + stormMs; (await countWaiting()) > 0 && Date.now() < until; ) {
    await house.operate('clock-advance', { ms: 3_600_000 })
    await sleep(100)
  }
  expect(await house.sql('select kind, state, attempts from due_work')).toEqual([])
  for (const child of running) {
    child.kill('SIGKILL')
    await once(child, 'exit')
    processes.delete(child)
  }

  // 0 doubled: the carrier has taken no message twice.
  expect([...taken].filter(([, references]) => references.length > 1)).toEqual([])
  // 0 lost: each notice is sent, or says that it may not have been.
  const rows = await house.sql(
    'select appointment_id, state, reference from notices where workspace_id = $1',
    [clinic.workspaceId],
  )
  expect(rows).toHaveLength(noticeCount)
  const countStates = (all: Json[]) =>
    Object.fromEntries(
      ['SENT', 'UNKNOWN', 'FAILED', 'SENDING', 'SKIPPED'].map((state) => [
        state,
        all.filter((row) => row.state === state).length,
      ]),
    )
  const states = countStates(rows)
  expect(states).toMatchObject({ FAILED: 0, SENDING: 0, SKIPPED: 0 })
  expect((states.SENT ?? 0) + (states.UNKNOWN ?? 0)).toBe(noticeCount)
  const references = new Set([...taken.values()].flat())
  for (const { state, reference } of rows)
    if (state === 'SENT') expect(references.has(reference)).toBe(true)

  // The carrier reports about all that it has taken: what was unknown is known.
  for (const reference of references) {
    const { url, headers, payload } = bodySignedCallback(
      `/messages/http/${clinic.name}`,
      { reference, delivery: 'DELIVERED' },
      { header: 'x-signature-256', secret: 'gateway-webhook' },
    )
    const reply = await house.door.inject({ method: 'POST', url, headers, payload })
    expect(reply.statusCode).toBe(200)
  }
  const after = await house.sql(
    'select state, delivery, reference from notices where workspace_id = $1',
    [clinic.workspaceId],
  )
  for (const { state, delivery, reference } of after)
    expect([state, delivery]).toEqual(
      references.has(reference) ? ['SENT', 'DELIVERED'] : ['UNKNOWN', null],
    )
  // Only a kill between the record and the request leaves one unknown.
  expect(countStates(after).UNKNOWN).toBeLessThanOrEqual(killCount * 16)
})
