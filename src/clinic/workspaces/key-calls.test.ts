// The last calls of keys, and their use of limits: recorded in memory, written by a tick.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  queryString,
} from '../../../test/support/clinic/harness.ts'
import type { Queries } from '../../base/db/database.ts'
import type { AnsweredCall } from '../../base/http/pipeline.ts'
import { type IpAddress, parseIpAddress } from '../../base/values/ip-address.ts'
import { createCallLog } from './key-calls.ts'

const house = await openHarness()
const limits = {
  perAddress: 1e9,
  pages: 1e9,
  perKey: 6,
  perWorkspace: 8,
  perRoute: { read: 4, write: 4, sensitive: 3 },
}
const limited = await openHarness({ connection: house.connection, limits })

const listCalls = (
  clinic: Clinic,
  input: Record<string, unknown> = {},
  id = clinic.keyId,
): Promise<Json> => house.operate('key-calls', { workspace: clinic.name, id, ...input })
const listCallRows = ({ workspaceId }: Clinic): Promise<Json[]> =>
  house.sql('select * from key_calls where workspace_id = $1 order by at, id', [workspaceId])

describe('the calls of a key', () => {
  it('are listed latest first: when, which endpoint, the status, the duration, and the request id [SETUP-06]', async () => {
    const clinic = await house.clinic()
    await clinic.get('/v1/addresses', { headers: { 'x-request-id': 'first-call' } })
    await clinic.get(`/v1/public-profiles/${clinic.id('profile', 'asha-rao')}?x=1`)
    const { isKept, calls, more } = await listCalls(clinic)
    expect({ isKept, more }).toEqual({ isKept: true, more: false })
    expect(calls).toEqual([
      expect.objectContaining({
        method: 'GET',
        route: '/v1/public-profiles/:profileId',
        status: 200,
        code: null,
        explanation: null,
      }),
      expect.objectContaining({
        method: 'GET',
        route: '/v1/addresses',
        status: 200,
        requestId: 'first-call',
        refusedAddress: null,
      }),
    ])
    for (const { at, ms } of calls) {
      expect(Math.abs(Date.parse(at) - house.application.clock.now())).toBeLessThan(60_000)
      expect(ms).toBeGreaterThan(0)
    }
  })

  it('that were refused show the code and what to do about it; those of a wrong key belong to no key [SETUP-06]', async () => {
    const clinic = await house.clinic()
    await clinic.get('/v1/addresses', { from: '203.0.113.9' })
    await clinic.get('/v1/nowhere/9876543210')
    await house.operate('entitlement-withdraw', {
      workspace: clinic.name,
      feature: 'devapi_catalog_doctors',
    })
    await clinic.get('/v1/doctors')
    await book(clinic, { addressId: 'Meera' })
    await clinic.get('/v1/addresses', { key: clinic.key.slice(0, 20) })
    await clinic.get('/v1/addresses')
    const { calls } = await listCalls(clinic, { refused: true })
    expect(
      calls.map(({ method, route, status, code, refusedAddress }: Json) => [
        method,
        route,
        status,
        code,
        refusedAddress,
      ]),
    ).toEqual([
      ['POST', '/v1/appointments/book-appointment-unified', 400, 'VALIDATION_ERROR', null],
      ['GET', '/v1/doctors', 403, 'NOT_ENTITLED', null],
      ['GET', null, 403, 'ROUTE_NOT_DOCUMENTED', null],
      ['GET', '/v1/addresses', 403, 'ADDRESS_NOT_ALLOWED', '203.0.113.9'],
    ])
    expect(calls[3].explanation).toBe(
      'The address 203.0.113.9 is not on the allowlist of this API key; add it to the key or call from a listed address.',
    )
    for (const { explanation } of calls) expect(explanation).not.toMatch(/[{}]/)
  })

  it('of sessions are those of their widget key, and do not say where a visitor is [SETUP-06]', async () => {
    const clinic = await house.clinic()
    const widget = await clinic.widgetKey()
    const headers = await clinic.session()
    await house.call('GET', '/v1/addresses', { headers, from: '198.51.100.77' })
    const { calls } = await listCalls(clinic, {}, widget.id)
    expect(calls.map(({ route, status, code }: Json) => [route, status, code])).toEqual([
      ['/v1/addresses', 403, 'DEVELOPER_KEY_ONLY'],
      ['/v1/widget/session', 201, null],
    ])
    expect(JSON.stringify(await listCallRows(clinic))).not.toContain('198.51.100.77')
  })

  it('contain nothing of a body, a query, a path or a person [SETUP-06]', async () => {
    const clinic = await house.clinic()
    const canaries = ['Zqcanary', 'zqcanary@person.example', '9812345670']
    const [name, email, phone] = canaries
    await book(clinic, {
      patientPayload: { firstName: name, email, phoneNumber: phone },
      chiefComplaint: name,
    })
    await book(clinic, { patientPayload: { firstName: name }, mode: name })
    await clinic.get(
      `/v1/patients?${queryString({ search: name ?? '', phoneNumber: phone ?? '' })}`,
    )
    await clinic.get(`/v1/${name}/${phone}?email=${email}`)
    await clinic.get('/v1/addresses', {
      headers: { 'x-end-user-id': name ?? '', 'user-agent': name ?? '', cookie: `a=${phone}` },
    })
    await listCalls(clinic)
    const rows = await listCallRows(clinic)
    expect(rows).toHaveLength(5)
    const text = JSON.stringify([
      rows,
      await house.sql('select * from key_usage where workspace_id = $1', [clinic.workspaceId]),
    ])
    for (const canary of canaries) expect(text.toLowerCase()).not.toContain(canary.toLowerCase())
  })

  it('are filtered by status and by endpoint, and returned a page at a time [SETUP-06]', async () => {
    const clinic = await house.clinic()
    for (let number = 1; number <= 5; number += 1)
      await clinic.get('/v1/addresses', { headers: { 'x-request-id': `call-${number}` } })
    await clinic.get('/v1/doctors', { from: '203.0.113.9' })
    const ids = (page: Json) => page.calls.map(({ requestId }: Json) => requestId)
    const of = { route: 'GET /v1/addresses' }
    const first = await listCalls(clinic, { ...of, limit: 3 })
    expect([ids(first), first.more]).toEqual([['call-5', 'call-4', 'call-3'], true])
    const second = await listCalls(clinic, { ...of, limit: 3, before: first.calls[2].id })
    expect([ids(second), second.more]).toEqual([['call-2', 'call-1'], false])
    expect((await listCalls(clinic, { status: 403 })).calls).toHaveLength(1)
    expect((await listCalls(clinic, { before: 9_007_199_254_740_000 })).calls).toEqual([])
  })

  it('of another workspace do not exist [SETUP-06] [INV-06]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    await other.get('/v1/addresses')
    for (const name of ['key-calls', 'key-limits']) {
      await expect(
        house.operate(name, { workspace: clinic.name, id: other.keyId }),
      ).rejects.toThrow(`key ${other.keyId}`)
    }
    expect((await listCalls(clinic)).calls).toEqual([])
    expect((await listCalls(other)).calls).toHaveLength(1)
  })

  it('are kept for a week and at most 10,000; those of a deleted key stay for their week [SETUP-06]', async () => {
    const clinic = await house.clinic()
    const now = house.application.clock.now()
    const old = (count: number, from: number) =>
      house.sql(
        `insert into key_calls (workspace_id, key_id, at, id, method, route, status, ms, request_id)
         select $1, $2, to_timestamp($3 / 1000.0) + n * interval '1 ms', n, 'GET', '/v1/addresses', 200, 1, 'old' from generate_series(1, $4::int) n`,
        [clinic.workspaceId, clinic.keyId, from, count],
      )
    await old(10_050, now - 3_600_000)
    await clinic.get('/v1/addresses', { headers: { 'x-request-id': 'newest' } })
    expect((await listCalls(clinic, { limit: 1 })).calls[0].requestId).toBe('newest')
    expect(
      (
        await house.sql(
          'select count(*)::int, min(id)::int from key_calls where workspace_id = $1',
          [clinic.workspaceId],
        )
      )[0],
    ).toEqual({
      count: 10_000,
      min: 52,
    })
    await house.operate('key-delete', { workspace: clinic.name, id: clinic.keyId })
    expect((await listCalls(clinic, { limit: 1 })).more).toBe(true)
    await house.sql(
      "update key_calls set at = at - interval '8 days' where workspace_id = $1 and id < 9000",
      [clinic.workspaceId],
    )
    expect((await listCalls(clinic, { before: 9_001 })).calls.map((call: Json) => call.id)).toEqual(
      [9_000],
    )
    const older = await house.sql(
      "select count(*)::int from key_calls where workspace_id = $1 and at < to_timestamp($2 / 1000.0) - interval '7 days'",
      [clinic.workspaceId, now],
    )
    expect(older[0].count).toBe(8_948)
    const { deleteOldKeyCalls } = await import('./key-calls.ts')
    await deleteOldKeyCalls(house.application.database, house.application.clock.now())
    expect(await listCallRows(clinic)).toHaveLength(1_052)
  })

  it('are deleted with their workspace [SETUP-06]', async () => {
    const clinic = await limited.clinic()
    await clinic.get('/v1/addresses')
    await limited.operate('key-calls', { workspace: clinic.name, id: clinic.keyId })
    expect(await listCallRows(clinic)).toHaveLength(1)
    await clinic.get('/v1/addresses')
    await house.sql('select remove_workspace($1)', [clinic.workspaceId])
    // A recorded call that was not written yet finds no key, and blocks no other.
    const next = await limited.clinic()
    await next.get('/v1/addresses')
    expect(
      (await limited.operate('key-calls', { workspace: next.name, id: next.keyId })).calls,
    ).toHaveLength(1)
    expect(await listCallRows(clinic)).toEqual([])
  })

  it('are written when the service closes [SETUP-06]', async () => {
    const clinic = await house.clinic()
    const { openApplication } = await import('../../doors/app/application.ts')
    const leaving = await openApplication({
      connection: house.connection,
      mode: 'sandbox',
      databaseConnections: 2,
    })
    const door = leaving.frontDoor()
    await door.inject({
      method: 'GET',
      url: '/v1/addresses',
      headers: { 'x-api-key': clinic.key },
      remoteAddress: '127.0.0.1',
    })
    expect(await listCallRows(clinic)).toEqual([])
    await door.close()
    await leaving.close()
    expect(await listCallRows(clinic)).toHaveLength(1)
  })

  it('are not kept if the installation says so [SETUP-06]', async () => {
    const silent = await openHarness({ connection: house.connection, callLog: false })
    const clinic = await silent.clinic()
    await clinic.get('/v1/addresses')
    const operate = (name: string) =>
      silent.operate(name, { workspace: clinic.name, id: clinic.keyId })
    expect(await operate('key-calls')).toEqual({ isKept: false, calls: [], more: false })
    expect(await operate('key-limits')).toMatchObject({
      isKept: false,
      key: { day: { requests: 0 } },
      endpoints: [],
    })
  })
})

