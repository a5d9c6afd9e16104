// npm run bench -- workspaces: one process that serves many workspaces. It measures the memory, the
// cost of a request whose workspace is cached, not cached or due to be checked again, and how long
// the process stalls when notifications for the keys of all workspaces arrive.
//
//   npm run bench -- workspaces --workspaces 10000 --seconds 10 --json

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { openApplication } from '../src/doors/app/application.ts'
import { runForOperator } from '../src/doors/register/run-operation.ts'
import { workspaceImport } from '../src/management/clinic-file/operations/workspaces.ts'
import { createSunriseFile } from '../test/support/clinic/sunrise.ts'
import { requestBytes } from './caller.ts'
import { median, readCpuMicroseconds } from './compare.ts'
import { openBenchProcesses, type RunningProcess } from './processes.ts'

const { values: options } = parseArgs({
  options: {
    workspaces: { type: 'string', default: '10000' },
    /** The duration of each measurement. */
    seconds: { type: 'string', default: '8' },
    callers: { type: 'string', default: '16' },
    json: { type: 'boolean', default: false },
  },
})
const workspaces = Number(options.workspaces)
const ms = Number(options.seconds) * 1_000
const callers = Number(options.callers)
const database = 'clinic'
const fewWorkspaces = 20
// At a few thousand requests a second each workspace is requested within a second, before its key
// is looked up again.
const someWorkspaces = 2_000
// A little longer than in `configuration.ts`.
const agingMs = 10_500
const print = (line: string) => (options.json ? process.stderr : process.stdout).write(`${line}\n`)

interface Workspace {
  workspaceId: number
  addressId: number
  doctorId: number
}

interface Measurement {
  name: string
  perSecond: number
  /**
   * CPU time of the service, if the system reports it; on a busy machine it says more than the
   * rate.
   */
  cpuMicroseconds: number | undefined
  p50Ms: number
  p99Ms: number
}

const processes = await openBenchProcesses()
try {
  await bench()
} finally {
  await processes.close()
}

async function bench() {
  const startedAt = performance.now()
  const all = await makeWorkspaces()
  print(
    `${all.length.toLocaleString('en')} workspaces after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s, ${callers} callers, Node ${process.versions.node}`,
  )

  const measured: Measurement[] = []
  const measureAndShow = async (
    name: string,
    service: RunningProcess,
    requests: readonly Buffer[],
  ) => {
    const result = { name, ...(await measure(service, requests)) }
    measured.push(result)
    print(
      `available-slots, ${name}: ${result.perSecond.toFixed(0)} a second, ${result.cpuMicroseconds?.toFixed(0)} CPU µs of the service, p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms`,
    )
  }
  const requests = all.map(slotsRequest)
  const fewRequests = requests.slice(0, fewWorkspaces)

  const someRequests = requests.slice(0, someWorkspaces)
  const titles = {
    few: `of ${fewRequests.length} workspaces in turn`,
    some: `of ${someRequests.length.toLocaleString('en')} workspaces in turn`,
  }

  // A process with a small cache: as the many workspaces take turns, each one has been evicted when
  // it is requested.
  const smallCacheService = await startService('few', 100)
  await measure(smallCacheService, fewRequests)
  await measureAndShow(titles.few, smallCacheService, fewRequests)
  // The first time, a snapshot of each configuration is made.
  await sendEach(smallCacheService, requests)
  // Otherwise the server would write all of these to disk and vacuum during the measurement.
  await processes.inDatabase(database, (client) => client.query('vacuum analyze'))
  await measure(smallCacheService, someRequests)

  const memory: { name: string; rssMb: number; heapMb: number }[] = []
  const showMemory = async (name: string) => {
    const { rss, heap } = await readMemory(service)
    memory.push({ name, rssMb: rss / 1e6, heapMb: heap / 1e6 })
    print(
      `memory, ${name}: ${(rss / 1e6).toFixed(0)} MB resident, ${(heap / 1e6).toFixed(0)} MB of heap`,
    )
  }
  const service = await startService('all', 100_000)
  await measure(service, fewRequests)
  await showMemory('of 20 workspaces')
  await sendEach(service, requests)
  await showMemory(`of ${workspaces.toLocaleString('en')} workspaces`)
  await measure(service, someRequests)
  // The measurements take turns, because the machine may run at another speed a minute later.
  for (let turn = 0; turn < 3; turn += 1) {
    await measureAndShow(`${titles.some}, none of them in memory`, smallCacheService, someRequests)
    await measureAndShow(`${titles.some}, all of them in memory`, service, someRequests)
  }
  await sleep(agingMs)
  await measureAndShow(
    `of ${workspaces.toLocaleString('en')} workspaces in turn, each to be looked at again`,
    service,
    requests,
  )
  await showMemory('after that')

  const stallMs = await measureNoticeStall(service, requests)
  print(
    `${workspaces.toLocaleString('en')} notices of changed keys: the longest answer during that time took ${stallMs.toFixed(0)} ms`,
  )
  if (options.json)
    process.stdout.write(
      `${JSON.stringify({ workspaces, callers, ms, measured, memory, stallMs }, null, 2)}\n`,
    )
}

