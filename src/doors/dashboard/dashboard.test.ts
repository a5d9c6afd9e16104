// Signing in to the dashboard and the rights of a session, with requests like a browser's.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { areas, includesRight, presetNames, presets } from '../../base/operations/rights.ts'
import { operations } from '../register/register.ts'

const house = await openHarness()
const ownPage = { origin: 'http://clinic.test', host: 'clinic.test' }

const post = (
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  from?: string,
): Promise<Reply> =>
  house.call('POST', `/dashboard/api/${path}`, {
    headers: { ...ownPage, ...headers },
    body,
    ...(from && { from }),
  })
const sessionCookie = (reply: Reply) => String(reply.headers['set-cookie']).split(';')[0] ?? ''
const linkToken = (link: { url: string }) => link.url.split('#')[1] ?? ''

/** A clinic whose receptionist is an owner, and whose practitioner has a practitioner's rights. */
const clinicWithRoles = () =>
  house.clinic((file: Json) => {
    file.roles = {
      ...file.roles,
      owner: { displayName: 'Owner', dashboard: 'owner' },
      desk: { displayName: 'Desk', dashboard: 'reception' },
      manager: { displayName: 'Manager', dashboard: 'manager' },
      healer: { displayName: 'Healer', dashboard: 'practitioner' },
    }
    file.staff['nina-roy'].roles = ['owner']
    // An address belongs to one account.
    file.staff['nina-roy'].email = `nina@${file.workspace.name}.example`
    file.practitioners['asha-rao'].roles = ['healer']
  })

async function signedIn(clinic: Clinic, member?: number): Promise<Record<string, string>> {
  const link = await house.operate('dashboard-link', {
    workspace: clinic.name,
    ...(member && { id: member }),
  })
  const reply = await post('sign-in/link', { token: linkToken(link) })
  expect(reply.status, reply.text).toBe(200)
  return { cookie: sessionCookie(reply), 'x-workspace': clinic.name }
}
const session = (headers: Record<string, string>) =>
  house.call('GET', '/dashboard/api/session', { headers })
const call = (operation: string, input: Json, headers: Record<string, string>) =>
  post(`operations/${operation}`, input, headers)
const nina = (clinic: Clinic) => clinic.id('staff', 'nina-roy')

describe('a link', () => {
  it('signs an owner in, once [DASH-01]', async () => {
    const clinic = await clinicWithRoles()
    const link = await house.operate('dashboard-link', { workspace: clinic.name })
    expect(link).toMatchObject({
      id: nina(clinic),
      url: expect.stringMatching(/\/dashboard\/sign-in#[\w-]{43}$/),
    })
    const first = await post('sign-in/link', { token: linkToken(link) })
    expect(String(first.headers['set-cookie'])).toMatch(
      /^clinic-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict,clinic-browser=/,
    )
    expect((await session({ cookie: sessionCookie(first) })).json).toMatchObject({
      mode: 'sandbox',
      members: [{ workspace: clinic.name, userId: nina(clinic) }],
    })
    const again = await post('sign-in/link', { token: linkToken(link) })
    expect([again.status, again.json.code, again.headers['set-cookie']]).toEqual([
      403,
      'LINK_NOT_USABLE',
      undefined,
    ])
  })

  it('expires after a quarter of an hour [DASH-01]', async () => {
    const clinic = await clinicWithRoles()
    const link = await house.operate('dashboard-link', { workspace: clinic.name })
    await house.sql(
      "update staff_links set created_at = created_at - interval '15 minutes', expires_at = expires_at - interval '15 minutes'",
    )
    expect((await post('sign-in/link', { token: linkToken(link) })).status).toBe(403)
  })

  it('of many concurrent uses signs one in [DASH-01]', async () => {
    const clinic = await clinicWithRoles()
    const link = await house.operate('dashboard-link', { workspace: clinic.name })
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => post('sign-in/link', { token: linkToken(link) })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(403)])
  })
})

