import { describe, expect, it } from 'vitest'
import { book, listSlots, openHarness } from '../../../test/support/clinic/harness.ts'
import { defaultRateLimits } from './rate-limits.ts'

const house = await openHarness({
  limits: {
    perAddress: 40,
    pages: 3,
    perKey: 20,
    perWorkspace: 25,
    perRoute: { read: 6, write: 4, sensitive: 3 },
  },
})

/** A new minute, which lasts until the end of the test, and an address that no one used in it. */
let lastAddress = 1
async function fresh() {
  house.stopClock()
  const now = house.application.clock.now()
  await house.moveTo(new Date(now + 60_000 - (now % 60_000)).toISOString())
  lastAddress += 1
  return `198.51.100.${lastAddress}`
}

/** A clinic whose key may be used from every address of the tests. */
async function clinic() {
  const made = await house.clinic()
  await house.operate('key-allow', {
    workspace: made.name,
    id: made.keyId,
    add: ['198.51.100.0/24', '2001:db8::/32'],
    remove: [],
  })
  return made
}

const left = ({ headers }: { headers: Record<string, unknown> }, route = false) =>
  Number(headers[`x-ratelimit-${route ? 'route-' : ''}remaining`])

describe('the default limits', () => {
  it('are the documented ones [RATE-02] [RATE-03] [RATE-04] [RATE-07]', () => {
    expect(defaultRateLimits).toEqual({
      perAddress: 2400,
      pages: 60,
      perKey: 1200,
      perWorkspace: 6000,
      perRoute: { read: 600, write: 300, sensitive: 60 },
    })
  })

  it('can be changed in the configuration of the installation [RATE-06]', async () => {
    const from = await fresh()
    const { headers } = await (await clinic()).get('/v1/addresses', { from })
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '20', 'x-ratelimit-route-limit': '6' })
  })
})

describe('an endpoint', () => {
  it('has the limit of its kind, 600 for reading and 300 for writing [PROF-07] [PAT-13] [PAT-14] [CAT-32]', async () => {
    const usual = await openHarness({ limits: defaultRateLimits, connection: house.connection })
    const own = await usual.clinic()
    const headers = { 'x-acting-user-id': String(own.id('practitioner', 'asha-rao')) }
    const { id } = (await book(own)).json.appointment
    const member = {
      name: 'Nina Sen',
      email: 'sen@sunrise.example',
      addressIds: [own.id('location', 'jaipur')],
    }
    const replies = [
      await own.get(`/v1/public-profiles/${own.id('profile', 'asha-rao')}`),
      await own.get('/v1/patients'),
      await own.get(`/v1/users?addressId=${own.id('location', 'jaipur')}`),
      await own.post('/v1/users', member, { headers }),
      await own.post(`/v1/appointments/${id}/vitals`, { vital: {} }, { headers }),
    ]
    expect(replies.map((reply) => reply.headers['x-ratelimit-route-limit'])).toEqual([
      '600',
      '600',
      '600',
      '300',
      '300',
    ])
  })
})

describe('a success', () => {
  it('says what is left for the key and the endpoint, one less each time [RATE-13] [RATE-14] [RATE-15]', async () => {
    const from = await fresh()
    const own = await clinic()
    const replies = [
      await own.get('/v1/addresses', { from }),
      await own.get('/v1/addresses', { from }),
      await own.get('/v1/doctors', { from }),
    ]
    expect(replies.map((reply) => left(reply))).toEqual([19, 18, 17])
    expect(replies.map((reply) => left(reply, true))).toEqual([5, 4, 5])
  })

  it('with another key of the workspace has its own numbers [RATE-12]', async () => {
    const from = await fresh()
    const own = await clinic()
    const second = await house.operate('key-create', {
      workspace: own.name,
      kind: 'DEVELOPER',
      name: 'second',
      allow: [from],
    })
    await own.get('/v1/addresses', { from })
    const reply = await own.get('/v1/addresses', { from, key: second.key })
    expect([left(reply), left(reply, true)]).toEqual([19, 5])
  })
})

