// Walks the register of routes: each declared route is tried with every credential that must not
// open it.

import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { admitsSessions, type Route } from '../../src/base/contract/route.ts'
import { toDestination } from '../../src/clinic/verification/destination.ts'
import { toEndUser } from '../../src/clinic/verification/end-user.ts'
import { keyedHash } from '../../src/clinic/verification/keyed-hash.ts'
import { sendCode } from '../../src/clinic/verification/send-code.ts'
import { verifyCode } from '../../src/clinic/verification/verify-code.ts'
import type { ClinicFile } from '../../src/management/clinic-file/clinic-file.ts'
import { packMaker, toPurchaseRequest } from '../../src/money/checkout/buy-session-pack.ts'
import { reserve } from '../../src/money/checkout/reserve.ts'
import { bookVisit } from '../../src/visits/appointments/book/book.ts'
import {
  toBookingRequest,
  type UnifiedBookingBody,
} from '../../src/visits/appointments/booking-body.ts'
import { bookToken } from '../../src/visits/queue/book-token.ts'
import { type TokenBookingBody, toTokenRequest } from '../../src/visits/queue/token-body.ts'
import {
  actingUserHeaders,
  type CallOptions,
  type Clinic,
  createBookingBody,
  openHarness,
  queryString,
  type Reply,
  slotTimes,
} from '../support/clinic/harness.ts'
import { queueDate, startShift, tokenBody } from '../support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../support/clinic/recording-rail.ts'

interface Sample {
  /** Path and query. */
  url: string
  body?: unknown
  headers?: Record<string, string>
}

const secret = 'a secret of the tests that is long enough'
const rail = createRecordingRail()
const endUser = { 'x-end-user-id': 'patient-7' }
let phones = 1_000

/** A phone that no one has used; masked, all look alike. */
function phone() {
  phones += 1
  return { phoneNumber: `96${phones}0000` }
}

/** What a patient does on a clinic's page, without requests that count against limits. */
function patientContext(clinic: Clinic) {
  const hash = keyedHash(secret)
  const caller = {
    ...actingUserHeaders(clinic),
    endUser: hash('end user', endUser['x-end-user-id']),
  }
  return {
    services: { ...harness.application, hash, rails: rail, log: { warn: () => {} } },
    endUser: toEndUser(hash, caller),
  }
}

/** A phone and the code that was sent to it, for the key of a clinic. */
async function phoneWithCode(clinic: Clinic) {
  const to = phone()
  const patient = patientContext(clinic)
  await sendCode(patient.services, patient.endUser, toDestination(to))
  return { ...to, otpCode: rail.lastCodeTo(`+91${to.phoneNumber}`) }
}

/** A phone that is verified for the key of a clinic. */
async function verifiedPhone(clinic: Clinic) {
  const { otpCode, ...to } = await phoneWithCode(clinic)
  const patient = patientContext(clinic)
  await verifyCode(patient.services, patient.endUser, toDestination(to), otpCode)
  return to
}

/** Books without a request that counts against limits. */
async function bookFor(clinic: Clinic, changes: Record<string, unknown> = {}): Promise<number> {
  const request = toBookingRequest(
    createBookingBody(clinic, changes) as unknown as UnifiedBookingBody,
  )
  return (await bookVisit(harness.application, actingUserHeaders(clinic), request)).id
}

/** A visit of a clinic, booked once. */
const visits = new WeakMap<Clinic, Promise<number>>()
function ensureVisit(clinic: Clinic): Promise<number> {
  const known = visits.get(clinic) ?? bookFor(clinic)
  visits.set(clinic, known)
  return known
}

/** The reference of that visit. */
async function loadReference(clinic: Clinic): Promise<string> {
  const [{ reference }] = await harness.sql(
    'select booking_reference as reference from appointments where id = $1',
    [await ensureVisit(clinic)],
  )
  return reference
}

/** The body that sells a pack. */
const packBody = (clinic: Clinic) => ({
  addressId: clinic.id('location', 'jaipur'),
  patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
  packageConfigId: clinic.id('sessionPack', 'three'),
})

