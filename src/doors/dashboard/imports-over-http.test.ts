// Files of patients and medicines that a member of the staff uploads from a browser.

import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { lockWaitersQuery, withClient } from '../../../test/support/database/databases.ts'
import { measureLongestTurn } from '../../../test/support/run/longest-turn.ts'

const house = await openHarness()
const heading = 'code,name,location,unitPrice,stock'
let service = ''
beforeAll(async () => {
  service = await house.door.listen({ host: '127.0.0.1', port: 0 })
})

type Preset = 'owner' | 'manager' | 'reception' | 'practitioner'

/** A clinic, and what a member with this role sends with each request. */
async function clinicWith(preset: Preset, rights?: Json) {
  const clinic = await house.clinic((file) => {
    file.roles = {
      ...file.roles,
      theirs: { displayName: 'Theirs', dashboard: preset, ...(rights && { rights }) },
    }
    if (file.staff?.['nina-roy']) file.staff['nina-roy'].roles = ['theirs']
  })
  const { url } = await house.operate('dashboard-link', {
    workspace: clinic.name,
    id: clinic.id('staff', 'nina-roy'),
  })
  const signedIn = await fetch(`${service}/dashboard/api/sign-in/link`, {
    method: 'POST',
    headers: { origin: service, 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(url).hash.slice(1) }),
  })
  const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? ''
  return { clinic, cookie }
}

async function bring(
  { clinic, cookie }: { clinic: Clinic; cookie: string },
  name: string,
  file: string | Buffer,
  input: Json = {},
  headers: Json = {},
) {
  const response = await fetch(`${service}/dashboard/api/files/${name}`, {
    method: 'POST',
    headers: {
      cookie,
      origin: service,
      'content-type': 'text/csv',
      'x-workspace': clinic.name,
      'x-input': JSON.stringify(input),
      ...headers,
    },
    body: file as string,
  })
  const text = await response.text()
  const lines: Json[] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return { status: response.status, lines, last: lines.at(-1) }
}

const stored = (clinic: Clinic, table: 'patients' | 'medicines') =>
  house
    .sql(`select count(*)::int as rows from ${table} where workspace_id = $1`, [clinic.workspaceId])
    .then(([row]) => row.rows)

/** Sends a whole file, and breaks the connection before the answer. */
function bringAndLeave(
  { clinic, cookie }: { clinic: Clinic; cookie: string },
  waitMs: number,
): Promise<void> {
  const file = 'firstName,phoneNumber\nA,9876543210\n'
  const { port, host } = new URL(service)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `POST /dashboard/api/files/patient-import HTTP/1.1\r\nhost: ${host}\r\norigin: ${service}\r\ncontent-type: text/csv\r\ncookie: ${cookie}\r\n` +
      `x-workspace: ${clinic.name}\r\nx-input: {"dryRun":true}\r\ncontent-length: ${file.length}\r\n\r\n${file}`,
    () => setTimeout(() => socket.resetAndDestroy(), waitMs),
  )
  return new Promise((resolve) => socket.on('close', () => resolve()))
}

