// What a browser's session may reserve: for verified contacts, at the clinic's price, a few at a
// time, and returning only to its own page.

import { beforeEach, describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  createBookingBody,
  openHarness,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  listVisits,
} from '../../../test/support/clinic/paying-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail })
let clinic: Clinic
let phones = 9_600_000_000

beforeEach(async () => {
  clinic = await createPayingClinic(house)
})

/** A visitor with a session, who has verified a phone. */
async function visitor({
  phone,
  endUser,
  from = '127.0.0.1',
}: {
  phone?: string
  endUser?: string
  from?: string
} = {}) {
  phones += 1
  const phoneNumber = phone ?? String(phones)
  const endUserId = endUser ?? `u-${phoneNumber}`
  const headers: Record<string, string> = {
    ...(await clinic.session()),
    'x-end-user-id': endUserId,
  }
  const options = { key: null, headers, from }
  await clinic.post('/v1/otp/send', { phoneNumber }, options)
  expect(
    (
      await clinic.post(
        '/v1/otp/verify',
        { phoneNumber, otpCode: rail.lastCodeTo(`+91${phoneNumber}`) },
        options,
      )
    ).status,
  ).toBe(200)
  const send = (path: string, body: Record<string, unknown>, more: Record<string, string> = {}) =>
    clinic.post(path, body, { ...options, headers: { ...headers, ...more } })
  const who = {
    workspaceId: clinic.workspaceId,
    patientPayload: { firstName: 'Meera', phoneNumber },
  }
  return {
    endUserId,
    payload: who.patientPayload,
    reserve: (
      changes: Record<string, unknown> = {},
      more: Record<string, string> = {},
    ): Promise<Reply> =>
      send(
        '/v1/appointments/reserve-slot',
        createBookingBody(clinic, {
          ...who,
          source: 'WIDGET',
          returnUrl: 'https://sunrise.example/paid',
          ...changes,
        }),
        more,
      ),
    buy: (changes: Record<string, unknown> = {}, more: Record<string, string> = {}) =>
      send(
        '/v1/session/packs',
        {
          ...who,
          addressId: clinic.id('location', 'jaipur'),
          packageConfigId: clinic.id('sessionPack', 'ten'),
          returnUrl: 'https://sunrise.example/paid',
          ...changes,
        },
        more,
      ),
    confirm: (body: Record<string, unknown>) => send('/v1/appointments/confirm-payments', body),
  }
}

async function refused(send: () => Promise<Reply>, status: number, message: string) {
  const before = await clinic.bookingRows()
  const reply = await send()
  expect(reply.status, reply.text).toBe(status)
  expect(reply.json.message).toContain(message)
  expect(await clinic.bookingRows()).toBe(before)
}

it('books for a new patient only with what the clinic asks of them, and for a known one as before [PAGE-06]', async () => {
  const meera = await visitor()
  expect((await meera.reserve({ returnUrl: undefined })).status).toBe(201)
  await clinic.change((file) => {
    file.workspace.bookingPage = { published: true, newPatients: ['lastName', 'age', 'email'] }
  })
  const ravi = await visitor()
  const as = (person: object) =>
    ravi.reserve({
      returnUrl: undefined,
      ...slotTimes('10:00'),
      patientPayload: { ...ravi.payload, firstName: 'Ravi', ...person },
    })
  const people = await house.sql('select id from patients where workspace_id = $1', [
    clinic.workspaceId,
  ])
  await refused(() => as({}), 400, 'patientPayload.lastName is required of new patients')
  await refused(
    () => as({ lastName: 'Iyer' }),
    400,
    'patientPayload.age is required of new patients',
  )
  expect(
    await house.sql('select id from patients where workspace_id = $1', [clinic.workspaceId]),
  ).toEqual(people)
  expect((await as({ lastName: 'Iyer', dob: '1990-04-12' })).status).toBe(201)
  expect(
    (await meera.reserve({ returnUrl: undefined, ...slotTimes('11:00') })).status,
    'a known patient',
  ).toBe(201)
  // A desk or a clinic's own server books as it knows the patient.
  expect(
    (
      await book(clinic, {
        patientPayload: { firstName: 'Walk-in', phoneNumber: '9811111111' },
        ...slotTimes('12:00'),
      })
    ).status,
  ).toBe(201)
})

it('reserves, pays and confirms [A-021]', async () => {
  const meera = await visitor()
  const { status, json, text } = await meera.reserve()
  expect(status, text).toBe(201)
  expect(json.appointment).toMatchObject({
    paymentStatus: 'PENDING',
    source: 'WIDGET',
    consultationCharge: 500,
  })
  await actOnPaymentPage(house, json.checkoutUrl, 'pay')
  expect((await meera.confirm({ sessionRef: json.sessionRef })).json).toMatchObject({
    status: 'SUCCESS',
    paymentStatus: 'PAID',
  })
})

