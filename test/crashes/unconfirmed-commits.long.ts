// A commit whose standby is lost is visible on its server, and gone after a failover: no answer may
// rest on it.

import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { bookingAt } from '../support/clinic/booking-at.ts'
import type { Json } from '../support/clinic/harness.ts'
import { startService } from '../support/processes/service-process.ts'
import { createClinicOfManySlots } from '../support/storms/tagged-bookings.ts'
import { serverPrograms, startPostgresPair } from './postgres-pair.ts'

const slotMs = 5 * 60_000
const tomorrow = Math.ceil(Date.now() / slotMs) * slotMs + 24 * 3_600_000

const withServer = serverPrograms ? it : it.skip

withServer(
  'what was committed without a standby is acknowledged by no repeated request, and after a failover made again (needs PostgreSQL with pg_basebackup) [INV-31] [IDEM-01]',
  async () => {
    const pair = await startPostgresPair()
    const settings = { DATABASE_URL: pair.url, CLINIC_MODE: 'sandbox', CLINIC_LOG_LEVEL: 'fatal' }
    const service = await startService({ ...settings, CLINIC_MONITOR_PORT: '0' })
    const monitor = await vi.waitUntil(
      () => /Monitoring: (http:\S+)\/readyz/.exec(service.readOutput())?.[1],
    )
    const readUnreadyReason = async () =>
      ((await (await fetch(`${monitor}/readyz`)).json()) as { reason?: string }).reason
    expect(await readUnreadyReason()).toBeUndefined()
    const { key, addressId, doctorIds } = await createClinicOfManySlots(settings)
    const call = async (method: string, path: string, body: unknown, idempotencyKey?: string) => {
      const reply = await fetch(`${service.url}/v1/appointments/${path}`, {
        method,
        headers: {
          'x-api-key': key,
          'x-acting-user-id': String(doctorIds[0]),
          'content-type': 'application/json',
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        body: JSON.stringify(body),
      })
      return { status: reply.status, json: (await reply.json()) as Json }
    }
    const slot = (number: number) => ({
      addressId,
      doctorId: doctorIds[number],
      ...bookingAt(tomorrow, slotMs),
      patientPayload: { firstName: `Patient ${number}`, phoneNumber: `98765000${10 + number}` },
      source: 'DEVELOPER_API',
    })
    const reserve = (number: number, idempotencyKey: string) =>
      call('POST', 'reserve-slot', slot(number), idempotencyKey)
    const countRows = () =>
      pair.rowsOf(
        `select (select count(*)::int from appointments a where a.workspace_id = w.id and a.status <> 'CANCELLED') as visits,
           (select count(*)::int from idempotency_keys k where k.workspace_id = w.id) as keys
         from workspaces w where w.name = 'crash'`,
      )
    const cancelled = (await call('POST', 'book-appointment', slot(0))).json
    const [before, during] = [randomUUID(), randomUUID()]
    const reserved = await reserve(1, before)
    expect(reserved.status, JSON.stringify(reserved.json)).toBe(201)
    // With a standby, an answer that only repeats another one comes.
    expect((await reserve(1, before)).json).toEqual(reserved.json)

    await pair.killStandby()
    expect(await readUnreadyReason()).toMatch(/^the database confirms no commits/)
    expect(await (await fetch(`${monitor}/metrics`)).text()).toContain('clinic_database_ready 0')
    const cancel = () =>
      call('PATCH', `${cancelled.id}/status`, { status: 'CANCELLED', cancellationReason: 'ill' })
    const lost = () => Promise.all([reserve(2, during), reserve(1, before), cancel()])
    expect((await lost()).map(({ status }) => status)).toEqual([500, 503, 500])
    // By now both are visible.
    expect(await countRows()).toEqual([{ visits: 2, keys: 2 }])
    for (let times = 0; times < 2; times += 1)
      expect((await lost()).map(({ status }) => status)).toEqual([503, 503, 503])

    await pair.promoteKilledStandby()
    expect(await countRows()).toEqual([{ visits: 2, keys: 1 }])
    const found = await untilAnswered(() => reserve(1, before))
    expect(found).toEqual(reserved)
    const again = await untilAnswered(() => reserve(2, during))
    expect(again.status).toBe(201)
    expect((await untilAnswered(cancel)).json.status).toBe('CANCELLED')
    expect(await readUnreadyReason()).toBeUndefined()
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  },
  120_000,
)

/** The first answer once the service has found the promoted server. */
async function untilAnswered(
  ask: () => Promise<{ status: number; json: Json }>,
): Promise<{ status: number; json: Json }> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}