function startService(name: string, workspacesCached: number): Promise<RunningProcess> {
  const folder = join(processes.folder, name)
  return processes.startService(database, {
    CLINIC_DATA: folder,
    CLINIC_WORKSPACES_CACHED: String(workspacesCached),
    CLINIC_MONITOR_PORT: '0',
  })
}

async function readMemory({ monitorUrl }: RunningProcess): Promise<{ rss: number; heap: number }> {
  const text = await (await fetch(`${monitorUrl}/metrics`)).text()
  const readMetric = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
  return {
    rss: readMetric('process_resident_memory_bytes'),
    heap: readMetric('nodejs_heap_size_used_bytes'),
  }
}

function workspaceKey(workspaceId: number): string {
  return `clinic_dev_bench_${workspaceId}`
}

function slotsRequest({ workspaceId, addressId, doctorId }: Workspace): Buffer {
  const query = new URLSearchParams({
    addressId: String(addressId),
    doctorId: String(doctorId),
    appointmentDate: '2027-01-04',
  })
  return requestBytes(`/v1/appointments/available-slots?${query}`, {
    'x-api-key': workspaceKey(workspaceId),
  })
}

async function send(service: RunningProcess, caller: number, request: Buffer): Promise<void> {
  const answer = await service.send(caller, request)
  if (answer.status !== 200) throw new Error(`a request was refused: ${answer.text()}`)
}

/** Sends each request once. */
async function sendEach(service: RunningProcess, requests: readonly Buffer[]): Promise<void> {
  const rest = requests.values()
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (const request of rest) await send(service, caller, request)
    }),
  )
}

/** Sends the requests in turn, repeatedly, for as long as a measurement takes. */
async function measure(
  service: RunningProcess,
  requests: readonly Buffer[],
): Promise<Omit<Measurement, 'name'>> {
  const durations: number[] = []
  let next = 0
  const startedAt = performance.now()
  const cpuBefore = readCpuMicroseconds(service.processId)
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() - startedAt < ms) {
        const at = performance.now()
        await send(service, caller, requests[next++ % requests.length] as Buffer)
        durations.push(performance.now() - at)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const cpuAfter = readCpuMicroseconds(service.processId)
  const cpuMicroseconds =
    cpuBefore === undefined || cpuAfter === undefined
      ? undefined
      : (cpuAfter - cpuBefore) / durations.length
  const sorted = durations.toSorted((a, b) => a - b)
  return {
    perSecond: durations.length / seconds,
    cpuMicroseconds,
    p50Ms: median(durations),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] as number,
  }
}