it('pays for the length of the slot, whether or not the tier of that length is named [A-021]', async () => {
  const meera = await visitor()
  await refused(() => meera.reserve(slotTimes('09:00', 30)), 400, 'consultationCharge must be 900')
  const { json, text } = await meera.reserve({ ...slotTimes('09:00', 30), consultationCharge: 900 })
  expect(json.appointment, text).toMatchObject({
    consultationCharge: 900,
    consultationDurationTierId: clinic.id('tier', 'asha-rao/jaipur/long'),
  })
  expect(
    await house.sql(
      'select amount_minor::int as due from payment_sessions where session_ref = $1',
      [json.sessionRef],
    ),
  ).toEqual([{ due: 90_000 }])
})

it("pays the clinic's price, and cannot claim to have paid [A-021]", async () => {
  const meera = await visitor()
  await refused(
    () => meera.reserve({ consultationCharge: 1 }),
    400,
    'consultationCharge must be 500',
  )
  await refused(() => meera.reserve({ discountAmount: 500 }), 400, 'discountAmount')
  await refused(
    () =>
      meera.reserve({
        bookingType: 'PACKAGE_PURCHASE',
        packageConfigId: clinic.id('sessionPack', 'ten'),
        packageAmount: 1,
      }),
    400,
    'packageAmount',
  )
  await refused(() => meera.buy({ packageAmount: 1 }), 400, 'packageAmount must be 4000 INR')
  await refused(
    () => meera.buy({ currency: 'VND', packageAmount: 4000 }),
    400,
    'packageAmount must be 4000 INR',
  )
  // A free pack would be made again and again.
  await refused(() => meera.buy({ returnUrl: undefined }), 400, 'returnUrl is required')
  // What it says about the payment is ignored.
  expect((await meera.reserve({ paymentStatus: 'PAID' })).json.appointment.paymentStatus).toBe(
    'PENDING',
  )
  expect((await meera.buy({ paymentStatus: 'PAID' })).json).toMatchObject({
    paymentStatus: 'PENDING',
    isActive: false,
  })
})

it('returns only to a page of its own widget key [A-154]', async () => {
  const meera = await visitor()
  for (const returnUrl of [
    'https://evil.example/paid',
    'https://sunrise.example.evil.example/',
    'http://localhost/paid',
    'https://sunrise.example:8443/',
  ])
    await refused(() => meera.reserve({ returnUrl }), 400, 'returnUrl must be on an origin')
})

it('can only be for a patient whom it has verified [OTP-44] [A-036]', async () => {
  const meera = await visitor()
  await refused(
    () => meera.reserve({ patientPayload: { firstName: 'Ravi', phoneNumber: '9111111111' } }),
    403,
    'Verify',
  )
  await refused(
    () => meera.buy({ patientPayload: { firstName: 'Ravi', phoneNumber: '9111111111' } }),
    403,
    'Verify',
  )
})

it('holds three unpaid places at a time, also of packs, until one is paid or expires [A-021]', async () => {
  const meera = await visitor()
  const held = [await meera.reserve(), await meera.reserve(slotTimes('09:15')), await meera.buy()]
  expect(held.map(({ status }) => status)).toEqual([201, 201, 201])
  await refused(() => meera.reserve(slotTimes('09:30')), 400, 'TOO_MANY_RESERVATIONS')
  await refused(() => meera.buy(), 400, 'TOO_MANY_RESERVATIONS')
  // Another visitor can still reserve, and so can the clinic.
  expect((await (await visitor()).reserve(slotTimes('10:00'))).status).toBe(201)
  await actOnPaymentPage(house, held[0]?.json.checkoutUrl, 'pay')
  await confirm(clinic, { sessionRef: held[0]?.json.sessionRef })
  expect((await meera.reserve(slotTimes('09:30'))).status).toBe(201)
  await refused(() => meera.reserve(slotTimes('09:45')), 400, 'TOO_MANY_RESERVATIONS')
  await house.operate('clock-advance', { ms: 16 * 60_000 })
  await expect
    .poll(
      async () => (await listVisits(clinic)).filter(({ status }) => status === 'CANCELLED').length,
    )
    .toBe(3)
  expect((await meera.reserve(slotTimes('09:45'))).status).toBe(201)
})

