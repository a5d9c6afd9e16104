import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  openHarness,
} from '../../../test/support/clinic/harness.ts'
import { cases } from '../../../test/support/run/cases.ts'

const lines: string[] = []
const house = await openHarness({
  log: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }),
})

const badKey = '{"message":"Invalid API key","error":"Unauthorized","statusCode":401}'
const workspaceDetail = '/v2/workspaces'
const prize = '192.0.2.1'

/** A second developer key of the clinic. */
const anotherKey = (
  clinic: Clinic,
  more: Record<string, unknown> = {},
): Promise<{ id: number; key: string }> =>
  house.operate('key-create', {
    workspace: clinic.name,
    kind: 'DEVELOPER',
    name: 'another',
    allow: ['127.0.0.1'],
    ...more,
  })

const widgetKey = (clinic: Clinic) => anotherKey(clinic, { kind: 'WIDGET', allow: [] })

/** A clinic whose key admits exactly these addresses. */
async function clinicAllowing(...allow: string[]): Promise<Clinic> {
  const clinic = await house.clinic()
  clinic.key = (await anotherKey(clinic, { allow })).key
  return clinic
}

/** Invalidates the clinic's key, or returns how to call with an invalid credential. */
type Spoil = (clinic: Clinic) => CallOptions | Promise<CallOptions | undefined>