describe('the calls that wait to be written', () => {
  const call = (clinic: Clinic, requestId = 'noted'): AnsweredCall => ({
    key: {
      workspaceId: clinic.workspaceId,
      id: clinic.keyId,
      kind: 'DEVELOPER',
      requestsPerMinute: null,
      booksForPatients: false,
      allowedOrigins: [],
      admits: () => true,
    },
    address: parseIpAddress('127.0.0.1') as IpAddress,
    counted: { at: house.application.clock.now() },
    requestId,
    method: 'GET',
    route: '/v1/addresses',
    status: 200,
    code: undefined,
    ms: 1.25,
  })
  const sumPassed = async ({ workspaceId }: Clinic) =>
    (
      await house.sql('select sum(passed)::int as sum from key_usage where workspace_id = $1', [
        workspaceId,
      ])
    )[0].sum

  it('are limited, for each key and in all: calls beyond that are counted, and block nothing [SETUP-06]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    let dropped = 0
    const log = createCallLog(house.application.database, house.application.clock, {
      dropped: () => {
        dropped += 1
      },
    })
    for (let number = 0; number < 525; number += 1) log.answered(call(clinic))
    expect(dropped).toBe(25)
    // A key that sends too much takes nothing from another.
    log.answered(call(other))
    await log.write()
    expect([(await listCallRows(clinic)).length, (await listCallRows(other)).length]).toEqual([
      500, 1,
    ])
    // Limits are still counted.
    expect(await sumPassed(clinic)).toBe(525)
    log.answered(call(clinic))
    expect(dropped).toBe(25)
    const { key, ...rest } = call(clinic)
    for (let number = 0; number < 10_025; number += 1)
      log.answered({ ...rest, key: { ...key, id: 1_000_000 + number } })
    expect(dropped).toBe(51)
    await log.write()
    expect(await listCallRows(clinic)).toHaveLength(501)
  })

  it('of many keys are trimmed together [SETUP-06]', async () => {
    const clinics = [await house.clinic(), await house.clinic(), await house.clinic()]
    for (const { workspaceId, keyId } of clinics) {
      await house.sql(
        `insert into key_calls (workspace_id, key_id, at, id, method, route, status, ms, request_id)
         select $1, $2, now(), n, 'GET', '/v1/addresses', 200, 1, 'old' from generate_series(1, 10_003) n`,
        [workspaceId, keyId],
      )
    }
    let trimmed = 0
    const { database, clock } = house.application
    const rows = (...parameters: Parameters<Queries['rows']>) => {
      if (parameters[0].name === 'trim_key_calls') trimmed += 1
      return database.rows(...parameters)
    }
    const log = createCallLog({ rows: rows as Queries['rows'] }, clock, { dropped: () => {} })
    for (const clinic of clinics.slice(0, 2)) log.answered(call(clinic))
    await log.write()
    const rowCounts = await Promise.all(
      clinics.map(async (clinic) => (await listCallRows(clinic)).length),
    )
    expect([trimmed, ...rowCounts]).toEqual([1, 10_000, 10_000, 10_003])
  })

  it('wait while the database is unavailable, and are then written once [SETUP-06] [SETUP-07]', async () => {
    const clinic = await house.clinic()
    const { database, clock } = house.application
    let fails: 'before' | 'after' | 'usage' | undefined = 'after'
    const rows = async (...parameters: Parameters<Queries['rows']>) => {
      if (fails === 'before') throw new Error('unavailable')
      if (fails === 'usage' && /key_usage/.test(parameters[0].text)) {
        log.answered(call(clinic, 'meanwhile'))
        throw new Error('unavailable')
      }
      const answer = await database.rows(...parameters)
      // Written, and its answer lost on the way.
      if (fails === 'after' && /key_calls/.test(parameters[0].text)) throw new Error('unavailable')
      return answer
    }
    const log = createCallLog({ rows: rows as Queries['rows'] }, clock, { dropped: () => {} })
    log.answered(call(clinic, 'one'))
    await expect(log.write()).rejects.toThrow('unavailable')
    fails = 'before'
    log.answered(call(clinic, 'two'))
    await expect(Promise.all([log.write(), log.write()])).rejects.toThrow('unavailable')
    fails = 'usage'
    await expect(log.write()).rejects.toThrow('unavailable')
    fails = undefined
    log.answered(call(clinic, 'three'))
    await Promise.all([log.write(), log.write()])
    expect((await listCallRows(clinic)).map((row: Json) => row.request_id).toSorted()).toEqual([
      'meanwhile',
      'one',
      'three',
      'two',
    ])
    expect(await sumPassed(clinic)).toBe(4)
  })
})

