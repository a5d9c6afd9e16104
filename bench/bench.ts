// npm run bench: the service beside its floors, in one run and interleaved, so that a noisy machine
// disturbs both alike. Ratios are medians of rounds; CPU time is of this process, which runs the
// service and its callers (by inject, without sockets).

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { openApplication } from '../src/app.ts'
import { gridOf } from '../src/availability/slot-grid.ts'
import { slotView } from '../src/availability/slot-views.ts'
import { openEmbeddedEngine } from '../src/db/embedded-engine.ts'
import { runOperation } from '../src/operator/operator-api.ts'
import { sunrise } from '../test/sunrise.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const roundMs = Number(process.env.BENCH_ROUND_MS ?? 1_000)
const callers = 16

const folder = await mkdtemp(join(tmpdir(), 'clinic-bench-'))
const engine = await openEmbeddedEngine({ dataDirectory: folder, dataDirectoryIsDefault: false, say: () => {} })
const application = await openApplication({ connection: engine.connection, mode: 'sandbox' })
const service = application.frontDoor()
const pool = new pg.Pool({ ...engine.connection, max: 10 })
const say = (line: string) => process.stdout.write(`${line}\n`)

/** A clinic whose doctors sell five-minute visits around the clock, and one with an ordinary day. */
const file = sunrise()
const asha = file.practitioners['asha-rao']
if (!asha?.at.jaipur) throw new Error('the test clinic lacks its doctor')
const busy = structuredClone(asha)
if (busy.at.jaipur) {
  busy.at.jaipur.slotMinutes = 5
  busy.at.jaipur.hours = [{ days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], from: '00:00', to: '24:00', modes: ['OFFLINE'] }]
  busy.at.jaipur.exceptions = []
}
const doctors = Array.from({ length: 40 }, (_, number) => `doctor-${number}`)
for (const name of doctors) file.practitioners[name] = structuredClone(busy)
const { ids } = (await runOperation(application, 'workspace-import', { source: JSON.stringify(file) })) as { ids: Record<string, Record<string, number>> }
const { key } = (await runOperation(application, 'key-create', { kind: 'DEVELOPER', name: 'bench', allow: ['127.0.0.1'] })) as { key: string }
const addressId = ids.location?.jaipur
const doctorIds = doctors.map((name) => ids.practitioner?.[name] ?? 0)
const headers = { 'x-api-key': key }

async function call(url: string, body?: unknown) {
  const { statusCode, body: text } = await service.inject(
    body === undefined ? { url, headers } : { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(body) },
  )
  return { status: statusCode, text }
}

let slot = 0
const first = Date.parse('2027-01-04T00:00:00+05:30')
function booking(patient: Record<string, unknown>, doctorId: number, from: number) {
  return {
    addressId,
    doctorId,
    ...patient,
    bookingType: 'ONE_TIME_APPOINTMENT',
    mode: 'OFFLINE',
    fromDateTimeIso: new Date(from).toISOString(),
    toDateTimeIso: new Date(from + 300_000).toISOString(),
    paymentMode: 'CASH',
    consultationCharge: 500,
    source: 'DEVELOPER_API',
  }
}
const unified = '/v1/appointments/book-appointment-unified'
const made = await call(unified, booking({ patientPayload: { firstName: 'Bench' } }, doctorIds[0] ?? 0, first))
const { patientId } = JSON.parse(made.text).appointment

// The floors: Fastify with one prepared query of twenty rows, Fastify with a constant, and plain `pg`.
await pool.query(
  'create table floor_rows as select n as id, now() + n * interval $$1 minute$$ as from_at, now() + n * interval $$2 minutes$$ as to_at from generate_series(1, 20) n',
)
await pool.query(
  'create table floor_bookings (id bigint generated always as identity primary key, doctor_id bigint, period tstzrange, exclude using gist (doctor_id with =, period with &&))',
)
const bare = fastify()
bare.get('/query', async () => (await pool.query({ name: 'floor_rows', text: 'select id, from_at, to_at from floor_rows' })).rows)
const constant = JSON.parse((await call('/v1/addresses')).text)
bare.get('/constant', async () => constant)
await bare.ready()

interface Subject {
  name: string
  once(): Promise<unknown>
}

