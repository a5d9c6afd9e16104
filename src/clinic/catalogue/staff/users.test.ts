// GET /v1/users and POST /v1/users.

import { describe, expect, it } from 'vitest'
import {
  type CallOptions,
  type Clinic,
  type Json,
  openHarness,
  queryString,
  type Reply,
} from '../../../../test/support/clinic/harness.ts'
import { cases } from '../../../../test/support/run/cases.ts'
import { expectBetween } from '../../../../test/support/run/expect-between.ts'

const house = await openHarness()

const jaipur = (clinic: Clinic) => clinic.id('location', 'jaipur')
const list = (
  clinic: Clinic,
  more: Record<string, string | number> = {},
  options: CallOptions = {},
): Promise<Reply> =>
  clinic.get(`/v1/users?${queryString({ addressId: jaipur(clinic), ...more })}`, options)
const add = (clinic: Clinic, body: Json, options: CallOptions = {}): Promise<Reply> =>
  clinic.post('/v1/users', body, {
    ...options,
    headers: {
      'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')),
      ...options.headers,
    },
  })
const nina = (clinic: Clinic) => ({
  name: 'Nina Sen',
  email: 'nina.sen@sunrise.example',
  addressIds: [jaipur(clinic)],
})
const findMember = (reply: Reply, id: number): Json =>
  reply.json.list.find((member: Json) => member.id === id)
const readRows = async ({ workspaceId }: Clinic) =>
  JSON.stringify(
    await Promise.all([
      house.sql(
        'select id, display_name, status, email from users where workspace_id = $1 order by id',
        [workspaceId],
      ),
      house.sql('select * from user_roles where workspace_id = $1 order by user_id, role_id', [
        workspaceId,
      ]),
      house.sql(
        'select * from user_locations where workspace_id = $1 order by user_id, location_id',
        [workspaceId],
      ),
    ]),
  )

