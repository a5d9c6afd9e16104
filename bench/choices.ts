// npm run bench -- choices: the figures behind docs/decisions, each measured beside the
// alternative.

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import pg from 'pg'
import { openEmbeddedEngine } from '../src/base/db/embedded/engine.ts'
import { type Caller, openCaller, requestBytes } from './caller.ts'
import { compare, comparisonText, type Rounds } from './compare.ts'

const insert = 'insert into held (doctor_id, period) values ($1, tstzrange($2, $3))'
const rounds: Rounds = { rounds: 7, ms: 700, callers: 16 }
const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'clinic-choices-'))
const openEngine = () =>
  openEmbeddedEngine({
    dataDirectory: folder,
    dataDirectoryIsDefault: false,
    say: () => {},
    settings: { max_connections: '150' },
  })

async function measureTime<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now()
  return [await work(), performance.now() - startedAt]
}

// The database engine: created, and then restarted.
const [first, makingMs] = await measureTime(openEngine)
await first.stop()
const [engine, startingMs] = await measureTime(openEngine)
print(
  `embedded PostgreSQL: made and started in ${(makingMs / 1000).toFixed(1)} s, started again in ${(startingMs / 1000).toFixed(2)} s`,
)

await httpFrameworks()
const pool = new pg.Pool({ ...engine.connection, max: 10 })
// Its idle connections end with the engine.
pool.on('error', () => {})
await pool.query('create extension btree_gist')
await statements()
await refusals()
await races()
await guards()
await pool.end()
await engine.stop()
await rm(folder, { recursive: true, force: true })

/** The same 11 kB through Fastify and through Node's own server. */
async function httpFrameworks() {
  const slot = {
    fromDateTimeIso: '2026-12-01T09:00:00+05:30',
    toDateTimeIso: '2026-12-01T09:15:00+05:30',
    appointmentTimezone: 'Asia/Kolkata',
  }
  const body = { slots: Array.from({ length: 90 }, () => slot) }
  const framework = fastify()
  framework.get('/', async () => body)
  await framework.listen({ host: '127.0.0.1', port: 0 })
  const plainServer = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  )
  await new Promise<void>((resolve) => plainServer.listen(0, '127.0.0.1', resolve))
  const createSubject = (port: number) => {
    const callers: Caller[] = []
    const request = requestBytes('/', {})
    return (caller: number) => {
      callers[caller] ??= openCaller(port)
      return callers[caller].send(request)
    }
  }
  const result = await compare(
    `Fastify, ${JSON.stringify(body).length} bytes`,
    'none',
    { name: 'Fastify', once: createSubject((framework.server.address() as AddressInfo).port) },
    { name: 'node:http', once: createSubject((plainServer.address() as AddressInfo).port) },
    rounds,
  )
  print(comparisonText(result))
  framework.server.closeAllConnections()
  plainServer.closeAllConnections()
  await framework.close()
  await new Promise((resolve) => plainServer.close(resolve))
}

/** Named (prepared once per connection) against unnamed (parsed and planned each time). */
async function statements() {
  await pool.query(
    'create table visits as select n as id, n % 100 as doctor_id, now() + n * interval $$1 hour$$ as from_at from generate_series(1, 100000) n',
  )
  await pool.query('alter table visits add primary key (id)')
  await pool.query('create index on visits (doctor_id, from_at)')
  await pool.query('analyze visits')
  const text =
    'select v.id, v.from_at from visits v join visits w using (id) where v.doctor_id = $1 and v.from_at > $2 order by v.from_at limit 20'
  const values = [7, new Date()]
  const result = await compare(
    'a named statement',
    'none',
    { name: 'named', once: () => pool.query({ name: 'visits', text, values }) },
    { name: 'unnamed', once: () => pool.query({ text, values }) },
    rounds,
  )
  print(comparisonText(result))
}

/**
 * A duplicate, refused once as a row that is not inserted and once as an SQL error, after which the
 * pool closes the connection.
 */
async function refusals() {
  await pool.query('create table taken (id integer primary key)')
  await pool.query('insert into taken values (1)')
  const text = 'insert into taken values (1)'
  const result = await compare(
    'a refusal as a row',
    'none',
    {
      name: 'row',
      once: () => pool.query({ name: 'row', text: `${text} on conflict do nothing returning id` }),
    },
    {
      name: 'a refusal as an error of pool.query',
      once: () => pool.query({ name: 'error', text }).catch(() => {}),
    },
    rounds,
  )
  print(comparisonText(result))
}

