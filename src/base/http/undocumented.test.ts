import { METHODS } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listenForFile } from '../../../test/support/clinic/front-door.ts'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { bodyBytesMax } from '../contract/body.ts'

const house = await openHarness()
const overSocket = await listenForFile(house)

describe('an undocumented route', () => {
  const doesNotBecomeSo =
    '/v1/workspaces /v2/addresses /v2/doctors /v3/workspaces /workspaces /addresses / /v1 /v2/ /health /metrics /openapi /favicon.ico /v2/public-profiles/1'.split(
      ' ',
    )
  it.each(doesNotBecomeSo)(
    'stays undocumented in another version or at the root: %s [VER-01] [VER-02] [VER-03] [GEN-14]',
    async (path) => {
      const clinic = await house.clinic()
      const reply = await clinic.get(path)
      expect(reply.status).toBe(403)
      expect(reply.json).toEqual({
        message: expect.any(String),
        error: 'Forbidden',
        statusCode: 403,
      })
      expect((await clinic.get(path, { key: null })).status).toBe(401)
    },
  )

  it('is Forbidden with a key and 401 without, however similar the path is to a documented one [GEN-14] [AUTH-14]', async () => {
    const clinic = await house.clinic()
    const paths = nearMisses(house.application.routes.map(({ path }) => path.replace(/:\w+/, '1')))
    expect(paths.length).toBeGreaterThan(300)
    for (const path of paths) {
      const [withKey, without] = await Promise.all([
        overSocket('GET', path, { 'x-api-key': clinic.key }),
        overSocket('GET', path),
      ])
      expect(withKey, path).toEqual({
        status: 403,
        json: { message: expect.any(String), error: 'Forbidden', statusCode: 403 },
      })
      expect(without, path).toEqual({
        status: 401,
        json: { message: expect.any(String), statusCode: 401 },
      })
    }
  })

  it('is also every other method of a documented path [GEN-14]', async () => {
    const clinic = await house.clinic()
    for (const { path } of house.application.routes) {
      const url = path.replace(/:\w+/, '1')
      const documented = house.application.routes
        .filter((route) => route.path === path)
        .map(({ method }): string => method)
      for (const method of METHODS.filter(
        (name) => name !== 'CONNECT' && !documented.includes(name),
      )) {
        expect(
          (await overSocket(method, url, { 'x-api-key': clinic.key })).status,
          `${method} ${url}`,
        ).toBe(403)
        expect((await overSocket(method, url)).status, `${method} ${url}`).toBe(401)
      }
    }
  })

  it('is refused before its body is read', async () => {
    const clinic = await house.clinic()
    for (const body of ['{', 'x'.repeat(bodyBytesMax + 1)])
      expect(
        (await clinic.post('/v1/nope', body, { headers: { 'content-type': 'application/json' } }))
          .status,
      ).toBe(403)
  })

  it('is not a documented path with one trailing slash or an empty query', async () => {
    const clinic = await house.clinic()
    for (const path of [
      '/v1/addresses/',
      '/v1/addresses?',
      '/v1/addresses/?',
      '/v1/addresses?a=b?c',
    ]) {
      expect((await overSocket('GET', path, { 'x-api-key': clinic.key })).status, path).toBe(200)
    }
  })
})

/** Paths that look like documented ones but are not. */
function nearMisses(documented: string[]): string[] {
  const misses = documented.flatMap((path) => {
    const slashes = [...path.matchAll(/\//g)].map(({ index }) => index)
    const letters = [...path.matchAll(/[a-z]/g)].map(({ index }) => index)
    const at = (index: number, text: string, drop = 0) =>
      path.slice(0, index) + text + path.slice(index + drop)
    return [
      ...slashes.flatMap((index) =>
        [
          '//',
          '/./',
          '/%2e/',
          '/../',
          '/%2e%2e/',
          '/x/../',
          '/%2F',
          '%2F',
          '/ /'.replace(' ', '%20'),
          '\\',
          '%5C',
          '/%00',
        ].map((text) => at(index, text, 1)),
      ),
      ...letters
        .filter((_, index) => index % 4 === 0)
        .map((index) => at(index, (path[index] as string).toUpperCase(), 1)),
      ...[
        '//',
        '/.',
        '/..',
        '/%2e',
        '.',
        '%2e',
        '.json',
        '%00',
        '%20',
        '%0a',
        '%0d%0aX: y',
        '%',
        '%zz',
        '%E0%A4',
        '%ff',
        '%c0%ae',
        ';',
        ';x=1',
        '*',
        '~',
        's',
        '/x',
        '/undefined',
        '%3F',
        '%23',
        '#x',
        '&',
        '=',
        '%EF%BC%8F',
        '%E2%80%AE',
      ].map((end) => (path + end).replaceAll(' ', '%20')),
      path.toUpperCase(),
      path.slice(0, -1),
      path
        .slice(1)
        .replace('/', '/x/')
        .padStart(path.length + 3, '/'),
      `/v1${path}`,
      `/api${path}`,
      `/${encodeURIComponent(path)}`,
      path.replace('/v', '/V'),
      path.replace('/v', '/'),
      path.replace(/\/v\d/, '/v0'),
      path.replace(/\/v\d/, '/v01'),
      path.replaceAll('-', '_'),
      path.replaceAll('-', '%2D%2D'),
    ]
  })
  // Some spellings are documented after all: one trailing slash, an id, a path that had no dash.
  const fine = (path: string) =>
    documented.some((other) => path === other || path === `${other}/`) ||
    /^\/v1\/public-profiles\/[^/]+\/?$/.test(path)
  return [...new Set(misses)].filter((path) => path.startsWith('/') && !fine(path))
}
