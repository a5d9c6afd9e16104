import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { book, openHarness, runAsTester, testStart } from '../../../test/support/clinic/harness.ts'
import { expectDeclared } from '../../../test/support/clinic/operation-contract.ts'
import { expectBetween } from '../../../test/support/run/expect-between.ts'
import { object } from '../../base/contract/schemas.ts'
import { bodyValidator } from '../../base/contract/validation.ts'
import { DatabaseUnavailable } from '../../base/db/database.ts'
import { withDefaults } from '../../base/operations/operation.ts'
import { askRunningService } from '../cli/socket/client.ts'
import { isListening, operatorSocketPath, refuseForeignFolder } from '../cli/socket/path.ts'
import { listenForOperators } from '../cli/socket/server.ts'
import { getOperation, operations } from './register.ts'
import { runOperation } from './run-operation.ts'

const house = await openHarness()
const workspaceDetail = '/v2/workspaces'

describe('an operation', () => {
  it('in a workspace names the right it needs, and one on the installation is only for the command line, except the clock and the demo of a sandbox', async () => {
    const confined = operations.filter(({ scope }) => scope === 'workspace')
    // What a clinic may use, and a link that signs in as any member, are only for someone with
    // access to the machine.
    expect(confined.filter(({ right }) => right === undefined).map(({ name }) => name)).toEqual([
      'entitlement-grant',
      'entitlement-withdraw',
      'dashboard-link',
    ])
    expect(operations.filter(({ right }) => right === undefined).map(({ name }) => name)).toEqual([
      'workspace-import',
      'workspace-list',
      'workspace-delete',
      'entitlement-grant',
      'entitlement-withdraw',
      'dashboard-link',
      'secret-rotate',
      'work-list',
      'work-retry',
      'backup',
      'restore',
    ])
    expect(
      operations
        .filter(({ scope, right }) => scope === 'installation' && right !== undefined)
        .map(({ name }) => name),
    ).toEqual(['clock-show', 'clock-advance', 'demo-today'])
    // A confined operation takes nothing that could name another workspace.
    expect(
      confined
        .filter(({ input }) => 'workspace' in input.properties || 'workspaceId' in input.properties)
        .map(({ name }) => name),
    ).toEqual([])
  })

  it('on visits, queues, patients, money or figures says whose records it uses, for a member with own visits only [DASH-10]', () => {
    const withRecords = operations.filter(
      ({ right, runsOn }) =>
        runsOn === 'application' && /^(visits|queue|patients|money|insight):/.test(right ?? ''),
    )
    expect(withRecords.length).toBeGreaterThan(80)
    expect(withRecords.filter(({ about }) => about === undefined).map(({ name }) => name)).toEqual(
      [],
    )
  })

  it('in a workspace works only in the one its caller was given, even if another has something under the same id', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const { id } = (await book(clinic)).json.appointment
    const show = getOperation('visit-show')
    const as = (workspaceId: number) => ({
      ...house.application,
      workspaceId,
      actor: { kind: 'operator', name: 'tester' } as const,
      progress: undefined,
    })
    expect(await runOperation(show, as(clinic.workspaceId), { id })).toMatchObject({ id })
    await expect(runOperation(show, as(other.workspaceId), { id })).rejects.toThrow(
      'VISIT_NOT_FOUND',
    )
    await expect(
      runOperation(show, as(other.workspaceId), { id, workspace: clinic.name }),
    ).rejects.toThrow('VALIDATION_ERROR')
  })
})

