// What ends a link before it is used: every kind of link, every way to use it, every change of its
// member, its maker or its clinic.

import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  openHarness,
  type Reply,
} from '../../../test/support/clinic/harness.ts'

const house = await openHarness()
const password = 'violet kettle sings'

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  house.call('POST', `/dashboard/api/${path}`, {
    headers: { origin: 'http://clinic.test', host: 'clinic.test', ...headers },
    body,
  })
const call = (operation: string, input: Json, headers: Record<string, string>) =>
  post(`operations/${operation}`, input, headers)
const cookieHeader = (reply: Reply) => ({
  cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '',
})
const linkToken = ({ url }: { url: string }) => url.split('#')[1] ?? ''

/** Nina is at the desk, Meera is a manager, Asha the owner. */
const clinicWithManager = () =>
  house.clinic((file: Json) => {
    file.roles = {
      ...file.roles,
      desk: { displayName: 'Desk', dashboard: 'reception' },
      manager: { displayName: 'Manager', dashboard: 'manager' },
      owner: { displayName: 'Owner', dashboard: 'owner' },
    }
    Object.assign(file.staff['nina-roy'], {
      roles: ['desk'],
      email: `nina@${file.workspace.name}.example`,
    })
    Object.assign(file.practitioners['meera-shah'], {
      roles: ['manager'],
      email: `meera@${file.workspace.name}.example`,
    })
    Object.assign(file.practitioners['asha-rao'], {
      roles: ['owner'],
      email: `asha@${file.workspace.name}.example`,
    })
  })
const nina = (clinic: Clinic) => clinic.id('staff', 'nina-roy')
const meera = (clinic: Clinic) => clinic.id('practitioner', 'meera-shah')
const asha = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')

async function signedIn(clinic: Clinic, id: number) {
  const reply = await post('sign-in/link', {
    token: linkToken(await house.operate('dashboard-link', { workspace: clinic.name, id })),
  })
  expect(reply.status, reply.text).toBe(200)
  return { ...cookieHeader(reply), 'x-workspace': clinic.name }
}

async function invitedByManager(clinic: Clinic): Promise<string> {
  const reply = await call(
    'staff-invite',
    { id: nina(clinic) },
    await signedIn(clinic, meera(clinic)),
  )
  expect(reply.status, reply.text).toBe(200)
  return linkToken(reply.json)
}
const invitedByOperator = async (clinic: Clinic) =>
  linkToken(await house.operate('staff-invite', { workspace: clinic.name, id: nina(clinic) }))
const linkByOperator = async (clinic: Clinic) =>
  linkToken(await house.operate('dashboard-link', { workspace: clinic.name, id: nina(clinic) }))

const accept = (token: string) => post('invitation/accept', { token, password })
const signIn = (token: string) => post('sign-in/link', { token })
async function join(token: string) {
  const elsewhere = await clinicWithManager()
  const headers = await signedIn(elsewhere, nina(elsewhere))
  return () => post('invitation/join', { token }, headers)
}

interface Kind {
  make(clinic: Clinic): Promise<string>
  /** Prepared before the change. */
  use(token: string): Promise<() => Promise<Reply>>
}
const kinds: Record<string, Kind> = {
  'an invitation by a manager, for a password': {
    make: invitedByManager,
    use: async (token) => () => accept(token),
  },
  'an invitation by a manager, to join with an account': { make: invitedByManager, use: join },
  'an invitation by an operator, for a password': {
    make: invitedByOperator,
    use: async (token) => () => accept(token),
  },
  'an invitation by an operator, to join with an account': { make: invitedByOperator, use: join },
  'a sign-in link by an operator': {
    make: linkByOperator,
    use: async (token) => () => signIn(token),
  },
}

const setMember = (clinic: Clinic, fields: Json) =>
  clinic.change((file: Json) => Object.assign(file.staff['nina-roy'], fields))
const setMaker = (clinic: Clinic, fields: Json) =>
  clinic.change((file: Json) => Object.assign(file.practitioners['meera-shah'], fields))
const setStatus = (clinic: Clinic, status: string) =>
  house.sql('update workspaces set status = $2 where id = $1', [clinic.workspaceId, status])

