// A key's charge that differs from the clinic's price: the audit records it, and a clinic may
// refuse it.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  createBookingBody,
  type Json,
  openHarness,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  createPayingClinic,
  reservationRequest,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'

const house = await openHarness()

const clinicWith = (strictPrices: boolean): Promise<Clinic> =>
  createPayingClinic(house, (file) => {
    file.workspace.strictPrices = strictPrices
    const practice = file.practitioners['asha-rao']?.at.jaipur
    if (practice) practice.tiers = { long: { minutes: 30, fee: 900 } }
  })

/** The audit's entries of charges that differ from the price, oldest first. */
async function charges(clinic: Clinic): Promise<string[]> {
  const entries = await house.operate('audit-show', { workspace: clinic.name })
  const describeCharge = ({ charged, currency, price, priceCurrency }: Json) =>
    `${charged} ${currency}, the price is ${price} ${priceCurrency}`
  return entries.flatMap(({ charge }: Json) => (charge ? [describeCharge(charge)] : [])).reverse()
}

const purchase = (clinic: Clinic, packageAmount: number, changes: Json = {}) => ({
  bookingType: 'PACKAGE_PURCHASE',
  packageConfigId: clinic.id('sessionPack', 'ten'),
  packageAmount,
  consultationCharge: undefined,
  ...changes,
})
const packAlone = (clinic: Clinic, changes: Json) => {
  const { path, body } = reservationRequest(clinic, 'pack', '09:00', {
    returnUrl: undefined,
    ...changes,
  })
  return clinic.post(path, body)
}

/** Every way to book something at a charge sent by the caller. */
const ways: [string, (clinic: Clinic) => Promise<Reply>, string, string][] = [
  [
    'the unified route',
    (clinic) => book(clinic, { consultationCharge: 400 }),
    'consultationCharge',
    '400 INR, the price is 500 INR',
  ],
  [
    'the plain route',
    (clinic) =>
      clinic.post(
        '/v1/appointments/book-appointment',
        createBookingBody(clinic, { consultationCharge: 400 }),
      ),
    'consultationCharge',
    '400 INR, the price is 500 INR',
  ],
  [
    'reserve-slot',
    (clinic) => reserve(clinic, { consultationCharge: 400 }),
    'consultationCharge',
    '400 INR, the price is 500 INR',
  ],
  [
    'a length of a tier',
    (clinic) => book(clinic, { ...slotTimes('09:00', 30), consultationCharge: 500 }),
    'consultationCharge',
    '500 INR, the price is 900 INR',
  ],
  [
    'a pack with its visit',
    (clinic) => book(clinic, purchase(clinic, 3500)),
    'packageAmount',
    '3500 INR, the price is 4000 INR',
  ],
  [
    'a pack by itself',
    (clinic) => packAlone(clinic, { packageAmount: 3500 }),
    'packageAmount',
    '3500 INR, the price is 4000 INR',
  ],
]

describe('a charge that differs from the price', () => {
  it.each(ways)(
    'is booked with a key, and recorded in the audit: %s [A-243]',
    async (_, send, __, told) => {
      const clinic = await clinicWith(false)
      const reply = await send(clinic)
      expect(reply.status, reply.text).toBe(201)
      expect(await charges(clinic)).toEqual([told])
    },
  )

  it.each(ways)(
    'is refused if the clinic file says strictPrices, with the price, and nothing is written: %s [A-243]',
    async (_, send, member, told) => {
      const clinic = await clinicWith(true)
      const before = await clinic.bookingRows()
      const reply = await send(clinic)
      const price = told.split('the price is ')[1]
      expect([reply.status, reply.json.error]).toEqual([400, 'CHARGE_MISMATCH'])
      expect(reply.json.message).toContain(
        `${member} does not match the clinic price of ${price}; fetch available-slots again`,
      )
      expect(await clinic.bookingRows()).toBe(before)
      expect(await charges(clinic)).toEqual([])
    },
  )

  it('includes one in another currency [A-243]', async () => {
    const open = await clinicWith(false)
    const strict = await clinicWith(true)
    expect((await book(open, { currency: 'USD' })).status).toBe(201)
    expect(await charges(open)).toEqual(['500 USD, the price is 500 INR'])
    const before = await strict.bookingRows()
    const refused = await book(strict, { currency: 'USD' })
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringContaining('currency must be INR'),
    ])
    expect(await strict.bookingRows()).toBe(before)
  })
})

it('the price itself is booked with strictPrices, for everything that has one, and the audit does not mention it [A-243]', async () => {
  const clinic = await clinicWith(true)
  const expectBooked = async (sent: Promise<Reply>) => {
    const reply = await sent
    expect(reply.status, reply.text).toBe(201)
    return reply.json.appointment
  }
  await expectBooked(book(clinic))
  const tiered = await expectBooked(
    book(clinic, { ...slotTimes('09:30', 30), consultationCharge: 900 }),
  )
  expect(tiered).toMatchObject({
    consultationCharge: 900,
    consultationDurationTierId: clinic.id('tier', 'asha-rao/jaipur/long'),
  })
  await expectBooked(book(clinic, { ...slotTimes('10:30'), ...purchase(clinic, 4000) }))
  expect((await packAlone(clinic, { packageAmount: undefined })).status).toBe(201)
  await expectBooked(
    book(clinic, {
      ...slotTimes('10:45'),
      consultationDurationTierId: undefined,
      discountAmount: 100,
      discountReason: 'Staff family',
    }),
  )
  expect(await charges(clinic)).toEqual([])
})

it('the price is that of the patient’s country, if there are two [A-243]', async () => {
  const withTwoPrices = async (strictPrices: boolean) =>
    house.clinic((file) => {
      file.workspace.strictPrices = strictPrices
      const { jaipur } = file.locations
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (!jaipur || !practice) throw new Error('the clinic of the tests is another')
      jaipur.internationalCurrency = 'USD'
      practice.fees = [
        ...(practice.fees ?? []).filter(({ international }) => !international),
        { mode: 'OFFLINE', amount: 60, international: true },
      ]
    })
  const abroad = {
    patientPayload: { firstName: 'Jane', phoneNumber: '2025550123', countryCode: '+1' },
  }
  const open = await withTwoPrices(false)
  expect((await book(open, abroad)).status).toBe(201)
  expect((await book(open, slotTimes('10:00'))).status).toBe(201)
  expect(await charges(open)).toEqual(['500 INR, the price is 60 USD'])
  const strict = await withTwoPrices(true)
  expect((await book(strict, abroad)).json.error).toBe('CHARGE_MISMATCH')
  expect(
    (await book(strict, { ...abroad, consultationCharge: 60 })).json.appointment,
  ).toMatchObject({ consultationCharge: 60, currency: 'USD' })
  expect((await book(strict, slotTimes('10:00'))).status).toBe(201)
})
