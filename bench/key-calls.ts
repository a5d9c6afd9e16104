// The cost of logging the calls made with API keys (SETUP-06): a route without SQL with and without
// the log, writing one call, and reading calls among a million. `npm run bench -- key-calls`

import { setTimeout as sleep } from 'node:timers/promises'
import { keyCalls, keyLimits } from '../src/clinic/workspaces/operations/key-calls.ts'
import { keyCreate } from '../src/clinic/workspaces/operations/keys.ts'
import { openApplication } from '../src/doors/app/application.ts'
import { runForOperator } from '../src/doors/register/run-operation.ts'
import { workspaceImport } from '../src/management/clinic-file/operations/workspaces.ts'
import { createSunriseFile } from '../test/support/clinic/sunrise.ts'
import { requestBytes } from './caller.ts'
import {
  type Comparison,
  comparisonText,
  measure,
  median,
  readCpuMicroseconds,
  type Subject,
} from './compare.ts'
import { openBenchProcesses } from './processes.ts'

// Calls are written every five seconds: twice in each round, and the rest before the next round.
const round = { rounds: 7, ms: 10_000, callers: 16 }
const leftOverMs = 5_500
const keys = 100
const callsPerKey = 10_000
const readings = 15
const print = (line: string) => process.stdout.write(`${line}\n`)

const processes = await openBenchProcesses()
try {
  await bench()
} finally {
  await processes.close()
}

async function bench() {
  const { made: createdKeys, workspaceId } = await prepareClinic()
  const requests = createdKeys.map(({ key }) => requestBytes('/v1/addresses', { 'x-api-key': key }))
  const createSubjects = async (name: string, CLINIC_CALL_LOG: string) => {
    const service = await processes.startService('clinic', { CLINIC_CALL_LOG })
    const subject = (keysCalled: number): Subject => ({
      name,
      processId: service.processId,
      once: (caller) => service.send(caller, requests[caller % keysCalled] ?? Buffer.alloc(0)),
    })
    return subject
  }
  const withCallLog = await createSubjects('with calls kept', 'on')
  const withoutCallLog = await createSubjects('the same without', 'off')
  for (const keysCalled of [1, round.callers])
    print(
      comparisonText(
        await compareWith(
          `${keysCalled} keys`,
          withCallLog(keysCalled),
          withoutCallLog(keysCalled),
        ),
      ),
    )
  await measureWriting(createdKeys, workspaceId)
  await measureReading()
}

async function compareWith(title: string, subject: Subject, floor: Subject): Promise<Comparison> {
  const measureRound = async (one: Subject) => {
    const measurement = await measure(one, round)
    await sleep(leftOverMs)
    return measurement
  }
  for (const warmUp of [subject, floor]) await measure(warmUp, { ...round, ms: 2_000 })
  await sleep(leftOverMs)
  const pairs: [
    Awaited<ReturnType<typeof measureRound>>,
    Awaited<ReturnType<typeof measureRound>>,
  ][] = []
  for (let turn = 0; turn < round.rounds; turn += 1) {
    const first = await measureRound(turn % 2 === 0 ? subject : floor)
    const second = await measureRound(turn % 2 === 0 ? floor : subject)
    pairs.push(turn % 2 === 0 ? [first, second] : [second, first])
  }
  const medianCpu = (index: 0 | 1) => median(pairs.map((pair) => pair[index].cpu ?? Number.NaN))
  return {
    title: `authenticated route without SQL, its calls kept, ${title}`,
    floor: floor.name,
    goal: '95 %',
    ratio: median(pairs.map(([a, b]) => a.perSecond / b.perSecond)),
    cpuRatio: medianCpu(1) / medianCpu(0),
    perSecond: [median(pairs.map(([a]) => a.perSecond)), median(pairs.map(([, b]) => b.perSecond))],
    cpuMicroseconds: [medianCpu(0), medianCpu(1)],
  }
}

/**
 * The cost of recording and writing one call, in this process and in the database, when no more
 * calls come than the log keeps.
 */
