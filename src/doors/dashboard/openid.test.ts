// Signing in at an OpenID Connect provider, with requests like a browser's; the screen is in
// test/screens/dashboard/openid.test.ts.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Harness,
  type Json,
  openHarness,
  type Reply,
} from '../../../test/support/clinic/harness.ts'
import {
  logIn,
  type OpenIdServer,
  startOpenIdServer,
} from '../../../test/support/clinic/openid-server.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'
import type { ApplicationOptions } from '../app/options.ts'

const origin = 'http://clinic.test'
const ownPage = { origin, host: 'clinic.test' }
const logged: Json[] = []
const lines = new Writable({
  write(line, _, done) {
    logged.push(JSON.parse(String(line)))
    done()
  },
})
const log = pino({ level: 'warn' }, lines)
const reasons = () => logged.map(({ reason }) => reason)
beforeEach(() => void logged.splice(0))

const provider = await startOpenIdServer()
provider.startAnswering(origin)
const house = await openHarness({ openId: provider.settings, log })
house.application.listensAt(origin)

/** The same installation in another process, with other settings. */
async function processWith(options: Partial<ApplicationOptions>): Promise<Harness> {
  const other = await openHarness({ connection: house.connection, ...options })
  other.application.listensAt(origin)
  return other
}

const post = (
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  at = house,
  from?: string,
): Promise<Reply> =>
  at.call('POST', `/dashboard/api/${path}`, {
    headers: { ...ownPage, ...headers },
    body,
    ...(from && { from }),
  })
const firstCookie = (reply: Reply) => String(reply.headers['set-cookie']).split(';')[0] ?? ''
const session = async (reply: Reply): Promise<Json> =>
  (await house.call('GET', '/dashboard/api/session', { headers: { cookie: firstCookie(reply) } }))
    .json

let people = 0
/** A user of the provider; the address is verified unless given otherwise. */
function person(claims: Json = {}, at: OpenIdServer = provider): { name: string; email: string } {
  people += 1
  const name = `person ${people}`
  const email = `person${people}@clinics.example`
  at.people.set(name, { email, email_verified: true, ...claims })
  return { name, email }
}

/** A clinic whose receptionist has this address. */
const createClinic = (email: string, change: (file: Json) => void = () => {}): Promise<Clinic> =>
  house.clinic((file: Json) => {
    file.roles = {
      ...file.roles,
      desk: { displayName: 'Desk', dashboard: 'reception' },
      owner: { displayName: 'Owner', dashboard: 'owner' },
    }
    Object.assign(file.staff['nina-roy'], { roles: ['desk'], email })
    file.practitioners['asha-rao'].roles = ['owner']
    change(file)
  })

async function beginSignIn(at = house): Promise<{ url: string; cookie: string; set: string }> {
  const reply = await post('sign-in/openid/begin', {}, {}, at)
  expect(reply.status, reply.text).toBe(200)
  return {
    url: reply.json.url,
    cookie: firstCookie(reply),
    set: String(reply.headers['set-cookie']),
  }
}

/** Logs in at the provider and sends its answer to the service. */
async function signIn(name: string | null, at = house): Promise<Reply> {
  const { url, cookie } = await beginSignIn(at)
  return post('sign-in/openid', { answer: await logIn(url, name) }, { cookie }, at)
}

const sessions = () => house.sql('select id from staff_sessions order by id')
const accounts = () =>
  house.sql('select account_id, workspace_id, user_id from staff_account_members order by 1, 2')

/**
 * Checks that it is refused in the one uniform way, with nothing written; returns the logged
 * reason.
 */
async function refusal(attempt: () => Promise<Reply>): Promise<unknown> {
  const before = [await sessions(), await accounts()]
  const reply = await attempt()
  expect([reply.status, { ...reply.json, requestId: '' }, reply.headers['set-cookie']]).toEqual([
    403,
    {
      code: 'OPENID_REFUSED',
      details: {},
      message: 'The provider did not sign in a member of the staff.',
      requestId: '',
    },
    undefined,
  ])
  expect([await sessions(), await accounts()]).toEqual(before)
  // A network may fail fifty times; these tests fail more often.
  await house.sql('delete from staff_sign_in_failures')
  return reasons().at(-1)
}