describe('GET /v1/users 200', () => {
  it('lists everyone who works at the location, and says who they are [CAT-08] [CAT-13] [CAT-16] [CAT-19]', async () => {
    const clinic = await house.clinic()
    const { status, json } = await list(clinic)
    expect(status).toBe(200)
    expect(Object.keys(json).sort()).toEqual(['count', 'extras', 'list'])
    expect(json.list.map(({ name }: Json) => name).sort()).toEqual([
      'Asha Rao',
      'Meera Shah',
      'Nina Roy',
      'Ravi Old',
    ])
    expect(json.list).toContainEqual({
      id: clinic.id('staff', 'nina-roy'),
      name: 'Nina Roy',
      prefix: 'Ms',
      status: 'active',
      email: 'nina@sunrise.example',
      countryCode: '+91',
      phoneNumber: '9876500002',
      specialization: null,
      profilePicUrl: null,
      roleNames: ['reception'],
      roles: [{ name: 'reception', displayName: 'Reception' }],
      appointmentSystemType: null,
      isVerified: true,
      lastActive: null,
    })
    const berlin = await list(clinic, { addressId: clinic.id('location', 'berlin') })
    expect(berlin.json.list.map(({ name }: Json) => name)).toEqual(['Jonas Weber'])
  })

  it('names every configured role in addition to the page [CAT-15]', async () => {
    const { json } = await list(await house.clinic(), { size: 1 })
    expect(json.extras).toEqual({
      configuredRoles: [
        { name: 'doctor', displayName: 'Doctor' },
        { name: 'reception', displayName: 'Reception' },
      ],
    })
    const roleless = await house.clinic((file) => {
      delete file.roles
      for (const member of [
        ...Object.values(file.staff ?? {}),
        ...Object.values(file.practitioners),
      ])
        delete member.roles
    })
    expect((await list(roleless)).json.extras).toEqual({ configuredRoles: [] })
  })

  it("has a practitioner's doctorId, system and profile portrait [CAT-21] [CAT-23]", async () => {
    const clinic = await house.clinic()
    const reply = await list(clinic)
    expect(findMember(reply, clinic.id('practitioner', 'asha-rao'))).toMatchObject({
      prefix: 'Dr',
      specialization: 'Dermatology',
      appointmentSystemType: 'SCHEDULED',
      profilePicUrl: 'https://example.org/asha.jpg',
    })
    expect(findMember(reply, clinic.id('practitioner', 'meera-shah')).appointmentSystemType).toBe(
      'QMS',
    )
    const doctors = (await clinic.get('/v2/workspaces')).json.addresses.flatMap((address: Json) =>
      address.doctors.map(({ id }: Json) => id),
    )
    expect(doctors).toContain(clinic.id('practitioner', 'asha-rao'))
  })

  it('shows the three memberships, inactive ones too, wherever they worked [CAT-17] [CAT-18]', async () => {
    const clinic = await house.clinic()
    const { id } = (await add(clinic, nina(clinic))).json
    const before = await list(clinic)
    expect(findMember(before, clinic.id('practitioner', 'ravi-old')).status).toBe('inactive')
    expect(findMember(before, id).status).toBe('invited')
    const left = [clinic.id('practitioner', 'asha-rao'), clinic.id('staff', 'nina-roy')]
    await clinic.change((file) => {
      delete file.practitioners['asha-rao']
      delete file.staff?.['nina-roy']
    })
    const after = await list(clinic)
    expect(left.map((gone) => findMember(after, gone).status)).toEqual(['inactive', 'inactive'])
    // An import retires only members that a file described.
    expect(findMember(after, id).status).toBe('invited')
  })

  it('lists a practitioner who moved at the new location only', async () => {
    const clinic = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha) asha.at.berlin = { slotMinutes: 30 }
    })
    const asha = clinic.id('practitioner', 'asha-rao')
    expect(findMember(await list(clinic), asha)).toBeDefined()
    await clinic.change((file) => {
      delete file.practitioners['asha-rao']?.at.jaipur
    })
    expect(findMember(await list(clinic), asha)).toBeUndefined()
    expect(
      findMember(await list(clinic, { addressId: clinic.id('location', 'berlin') }), asha),
    ).toBeDefined()
  })

  it('filters by the holders of a role, and contains no role id [CAT-10] [CAT-20]', async () => {
    const clinic = await house.clinic()
    const reception = clinic.id('role', 'reception')
    const doctor = clinic.id('role', 'doctor')
    const receptionists = await list(clinic, { roleId: reception })
    expect([
      receptionists.json.count,
      receptionists.json.list.map(({ name }: Json) => name),
    ]).toEqual([1, ['Nina Roy']])
    expect(
      (await list(clinic, { roleId: doctor })).json.list.map(({ name }: Json) => name),
    ).toEqual(['Asha Rao'])
    const other = await house.clinic()
    for (const roleId of [999_999_999, other.id('role', 'reception')]) {
      expect((await list(clinic, { roleId })).json).toMatchObject({ count: 0, list: [] })
    }
    // Nowhere in the response as a separate number; the ids there are those of members.
    const members = receptionists.json.list.map(({ id, ...member }: Json) => member)
    expect(JSON.stringify([members, receptionists.json.extras])).not.toMatch(
      new RegExp(`[:,[]${reception}[,}\\]]`),
    )
  })

  it('pages from 0 by 10, counting all [CAT-11] [CAT-12] [CAT-14]', async () => {
    const clinic = await house.clinic((file) => {
      for (let index = 1; index <= 11; index += 1)
        Object.assign(file.staff ?? {}, {
          [`nurse-${index}`]: { name: `Nurse ${index}`, at: ['jaipur'] },
        })
    })
    const first = await list(clinic)
    expect([first.json.count, first.json.list.length]).toEqual([15, 10])
    expect((await list(clinic, { page: 0 })).text).toBe(first.text)
    const second = await list(clinic, { page: 1 })
    expect([second.json.count, second.json.list.length]).toEqual([15, 5])
    const ids = [...first.json.list, ...second.json.list].map(({ id }: Json) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted((a: number, b: number) => a - b))
    expect((await list(clinic, { size: 1, page: 2 })).json).toMatchObject({
      count: 15,
      list: [{ id: ids[2] }],
    })
    expect((await list(clinic, { page: 9 })).json).toMatchObject({ count: 15, list: [] })
    expect((await list(clinic, { size: 1000 })).json.list).toHaveLength(15)
  })

  it('shows a session neither contact details of staff nor when they were active', async () => {
    const clinic = await house.clinic()
    await house.sql(
      "update users set last_active_at = '2029-12-31T10:00:00Z' where workspace_id = $1",
      [clinic.workspaceId],
    )
    const reply = await list(clinic, {}, { key: null, headers: await clinic.session() })
    expect(reply.status).toBe(200)
    expect(reply.json.list).toHaveLength(4)
    for (const member of reply.json.list)
      expect(member).toMatchObject({
        email: null,
        countryCode: null,
        phoneNumber: null,
        lastActive: null,
      })
    expect(reply.text).not.toMatch(/@sunrise|9876500002|2029-12-31/)
    expect(findMember(await list(clinic), clinic.id('staff', 'nina-roy'))).toMatchObject({
      email: 'nina@sunrise.example',
      lastActive: '2029-12-31T10:00:00',
    })
  })

  it('says when a member last acted, in UTC without an offset [CAT-22]', async () => {
    const clinic = await house.clinic()
    const asha = clinic.id('practitioner', 'asha-rao')
    const version = () =>
      house.sql('select configuration_version from workspaces where id = $1', [clinic.workspaceId])
    // A refused action does not count.
    await add(clinic, { ...nina(clinic), email: 'none' })
    await house.application.activity.write()
    expect(findMember(await list(clinic), asha).lastActive).toBeNull()
    const begun = house.application.clock.now()
    await add(clinic, nina(clinic))
    const before = await version()
    const acted = house.application.clock.now()
    await house.application.activity.write()
    const { lastActive } = findMember(await list(clinic), asha)
    expect(lastActive).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?$/)
    expectBetween(Date.parse(`${lastActive}Z`), begun, acted)
    // Activity is not configuration: recording it dropped no cached configuration.
    expect(await version()).toEqual(before)
  })
})