/** A pack that waits for its payment, sold without a request that counts against limits. */
async function createSessionRef(clinic: Clinic): Promise<string> {
  const { checkouts } = harness.application
  const body = { ...packBody(clinic), packageAmount: 900, currency: 'INR', paymentMode: 'ONLINE' }
  const sold = await reserve(checkouts, {
    caller: actingUserHeaders(clinic),
    key: undefined,
    returnUrl: 'https://sunrise.example/paid',
    paymentMode: 'ONLINE',
    make: packMaker(
      { ...harness.application, ...checkouts },
      actingUserHeaders(clinic),
      toPurchaseRequest(body, true),
    ),
  })
  return sold.sessionRef as string
}

/** Meera's morning, started once. */
const runningShifts = new WeakMap<Clinic, Promise<void>>()
function ensureRunningShift(clinic: Clinic): Promise<void> {
  const known = runningShifts.get(clinic) ?? startShift(harness, clinic)
  runningShifts.set(clinic, known)
  return known
}

/** A separate visit for each request that ends one, each a week after the last. */
let weeks = 0
function bookAnotherVisit(clinic: Clinic): Promise<number> {
  weeks += 1
  const monday = new Date(Date.UTC(2030, 0, 7 + 7 * weeks)).toISOString().slice(0, 10)
  return bookFor(clinic, slotTimes('12:15', 15, monday))
}

/** A separate token of a clinic for each request that ends one. */
async function takeToken(clinic: Clinic): Promise<number> {
  const request = toTokenRequest(
    tokenBody(clinic, { appointmentDate: '2030-01-07' }) as unknown as TokenBookingBody,
  )
  return (await bookToken(harness.application, actingUserHeaders(clinic), request, 'NOT_STARTED'))
    .id
}

/**
 * A request of a route that succeeds when every id in it, taken from `of`, belongs to the caller's
 * clinic.
 */