/**
 * Makes notifications for the keys of all workspaces arrive at once, and returns the longest wait
 * of many quick requests.
 */
async function measureNoticeStall(
  service: RunningProcess,
  requests: readonly Buffer[],
): Promise<number> {
  await sendEach(service, requests)
  let longest = 0
  let hasEnded = false
  // The request has no key and so needs no database: it waits only for the process.
  const refused = requestBytes('/v1/addresses', {})
  const requestLoop = (async () => {
    while (!hasEnded) {
      const at = performance.now()
      await service.send(callers, refused)
      longest = Math.max(longest, performance.now() - at)
    }
  })()
  await processes.inDatabase(database, (client) =>
    client.query("select pg_notify('clinic_changes', 'keys ' || id) from workspaces"),
  )
  await sleep(2_000)
  hasEnded = true
  await requestLoop
  return longest
}

/** Workspaces of a small clinic, all copies of an imported one, each with its own key. */
async function makeWorkspaces(): Promise<Workspace[]> {
  const { engine, inDatabase } = processes
  const connection = { ...engine.connection, database }
  const application = await openApplication({ connection, mode: 'sandbox', doesDueWork: false })
  try {
    const services = {
      ...application,
      actor: { kind: 'operator', name: 'bench' } as const,
      progress: undefined,
    }
    await runForOperator(workspaceImport, services, { source: JSON.stringify(createSunriseFile()) })
  } finally {
    await application.close()
  }
  return inDatabase(database, async (client) => {
    await copyWorkspace(client)
    const { rows } = await client.query(
      `select d.workspace_id::int8 as "workspaceId", d.location_id as "addressId", d.doctor_id as "doctorId"
       from doctor_locations d
       join users u on u.workspace_id = d.workspace_id and u.id = d.doctor_id and u.name = 'asha-rao'
       join locations l on l.workspace_id = d.workspace_id and l.id = d.location_id and l.name = 'jaipur'
       order by 1`,
    )
    return rows.map((row: Record<keyof Workspace, unknown>) => ({
      workspaceId: Number(row.workspaceId),
      addressId: Number(row.addressId),
      doctorId: Number(row.doctorId),
    }))
  })
}

/**
 * Copies every row of the only workspace, table by table, into this many new ones. Ids stay the
 * same, because each workspace has its own.
 */
async function copyWorkspace(client: pg.Client): Promise<void> {
  // Triggers would send a notification for each row, though no one listens yet; and the rows need
  // no checks, since the originals passed them.
  await client.query('set session_replication_role = replica')
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname <> 'workspace_id' and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute w where w.attrelid = c.oid and w.attname = 'workspace_id')
     group by 1`,
  )
  await client.query(
    `insert into workspaces (name, ${await listColumns(client)})
     select w.name || '-' || n, ${await listColumns(client)} from workspaces w, generate_series(2, $1::int) n order by n`,
    [workspaces],
  )
  for (const { name, columns } of tables) {
    await client.query(
      `insert into ${name} (workspace_id, ${columns}) overriding system value
       select w.id, ${columns.map((column) => `t.${column}`)} from ${name} t, workspaces w where t.workspace_id = 1 and w.id <> 1`,
    )
  }
  await client.query(
    `insert into api_keys (workspace_id, kind, name, key_hash, masked, allowed_addresses, created_at)
     select id, 'DEVELOPER', 'bench', sha256(convert_to('clinic_dev_bench_' || id, 'UTF8')), 'bench', array['127.0.0.1'], now() from workspaces`,
  )
  // Most clinics have their own hours.
  await client.query(
    'update working_hours set from_minute = from_minute + 5 * (workspace_id % 24), to_minute = to_minute + 5 * (workspace_id % 24)',
  )
  await client.query('set session_replication_role = default')
  await client.query('vacuum analyze')
}

async function listColumns(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = 'workspaces'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'name')`,
  )
  return rows[0].columns
}