describe('GET /v1/users', () => {
  const wrong = cases<[string, Record<string, string>, string]>([
    ['a location that is no id', { addressId: 'x' }, 'addressId'],
    ['an empty location', { addressId: '' }, 'addressId'],
    ['a role that is no number', { roleId: 'reception' }, 'roleId'],
    ['a page before the first', { page: '-1' }, 'page'],
    ['a page of nothing', { size: '0' }, 'size'],
    ['a size that is no number', { size: 'all' }, 'size'],
  ])
  it.each(wrong)('with %s is 400 and names it', async (_, parameters, field) => {
    const reply = await list(await house.clinic(), parameters)
    expect([reply.status, reply.json.error]).toEqual([400, 'VALIDATION_ERROR'])
    expect(reply.json.message).toContain(field)
  })

  it('without addressId is 400 [CAT-09]', async () => {
    const reply = await (await house.clinic()).get('/v1/users')
    expect([reply.status, reply.json.message]).toEqual([
      400,
      'VALIDATION_ERROR: addressId is required.',
    ])
  })

  it('of a location of another workspace, or an unknown one, is 404', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const replies = await Promise.all(
      [jaipur(other), 999_999_999].map((addressId) => list(clinic, { addressId })),
    )
    expect(replies.map(({ status, json }) => [status, json.error])).toEqual([
      [404, 'ADDRESS_NOT_FOUND'],
      [404, 'ADDRESS_NOT_FOUND'],
    ])
  })
})

