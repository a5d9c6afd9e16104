// The primary of a database is killed under load and its synchronous standby promoted, repeatedly;
// and the standby alone is killed.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { request, startService } from '../support/processes/service-process.ts'
import { createClinicOfManySlots, createTaggedBookings } from '../support/storms/tagged-bookings.ts'
import { serverPrograms, startPostgresPair } from './postgres-pair.ts'

const processes = 4
const callers = 32
const promotions = 3
/** The time limit of a booking after a promotion. */
const recoveryMs = 15_000

const withServer = serverPrograms ? it : it.skip

withServer(
  'a promotion of the standby loses no acknowledged booking and doubles none (needs PostgreSQL with pg_basebackup) [INV-31] [INV-01]',
  async () => {
    const pair = await startPostgresPair()
    const settings = {
      DATABASE_URL: pair.url,
      CLINIC_MODE: 'sandbox',
      CLINIC_LOG_LEVEL: 'fatal',
      CLINIC_DATABASE_CONNECTIONS: '8',
    }
    const services = await Promise.all(
      Array.from({ length: processes }, () => startService(settings)),
    )
    const bookings = createTaggedBookings(
      await createClinicOfManySlots(settings),
      (caller) => services[caller % processes]?.url,
    )
    const { met } = bookings
    const acknowledged = async (more: number) => {
      const enough = met.acknowledged + more
      while (met.acknowledged < enough) await sleep(1)
    }

    const end = bookings.startCallers(callers)
    for (let promotion = 1; promotion <= promotions; promotion += 1) {
      await acknowledged(300)
      const killedAt = performance.now()
      await pair.failOver()
      const promotedAt = performance.now()
      await acknowledged(1)
      const recovered = performance.now()
      await acknowledged(processes * callers)
      process.stdout.write(
        `promotion ${promotion}: ${Math.round(promotedAt - killedAt)} ms until it was promoted, a booking ${Math.round(recovered - promotedAt)} ms after; ${JSON.stringify(met)}\n`,
      )
      expect(recovered - promotedAt).toBeLessThan(recoveryMs)
      await pair.rebuild()
    }
    await acknowledged(300)
    await end()
    await bookings.checkRows(pair.rowsOf)
    for (const { child } of services) child.kill('SIGTERM')
    expect(await Promise.all(services.map(({ ended }) => ended))).toEqual(Array(processes).fill(0))
  },
  600_000,
)

withServer(
  'a lone synchronous standby that goes stops bookings and no reading, and takes no session for each (needs PostgreSQL with pg_basebackup)',
  async () => {
    const pair = await startPostgresPair()
    const connections = 8
    const settings = {
      DATABASE_URL: pair.url,
      CLINIC_MODE: 'sandbox',
      CLINIC_LOG_LEVEL: 'fatal',
      CLINIC_DATABASE_CONNECTIONS: String(connections),
    }
    const service = await startService(settings)
    const clinic = await createClinicOfManySlots(settings)
    const bookings = createTaggedBookings(clinic, () => service.url)
    const end = bookings.startCallers(connections - 2)
    while (bookings.met.acknowledged < 150) await sleep(1)
    await pair.killStandby()
    // Enough times to need four times the sessions that the service may have.
    while (bookings.met.lost < 4 * connections) {
      await sleep(1_000)
      expect((await request(`${service.url}/v2/workspaces`, clinic.key)).status).toBe(200)
      const [{ sessions }] = await pair.rowsOf(
        "select count(*)::int as sessions from pg_stat_activity where application_name = 'clinic'",
      )
      expect(sessions).toBeLessThanOrEqual(connections + 2)
    }
    await pair.stopWaitingForStandby()
    const before = bookings.met.acknowledged
    while (bookings.met.acknowledged < before + 50) await sleep(1)
    await end()
    await bookings.checkRows(pair.rowsOf)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  },
  600_000,
)