const samples: Record<string, (of: Clinic) => Sample | Promise<Sample>> = {
  'GET /v2/workspaces': () => ({ url: '/v2/workspaces' }),
  'GET /v1/session/packs': () => ({ url: '/v1/session/packs' }),
  'GET /v1/addresses': () => ({ url: '/v1/addresses' }),
  'GET /v1/doctors': (of) => ({
    url: `/v1/doctors?${queryString({ addressId: of.id('location', 'jaipur') })}`,
  }),
  'GET /v1/practitioner-shifts': (of) => ({
    url: `/v1/practitioner-shifts?${queryString({ addressId: of.id('location', 'jaipur') })}`,
  }),
  'GET /v1/medicines/search': (of) => ({
    url: `/v1/medicines/search?${queryString({ searchTerm: 'para', addressId: of.id('location', 'jaipur') })}`,
  }),
  'GET /v1/public-profiles/:profileId': (of) => ({
    url: `/v1/public-profiles/${of.id('profile', 'asha-rao')}`,
  }),
  'GET /v1/users': (of) => ({
    url: `/v1/users?${queryString({ addressId: of.id('location', 'jaipur') })}`,
  }),
  'POST /v1/users': (of) => ({
    url: '/v1/users',
    body: {
      name: 'Nina Roy',
      email: `nina-${randomBytes(4).toString('hex')}@sunrise.example`,
      addressIds: [of.id('location', 'jaipur')],
    },
    headers: { 'x-acting-user-id': String(of.id('practitioner', 'asha-rao')) },
  }),
  'GET /v1/patients': () => ({ url: '/v1/patients?size=2' }),
  'POST /v1/patients': (of) => ({
    url: '/v1/patients',
    body: { firstName: 'Meera', phoneNumber: '9876543210' },
    headers: { 'x-acting-user-id': String(of.id('practitioner', 'asha-rao')) },
  }),
  'GET /v1/appointments/available-slots': (of) => ({
    url: `/v1/appointments/available-slots?${queryString({ addressId: of.id('location', 'jaipur'), doctorId: of.id('practitioner', 'asha-rao'), appointmentDate: '2030-01-07' })}`,
  }),
  'GET /v1/appointments/schedule-slots': (of) => ({
    url: `/v1/appointments/schedule-slots?${queryString({ addressId: of.id('location', 'jaipur'), appointmentDate: '2030-01-07' })}`,
  }),
  'POST /v1/otp/send': () => ({ url: '/v1/otp/send', body: phone(), headers: endUser }),
  'POST /v1/otp/verify': async (of) => ({
    url: '/v1/otp/verify',
    body: await phoneWithCode(of),
    headers: endUser,
  }),
  'POST /v1/patients/send-phone-verification-otp': () => ({
    url: '/v1/patients/send-phone-verification-otp',
    body: phone(),
    headers: endUser,
  }),
  'POST /v1/patients/verify-phone-verification-otp': async (of) => ({
    url: '/v1/patients/verify-phone-verification-otp',
    body: await phoneWithCode(of),
    headers: endUser,
  }),
  'GET /v1/patients/search-by-phone': async (of) => ({
    url: `/v1/patients/search-by-phone?${queryString(await verifiedPhone(of))}`,
    headers: endUser,
  }),
  'POST /v1/appointments/:appointmentId/vitals': async (of) => ({
    url: `/v1/appointments/${await ensureVisit(of)}/vitals`,
    body: { vital: { pulse: 72 } },
    headers: { 'x-acting-user-id': String(of.id('practitioner', 'asha-rao')) },
  }),
  'PATCH /v1/appointments/:appointmentId/status': async (of) => ({
    url: `/v1/appointments/${await ensureVisit(of)}/status`,
    body: { status: 'CONFIRMED' },
  }),
  'PATCH /v1/appointments/:appointmentId/cancel': async (of) => ({
    url: `/v1/appointments/${await bookAnotherVisit(of)}/cancel`,
    body: {},
  }),
  'PATCH /v1/appointments/:appointmentId/reschedule': async (of) => ({
    url: `/v1/appointments/${await ensureVisit(of)}/reschedule`,
    body: slotTimes('12:45'),
  }),
  'POST /v1/appointments/search': (of) => ({
    url: '/v1/appointments/search',
    body: { addressId: of.id('location', 'jaipur') },
  }),
  'POST /v1/widget/session': () => ({ url: '/v1/widget/session' }),
  'POST /v1/appointments/book-appointment-unified': (of) => ({
    url: '/v1/appointments/book-appointment-unified',
    body: createBookingBody(of),
  }),
  'GET /v1/qms-appointments/doctor/shifts': (of) => ({
    url: `/v1/qms-appointments/doctor/shifts?${queryString({ addressId: of.id('location', 'jaipur'), doctorId: of.id('practitioner', 'meera-shah'), date: queueDate })}`,
  }),
  'GET /v1/qms-appointments/visits': (of) => ({
    url: `/v1/qms-appointments/visits?${queryString({ addressId: of.id('location', 'jaipur') })}`,
  }),
  'PATCH /v1/qms-appointments/visits/:visitId/cancel': async (of) => ({
    url: `/v1/qms-appointments/visits/${await takeToken(of)}/cancel`,
    body: {},
  }),
  'GET /v1/qms-appointments/day-visits': (of) => ({
    url: `/v1/qms-appointments/day-visits?${queryString({ addressId: of.id('location', 'jaipur') })}`,
  }),
  'POST /v1/qms-appointments/pre/book': (of) => ({
    url: '/v1/qms-appointments/pre/book',
    body: tokenBody(of, { appointmentDate: '2030-01-07' }),
  }),
  'POST /v1/qms-appointments/immediate/book': async (of) => {
    await ensureRunningShift(of)
    return { url: '/v1/qms-appointments/immediate/book', body: tokenBody(of) }
  },
  'POST /v1/appointments/reserve-slot': (of) => ({
    url: '/v1/appointments/reserve-slot',
    body: createBookingBody(of),
  }),
  'POST /v1/appointments/confirm-payments': async (of) => ({
    url: '/v1/appointments/confirm-payments',
    body: { appointmentRef: await loadReference(of) },
  }),
  'POST /v1/session/packs': (of) => ({ url: '/v1/session/packs', body: packBody(of) }),
  'POST /v1/session/packs/confirm': async (of) => ({
    url: '/v1/session/packs/confirm',
    body: { sessionRef: await createSessionRef(of) },
  }),
  'POST /v1/appointments/book-appointment': (of) => ({
    url: '/v1/appointments/book-appointment',
    body: createBookingBody(of),
  }),
}

