// What a deprecated endpoint announces.

import { expect, it } from 'vitest'
import { type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { httpRefusals } from '../contract/errors.ts'
import { openApiDocument } from '../contract/openapi.ts'
import { route } from '../contract/route.ts'
import { object, text } from '../contract/schemas.ts'
import { baseProblems } from '../values/problem.ts'

const ending = route({
  method: 'GET',
  path: '/v0/ending',
  name: 'readEnding',
  area: 'Catalogue',
  title: 'Read what will end',
  summary: 'It will end.',
  policy: { keyOnly: true },
  deprecated: {
    since: '2029-07-01',
    until: '2030-07-01',
    guide: 'https://clinic.example/docs/versions',
  },
  refusals: [],
  replies: { 200: object({ said: text('A word.', 'yes') }) },
  handle: async () => ({ status: 200, body: { said: 'yes' } }),
})
const house = await openHarness({ routes: [ending] })

it('a deprecated endpoint says since when, until when and what to call instead, with every success; the others say nothing', async () => {
  const clinic = await house.clinic()
  const { status, headers } = await clinic.get('/v0/ending')
  expect([status, headers.deprecation, headers.sunset, headers.link]).toEqual([
    200,
    `@${Date.UTC(2029, 6, 1) / 1_000}`,
    'Mon, 01 Jul 2030 00:00:00 GMT',
    '<https://clinic.example/docs/versions>; rel="deprecation"',
  ])
  const other = await clinic.get('/v1/addresses')
  expect([
    other.status,
    other.headers.deprecation,
    other.headers.sunset,
    other.headers.link,
  ]).toEqual([200, undefined, undefined, undefined])
})

it('the API reference says so too', () => {
  const { paths }: Json = openApiDocument([ending], { ...httpRefusals, ...baseProblems }, '1.0.0')
  expect(paths['/v0/ending'].get).toMatchObject({ deprecated: true, 'x-sunset': '2030-07-01' })
})
