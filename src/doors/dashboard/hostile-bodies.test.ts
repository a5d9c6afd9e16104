// Bodies that no page of ours sends: each is refused by name, and neither fails inside the service
// nor reaches the database.

import { Writable } from 'node:stream'
import pino from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { createMeridianClinic, runInClinic } from '../../../test/support/clinic/meridian.ts'
import { measureLongestTurn } from '../../../test/support/run/longest-turn.ts'

const logged: string[] = []
const lines = new Writable({
  write(line, _, done) {
    logged.push(String(line))
    done()
  },
})
const house = await openHarness({ log: pino({ level: 'warn' }, lines) })
const ownPage = { origin: 'http://clinic.test', host: 'clinic.test' }
let clinic: Clinic

/**
 * The first throws where it is converted to a text or a number; the others are beyond the columns
 * of the database.
 */
const hostile = [
  { toString: null, valueOf: null },
  ['x'],
  1.5,
  -1e20,
  '9223372036854775808',
  'a\u0000b',
  '\ud800',
  true,
]
const members = [
  'token',
  'email',
  'password',
  'code',
  'name',
  'current',
  'next',
  'response',
  'id',
  'another',
  'answer',
  'choosing',
  'workspace',
]

async function signInMember(member: number): Promise<string> {
  const { url } = await runInClinic(house, clinic, 'dashboard-link', { id: member })
  const signedIn = await house.call('POST', '/dashboard/api/sign-in/link', {
    headers: ownPage,
    body: { token: url.split('#')[1] },
  })
  return String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
}

/** All pages of the dashboard that change something; operations have tests of their own. */
function changingPages(): string[] {
  const routes = house.door.printRoutes({ commonPrefix: false, includeHooks: false })
  const paths: string[] = []
  const above: string[] = []
  for (const line of routes.split('\n')) {
    const found = /^([│ ]*)[├└]── (\S+)(?: \(([^)]*)\))?/.exec(line)
    if (!found) continue
    const [, indent = '', step = '', methods = ''] = found
    above.length = indent.length / 4
    above.push(step)
    if (methods.includes('POST')) paths.push(above.join(''))
  }
  return paths.filter((path) => path.startsWith('/dashboard/api/') && !path.includes(':'))
}

beforeAll(async () => {
  clinic = await createMeridianClinic(house)
})

it('are refused by every page of signing in and of an account, with and without a session [DASH-08]', async () => {
  const pages = changingPages()
  expect(pages).toHaveLength(20)
  const cookies = ['', await signInMember(clinic.id('staff', 'nina-roy'))]
  for (const page of pages) {
    for (const cookie of cookies) {
      if (page.endsWith('sign-out')) continue
      for (const value of hostile) {
        for (const body of [
          ...members.map((member) => ({ [member]: value })),
          Object.fromEntries(members.map((member) => [member, value])),
        ]) {
          const reply = await house.call('POST', page, {
            headers: { ...ownPage, ...(cookie && { cookie }) },
            body,
          })
          expect([page, JSON.stringify(body), reply.status < 500, reply.json.code ?? 200]).toEqual([
            page,
            JSON.stringify(body),
            true,
            expect.anything(),
          ])
        }
      }
    }
  }
  expect(logged.filter((line) => !/"level":(30|40)\b/.test(line))).toEqual([])
}, 120_000)

it('of marks that are expensive to sort keep no one waiting [DASH-08]', async () => {
  const marks = `a${'\u0301\u0323'.repeat(60_000)}`
  for (const body of [
    { email: marks, password: 'x' },
    { email: `${marks.slice(0, 9_990)}@x.io`, password: marks.slice(0, 9_990) },
  ]) {
    const wait = await measureLongestTurn(
      () => house.call('POST', '/dashboard/api/sign-in/password', { headers: ownPage, body }),
      100,
    )
    expect(wait).toBeLessThan(100)
  }
  const nina = clinic.id('staff', 'nina-roy')
  const edits = [{ path: ['staff', 'nina-roy', 'email'], value: `${marks}@x.example` }]
  const headers = { ...ownPage, cookie: await signInMember(nina), 'x-workspace': clinic.name }
  const wait = await measureLongestTurn(
    () =>
      house.call('POST', '/dashboard/api/operations/settings-change', {
        headers,
        body: { version: 1, edits },
      }),
    200,
  )
  expect(wait).toBeLessThan(200)
})

it('are refused by every operation about a record for a member who sees own visits only [DASH-10]', async () => {
  const cookie = await signInMember(clinic.id('practitioner', 'lena-vogel'))
  const { operations } = await import('../register/register.ts')
  const named = operations.filter(
    ({ right, runsOn }) => right !== undefined && runsOn === 'application',
  )
  for (const { name, input } of named) {
    for (const value of hostile) {
      const body: Json = Object.fromEntries(
        Object.keys(input.properties).map((member) => [member, value]),
      )
      const reply = await house.call('POST', `/dashboard/api/operations/${name}`, {
        headers: { ...ownPage, cookie, 'x-workspace': clinic.name },
        body,
      })
      expect([name, JSON.stringify(value), reply.status < 500], reply.text).toEqual([
        name,
        JSON.stringify(value),
        true,
      ])
    }
  }
  expect(logged.filter((line) => !/"level":(30|40)\b/.test(line))).toEqual([])
}, 120_000)
