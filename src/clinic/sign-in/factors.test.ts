// Changing how one signs in: it asks again, ends with a new invitation, and is mailed to the
// member.

import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  openHarness,
  type Reply,
} from '../../../test/support/clinic/harness.ts'

const house = await openHarness()
const password = 'violet kettle sings'
const another = 'another long secret 9'

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  house.call('POST', `/dashboard/api/${path}`, {
    headers: { origin: 'http://clinic.test', host: 'clinic.test', ...headers },
    body,
  })
const get = (path: string, headers: Record<string, string>) =>
  house.call('GET', `/dashboard/api/${path}`, { headers })
const cookieHeader = (reply: Reply) => ({
  cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '',
})

interface Person {
  clinic: Clinic
  email: string
  headers: Record<string, string>
}

const invited = async (clinic: Clinic): Promise<string> =>
  (
    await house.operate('staff-invite', {
      workspace: clinic.name,
      id: clinic.id('staff', 'nina-roy'),
    })
  ).url.split('#')[1]

async function member(change: (file: Json) => void = () => {}): Promise<Person> {
  const clinic = await house.clinic((file: Json) => {
    file.roles = { ...file.roles, desk: { displayName: 'Desk', dashboard: 'reception' } }
    Object.assign(file.staff['nina-roy'], {
      roles: ['desk'],
      email: `nina@${file.workspace.name}.example`,
    })
    change(file)
  })
  const reply = await post('invitation/accept', { token: await invited(clinic), password })
  expect(reply.status, reply.text).toBe(200)
  return { clinic, email: `nina@${clinic.name}.example`, headers: cookieHeader(reply) }
}

/** A passkey of the account, as if a browser had made it. */
const giveKey = ({ clinic }: Person) =>
  house.sql(
    `insert into staff_passkeys (account_id, credential_id, public_key, counter, transports, name, created_at)
    select account_id, $2, '\\x00', 0, '{}', 'Phone', now() from staff_account_members where workspace_id = $1 returning id::int`,
    [clinic.workspaceId, Buffer.from(clinic.name)],
  )
const generateCode = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret) })
async function setUpApp({ headers }: Person) {
  const { secret } = (await post('account/codes/begin', {}, headers)).json
  const { recoveryCodes } = (
    await post('account/codes/confirm', { code: generateCode(secret) }, headers)
  ).json
  return recoveryCodes as string[]
}
const signIn = ({ email }: Person, headers = {}) =>
  post('sign-in/password', { email, password }, headers)
const letPass = (minutes: number, { clinic }: Person) =>
  house.sql(
    `update staff_sessions set created_at = created_at - make_interval(mins => $2)
    where account_id in (select account_id from staff_account_members where workspace_id = $1)`,
    [clinic.workspaceId, minutes],
  )
const readFactorRows = () =>
  Promise.all([
    house.sql('select id from staff_passkeys order by id'),
    house.sql('select * from staff_code_secrets order by 1'),
    house.sql('select * from staff_challenges order by 1'),
  ])
async function mailed({ clinic }: Person): Promise<Json[]> {
  await expect
    .poll(async () => {
      await house.application.dueWork.tick()
      return house.sql("select kind from due_work where kind like 'staff-%'")
    })
    .toEqual([])
  return house.operate('outbox-show', { workspace: clinic.name })
}