describe('the use of limits', () => {
  const loadLimits = (clinic: Clinic, id = clinic.keyId): Promise<Json> =>
    limited.operate('key-limits', { workspace: clinic.name, id })
  async function nextMinute() {
    limited.stopClock()
    const now = limited.application.clock.now()
    await limited.moveTo(new Date(now + 60_000 - (now % 60_000)).toISOString())
  }

  it('is shown for the key, the workspace and each endpoint: how many passed, the most in a minute, and what was refused [SETUP-07]', async () => {
    await nextMinute()
    const clinic = await limited.clinic()
    for (let number = 0; number < 6; number += 1) await clinic.get('/v1/addresses')
    for (let number = 0; number < 3; number += 1) await clinic.get('/v1/users')
    await nextMinute()
    await clinic.get('/v1/addresses')
    expect(await loadLimits(clinic)).toEqual({
      isKept: true,
      key: {
        limit: 6,
        isOwn: false,
        hour: { requests: 7, highest: 6, refused: 1 },
        day: { requests: 7, highest: 6, refused: 1 },
      },
      workspace: {
        limit: 8,
        hour: { requests: 7, highest: 6, refused: 0 },
        day: { requests: 7, highest: 6, refused: 0 },
      },
      endpoints: [
        {
          method: 'GET',
          route: '/v1/addresses',
          kind: 'read',
          limit: 4,
          hour: { requests: 5, highest: 4, refused: 2 },
          day: { requests: 5, highest: 4, refused: 2 },
        },
        {
          method: 'GET',
          route: '/v1/users',
          kind: 'read',
          limit: 4,
          hour: { requests: 2, highest: 2, refused: 0 },
          day: { requests: 2, highest: 2, refused: 0 },
        },
      ],
    })
  })

  it('adds up over processes, knows a key’s own limit, and whose requests used up the workspace’s [SETUP-07]', async () => {
    await nextMinute()
    const clinic = await limited.clinic()
    const second = await limited.operate('key-create', {
      workspace: clinic.name,
      name: 'second',
      allow: ['127.0.0.1'],
    })
    await limited.operate('key-limit', {
      workspace: clinic.name,
      id: clinic.keyId,
      requestsPerMinute: 7,
    })
    for (const path of ['/v1/addresses', '/v1/addresses', '/v1/users', '/v1/users', '/v1/patients'])
      await clinic.get(path)
    for (let number = 0; number < 4; number += 1)
      await clinic.get('/v1/addresses', { key: second.key })
    await house.call('GET', '/v1/addresses', { key: clinic.key })
    await house.operate('key-limits', { workspace: clinic.name, id: clinic.keyId })
    expect(await loadLimits(clinic)).toMatchObject({
      key: { limit: 7, isOwn: true, hour: { requests: 6 } },
      workspace: { hour: { requests: 9, refused: 1 } },
    })
    expect(await loadLimits(clinic, second.id)).toMatchObject({
      key: { hour: { requests: 3, refused: 0 } },
      workspace: { hour: { refused: 1 } },
    })
  })

  it('covers the last hour and the last day [SETUP-07]', async () => {
    await nextMinute()
    const clinic = await limited.clinic()
    await clinic.get('/v1/addresses')
    await loadLimits(clinic)
    const at = (ms: number) =>
      limited.moveTo(new Date(limited.application.clock.now() + ms).toISOString())
    await at(3_600_000)
    expect(await loadLimits(clinic)).toMatchObject({
      key: { hour: { requests: 0 }, day: { requests: 1 } },
    })
    await at(23 * 3_600_000)
    expect(await loadLimits(clinic)).toMatchObject({ key: { day: { requests: 0 } }, endpoints: [] })
  })

  it('counts no requests that never reached the limits [SETUP-07]', async () => {
    await nextMinute()
    const clinic = await limited.clinic()
    await clinic.get('/v1/addresses', { from: '203.0.113.9' })
    await clinic.get('/v1/nowhere')
    expect(await loadLimits(clinic)).toMatchObject({
      key: { day: { requests: 0, refused: 0 } },
      endpoints: [],
    })
  })
})
