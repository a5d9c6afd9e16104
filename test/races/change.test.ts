// One follower of changes, 64 writers whose commits come late and out of order, two processes: the
// follower sees every change, and ends with the same result as a search.

import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { book, type Clinic, type Json, openHarness, slotTimes } from '../support/clinic/harness.ts'
import { connectionUrl } from '../support/database/url-of.ts'
import { request, startService } from '../support/processes/service-process.ts'
import { afterFile } from '../support/run/after-file.ts'
import { runSize } from '../support/run/sizes.ts'

const harness = await openHarness()
const service = await startService({
  DATABASE_URL: connectionUrl(harness.connection),
  CLINIC_MODE: 'sandbox',
  CLINIC_DATABASE_CONNECTIONS: '20',
})
afterAll(async () => {
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
})

const writers = 64
const changesOfEach = runSize(4, 40)

/** A follower that remembers every change it was shown, and lets others wait for its next polls. */
function createFollower(clinic: Clinic) {
  const seen: Json[] = []
  let cursor = ''
  let polls = 0
  const waiting: { until: number; resolve: () => void }[] = []
  return {
    seen,
    /** Resolves after this many further polls. */
    afterPolls: (count: number) =>
      new Promise<void>((resolve) => void waiting.push({ until: polls + count, resolve })),
    /**
     * A page that holds everything: for a follower that lags behind, a late commit would still lie
     * ahead.
     */
    async poll(): Promise<number> {
      const { status, json } = await request(`${service.url}/v1/appointments/search`, clinic.key, {
        changedAfter: cursor,
        size: 100,
      })
      expect(status, JSON.stringify(json)).toBe(200)
      seen.push(...json.list)
      cursor = json.nextCursor
      polls += 1
      for (const due of waiting.filter(({ until }) => until <= polls))
        waiting.splice(waiting.indexOf(due), 1)[0]?.resolve()
      return json.list.length
    },
  }
}

it('a follower under 64 writers with slow commits sees every change and misses none [A-213a]', async () => {
  const clinic = await harness.clinic((file) => {
    const asha = file.practitioners['asha-rao']
    if (!asha) return
    for (let number = 0; number < writers; number += 1)
      file.practitioners[`doctor-${number}`] = structuredClone(asha)
  })
  const ids = await Promise.all(
    Array.from({ length: writers }, async (_, number) => {
      const reply = await book(clinic, {
        doctorId: clinic.id('practitioner', `doctor-${number}`),
        ...slotTimes('09:00'),
      })
      expect(reply.status, reply.text).toBe(201)
      return reply.json.appointment.id as number
    }),
  )
  const follower = createFollower(clinic)
  const made = new Map<number, string[]>()

  /** Waits until the follower was shown a change; a change that was skipped is never shown. */
  async function isSeen(id: number, note: string) {
    for (let polls = 0; polls < 500; polls += 1) {
      if (follower.seen.some((visit) => visit.id === id && visit.appointmentNotes === note)) return
      await follower.afterPolls(1)
    }
    throw new Error(`${note} of visit ${id} was passed over`)
  }

  /** A member of staff whose transactions stay open over some polls, or are rolled back. */
  async function writeSlowly(id: number, client: pg.Client) {
    for (let change = 1; change <= changesOfEach; change += 1) {
      const note = `change ${change}`
      await client.query('begin')
      await client.query('update appointments set appointment_notes = $2 where id = $1', [id, note])
      await follower.afterPolls(Math.floor(Math.random() * 4))
      const isGivenUp = Math.random() < 0.1
      await client.query(isGivenUp ? 'rollback' : 'commit')
      if (isGivenUp) continue
      made.set(id, [...(made.get(id) ?? []), note])
      await isSeen(id, note)
    }
  }

  /**
   * Moves a visit back and forth through the API while the others write, so that there is always a
   * later change to see.
   */
  let slowOnes = writers / 2
  async function writeByApi(id: number) {
    for (let change = 1; slowOnes > 0; change += 1) {
      const body = change % 2 === 1 ? { status: 'NO_SHOW' } : { status: 'CONFIRMED' }
      const reply = await harness.call('PATCH', `/v1/appointments/${id}/status`, {
        key: clinic.key,
        body,
      })
      expect(reply.status, reply.text).toBe(200)
      made.set(id, [...(made.get(id) ?? []), body.status])
      await follower.afterPolls(1 + Math.floor(Math.random() * 10))
    }
  }

  const clients = await Promise.all(
    ids.slice(writers / 2).map(async () => {
      const client = new pg.Client(harness.connection)
      client.on('error', () => {})
      afterFile(() => client.end())
      await client.connect()
      return client
    }),
  )
  let writing = true
  const written = Promise.all([
    ...ids.slice(0, writers / 2).map(writeByApi),
    ...clients.map((client, index) =>
      writeSlowly(ids[writers / 2 + index] as number, client).finally(() => {
        slowOnes -= 1
      }),
    ),
  ]).finally(() => {
    writing = false
  })
  while (writing) await follower.poll()
  await written
  // Transactions that were open when the last writer ended are closed now; other tests on this
  // server may delay that.
  const [{ last }] = await harness.sql('select pg_current_xact_id()::text as last')
  const isSettled = async () =>
    (
      await harness.sql('select pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 as over', [
        last,
      ])
    )[0].over
  await expect.poll(isSettled).toBe(true)
  while ((await follower.poll()) > 0);

  // No rolled-back change was shown.
  for (const id of ids) {
    const shown = follower.seen
      .filter((visit) => visit.id === id)
      .map(({ status, appointmentNotes }) => appointmentNotes ?? status)
    expect(
      shown.filter((change) => change !== 'SCHEDULED' && !made.get(id)?.includes(change)),
    ).toEqual([])
  }
  const state = new Map(follower.seen.map((visit) => [visit.id, visit]))
  const { json } = await clinic.post('/v1/appointments/search', { size: 100 })
  expect([json.count, json.list.length]).toEqual([writers, writers])
  expect([...state.values()].toSorted((a, b) => a.id - b.id)).toEqual(
    json.list.toSorted((a: Json, b: Json) => a.id - b.id),
  )
})