const harness = await openHarness({ rails: rail, secret })

/** A clinic that takes payments online and sells a session pack. */
const createPayingClinic = (change: (file: ClinicFile) => void = () => {}) =>
  harness.clinic((file) => {
    file.workspace.paymentGateway = 'sandbox'
    file.sessionPacks = {
      three: {
        displayName: 'Three visits',
        sessions: 3,
        validityDays: 60,
        currency: 'INR',
        price: 900,
        familyBooking: true,
      },
    }
    change(file)
  })
const { routes } = harness.application
const routeName = ({ method, path }: Route) => `${method} ${path}`
const each = routes.map((route): [string, Route] => [routeName(route), route])

/** The sample of a route, as this clinic sends it. */
async function send(route: Route, clinic: Clinic, options: CallOptions = {}): Promise<Reply> {
  const key = route.policy.opensSessions ? (await clinic.widgetKey()).key : clinic.key
  const sample = samples[routeName(route)]
  if (!sample)
    throw new Error(
      `add a request of ${routeName(route)} that succeeds to \`samples\` in test/conventions/battery.test.ts`,
    )
  const { url, body, headers = {} } = await sample(clinic)
  return harness.call(route.method, url, {
    key,
    ...(body === undefined ? {} : { body }),
    ...options,
    headers: { ...headers, ...options.headers },
  })
}