describe('a login at the provider', () => {
  it('signs in the member whose verified address it returns, in any spelling [DASH-09]', async () => {
    const { name, email } = person({ email: 'Desk.One@Clinics.Example' })
    expect(email).not.toBe('')
    const clinic = await createClinic('desk.one@clinics.example')
    const reply = await signIn(name)
    expect(reply.status, reply.text).toBe(200)
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^clinic-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict,clinic-browser=/,
    )
    expect(await session(reply)).toMatchObject({
      members: [{ workspace: clinic.name, userId: clinic.id('staff', 'nina-roy') }],
      waitsFor: null,
    })
    expect((await house.call('GET', '/dashboard/api/sign-in/ways', {})).json).toEqual({
      openId: 'Example ID',
      linkCommand: 'clinic dashboard link',
    })
  })

  it('is refused if its token was issued in the future, beyond what clocks differ by [DASH-09]', async () => {
    const { name, email } = person()
    await createClinic(email)
    try {
      provider.fastSeconds = 120
      expect(await refusal(() => signIn(name))).toBe('ANSWER_NOT_VALID')
      provider.fastSeconds = 10
      expect((await signIn(name)).status).toBe(200)
    } finally {
      provider.fastSeconds = 0
    }
  })

  it('redirects with state, nonce and PKCE, and sets a cookie for five minutes [DASH-09]', async () => {
    const { url, set } = await beginSignIn()
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: 'clinic',
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      redirect_uri: `${origin}/dashboard/sign-in/openid`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(set).toMatch(
      /^clinic-openid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=300$/,
    )
    const secure = await processWith({
      openId: provider.settings,
      publicUrl: 'https://clinic.test',
    })
    const begins = await post('sign-in/openid/begin', {}, { origin: 'https://clinic.test' }, secure)
    expect(String(begins.headers['set-cookie'])).toMatch(
      /^__Host-clinic-openid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=300$/,
    )
  })

  it('signs in the account that the member has, with all its clinics [DASH-09] [DASH-13]', async () => {
    const { name, email } = person()
    const clinic = await createClinic(email)
    const { url } = await house.operate('staff-invite', {
      workspace: clinic.name,
      id: clinic.id('staff', 'nina-roy'),
    })
    expect(
      (
        await post('invitation/accept', {
          token: url.split('#')[1],
          password: 'violet kettle sings',
        })
      ).status,
    ).toBe(200)
    const before = await accounts()
    const reply = await signIn(name)
    expect(await session(reply)).toMatchObject({ email, members: [{ workspace: clinic.name }] })
    expect(await accounts()).toEqual(before)
  })

  it('signs in to all clinics at once if there was no account, one account for many concurrent logins [DASH-09] [DASH-13]', async () => {
    const { name, email } = person()
    const clinics = [await createClinic(email), await createClinic(email)]
    const replies = await Promise.all([signIn(name), signIn(name), signIn(name)])
    for (const reply of replies) {
      expect(
        (await session(reply)).members.map(({ workspace }: Json) => workspace).toSorted(),
      ).toEqual(clinics.map(({ name }) => name).toSorted())
    }
    const ids = clinics.map(({ workspaceId }) => workspaceId)
    expect(
      await house.sql(
        'select distinct account_id from staff_account_members where workspace_id = any($1)',
        [ids],
      ),
    ).toHaveLength(1)
  })

  it('asks which clinic if the accounts are unrelated, and joins none [DASH-09] [DASH-13]', async () => {
    const { name, email } = person()
    const own = await createClinic(email)
    const foreign = await createClinic(email)
    // The owner of a clinic signs in with an invitation that she has made for someone else's
    // address.
    const { url } = await house.operate('staff-invite', {
      workspace: foreign.name,
      id: foreign.id('staff', 'nina-roy'),
    })
    const intruder = await post('invitation/accept', {
      token: url.split('#')[1],
      password: 'violet kettle sings',
    })
    const reply = await signIn(name)
    expect([reply.status, reply.headers['set-cookie']]).toEqual([200, undefined])
    expect(reply.json.choices.map(({ workspace }: Json) => workspace).toSorted()).toEqual(
      [own.name, foreign.name].toSorted(),
    )
    const { choosing } = reply.json
    expect(
      await refusal(() =>
        post('sign-in/openid/choose', {
          choosing: `${choosing.slice(0, -4)}AAAA`,
          workspace: own.name,
        }),
      ),
    ).toBe('ANSWER_NOT_EXPECTED')
    expect(
      await refusal(() => post('sign-in/openid/choose', { choosing: '', workspace: own.name })),
    ).toBe('ANSWER_NOT_EXPECTED')
    const chosen = await post('sign-in/openid/choose', { choosing, workspace: own.name })
    expect(await session(chosen)).toMatchObject({ members: [{ workspace: own.name }] })
    expect((await session(intruder)).members.map(({ workspace }: Json) => workspace)).toEqual([
      foreign.name,
    ])
    expect(
      await refusal(() => post('sign-in/openid/choose', { choosing, workspace: own.name })),
    ).toBe('ANSWER_NOT_EXPECTED')
    const again = (await signIn(name)).json.choosing
    const elsewhere = await createClinic('somebody@else.example')
    expect(
      await refusal(() =>
        post('sign-in/openid/choose', { choosing: again, workspace: elsewhere.name }),
      ),
    ).toBe('STAFF_NOT_KNOWN')
  })
})

