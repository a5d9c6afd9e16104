// Where the dashboard is served: beside the API, on its own port, or nowhere.

import { describe, expect, it } from 'vitest'
import { type Harness, openHarness } from '../../../test/support/clinic/harness.ts'
import { createMigratedDatabase } from '../../../test/support/database/databases.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { runCommand } from '../../../test/support/processes/in-process-command.ts'
import { startService } from '../../../test/support/processes/service-process.ts'

const connection = await createMigratedDatabase()
const house = await openHarness({
  connection,
  dashboard: 8081,
  publicUrl: 'https://api.example.org',
  dashboardUrl: 'https://desk.example.org',
})
const door = house.application.dashboardDoor()

const paths = [
  '/dashboard',
  '/dashboard/',
  '/dashboard/sign-in',
  '/dashboard/assets/index.js',
  '/dashboard/api/session',
  '/dashboard/api/events/sunrise',
  '/dashboard/api/look/sunrise',
]
const changes = [
  '/dashboard/api/sign-in/password',
  '/dashboard/api/operations/day-show',
  '/dashboard/api/sign-out',
]

async function expectNothing(at: Harness) {
  for (const [method, list] of Object.entries({ GET: paths, POST: changes })) {
    for (const path of list) {
      const body = method === 'POST' ? { email: 'x@clinic.example', password: 'x' } : undefined
      const reply = await at.call(method, path, {
        headers: { origin: 'https://desk.example.org', host: 'desk.example.org' },
        ...(body && { body }),
      })
      expect([
        path,
        reply.status,
        reply.headers['set-cookie'],
        reply.headers['cache-control'],
      ]).toEqual([path, 404, undefined, 'no-store'])
    }
  }
}

describe('a dashboard on its own port', () => {
  it('has the same headers as on the origin of the API, and the health checks of balancers [DASH-02] [DASH-03]', async () => {
    const page = await door.inject({ url: '/dashboard/sign-in' })
    expect([
      page.statusCode,
      page.headers['x-content-type-options'],
      page.headers['referrer-policy'],
    ]).toEqual([expect.any(Number), 'nosniff', 'no-referrer'])
    expect((await door.inject({ url: '/dashboard/api/session' })).statusCode).toBe(401)
    expect((await door.inject({ url: '/healthz' })).json()).toEqual({ status: 'alive' })
    expect((await door.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' })
    const attempt = (origin: string) =>
      door.inject({
        method: 'POST',
        url: '/dashboard/api/sign-in/password',
        headers: { origin, 'content-type': 'application/json' },
        payload: '{}',
      })
    expect((await attempt('https://api.example.org')).json().code).toBe('CROSS_ORIGIN_REQUEST')
    expect((await attempt('https://desk.example.org')).json().code).toBe('VALIDATION_ERROR')
  })

  it('serves nothing of the API, whose port serves nothing of the dashboard [DASH-02]', async () => {
    const clinic = await house.clinic()
    expect((await clinic.get('/v1/addresses')).status).toBe(200)
    for (const [url, key] of [
      ['/v1/addresses', clinic.key],
      ['/docs', ''],
      ['/metrics', ''],
    ] as const) {
      expect([401, 403]).toContain(
        (await door.inject({ url, headers: key ? { 'x-api-key': key } : {} })).statusCode,
      )
    }
    await expectNothing(house)
  })

  it('is the target of links [DASH-01] [DASH-02]', async () => {
    const clinic = await house.clinic((file) => {
      Object.assign(file.roles ?? {}, { owner: { displayName: 'Owner', dashboard: 'owner' } })
      Object.assign(file.staff?.['nina-roy'] ?? {}, { roles: ['owner'] })
    })
    const { url } = await house.operate('dashboard-link', { workspace: clinic.name })
    expect(url).toMatch(/^https:\/\/desk\.example\.org\/dashboard\/sign-in#/)
  })
})

describe('a dashboard that is switched off', () => {
  it('is not served, for pages and for calls, and no link is made [DASH-02]', async () => {
    const off = await openHarness({ connection, dashboard: 'off' })
    await expectNothing(off)
    const clinic = await off.clinic((file) => {
      Object.assign(file.roles ?? {}, { owner: { displayName: 'Owner', dashboard: 'owner' } })
      Object.assign(file.staff?.['nina-roy'] ?? {}, { roles: ['owner'] })
    })
    await expect(off.operate('dashboard-link', { workspace: clinic.name })).rejects.toThrow(
      'the dashboard is switched off',
    )
    await expect(
      off.operate('staff-invite', { workspace: clinic.name, id: clinic.id('staff', 'nina-roy') }),
    ).rejects.toThrow('the dashboard is switched off')
    expect(
      await off.sql('select from staff_links where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })
})

describe('clinic serve', () => {
  it('opens the port, prints a link to it, and closes it [DASH-01] [DASH-02]', async () => {
    const settings = {
      DATABASE_URL: connectionUrl(await createMigratedDatabase()),
      CLINIC_MODE: 'sandbox',
      CLINIC_DASHBOARD: '0',
    }
    const service = await startService(settings)
    await expect.poll(service.readOutput).toMatch(/Dashboard.*http:/)
    const origin = /Dashboard.*?(http:\/\/[^/\s]+)\/dashboard/.exec(service.readOutput())?.[1] ?? ''
    expect(origin).not.toBe(service.url)
    expect((await fetch(`${origin}/dashboard/api/session`)).status).toBe(401)
    expect((await fetch(`${service.url}/dashboard/api/session`)).status).toBe(404)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
    const { out } = await runCommand({ ...settings, CLINIC_DASHBOARD: 'off' }, ['config'])
    expect(out).toMatch(/CLINIC_DASHBOARD\s+off/)
  })
})
