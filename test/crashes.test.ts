// The service, its database, and both are killed under load, again and again. Every acknowledged
// booking must be there exactly once afterwards, every refused one not at all, and nothing by halves.

import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { bookingAt } from './booking-at.ts'
import { clearAway } from './clear-away.ts'
import type { Json } from './harness.ts'
import { request, runClinic, type ServiceProcess, startService } from './service-process.ts'
import { size } from './sizes.ts'
import { sunrise } from './sunrise.ts'

const folder = await mkdtemp(join(tmpdir(), 'clinic-crash-'))
const settings = { CLINIC_DATA: folder, CLINIC_LOG_LEVEL: 'fatal' }
let service: ServiceProcess | undefined
afterAll(async () => {
  service?.child.kill('SIGTERM')
  await service?.ended
  clearAway(folder)
}, 30_000)

const doctors = 20
const callers = 8
const rounds = size(6, 120)

/** What a caller knows of one booking; `unknown` means it may have happened. */
interface Attempt {
  tag: string
  outcome: 'acknowledged' | 'refused' | 'unknown'
}

/** The first line of postmaster.pid names the database's process. */
async function databaseProcess(): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Connects past the service, by the socket that postmaster.pid names. */
async function rowsOf(text: string): Promise<Json[]> {
  const [, , , port, host] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const client = new pg.Client({ host: host?.trim(), port: Number(port), user: 'clinic', database: 'clinic' })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function startedClinic(): Promise<{ key: string; addressId: number; doctorIds: number[] }> {
  const file = sunrise()
  file.workspace.name = 'crash'
  const asha = file.practitioners['asha-rao']
  const practice = asha?.at.jaipur
  if (!asha || !practice) throw new Error('the test clinic lacks its doctor')
  practice.slotMinutes = 5
  practice.hours = [{ days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], from: '00:00', to: '24:00', modes: ['OFFLINE'] }]
  practice.exceptions = []
  file.practitioners = Object.fromEntries(Array.from({ length: doctors }, (_, number) => [`doctor-${number}`, structuredClone(asha)]))
  const { ids } = JSON.parse(await runClinic(settings, ['workspace', 'import', '-', '--json'], JSON.stringify(file)))
  const { key } = JSON.parse(await runClinic(settings, ['key', 'create', '-w', 'crash', '--allow', '127.0.0.1', '--json']))
  return { key, addressId: ids.location.jaipur, doctorIds: Object.values(ids.practitioner) }
}

describe('kill -9 under load', () => {
  it('loses no acknowledged booking, doubles none and leaves nothing half written [INV-31] [INV-01]', { timeout: 120_000 + rounds * 6_000 }, async () => {
    service = await startService(settings)
    const { key, addressId, doctorIds } = await startedClinic()
    const attempts: Attempt[] = []
    // A midnight of the clinic, next month by the service's own clock.
    const midnight = Date.parse(`${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T00:00:00+05:30`)
    let next = 0
    let calling = false
    const met = { acknowledged: 0, refused: 0, lost: 0 }

    async function call() {
      while (calling) {
        const number = next++
        const tag = `${number}-${randomBytes(6).toString('hex')}`
        // Two attempts on each slot, so that there are refusals too.
        const slot = Math.floor(number / 2)
        const from = midnight + Math.floor(slot / doctors) * 5 * 60_000
        const attempt: Attempt = { tag, outcome: 'unknown' }
        attempts.push(attempt)
        try {
          const { status } = await request(`${service?.url}/v1/appointments/book-appointment-unified`, key, {
            addressId,
            doctorId: doctorIds[slot % doctors],
            patientPayload: { firstName: tag },
            ...bookingAt(from, 5 * 60_000),
            source: 'DEVELOPER_API',
            paymentReference: tag,
            vital: { tag },
          })
          if (status === 201) attempt.outcome = 'acknowledged'
          else if (status === 400) attempt.outcome = 'refused'
        } catch {
          // No answer: it may have happened or not.
          await sleep(20)
        }
        met[attempt.outcome === 'unknown' ? 'lost' : attempt.outcome] += 1
      }
    }

    for (let round = 0; round < rounds; round += 1) {
      calling = true
      const before = { ...met }
      const load = Promise.all(Array.from({ length: callers }, call))
      // Killed at a random moment under load, once there were bookings and conflicts, and left dead until an answer was lost.
      const enough = before.acknowledged + 12 + Math.floor(20 * Math.random())
      while (met.acknowledged < enough || met.refused < before.refused + 2) await sleep(1)
      const lost = met.lost
      const kills = (['service', 'database', 'both'] as const)[round % 3]
      if (kills !== 'service') process.kill(await databaseProcess(), 'SIGKILL')
      if (kills !== 'database') {
        service.child.kill('SIGKILL')
        await service.ended
      }
      while (met.lost === lost) await sleep(1)
      calling = false
      await load
      if (kills !== 'database') service = await startService(settings)
      // The service is the same and its database comes back by itself.
      else await answersAgain(`${service.url}/v2/workspaces`, key)
    }

    const of = (outcome: Attempt['outcome']) => attempts.filter((attempt) => attempt.outcome === outcome).map(({ tag }) => tag)
    const [acknowledged, refused, unknown] = [of('acknowledged'), of('refused'), of('unknown')]
    // A run that met no load, no conflict or no lost answer has shown nothing.
    expect(acknowledged.length).toBeGreaterThan(100)
    expect(refused.length).toBeGreaterThan(10)
    expect(unknown.length).toBeGreaterThan(0)

    const stored = (await rowsOf('select payment_reference as tag from appointments')).map(({ tag }) => tag as string)
    expect(new Set(stored).size, 'doubled').toBe(stored.length)
    const there = new Set(stored)
    expect(
      acknowledged.filter((tag) => !there.has(tag)),
      'lost',
    ).toEqual([])
    expect(
      refused.filter((tag) => there.has(tag)),
      'refused and yet there',
    ).toEqual([])
    const known = new Set(attempts.map(({ tag }) => tag))
    expect(
      stored.filter((tag) => !known.has(tag)),
      'invented',
    ).toEqual([])

    const whole = await rowsOf(`
      select
        -- Those of the demo clinic wait in its queue.
        (select count(*)::int from patients p where not exists (select from appointments a where a.patient_id = p.id)
          and not exists (select from queue_visits v where v.patient_id = p.id)) as patients_without_visit,
        (select count(*)::int from appointments a where not exists (select from appointment_vitals v where v.appointment_id = a.id)) as visits_without_vitals,
        (select count(*)::int from appointments a where not exists (select from claims c where c.appointment_id = a.id)) as visits_without_claim,
        (select count(*)::int from claims c where not exists (select from appointments a where a.id = c.appointment_id)) as claims_without_visit,
        (select count(*)::int from appointments a join appointments b on b.id > a.id and b.doctor_id = a.doctor_id and tstzrange(a.from_at, a.to_at) && tstzrange(b.from_at, b.to_at)) as overlaps`)
    expect(whole).toEqual([{ patients_without_visit: 0, visits_without_vitals: 0, visits_without_claim: 0, claims_without_visit: 0, overlaps: 0 }])
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