describe('an invitation', () => {
  const password = 'violet kettle sings'
  const invited = async (clinic: Clinic, id = nina(clinic)) =>
    linkToken(await house.operate('staff-invite', { workspace: clinic.name, id }))

  it('leads to a password, with which the member signs in [DASH-04]', async () => {
    const clinic = await clinicWithRoles()
    const token = await invited(clinic)
    const { json } = await post('invitation', { token })
    expect(json).toMatchObject({ name: 'Nina Roy', hasAccount: false })
    const weak = await post('invitation/accept', { token, password: 'short' })
    expect([weak.status, weak.json.code]).toEqual([400, 'TOO_SHORT'])
    expect((await post('invitation/accept', { token, password })).status).toBe(200)
    expect((await post('invitation/accept', { token, password })).json.code).toBe('LINK_NOT_USABLE')
    const right = await post('sign-in/password', { email: json.email.toUpperCase(), password })
    expect(right.status, right.text).toBe(200)
    expect(
      (await post('sign-in/password', { email: json.email, password: `${password}!` })).json.code,
    ).toBe('SIGN_IN_REFUSED')
    const [stored] = await house.sql(
      'select password_hash from staff_accounts order by id desc limit 1',
    )
    expect(stored.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('cannot be made for a member with more rights than its sender [DASH-11]', async () => {
    const clinic = await clinicWithRoles()
    await clinic.change((file: Json) => {
      file.staff['nina-roy'].roles = ['manager']
      file.practitioners['asha-rao'].roles = ['owner']
      file.practitioners['asha-rao'].email = 'asha@owners.example'
    })
    const manager = await signedIn(clinic, nina(clinic))
    const refusal = await call(
      'staff-invite',
      { id: clinic.id('practitioner', 'asha-rao') },
      manager,
    )
    expect(refusal.status).toBe(400)
    expect(
      await house.sql(
        "select from staff_links where purpose = 'INVITATION' and workspace_id = $1",
        [clinic.workspaceId],
      ),
    ).toEqual([])
  })
})

describe('a member with more rights', () => {
  // What a manager may do to members who may do no more, they may not do to an owner.
  it.each(
    operations
      .filter(({ right, input }) => right === 'staff:write' && 'id' in input.properties)
      .map(({ name }) => name),
  )('is out of reach of %s [DASH-11]', async (name) => {
    const clinic = await clinicWithRoles()
    await clinic.change((file: Json) => {
      file.practitioners['asha-rao'].roles = ['manager']
      file.practitioners['asha-rao'].email = `asha@${clinic.name}.example`
    })
    const manager = await signedIn(clinic, clinic.id('practitioner', 'asha-rao'))
    const owner = await signedIn(clinic)
    const rows = () =>
      house.sql('select id, status, xmin::text from users where workspace_id = $1 order by id', [
        clinic.workspaceId,
      ])
    const links = () =>
      house.sql('select count(*)::int from staff_links where workspace_id = $1', [
        clinic.workspaceId,
      ])
    const before = [await rows(), await links()]
    expect((await call(name, { id: nina(clinic) }, manager)).json.code).toBe(
      'STAFF_HAS_MORE_RIGHTS',
    )
    expect([await rows(), await links()]).toEqual(before)
    expect((await session(owner)).status).toBe(200)
    // Their own account has no more rights than they have.
    expect(
      (await call(name, { id: clinic.id('practitioner', 'asha-rao') }, manager)).json.code,
    ).not.toBe('STAFF_HAS_MORE_RIGHTS')
  })
})

describe('a password', () => {
  it.each(
    cases<[string, string]>([
      ['eleven char', 'TOO_SHORT'],
      ['x'.repeat(201), 'TOO_LONG'],
      ['password1234', 'TOO_COMMON'],
      ['P@ssw0rd2026', 'TOO_COMMON'],
      ['qwertyqwerty', 'TOO_COMMON'],
      ['123456789012', 'TOO_COMMON'],
      ['summer2026summer', 'TOO_COMMON'],
      ['Nina Roy 2026', 'CONTAINS_OWN_DATA'],
    ]),
  )('%s is refused: %s [DASH-04]', async (password, problem) => {
    const clinic = await clinicWithRoles()
    const token = linkToken(
      await house.operate('staff-invite', { workspace: clinic.name, id: nina(clinic) }),
    )
    expect((await post('invitation/accept', { token, password })).json.code).toBe(problem)
  })

  it('is tried ten times in a quarter of an hour for an account, and once from each of ten other networks; unknown accounts look the same [DASH-06]', async () => {
    const answers: unknown[] = []
    const attempt = async (from: string) =>
      answers.push(
        (
          await post(
            'sign-in/password',
            { email: 'nobody@clinic.example', password: 'wrong' },
            {},
            from,
          )
        ).json.code,
      )
    for (let tried = 0; tried < 11; tried += 1) await attempt('198.51.100.1')
    for (let network = 2; network < 14; network += 1) await attempt(`198.51.100.${network}`)
    expect(answers.slice(0, 11)).toEqual([
      ...Array(10).fill('SIGN_IN_REFUSED'),
      'TOO_MANY_ATTEMPTS',
    ])
    expect(answers.slice(11)).toEqual([
      ...Array(10).fill('SIGN_IN_REFUSED'),
      ...Array(2).fill('TOO_MANY_ATTEMPTS'),
    ])
  })

  it('is tried fifty times from a network, for all accounts together [DASH-06]', async () => {
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 52; attempt += 1) {
      codes.push(
        (
          await post(
            'sign-in/password',
            { email: `x${attempt}@clinic.example`, password: 'wrong' },
            {},
            '203.0.113.9',
          )
        ).json.code,
      )
    }
    expect(codes.slice(49)).toEqual(['SIGN_IN_REFUSED', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS'])
  })
})

describe('a session', () => {
  it('ends after an hour without use, at the latest after twelve hours, and with its member [DASH-07]', async () => {
    const clinic = await clinicWithRoles()
    const ends = async (sql: string) => {
      const headers = await signedIn(clinic)
      await house.sql(sql, [clinic.workspaceId])
      return (await session(headers)).status
    }
    const ofClinic =
      'account_id in (select account_id from staff_account_members where workspace_id = $1)'
    expect(
      await ends(
        `update staff_sessions set seen_at = now() - interval '59 minutes', created_at = now() - interval '11 hours' where ${ofClinic}`,
      ),
    ).toBe(200)
    expect(
      await ends(
        `update staff_sessions set seen_at = now() - interval '61 minutes', created_at = now() - interval '2 hours' where ${ofClinic}`,
      ),
    ).toBe(401)
    expect(
      await ends(
        `update staff_sessions set created_at = now() - interval '12 hours 1 second' where ${ofClinic}`,
      ),
    ).toBe(401)
    const headers = await signedIn(clinic)
    await house.sql("update users set status = 'inactive' where workspace_id = $1", [
      clinic.workspaceId,
    ])
    expect((await session(headers)).status).toBe(401)
    expect((await call('staff-list', {}, headers)).json.code).toBe('NOT_SIGNED_IN')
  })

  it('ends by signing out, and by an owner, everywhere at once [DASH-07]', async () => {
    const clinic = await clinicWithRoles()
    const one = await signedIn(clinic)
    const two = await signedIn(clinic)
    const left = await post('sign-out', {}, one)
    expect(String(left.headers['set-cookie'])).toContain('Max-Age=0')
    expect((await session(one)).status).toBe(401)
    expect((await call('staff-sessions', {}, two)).json).toHaveLength(1)
    expect((await call('staff-sign-out', { id: nina(clinic) }, two)).json).toEqual({
      id: nina(clinic),
      ended: 1,
    })
    expect((await session(two)).status).toBe(401)
  })

  it('is listed for as long as it can be used, not longer [DASH-07]', async () => {
    const clinic = await clinicWithRoles()
    const one = await signedIn(clinic)
    const two = await signedIn(clinic)
    await house.sql(
      `update staff_sessions set created_at = now() - interval '12 hours 1 second', seen_at = now()
      where id = (select max(id) from staff_sessions)`,
    )
    expect((await session(two)).status).toBe(401)
    expect((await call('staff-sessions', {}, one)).json).toHaveLength(1)
  })

  it('accepts no change from another page, nor by GET [DASH-08]', async () => {
    const clinic = await clinicWithRoles()
    const headers = await signedIn(clinic)
    const { id } = (await book(clinic)).json.appointment
    const send = (more: Record<string, string>, body: unknown = { id, status: 'CONFIRMED' }) =>
      house.call('POST', '/dashboard/api/operations/visit-status', {
        headers: { ...headers, host: 'clinic.test', ...more },
        body,
      })
    for (const foreign of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { ...ownPage, 'sec-fetch-site': 'cross-site' },
      { ...ownPage, 'content-type': 'text/plain' },
      { ...ownPage, 'content-type': 'application/x-www-form-urlencoded' },
    ]) {
      expect((await send(foreign as Record<string, string>)).status).toBe(403)
    }
    expect(
      (
        await house.call('GET', '/dashboard/api/operations/visit-status', {
          headers: { ...headers, ...ownPage },
        })
      ).json?.code,
    ).not.toBe('CONFIRMED')
    expect((await call('visit-show', { id }, headers)).json.status).toBe('SCHEDULED')
    expect((await send(ownPage)).status).toBe(200)
  })

  it('is told by a code, details and a next step why an operation was not done', async () => {
    const headers = await signedIn(await clinicWithRoles())
    const { status, json } = await call('queue-next', { shift: '999999' }, headers)
    expect([status, json]).toMatchObject([
      400,
      {
        code: 'QUEUE_SHIFT_NOT_FOUND',
        details: { shift: 999_999 },
        next: { operation: 'queue-list', input: {} },
        mistakes: [],
        requestId: expect.any(String),
      },
    ])
  })

  it('acts in the workspace it names, if it is a member there, and nowhere else [DASH-13]', async () => {
    const clinic = await clinicWithRoles()
    const other = await clinicWithRoles()
    const headers = await signedIn(clinic)
    const { id } = (await book(other)).json.appointment
    expect(
      (await call('visit-show', { id }, { ...headers, 'x-workspace': other.name })).json.code,
    ).toBe('WORKSPACE_NOT_FOUND')
    const absent = await call('visit-status', { id: 999_999, status: 'CONFIRMED' }, headers)
    const foreign = await call('visit-status', { id, status: 'CONFIRMED' }, headers)
    expect([foreign.status, { ...foreign.json, requestId: '' }]).toEqual([
      absent.status,
      { ...absent.json, requestId: '' },
    ])
    expect((await clinic.get('/dashboard/api/session')).status).toBe(401)
  })

  it('names its member, address and request in the audit [DASH-14]', async () => {
    const clinic = await clinicWithRoles()
    const headers = await signedIn(clinic)
    const { id } = (await book(clinic)).json.appointment
    const told = await call(
      'visit-status',
      { id, status: 'CONFIRMED' },
      { ...headers, 'x-request-id': 'desk-1' },
    )
    expect(told.status, told.text).toBe(200)
    const [entry] = await house.operate('audit-show', { workspace: clinic.name, limit: 1 })
    expect(entry).toMatchObject({
      action: 'STATUS_CHANGED',
      appointmentId: id,
      actingUserId: nina(clinic),
      requestId: 'desk-1',
      address: '127.0.0.1',
    })
  })
})

describe('an owner', () => {
  it.each(['entitlement-grant', 'entitlement-withdraw'])(
    'does not decide by %s what their clinic may use; operators do [DASH-11] [ENT-15]',
    async (name) => {
      const clinic = await clinicWithRoles()
      const entitlements = () =>
        house.sql('select entitlements from workspaces where id = $1', [clinic.workspaceId])
      await house.operate('entitlement-withdraw', {
        workspace: clinic.name,
        feature: 'devapi_medicines_search',
      })
      const before = await entitlements()
      for (const feature of ['devapi_medicines_search', 'devapi_catalog_doctors']) {
        expect((await call(name, { feature }, await signedIn(clinic))).json.code).toBe(
          'UNKNOWN_OPERATION',
        )
      }
      expect(await entitlements()).toEqual(before)
    },
  )
})

describe('the last owner', () => {
  it.each<[string, (file: Json) => void]>([
    [
      'loses the role',
      (file) => {
        file.staff['nina-roy'].roles = ['desk']
      },
    ],
    [
      'is no active member',
      (file) => {
        file.staff['nina-roy'].membership = 'inactive'
      },
    ],
    [
      'has a role that may do less',
      (file) => {
        file.roles.owner.rights = { staff: 'read' }
      },
    ],
    [
      'leaves',
      (file) => {
        delete file.staff['nina-roy']
      },
    ],
  ])('%s by no clinic file [DASH-12]', async (_, change) => {
    const clinic = await clinicWithRoles()
    const headers = await signedIn(clinic, nina(clinic))
    await expect(clinic.change(change)).rejects.toThrow('without an active owner')
    expect((await session(headers)).json.members[0].rights.staff).toBe('write')
  })

  it('may be removed once there is another [DASH-12]', async () => {
    const clinic = await clinicWithRoles()
    await clinic.change((file: Json) => {
      file.staff['nina-roy'].roles = ['desk']
      file.practitioners['asha-rao'].roles = ['owner']
    })
  })
})

describe('rights', () => {
  /** What a member with own visits only may call without naming a practitioner. */
  const ofOwnVisits = [
    'location-list',
    'doctor-list',
    'day-show',
    'times-nearest',
    'news-list',
    'news-seen',
    'news-mail',
    'visit-show',
    'visit-video',
    'visit-edit',
    'visit-history',
    'visit-forms',
    'form-link',
    'form-tablet',
    'form-send',
    'visit-status',
    'visit-arrive',
    'visit-move',
    'visit-undo',
    'queue-undo',
    'patient-visits',
    'visit-cancel',
    'visit-cancel-quote',
    'visit-vitals',
    'visit-notes',
    'block-list',
    'block-remove',
    'visit-displaced',
    'series-show',
    'series-move',
    'series-cancel',
    ...operations
      .map(({ name }) => name)
      .filter((name) => name.startsWith('queue-') || name === 'token-give'),
  ]
  const table = operations.filter(({ right }) => right !== undefined)

  it('are checked for every operation with every preset, and none runs without one [DASH-10] [DASH-11]', async () => {
    const clinic = await clinicWithRoles()
    const may: Record<string, string[]> = {}
    for (const preset of presetNames) {
      await clinic.change((file: Json) => {
        file.roles.tried = { displayName: 'Tried', dashboard: preset }
        file.staff['nina-roy'].roles = ['tried']
        file.practitioners['asha-rao'].roles = ['owner']
      })
      const headers = await signedIn(clinic, nina(clinic))
      may[preset] = []
      for (const { name } of operations) {
        // An input that no operation accepts: an allowed caller is told so, and nothing is done.
        const { status, json } = await call(
          name,
          { 'no such member': 1, id: 'none', limit: 'none' },
          headers,
        )
        if (json?.code !== 'NOT_ALLOWED' && json?.code !== 'UNKNOWN_OPERATION')
          may[preset].push(name)
        else expect(status).toBeGreaterThanOrEqual(403)
      }
    }
    const runnable = table.filter(({ runsOn }) => runsOn === 'application')
    for (const preset of presetNames) {
      const rights = presets[preset]
      const isOwn = ({ right = '', name }: Json) =>
        !rights.ownVisits || !/^(visits|queue):/.test(right) || ofOwnVisits.includes(name)
      expect(may[preset]).toEqual(
        runnable
          .filter(
            (operation) =>
              operation.right && includesRight(rights, operation.right) && isOwn(operation),
          )
          .map(({ name }) => name),
      )
    }
    expect(may.owner).toHaveLength(runnable.length)
    expect(may.reception).toEqual(
      expect.arrayContaining(['visit-status', 'patient-find', 'queue-next']),
    )
    expect(may.manager).not.toContain('key-create')
    for (const secret of [
      'key-create',
      'staff-invite',
      'patient-erase',
      'patient-export',
      'audit-show',
      'workspace-delete',
    ])
      expect(may.reception).not.toContain(secret)
    for (const secret of ['payments-refund', 'staff-list', 'audit-show'])
      expect(may.practitioner).not.toContain(secret)
  })

  it('to own visits include running the own queue from a phone, and no other [LINE-06] [DASH-10]', async () => {
    const clinic = await clinicWithRoles()
    await clinic.change((file: Json) => {
      file.roles.healer.dashboard = 'practitioner'
      file.staff['nina-roy'].roles = ['healer']
      file.practitioners['meera-shah'].roles = ['healer']
      file.practitioners['asha-rao'].roles = ['owner']
    })
    const shift = String(clinic.id('shift', 'meera-shah/jaipur/morning'))
    const own = await signedIn(clinic, clinic.id('practitioner', 'meera-shah'))
    const addressId = clinic.id('location', 'jaipur')
    expect((await call('queue-start', { shift }, own)).status).toBe(200)
    expect(
      (
        await call(
          'token-give',
          { qmsWorkShiftId: Number(shift), patientPayload: { firstName: 'Tara' } },
          own,
        )
      ).status,
    ).toBe(200)
    expect((await call('queue-next', { shift }, own)).json.called.tokenDisplay).toBe('A-1')
    expect((await call('queue-begin', { shift, token: 'A-1' }, own)).json.status).toBe(
      'IN_CONSULTATION',
    )
    expect((await call('queue-line', { addressId }, own)).json.queues.length).toBeGreaterThan(0)
    const other = await signedIn(clinic, nina(clinic))
    const before = await clinic.bookingRows()
    expect((await call('queue-line', { addressId }, other)).json.queues).toEqual([])
    for (const [name, input] of [
      ['queue-complete', { shift, token: 'A-1' }],
      ['queue-show', { shift: 'meera-shah/jaipur/morning' }],
      ['queue-take-back', { shift, token: 'A-1' }],
      ['token-give', { qmsWorkShiftId: Number(shift), patientPayload: { firstName: 'Tara' } }],
    ] as const) {
      const { status, json } = await call(name, input, other)
      const absent = await call(
        name,
        { ...input, ...('shift' in input ? { shift: '999999' } : { qmsWorkShiftId: 999_999 }) },
        other,
      )
      expect([status, json.code], name).toEqual([absent.status, 'QUEUE_SHIFT_NOT_FOUND'])
      expect(absent.json.code).toBe('QUEUE_SHIFT_NOT_FOUND')
    }
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('reach no operation of a workspace without a membership, as if it did not exist [DASH-11] [DASH-13]', async () => {
    const clinic = await clinicWithRoles()
    const other = await clinicWithRoles()
    const headers = await signedIn(clinic)
    await book(other)
    const before = await other.bookingRows()
    for (const { name } of operations) {
      const foreign = await call(name, {}, { ...headers, 'x-workspace': other.name })
      const absent = await call(name, {}, { ...headers, 'x-workspace': 'no-such-clinic' })
      expect([foreign.status, foreign.json.code], name).toEqual([404, 'WORKSPACE_NOT_FOUND'])
      expect({ ...foreign.json, requestId: '' }, name).toEqual({ ...absent.json, requestId: '' })
    }
    expect(await other.bookingRows()).toBe(before)
  })

  it('end with the session: an ended or invented one runs no operation [DASH-07] [DASH-11]', async () => {
    const clinic = await clinicWithRoles()
    const over = await signedIn(clinic)
    expect((await post('sign-out', {}, over)).status).toBe(200)
    const madeUp = { ...over, cookie: `clinic-session=${'A'.repeat(43)}` }
    for (const { name } of operations) {
      for (const headers of [over, madeUp])
        expect((await call(name, {}, headers)).json.code, name).toBe('NOT_SIGNED_IN')
    }
  })

  it('to own visits reach no visit of another practitioner, and book for no one else [DASH-10] [DASH-11]', async () => {
    const clinic = await clinicWithRoles()
    const asha = clinic.id('practitioner', 'asha-rao')
    const { id } = (await book(clinic)).json.appointment
    const headers = await signedIn(clinic, asha)
    const day = async () =>
      (
        await call(
          'day-show',
          { addressId: clinic.id('location', 'jaipur'), date: '2030-01-07' },
          headers,
        )
      ).json.doctors
    expect((await day()).map(({ doctorId }: Json) => doctorId)).toEqual([asha])
    expect((await call('visit-show', { id }, headers)).status).toBe(200)
    expect(
      (await call('week-show', { doctorId: asha, date: '2030-01-07' }, headers)).json.days[0]
        .doctors[0].visits,
    ).toMatchObject([{ id }])
    await clinic.change((file: Json) => {
      file.roles.healer.dashboard = 'practitioner'
      file.staff['nina-roy'].roles = ['healer']
      file.practitioners['asha-rao'].roles = ['owner']
    })
    const other = await signedIn(clinic, nina(clinic))
    const before = await clinic.bookingRows()
    const absent = await call('visit-show', { id: 999_999 }, other)
    const foreign = await call('visit-show', { id }, other)
    expect([foreign.status, foreign.json.code]).toEqual([absent.status, 'VISIT_NOT_FOUND'])
    for (const [name, input] of [
      ['visit-status', { id, status: 'CONFIRMED' }],
      ['visit-cancel', { id }],
      ['visit-arrive', { id }],
    ] as const) {
      expect((await call(name, input, other)).json.code).toBe('VISIT_NOT_FOUND')
    }
    const booking = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: asha,
      mode: 'OFFLINE',
      ...slotTimes('10:00'),
      patientPayload: { firstName: 'Tara' },
    }
    expect((await call('visit-book', booking, other)).json.code).toBe('NOT_ALLOWED')
    expect((await call('week-show', { doctorId: asha }, other)).json.code).toBe('NOT_ALLOWED')
    const { addressId } = booking
    expect(
      (await call('doctor-late', { addressId, doctorId: asha, minutes: 20 }, other)).json.code,
    ).toBe('NOT_ALLOWED')
    expect(
      (await call('block-close', { addressId, ...slotTimes('10:00'), reason: 'Ill' }, other)).json
        .code,
    ).toBe('NOT_ALLOWED')
    expect(
      await house.sql(
        'select doctor_id from blocks union select doctor_id from late_practitioners',
      ),
    ).toEqual([])
    for (const name of ['visit-list', 'visit-sheet'])
      expect((await call(name, {}, other)).json.code).toBe('NOT_ALLOWED')
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('may differ from a preset area by area [DASH-10]', async () => {
    const clinic = await clinicWithRoles()
    await clinic.change((file: Json) => {
      file.roles.desk.rights = { insight: 'read', money: 'none' }
      file.staff['nina-roy'].roles = ['desk']
      file.practitioners['asha-rao'].roles = ['owner']
    })
    const headers = await signedIn(clinic, nina(clinic))
    expect((await session(headers)).json.members[0].rights).toMatchObject({
      insight: 'read',
      money: 'none',
      visits: 'write',
      ownVisits: false,
    })
    expect((await call('audit-show', {}, headers)).status).toBe(200)
    expect(areas).toHaveLength(8)
  })
})
