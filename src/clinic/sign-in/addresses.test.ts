// Whom an e-mail address signs in: the member who has it now, in each clinic on its own.

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
const cookieHeader = (reply: Reply) => ({
  cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '',
})
const session = (reply: Reply) =>
  house.call('GET', '/dashboard/api/session', { headers: cookieHeader(reply) })
const signIn = (email: string, typed: string) =>
  post('sign-in/password', { email, password: typed })

const clinicWithDesk = (email?: string) =>
  house.clinic((file: Json) => {
    file.roles = { ...file.roles, desk: { displayName: 'Desk', dashboard: 'reception' } }
    Object.assign(file.staff['nina-roy'], {
      roles: ['desk'],
      email: email ?? `nina@${file.workspace.name}.example`,
    })
  })
const invited = async (clinic: Clinic, name = 'nina-roy'): Promise<string> =>
  (
    await house.operate('staff-invite', { workspace: clinic.name, id: clinic.id('staff', name) })
  ).url.split('#')[1]
const accept = async (clinic: Clinic, typed = password, name?: string) =>
  post('invitation/accept', { token: await invited(clinic, name), password: typed })

async function expectMember(reply: Reply, ...clinics: Clinic[]) {
  expect(reply.status, reply.text).toBe(200)
  expect(
    (await session(reply)).json.members.map(({ workspace }: Json) => workspace).toSorted(),
  ).toEqual(clinics.map(({ name }) => name).toSorted())
}
let count = 0
const freshAddress = () => {
  count += 1
  return `person${count}@mailboxes.example`
}
const readAccountRows = () =>
  Promise.all([
    house.sql('select * from staff_account_members order by 1, 2'),
    house.sql('select id, password_hash from staff_accounts order by id'),
    house.sql('select id from staff_sessions order by id'),
    house.sql('select id, xmin::text from users order by id'),
  ])

describe('an e-mail address', () => {
  it('that passes to the next person signs in that person, and the former one no more [DASH-04]', async () => {
    const clinic = await clinicWithDesk()
    const email = `nina@${clinic.name}.example`
    const former = await accept(clinic)
    expect(former.status, former.text).toBe(200)
    await clinic.change((file: Json) => {
      file.staff = { 'lea-kern': { ...file.staff['nina-roy'], name: 'Lea Kern' } }
    })
    expect((await session(former)).status).toBe(401)
    expect((await signIn(email, password)).json.code).toBe('SIGN_IN_REFUSED')
    expect((await accept(clinic, another, 'lea-kern')).status).toBe(200)
    expect((await signIn(email, password)).json.code).toBe('SIGN_IN_REFUSED')
    const reply = await signIn(email, another)
    expect((await session(reply)).json.members).toMatchObject([
      { workspace: clinic.name, name: 'Ms Lea Kern' },
    ])
  })

  it('that the owner of another clinic claimed first is free in its own [DASH-04] [DASH-13]', async () => {
    const email = freshAddress()
    const own = await clinicWithDesk(email)
    const foreign = await clinicWithDesk(email)
    const intruder = await accept(foreign, another)
    await expectMember(await accept(own), own)
    await expectMember(await signIn(email, password), own)
    await expectMember(await signIn(email, another), foreign)
    expect((await session(intruder)).status).toBe(200)
  })

  it('can be chosen with an invitation after an operator’s link, even if someone else has it [DASH-04]', async () => {
    const email = freshAddress()
    const own = await clinicWithDesk(email)
    const foreign = await clinicWithDesk(email)
    expect((await accept(foreign, another)).status).toBe(200)
    const link = await house.operate('dashboard-link', {
      workspace: own.name,
      id: own.id('staff', 'nina-roy'),
    })
    await expectMember(await post('sign-in/link', { token: link.url.split('#')[1] }), own)
    await expectMember(await accept(own), own)
    await expectMember(await signIn(email, password), own)
  })

  it('signs no one in once the clinic has changed it, and its sessions end [DASH-04] [DASH-07]', async () => {
    const before = freshAddress()
    const after = freshAddress()
    const clinic = await clinicWithDesk(before)
    const signedIn = await accept(clinic)
    await clinic.change((file: Json) => Object.assign(file.staff['nina-roy'], { email: after }))
    expect((await session(signedIn)).status).toBe(401)
    expect((await signIn(before, password)).json.code).toBe('SIGN_IN_REFUSED')
    await expectMember(await signIn(after, password), clinic)
  })

  it('of two accounts needs two passwords, or one account for both clinics [DASH-04] [DASH-13]', async () => {
    const email = freshAddress()
    const one = await clinicWithDesk(email)
    const two = await clinicWithDesk(email)
    expect((await accept(one)).status).toBe(200)
    const token = await invited(two)
    expect((await post('invitation', { token })).json.hasAccount).toBe(true)
    const before = await readAccountRows()
    expect((await post('invitation/accept', { token, password })).json.code).toBe(
      'SIGN_IN_REQUIRED',
    )
    expect(await readAccountRows()).toEqual(before)
    const reply = await signIn(email, password)
    expect((await post('invitation/join', { token }, cookieHeader(reply))).status).toBe(200)
    await expectMember(reply, one, two)
  })

  it('of an account that one clinic invites again keeps its password in the other [DASH-04] [DASH-13]', async () => {
    const email = freshAddress()
    const one = await clinicWithDesk(email)
    const two = await clinicWithDesk(email)
    expect((await accept(one)).status).toBe(200)
    const both = await signIn(email, password)
    expect(
      (await post('invitation/join', { token: await invited(two) }, cookieHeader(both))).status,
    ).toBe(200)
    await expectMember(await accept(two, another), two)
    await expectMember(await signIn(email, password), one)
    await expectMember(await signIn(email, another), two)
  })

  it('is free again once its member has left, also for a member added through the API [DASH-04]', async () => {
    const clinic = await clinicWithDesk()
    const email = freshAddress()
    const add = () =>
      clinic.post(
        '/v1/users',
        { name: 'Lea Kern', email, addressIds: [clinic.id('location', 'jaipur')] },
        {
          headers: { 'x-acting-user-id': String(clinic.id('staff', 'nina-roy')) },
        },
      )
    const first = await add()
    expect(first.status, first.text).toBe(201)
    const former = { workspace: clinic.name, id: first.json.id }
    expect((await add()).json.message).toContain('email')
    await house.operate('staff-deactivate', former)
    expect((await add()).status).toBe(201)
    const before = await readAccountRows()
    await expect(house.operate('staff-activate', former)).rejects.toThrow(
      'Another staff member has this email',
    )
    expect(await readAccountRows()).toEqual(before)
  })
})