describe('a key', () => {
  it("begins with its owner's prefix, and is shown only when it is created [AUTH-05]", async () => {
    const clinic = await house.clinic()
    const made = await house.operate('key-create', {
      workspace: clinic.name,
      kind: 'DEVELOPER',
      name: 'Server',
      allow: ['203.0.113.7'],
    })
    const widget = await house.operate('key-create', {
      workspace: clinic.name,
      kind: 'WIDGET',
      name: 'Site',
      allow: [],
    })
    expect(made.key).toMatch(/^clinic_dev_[A-Za-z0-9_-]{43}$/)
    expect(widget.key).toMatch(/^clinic_widget_[A-Za-z0-9_-]{43}$/)
    const listed = await house.operate('key-list', { workspace: clinic.name })
    expect(listed.find(({ id }: { id: number }) => id === made.id)).toEqual({
      id: made.id,
      kind: 'DEVELOPER',
      name: 'Server',
      keyPreview: `${made.key.slice(0, 15)}…${made.key.slice(-4)}`,
      status: 'ACTIVE',
      allowedAddresses: ['203.0.113.7'],
      allowedOrigins: [],
      requestsPerMinute: null,
      booksForPatients: false,
      createdAt: expect.stringMatching(/^2030-01-01T/),
      expiresAt: null,
      lastUsedAt: null,
      isExpired: false,
    })
    const everything = JSON.stringify([
      listed,
      await house.sql('select to_jsonb(k)::text from api_keys k'),
    ])
    for (const { key } of [made, widget]) {
      expect(everything).not.toContain(key)
      expect(everything).not.toContain(key.slice(-30))
    }
  })

  it('of a developer lists at least one address, or is not made [AUTH-04] [INV-37]', async () => {
    const clinic = await house.clinic()
    const making = house.operate('key-create', {
      workspace: clinic.name,
      kind: 'DEVELOPER',
      name: 'Server',
      allow: [],
    })
    await expect(making).rejects.toMatchObject({
      message: 'a developer key needs at least one allowed address',
      nextStep: 'name one: --allow 203.0.113.7',
    })
    expect((await house.operate('key-list', { workspace: clinic.name })).length).toBe(1)
  })

  it('keeps its kind and workspace for life, even against manual SQL [INV-37]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const inserting = (addresses: string[]) =>
      house.sql(
        `insert into api_keys (workspace_id, kind, name, key_hash, masked, allowed_addresses, created_at) values ($1, 'DEVELOPER', 'x', $2, 'x', $3, now()) returning id`,
        [clinic.workspaceId, randomBytes(32), addresses],
      )
    await expect(inserting([])).rejects.toMatchObject({
      constraint: 'developer_key_has_an_address',
    })
    const [{ id }] = await inserting(['203.0.113.7'])
    for (const [change, value] of [
      ['kind', 'WIDGET'],
      ['workspace_id', other.workspaceId],
      ['key_hash', randomBytes(32)],
    ]) {
      await expect(
        house.sql(`update api_keys set ${change} = $2 where id = $1`, [id, value]),
        String(change),
      ).rejects.toMatchObject({
        constraint: 'api_key_is_for_life',
      })
    }
  })

  it('lists each address once, in a canonical spelling', async () => {
    const clinic = await house.clinic()
    const allow = [
      '203.0.113.7/24',
      '203.0.113.0/24',
      '::ffff:10.0.0.1',
      '2001:DB8:0::1',
      '10.0.0.1/32',
    ]
    const made = await house.operate('key-create', {
      workspace: clinic.name,
      kind: 'DEVELOPER',
      name: 'x',
      allow,
    })
    expect(made.allowedAddresses).toEqual(['203.0.113.0/24', '10.0.0.1', '2001:db8::1'])
  })

  it.each([
    ['0.0.0.0/0'],
    ['::/0'],
    ['128.0.0.0/1'],
    ['0.0.0.0/7'],
    ['2000::/3'],
    ['::ffff:0.0.0.0/96'],
    ['everyone'],
    ['10.1'],
    ['10.0.0.1/33'],
    [''],
  ])('is not made for %s', async (range) => {
    const clinic = await house.clinic()
    const making = house.operate('key-create', {
      workspace: clinic.name,
      kind: 'DEVELOPER',
      name: 'x',
      allow: ['203.0.113.7', range],
    })
    await expect(making).rejects.toMatchObject({
      nextStep: 'name single addresses or ranges, such as 203.0.113.7 or 2001:db8::/32',
    })
    const adding = house.operate('key-allow', {
      workspace: clinic.name,
      id: clinic.keyId,
      add: [range],
      remove: [],
    })
    await expect(adding).rejects.toThrow(`'${range}'`)
    expect(
      (await house.operate('key-list', { workspace: clinic.name })).map(
        ({ allowedAddresses }: { allowedAddresses: string[] }) => allowedAddresses,
      ),
    ).toEqual([['127.0.0.1']])
  })

  it('can have its allowlist changed, and an empty one admits no one', async () => {
    const clinic = await house.clinic()
    const change = (add: string[], remove: string[]) =>
      house.operate('key-allow', { workspace: clinic.name, id: clinic.keyId, add, remove })
    expect((await change(['::1', '127.0.0.1'], [])).allowedAddresses).toEqual(['127.0.0.1', '::1'])
    await expect(change([], ['10.9.9.9'])).rejects.toThrow(
      `not on the allowlist of key ${clinic.keyId}: 10.9.9.9`,
    )
    expect((await change([], ['127.0.0.1', '::1'])).allowedAddresses).toEqual([])
    expect((await clinic.get(workspaceDetail)).status).toBe(403)
    const rotating = house.operate('key-rotate', {
      workspace: clinic.name,
      id: clinic.keyId,
      overlapHours: 1,
    })
    await expect(rotating).rejects.toThrow(`key ${clinic.keyId} has no allowed address`)
  })

  it('stops working when it expires, and is not made when it would be expired already', async () => {
    const clinic = await house.clinic()
    const now = house.application.clock.now()
    const making = (expires: string) =>
      house.operate('key-create', {
        workspace: clinic.name,
        kind: 'DEVELOPER',
        name: 'x',
        allow: ['127.0.0.1'],
        expires,
      })
    const made = await making(new Date(now + 3_600_000).toISOString())
    expect(Date.parse(made.expiresAt)).toBe(now + 3_600_000)
    expect((await clinic.get(workspaceDetail, { key: made.key })).status).toBe(200)
    await house.operate('clock-advance', { ms: 3_600_000 })
    expect((await clinic.get(workspaceDetail, { key: made.key })).status).toBe(401)
    await expect(making(new Date(testStart).toISOString())).rejects.toThrow(
      'the key would already have expired',
    )
    await expect(making('2031-01-01')).rejects.toThrow(
      'expires must be an ISO 8601 timestamp with an offset',
    )
  })

  it('shows when it was last used', async () => {
    const clinic = await house.clinic()
    const lastUsed = async () =>
      (await house.operate('key-list', { workspace: clinic.name }))[0].lastUsedAt
    expect(await lastUsed()).toBeNull()
    const before = house.application.clock.now()
    await clinic.get(workspaceDetail)
    expectBetween(Date.parse(await lastUsed()), before, house.application.clock.now())
  })

  it('is rotated by a second one, and both work for the overlap [AUTH-06] [AUTH-05]', async () => {
    const clinic = await house.clinic()
    const rotated = await house.operate('key-rotate', {
      workspace: clinic.name,
      id: clinic.keyId,
      overlapHours: 0.5,
    })
    expect(rotated).toMatchObject({
      replaces: clinic.keyId,
      allowedAddresses: ['127.0.0.1'],
      key: expect.stringMatching(/^clinic_dev_/),
    })
    const statuses = async () => [
      (await clinic.get(workspaceDetail)).status,
      (await clinic.get(workspaceDetail, { key: rotated.key })).status,
    ]
    expect(await statuses()).toEqual([200, 200])
    await house.operate('clock-advance', { ms: 29 * 60_000 })
    expect(await statuses()).toEqual([200, 200])
    await house.operate('clock-advance', { ms: 60_000 })
    expect(await statuses()).toEqual([401, 200])
    expect(
      JSON.stringify(await house.operate('key-list', { workspace: clinic.name })),
    ).not.toContain(rotated.key)
  })

  it('that would expire sooner is not prolonged by rotation, and the answer says so', async () => {
    const clinic = await house.clinic()
    const expires = new Date(Math.floor(house.application.clock.now()) + 600_000).toISOString()
    const { id } = await house.operate('key-create', {
      workspace: clinic.name,
      kind: 'DEVELOPER',
      name: 'x',
      allow: ['127.0.0.1'],
      expires,
    })
    const rotated = await house.operate('key-rotate', {
      workspace: clinic.name,
      id,
      overlapHours: 24,
    })
    expect(Date.parse(rotated.oldKeyExpiresAt)).toBe(Date.parse(expires))
    const listed = await house.operate('key-list', { workspace: clinic.name })
    expect(Date.parse(listed.find((key: { id: number }) => key.id === id).expiresAt)).toBe(
      Date.parse(expires),
    )
    // The new one does not inherit the expiry of the old one.
    expect(listed.find((key: { id: number }) => key.id === rotated.id).expiresAt).toBeNull()
    await house.operate('clock-advance', { ms: 600_000 })
    const statuses = await Promise.all([
      clinic.get(workspaceDetail),
      clinic.get(workspaceDetail, { key: rotated.key }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([200, 200])
  })

  it('that is deactivated or deleted stops at once, and a deleted one is gone for good', async () => {
    const clinic = await house.clinic()
    const act = (name: string, more = {}) =>
      house.operate(name, { workspace: clinic.name, id: clinic.keyId, ...more })
    expect(await act('key-deactivate')).toEqual({ id: clinic.keyId, status: 'DEACTIVATED' })
    expect((await clinic.get(workspaceDetail)).status).toBe(401)
    await expect(act('key-rotate', { overlapHours: 1 })).rejects.toThrow(
      `key ${clinic.keyId} is not active`,
    )
    expect(await act('key-delete')).toEqual({ id: clinic.keyId, status: 'DELETED' })
    expect((await clinic.get(workspaceDetail)).status).toBe(401)
    for (const [name, more] of [
      ['key-delete', {}],
      ['key-deactivate', {}],
      ['key-allow', { add: ['10.0.0.1'], remove: [] }],
      ['key-rotate', { overlapHours: 1 }],
    ] as const) {
      await expect(act(name, more), name).rejects.toThrow(
        `there is no key ${clinic.keyId} in this workspace`,
      )
    }
    expect(await house.operate('key-list', { workspace: clinic.name })).toEqual([])
    expect((await house.operate('key-list', { workspace: clinic.name, all: true }))[0].status).toBe(
      'DELETED',
    )
  })

  it('of another workspace is out of reach, as if it did not exist', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    for (const [name, more] of [
      ['key-delete', {}],
      ['key-deactivate', {}],
      ['key-allow', { add: ['10.0.0.1'], remove: [] }],
      ['key-rotate', { overlapHours: 1 }],
    ] as const) {
      const acting = house.operate(name, { workspace: other.name, id: clinic.keyId, ...more })
      await expect(acting, name).rejects.toMatchObject({
        message: `there is no key ${clinic.keyId} in this workspace`,
        nextStep: 'look it up: clinic key list',
      })
    }
    expect((await clinic.get(workspaceDetail)).status).toBe(200)
  })
})

describe('an operation', () => {
  it('that is unknown is refused, and so is invalid input', async () => {
    await expect(house.operate('fly', {})).rejects.toThrow('OPERATION_NOT_FOUND')
    await expect(
      house.operate('key-create', { kind: 'ROOT', name: 'x', allow: [] }),
    ).rejects.toThrow('kind must be one of DEVELOPER, WIDGET')
    await expect(house.operate('key-delete', { id: 0 })).rejects.toThrow('id')
  })

  it('asks which workspace is meant if there are several', async () => {
    const one = await house.clinic()
    const other = await house.clinic()
    await expect(house.operate('ids', {})).rejects.toMatchObject({
      message: expect.stringContaining(`${one.name}, ${other.name}`),
      nextStep: 'name one of them: --workspace NAME',
    })
    await expect(house.operate('ids', { workspace: 'nobody' })).rejects.toThrow(
      'there is no workspace named nobody',
    )
  })

  it('names the next step if there is no workspace at all', async () => {
    const empty = await openHarness()
    await expect(empty.operate('ids', {})).rejects.toMatchObject({
      message: 'there is no workspace yet',
      nextStep: 'describe one: clinic workspace import FILE',
    })
  })

  it('reports that the database is busy, without details', async () => {
    const database = {
      ...house.application.database,
      rows: () => Promise.reject(new DatabaseUnavailable('x')),
    }
    const services = { ...house.application, database }
    await expect(runAsTester(services, 'ids', {})).rejects.toMatchObject({
      message: 'the database is busy or unreachable',
      nextStep: 'try again in a moment',
    })
  })
})

describe("the operators' socket", () => {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-socket-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const failures: unknown[] = []
  const about = {
    database: 'PostgreSQL 18.4 of the tests',
    mode: 'sandbox',
    settings: [{ name: 'PORT', value: '0', from: 'environment', description: 'Port.' }],
  }
  const listen = (socketPath: string) =>
    listenForOperators(house.application, socketPath, about, (error) => failures.push(error))
  const ravi = { kind: 'operator', name: 'ravi' } as const
  const newPath = () => operatorSocketPath(join(folder, randomBytes(4).toString('hex')), undefined)

  it('returns what the operation returns, and refuses as it refuses', async () => {
    const clinic = await house.clinic()
    const socketPath = newPath()
    const operators = await listen(socketPath)
    expect(await askRunningService(socketPath, ravi, 'ids', { workspace: clinic.name })).toEqual({
      result: clinic.ids,
    })
    const refused = {
      code: 'CLINIC_FILE_INVALID',
      mistakes: [{ path: 'file', reason: 'must be object; found nothing' }],
    }
    await expect(
      askRunningService(socketPath, ravi, 'workspace-import', { source: '' }),
    ).rejects.toMatchObject(refused)
    await expect(
      askRunningService(socketPath, ravi, 'workspace-import', { source: 'x'.repeat(20_000_000) }),
    ).rejects.toThrow('INPUT_TOO_LARGE')
    await operators.close()
    expect(await askRunningService(socketPath, ravi, 'ids', {})).toBeUndefined()
    expect(existsSync(socketPath)).toBe(false)
  })

  it('belongs to one of several processes that start at once, and none of the others complains', async () => {
    const socketPath = newPath()
    const [first] = await Promise.all([listen(socketPath), listen(socketPath), listen(socketPath)])
    expect(
      await askRunningService(socketPath, ravi, 'ids', { workspace: (await house.clinic()).name }),
    ).toHaveProperty('result')
    await first?.close()
  })

  it('tells the service who calls, so that the audit names them as it does in the process itself', async () => {
    const clinic = await house.clinic()
    const { patientId } = (await book(clinic)).json.appointment
    const input = { workspace: clinic.name, id: patientId }
    const socketPath = newPath()
    const operators = await listen(socketPath)
    await house.operate('patient-export', input)
    await askRunningService(socketPath, ravi, 'patient-export', input)
    await askRunningService(
      socketPath,
      { kind: 'operator', name: `मीरा\n${'x'.repeat(200)}` },
      'patient-export',
      input,
    )
    await new Promise<void>((resolve) => {
      const sent = request(
        {
          socketPath,
          path: '/operations/patient-export',
          method: 'POST',
          headers: { 'x-clinic-operator': '%' },
        },
        (response) => response.resume().on('end', resolve),
      )
      sent.end(JSON.stringify(input))
    })
    const entries = await house.operate('audit-show', {
      workspace: clinic.name,
      patientId,
      limit: 4,
    })
    expect(entries.map(({ action, by }: { action: string; by: string }) => [action, by])).toEqual([
      ['EXPORTED', 'operator unknown'],
      ['EXPORTED', `operator मीरा${'x'.repeat(96)}`],
      ['EXPORTED', 'operator ravi'],
      ['EXPORTED', 'operator tester'],
    ])
    await operators.close()
  })

  it('runs operations of the application, and rejects those that run outside it', async () => {
    const socketPath = newPath()
    const operators = await listen(socketPath)
    await expect(askRunningService(socketPath, ravi, 'backup', {})).rejects.toThrow(
      'OPERATION_NOT_AVAILABLE',
    )
    await operators.close()
  })

  it('is in a private folder and opens only for its owner', async () => {
    const socketPath = newPath()
    const operators = await listen(socketPath)
    expect(statSync(dirname(socketPath)).mode & 0o777).toBe(0o700)
    expect(statSync(socketPath).mode & 0o777).toBe(0o600)
    await operators.close()
  })

  it('closes a folder with open permissions, and does not follow a link to another', async () => {
    const open = newPath()
    mkdirSync(dirname(open), { recursive: true })
    chmodSync(dirname(open), 0o777)
    await (await listen(open)).close()
    expect(statSync(dirname(open)).mode & 0o777).toBe(0o700)
    const linked = newPath()
    mkdirSync(dirname(dirname(linked)))
    symlinkSync(folder, dirname(linked))
    await expect(listen(linked)).rejects.toThrow('FOLDER_OWNED_BY_ANOTHER_USER')
  })

  it('is not trusted in a folder that others may write to: neither by commands nor by a service that starts', async () => {
    const socketPath = newPath()
    mkdirSync(dirname(socketPath), { recursive: true })
    chmodSync(dirname(socketPath), 0o777)
    const heard: string[] = []
    const stranger = createServer((incoming, response) => {
      heard.push(incoming.url ?? '')
      response.end('{"result":"from a stranger"}')
    }).listen(socketPath)
    await new Promise((resolve) => stranger.once('listening', resolve))
    await expect(askRunningService(socketPath, ravi, 'clock-show', {})).rejects.toThrow(
      'FOLDER_OPEN_TO_OTHERS',
    )
    await expect(isListening(socketPath)).rejects.toThrow('FOLDER_OPEN_TO_OTHERS')
    expect(heard).toEqual([])
    // The service takes over the folder and the socket's path.
    const operators = await listen(socketPath)
    expect(await askRunningService(socketPath, ravi, 'clock-show', {})).toMatchObject({
      result: { mode: 'sandbox' },
    })
    await operators.close()
    stranger.close()
  })

  it('is not trusted in a folder of another user; root alone takes one in which no stranger can create it', () => {
    const own = dirname(newPath())
    mkdirSync(own, { recursive: true, mode: 0o700 })
    const me = process.getuid?.() ?? 0
    expect(() => refuseForeignFolder(own, me)).not.toThrow()
    expect(() => refuseForeignFolder(own, me + 1)).toThrow('FOLDER_OWNED_BY_ANOTHER_USER')
    chmodSync(dirname(own), 0o777)
    expect(() => refuseForeignFolder(own, me === 0 ? 1 : 0)).toThrow('FOLDER_OWNED_BY_ANOTHER_USER')
  })

  it('replaces one that a killed service left behind', async () => {
    const socketPath = newPath()
    mkdirSync(dirname(socketPath), { recursive: true, mode: 0o700 })
    writeFileSync(socketPath, '')
    expect(await isListening(socketPath)).toBe(false)
    expect(await askRunningService(socketPath, ravi, 'clock-show', {})).toBeUndefined()
    const operators = await listen(socketPath)
    expect(await isListening(socketPath)).toBe(true)
    await operators.close()
  })

  it('stays with the service that has it when a second one starts', async () => {
    const socketPath = newPath()
    const first = await listen(socketPath)
    const second = await listen(socketPath)
    await second.close()
    expect(await isListening(socketPath)).toBe(true)
    await first.close()
  })

  it('logs what no operator can fix, and tells the operator where to look', async () => {
    const socketPath = newPath()
    const broken = {
      ...house.application,
      followClock: () => Promise.reject(new Error('a defect')),
    }
    const operators = await listenForOperators(broken, socketPath, about, (error) =>
      failures.push(error),
    )
    await expect(askRunningService(socketPath, ravi, 'clock-show', {})).rejects.toThrow(
      'SERVICE_FAILED',
    )
    expect(failures).toEqual([new Error('a defect')])
    const answer = await new Promise<string>((resolve) => {
      request({ socketPath, path: '/operations/ids', method: 'POST' }, (response) =>
        response.on('data', (chunk) => resolve(String(chunk))),
      ).end('{')
    })
    expect(JSON.parse(answer).refused.code).toBe('SERVICE_FAILED')
    await operators.close()
  })

  it('says so when the service ends before it answers', async () => {
    const socketPath = join(folder, 'mute.sock')
    const server = createServer((incoming) => incoming.socket.destroy()).listen(socketPath)
    await expect(askRunningService(socketPath, ravi, 'ids', {})).rejects.toThrow('SERVICE_STOPPED')
    server.close()
  })

  it('has a path that is short enough, and one for each database', () => {
    expect(operatorSocketPath('/srv/clinic', undefined)).toBe('/srv/clinic/run/operator.sock')
    const long = operatorSocketPath(`/srv/${'x'.repeat(200)}`, 'postgres://db/clinic')
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(103)
    expect(long).not.toBe(operatorSocketPath(`/srv/${'y'.repeat(200)}`, 'postgres://db/clinic'))
    const of = (url: string) => operatorSocketPath('/srv/clinic', url)
    expect(of('postgres://db/one')).not.toBe(of('postgres://db/two'))
    expect(of('postgres://clinic:old@db/one')).toBe(of('postgres://clinic:new@db/one'))
  })
})

it('a result that its operation does not declare is found by the tests', async () => {
  const show = getOperation('clock-show')
  const result = await house.operate('clock-show', {})
  expect(() => expectDeclared(show, { ...result, secret: 'x' })).toThrow(
    'must NOT have additional properties',
  )
  expect(() => expectDeclared(show, { ...result, now: 7 })).toThrow('now must be string')
})

const byName = operations.map((operation): [string, typeof operation] => [
  operation.name,
  operation,
])

describe('every operation', () => {
  it('has a unique name', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length)
    expect(operations.length).toBeGreaterThan(20)
  })

  it.each(byName)(
    '%s describes itself in a sentence, and its input and output',
    (_, { summary, input, output }) => {
      expect(summary).toMatch(/^[A-Z].*\.$/)
      for (const [path, description] of [
        ...descriptions('input', input),
        ...descriptions('output', output),
      ])
        expect(description, path).toMatch(/^[A-Z].*\.$/)
    },
  )

  it.each(byName)('%s has defaults that its own input accepts', (_, { input }) => {
    const defaults = withDefaults(input, {})
    const given = Object.entries(input.properties).filter(([name]) => name in defaults)
    expect(() => bodyValidator(object(Object.fromEntries(given)))({ ...defaults })).not.toThrow()
  })
})

/** The descriptions of a schema's members, at any depth, by path. */
function descriptions(path: string, schema: unknown): [string, unknown][] {
  const {
    description,
    properties = {},
    items,
  } = schema as { description?: string; properties?: Record<string, unknown>; items?: unknown }
  const own: [string, unknown][] = path.includes('.') ? [[path, description]] : []
  const members = Object.entries(properties).flatMap(([name, member]) =>
    descriptions(`${path}.${name}`, member),
  )
  // Rows of a list are described by the list as a whole, other items by themselves.
  const row = items as { properties?: unknown } | undefined
  return [
    ...own,
    ...members,
    ...(row ? descriptions(row.properties ? path.replace(/\..*/, '') : `${path}.item`, row) : []),
  ]
}