describe('POST /v1/users', () => {
  it('adds an invited member, with roles and locations, and says who added them [CAT-32] [ACT-04]', async () => {
    const clinic = await house.clinic()
    const berlin = clinic.id('location', 'berlin')
    const begun = house.application.clock.now()
    const { status, json } = await add(clinic, {
      ...nina(clinic),
      name: '  नीना   सेन ',
      email: ' Nina.Sen@Sunrise.example ',
      prefix: 'Ms',
      phoneNumber: '98765-43210',
      profilePicUrl: 'https://example.org/nina.jpg',
      roleNames: ['reception', 'doctor', 'reception'],
      addressIds: [jaipur(clinic), String(berlin)],
      status: 'active',
      workspaceId: 1,
    })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.any(Number),
      name: 'नीना सेन',
      prefix: 'Ms',
      status: 'invited',
      email: 'Nina.Sen@Sunrise.example',
      countryCode: '+91',
      phoneNumber: '9876543210',
      specialization: null,
      profilePicUrl: 'https://example.org/nina.jpg',
      roleNames: ['doctor', 'reception'],
      roles: [
        { name: 'doctor', displayName: 'Doctor' },
        { name: 'reception', displayName: 'Reception' },
      ],
      appointmentSystemType: null,
      isVerified: false,
      lastActive: null,
    })
    for (const addressId of [jaipur(clinic), berlin])
      expect(findMember(await list(clinic, { addressId }), json.id)).toEqual(json)
    const [row] = await house.sql(
      'select created_by, created_at from users where workspace_id = $1 and id = $2',
      [clinic.workspaceId, json.id],
    )
    expect(Number(row.created_by)).toBe(clinic.id('practitioner', 'asha-rao'))
    expectBetween(Number(row.created_at), begun, house.application.clock.now())
  })

  it('adds a member who may act once an operator activates them, and no more once deactivated', async () => {
    const clinic = await house.clinic()
    const { id } = (await add(clinic, nina(clinic))).json
    const act = async (email: string) =>
      (
        await add(
          clinic,
          { ...nina(clinic), email },
          { headers: { 'x-acting-user-id': String(id) } },
        )
      ).status
    expect(await act('a@sunrise.example')).toBe(403)
    await house.operate('staff-activate', { workspace: clinic.name, id })
    expect(await act('b@sunrise.example')).toBe(201)
    expect(findMember(await list(clinic), id)).toMatchObject({ status: 'active', isVerified: true })
    await house.operate('staff-deactivate', { workspace: clinic.name, id })
    expect(await act('c@sunrise.example')).toBe(403)
  })

  const unusable = cases<[string, unknown]>([
    ['a list', []],
    ['nothing', undefined],
    ['null', 'null'],
    ['text', '"Nina"'],
    ['half an object', '{"name":'],
  ])
  it.each(unusable)(
    'refuses %s in place of an object with fieldErrors [CAT-32] [ERR-05]',
    async (_, body) => {
      const clinic = await house.clinic()
      const before = await readRows(clinic)
      const reply = await add(clinic, body, { headers: { 'content-type': 'application/json' } })
      expect(reply.status).toBe(400)
      expect(reply.json).toEqual({
        statusCode: 400,
        status: 'failed',
        message: expect.any(String),
        fieldErrors: [expect.objectContaining({ field: 'body' })],
      })
      expect(await readRows(clinic)).toBe(before)
    },
  )

  const wrong = cases<[string, Json, number, string]>([
    ['no name', { name: undefined }, 400, 'name is required'],
    ['a blank name', { name: ' \t ' }, 400, 'name must not be blank'],
    ['a name of invisible characters', { name: '\u200b\u0007' }, 400, 'name must not be blank'],
    ['no email', { email: undefined }, 400, 'email is required'],
    ['an email that is none', { email: 'nina' }, 400, 'email must be an e-mail address'],
    ['no location', { addressIds: [] }, 400, 'at least one location'],
    ['a location that is no id', { addressIds: ['x'] }, 400, 'must be an id'],
    ['one location for many', { addressIds: 1 }, 400, 'addressIds'],
    ['an unknown location', { addressIds: [999_999_999] }, 404, 'ADDRESS_NOT_FOUND'],
    [
      'a role that is not configured',
      { roleNames: ['reception', 'surgeon'] },
      400,
      'ROLE_NOT_FOUND',
    ],
    ['a phone of letters', { phoneNumber: 'call me' }, 400, 'phoneNumber'],
    ['a dial code without plus', { countryCode: '91' }, 400, 'countryCode'],
    [
      'a portrait that is no https address',
      { profilePicUrl: 'javascript:alert(1)' },
      400,
      'profilePicUrl',
    ],
    ['the email of another member', { email: 'NINA@sunrise.example' }, 400, 'EMAIL_TAKEN'],
  ])
  it.each(wrong)('refuses %s and adds no member', async (_, changes, status, words) => {
    const clinic = await house.clinic()
    const before = await readRows(clinic)
    const reply = await add(clinic, { ...nina(clinic), ...changes })
    expect(reply.status).toBe(status)
    expect(reply.json.message).toContain(words)
    expect(await readRows(clinic)).toBe(before)
  })

  it("refuses another workspace's location and role as unknown ones", async () => {
    const clinic = await house.clinic()
    const other = await house.clinic((file) =>
      Object.assign(file.roles ?? {}, { surgeon: { displayName: 'Surgeon' } }),
    )
    const before = await readRows(clinic)
    expect(
      (await add(clinic, { ...nina(clinic), addressIds: [jaipur(clinic), jaipur(other)] })).json
        .error,
    ).toBe('ADDRESS_NOT_FOUND')
    expect((await add(clinic, { ...nina(clinic), roleNames: ['surgeon'] })).json.error).toBe(
      'ROLE_NOT_FOUND',
    )
    expect(await readRows(clinic)).toBe(before)
    // And the same person may work for both.
    expect([
      (await add(clinic, nina(clinic))).status,
      (await add(other, nina(other))).status,
    ]).toEqual([201, 201])
  })

  it('changes nothing that bookings in progress depend on', async () => {
    const clinic = await house.clinic()
    const version = () =>
      house.sql('select configuration_version from workspaces where id = $1', [clinic.workspaceId])
    const before = await version()
    const { id } = (await add(clinic, nina(clinic))).json
    expect(await version()).toEqual(before)
    await house.operate('staff-activate', { workspace: clinic.name, id })
    expect(await version()).not.toEqual(before)
  })

  it('sent many times at once adds one member', async () => {
    const clinic = await house.clinic()
    const replies = await Promise.all(Array.from({ length: 16 }, () => add(clinic, nina(clinic))))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 15 }, () => 400),
    ])
    expect(replies.filter(({ json }) => json.error === 'EMAIL_TAKEN')).toHaveLength(15)
  })
})