describe('200', () => {
  it('needs only the key in x-api-key [AUTH-01] [AUTH-02]', async () => {
    const clinic = await house.clinic()
    expect((await clinic.get(workspaceDetail)).status).toBe(200)
  })

  it('takes the workspace from the key alone, so two keys see disjoint clinics [GEN-04] [GEN-05]', async () => {
    const a = await house.clinic()
    const b = await house.clinic()
    for (const url of ['/v1/addresses', '/v1/doctors']) {
      const listIds = async (clinic: Clinic): Promise<number[]> =>
        (await clinic.get(url)).json.map(({ id }: { id: number }) => id)
      const ofA = await listIds(a)
      const ofB = await listIds(b)
      expect(ofA.length).toBeGreaterThan(1)
      expect(ofA.filter((id) => ofB.includes(id))).toEqual([])
    }
    expect((await a.get(workspaceDetail)).json.workspaceId).toBe(a.workspaceId)
    expect((await b.get(workspaceDetail)).json.workspaceId).toBe(b.workspaceId)
  })

  it('lets several keys of a workspace work side by side until one is retired [AUTH-06]', async () => {
    const clinic = await house.clinic()
    const second = await anotherKey(clinic)
    for (const key of [clinic.key, second.key])
      expect((await clinic.get(workspaceDetail, { key })).status).toBe(200)
    await house.operate('key-deactivate', { workspace: clinic.name, id: clinic.keyId })
    expect((await clinic.get(workspaceDetail)).status).toBe(401)
    expect((await clinic.get(workspaceDetail, { key: second.key })).status).toBe(200)
  })

  it('rotates a key by making a second one that overlaps with the first [AUTH-06] [AUTH-11]', async () => {
    const clinic = await house.clinic()
    const rotated = await house.operate('key-rotate', {
      workspace: clinic.name,
      id: clinic.keyId,
      overlapHours: 0,
    })
    expect((await clinic.get(workspaceDetail, { key: rotated.key })).status).toBe(200)
    expect((await clinic.get(workspaceDetail)).text).toBe(badKey)
  })

  const admittedSpellings = cases([
    [
      '203.0.113.7',
      ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '::FFFF:203.0.113.7'],
    ],
    ['203.0.113.0/24', ['203.0.113.0', '203.0.113.255', '::ffff:203.0.113.9']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    [
      '2001:db8::/32',
      ['2001:db8::1', '2001:0DB8:0:0::ffff', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ],
    ['2001:DB8::0001', ['2001:db8::1', '2001:db8:0:0:0:0:0:1']],
    ['::1', ['::1', '0:0:0:0:0:0:0:1']],
    ['fe80::7', ['fe80::7%eth0']],
  ])
  it.each(admittedSpellings)(
    'a key that lists %s admits its addresses in every spelling [AUTH-17]',
    async (entry, admitted) => {
      const clinic = await clinicAllowing(entry)
      for (const from of admitted)
        expect((await clinic.get(workspaceDetail, { from })).status, from).toBe(200)
    },
  )

  it('ignores a Bearer token sent with a good key', async () => {
    const clinic = await house.clinic()
    expect(
      (await clinic.get(workspaceDetail, { headers: { authorization: 'Bearer junk' } })).status,
    ).toBe(200)
  })

  it('marks a booking as from the Developer API, regardless of the body [AUTH-30]', async () => {
    const clinic = await house.clinic()
    const reply = await book(clinic, { source: 'X' })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.json.appointment.source).toBe('DEVELOPER_API')
    expect(
      await house.sql('select source from appointments where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ source: 'DEVELOPER_API' }])
  })
})

describe('401', () => {
  it('tells a caller without any credential how to send one [AUTH-14]', async () => {
    for (const headers of [{}, { cookie: 'x-api-key=1' }, { 'x-request-id': 'a' }]) {
      const reply = await house.call('GET', workspaceDetail, { headers })
      expect(reply.status).toBe(401)
      expect(Object.keys(reply.json)).toEqual(['message', 'statusCode'])
      expect(reply.json.message).toMatch(/x-api-key.*Bearer session token/)
      expect(reply.json.statusCode).toBe(401)
    }
  })

  const brokenKeys: [string, Spoil][] = [
    ['wrong', () => ({ key: 'wrong' })],
    ['of the right form', () => ({ key: `clinic_dev_${'A'.repeat(43)}` })],
    ['in upper case', ({ key }) => ({ key: key.toUpperCase() })],
    ['with a letter more', ({ key }) => ({ key: `${key}x` })],
    ['cut to 20 characters', ({ key }) => ({ key: key.slice(0, 20) })],
    ['cut by its last character', ({ key }) => ({ key: key.slice(0, -1) })],
    [
      'masked',
      async ({ name }) => ({
        key: encodeURIComponent(
          (await house.operate('key-list', { workspace: name }))[0].keyPreview,
        ),
      }),
    ],
    ['its own hash', ({ key }) => ({ key: createHash('sha256').update(key).digest('hex') })],
    ['a kilobyte of junk', () => ({ key: 'k'.repeat(1024) })],
  ]
  it.each(brokenKeys)('refuses a key that is %s [AUTH-07] [AUTH-08] [AUTH-15]', refusesAsBadKey)

  const retiredKeys: [string, Spoil][] = [
    [
      'deactivated',
      ({ name, keyId }) =>
        house.operate('key-deactivate', { workspace: name, id: keyId }).then(nothingMore),
    ],
    [
      'deleted',
      ({ name, keyId }) =>
        house.operate('key-delete', { workspace: name, id: keyId }).then(nothingMore),
    ],
    [
      'expired',
      ({ keyId }) =>
        house
          .sql(`update api_keys set expires_at = '2029-12-31T23:59:59Z' where id = $1`, [keyId])
          .then(nothingMore),
    ],
  ]
  it.each(retiredKeys)(
    'refuses a key that is %s with the very same body [AUTH-09] [AUTH-10] [AUTH-11] [AUTH-15]',
    refusesAsBadKey,
  )

  const foreignKeys: [string, Spoil][] = [
    [
      'of a suspended workspace',
      ({ workspaceId }) =>
        house
          .sql(`update workspaces set status = 'SUSPENDED' where id = $1`, [workspaceId])
          .then(nothingMore),
    ],
    ['of the widget', async (clinic) => ({ key: (await widgetKey(clinic)).key })],
    [
      'of the widget, although its address is listed',
      async (clinic) => ({ key: (await anotherKey(clinic, { kind: 'WIDGET' })).key }),
    ],
  ]
  it.each(foreignKeys)(
    'refuses a key %s with the very same body [AUTH-12] [AUTH-15]',
    refusesAsBadKey,
  )

  const misplacedCredentials: [string, Spoil][] = [
    ['an empty x-api-key', () => header('x-api-key', '')],
    ['a blank x-api-key', () => header('x-api-key', '  ')],
    ['x-api-key twice', ({ key }) => header('x-api-key', [key, key])],
    ['x-api-key twice, the second empty', ({ key }) => header('x-api-key', [key, ''])],
    ['the scheme before the key', ({ key }) => header('x-api-key', `Bearer ${key}`)],
    ['the key in quotes', ({ key }) => header('x-api-key', `"${key}"`)],
    ['the key as Bearer', ({ key }) => header('authorization', `Bearer ${key}`)],
    ['the key as ApiKey', ({ key }) => header('authorization', `ApiKey ${key}`)],
    ['the key as Basic', ({ key }) => header('authorization', `Basic ${btoa(`${key}:`)}`)],
    ['an empty Authorization', () => header('authorization', '')],
    ['api-key', ({ key }) => header('api-key', key)],
    ['apikey', ({ key }) => header('apikey', key)],
    ['x_api_key', ({ key }) => header('x_api_key', key)],
    ['x-apikey', ({ key }) => header('x-apikey', key)],
    ['x-api-token', ({ key }) => header('x-api-token', key)],
    [
      'a bad x-api-key beside a good look-alike',
      ({ key }) => ({ key: null, headers: { 'x-api-key': 'wrong', 'api-key': key } }),
    ],
  ]
  it.each(misplacedCredentials)(
    'refuses a credential sent as %s with the very same body [AUTH-01] [AUTH-13] [AUTH-15]',
    refusesAsBadKey,
  )

  it('takes no key from the query, the path or a cookie [AUTH-01]', async () => {
    const { key } = await house.clinic()
    for (const url of [
      `${workspaceDetail}?x-api-key=${key}`,
      `${workspaceDetail}?apiKey=${key}`,
      `/v2/workspaces/${key}`,
    ]) {
      expect(
        (await house.call('GET', url, { headers: { cookie: `x-api-key=${key}` } })).status,
      ).toBe(401)
    }
  })

  it('makes a key expire at its minute, not before [AUTH-11]', async () => {
    const clinic = await house.clinic()
    const start = house.application.clock.now()
    const { key } = await anotherKey(clinic, { expires: new Date(start + 60_000).toISOString() })
    await house.moveTo(new Date(start + 55_000).toISOString())
    expect((await clinic.get(workspaceDetail, { key })).status).toBe(200)
    await house.moveTo(new Date(start + 60_000).toISOString())
    expect((await clinic.get(workspaceDetail, { key })).text).toBe(badKey)
  })

  it('checks the key before the address [AUTH-20] [AUTH-29]', async () => {
    const clinic = await house.clinic()
    const widget = await widgetKey(clinic)
    for (const key of ['wrong', widget.key]) {
      const reply = await clinic.get(workspaceDetail, { key, from: '203.0.113.9' })
      expect(reply.status).toBe(401)
      expect(reply.text).toBe(badKey)
    }
  })

  const retirements = cases([
    [
      'deactivated',
      (clinic: Clinic) =>
        house.operate('key-deactivate', { workspace: clinic.name, id: clinic.keyId }),
    ],
    [
      'deleted',
      (clinic: Clinic) => house.operate('key-delete', { workspace: clinic.name, id: clinic.keyId }),
    ],
    [
      'deactivated by hand',
      (clinic: Clinic) =>
        house.sql(`update api_keys set status = 'DEACTIVATED' where id = $1`, [clinic.keyId]),
    ],
    [
      'of a workspace that was suspended by hand',
      (clinic: Clinic) =>
        house.sql(`update workspaces set status = 'SUSPENDED' where id = $1`, [clinic.workspaceId]),
    ],
  ])
  it.each(retirements)(
    'a key that is %s stops within two seconds in every process [AUTH-09] [AUTH-10]',
    async (_, revoke) => {
      const neighbour = await secondProcess()
      const clinic = await house.clinic()
      const statusAt = async (place: typeof house) =>
        (await place.call('GET', workspaceDetail, { key: clinic.key })).status
      expect([await statusAt(house), await statusAt(neighbour)]).toEqual([200, 200])
      await revoke(clinic)
      // Well under the five seconds for which a key may be cached when the notification is lost.
      await expect
        .poll(async () => [await statusAt(house), await statusAt(neighbour)])
        .toEqual([401, 401])
    },
  )
})

describe('403', () => {
  const unlistedAddresses = cases([
    ['127.0.0.1', '::1', '::1'],
    ['::1', '127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.2', '127.0.0.2'],
    ['127.0.0.1', '::ffff:127.0.0.2', '127.0.0.2'],
    ['127.0.0.1', '::ffff:7f00:2', '127.0.0.2'],
    ['127.0.0.1', '::127.0.0.1', '::7f00:1'],
    ['203.0.113.0/24', '203.0.114.0', '203.0.114.0'],
    ['203.0.113.0/24', '203.0.112.255', '203.0.112.255'],
    ['2001:db8::/32', '2001:DB9:0:0::1', '2001:db9::1'],
    ['2001:db8::/32', '32.1.13.184', '32.1.13.184'],
    ['fe80::7', 'fe80::8%eth0', 'fe80::8'],
  ])
  it.each(unlistedAddresses)(
    'a key that lists %s refuses %s and names it as %s [AUTH-17] [AUTH-18] [AUTH-19]',
    async (entry, from, seen) => {
      const clinic = await clinicAllowing(entry)
      const reply = await clinic.get(workspaceDetail, { from })
      expect(reply.status).toBe(403)
      expect(Object.keys(reply.json)).toEqual(['message', 'statusCode'])
      expect(reply.json.message).toContain(` ${seen} `)
      expect(reply.json.statusCode).toBe(403)
    },
  )

  it('a key whose allowlist was emptied admits no one [AUTH-17]', async () => {
    const clinic = await house.clinic()
    await house.operate('key-allow', {
      workspace: clinic.name,
      id: clinic.keyId,
      add: [],
      remove: ['127.0.0.1'],
    })
    for (const from of ['127.0.0.1', '::1', '0.0.0.0', '::'])
      expect((await clinic.get(workspaceDetail, { from })).status, from).toBe(403)
  })

  it('a narrowed allowlist applies within two seconds in every process [AUTH-17]', async () => {
    const neighbour = await secondProcess()
    const clinic = await house.clinic()
    const status = async () =>
      (await neighbour.call('GET', workspaceDetail, { key: clinic.key })).status
    expect(await status()).toBe(200)
    await house.operate('key-allow', {
      workspace: clinic.name,
      id: clinic.keyId,
      add: ['203.0.113.7'],
      remove: ['127.0.0.1'],
    })
    await expect.poll(status).toBe(403)
  })

  it('answers an undocumented route with Forbidden once the key is good [GEN-14]', async () => {
    const clinic = await house.clinic()
    for (const [method, url] of [
      ['GET', '/v1/nope'],
      ['DELETE', '/v1/doctors'],
      ['POST', '/v1/api-keys'],
      ['POST', '/v1/keys'],
    ] as const) {
      const reply = await house.call(method, url, { key: clinic.key })
      expect(reply.status, url).toBe(403)
      expect(reply.json).toEqual({
        message: expect.any(String),
        error: 'Forbidden',
        statusCode: 403,
      })
    }
  })

  it('creates no key over HTTP, because no route of the register does [AUTH-03]', async () => {
    expect(house.application.routes.filter(({ path }) => /key/i.test(path))).toEqual([])
  })

  it('repeats a 401 and a 403 unchanged [AUTH-28]', async () => {
    const clinic = await house.clinic()
    const before = await clinic.bookingRows()
    for (const options of [{ key: 'wrong' }, { from: '203.0.113.9' }]) {
      const first = await book(clinic, {}, options)
      const second = await book(clinic, {}, options)
      expect(second.status).toBe(first.status)
      expect(second.text).toBe(first.text)
    }
    expect(await clinic.bookingRows()).toBe(before)
  })
})

describe('behind proxies', () => {
  const attacker = '203.0.113.66'
  const claims: [string, Record<string, string | string[]>][] = [
    ...[
      'x-forwarded-for',
      'forwarded',
      'x-real-ip',
      'cf-connecting-ip',
      'true-client-ip',
      'x-client-ip',
      'x-cluster-client-ip',
      'fastly-client-ip',
      'x-forwarded',
      'forwarded-for',
      'x-originating-ip',
      'x-remote-ip',
      'x-remote-addr',
      'client-ip',
      'via',
      'host',
      'x-forwarded-host',
      'remote-addr',
    ].map((name): [string, Record<string, string>] => [name, { [name]: prize }]),
    ['Forwarded with for=', { forwarded: `for=${prize};proto=https;by=10.0.0.1` }],
    ['Forwarded with a quoted IPv6', { forwarded: `for="[::ffff:${prize}]:4711"` }],
    ...[
      `${prize}, 10.0.0.9`,
      `${prize},10.0.0.9,10.0.0.8`,
      `10.0.0.9, ${prize}`,
      `${prize}, ${prize}`,
      `::ffff:${prize}`,
      `::FFFF:c000:201`,
      `${prize}:443`,
      `[${prize}]`,
      `"${prize}"`,
      ` ${prize} `,
      `,${prize}`,
      `${prize},`,
      `${prize},,`,
      `${prize}%eth0`,
      '192.0.2.01',
      '0300.0.2.1',
      '3221225985',
      '0xc0000201',
      `${prize}.`,
      'unknown',
      '_hidden',
      `127.0.0.1, ${prize}`,
      `${prize} 10.0.0.1`,
      `${prize};10.0.0.1`,
      `${'10.0.0.9, '.repeat(500)}${prize}`,
      '',
      ' ',
      '127.0.0.1',
      'localhost',
    ].map((value): [string, Record<string, string>] => [
      `x-forwarded-for: ${value.slice(0, 40)}`,
      { 'x-forwarded-for': value },
    ]),
    ['x-forwarded-for twice', { 'x-forwarded-for': [prize, prize] }],
    ['x-forwarded-for and x-real-ip', { 'x-forwarded-for': prize, 'x-real-ip': prize }],
  ]
  // Each proxy adds the address it saw, at the right-hand end.
  const chains = {
    none: [attacker],
    one: [attacker, '10.0.0.1'],
    two: [attacker, 'fd00::2', '10.0.0.1'],
  }

  const proxied = openHarness({ trustedProxies: ['10.0.0.0/8', 'fd00::/16'] })

  /**
   * Headers and peer of a request as they arrive after this chain of hops, the last of which is the
   * peer.
   */
  function arriving(headers: Record<string, string | string[]>, hops: string[]): CallOptions {
    const seen = hops.slice(0, -1)
    const sent = headers['x-forwarded-for'] ?? []
    return {
      from: hops.at(-1) as string,
      headers: {
        ...headers,
        ...(seen.length > 0 ? { 'x-forwarded-for': [...[sent].flat(), ...seen] } : {}),
      },
    }
  }

  it.each([`${attacker}:4711`, `[${attacker}]`, '[2001:db8::66]:4711'])(
    'is the one a proxy records as %s, never the proxy’s own',
    async (noted) => {
      const place = await proxied
      const clinic = await place.clinic()
      const allowed = async (allow: string) =>
        (
          await place.operate('key-create', {
            workspace: clinic.name,
            kind: 'DEVELOPER',
            name: 'noted',
            allow: [allow],
          })
        ).key
      const ask = async (allow: string) =>
        (
          await clinic.get(workspaceDetail, {
            key: await allowed(allow),
            from: '10.0.0.1',
            headers: { 'x-forwarded-for': noted },
          })
        ).status
      expect(await ask(noted.includes('db8') ? '2001:db8::66' : attacker)).toBe(200)
      expect(await ask('10.0.0.1')).toBe(403)
    },
  )

  it('has many forged headers to try', () => {
    expect(claims.length).toBeGreaterThan(45)
  })

  it.each(claims)(
    'a caller cannot claim a listed address by %s [AUTH-17] [AUTH-18]',
    async (_, headers) => {
      const place = await proxied
      const clinic = await place.clinic()
      const { key } = await place.operate('key-create', {
        workspace: clinic.name,
        kind: 'DEVELOPER',
        name: 'prize',
        allow: [prize],
      })
      for (const [name, hops] of Object.entries(chains)) {
        const forged = await clinic.get(workspaceDetail, { key, ...arriving(headers, hops) })
        expect(forged.status, name).toBe(403)
        expect(forged.json.message, name).toContain(` ${attacker} `)
      }
      // Without a proxy to vouch for it the header is ignored even if no proxy is configured.
      const plain = await house.clinic()
      const bare = await anotherKey(plain, { allow: [prize] })
      expect(
        (await plain.get(workspaceDetail, { key: bare.key, from: attacker, headers })).status,
      ).toBe(403)
    },
  )

  const trueCallerSeenThrough = Object.entries({
    none: [prize],
    one: [prize, '10.0.0.1'],
    two: [prize, 'fd00::2', '::ffff:10.0.0.1'],
  })
  it.each(trueCallerSeenThrough)(
    'the true caller is found behind %s of them [AUTH-17]',
    async (_, hops) => {
      const place = await proxied
      const clinic = await place.clinic()
      const { key } = await place.operate('key-create', {
        workspace: clinic.name,
        kind: 'DEVELOPER',
        name: 'prize',
        allow: [prize],
      })
      expect((await clinic.get(workspaceDetail, { key, ...arriving({}, hops) })).status).toBe(200)
    },
  )

  const junkClaims = cases([['junk'], [`${prize}, junk`], [`${prize}:`], [`[${prize}`], [',']])
  it.each(junkClaims)(
    'a proxy that vouches for %s is itself the caller [AUTH-18]',
    async (value) => {
      const place = await proxied
      const clinic = await place.clinic()
      const reply = await clinic.get(workspaceDetail, {
        from: '10.0.0.1',
        headers: { 'x-forwarded-for': value },
      })
      expect(reply.status).toBe(403)
      expect(reply.json.message).toContain(' 10.0.0.1 ')
    },
  )
})

describe('stored keys', () => {
  it('are made with at least one address, shown once, and masked afterwards [AUTH-04] [AUTH-05]', async () => {
    const clinic = await house.clinic()
    await expect(anotherKey(clinic, { allow: [] })).rejects.toThrow('at least one allowed address')
    const shown = JSON.stringify(
      await house.operate('key-list', { workspace: clinic.name, all: true }),
    )
    expect(shown).toContain(clinic.key.slice(-4))
    expect(shown).not.toContain(clinic.key.slice(-8))
  })

  it('are in no row of any table and in no line of the log, whole or in part [AUTH-27] [INV-36]', async () => {
    const clinic = await house.clinic()
    const widget = await widgetKey(clinic)
    await clinic.get(workspaceDetail)
    await clinic.get(`/v1/nope?key=${clinic.key}`)
    await clinic.get(workspaceDetail, { key: widget.key })
    await clinic.get(workspaceDetail, { from: '203.0.113.9' })
    await book(clinic)
    await house.operate('key-list', { workspace: clinic.name })

    const holding = async (text: string) => {
      const tables = await house.sql(
        `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
      )
      expect(tables.length).toBeGreaterThan(10)
      const counts = await Promise.all(
        tables.map(({ name }) =>
          house.sql(
            `select count(*)::int as rows from ${name} t where position($1 in t::text) > 0`,
            [text],
          ),
        ),
      )
      return tables.filter((_, index) => counts[index]?.[0].rows > 0).map(({ name }) => name)
    }
    for (const key of [clinic.key, widget.key]) {
      const secret = key.slice(key.lastIndexOf('_', 16) + 1)
      expect(await holding(createHash('sha256').update(key).digest('hex'))).toEqual(['api_keys'])
      for (const form of [
        key,
        secret,
        key.slice(-12),
        Buffer.from(key).toString('hex'),
        Buffer.from(key).toString('base64'),
      ]) {
        expect(await holding(form)).toEqual([])
        expect(lines.filter((line) => line.includes(form))).toEqual([])
      }
    }
    expect(lines.some((line) => line.includes(`"keyId":${clinic.keyId}`))).toBe(true)
  })
})

const nothingMore = () => undefined

function header(name: string, value: string | string[]): CallOptions {
  return { key: null, headers: { [name]: value } }
}

/** Every kind of bad key gets these bytes, and nothing is done for the caller. */
async function refusesAsBadKey(_: string, spoil: Spoil) {
  const clinic = await house.clinic()
  const options = (await spoil(clinic)) ?? {}
  const before = await clinic.bookingRows()
  for (const reply of [
    await clinic.get(workspaceDetail, options),
    await book(clinic, {}, options),
    await clinic.get('/v1/nope', options),
  ]) {
    expect(reply.status).toBe(401)
    expect(reply.text).toBe(badKey)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  }
  expect(await clinic.bookingRows()).toBe(before)
}

let neighbour: ReturnType<typeof openHarness> | undefined

/** Another application on the same database, as another process would be. */
function secondProcess() {
  neighbour ??= openHarness({ connection: house.connection })
  return neighbour
}