/** Sixty-four callers that keep requesting the same twenty slots, each on its own connection. */
async function races() {
  await pool.query(
    'create table held (id bigint generated always as identity, doctor_id bigint, period tstzrange, exclude using gist (doctor_id with =, period with &&))',
  )
  const clients = await Promise.all(
    Array.from({ length: 64 }, async () => {
      const client = new pg.Client(engine.connection)
      await client.connect()
      return client
    }),
  )
  const statementsByName = {
    'on conflict do nothing': `${insert} on conflict do nothing returning id`,
    'a bare insert': insert,
  }
  for (const [doctor, [name, text]] of Object.entries(statementsByName).entries()) {
    const waits: number[] = []
    let deadlocks = 0
    const until = performance.now() + rounds.ms * 4
    await Promise.all(
      clients.map(async (client, caller) => {
        for (let attempt = caller; performance.now() < until; attempt += 1) {
          const from = Date.parse('2030-01-01T09:00Z') + (attempt % 20) * 900_000
          const startedAt = performance.now()
          try {
            await client.query({ text, values: [doctor, new Date(from), new Date(from + 900_000)] })
          } catch (error) {
            if ((error as { code?: string }).code === '40P01') deadlocks += 1
          }
          waits.push(performance.now() - startedAt)
        }
      }),
    )
    const seconds = (rounds.ms * 4) / 1000
    print(
      `64 on 20 slots by ${name}: ${(waits.length / seconds).toFixed(0)} answers/s, the slowest after ${Math.max(...waits).toFixed(0)} ms, ${deadlocks} deadlocks`,
    )
  }
  await Promise.all(clients.map((client) => client.end()))
}

/**
 * Three ways to keep a slot from being booked twice: an exclusion constraint, a unique start, and a
 * function that locks the doctor and checks.
 */
async function guards() {
  await pool.query(
    'create table started (doctor_id bigint, from_at timestamptz, to_at timestamptz, unique (doctor_id, from_at))',
  )
  await pool.query('create table looked (doctor_id bigint, from_at timestamptz, to_at timestamptz)')
  await pool.query('create index on looked (doctor_id, from_at)')
  await pool.query(`
    create function look_and_hold(doctor bigint, starts timestamptz, ends timestamptz) returns boolean language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(doctor);
      if exists (select from looked where doctor_id = doctor and from_at < ends and from_at > starts - interval '12 hours' and to_at > starts) then return false; end if;
      insert into looked values (doctor, starts, ends);
      return true;
    end $$`)
  let next = 0
  const createSubject = (name: string, text: string) => ({
    name,
    once: () => {
      next += 1
      const from = Date.parse('2031-01-01T09:00Z') + Math.floor(next / 2000) * 900_000
      return pool.query({
        name,
        text,
        values: [1000 + (next % 2000), new Date(from), new Date(from + 900_000)],
      })
    },
  })
  const exclusion = createSubject(
    'an exclusion constraint',
    `${insert} on conflict do nothing returning id`,
  )
  for (const other of [
    createSubject(
      'a unique start',
      'insert into started values ($1, $2, $3) on conflict do nothing returning doctor_id',
    ),
    createSubject('a function that locks and looks', 'select look_and_hold($1, $2, $3)'),
  ]) {
    print(
      comparisonText(
        await compare(
          'holding free time by an exclusion constraint',
          'none',
          exclusion,
          other,
          rounds,
        ),
      ),
    )
  }
  await pool.query('create table many (doctor_id bigint, period tstzrange)')
  await pool.query(
    "insert into many select n % 2000, tstzrange(timestamptz '2030-01-01' + (n / 2000) * interval '15 minutes', timestamptz '2030-01-01' + (n / 2000 + 1) * interval '15 minutes') from generate_series(1, 200000) n",
  )
  const [, gistMs] = await measureTime(() =>
    pool.query('alter table many add exclude using gist (doctor_id with =, period with &&)'),
  )
  const [, btreeMs] = await measureTime(() =>
    pool.query('create unique index on many (doctor_id, lower(period))'),
  )
  print(
    `an exclusion constraint on 200,000 rows is built in ${(gistMs / 1000).toFixed(1)} s, a unique index in ${(btreeMs / 1000).toFixed(1)} s`,
  )
}
