// For each pair of neighbouring gates, a request that fails both gets the answer of the earlier
// one.

import { describe, expect, it } from 'vitest'
import { bodyBytesMax } from '../../src/base/contract/body.ts'
import { type Feature, route } from '../../src/base/contract/route.ts'
import { object, text } from '../../src/base/contract/schemas.ts'
import { connectionGates, gates } from '../../src/base/http/pipeline.ts'
import { defaultRateLimits } from '../../src/base/http/rate-limits.ts'
import {
  book,
  type CallOptions,
  type Clinic,
  openHarness,
  type Reply,
} from '../support/clinic/harness.ts'

/** Routes with properties that no documented route has yet: the gates exist for future ones. */
const staffWrite = route({
  method: 'POST',
  path: '/v1/test/staff',
  name: 'staffWrite',
  area: 'Booking',
  title: 'Write something',
  summary: 'A write of staff about a verified patient.',
  policy: { feature: 'devapi_catalog_doctors', actingUser: true, endUser: 'verified' },
  body: object({ note: text('A note.', 'x') }),
  refusals: [],
  replies: { 200: object({}) },
  handle: async () => ({ status: 200, body: {} }),
})

const harness = await openHarness({ routes: [staffWrite] })
const narrow = await openHarness({
  limits: { ...defaultRateLimits, perAddress: 4 },
  lateMs: () => 5_000,
  lateMsMax: 1_000,
})
const unified = '/v1/appointments/book-appointment-unified'
const json = { 'content-type': 'application/json' }
const stranger = '203.0.113.9'

/** The refusal of each gate. */
const answers = {
  checkSourceAddress: { status: 429, body: { message: expect.any(String) } },
  checkLateness: {
    status: 503,
    body: { statusCode: 503, status: 'failed', message: expect.any(String) },
  },
  'no credential': {
    status: 401,
    body: { message: expect.stringContaining('x-api-key'), statusCode: 401 },
  },
  checkCredential: {
    status: 401,
    body: { message: 'Invalid API key', error: 'Unauthorized', statusCode: 401 },
  },
  checkAllowlist: {
    status: 403,
    body: { message: expect.stringContaining(` ${stranger} `), statusCode: 403 },
  },
  checkDocumentedRoute: {
    status: 403,
    body: { message: expect.any(String), error: 'Forbidden', statusCode: 403 },
  },
  checkCredentialKind: {
    status: 403,
    body: { message: expect.stringContaining('Developer API keys'), statusCode: 403 },
  },
  checkLimits: { status: 429, body: { message: expect.any(String) } },
  checkEntitlement: {
    status: 403,
    body: {
      success: false,
      message: expect.any(String),
      requiredFeature: expect.stringMatching(/^devapi_/),
    },
  },
  checkActingUser: {
    status: 400,
    body: { success: false, message: expect.stringContaining('x-acting-user-id') },
  },
  checkEndUser: {
    status: 400,
    body: { success: false, message: expect.stringContaining('x-end-user-id') },
  },
  'size of the body': {
    status: 413,
    body: { statusCode: 413, status: 'failed', message: expect.any(String) },
  },
  body: {
    status: 400,
    body: {
      statusCode: 400,
      status: 'failed',
      message: expect.any(String),
      fieldErrors: expect.any(Array),
    },
  },
  fields: {
    status: 400,
    body: {
      statusCode: 400,
      status: 'failed',
      message: expect.stringMatching(/^VALIDATION_ERROR: /),
      error: 'VALIDATION_ERROR',
    },
  },
  rules: {
    status: 404,
    body: {
      statusCode: 404,
      status: 'failed',
      message: expect.stringMatching(/^DOCTOR_NOT_FOUND: /),
      error: 'DOCTOR_NOT_FOUND',
    },
  },
} as const
type Step = keyof typeof answers

function expectAnswer(step: Step, reply: Reply) {
  expect({ status: reply.status, body: reply.json }, reply.text).toEqual(answers[step])
}

const clinicWithout = (...features: Feature[]) =>
  harness.clinic((file) => {
    file.workspace.entitlements =
      file.workspace.entitlements?.filter((name) => !features.includes(name)) ?? []
  })

const widgetKey = async ({ name }: Clinic): Promise<string> =>
  (
    await harness.operate('key-create', {
      workspace: name,
      kind: 'WIDGET',
      name: 'widget',
      allow: [],
    })
  ).key

/** A session of a new widget key, and the key. */
async function session(
  clinic: Clinic,
): Promise<{ headers: Record<string, string>; keyId: number }> {
  const { key, id } = await harness.operate('key-create', {
    workspace: clinic.name,
    kind: 'WIDGET',
    name: 'widget',
    allow: [],
  })
  const { token } = (await harness.call('POST', '/v1/widget/session', { key })).json
  return { headers: { authorization: `Bearer ${token}` }, keyId: id }
}

/** Uses up a key's requests for this minute. */
async function exhaust(clinic: Clinic, keyId: number, send: () => Promise<Reply>) {
  await harness.operate('key-limit', { workspace: clinic.name, id: keyId, requestsPerMinute: 1 })
  await send()
}

const member = (clinic: Clinic) => ({
  'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')),
})

const bookBytes = (clinic: Clinic, bytes: string, options: CallOptions = {}) =>
  clinic.post(unified, bytes, { headers: json, ...options })