async function measureWriting(createdKeys: readonly { id: number }[], workspaceId: number) {
  const application = await openApplication({
    connection: { ...processes.engine.connection, database: 'clinic' },
    mode: 'sandbox',
  })
  const { createCallLog: callLog } = await import('../src/clinic/workspaces/key-calls.ts')
  const { parseIpAddress } = await import('../src/base/values/ip-address.ts')
  const address = parseIpAddress('127.0.0.1')
  if (!address) throw new Error('no address')
  const log = callLog(application.database, application.clock, { dropped: () => {} })
  const keyDefaults = {
    workspaceId,
    kind: 'DEVELOPER',
    requestsPerMinute: null,
    booksForPatients: false,
    allowedOrigins: [],
    admits: () => true,
  } as const
  const calledKeys = createdKeys.map(({ id }) => ({ ...keyDefaults, id }))
  const [ownCpu, database]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < readings; turn += 1) {
    const cpuBefore = readCpuMicroseconds(undefined) ?? 0
    const at = application.clock.now()
    for (let call = 0; call < callsPerKey; call += 1) {
      const answeredCall = {
        requestId: crypto.randomUUID(),
        method: 'GET',
        route: '/v1/addresses',
        status: 200,
        code: undefined,
        ms: 1.2,
      }
      const key = calledKeys[call % calledKeys.length]
      if (key) log.answered({ key, address, counted: { at }, ...answeredCall })
    }
    const startedAt = performance.now()
    await log.write()
    ownCpu.push(((readCpuMicroseconds(undefined) ?? 0) - cpuBefore) / callsPerKey)
    database.push(((performance.now() - startedAt) * 1_000) / callsPerKey)
  }
  await application.close()
  print(
    `one call kept: ${median(ownCpu).toFixed(1)} CPU µs of the process; written ${median(database).toFixed(1)} µs after it, with the database and trimming`,
  )
}

async function measureReading() {
  const [ids] = await processes.inDatabase('clinic', async (client) => {
    const { rows } = await client.query<{ id: string; workspace_id: string }>(
      'select id, workspace_id from api_keys order by id',
    )
    for (const { id, workspace_id: workspaceId } of rows) {
      await client.query('delete from key_calls where key_id = $1', [id])
      await client.query(
        `insert into key_calls (workspace_id, key_id, at, id, method, route, status, ms, request_id, code)
         select $1, $2, now() - n * interval '50 s', n, 'GET', '/v1/addresses', case when n % 2000 = 0 then 403 else 200 end, 1.5, gen_random_uuid(),
           case when n % 2000 = 0 then 'NOT_ENTITLED' end
         from generate_series(1, $3::int) n`,
        [workspaceId, id, callsPerKey],
      )
      await client.query(
        `insert into key_usage
         select $1, $2, date_trunc('minute', now()) - n * interval '1 minute', 'GET', '/v1/route-' || r, 10, 0, 0, 0
         from generate_series(0, 1439) n, generate_series(1, 5) r on conflict do nothing`,
        [workspaceId, id],
      )
    }
    await client.query('vacuum analyze key_calls')
    await client.query('vacuum analyze key_usage')
    return [rows.map(({ id }) => Number(id))]
  })
  const application = await openApplication({
    connection: { ...processes.engine.connection, database: 'clinic' },
    mode: 'sandbox',
  })
  const context = {
    ...application,
    actor: { kind: 'operator', name: 'bench' } as const,
    progress: undefined,
  }
  const medianTime = async (work: (id: number) => Promise<unknown>) => {
    const times: number[] = []
    for (const id of ids?.slice(0, readings) ?? []) {
      const startedAt = performance.now()
      await work(id)
      times.push(performance.now() - startedAt)
    }
    return median(times).toFixed(1)
  }
  const page = await medianTime((id) => runForOperator(keyCalls, context, { id }))
  const refused = await medianTime((id) => runForOperator(keyCalls, context, { id, refused: true }))
  const limits = await medianTime((id) => runForOperator(keyLimits, context, { id }))
  await application.close()
  print(
    `among ${(keys * callsPerKey).toLocaleString('en')} calls of ${keys} keys: the last 50 in ${page} ms, the refused ones in ${refused} ms, limits in ${limits} ms`,
  )
}

async function prepareClinic() {
  const application = await openApplication({
    connection: { ...processes.engine.connection, database: 'clinic' },
    mode: 'sandbox',
  })
  const context = {
    ...application,
    actor: { kind: 'operator', name: 'bench' } as const,
    progress: undefined,
  }
  const { workspaceId } = await runForOperator(workspaceImport, context, {
    source: JSON.stringify(createSunriseFile()),
  })
  if (workspaceId === null) throw new Error('the clinic was not imported')
  const createdKeys: { id: number; key: string }[] = []
  for (let number = 0; number < keys; number += 1)
    createdKeys.push(
      await runForOperator(keyCreate, context, { name: `key ${number}`, allow: ['127.0.0.1'] }),
    )
  await application.close()
  return { made: createdKeys, workspaceId }
}