async function measure({ once }: Subject): Promise<{ perSecond: number; cpu: number }> {
  let done = 0
  const [cpuBefore, startedAt] = [process.cpuUsage(), performance.now()]
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - startedAt < roundMs) {
        await once()
        done += 1
      }
    }),
  )
  const { user, system } = process.cpuUsage(cpuBefore)
  return { perSecond: (done / (performance.now() - startedAt)) * 1000, cpu: (user + system) / done }
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function compare(title: string, goal: string, subject: Subject, floor: Subject) {
  const results: { ratio: number; subject: number; floor: number; cpu: number; floorCpu: number }[] = []
  for (const warmUp of [subject, floor]) await measure(warmUp)
  for (let round = 0; round < rounds; round += 1) {
    const [a, b] = round % 2 === 0 ? [await measure(subject), await measure(floor)] : [await measure(floor), await measure(subject)].reverse()
    if (!a || !b) continue
    results.push({ ratio: a.perSecond / b.perSecond, subject: a.perSecond, floor: b.perSecond, cpu: a.cpu, floorCpu: b.cpu })
  }
  const of = (name: keyof (typeof results)[number]) => median(results.map((result) => result[name]))
  const cpuRatio = of('floorCpu') / of('cpu')
  say(`${title}, beside ${floor.name} (goal ${goal}):`)
  say(`  ${(of('ratio') * 100).toFixed(0)} % of its speed, ${(cpuRatio * 100).toFixed(0)} % by CPU time`)
  say(`  ${of('subject').toFixed(0)}/s and ${of('cpu').toFixed(0)} CPU µs against ${of('floor').toFixed(0)}/s and ${of('floorCpu').toFixed(0)} CPU µs`)
}

const slotsUrl = `/v1/appointments/available-slots?addressId=${addressId}&doctorId=${ids.practitioner?.['asha-rao']}&appointmentDate=2027-01-04&patientTimezone=Europe/Berlin`
say(`${rounds} interleaved rounds of ${roundMs} ms, ${callers} callers, ${engine.description}`)
await compare(
  'empty authenticated route',
  '70 %',
  { name: 'addresses', once: () => call('/v1/addresses') },
  { name: 'bare Fastify with the same body', once: () => bare.inject('/constant') },
)
await compare(
  'available-slots',
  '65 %',
  { name: 'slots', once: () => call(slotsUrl) },
  { name: 'bare Fastify with one prepared query', once: () => bare.inject('/query') },
)
await compare(
  'booking',
  '45 % of pgbench',
  {
    name: 'booking',
    async once() {
      slot += 1
      const { status, text } = await call(
        unified,
        booking({ patientId }, doctorIds[slot % doctorIds.length] ?? 0, first + Math.ceil(slot / doctorIds.length) * 300_000),
      )
      if (status !== 201) throw new Error(text)
    },
  },
  {
    name: 'one plain insert under an exclusion constraint',
    async once() {
      slot += 1
      const from = new Date(first + slot * 300_000)
      await pool.query({
        name: 'floor_insert',
        text: 'insert into floor_bookings (doctor_id, period) values ($1, tstzrange($2, $3)) on conflict do nothing returning id',
        values: [1, from, new Date(from.getTime() + 300_000)],
      })
    },
  },
)

// Slot arithmetic alone: an ordinary day in two zones, formatted.
const windows = [{ fromMinute: 540, toMinute: 1020, modes: ['OFFLINE' as const] }]
function ownDay() {
  const slots = gridOf('Asia/Kolkata', '2027-01-04', windows, 15, new Set(['OFFLINE' as const]))
  return slots.map((each) => slotView(each, '2027-01-04', 'Asia/Kolkata', 'Europe/Berlin')).length
}
function temporalDay() {
  let count = 0
  let from = Temporal.ZonedDateTime.from('2027-01-04T09:00[Asia/Kolkata]')
  const end = Temporal.ZonedDateTime.from('2027-01-04T17:00[Asia/Kolkata]')
  while (Temporal.ZonedDateTime.compare(from, end) < 0) {
    const to = from.add({ minutes: 15 })
    for (const moment of [from, to]) moment.toString({ timeZoneName: 'never' }) + moment.withTimeZone('Europe/Berlin').toString({ timeZoneName: 'never' })
    from = to
    count += 1
  }
  return count
}
function perSlot(day: () => number): number {
  day()
  const before = process.cpuUsage()
  let slots = 0
  for (const until = performance.now() + 500; performance.now() < until; ) slots += day()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / slots
}
const [own, temporal] = [perSlot(ownDay), perSlot(temporalDay)]
say(`slot arithmetic: ${own.toFixed(1)} CPU µs a slot (goal 3), ${(temporal / own).toFixed(0)} × faster than Temporal (goal 20 × Luxon)`)

// Sixty-four callers on twenty empty slots.
const bursts: number[] = []
for (let burst = 0; burst < 10; burst += 1) {
  const startedAt = performance.now()
  const replies = await Promise.all(
    Array.from({ length: 64 }, (_, caller) =>
      call(unified, booking({ patientId }, doctorIds[burst] ?? 0, Date.parse('2027-06-07T00:00:00+05:30') + (caller % 20) * 300_000)),
    ),
  )
  bursts.push(performance.now() - startedAt)
  const won = replies.filter(({ status }) => status === 201).length
  if (won !== 20) throw new Error(`${won} of 20 slots were booked`)
}
const { rows } = await pool.query('select deadlocks from pg_stat_database where datname = current_database()')
say(`64 callers on 20 slots: 20 win, 44 are refused, all answered in ${median(bursts).toFixed(0)} ms (median of 10), ${rows[0].deadlocks} deadlocks`)

await bare.close()
await service.close()
await pool.end()
await application.close()
await engine.stop()
await rm(folder, { recursive: true, force: true })