describe('no one is signed in', () => {
  it.each<[string, Json, string]>([
    ['is not verified', { email_verified: false }, 'EMAIL_NOT_VERIFIED'],
    ['is said to be verified by a word', { email_verified: 'true' }, 'EMAIL_NOT_VERIFIED'],
    ['is not said to be verified', { email_verified: undefined }, 'EMAIL_NOT_VERIFIED'],
    ['is not told', { email: undefined }, 'EMAIL_MISSING'],
    ['is none', { email: 'desk' }, 'EMAIL_MISSING'],
  ])('whose address %s [DASH-09]', async (_, claims, reason) => {
    const { name, email } = person(claims)
    await createClinic(email)
    expect(await refusal(() => signIn(name))).toBe(reason)
  })

  it('who is not an active member, of an active clinic, with any right [DASH-09]', async () => {
    expect(await refusal(() => signIn(person().name))).toBe('STAFF_NOT_KNOWN')
    const noMember: [(file: Json) => void, string | undefined][] = [
      [(file) => (file.staff['nina-roy'].membership = 'inactive'), undefined],
      [(file) => (file.staff['nina-roy'].membership = 'invited'), undefined],
      [(file) => (file.staff['nina-roy'].roles = []), undefined],
      [() => {}, "update workspaces set status = 'SUSPENDED' where id = $1"],
    ]
    for (const [change, sql] of noMember) {
      const { name, email } = person()
      const clinic = await createClinic(email, change)
      if (sql) await house.sql(sql, [clinic.workspaceId])
      expect(await refusal(() => signIn(name))).toBe('STAFF_NOT_KNOWN')
    }
  })

  it('by the address that an account had before the clinic changed it [DASH-09]', async () => {
    const before = person()
    const after = person()
    const clinic = await createClinic(before.email)
    expect((await signIn(before.name)).status).toBe(200)
    await clinic.change((file: Json) => {
      file.staff['nina-roy'].email = after.email
    })
    expect(await refusal(() => signIn(before.name))).toBe('STAFF_NOT_KNOWN')
    expect((await session(await signIn(after.name))).members).toMatchObject([
      { workspace: clinic.name },
    ])
  })

  it('by an answer that is changed, repeated, late, or in another browser [DASH-09]', async () => {
    const { name, email } = person()
    await createClinic(email)
    const finish = (cookie: string, answer: string) =>
      refusal(() => post('sign-in/openid', { answer }, cookie ? { cookie } : {}))
    const changed = (answer: string, member: string, value: string) => {
      const parameters = new URLSearchParams(answer)
      parameters.set(member, value)
      return `?${parameters}`
    }
    for (const [member, value, reason] of [
      ['state', 'x'.repeat(43), 'ANSWER_NOT_VALID'],
      ['iss', 'https://evil.example', 'ANSWER_NOT_VALID'],
      ['code', 'x'.repeat(43), 'PROVIDER_REFUSED'],
      ['error', 'server_error', 'PROVIDER_REFUSED'],
    ] as const) {
      const { url, cookie } = await beginSignIn()
      expect(await finish(cookie, changed(await logIn(url, name), member, value)), member).toBe(
        reason,
      )
    }
    // The request to the provider is changed on its way.
    for (const member of ['nonce', 'code_challenge']) {
      const { url, cookie } = await beginSignIn()
      const address = new URL(url)
      address.searchParams.set(member, 'A'.repeat(43))
      expect(await finish(cookie, await logIn(address.href, name)), member).toBe(
        member === 'nonce' ? 'ANSWER_NOT_VALID' : 'PROVIDER_REFUSED',
      )
    }
    const one = await beginSignIn()
    const two = await beginSignIn()
    const tokenRequests = provider.countTokenRequests()
    expect(await finish('', await logIn(one.url, name))).toBe('ANSWER_NOT_EXPECTED')
    expect(await finish(two.cookie, await logIn(one.url, name))).toBe('ANSWER_NOT_VALID')
    expect(await finish(`clinic-openid=${'x'.repeat(43)}`, await logIn(one.url, name))).toBe(
      'ANSWER_NOT_EXPECTED',
    )
    expect(await finish((await beginSignIn()).cookie, '')).toBe('ANSWER_NOT_VALID')
    const late = await beginSignIn()
    await house.sql("update staff_challenges set expires_at = expires_at - interval '5 minutes'")
    expect(await finish(late.cookie, await logIn(late.url, name))).toBe('ANSWER_NOT_EXPECTED')
    expect(provider.countTokenRequests()).toBe(tokenRequests)
    const { url, cookie } = await beginSignIn()
    const answer = await logIn(url, name)
    expect((await post('sign-in/openid', { answer }, { cookie })).status).toBe(200)
    expect(await finish(cookie, answer)).toBe('ANSWER_NOT_EXPECTED')
  })

  it('twice with one answer: of many concurrent uses one succeeds [DASH-09]', async () => {
    const { name, email } = person()
    await createClinic(email)
    const { url, cookie } = await beginSignIn()
    const answer = await logIn(url, name)
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => post('sign-in/openid', { answer }, { cookie })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(403)])
  })

  it('who cancels at the provider, and if it refuses, is another, or is down [DASH-09]', async () => {
    expect(await refusal(() => signIn(null))).toBe('PROVIDER_REFUSED')
    expect(logged.at(-1)).toMatchObject({ detail: 'access_denied', requestId: expect.any(String) })
    const { name, email } = person()
    await createClinic(email)
    const wrong = await processWith({
      openId: { ...provider.settings, clientSecret: 'another' },
      log,
    })
    expect(await refusal(() => signIn(name, wrong))).toBe('PROVIDER_REFUSED')
    expect(logged.at(-1)).toMatchObject({ detail: 'invalid_client' })
    const begins = (at: Harness) => refusal(() => post('sign-in/openid/begin', {}, {}, at))
    const another = await processWith({
      openId: {
        ...provider.settings,
        issuer: provider.settings.issuer.replace('127.0.0.1', 'localhost'),
      },
      log,
    })
    expect(await begins(another)).toBe('ANSWER_NOT_VALID')
    const delayed = await startOpenIdServer()
    const later = await processWith({ openId: delayed.settings, log })
    expect(await begins(later)).toBe('PROVIDER_NOT_REACHED')
    // The provider is contacted again as soon as it is up, and found to be down in the middle of a
    // login.
    delayed.startAnswering(origin)
    delayed.people.set(name, { email, email_verified: true })
    const { url, cookie } = await beginSignIn(later)
    const answer = await logIn(url, name)
    await delayed.close()
    expect(await refusal(() => post('sign-in/openid', { answer }, { cookie }, later))).toBe(
      'PROVIDER_NOT_REACHED',
    )
    expect(JSON.stringify(logged)).not.toContain(email)
  })

  it('if the provider accepts a request and sends nothing, after five seconds [DASH-09]', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    afterFile(() => silent.closeAllConnections())
    afterFile(() => silent.close())
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const waiting = await processWith({ openId: { ...provider.settings, issuer }, log })
    expect(await refusal(() => post('sign-in/openid/begin', {}, {}, waiting))).toBe(
      'PROVIDER_NOT_REACHED',
    )
  })

  it('by the first token after the provider has changed its key, and by the next one again [DASH-09]', async () => {
    const { name, email } = person()
    await createClinic(email)
    expect((await signIn(name)).status).toBe(200)
    provider.changeKey(origin)
    expect(await refusal(() => signIn(name))).toBe('ANSWER_NOT_VALID')
    expect(logged.at(-1)).toMatchObject({ detail: 'OAUTH_KEY_SELECTION_FAILED' })
    expect((await signIn(name)).status).toBe(200)
  })

  it('by answers that have no end, which are not read further [DASH-09]', async () => {
    const sent = { discovery: 0, tokens: 0 }
    let endless: 'discovery' | 'tokens' = 'discovery'
    const server = createServer((request, response) => {
      const what = request.url?.startsWith('/token') ? 'tokens' : 'discovery'
      if (what !== endless)
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(metadata))
      response.writeHead(200, { 'content-type': 'application/json' })
      const write = () => {
        for (let more = true; more && !response.destroyed; sent[what] += 65_536)
          more = response.write('['.repeat(65_536))
      }
      response.on('drain', write)
      write()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    afterFile(() => server.closeAllConnections())
    afterFile(() => server.close())
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const [authorization, token, keys] = ['authorize', 'token', 'jwks'].map(
      (path) => `${issuer}/${path}`,
    )
    const metadata = {
      issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      jwks_uri: keys,
      response_types_supported: ['code'],
    }
    const at = await processWith({ openId: { ...provider.settings, issuer }, log })
    expect(await refusal(() => post('sign-in/openid/begin', {}, {}, at))).toBe(
      'PROVIDER_NOT_REACHED',
    )
    endless = 'tokens'
    const { url, cookie } = await beginSignIn(at)
    const answer = `?code=x&state=${new URL(url).searchParams.get('state')}`
    expect(await refusal(() => post('sign-in/openid', { answer }, { cookie }, at))).toBe(
      'PROVIDER_NOT_REACHED',
    )
    // What fits between two sockets.
    expect(Math.max(sent.discovery, sent.tokens)).toBeLessThan(20_000_000)
  })

  it('if no provider is configured [DASH-09]', async () => {
    const without = await processWith({})
    expect((await without.call('GET', '/dashboard/api/sign-in/ways', {})).json).toEqual({
      openId: null,
      linkCommand: 'clinic dashboard link',
    })
    for (const path of ['sign-in/openid/begin', 'sign-in/openid', 'sign-in/openid/choose'])
      expect((await post(path, {}, {}, without)).status).not.toBe(200)
  })

  it('from another page, nor by GET [DASH-08]', async () => {
    const { name, email } = person()
    await createClinic(email)
    const { url, cookie } = await beginSignIn()
    const answer = await logIn(url, name)
    const before = await sessions()
    expect(
      (await post('sign-in/openid', { answer }, { cookie, origin: 'https://evil.example' })).json
        .code,
    ).toBe('CROSS_ORIGIN_REQUEST')
    expect(
      (await house.call('GET', `/dashboard/sign-in/openid${answer}`, { headers: { cookie } }))
        .headers['set-cookie'],
    ).toBeUndefined()
    expect(
      (await house.call('GET', `/dashboard/api/sign-in/openid${answer}`, { headers: { cookie } }))
        .headers['set-cookie'],
    ).toBeUndefined()
    expect(await sessions()).toEqual(before)
    expect((await post('sign-in/openid', { answer }, { cookie })).status).toBe(200)
  })

  it('after fifty failures of a network, whether or not the provider answers [DASH-06]', async () => {
    const from = '203.0.113.40'
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 52; attempt += 1)
      codes.push((await post('sign-in/openid', { answer: '' }, {}, house, from)).json.code)
    expect(codes.slice(49)).toEqual(['OPENID_REFUSED', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS'])
    await house.sql('delete from staff_sign_in_failures')
  })
})

