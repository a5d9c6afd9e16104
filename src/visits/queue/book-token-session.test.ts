// Tokens that a visitor books in a widget session: after verifying a contact, for patients of that
// contact, on the clinic's terms.

import { randomInt } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  expectBookingRefused,
  expectInvalid,
  unified,
} from '../../../test/support/clinic/front-door.ts'
import {
  book,
  type CallOptions,
  type Clinic,
  openHarness,
  pageOrigin,
} from '../../../test/support/clinic/harness.ts'
import { startShift, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { cases } from '../../../test/support/run/cases.ts'
import {
  bothPriceLists,
  immediate,
  inJaipur,
  pre,
  tokenBookings,
} from './token-bookings.fixture.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail })

let clinic: Clinic
beforeEach(async () => {
  clinic = await house.clinic()
})

const { send, take, staff } = tokenBookings(house, () => clinic)

describe('a session', () => {
  const notVerified = { success: false, message: expect.any(String), requiresVerification: true }
  let options: CallOptions & { headers: Record<string, string> }
  let phoneNumber: string

  async function page(endUser = 'u-1'): Promise<typeof options> {
    return { key: null, headers: { ...(await clinic.session()), 'x-end-user-id': endUser } }
  }

  async function verify(contact: Record<string, unknown> = { phoneNumber }) {
    expect((await clinic.post('/v1/otp/send', contact, options)).status).toBe(200)
    const reply = await clinic.post(
      '/v1/otp/verify',
      { ...contact, otpCode: rail.delivered.at(-1)?.code },
      options,
    )
    expect(reply.status, reply.text).toBe(200)
  }

  const own = (changes: Record<string, unknown> = {}) => ({
    workspaceId: clinic.workspaceId,
    patientPayload: { firstName: 'Meera', phoneNumber },
    ...changes,
  })
  const sendAs = (changes: Record<string, unknown> = {}, route = pre, as = options) =>
    send(own(changes), route, as)
  /** The same on the unified route. */
  function sendUnified(changes: Record<string, unknown> = {}, qms: Record<string, unknown> = {}) {
    const { qmsWorkShiftId, appointmentDate, mode, bookingChannel, ...rest } = tokenBody(
      clinic,
      own(changes),
    )
    return clinic.post(
      unified,
      {
        system: 'QMS',
        ...rest,
        qms: { qmsWorkShiftId, appointmentDate, mode, bookingChannel, ...qms },
      },
      options,
    )
  }

  beforeEach(async () => {
    phoneNumber = `98${String(randomInt(1e8)).padStart(8, '0')}`
    options = await page()
  })

  it.each([pre, immediate])(
    'books by %s once its contact is verified, for itself, as WIDGET [A-116] [A-036] [A-127] [QUEUE-04]',
    async (route) => {
      if (route === immediate) await startShift(house, clinic)
      const closed = await expectBookingRefused(clinic, () => sendAs({}, route))
      expect([closed.status, closed.json]).toEqual([403, notVerified])
      await verify()
      const { status, json, text } = await sendAs({ source: 'DEVELOPER_API' }, route)
      expect([status, json.visit?.source, json.visit?.consultationCharge], text).toEqual([
        201,
        'WIDGET',
        300,
      ])
      expectInvalid(
        await expectBookingRefused(clinic, () => sendAs({ consultationCharge: 1 }, route)),
        'consultationCharge must be 300 INR',
      )
      const stranger = await expectBookingRefused(clinic, async () =>
        sendAs({}, route, { key: null, headers: await clinic.session() }),
      )
      expect([400, 403]).toContain(stranger.status)
      const another = await expectBookingRefused(clinic, async () =>
        sendAs({}, route, await page('u-2')),
      )
      expect([another.status, another.json]).toEqual([403, notVerified])
    },
  )

  it('books by the unified route, where a charge may be omitted or equal to the fee [A-021] [A-172]', async () => {
    expect((await expectBookingRefused(clinic, () => sendUnified())).json).toEqual(notVerified)
    await verify()
    for (const changes of [{}, { consultationCharge: 300 }, { source: 'WIDGET' }]) {
      const { status, json, text } = await sendUnified(changes)
      expect([status, json.visit?.source, json.visit?.consultationCharge], text).toEqual([
        201,
        'WIDGET',
        300,
      ])
    }
    for (const consultationCharge of [0, 299.99, 300.001, 301, 1e12]) {
      expectInvalid(
        await expectBookingRefused(clinic, () => sendUnified({ consultationCharge })),
        'consultationCharge must be 300 INR',
      )
    }
    expectInvalid(
      await expectBookingRefused(clinic, () => sendUnified({ consultationCharge: 1e15 })),
      'consultationCharge must be at most',
    )
  })

  it('reaches only the patients of its contact: an unknown record looks like another’s [A-234]', async () => {
    const other = await take({ patientPayload: { firstName: 'Other', phoneNumber: '9876500009' } })
    await verify()
    const mine = (await sendAs()).json.visit.patientId
    expect((await sendAs({ patientPayload: undefined, patientId: mine })).status).toBe(201)
    const otherPatients = [
      { patientPayload: undefined, patientId: other.patientId },
      { patientPayload: { id: other.patientId } },
      { patientPayload: undefined, patientId: 999_999 },
      { patientPayload: { firstName: 'Other', phoneNumber: '9876500009' } },
      { patientPayload: { firstName: 'Nobody', phoneNumber: '9876500010' } },
      { patientPayload: { firstName: 'Meera', phoneNumber, mrnNumber: 'MRN-NONE' } },
    ]
    for (const changes of otherPatients) {
      for (const reply of [
        await expectBookingRefused(clinic, () => sendAs(changes)),
        await expectBookingRefused(clinic, () => sendUnified(changes)),
      ]) {
        expect([reply.status, reply.json], JSON.stringify(changes)).toEqual([403, notVerified])
      }
    }
  })

  it('cannot decide its own terms, and names its own workspace [A-115] [A-021]', async () => {
    const foreign = await house.clinic()
    await verify()
    for (const [changes, named] of cases<[Record<string, unknown>, string]>([
      [{ paymentStatus: 'PAID' }, 'paymentStatus must be UNPAID under a session'],
      [{ paymentStatus: 'PENDING' }, 'paymentStatus must be UNPAID under a session'],
      [{ workspaceId: undefined }, 'workspaceId must be the workspace of the session'],
      [{ workspaceId: foreign.workspaceId }, 'workspaceId must be the workspace of the session'],
      [{ workspaceId: [clinic.workspaceId] }, 'workspaceId must be the workspace of the session'],
      [{ workspaceId: null }, 'workspaceId must be the workspace of the session'],
    ])) {
      expectInvalid(await expectBookingRefused(clinic, () => sendAs(changes)), named)
      expectInvalid(await expectBookingRefused(clinic, () => sendAs(changes, immediate)), named)
      expectInvalid(await expectBookingRefused(clinic, () => sendUnified(changes)), named)
    }
    expectInvalid(
      await expectBookingRefused(clinic, () => sendUnified({}, { paymentStatus: 'PAID' })),
      'paymentStatus must be UNPAID under a session',
    )
    expectInvalid(
      await expectBookingRefused(clinic, () => sendUnified({ discountAmount: 1 })),
      'discountAmount',
    )
    expectInvalid(await expectBookingRefused(clinic, () => sendUnified({ roomId: 1 })), 'roomId')
    expect((await sendAs({ workspaceId: String(clinic.workspaceId) })).status).toBe(201)
  })

  it('has a limited number of tokens and upcoming visits, not counting patients who no longer wait [A-231]', async () => {
    clinic = await house.clinic(
      (file) => void Object.assign(file.workspace, { sessionVisitsMax: 3 }),
    )
    options = await page()
    await verify()
    const slot = {
      workspaceId: clinic.workspaceId,
      patientPayload: { firstName: 'Meera', phoneNumber },
      source: 'WIDGET',
    }
    expect((await book(clinic, slot, options)).status).toBe(201)
    expect((await sendAs()).status).toBe(201)
    expect((await sendAs({ appointmentDate: '2030-01-02' })).status).toBe(201)
    const errors = async () => [
      (await expectBookingRefused(clinic, () => sendAs())).json.error,
      (await expectBookingRefused(clinic, () => sendUnified())).json.error,
    ]
    expect(await errors()).toEqual(['TOO_MANY_VISITS', 'TOO_MANY_VISITS'])
    expect(
      (
        await expectBookingRefused(clinic, () =>
          book(
            clinic,
            {
              ...slot,
              fromDateTimeIso: '2030-01-07T10:00:00+05:30',
              toDateTimeIso: '2030-01-07T10:15:00+05:30',
            },
            options,
          ),
        )
      ).json.error,
    ).toBe('TOO_MANY_VISITS')
    // The clinic itself may book any number.
    expect((await send({ patientPayload: { firstName: 'Meera', phoneNumber } })).status).toBe(201)
    await staff('cancel', 1)
    // The second is the clinic's own booking.
    await startShift(house, clinic)
    for (const [token, action] of [
      [3, 'begin'],
      [4, 'skip'],
      [5, 'noShow'],
      [6, 'cancel'],
    ] as const) {
      expect((await sendAs({}, immediate)).status, action).toBe(201)
      expect((await expectBookingRefused(clinic, () => sendAs({}, immediate))).json.error).toBe(
        'TOO_MANY_VISITS',
      )
      await staff(action, token)
    }
    expect((await sendAs({}, immediate)).status).toBe(201)
    await staff('call', 7)
    expect((await expectBookingRefused(clinic, () => sendAs({}, immediate))).json.error).toBe(
      'TOO_MANY_VISITS',
    )
  })

  it('says where its patient is from if the fee depends on it [A-234] [A-172]', async () => {
    clinic = await house.clinic(
      inJaipur((practice) => void Object.assign(practice, { fees: bothPriceLists })),
    )
    options = await page()
    const email = `only-${phoneNumber}@example.org`
    await verify({ channel: 'email', email })
    const from = (countryCode?: string, changes = {}) =>
      sendAs({
        patientPayload: { firstName: `Ada ${countryCode}`, email, countryCode },
        ...changes,
      })
    for (const reply of [
      await expectBookingRefused(clinic, () => from()),
      await expectBookingRefused(clinic, () =>
        sendUnified({ patientPayload: { firstName: 'Ada', email } }),
      ),
    ]) {
      expectInvalid(reply, 'patientPayload.countryCode is required')
    }
    expect((await from('+49')).json.visit).toMatchObject({
      consultationCharge: 15.5,
      currency: 'USD',
    })
    expect((await from('+91')).json.visit).toMatchObject({
      consultationCharge: 300,
      currency: 'INR',
    })
    const abroad = { patientPayload: { firstName: 'Ada +49', email, countryCode: '+49' } }
    expectInvalid(
      await expectBookingRefused(clinic, () => sendUnified({ ...abroad, consultationCharge: 300 })),
      'consultationCharge must be 15.5 USD',
    )
    expect((await sendUnified({ ...abroad, consultationCharge: 15.5 })).json.visit.currency).toBe(
      'USD',
    )
  })

  it('belongs to a page, whose browser may reach every booking route [GEN-23]', async () => {
    await verify()
    for (const route of [pre, immediate, unified]) {
      const headers = {
        origin: pageOrigin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-end-user-id',
      }
      const preflight = await house.call('OPTIONS', route, { headers })
      expect([preflight.status, preflight.headers['access-control-allow-origin']], route).toEqual([
        204,
        pageOrigin,
      ])
    }
    const asPage = { key: null, headers: { ...options.headers, origin: pageOrigin } }
    const booked = await sendAs({}, pre, asPage)
    expect([booked.status, booked.headers['access-control-allow-origin']]).toEqual([
      201,
      pageOrigin,
    ])
    const notStarted = await sendAs({}, immediate, asPage)
    expect([notStarted.status, notStarted.headers['access-control-allow-origin']]).toEqual([
      400,
      pageOrigin,
    ])
  })
})
