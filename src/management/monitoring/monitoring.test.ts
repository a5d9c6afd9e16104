import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import about from '../../../package.json' with { type: 'json' }
import { book, openHarness } from '../../../test/support/clinic/harness.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { startService } from '../../../test/support/processes/service-process.ts'
import { runStatement } from '../../../test/support/run/global-setup.ts'
import { listenForOperators } from '../../doors/cli/socket/server.ts'
import { listenForMonitoring } from './monitoring.ts'

const house = await openHarness()
// Separate houses for tests that break their house, or need a house without requests.
const unavailable = await openHarness()
const stopped = await openHarness()
const idle = await openHarness()
const monitoring = await listenForMonitoring(house.application, '127.0.0.1', 0)
afterAll(() => monitoring.close())

async function get(path: string, method = 'GET') {
  const response = await fetch(`${monitoring.url}${path}`, { method })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  }
}

/** Value of a metric's line. */
async function metric(line: string): Promise<number> {
  const found = (await get('/metrics')).text
    .split('\n')
    .find((candidate) => candidate.startsWith(`${line} `))
  return found === undefined ? 0 : Number(found.slice(line.length))
}

describe('monitoring', () => {
  it('says that the process is alive and can serve [A-009]', async () => {
    expect(await get('/healthz')).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      text: '{"status":"alive"}',
    })
    expect(await get('/readyz')).toMatchObject({ status: 200, text: '{"status":"ready"}' })
  })

  it('knows three paths and only reads [A-009]', async () => {
    expect((await get('/operations/key-create', 'POST')).status).toBe(404)
    expect((await get('/operations/key-list')).status).toBe(404)
    expect((await get('/healthz', 'POST')).status).toBe(404)
  })

  it('is not part of the public API [A-009]', async () => {
    const clinic = await house.clinic()
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await house.call('GET', path)).status).toBe(401)
      expect((await clinic.get(path)).status).toBe(403)
    }
  })

  it("answers on the operators' socket as well", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clinic-monitoring-'))
    const socketPath = join(folder, 'run', 'operator.sock')
    const operators = await listenForOperators(
      house.application,
      socketPath,
      { database: 'a database', mode: 'sandbox', settings: [] },
      () => {},
    )
    const status = await new Promise<number | undefined>((resolve, reject) => {
      httpRequest({ socketPath, path: '/readyz' }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end()
    })
    await operators.close()
    rmSync(folder, { recursive: true })
    expect(status).toBe(200)
  })

  it('counts requests by pattern and refusals by code, and shows nothing about the callers', async () => {
    const clinic = await house.clinic()
    const route = '/v1/appointments/book-appointment-unified'
    const booked = `clinic_requests_total{method="POST",route="${route}",status="201"}`
    const refused = 'clinic_refusals_total{code="SLOT_NOT_AVAILABLE"}'
    const before = [await metric(booked), await metric(refused)]
    for (const status of [201, 400]) expect((await book(clinic)).status).toBe(status)
    expect([await metric(booked), await metric(refused)]).toEqual(before.map((count) => count + 1))
    await clinic.get('/v1/meera/9876543210')
    const { text, type } = await get('/metrics')
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(text).toContain('clinic_requests_total{method="any",route="none",status="403"}')
    expect(text).toContain(`clinic_info{version="${about.version}",mode="sandbox"} 1`)
    for (const secret of [clinic.key, clinic.name, '9876543210', 'Meera', 'meera'])
      expect(text).not.toContain(secret)
  })
})

describe('a counter', () => {
  it.each([
    'clinic_requests_total{method="GET",route="/v1/medicines/search",status="200"}',
    'clinic_requests_total{method="POST",route="/v1/session/packs",status="503"}',
    'clinic_requests_total{method="GET",route="/docs",status="200"}',
    'clinic_requests_total{method="any",route="none",status="401"}',
    'clinic_request_seconds_count{route="/v1/medicines/search"}',
    'clinic_refusals_total{code="SHIFT_FULL"}',
    'clinic_background_failures_total{work="retiring past claims"}',
    'clinic_background_failures_total{work="reading a queue"}',
    'clinic_messages_total{channel="email",outcome="refused"}',
    'clinic_due_work_total{kind="checkout",outcome="dead"}',
    'clinic_uncounted_requests_total',
    'clinic_dropped_calls_total',
  ])(
    'exists before there is anything to count, so that its first increment is seen: %s',
    async (line) => {
      const fresh = await idle.application.metricsText()
      expect(fresh.split('\n')).toContain(`${line} 0`)
    },
  )

  it('keeps its value when its labels are declared again', async () => {
    const line = 'clinic_request_seconds_count{route="none"}'
    await idle.call('GET', '/v1/nowhere')
    expect((await idle.application.metricsText()).split('\n')).toContain(`${line} 1`)
    idle.application.frontDoor()
    expect((await idle.application.metricsText()).split('\n')).toContain(`${line} 1`)
  })
})

describe('a service that cannot serve', () => {
  it('says so while its database is unavailable, stays alive, and is ready again afterwards', async () => {
    const { connection, application } = unavailable
    const { database } = connection as { database?: string }
    const name =
      database ??
      new URL((connection as { connectionString: string }).connectionString).pathname.slice(1)
    await runStatement(house.connection, `alter database ${name} with allow_connections false`)
    await runStatement(
      house.connection,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
    expect(await application.unready()).toMatch(/^the database does not answer/)
    await runStatement(house.connection, `alter database ${name} with allow_connections true`)
    await expect.poll(() => application.unready()).toBeUndefined()
  })

  it('is not ready once it has been told to stop, and listens where it was told to', async () => {
    const service = await startService({
      DATABASE_URL: connectionUrl(house.connection),
      CLINIC_MODE: 'sandbox',
      CLINIC_MONITOR_PORT: '0',
    })
    const url = await vi.waitUntil(
      () => /Monitoring: (http:\S+\/readyz)/.exec(service.readOutput())?.[1],
    )
    expect((await fetch(url)).status).toBe(200)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    stopped.application.stopping()
    expect(await stopped.application.unready()).toBe('the service is stopping')
  })
})
