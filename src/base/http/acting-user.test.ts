// The gate of the acting user, on a route of the tests: any write of staff declares the same
// policy.

import { describe, expect, it } from 'vitest'
import { book, type Clinic, openHarness, slotTimes } from '../../../test/support/clinic/harness.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { route } from '../contract/route.ts'
import { integer, object } from '../contract/schemas.ts'

const staffWrite = route({
  method: 'POST',
  path: '/v1/test/staff',
  name: 'staffWrite',
  area: 'Booking',
  title: 'Write something',
  summary: 'A write of staff.',
  policy: { actingUser: true },
  refusals: [],
  replies: { 200: object({ actingUserId: integer('Who acts.', 3) }) },
  handle: async ({ caller }) => ({ status: 200, body: { actingUserId: caller.actingUserId ?? 0 } }),
})
const house = await openHarness({ routes: [staffWrite] })

const act = (clinic: Clinic, headers: Record<string, string | string[]>) =>
  clinic.post(staffWrite.path, {}, { headers })
const staffId = async (clinic: Clinic, status: string): Promise<string> =>
  String(
    (
      await house.sql(
        "insert into users (workspace_id, name, display_name, status) values ($1, $2, 'Staff', $2) returning id",
        [clinic.workspaceId, status],
      )
    )[0].id,
  )

describe('a write of staff', () => {
  it('is done by an active member, practitioner or not [ACT-04]', async () => {
    const clinic = await house.clinic()
    const doctor = String(clinic.id('practitioner', 'asha-rao'))
    const nurse = await staffId(clinic, 'active')
    for (const id of [doctor, nurse]) {
      await expect
        .poll(async () => (await act(clinic, { 'X-Acting-User-Id': id })).json)
        .toEqual({ actingUserId: Number(id) })
    }
  })

  const malformed = cases<[string, Record<string, string | string[]>]>([
    ['no header', {}],
    ['an empty one', { 'x-acting-user-id': '' }],
    ['a name', { 'x-acting-user-id': 'abc' }],
    ['zero', { 'x-acting-user-id': '0' }],
    ['a sign', { 'x-acting-user-id': '+1' }],
    ['leading zeros', { 'x-acting-user-id': '01' }],
    ['a fraction', { 'x-acting-user-id': '1.0' }],
    ['more than an id can be', { 'x-acting-user-id': '99999999999999999999' }],
    ['two ids', { 'x-acting-user-id': ['1', '1'] }],
  ])
  it.each(malformed)('with %s is refused, and the header named [ACT-06]', async (_, headers) => {
    const reply = await act(await house.clinic(), headers)
    expect(reply.status).toBe(400)
    expect(reply.json).toEqual({
      success: false,
      message: expect.stringContaining('x-acting-user-id'),
    })
  })

  it('by someone inactive, invited, of another workspace or unknown is refused alike [ACT-03] [ACT-07]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const ids = [
      await staffId(clinic, 'inactive'),
      await staffId(clinic, 'invited'),
      String(other.id('practitioner', 'asha-rao')),
      '999999999',
    ]
    for (const id of ids) {
      const reply = await act(clinic, { 'x-acting-user-id': id })
      expect(reply.status).toBe(403)
      expect(reply.json).toEqual({ success: false, message: expect.any(String), statusCode: 403 })
    }
  })
})

describe('another write', () => {
  it('needs no acting user, and gets the same answer with any acting user [ACT-05] [ACT-08]', async () => {
    const clinic = await house.clinic()
    expect((await book(clinic)).status).toBe(201)
    const next = slotTimes('09:15')
    expect((await book(clinic, next, { headers: { 'x-acting-user-id': 'junk' } })).status).toBe(201)
  })

  it('is recorded as done by an active member whom a key names, and by no one else [ACT-04] [ACT-08]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const member = String(clinic.id('staff', 'nina-roy'))
    const notNoted = [
      'junk',
      '0',
      '999999999',
      `${member}, ${member}`,
      String(other.id('staff', 'nina-roy')),
      await staffId(clinic, 'inactive'),
    ]
    for (const [index, named] of [member, ...notNoted].entries()) {
      const reply = await book(
        clinic,
        slotTimes(`1${Math.floor(index / 4)}:${String((index % 4) * 15).padStart(2, '0')}`),
        {
          headers: { 'x-acting-user-id': named },
        },
      )
      expect(reply.status, reply.text).toBe(201)
    }
    const headers = { ...(await clinic.session()), 'x-acting-user-id': member }
    expect((await house.call('GET', '/v2/workspaces', { headers })).status).toBe(200)
    const booked =
      "select acting_user_id::text as by from audit_entries where workspace_id = $1 and action = 'BOOKED' order by id"
    expect((await house.sql(booked, [clinic.workspaceId])).map(({ by }) => by)).toEqual([
      member,
      ...notNoted.map(() => null),
    ])
  })
})
