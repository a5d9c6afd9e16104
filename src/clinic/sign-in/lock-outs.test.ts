// What strangers' wrong attempts refuse to a member: as little as possible, while guesses stay
// bounded.

import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  openHarness,
  type Reply,
} from '../../../test/support/clinic/harness.ts'
import { logIn, startOpenIdServer } from '../../../test/support/clinic/openid-server.ts'

const origin = 'http://clinic.test'
const provider = await startOpenIdServer()
provider.startAnswering(origin)
const house = await openHarness({ openId: provider.settings })
house.application.listensAt(origin)
const password = 'violet kettle sings'
const home = '203.0.113.5'
const shared = '203.0.113.77'

const post = (
  path: string,
  body: unknown,
  from = home,
  cookies: Record<string, string> = {},
): Promise<Reply> =>
  house.call('POST', `/dashboard/api/${path}`, {
    headers: {
      origin,
      host: 'clinic.test',
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    },
    body,
    from,
  })
/** The cookies of a browser after an answer. */
function mergeCookies(reply: Reply, before: Record<string, string> = {}): Record<string, string> {
  const set = [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0]?.split('=') as [string, string])
  return { ...before, ...Object.fromEntries(set) }
}
const signIn = (email: string, typed: string, from?: string, cookies?: Record<string, string>) =>
  post('sign-in/password', { email, password: typed }, from, cookies)

interface Person {
  clinic: Clinic
  email: string
  /** The cookies of the browser in which they signed in. */
  cookies: Record<string, string>
}

async function member(): Promise<Person> {
  const clinic = await house.clinic((file: Json) => {
    file.roles = { ...file.roles, desk: { displayName: 'Desk', dashboard: 'reception' } }
    Object.assign(file.staff['nina-roy'], {
      roles: ['desk'],
      email: `nina@${file.workspace.name}.example`,
    })
  })
  const { url, email } = await house.operate('staff-invite', {
    workspace: clinic.name,
    id: clinic.id('staff', 'nina-roy'),
  })
  const reply = await post('invitation/accept', { token: url.split('#')[1], password })
  expect(reply.status, reply.text).toBe(200)
  const { 'clinic-session': _, ...cookies } = mergeCookies(reply)
  return { clinic, email, cookies }
}

/** Wrong passwords of strangers; returns what the last one was told. */
async function strangersTry(
  times: number,
  email: (time: number) => string,
  from: (time: number) => string,
): Promise<string> {
  let last = ''
  for (let time = 0; time < times; time += 1)
    last = (await signIn(email(time), 'not the password 7', from(time))).json.code
  return last
}
const fromAnywhere = (time: number) => `198.51.${100 + Math.floor(time / 250)}.${time % 250}`