describe('adding and removing a factor', () => {
  it.each([
    ['account/passkeys/options', {}],
    ['account/passkeys', { name: 'Thief', response: {} }],
    ['account/passkeys/remove', { id: 1 }],
    ['account/codes/begin', {}],
    ['account/codes/confirm', { code: '123456' }],
  ])('asks again ten minutes after the sign-in: %s [DASH-05]', async (path, body) => {
    const person = await member()
    await giveKey(person)
    await letPass(9, person)
    expect((await post(path, body, person.headers)).json.code).not.toBe('REAUTHENTICATION_REQUIRED')
    await letPass(1, person)
    const before = await readFactorRows()
    const reply = await post(path, body, person.headers)
    expect([reply.status, reply.json.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect(await readFactorRows()).toEqual(before)
    const again = cookieHeader(await signIn(person, person.headers))
    expect((await post(path, body, again)).json.code).not.toBe('REAUTHENTICATION_REQUIRED')
  })

  it('needs one session: signing in again ends the former one of the browser [DASH-07]', async () => {
    const person = await member()
    const elsewhere = cookieHeader(await signIn(person))
    const again = cookieHeader(await signIn(person, person.headers))
    const statuses = await Promise.all(
      [person.headers, elsewhere, again].map(
        async (headers) => (await get('session', headers)).status,
      ),
    )
    expect(statuses).toEqual([401, 200, 200])
  })
})

describe('a new invitation', () => {
  it('shows which ways to sign in it replaces, and leaves none of them [DASH-04] [DASH-05]', async () => {
    const person = await member()
    await giveKey(person)
    await setUpApp(person)
    const token = await invited(person.clinic)
    expect((await post('invitation', { token })).json.replaces).toEqual({
      hasPassword: true,
      hasApp: true,
      passkeys: ['Phone'],
    })
    const reply = await post('invitation/accept', { token, password: another })
    expect(reply.status, reply.text).toBe(200)
    const headers = cookieHeader(reply)
    expect((await get('session', headers)).json.waitsFor).toBe(null)
    expect((await get('account', headers)).json).toMatchObject({
      passkeys: [],
      recoveryCodes: null,
    })
    expect((await get('session', person.headers)).status).toBe(401)
    expect((await signIn(person)).json.code).toBe('SIGN_IN_REFUSED')
    expect(
      (await post('invitation', { token: await invited(person.clinic) })).json.replaces,
    ).toEqual({ hasPassword: true, hasApp: false, passkeys: [] })
  })
})

describe('a member is mailed', () => {
  it.each<[string, RegExp, (person: Person) => Promise<unknown>]>([
    [
      'the password changes',
      /password .* was changed/,
      ({ headers }) => post('password', { current: password, next: another }, headers),
    ],
    ['an app is set up', /app was set up/, setUpApp],
    [
      'a passkey is removed',
      /passkey .* was removed/,
      async (person) => {
        const [{ id }] = await giveKey(person)
        return post('account/passkeys/remove', { id }, person.headers)
      },
    ],
    [
      'recovery codes are renewed',
      /New recovery codes/,
      async (person) => {
        const [code] = await setUpApp(person)
        return post('account/codes/renew', { code }, person.headers)
      },
    ],
    [
      'the app is removed',
      /app .* was removed/,
      async (person) => {
        const [code] = await setUpApp(person)
        return post('account/codes/remove', { code }, person.headers)
      },
    ],
    [
      'an invitation is used',
      /invitation .* was used/,
      async ({ clinic }) =>
        post('invitation/accept', { token: await invited(clinic), password: another }),
    ],
  ])('when %s [DASH-04] [DASH-05]', async (_, words, change) => {
    const person = await member()
    const before = await mailed(person)
    await change(person)
    const mails = (await mailed(person)).slice(0, -before.length)
    expect(mails.map(({ destination }) => destination)).toEqual(mails.map(() => person.email))
    expect(mails.map(({ body }) => body)).toEqual(
      expect.arrayContaining([expect.stringMatching(words)]),
    )
  })

  it('in the language of the clinic, and not about a change that was refused [DASH-04]', async () => {
    const person = await member((file) => {
      file.workspace.notices = { language: 'de-DE' }
    })
    const before = await mailed(person)
    expect(before).toMatchObject([
      { subject: expect.stringContaining('Ihre Anmeldung bei'), destination: person.email },
    ])
    expect(
      (await post('password', { current: another, next: another }, person.headers)).status,
    ).toBe(400)
    expect((await post('account/codes/remove', { code: '000000' }, person.headers)).status).toBe(
      400,
    )
    expect(await mailed(person)).toEqual(before)
  })
})