describe('a reservation whose checkout has failed', () => {
  const fails = ({ json }: Reply) =>
    house.sql("update payment_sessions set state = 'FAILED' where session_ref = $1", [
      json.sessionRef,
    ])
  const waiting = async () =>
    (
      await house.sql(
        "select from payment_sessions where workspace_id = $1 and state in ('OPENING', 'OPEN', 'FAILED')",
        [clinic.workspaceId],
      )
    ).length

  it('can be replaced by its patient who has the maximum of upcoming visits, and by no one else [A-164] [A-231] [PAY-26]', async () => {
    clinic = await createPayingClinic(house, (file) =>
      Object.assign(file.workspace, { sessionVisitsMax: 2 }),
    )
    const meera = await visitor()
    const [failed] = [await meera.reserve(), await meera.reserve(slotTimes('09:15'))] as const
    await refused(() => meera.reserve(), 400, 'TOO_MANY_VISITS')
    await fails(failed)
    // The failed reservation keeps its place until it is swept, so it counts when another time is
    // reserved.
    await refused(() => meera.reserve(slotTimes('09:30')), 400, 'TOO_MANY_VISITS')
    await refused(
      () => meera.reserve({ patientPayload: { ...meera.payload, firstName: 'Ravi' } }),
      400,
      'TOO_MANY_VISITS',
    )
    const again = await meera.reserve()
    expect(again.status, again.text).toBe(201)
    const visits = await listVisits(clinic)
    expect(visits.map(({ status }) => status).toSorted()).toEqual([
      'CANCELLED',
      'SCHEDULED',
      'SCHEDULED',
    ])
    expect(visits.find(({ status }) => status === 'CANCELLED')?.bookingReference).toBe(
      failed.json.appointmentRef,
    )
    await refused(() => meera.reserve(), 400, 'TOO_MANY_VISITS')
  })

  it('is one of the three that are held until it is replaced, so that no one holds more by declining [A-021] [A-164]', async () => {
    const meera = await visitor()
    const [failed] = [
      await meera.reserve(),
      await meera.reserve(slotTimes('09:15')),
      await meera.buy(),
    ] as const
    await fails(failed)
    await refused(() => meera.reserve(slotTimes('09:30')), 400, 'TOO_MANY_RESERVATIONS')
    const again = await meera.reserve()
    expect(again.status, again.text).toBe(201)
    expect(await waiting()).toBe(3)
  })
})

it('does not hold more than three with concurrent requests [A-021]', async () => {
  const meera = await visitor()
  const replies = await Promise.all(
    ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30', '10:45'].map((clock) =>
      meera.reserve(slotTimes(clock)),
    ),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(replies.filter(({ json }) => json.error === 'TOO_MANY_RESERVATIONS')).toHaveLength(5)
  expect(await listVisits(clinic)).toHaveLength(3)
})

it('has its own keys: those of another end user, or of the clinic, are different ones [A-159]', async () => {
  const meera = await visitor()
  const ravi = await visitor()
  const key = { 'idempotency-key': 'one' }
  const first = await meera.reserve({}, key)
  expect((await meera.reserve({}, key)).text).toBe(first.text)
  const other = await ravi.reserve(slotTimes('09:15'), key)
  expect(other.status, other.text).toBe(201)
  expect(other.json.sessionRef).not.toBe(first.json.sessionRef)
  // Also for the same contact, under another end user's id.
  const another = await visitor({ phone: meera.payload.phoneNumber, endUser: 'another' })
  const again = await another.reserve(slotTimes('09:30'), key)
  expect(again.status, again.text).toBe(201)
})

it('repeats an answer to the owner of the contact, and to no one else who sends the same key, body and end user [A-239] [A-159]', async () => {
  const meera = await visitor()
  const key = { 'idempotency-key': 'one' }
  const asMeera = { patientPayload: meera.payload }
  const packKey = { 'idempotency-key': 'pack' }
  expect((await meera.reserve({}, key)).status).toBe(201)
  expect((await meera.buy({}, packKey)).status).toBe(201)
  const stranger = await visitor({ endUser: meera.endUserId, from: '198.51.100.66' })
  await refused(() => stranger.reserve(asMeera, key), 403, 'Verify')
  await refused(() => stranger.buy(asMeera, packKey), 403, 'Verify')
  // If no contact is verified, it is refused before the key is looked up.
  const session = {
    key: null,
    headers: { ...(await clinic.session()), 'x-end-user-id': meera.endUserId, ...key },
    from: '198.51.100.67',
  }
  const body = createBookingBody(clinic, {
    workspaceId: clinic.workspaceId,
    ...asMeera,
    source: 'WIDGET',
    returnUrl: 'https://sunrise.example/paid',
  })
  await refused(() => clinic.post('/v1/appointments/reserve-slot', body, session), 403, 'Verify')
})