describe('a role that requires a second factor', () => {
  const requires = (file: Json) => {
    file.roles.desk.secondFactor = 'required'
  }

  it('asks for one after a login, which counts as one factor [DASH-05] [DASH-09]', async () => {
    const { name, email } = person({ amr: ['pwd', 'mfa'] })
    await createClinic(email, requires)
    const reply = await signIn(name)
    expect((await session(reply)).waitsFor).toBe('SET_UP')
    expect((await post('operations/ids', {}, { cookie: firstCookie(reply) })).json.code).toBe(
      'SECOND_FACTOR_REQUIRED',
    )
  })

  it('asks for none if the installation says that each login proves two [DASH-05] [DASH-09]', async () => {
    const { name, email } = person()
    await createClinic(email, requires)
    const two = await processWith({ openId: { ...provider.settings, factors: 'two' } })
    expect((await session(await signIn(name, two))).waitsFor).toBe(null)
  })

  it('asks for none after a login with several factors according to the provider, if the installation trusts it [DASH-05] [DASH-09]', async () => {
    const saying = await startOpenIdServer({ factors: 'amr', tellsInToken: true })
    saying.startAnswering(origin)
    const believing = await processWith({ openId: saying.settings })
    for (const [amr, waitsFor] of [
      [['pwd', 'otp', 'mfa'], null],
      [['pwd', 'otp'], 'SET_UP'],
      [undefined, 'SET_UP'],
    ] as const) {
      const { name, email } = person({ amr }, saying)
      await createClinic(email, requires)
      expect((await session(await signIn(name, believing))).waitsFor).toBe(waitsFor)
    }
  })
})