const changes: Record<string, (clinic: Clinic) => Promise<unknown>> = {
  'the member was promoted': (clinic) => setMember(clinic, { roles: ['owner'] }),
  'the member got one role more': (clinic) => setMember(clinic, { roles: ['desk', 'manager'] }),
  'the member has no role': (clinic) => setMember(clinic, { roles: [] }),
  'the role of the member may do more': (clinic) =>
    clinic.change((file: Json) => Object.assign(file.roles.desk, { rights: { insight: 'read' } })),
  'the member left': (clinic) => setMember(clinic, { membership: 'inactive' }),
  'the member left and returned': async (clinic) => {
    await setMember(clinic, { membership: 'inactive' })
    await setMember(clinic, { membership: 'active' })
  },
  'the member has another address': (clinic) =>
    setMember(clinic, { email: `next@${clinic.name}.example` }),
  'the clinic was closed': (clinic) => setStatus(clinic, 'SUSPENDED'),
  'the clinic was closed for a while': async (clinic) => {
    await setStatus(clinic, 'SUSPENDED')
    await setStatus(clinic, 'ACTIVE')
  },
  'a newer invitation was used': async (clinic) =>
    expect((await accept(await invitedByOperator(clinic))).status).toBe(200),
  'a newer sign-in link was used': async (clinic) =>
    expect((await signIn(await linkByOperator(clinic))).status).toBe(200),
  'it was revoked': (clinic) =>
    house.operate('staff-link-revoke', { workspace: clinic.name, id: nina(clinic) }),
}
const changesOfMaker: typeof changes = {
  'its maker left': (clinic) => setMaker(clinic, { membership: 'inactive' }),
  'its maker may no longer invite': (clinic) => setMaker(clinic, { roles: ['desk'] }),
  'its maker may do less than the member': (clinic) =>
    clinic.change((file: Json) => Object.assign(file.roles.manager, { rights: { money: 'none' } })),
}

const table = Object.entries(kinds).flatMap(([kind, { make, use }]) =>
  Object.entries({ ...changes, ...(make === invitedByManager && changesOfMaker) }).map(
    ([change, apply]) => ({ kind, change, make, use, apply }),
  ),
)

const readAccountRows = (clinic: Clinic) =>
  Promise.all([
    house.sql('select workspace_id, user_id, account_id from staff_account_members order by 1, 2'),
    house.sql('select id from staff_sessions order by id'),
    house.sql('select id, password_hash from staff_accounts order by id'),
    house.sql('select id, status, xmin::text from users where workspace_id = $1 order by id', [
      clinic.workspaceId,
    ]),
  ])

describe('a link', () => {
  it.each(Object.entries(kinds))('works: %s [DASH-04]', async (_, { make, use }) => {
    const used = await (await use(await make(await clinicWithManager())))()
    expect(used.status, used.text).toBe(200)
  })

  it.each(table)(
    'does not work: $kind, once $change [DASH-04] [DASH-11]',
    async ({ make, use, apply }) => {
      const clinic = await clinicWithManager()
      const token = await make(clinic)
      const using = await use(token)
      await apply(clinic)
      const before = await readAccountRows(clinic)
      const reply = await using()
      expect([reply.status, reply.json.code], reply.text).toEqual([
        expect.any(Number),
        'LINK_NOT_USABLE',
      ])
      expect(reply.status).toBeLessThan(500)
      expect(await readAccountRows(clinic)).toEqual(before)
      expect((await post('invitation', { token })).json.code).toBe('LINK_NOT_USABLE')
    },
  )

  it('of many of one member, used at once, signs in once [DASH-04]', async () => {
    const clinic = await clinicWithManager()
    const tokens = await Promise.all([1, 2, 3, 4, 5].map(() => linkByOperator(clinic)))
    const replies = await Promise.all(tokens.map((token) => signIn(token)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403])
  })
})

describe('open links', () => {
  it('are listed with their maker until they are used, expired or revoked [DASH-04]', async () => {
    const clinic = await clinicWithManager()
    const owner = await signedIn(clinic, asha(clinic))
    await invitedByManager(clinic)
    await linkByOperator(clinic)
    const listLinks = async () => (await call('staff-links', {}, owner)).json
    expect(await listLinks()).toMatchObject([
      { userId: nina(clinic), name: 'Nina Roy', purpose: 'SIGN_IN' },
      { userId: nina(clinic), name: 'Nina Roy', purpose: 'INVITATION', madeBy: 'Meera Shah' },
    ])
    const [{ id }] = await listLinks()
    expect((await call('staff-link-revoke', { id: nina(clinic), link: id }, owner)).json).toEqual({
      id: nina(clinic),
      ended: 1,
    })
    expect(await listLinks()).toMatchObject([{ purpose: 'INVITATION' }])
    await house.sql(
      "update staff_links set created_at = created_at - interval '48 hours', expires_at = expires_at - interval '48 hours'",
    )
    expect(await listLinks()).toEqual([])
  })

  it('of another clinic do not exist [DASH-13]', async () => {
    const clinic = await clinicWithManager()
    const other = await clinicWithManager()
    const token = await invitedByOperator(other)
    const owner = await signedIn(clinic, asha(clinic))
    expect((await call('staff-links', {}, owner)).json).toEqual([])
    expect((await call('staff-link-revoke', { id: nina(other) }, owner)).json).toEqual({
      id: nina(other),
      ended: 0,
    })
    expect((await accept(token)).status).toBe(200)
  })
})
