// What ends a session ends it in every process: two applications on one database, each with its own
// cache.

import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Harness,
  type Json,
  openHarness,
  type Reply,
} from '../../../test/support/clinic/harness.ts'

const house = await openHarness()
const other = await openHarness({ connection: house.connection })
await Promise.all([house, other].map(({ door }) => door.listen({ host: '127.0.0.1', port: 0 })))
const ownPage = { origin: 'http://clinic.test', host: 'clinic.test' }
const password = 'violet kettle sings'

const post = (
  at: Harness,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  at.call('POST', `/dashboard/api/${path}`, { headers: { ...ownPage, ...headers }, body })
const cookieHeader = (reply: Reply) => ({
  cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '',
})
const status = async (at: Harness, headers: Record<string, string>) =>
  (await at.call('GET', '/dashboard/api/session', { headers })).status

interface Signed {
  clinic: Clinic
  headers: Record<string, string>
  /** Resolves once the stream of changes in the other process has ended. */
  streamEnds: Promise<unknown>
}

/** A receptionist who signed in through one process and listens to the other. */
async function signedIn(): Promise<Signed> {
  const clinic = await house.clinic((file: Json) => {
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
    file.practitioners['asha-rao'].roles = ['owner']
  })
  const { url } = await house.operate('staff-invite', {
    workspace: clinic.name,
    id: clinic.id('staff', 'nina-roy'),
  })
  const headers = cookieHeader(
    await post(house, 'invitation/accept', { token: url.split('#')[1], password }),
  )
  expect([await status(house, headers), await status(other, headers)]).toEqual([200, 200])
  const { port } = other.door.server.address() as { port: number }
  const stream = await fetch(`http://127.0.0.1:${port}/dashboard/api/events/${clinic.name}`, {
    headers,
  })
  expect(stream.status).toBe(200)
  return { clinic, headers, streamEnds: stream.text() }
}

describe('a session', () => {
  it.each<[string, (signed: Signed) => Promise<unknown>]>([
    [
      'is inactive',
      ({ clinic }) =>
        clinic.change((file: Json) =>
          Object.assign(file.staff['nina-roy'], { membership: 'inactive' }),
        ),
    ],
    [
      'has another role',
      ({ clinic }) =>
        clinic.change((file: Json) =>
          Object.assign(file.staff['nina-roy'], { roles: ['manager'] }),
        ),
    ],
    [
      'has one role more',
      ({ clinic }) =>
        clinic.change((file: Json) =>
          Object.assign(file.staff['nina-roy'], { roles: ['desk', 'manager'] }),
        ),
    ],
    [
      'has no role',
      ({ clinic }) =>
        clinic.change((file: Json) => Object.assign(file.staff['nina-roy'], { roles: [] })),
    ],
    [
      'is of a clinic that is suspended',
      ({ clinic }) =>
        house.sql("update workspaces set status = 'SUSPENDED' where id = $1", [clinic.workspaceId]),
    ],
    [
      'chose another password in another browser',
      async ({ clinic }) => {
        const again = await post(house, 'sign-in/password', {
          email: `nina@${clinic.name}.example`,
          password,
        })
        expect(
          (
            await post(
              house,
              'password',
              { current: password, next: 'another long secret 9' },
              cookieHeader(again),
            )
          ).status,
        ).toBe(200)
      },
    ],
    [
      'is signed out by an owner',
      ({ clinic }) =>
        house.operate('staff-sign-out', {
          workspace: clinic.name,
          id: clinic.id('staff', 'nina-roy'),
        }),
    ],
  ])('ends in every process, with its stream, once its member %s [DASH-07]', async (_, change) => {
    const signed = await signedIn()
    await change(signed)
    expect([await status(house, signed.headers), await status(other, signed.headers)]).toEqual([
      401, 401,
    ])
    const startedAt = performance.now()
    await signed.streamEnds
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })

  it('continues when the clinic file changes something else [DASH-07]', async () => {
    const { clinic, headers } = await signedIn()
    await clinic.change((file: Json) => {
      file.staff['nina-roy'].prefix = 'Ms.'
      file.roles.manager.displayName = 'Head of reception'
    })
    expect([await status(house, headers), await status(other, headers)]).toEqual([200, 200])
  })
})
