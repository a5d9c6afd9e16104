import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  listSlots,
  openHarness,
  pageOrigin,
} from '../../../test/support/clinic/harness.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { expectBetween } from '../../../test/support/run/expect-between.ts'
import { deleteExpiredData } from '../../doors/app/delete-expired-data.ts'
import { defaultRetention } from '../../doors/app/retention.ts'

const house = await openHarness()
const detail = '/v2/workspaces'
const invalid = { message: 'Invalid API key', error: 'Unauthorized', statusCode: 401 }
const ask = (headers: Record<string, string>, path = detail) =>
  house.call('GET', path, { headers, from: '198.51.100.7' })
const sessionRows = ({ workspaceId }: Clinic) =>
  house.sql('select * from widget_sessions where workspace_id = $1', [workspaceId])

describe('201', () => {
  it('opens a session for a widget key, from any address [AUTH-26]', async () => {
    const clinic = await house.clinic()
    const { key } = await clinic.widgetKey()
    const before = house.application.clock.now()
    const reply = await house.call('POST', '/v1/widget/session', { key, from: '198.51.100.7' })
    expect(reply.status).toBe(201)
    expect(reply.json).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      expiresAt: expect.stringMatching(/\+00:00$/),
    })
    expectBetween(
      Date.parse(reply.json.expiresAt) - 3_600_000,
      before,
      house.application.clock.now(),
    )
  })

  it('returns a new token each time and stores only its hash [AUTH-27] [INV-36]', async () => {
    const clinic = await house.clinic()
    const tokens = await Promise.all([clinic.session(), clinic.session()])
    expect(new Set(tokens.map(({ authorization }) => authorization)).size).toBe(2)
    const dump = JSON.stringify(await house.sql('select to_jsonb(s) as row from widget_sessions s'))
    for (const { authorization } of tokens) expect(dump).not.toContain(authorization.slice(7))
    expect(await sessionRows(clinic)).toHaveLength(2)
  })
})