describe('the register', () => {
  it('has a sample here for each of its routes and for nothing else', () => {
    const missing = each.map(([name]) => name).filter((name) => !(name in samples))
    expect(
      missing,
      'routes without a request in `samples` of test/conventions/battery.test.ts; add one that succeeds',
    ).toEqual([])
    const surplus = Object.keys(samples).filter((name) => !each.some(([route]) => route === name))
    expect(
      surplus,
      'requests in `samples` of test/conventions/battery.test.ts for routes that are no longer registered',
    ).toEqual([])
  })

  it('has no duplicate route', () => {
    expect(new Set(each.map(([name]) => name)).size).toBe(each.length)
  })

  it('puts the version first in every path, and v2 only on workspace detail [VER-01]', () => {
    for (const { path } of routes)
      expect(path).toMatch(path === '/v2/workspaces' ? /^\/v2\// : /^\/v1\/[a-z]/)
  })
})

describe.each(each)('%s', (_, route) => {
  let clinic: Clinic
  beforeAll(async () => {
    clinic = await createPayingClinic()
  })

  it('refuses a caller without a credential [AUTH-14]', async () => {
    const reply = await send(route, clinic, { key: null })
    expect(reply.status).toBe(401)
    expect(reply.json).toEqual({ message: expect.stringContaining('x-api-key'), statusCode: 401 })
  })

  it('refuses a bad key and a key of the other kind with the same body [AUTH-07] [AUTH-12] [AUTH-16]', async () => {
    const otherKind = route.policy.opensSessions ? clinic.key : (await clinic.widgetKey()).key
    for (const key of ['wrong', otherKind]) {
      const reply = await send(route, clinic, { key })
      expect(reply.status).toBe(401)
      expect(reply.json).toEqual({
        message: 'Invalid API key',
        error: 'Unauthorized',
        statusCode: 401,
      })
    }
  })

  it('refuses an unknown session with the same body [AUTH-25]', async () => {
    for (const token of ['junk', 'x'.repeat(43)]) {
      const reply = await send(route, clinic, {
        key: null,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(reply.status).toBe(401)
      expect(reply.json).toEqual({
        message: 'Invalid API key',
        error: 'Unauthorized',
        statusCode: 401,
      })
    }
  })

  if (!admitsSessions(route.policy) && !route.policy.opensSessions) {
    it('refuses a session, and says that only developer keys may call it [AUTH-23] [AUTH-24]', async () => {
      const reply = await send(route, clinic, { key: null, headers: await clinic.session() })
      expect(reply.status).toBe(403)
      expect(reply.json).toEqual({
        message: expect.stringContaining('Developer API keys'),
        statusCode: 403,
      })
    })
  } else if (!route.policy.opensSessions) {
    it('admits a session [AUTH-22] [AUTH-24]', async () => {
      const reply = await send(route, clinic, { key: null, headers: await clinic.session() })
      // Where a patient must be verified first, the session lacks only that; and the code of the
      // sample is the key's.
      expect(reply.status, reply.text).toSatisfy(
        (status: number) =>
          status < 300 ||
          reply.json.requiresVerification ||
          reply.text.includes('x-end-user-id') ||
          reply.text.includes('code is invalid'),
      )
    })
  }

  if (!route.policy.opensSessions) {
    it('refuses an address that is not on the allowlist [AUTH-17] [AUTH-18]', async () => {
      const reply = await send(route, clinic, { from: '203.0.113.9' })
      expect(reply.status).toBe(403)
      expect(reply.json).toEqual({
        message: expect.stringContaining(' 203.0.113.9 '),
        statusCode: 403,
      })
    })
  }

  it("reports what is left of the key's limit, and refuses a key with nothing left [RATE-13] [RATE-14] [RATE-16] [RATE-17]", async () => {
    const fresh = await createPayingClinic()
    const id = route.policy.opensSessions ? (await fresh.widgetKey()).id : fresh.keyId
    await harness.operate('key-limit', { workspace: fresh.name, id, requestsPerMinute: 1 })
    harness.stopClock()
    const first = await send(route, fresh)
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '1',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-route-limit': expect.any(String),
    })
    const second = await send(route, fresh)
    expect(second.status).toBe(429)
    expect(second.json).toEqual({ message: expect.any(String) })
    expect(Number(second.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(second.headers).not.toHaveProperty('x-ratelimit-remaining')
  })

  if (route.policy.actingUser) {
    it('refuses a caller that names no acting user, or another clinic’s staff [ACT-02] [ACT-03]', async () => {
      const nameless = await send(route, clinic, { headers: { 'x-acting-user-id': '' } })
      expect([nameless.status, nameless.json]).toEqual([
        400,
        { success: false, message: expect.stringContaining('x-acting-user-id') },
      ])
      const other = await createPayingClinic()
      const foreign = await send(route, clinic, {
        headers: { 'x-acting-user-id': String(other.id('practitioner', 'asha-rao')) },
      })
      expect([foreign.status, foreign.json]).toEqual([
        403,
        { success: false, message: expect.any(String), statusCode: 403 },
      ])
    })
  }

  it('accepts only its own method [GEN-14]', async () => {
    const { url } = await (samples[routeName(route)] as (of: Clinic) => Sample | Promise<Sample>)(
      clinic,
    )
    const path = url.split('?', 1)[0] as string
    const documented = routes
      .filter((other) => other.path === route.path)
      .map(({ method }): string => method)
    for (const method of [
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
    ].filter((name) => !documented.includes(name))) {
      const reply = await harness.call(method, path, { key: clinic.key })
      expect(reply.status, method).toBe(403)
      if (method !== 'HEAD')
        expect(reply.json, method).toEqual({
          message: expect.any(String),
          error: 'Forbidden',
          statusCode: 403,
        })
    }
  })

  const { feature } = route.policy
  if (feature) {
    it('refuses a workspace that is not entitled to it [ENT-10]', async () => {
      const without = await createPayingClinic((file) => {
        file.workspace.entitlements =
          file.workspace.entitlements?.filter((name) => name !== feature) ?? []
      })
      const reply = await send(route, without)
      expect(reply.status).toBe(403)
      expect(reply.json).toEqual({
        success: false,
        message: expect.any(String),
        requiredFeature: feature,
      })
    })
  } else {
    it('needs no entitlement [ENT-11]', async () => {
      const without = await createPayingClinic((file) => {
        file.workspace.entitlements = []
      })
      const reply = await send(route, without)
      expect(reply.status, reply.text).toBeLessThan(300)
    })
  }

  it('serves its own clinic', async () => {
    const reply = await send(route, await createPayingClinic())
    expect(Object.keys(route.replies).map(Number), reply.text).toContain(reply.status)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  })
})