describe('a member whose password strangers guess', () => {
  it('signs in from another network, if the strangers have one [DASH-06]', async () => {
    const { email } = await member()
    expect(
      await strangersTry(
        11,
        () => email,
        () => shared,
      ),
    ).toBe('TOO_MANY_ATTEMPTS')
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('signs in from another network if the strangers have an entire connection, with 256 networks of IPv6 [DASH-06]', async () => {
    const { email } = await member()
    await strangersTry(
      30,
      () => email,
      (time) =>
        time < 10 ? '2001:db8:1:100::1' : `2001:db8:1:1${time.toString(16).padStart(2, '0')}::1`,
    )
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('signs in with a browser that was used before, wherever the strangers are [DASH-06]', async () => {
    const { email, cookies } = await member()
    expect(await strangersTry(30, () => email, fromAnywhere)).toBe('TOO_MANY_ATTEMPTS')
    expect((await signIn(email, password)).json.code).toBe('TOO_MANY_ATTEMPTS')
    expect((await signIn(email, password, home, cookies)).status).toBe(200)
  })

  it('signs in during hundreds of guesses of one line, and of many [DASH-06]', async () => {
    const { email, cookies } = await member()
    const flood = (from: (time: number) => string) =>
      Array.from({ length: 300 }, (_, time) =>
        signIn(`nobody${time}@clinics.example`, 'not the password 7', from(time)),
      )
    // How long it waits at most is a matter of guess-queue.test.ts.
    const ofLine = flood((time) => `2001:db8:2:1${(time % 256).toString(16).padStart(2, '0')}::1`)
    expect((await signIn(email, password)).status).toBe(200)
    const codes = (await Promise.all(ofLine)).map(({ json }) => json.code)
    expect(codes.filter((code) => code === 'SIGN_IN_REFUSED').length).toBeLessThanOrEqual(20)
    const ofMany = flood(fromAnywhere)
    expect((await signIn(email, password, home, cookies)).status).toBe(200)
    await Promise.all(ofMany)
  })

  it('has ten attempts in that browser, and no one else has more because of it [DASH-06]', async () => {
    const person = await member()
    const other = await member()
    const codes: string[] = []
    for (let time = 0; time < 11; time += 1)
      codes.push((await signIn(person.email, 'not the password 7', home, person.cookies)).json.code)
    expect(codes).toEqual([...Array(10).fill('SIGN_IN_REFUSED'), 'TOO_MANY_ATTEMPTS'])
    // Strangers with an account of their own are known for that account only.
    const made: Record<string, string> = {
      'clinic-browser': `${String(other.cookies['clinic-browser']).split('.')[0]}.${'A'.repeat(43)}`,
    }
    for (const cookies of [other.cookies, made]) {
      const tried = await Promise.all(
        Array.from({ length: 25 }, (_, time) =>
          signIn(person.email, 'not the password 7', shared, { ...cookies, time: String(time) }),
        ),
      )
      expect(
        tried.filter(({ json }) => json.code === 'SIGN_IN_REFUSED').length,
      ).toBeLessThanOrEqual(10)
    }
  })

  it('is not guessed by the owner of another clinic who gave someone there the same address [DASH-06] [DASH-13]', async () => {
    const { email } = await member()
    const { clinic: foreign } = await member()
    await foreign.change((file: Json) => Object.assign(file.staff['nina-roy'], { email }))
    const { url } = await house.operate('staff-invite', {
      workspace: foreign.name,
      id: foreign.id('staff', 'nina-roy'),
    })
    expect(
      (
        await post('invitation/accept', {
          token: url.split('#')[1],
          password: 'another long secret 9',
        })
      ).status,
    ).toBe(200)
    // Each guess comes from a browser of its own, in which the other account signed in before.
    const browsers: Record<string, string>[] = []
    for (let time = 0; time < 25; time += 1)
      browsers.push(mergeCookies(await signIn(email, 'another long secret 9', fromAnywhere(time))))
    let looked = 0
    for (const [time, cookies] of browsers.entries()) {
      const { json } = await signIn(email, `guess number ${time}`, fromAnywhere(time), cookies)
      looked += json.code === 'SIGN_IN_REFUSED' ? 1 : 0
    }
    expect(looked).toBeLessThanOrEqual(20)
    // From then on not even the right guess is looked at.
    expect((await signIn(email, password, fromAnywhere(0), browsers[0])).json.code).toBe(
      'TOO_MANY_ATTEMPTS',
    )
  })

  it('is known in a browser that others signed in in too [DASH-06]', async () => {
    const person = await member()
    const colleague = await member()
    const desk = mergeCookies(
      await signIn(colleague.email, password, home, person.cookies),
      person.cookies,
    )
    for (const { email } of [person, colleague]) {
      await strangersTry(30, () => email, fromAnywhere)
      expect(
        (await signIn(email, password, home, { 'clinic-browser': desk['clinic-browser'] ?? '' }))
          .status,
      ).toBe(200)
    }
  })
})

describe('a member whose codes strangers guess, knowing the password', () => {
  it('proves a code in a browser that was used before, and the strangers’ browsers are not known [DASH-05] [DASH-06]', async () => {
    const { email, cookies } = await member()
    const signedIn = mergeCookies(await signIn(email, password, home, cookies), cookies)
    const { secret } = (await post('account/codes/begin', {}, home, signedIn)).json
    const code = () => TOTP.generate({ secret: Secret.fromBase32(secret) })
    expect((await post('account/codes/confirm', { code: code() }, home, signedIn)).status).toBe(200)
    await house.sql(
      'update staff_code_secrets set last_step = last_step - 10 where last_step is not null',
    )
    let last = ''
    for (let time = 0; time < 30; time += 1) {
      const stranger = mergeCookies(await signIn(email, password, shared))
      expect(Object.keys(stranger)).toEqual(['clinic-session'])
      last = (await post('sign-in/code', { code: '000000' }, fromAnywhere(time), stranger)).json
        .code
    }
    expect(last).toBe('TOO_MANY_ATTEMPTS')
    const again = mergeCookies(await signIn(email, password, home, cookies), cookies)
    const proved = await post('sign-in/code', { code: code() }, home, again)
    expect(proved.status, proved.text).toBe(200)
    expect(Object.keys(mergeCookies(proved))).toEqual(['clinic-browser'])
  })
})

describe('a member on a network from which strangers guess passwords', () => {
  const exhaustGuesses = () =>
    strangersTry(
      51,
      (time) => `x${time}@clinic.example`,
      () => shared,
    )

  it('signs in at the provider, and passkeys are still looked at [DASH-06] [DASH-09]', async () => {
    const { email } = await member()
    provider.people.set('nina', { email, email_verified: true })
    expect(await exhaustGuesses()).toBe('TOO_MANY_ATTEMPTS')
    const begins = await post('sign-in/openid/begin', {}, shared)
    const answer = await logIn(begins.json.url, 'nina')
    expect((await post('sign-in/openid', { answer }, shared, mergeCookies(begins))).status).toBe(
      200,
    )
    expect((await post('sign-in/passkey', { response: { id: 'unknown' } }, shared)).json.code).toBe(
      'SIGN_IN_REFUSED',
    )
  })

  it('signs in with a password in a browser that was used before [DASH-06]', async () => {
    const { email, cookies } = await member()
    expect(await exhaustGuesses()).toBe('TOO_MANY_ATTEMPTS')
    expect((await signIn(email, password, shared)).json.code).toBe('TOO_MANY_ATTEMPTS')
    expect((await signIn(email, password, shared, cookies)).status).toBe(200)
  })
})