describe('429', () => {
  it('is returned when the endpoint is used up, and the others continue [RATE-10] [RATE-11] [RATE-16] [ERR-11]', async () => {
    const from = await fresh()
    const own = await clinic()
    const profile = own.id('profile', 'asha-rao')
    // Different ids are one endpoint, refused or not.
    for (const id of [profile, profile + 1, profile + 2, profile, 999_999, profile])
      await own.get(`/v1/public-profiles/${id}`, { from })
    const refused = await own.get(`/v1/public-profiles/${profile}`, { from })
    expect(refused.status).toBe(429)
    expect(refused.json).toEqual({ message: expect.any(String) })
    expect((await own.get('/v1/addresses', { from })).status).toBe(200)
  })

  it('is returned for one method of a path, and the other continues [RATE-11]', async () => {
    const from = await fresh()
    const own = await clinic()
    const write = () =>
      own.post(
        '/v1/patients',
        { firstName: 'Meera' },
        { from, headers: { 'x-acting-user-id': String(own.id('practitioner', 'asha-rao')) } },
      )
    for (let number = 1; number <= 6; number += 1)
      expect((await own.get('/v1/patients', { from })).status).toBe(200)
    expect((await own.get('/v1/patients', { from })).status).toBe(429)
    for (let number = 1; number <= 4; number += 1)
      expect(left(await write(), true)).toBe(4 - number)
    expect((await write()).status).toBe(429)
  })

  it('is counted separately for a sensitive endpoint, including what was refused with 400 [RATE-08] [RATE-09] [RATE-23]', async () => {
    const from = await fresh()
    const own = await clinic()
    const before = await own.bookingRows()
    for (const status of [400, 400, 400, 429])
      expect((await book(own, { mode: 'x' }, { from })).status).toBe(status)
    expect(await own.bookingRows()).toBe(before)
  })

  it('is returned for the whole workspace, all keys together [RATE-03]', async () => {
    const from = await fresh()
    const own = await clinic()
    const keys = await Promise.all(
      Array.from({ length: 5 }, () =>
        house.operate('key-create', {
          workspace: own.name,
          kind: 'DEVELOPER',
          name: 'more',
          allow: [from],
        }),
      ),
    )
    const statuses: number[] = []
    for (let request = 0; request < 30; request += 1)
      statuses.push((await own.get('/v1/addresses', { from, key: keys[request % 5].key })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(25)
    expect(statuses.slice(25)).toEqual(Array(5).fill(429))
  })

  it('is returned by address before the key is checked, regardless of the allowlist [RATE-04] [RATE-05]', async () => {
    const from = await fresh()
    const statuses: number[] = []
    for (let request = 0; request < 41; request += 1)
      statuses.push((await house.call('GET', '/v1/addresses', { key: 'wrong', from })).status)
    expect(statuses).toEqual([...Array(40).fill(401), 429])
    expect((await (await house.clinic()).get('/v1/addresses', { from })).status).toBe(429)
  })

  it('is counted for IPv6 by the /64, and for IPv4 in IPv6 as IPv4 [RATE-04]', async () => {
    await fresh()
    const from = (index: number) => `2001:db8:1:${lastAddress}::${index.toString(16)}`
    for (let request = 0; request < 40; request += 1)
      await house.call('GET', '/v1/addresses', { key: 'wrong', from: from(request) })
    expect(
      (await house.call('GET', '/v1/addresses', { key: 'wrong', from: from(77) })).status,
    ).toBe(429)
    expect(
      (
        await house.call('GET', '/v1/addresses', {
          key: 'wrong',
          from: `2001:db8:2:${lastAddress}::1`,
        })
      ).status,
    ).toBe(401)
    for (let request = 0; request < 40; request += 1)
      await house.call('GET', '/v1/addresses', { key: 'wrong', from: '::ffff:198.51.100.250' })
    expect(
      (await house.call('GET', '/v1/addresses', { key: 'wrong', from: '198.51.100.250' })).status,
    ).toBe(429)
  })

  it('is returned to an address that loads page after page, and its API calls continue', async () => {
    const from = await fresh()
    const statuses = async (path: string) => (await house.call('GET', path, { from })).status
    const pages = [
      await statuses('/docs'),
      await statuses('/docs/explorer.js'),
      await statuses('/openapi.json'),
    ]
    expect([...pages, await statuses('/docs'), await statuses('/docs/explorer.js')]).toEqual([
      200, 200, 200, 429, 429,
    ])
    expect((await (await clinic()).get('/v1/addresses', { from })).status).toBe(200)
    expect((await house.call('GET', '/docs', { from: '198.51.100.250' })).status).toBe(200)
  })

  it('uses nothing of the other limits, and a bad key nothing of any key [RATE-22]', async () => {
    const from = await fresh()
    const own = await clinic()
    for (let request = 0; request < 10; request += 1)
      await listSlots(own, 'asha-rao', 'jaipur', '2030-01-07').then(() =>
        own.get('/v1/addresses', { from }),
      )
    for (let request = 0; request < 3; request += 1)
      await own.get('/v1/addresses', { from, key: own.key.slice(0, -1) })
    // Six of each endpoint were admitted, four of each refused: of the key's twenty, eight are
    // left.
    expect(left(await own.get('/v1/doctors', { from }))).toBe(7)
  })

  it('says the seconds to the next minute, after which the same call is admitted [RATE-01] [RATE-18]', async () => {
    const from = await fresh()
    const own = await clinic()
    await house.moveTo(new Date(house.application.clock.now() + 20_000).toISOString())
    for (let request = 0; request < 6; request += 1) await own.get('/v1/addresses', { from })
    const refused = await own.get('/v1/addresses', { from })
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(35)
    expect(seconds).toBeLessThanOrEqual(40)
    await house.moveTo(new Date(house.application.clock.now() + seconds * 1000).toISOString())
    expect((await own.get('/v1/addresses', { from })).status).toBe(200)
  })

  it("is returned to a session by its widget key's count [RATE-21]", async () => {
    const from = await fresh()
    const own = await clinic()
    const one = await own.session()
    const other = await own.session()
    await house.call('GET', '/v2/workspaces', { headers: one, from })
    const reply = await house.call('GET', '/v2/workspaces', { headers: other, from })
    // Two sessions were opened and two requests sent.
    expect([left(reply), left(reply, true)]).toEqual([16, 4])
  })

  it("is returned by a key's own limit if it has one", async () => {
    const from = await fresh()
    const own = await clinic()
    await house.operate('key-limit', { workspace: own.name, id: own.keyId, requestsPerMinute: 2 })
    expect((await own.get('/v1/addresses', { from })).headers['x-ratelimit-limit']).toBe('2')
    await house.operate('key-limit', {
      workspace: own.name,
      id: own.keyId,
      requestsPerMinute: null,
    })
    expect((await own.get('/v1/addresses', { from })).headers['x-ratelimit-limit']).toBe('20')
  })
})

describe('visitors of one page', () => {
  const page = {
    perAddress: 1_000,
    pages: 60,
    perKey: 60,
    perWorkspace: 200,
    perRoute: { read: 30, write: 20, sensitive: 12 },
  }

  async function open(limits = page) {
    const shared = await openHarness({ limits, connection: house.connection })
    shared.stopClock()
    const own = await shared.clinic()
    const { key } = await own.widgetKey()
    let last = 0
    function newAddress() {
      last += 1
      return `203.0.113.${last}`
    }
    return {
      own,
      widgetKey: key,
      /** A new session from a new address. */
      async visitor(from = newAddress()) {
        const opened = await shared.call('POST', '/v1/widget/session', { key, from })
        expect(opened.status).toBe(201)
        return { from, key: null, headers: { authorization: `Bearer ${opened.json.token}` } }
      },
      openFrom: (from: string) => shared.call('POST', '/v1/widget/session', { key, from }),
    }
  }
  const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
    const all = []
    for (let index = 0; index < times; index += 1) all.push((await call()).status)
    return {
      passed: all.filter((status) => status === 200).length,
      refused: all.filter((status) => status === 429).length,
    }
  }

  it('are not affected by a greedy one: it meets the limit, and quiet sessions pass from the reserve (A-232)', async () => {
    await fresh()
    const { own, visitor } = await open()
    const greedy = await visitor()
    expect(await statuses(40, () => own.get('/v2/workspaces', greedy))).toEqual({
      passed: 30,
      refused: 10,
    })
    const quiet = await visitor()
    expect(await statuses(12, () => own.get('/v2/workspaces', quiet))).toEqual({
      passed: 10,
      refused: 2,
    })
    // The reserve is as large as the limit, and then it ends for all.
    for (let index = 0; index < 2; index += 1)
      expect(
        (await statuses(10, async () => own.get('/v2/workspaces', await visitor()))).passed,
      ).toBe(10)
    const late = await visitor()
    expect(await own.get('/v2/workspaces', late)).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.anything() },
    })
  })

  it('each have three of the reserve of a sensitive endpoint, which ends for all as well (A-232) [RATE-08]', async () => {
    await fresh()
    const { own, visitor } = await open()
    const before = await own.bookingRows()
    const tries = async (
      visitor: Awaited<ReturnType<Awaited<ReturnType<typeof open>>['visitor']>>,
    ) => {
      const all = []
      for (let index = 0; index < 14; index += 1)
        all.push((await book(own, { mode: 'x' }, visitor)).status)
      return all.filter((status) => status !== 429).length
    }
    expect(await tries(await visitor())).toBe(12)
    const passed = []
    for (let index = 0; index < 5; index += 1) passed.push(await tries(await visitor()))
    expect(passed).toEqual([3, 3, 3, 3, 0])
    expect(await own.bookingRows()).toBe(before)
  })

  it('have no reserve beyond the limit of their workspace (A-232) [RATE-03]', async () => {
    await fresh()
    const { own, visitor } = await open({ ...page, perWorkspace: 36 })
    const greedy = await visitor()
    expect(await statuses(40, () => own.get('/v2/workspaces', greedy))).toEqual({
      passed: 30,
      refused: 10,
    })
    // 31 of 36 are used, one more to open a session.
    const quiet = await visitor()
    expect(await statuses(10, () => own.get('/v2/workspaces', quiet))).toEqual({
      passed: 4,
      refused: 6,
    })
  })

  it('share one address only up to a limit', async () => {
    await fresh()
    const { own, visitor } = await open()
    const first = await visitor('198.51.100.99')
    expect((await statuses(31, () => own.get('/v2/workspaces', first))).passed).toBe(30)
    const more = [await visitor('198.51.100.99'), await visitor('198.51.100.99')]
    // Thirty of forty are used.
    expect((await statuses(8, () => own.get('/v2/workspaces', more[0]))).passed).toBe(8)
    expect((await statuses(8, () => own.get('/v2/workspaces', more[1]))).passed).toBe(2)
  })

  it('can open sessions although one of them opens as many as possible', async () => {
    await fresh()
    const { openFrom } = await open()
    const opened = []
    for (let index = 0; index < 25; index += 1)
      opened.push((await openFrom('198.51.100.98')).status)
    expect(opened.filter((status) => status === 201)).toHaveLength(20)
    expect((await openFrom('198.51.100.97')).status).toBe(201)
  })

  it('do not lose the reserve of a sensitive endpoint to a few addresses: a network has six of it, and an IPv6 /56 too [A-232]', async () => {
    await fresh()
    const { own, visitor } = await open()
    // The limit admits 400 as it does 200, and nothing is sent.
    async function countAdmitted(times: number, newcomer: (index: number) => string) {
      let passed = 0
      for (let index = 0; index < times; index += 1) {
        const { headers, ...as } = await visitor(newcomer(index))
        const { status } = await own.post(
          '/v1/otp/send',
          {},
          { ...as, headers: { ...headers, 'x-end-user-id': `u-${index}` } },
        )
        expect([400, 429]).toContain(status)
        if (status === 400) passed += 1
      }
      return passed
    }
    const anywhere = (index: number) => `192.0.2.${index}`
    expect(await countAdmitted(12, anywhere)).toBe(12)
    expect(await countAdmitted(8, () => '198.51.100.201')).toBe(6)
    expect(await countAdmitted(5, (index) => `2001:db8:0:aa${index}0::1`)).toBe(5)
    // Eleven of the reserve's twelve are used, and of the /56 five of six.
    expect(await countAdmitted(2, (index) => `2001:db8:0:aaf${index}::1`)).toBe(1)
    expect(await countAdmitted(1, () => '198.51.100.202')).toBe(0)
  })

  it('do not change developer keys: those have no reserve', async () => {
    const from = await fresh()
    const own = await clinic()
    const replies = []
    for (let index = 0; index < 8; index += 1)
      replies.push((await own.get('/v1/addresses', { from })).status)
    expect(replies).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  })
})
