import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  createPayingClinic,
  readBooks,
  reserve,
  returnUrl,
} from '../../../test/support/clinic/paying-clinic.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'

const house = await openHarnessWithGateway()

/** Sells ten visits to Meera; an undefined member is left out. */
function buy(clinic: Clinic, changes: Record<string, unknown> = {}, key?: string): Promise<Reply> {
  const body = {
    addressId: clinic.id('location', 'jaipur'),
    patientPayload: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' },
    packageConfigId: clinic.id('sessionPack', 'ten'),
    packageAmount: 4000,
    ...changes,
  }
  return clinic.post(
    '/v1/session/packs',
    body,
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )
}
const confirm = (clinic: Clinic, sessionRef: string) =>
  clinic.post('/v1/session/packs/confirm', { sessionRef })
const listPacks = (clinic: Clinic) =>
  house.sql(
    'select payment_status, activated_at is not null as active, ended_at is not null as ended, sessions_used from patient_packs where workspace_id = $1',
    [clinic.workspaceId],
  )

describe('POST /v1/session/packs', () => {
  it('sells a pack that is paid at the desk, and active at once [PACK-16] [A-225]', async () => {
    const clinic = await createPayingClinic(house)
    const reply = await buy(clinic)
    expect(reply.status, reply.text).toBe(201)
    expect(reply.headers['x-ratelimit-route-limit']).toBeDefined()
    expect(reply.json).toMatchObject({
      packageConfigId: clinic.id('sessionPack', 'ten'),
      sessionPackName: 'Ten visits',
      totalSessions: 10,
      sessionsUsed: 0,
      sessionsRemaining: 10,
      isActive: true,
      packageAmount: 4000,
      currency: 'INR',
      paymentStatus: 'PAID',
      paymentMode: 'CASH',
    })
    expect(reply.json.patientPackageId).toBe(reply.json.id)
    const [{ patient_id: patientId }] = await house.sql(
      'select patient_id from patient_packs where id = $1',
      [reply.json.id],
    )
    const used = await reserve(clinic, {
      returnUrl: undefined,
      patientPayload: undefined,
      patientId: Number(patientId),
      bookingType: 'USE_ACTIVE_PACKAGE',
      patientPackageId: reply.json.id,
    })
    expect(used.json.appointment, used.text).toMatchObject({
      paymentStatus: 'PAID',
      patientPackageId: reply.json.id,
    })
  })

  it('sells an unpaid pack, which pays for nothing [A-121]', async () => {
    const clinic = await createPayingClinic(house)
    const { json } = await buy(clinic, {
      paymentStatus: 'UNPAID',
      paymentMode: 'CARD',
      paymentReference: 'T-1',
    })
    expect(json).toMatchObject({
      isActive: false,
      paymentStatus: 'UNPAID',
      paymentMode: 'CARD',
      paymentReference: 'T-1',
    })
    const used = await reserve(clinic, {
      returnUrl: undefined,
      bookingType: 'USE_ACTIVE_PACKAGE',
      patientPackageId: json.id,
    })
    expect(used.json.error).toBe('SESSION_PACK_NOT_USABLE')
  })

  it('opens a checkout, and the pack is active once that is paid; confirmed twice, it is activated once [PACK-17] [PACK-18] [A-228]', async () => {
    const clinic = await createPayingClinic(house)
    const { json } = await buy(clinic, { returnUrl })
    expect(json).toMatchObject({
      isActive: false,
      paymentStatus: 'PENDING',
      paymentMode: 'ONLINE',
      provider: 'sandbox',
      appointmentRef: null,
    })
    expect((await confirm(clinic, json.sessionRef)).json).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PENDING',
      walletBalanceAfter: null,
    })
    await actOnPaymentPage(house, json.checkoutUrl, 'pay')
    house.calls()
    const outcomes = [
      await confirm(clinic, json.sessionRef),
      await confirm(clinic, json.sessionRef),
    ].map(({ text }) => text)
    expect(new Set(outcomes).size).toBe(1)
    expect(JSON.parse(outcomes[0] as string)).toMatchObject({
      status: 'SUCCESS',
      appointmentRef: null,
      paymentStatus: 'PAID',
      walletBalanceAfter: 10,
    })
    expect(house.calls()).toEqual(['read'])
    expect(await listPacks(clinic)).toEqual([
      { payment_status: 'PAID', active: true, ended: false, sessions_used: 0 },
    ])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 400_000, service: 400_000 })
  })

  it('cancels a purchase that is not paid in time, and refunds late money [PAY-22] [INV-29]', async () => {
    const clinic = await createPayingClinic(house)
    const { json } = await buy(clinic, { returnUrl })
    await actOnPaymentPage(house, json.checkoutUrl, 'pay-late')
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    await expect.poll(async () => (await listPacks(clinic))[0].ended).toBe(true)
    expect((await confirm(clinic, json.sessionRef)).json).toMatchObject({
      status: 'PENDING',
      message: expect.stringContaining('auto-cancelled'),
    })
    await house.operate('clock-advance', { ms: 5 * 60_000 })
    await expect.poll(async () => (await listPacks(clinic))[0].payment_status).toBe('REFUNDED')
    expect(await listPacks(clinic)).toEqual([
      { payment_status: 'REFUNDED', active: false, ended: true, sessions_used: 0 },
    ])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('sells once for each Idempotency-Key [A-229]', async () => {
    const clinic = await createPayingClinic(house)
    for (const changes of [{ returnUrl }, {}]) {
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => buy(clinic, changes, JSON.stringify(changes))),
      )
      expect(
        new Set(replies.map(({ status, text }) => `${status} ${text}`)).size,
        replies[0]?.text,
      ).toBe(1)
    }
    expect(await listPacks(clinic)).toHaveLength(2)
    expect((await buy(clinic, { paymentMode: 'CARD' }, '{}')).json.error).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
  })

  it('keeps a purchase unpaid if its checkout cannot be opened', async () => {
    const clinic = await createPayingClinic(house)
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'open',
      how: 'refuse',
      status: 402,
      times: 1,
    })
    expect((await buy(clinic, { returnUrl }, 'one')).status).toBe(402)
    expect(await listPacks(clinic)).toMatchObject([
      { payment_status: 'UNPAID', active: false, ended: false },
    ])
    expect((await buy(clinic, { returnUrl }, 'one')).json).toMatchObject({
      paymentStatus: 'PENDING',
      checkoutUrl: expect.any(String),
    })
    expect(await listPacks(clinic)).toHaveLength(1)
  })

  it('charges the price of the catalogue if none is sent, and the one that a key sends [A-118]', async () => {
    const clinic = await createPayingClinic(house)
    expect((await buy(clinic, { packageAmount: undefined })).json).toMatchObject({
      packageAmount: 4000,
      currency: 'INR',
    })
    expect((await buy(clinic, { packageAmount: 3500.5 })).json).toMatchObject({
      packageAmount: 3500.5,
    })
    const free = await buy(clinic, { packageAmount: 0, returnUrl })
    expect(free.json).toMatchObject({ isActive: true, paymentStatus: 'PAID' })
    expect(free.json).not.toHaveProperty('checkoutUrl')
  })

  it("reads a key's amount in the currency of the pack, like a visit that buys it, wherever the patient is from [A-118]", async () => {
    const clinic = await createPayingClinic(house, (file) => {
      Object.assign(file.sessionPacks?.ten ?? {}, {
        price: 1200.5,
        internationalCurrency: 'USD',
        internationalPrice: 60,
      })
    })
    const patientPayload = { firstName: 'Anna', countryCode: '+44', phoneNumber: '7700900123' }
    const packageAmount = 1200.5
    const alone = await buy(clinic, { patientPayload, packageAmount })
    expect(alone.json, alone.text).toMatchObject({ packageAmount, currency: 'INR' })
    const visit = {
      patientPayload,
      bookingType: 'PACKAGE_PURCHASE',
      packageConfigId: clinic.id('sessionPack', 'ten'),
      packageAmount,
    }
    expect((await reserve(clinic, { ...visit, returnUrl: undefined })).status).toBe(201)
    const sold = await house.sql(
      'select amount_minor::int as amount, currency from patient_packs where workspace_id = $1 order by id',
      [clinic.workspaceId],
    )
    expect(sold).toEqual(Array(2).fill({ amount: 120_050, currency: 'INR' }))
    expect((await buy(clinic, { patientPayload, packageAmount: undefined })).json).toMatchObject({
      packageAmount: 60,
      currency: 'USD',
    })
  })

  it('refuses an invalid body, with fieldErrors [ERR-03]', async () => {
    const clinic = await createPayingClinic(house)
    for (const body of ['[]', '"x"', '1', 'null', '{']) {
      const reply = await clinic.post('/v1/session/packs', body, {
        headers: { 'content-type': 'application/json' },
      })
      expect([reply.status, Object.keys(reply.json)]).toEqual([
        400,
        ['statusCode', 'status', 'message', 'fieldErrors'],
      ])
    }
  })

  it('refuses an impossible sale, and writes nothing', async () => {
    const clinic = await createPayingClinic(house, (file) => {
      file.sessionPacks = {
        ...file.sessionPacks,
        jonas: {
          displayName: 'Of Jonas',
          sessions: 2,
          validityDays: 30,
          currency: 'INR',
          price: 10,
          familyBooking: false,
          doctors: ['jonas-weber'],
        },
      }
    })
    const before = await clinic.bookingRows()
    const refused: [Record<string, unknown>, number, string][] = [
      [{ addressId: undefined }, 400, 'VALIDATION_ERROR'],
      [{ addressId: 999_999 }, 404, 'ADDRESS_NOT_FOUND'],
      [{ packageConfigId: 999_999 }, 400, 'SESSION_PACK_NOT_FOUND'],
      [{ patientPayload: undefined }, 400, 'VALIDATION_ERROR'],
      [{ patientPayload: undefined, patientId: 999_999 }, 404, 'PATIENT_NOT_FOUND'],
      [
        {
          doctorId: clinic.id('practitioner', 'asha-rao'),
          packageConfigId: clinic.id('sessionPack', 'jonas'),
        },
        400,
        'SESSION_PACK_NOT_USABLE',
      ],
      [{ packageAmount: -1 }, 400, 'VALIDATION_ERROR'],
      [{ packageAmount: 10.001 }, 400, 'VALIDATION_ERROR'],
      [{ discountAmount: 500 }, 400, 'VALIDATION_ERROR'],
      [{ currency: 'XXX' }, 400, 'VALIDATION_ERROR'],
      [{ packageAmount: undefined, currency: 'USD' }, 400, 'VALIDATION_ERROR'],
      [{ paymentMode: 'SHELLS' }, 400, 'VALIDATION_ERROR'],
      [{ paymentStatus: 'REFUNDED' }, 400, 'VALIDATION_ERROR'],
      [{ returnUrl: '//evil.example' }, 400, 'VALIDATION_ERROR'],
    ]
    for (const [changes, status, error] of refused) {
      const reply = await buy(clinic, changes)
      expect([reply.status, reply.json.error], JSON.stringify(changes)).toEqual([status, error])
    }
    expect(await clinic.bookingRows()).toBe(before)
  })
})

it('activates a pack bought online with a visit when its payment is confirmed, and not before [PACK-11]', async () => {
  const clinic = await createPayingClinic(house)
  const packageConfigId = clinic.id('sessionPack', 'ten')
  const { json } = await reserve(clinic, {
    bookingType: 'PACKAGE_PURCHASE',
    packageConfigId,
    packageAmount: 4000,
  })
  const isActive = async () => (await listPacks(clinic)).map(({ active }: Json) => active)
  expect(await isActive()).toEqual([false])
  const early = await reserve(clinic, {
    ...slotTimes('09:15'),
    returnUrl: undefined,
    bookingType: 'USE_ACTIVE_PACKAGE',
    patientPackageId: json.appointment.patientPackageId,
  })
  expect(early.json.error).toBe('SESSION_PACK_NOT_USABLE')
  await actOnPaymentPage(house, json.checkoutUrl, 'pay')
  expect((await confirm(clinic, json.sessionRef)).json).toMatchObject({
    status: 'SUCCESS',
    walletBalanceAfter: 9,
  })
  expect(await isActive()).toEqual([true])
})