describe('a clinic file', () => {
  it('may move an address from one member to another, and change roles and locations', async () => {
    const clinic = await house.clinic((file) =>
      Object.assign(file.practitioners['asha-rao'] ?? {}, { email: 'asha@sunrise.example' }),
    )
    await clinic.change((file) => {
      const receptionist = file.staff?.['nina-roy']
      const doctor = file.practitioners['asha-rao']
      Object.assign(receptionist ?? {}, {
        email: 'asha@sunrise.example',
        roles: [],
        at: ['berlin'],
      })
      Object.assign(doctor ?? {}, { email: 'nina@sunrise.example', roles: ['doctor', 'reception'] })
    })
    const reply = await list(clinic)
    expect(findMember(reply, clinic.id('staff', 'nina-roy'))).toBeUndefined()
    expect(findMember(reply, clinic.id('practitioner', 'asha-rao'))).toMatchObject({
      email: 'nina@sunrise.example',
      roleNames: ['doctor', 'reception'],
    })
  })

  it('with the address of a member who was added in another way is refused entirely', async () => {
    const clinic = await house.clinic()
    await add(clinic, nina(clinic))
    const before = await readRows(clinic)
    await expect(
      clinic.change((file) =>
        Object.assign(file.staff ?? {}, {
          'nina-sen': { name: 'Nina Sen', email: 'nina.sen@sunrise.example', at: ['jaipur'] },
        }),
      ),
    ).rejects.toThrow('nothing was imported')
    expect(await readRows(clinic)).toBe(before)
  })

  it('describes its members: an operator is told to change one there', async () => {
    const clinic = await house.clinic()
    const id = clinic.id('staff', 'nina-roy')
    await expect(house.operate('staff-deactivate', { workspace: clinic.name, id })).rejects.toThrow(
      'comes from a clinic file',
    )
    await expect(
      house.operate('staff-activate', { workspace: clinic.name, id: 999_999_999 }),
    ).rejects.toThrow('there is no staff member')
    const rows = await house.operate('staff-list', { workspace: clinic.name })
    const nina = {
      id,
      name: 'Nina Roy',
      status: 'active',
      email: 'nina@sunrise.example',
      roleNames: ['reception'],
      fileName: 'nina-roy',
    }
    expect(rows).toContainEqual(expect.objectContaining(nina))
  })
})