describe('a session', () => {
  it('reads what a patient may see, only in its own workspace [AUTH-22]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const reply = await ask(await clinic.session())
    expect(reply.status).toBe(200)
    expect(reply.json.workspaceId).toBe(clinic.workspaceId)
    expect((await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07', {})).status).toBe(200)
    expect(
      (await ask(await other.session(), `/v1/public-profiles/${clinic.id('profile', 'asha-rao')}`))
        .status,
    ).toBe(404)
  })

  it('ends after its hour [AUTH-25]', async () => {
    const clinic = await house.clinic()
    const headers = await clinic.session()
    await house.moveTo(new Date(house.application.clock.now() + 3_590_000).toISOString())
    expect((await ask(headers)).status).toBe(200)
    await house.moveTo(new Date(house.application.clock.now() + 15_000).toISOString())
    const reply = await ask(headers)
    expect([reply.status, reply.json]).toEqual([401, invalid])
  })

  const ends = cases<[string, (clinic: Clinic, id: number) => Promise<unknown>]>([
    [
      'deactivated',
      (clinic, id) => house.operate('key-deactivate', { workspace: clinic.name, id }),
    ],
    ['deleted', (clinic, id) => house.operate('key-delete', { workspace: clinic.name, id })],
    [
      'in a suspended workspace',
      ({ workspaceId }) =>
        house.sql("update workspaces set status = 'SUSPENDED' where id = $1", [workspaceId]),
    ],
    [
      'expired',
      ({ workspaceId }, id) =>
        house.sql(
          "update api_keys set expires_at = '2030-01-01' where workspace_id = $1 and id = $2",
          [workspaceId, id],
        ),
    ],
  ])
  it.each(ends)('ends with its key, once that is %s [AUTH-25]', async (_, end) => {
    const clinic = await house.clinic()
    const headers = await clinic.session()
    expect((await ask(headers)).status).toBe(200)
    await end(clinic, (await clinic.widgetKey()).id)
    await expect.poll(async () => (await ask(headers)).status).toBe(401)
    expect((await ask(headers)).json).toEqual(invalid)
    expect(
      (await house.call('POST', '/v1/widget/session', { key: (await clinic.widgetKey()).key }))
        .status,
    ).toBe(401)
  })

  it('is ignored if an API key is sent, and does not help a bad one [AUTH-13]', async () => {
    const clinic = await house.clinic()
    const headers = await clinic.session()
    expect((await house.call('GET', '/v1/addresses', { key: clinic.key, headers })).status).toBe(
      200,
    )
    expect((await house.call('GET', detail, { key: 'wrong', headers })).json).toEqual(invalid)
  })

  it('is deleted a day after its end, and no sooner', async () => {
    const clinic = await house.clinic()
    await clinic.session()
    const end = Number(
      (
        await house.sql(
          'select extract(epoch from expires_at) * 1000 as at from widget_sessions where workspace_id = $1',
          [clinic.workspaceId],
        )
      )[0].at,
    )
    await deleteExpiredData(house.application.database, defaultRetention, end + 86_399_000)
    expect(await sessionRows(clinic)).toHaveLength(1)
    await deleteExpiredData(house.application.database, defaultRetention, end + 86_401_000)
    expect(await sessionRows(clinic)).toHaveLength(0)
  })
})

describe('401', () => {
  const junk = cases<[string, string]>([
    ['no token', 'Bearer '],
    ['a developer key', 'KEY'],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['two words', 'Bearer a b'],
    ['a token cut short', 'SHORT'],
  ])
  it.each(junk)('refuses %s with the body of a bad key [AUTH-13] [AUTH-25]', async (_, value) => {
    const clinic = await house.clinic()
    const { authorization } = await clinic.session()
    const madeHere: Record<string, string> = {
      KEY: `Bearer ${clinic.key}`,
      SHORT: authorization.slice(0, -1),
    }
    const reply = await ask({ authorization: madeHere[value] ?? value })
    expect([reply.status, reply.json]).toEqual([401, invalid])
  })

  it.each(['{}', '{"workspaceId": 9}', '[1]', 'not json', '{"a":'])(
    'opens a session whatever body is sent: %s',
    async (body) => {
      const clinic = await house.clinic()
      const { key } = await clinic.widgetKey()
      for (const type of ['application/json', 'text/plain']) {
        const reply = await house.call('POST', '/v1/widget/session', {
          key,
          body,
          headers: { 'content-type': type },
        })
        expect(reply.status, reply.text).toBe(201)
      }
    },
  )

  it('refuses to open a session for a developer key, for a session and without a credential [AUTH-16]', async () => {
    const clinic = await house.clinic()
    const refused = await Promise.all([
      clinic.post('/v1/widget/session', {}),
      house.call('POST', '/v1/widget/session', { headers: await clinic.session() }),
      house.call('POST', '/v1/widget/session'),
    ])
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(refused[0]?.json).toEqual(invalid)
    expect(await sessionRows(clinic)).toHaveLength(1)
  })
})

describe('403', () => {
  it('refuses a session to a page of an origin that the key does not list, and names it [A-247]', async () => {
    const clinic = await house.clinic()
    const { key } = await clinic.widgetKey()
    const open = (headers: Record<string, string>) =>
      house.call('POST', '/v1/widget/session', { key, headers, from: '198.51.100.7' })
    for (const origin of [
      'https://elsewhere.example',
      `${pageOrigin}.evil.example`,
      pageOrigin.toUpperCase(),
      'null',
    ]) {
      const { status, json } = await open({ origin })
      expect([status, json], origin).toEqual([
        403,
        {
          statusCode: 403,
          message: `The origin ${origin} is not listed on this widget key; add it to the key, or open the page at an origin that is.`,
        },
      ])
    }
    expect(await sessionRows(clinic)).toEqual([])
    for (const headers of [{ origin: pageOrigin }, {}] as Record<string, string>[])
      expect((await open(headers)).status).toBe(201)
  })
})

describe('cross-origin headers', () => {
  const preflight = (path: string, origin: string, method: string, from = '198.51.100.7') =>
    house.call('OPTIONS', path, {
      from,
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization',
      },
    })
  const allows = ({ headers }: { headers: Record<string, unknown> }) =>
    headers['access-control-allow-origin']

  it('are sent to pages of the origins that the session’s key lists [GEN-23]', async () => {
    const clinic = await house.clinic()
    const session = await clinic.session()
    const reply = await ask({ ...session, origin: pageOrigin })
    expect(allows(reply)).toBe(pageOrigin)
    expect(reply.headers.vary).toBe('origin')
    expect(String(reply.headers['access-control-expose-headers'])).toContain('x-request-id')
    expect(allows(await ask({ ...session, origin: 'https://elsewhere.example' }))).toBeUndefined()
  })

  it('are sent with refusals too, so that a page can distinguish an ended session from a lost connection [GEN-23]', async () => {
    await (await house.clinic()).widgetKey()
    const ended = await ask({ authorization: `Bearer ${'x'.repeat(43)}`, origin: pageOrigin })
    expect([ended.status, allows(ended)]).toEqual([401, pageOrigin])
    const forbidden = await ask(
      { ...(await (await house.clinic()).session()), origin: pageOrigin },
      '/v1/addresses',
    )
    expect([forbidden.status, allows(forbidden)]).toEqual([403, pageOrigin])
  })

  it('are sent with a refusal to open a session, to pages of the origins that any key lists [GEN-23] [A-247]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const { key } = await clinic.widgetKey()
    const ofOther = 'https://other-clinic.example'
    await house.operate('key-create', {
      workspace: other.name,
      kind: 'WIDGET',
      name: 'x',
      allow: [],
      origins: [ofOther],
    })
    const open = (sent: string, origin: string) =>
      house.call('POST', '/v1/widget/session', { key: sent, headers: { origin } })
    const outcomes = [
      await open('wrong', pageOrigin),
      await open(key, ofOther),
      await open(clinic.key, pageOrigin),
    ]
    expect(outcomes.map((reply) => [reply.status, allows(reply)])).toEqual([
      [401, pageOrigin],
      [403, ofOther],
      [401, pageOrigin],
    ])
    for (const sent of ['wrong', key])
      expect(allows(await open(sent, 'https://elsewhere.example'))).toBeUndefined()
  })

  it('are never sent for an API key, for any origin [GEN-23]', async () => {
    const clinic = await house.clinic()
    await clinic.widgetKey()
    for (const path of [detail, '/v1/addresses', '/v1/nope'])
      expect(allows(await clinic.get(path, { headers: { origin: pageOrigin } }))).toBeUndefined()
    expect(
      allows(await house.call('GET', detail, { key: 'wrong', headers: { origin: pageOrigin } })),
    ).toBeUndefined()
  })

  it('include the preflight of a listed origin, for routes that pages may reach, before any credential', async () => {
    await (await house.clinic()).widgetKey()
    for (const [path, method] of [
      [detail, 'GET'],
      ['/v1/widget/session', 'POST'],
      ['/v1/public-profiles/7', 'GET'],
    ] as const) {
      const reply = await preflight(path, pageOrigin, method)
      expect([reply.status, allows(reply), reply.text], path).toEqual([204, pageOrigin, ''])
      expect(String(reply.headers['access-control-allow-headers'])).toContain('x-end-user-id')
      expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  const refused = cases<[string, string, string, string]>([
    ['an origin that is not registered', detail, 'https://elsewhere.example', 'GET'],
    ['an origin in other letters', detail, 'https://SUNRISE.example', 'GET'],
    ['an origin that only begins alike', detail, `${pageOrigin}.evil.example`, 'GET'],
    ['the null origin', detail, 'null', 'GET'],
    ['a route for developer keys', '/v1/addresses', pageOrigin, 'GET'],
    ['a method that is not documented', detail, pageOrigin, 'DELETE'],
    ['a path that is not documented', '/v1/nope', pageOrigin, 'GET'],
  ])
  it.each(refused)('leave the preflight of %s to the gates', async (_, path, origin, method) => {
    await (await house.clinic()).widgetKey()
    const reply = await preflight(path, origin, method)
    expect([reply.status, allows(reply)]).toEqual([401, undefined])
  })

  it('stop with the key that lists the origin', async () => {
    const clinic = await house.clinic()
    const origin = 'https://only-here.example'
    const { id } = await house.operate('key-create', {
      workspace: clinic.name,
      kind: 'WIDGET',
      name: 'x',
      allow: [],
      origins: [origin],
    })
    expect((await preflight(detail, origin, 'GET')).status).toBe(204)
    await house.operate('key-origins', { workspace: clinic.name, id, add: [], remove: [origin] })
    expect((await preflight(detail, origin, 'GET')).status).toBe(401)
  })
})

describe('origins', () => {
  it('are stored as browsers write them, and only for widget keys', async () => {
    const clinic = await house.clinic()
    const { id } = await clinic.widgetKey()
    const changed = await house.operate('key-origins', {
      workspace: clinic.name,
      id,
      add: ['https://Clinic.Example:443/', 'http://localhost:8080'],
      remove: [pageOrigin],
    })
    expect(changed.allowedOrigins).toEqual(['https://clinic.example', 'http://localhost:8080'])
    for (const wrong of [
      'clinic.example',
      'https://clinic.example/page',
      'ftp://clinic.example',
      '*',
      'null',
      'https://a b',
    ]) {
      await expect(
        house.operate('key-origins', { workspace: clinic.name, id, add: [wrong], remove: [] }),
        wrong,
      ).rejects.toThrow('is not an origin')
    }
    const some = (count: number, host = 'example') =>
      Array.from({ length: count }, (_, index) => `https://p${index}.${host}`)
    const add = (origins: string[]) =>
      house.operate('key-origins', { workspace: clinic.name, id, add: origins, remove: [] })
    await expect(
      add(some(1, `${'a.'.repeat(140)}example`)),
      'longer than any host',
    ).rejects.toThrow('267')
    await add(some(98))
    await expect(add(some(1, 'test'))).rejects.toThrow('at most 100 origins, and these are 101')
    await expect(
      house.operate('key-create', {
        workspace: clinic.name,
        kind: 'WIDGET',
        name: 'x',
        allow: [],
        origins: some(101),
      }),
    ).rejects.toThrow('at most 100')
    await expect(
      house.operate('key-origins', {
        workspace: clinic.name,
        id: clinic.keyId,
        add: [pageOrigin],
        remove: [],
      }),
    ).rejects.toThrow('cannot be used on web pages')
  })
})