/** Requests that fail two neighbouring gates at once, by the names of the two. */
const neighbours: Record<string, () => Promise<Reply>> = {
  'checkSourceAddress, checkLateness': async () => {
    for (let request = 0; request < 4; request += 1)
      await narrow.call('GET', '/v2/workspaces', { key: 'wrong', from: stranger })
    return narrow.call('GET', '/v2/workspaces', { key: 'wrong', from: stranger })
  },
  'checkLateness, checkCredential': () =>
    narrow.call('GET', '/v2/workspaces', { key: 'wrong', from: '203.0.113.10' }),
  'checkCredential, checkAllowlist': async () =>
    (await harness.clinic()).get('/v2/workspaces', { key: 'wrong', from: stranger }),
  'checkAllowlist, checkDocumentedRoute': async () =>
    (await harness.clinic()).get('/v1/nope', { from: stranger }),
  'checkDocumentedRoute, checkCredentialKind': async () => {
    const clinic = await harness.clinic()
    return harness.call('POST', '/v1/doctors', {
      headers: (await session(clinic)).headers,
      body: {},
    })
  },
  'checkCredentialKind, checkLimits': async () => {
    const clinic = await harness.clinic()
    const { headers, keyId } = await session(clinic)
    await exhaust(clinic, keyId, () => harness.call('GET', '/v2/workspaces', { headers }))
    return harness.call('GET', '/v1/doctors', { headers })
  },
  'checkLimits, checkEntitlement': async () => {
    const clinic = await clinicWithout('devapi_catalog_doctors')
    await exhaust(clinic, clinic.keyId, () => clinic.get('/v2/workspaces'))
    return clinic.get('/v1/doctors')
  },
  'checkEntitlement, checkActingUser': async () =>
    (await clinicWithout('devapi_catalog_doctors')).post(staffWrite.path, {}),
  'checkActingUser, checkEndUser': async () => (await harness.clinic()).post(staffWrite.path, {}),
  'checkEndUser, size of the body': async () => {
    const clinic = await harness.clinic()
    return clinic.post(staffWrite.path, 'x'.repeat(bodyBytesMax + 1), {
      headers: { ...json, ...member(clinic) },
    })
  },
  'checkDocumentedRoute, checkEntitlement': async () =>
    (await clinicWithout('devapi_catalog_doctors')).post('/v1/doctors', {}),
  'checkEntitlement, fields': async () =>
    (await clinicWithout('devapi_catalog_doctors')).get('/v1/doctors?addressId=x'),
  'size of the body, body': async () =>
    bookBytes(await harness.clinic(), '{'.repeat(bodyBytesMax + 1)),
  'body, fields': async () => bookBytes(await harness.clinic(), '[{"mode":1}]'),
  'fields, rules': async () => book(await harness.clinic(), { doctorId: 999_999_999, mode: 'x' }),
}

describe('the gates', () => {
  it('run in this order; a new one needs its pairs here', () => {
    const names = [...connectionGates, ...gates].map(({ name }) => name)
    expect(names).toEqual([
      'checkSourceAddress',
      'checkLateness',
      'checkCredential',
      'checkAllowlist',
      'checkDocumentedRoute',
      'checkCredentialKind',
      'checkLimits',
      'checkEntitlement',
      'checkActingUser',
      'checkEndUser',
    ])
    for (const [index, name] of [...names.slice(1), 'size of the body'].entries()) {
      const pair = `${names[index]}, ${name}`
      expect(
        neighbours,
        `add a request that fails both ${pair} to \`neighbours\` in test/conventions/pipeline-order.test.ts`,
      ).toHaveProperty([pair])
    }
  })

  it.each(Object.entries(neighbours))('%s: the earlier one answers', async (pair, send) => {
    expectAnswer(pair.split(', ')[0] as Step, await send())
  })
})

describe('the answer', () => {
  it('to a bad key from an unlisted address is about the key [AUTH-20]', async () => {
    const clinic = await harness.clinic()
    for (const key of ['wrong', clinic.key.slice(0, 20)])
      expectAnswer('checkCredential', await clinic.get('/v2/workspaces', { key, from: stranger }))
    expectAnswer('no credential', await clinic.get('/v2/workspaces', { key: null, from: stranger }))
  })

  it('to a widget key is about the key, not about the origin or a missing entitlement [AUTH-29]', async () => {
    const clinic = await clinicWithout('devapi_catalog_addresses')
    const key = await widgetKey(clinic)
    for (const from of ['127.0.0.1', stranger])
      expectAnswer('checkCredential', await clinic.get('/v1/addresses', { key, from }))
  })

  it('to a workspace that is not entitled comes before any parameter is checked [ENT-14]', async () => {
    const clinic = await clinicWithout('devapi_catalog_doctors')
    for (const parameters of ['addressId=x', 'addressId=1&addressId=2', 'addressId=%00'])
      expectAnswer('checkEntitlement', await clinic.get(`/v1/doctors?${parameters}`))
  })

  it('on an undocumented path is about the credential first, then the address [AUTH-14] [GEN-14]', async () => {
    const clinic = await harness.clinic()
    expectAnswer('no credential', await clinic.get('/v1/nope', { key: null }))
    expectAnswer('checkCredential', await clinic.get('/v1/nope', { key: 'wrong' }))
    expectAnswer('checkAllowlist', await clinic.get('/v1/nope', { from: stranger }))
    expectAnswer('checkDocumentedRoute', await clinic.get('/v1/nope'))
  })

  it.each<[Step, CallOptions]>([
    ['no credential', { key: null }],
    ['checkCredential', { key: 'wrong' }],
    ['checkAllowlist', { from: stranger }],
  ])(
    'to a caller that the gate %s refuses does not depend on the body, broken or too large',
    async (step, options) => {
      const clinic = await harness.clinic()
      const before = await clinic.bookingRows()
      for (const bytes of ['{', '[]', '', 'x'.repeat(bodyBytesMax + 1)])
        expectAnswer(step, await bookBytes(clinic, bytes, options))
      expectAnswer(step, await book(clinic, {}, options))
      expect(await clinic.bookingRows()).toBe(before)
    },
  )
})