describe('a file from a browser', () => {
  it('whose sender is gone before the answer does not keep others from importing [SETUP-08]', async () => {
    const member = await clinicWith('manager')
    for (let upload = 0; upload < 20; upload += 1) await bringAndLeave(member, upload / 4)
    await expect
      .poll(
        async () =>
          (await bring(member, 'patient-import', 'firstName\nMeera', { dryRun: true })).status,
      )
      .toBe(200)
  })

  it('of medicines is previewed, and then imported, as the command does [SETUP-08]', async () => {
    const member = await clinicWith('manager')
    const file = [heading, 'dolo,Dolo 650,jaipur,2.05,120', 'brufen,Brufen,jaipur,1.3,0'].join('\n')
    const changes = {
      medicines: { created: 2, changed: 0, removed: 0 },
      stock: { created: 2, changed: 0, removed: 0 },
    }
    expect((await bring(member, 'medicines-import', file, { dryRun: true })).last).toEqual({
      result: { dryRun: true, file: 'file', rows: 2, ...changes },
    })
    expect(await stored(member.clinic, 'medicines')).toBe(0)
    expect((await bring(member, 'medicines-import', file)).last).toMatchObject({
      result: { dryRun: false, rows: 2, ...changes },
    })
    expect(await stored(member.clinic, 'medicines')).toBe(2)
    const replaced = await bring(
      member,
      'medicines-import',
      [heading, 'dolo,Dolo 650,jaipur,2.05,120'].join('\n'),
      { replace: true, dryRun: true },
    )
    expect(replaced.last).toMatchObject({ result: { medicines: { removed: 1 } } })
    expect(await stored(member.clinic, 'medicines')).toBe(2)
  })

  it('of patients reports its progress, the result of each row, and who did it [SETUP-08]', async () => {
    const member = await clinicWith('owner')
    const rows = Array.from(
      { length: 3_000 },
      (_, index) => `Person${index},98${String(10_000_000 + index)},+91`,
    )
    const file = ['firstName,phoneNumber,countryCode', ...rows].join('\n')
    const looked = await bring(member, 'patient-import', file, { dryRun: true })
    expect(looked.last).toMatchObject({
      result: { dryRun: true, rows: 3_000, created: 3_000, matched: 0 },
    })
    expect(await stored(member.clinic, 'patients')).toBe(0)
    const brought = await bring(member, 'patient-import', file)
    expect(brought.last).toMatchObject({ result: { rows: 3_000, created: 3_000 } })
    expect(await stored(member.clinic, 'patients')).toBe(3_000)
    expect(brought.lines[0]).toMatchObject({ report: expect.stringContaining('line') })
    const report = brought.lines.flatMap((line) => ('report' in line ? [line.report] : [])).join('')
    expect(report.trim().split('\n')).toHaveLength(3_001)
    expect(brought.lines.filter((line) => 'rows' in line)).toContainEqual({
      rows: expect.any(Number),
      share: expect.any(Number),
    })
    const by = await house.sql(
      "select distinct acting_user_id::int as id from audit_entries where workspace_id = $1 and action = 'CREATED'",
      [member.clinic.workspaceId],
    )
    expect(by).toEqual([{ id: member.clinic.id('staff', 'nina-roy') }])
    expect((await bring(member, 'patient-import', file)).last).toMatchObject({
      result: { created: 0, matched: 3_000 },
    })
  })

  it('with wrong lines is refused with each of them, and nothing is written [SETUP-08]', async () => {
    const member = await clinicWith('owner')
    const { status, last } = await bring(
      member,
      'medicines-import',
      [heading, 'dolo,Dolo,jaipur,2,1', 'mox,Mox,delhi,9,1'].join('\n'),
    )
    expect([status, last]).toEqual([
      200,
      {
        refused: expect.objectContaining({
          code: 'FILE_HAS_INVALID_LINES',
          mistakes: [{ path: 'line 3', reason: 'location must be one of berlin, jaipur' }],
          requestId: expect.any(String),
        }),
      },
    ])
    expect(await stored(member.clinic, 'medicines')).toBe(0)
  })

  it.each([
    ['a receptionist, of medicines', 'reception', undefined, 'medicines-import'],
    ['who sees own patients alone', 'manager', { ownVisits: true }, 'patient-import'],
  ] as const)('is refused from %s [SETUP-08] [DASH-10]', async (_, preset, rights, operation) => {
    const member = await clinicWith(preset, rights)
    const { status, last } = await bring(member, operation, 'firstName\nMeera')
    expect([status, last.code]).toEqual([403, 'NOT_ALLOWED'])
    expect(await stored(member.clinic, 'patients')).toBe(0)
  })

  it.each([
    ['a page elsewhere', { origin: 'https://evil.example' }, 403, 'CROSS_ORIGIN_REQUEST'],
    ['a form', { 'content-type': 'text/plain' }, 403, 'CROSS_ORIGIN_REQUEST'],
    ['a stranger', { cookie: '' }, 401, 'NOT_SIGNED_IN'],
    ['a workspace of others', { 'x-workspace': 'elsewhere' }, 404, 'WORKSPACE_NOT_FOUND'],
  ])('is not read from %s [SETUP-08] [DASH-08]', async (_, headers, status, code) => {
    const member = await clinicWith('owner')
    const reply = await bring(member, 'patient-import', 'firstName\nMeera', {}, headers)
    expect([reply.status, reply.last.code]).toEqual([status, code])
    expect(await stored(member.clinic, 'patients')).toBe(0)
  })

  it('must be for a known import, with its options, and at most 8 MiB [SETUP-08]', async () => {
    const member = await clinicWith('owner')
    expect((await bring(member, 'workspace-delete', 'x')).last.code).toBe('UNKNOWN_OPERATION')
    expect(
      (await bring(member, 'patient-import', 'firstName\nMeera', { dryRun: 'no' })).last.refused
        .code,
    ).toBe('VALIDATION_ERROR')
    expect(
      (await bring(member, 'patient-import', 'firstName\nMeera', {}, { 'x-input': '[' })).last.code,
    ).toBe('VALIDATION_ERROR')
    const large = Buffer.alloc(8 * 1024 * 1024 + 1, 'a')
    const reply = await fetch(`${service}/dashboard/api/files/patient-import`, {
      method: 'POST',
      headers: {
        cookie: member.cookie,
        origin: service,
        'content-type': 'text/csv',
        'x-workspace': member.clinic.name,
      },
      body: large,
    }).catch(() => undefined)
    expect([413, undefined]).toContain(reply?.status)
    expect(await stored(member.clinic, 'patients')).toBe(0)
  })

  it.each([
    ['a million columns', 'patient-import', ','.repeat(4_300_000), 'FILE_HAS_INVALID_LINES'],
    ['unknown columns', 'patient-import', `${'x,'.repeat(99)}y`, 'FILE_HAS_NO_HEADER'],
    [
      'millions of rows',
      'patient-import',
      `firstName\n${'a\n'.repeat(3_000_000)}`,
      'FILE_TOO_LONG',
    ],
    [
      'rows that end as on old computers',
      'patient-import',
      `firstName,age\r${'a,1\r'.repeat(1_000_000)}`,
      'FILE_TOO_LONG',
    ],
    [
      'wrong rows',
      'medicines-import',
      `${heading}\n${'a,b,jaipur,-1,1\n'.repeat(400_000)}`,
      'FILE_HAS_INVALID_LINES',
    ],
  ])('of %s is refused in few words [SETUP-08]', async (_, operation, file, code) => {
    const member = await clinicWith('owner')
    let [lines, last]: Json[] = []
    const ms = await measureLongestTurn(async () => {
      ;({ lines, last } = await bring(member, operation, file, { dryRun: true }))
    }, 250)
    expect(last.refused.code).toBe(code)
    expect(ms).toBeLessThan(250)
    expect(JSON.stringify(lines).length).toBeLessThan(100_000)
    expect(await stored(member.clinic, 'patients')).toBe(0)
  })

  it('of patients who share one phone and one name holds no one up [SETUP-08]', async () => {
    const member = await clinicWith('owner')
    const file = `firstName,phoneNumber,mrnNumber\n${Array.from({ length: 6_000 }, (_, index) => `Meera,9876543210,m-${index}`).join('\n')}`
    const ms = await measureLongestTurn(async () => {
      expect(
        (await bring(member, 'patient-import', file, { dryRun: true })).last.result.created,
      ).toBe(6_000)
    }, 250)
    expect(ms).toBeLessThan(250)
  })

  it('with a clinic, longer than the texts of other requests, is read as the command reads it [SETUP-02]', async () => {
    const member = await clinicWith('owner')
    const headers = {
      cookie: member.cookie,
      origin: service,
      'content-type': 'application/json',
      'x-workspace': member.clinic.name,
    }
    const call = async (name: string, input: Json): Promise<Json> =>
      (
        await fetch(`${service}/dashboard/api/operations/${name}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(input),
        })
      ).json()
    const { source } = await call('workspace-export', {})
    const long = `${source}${'# A note of the clinic, which is kept beside what it is about.\n'.repeat(16_000)}`
    expect(long.length).toBeGreaterThan(900_000)
    expect(
      await call('settings-import', { source: long, anyVersion: true, dryRun: true }),
    ).toMatchObject({ dryRun: true, differences: [] })
    // An unauthorized caller is refused before it is read.
    headers.cookie = ''
    expect((await call('settings-import', { source: long })).code).toBe('NOT_SIGNED_IN')
  })

  it('waits while two others are imported [SETUP-08]', async () => {
    const member = await clinicWith('owner')
    const tried = () => bring(member, 'patient-import', 'firstName\nMeera', { dryRun: true })
    const imported = await withClient(house.connection, async (other) => {
      await other.query('begin; lock table patients in access exclusive mode')
      const running = [tried(), tried()]
      const held = `${lockWaitersQuery} and relation = 'patients'::regclass`
      await expect.poll(async () => (await other.query(held)).rowCount).toBe(2)
      const busy = await tried()
      expect([busy.status, busy.last.code]).toEqual([503, 'IMPORTS_RUNNING'])
      await other.query('commit')
      return Promise.all(running)
    })
    expect(imported.map(({ last }) => last.result.rows)).toEqual([1, 1])
    expect((await tried()).last.result.rows).toBe(1)
  })
})
