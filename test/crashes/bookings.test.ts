// The service, its database, and both are killed under load, repeatedly.

import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, it } from 'vitest'
import type { Json } from '../support/clinic/harness.ts'
import { removeFolder } from '../support/processes/abandoned-processes.ts'
import { request, type ServiceProcess, startService } from '../support/processes/service-process.ts'
import { runSize } from '../support/run/sizes.ts'
import { createClinicOfManySlots, createTaggedBookings } from '../support/storms/tagged-bookings.ts'

const folder = await mkdtemp(join(tmpdir(), 'clinic-crash-'))
const settings = { CLINIC_DATA: folder, CLINIC_LOG_LEVEL: 'fatal' }
let service: ServiceProcess | undefined
afterAll(async () => {
  service?.child.kill('SIGTERM')
  await service?.ended
  removeFolder(folder)
})

const callers = 8
// At least one round of each kind; most of a round's time goes into restarting.
const rounds = runSize(3, 120)
/** The requirement is a hundred in all. */
const bookingsOfRound = Math.max(12, Math.ceil(105 / rounds))

/** The first line of postmaster.pid names the database's process. */
async function databaseProcess(): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Connects directly, by the socket that postmaster.pid names. */
async function queryRows(text: string): Promise<Json[]> {
  const [, , , port, host] = (
    await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')
  ).split('\n')
  const client = new pg.Client({
    host: host?.trim(),
    port: Number(port),
    user: 'clinic',
    database: 'clinic',
  })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('kill -9 under load', () => {
  it('loses no acknowledged booking, doubles none and leaves nothing half-written [INV-31] [INV-01]', async () => {
    service = await startService(settings)
    const clinic = await createClinicOfManySlots(settings)
    const bookings = createTaggedBookings(clinic, () => service?.url)
    const { met } = bookings

    for (let round = 0; round < rounds; round += 1) {
      const before = { ...met }
      const end = bookings.startCallers(callers)
      // Killed at a random moment under load, once there were bookings and conflicts, and left down
      // until an answer was lost.
      const enough = before.acknowledged + bookingsOfRound + Math.floor(20 * Math.random())
      while (met.acknowledged < enough || met.refused < before.refused + 2) await sleep(1)
      const lost = met.lost
      const kills = (['service', 'database', 'both'] as const)[round % 3]
      if (kills !== 'service') process.kill(await databaseProcess(), 'SIGKILL')
      if (kills !== 'database') {
        service.child.kill('SIGKILL')
        await service.ended
      }
      while (met.lost === lost) await sleep(1)
      await end()
      if (kills !== 'database') service = await startService(settings)
      // The service keeps running and its database comes back by itself.
      else await answersAgain(`${service.url}/v2/workspaces`, clinic.key)
    }
    await bookings.checkRows(queryRows)
  })
})

async function answersAgain(url: string, key: string) {
  const isServed = () =>
    request(url, key).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isServed())) await sleep(50)
}
