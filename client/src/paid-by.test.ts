import { expect, it } from 'vitest'
import {
  type Clinic,
  createBookingBody,
  openHarness,
  slotTimes,
} from '../../test/support/clinic/harness.ts'
import { createClient, type InputOf, type OutputOf, paidBy } from './index.ts'

const house = await openHarness()
const baseUrl = await house.door.listen({ host: '127.0.0.1', port: 0 })
const phoneNumber = '9876543210'

type Plan = OutputOf<'listAvailableSlots'>['plans'][number]

/** A clinic that sells a pack, and its listing for a patient, who may be from abroad. */
async function packClinic() {
  const clinic = await house.clinic((file) => {
    const price = {
      currency: 'INR',
      price: 4000,
      internationalCurrency: 'USD',
      internationalPrice: 80,
    }
    file.sessionPacks = {
      five: { displayName: 'Five visits', sessions: 5, validityDays: 60, ...price },
    }
  })
  const client = createClient({ baseUrl, apiKey: clinic.key })
  const place = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  const list = (patientCountryCode = '+91') =>
    client.listAvailableSlots({
      ...place,
      appointmentDate: '2030-01-07',
      patientPhoneNumber: phoneNumber,
      patientCountryCode,
    })
  return { clinic, client, list }
}

/** Books the slot at `clock` as a plan says, with no other price. */
function bookBy(clinic: Clinic, price: object, clock: string): InputOf<'bookAppointment'> {
  const {
    bookingType: _,
    mode,
    consultationCharge: __,
    ...body
  } = createBookingBody(clinic, {
    ...slotTimes(clock),
    patientPayload: { firstName: 'Meera', phoneNumber },
  })
  return { mode, ...body, ...price } as InputOf<'bookAppointment'>
}

const findPlan = ({ plans }: { plans: Plan[] }, kind: Plan['kind']) =>
  plans.find((plan) => plan.kind === kind) as Plan

it('books each kind of plan at the price it shows [SLOT-29] [SLOT-32]', async () => {
  const { clinic, client, list } = await packClinic()
  const before = await list()
  const single = findPlan(before, 'GENERAL_CONSULTATION')
  const once = await client.bookAppointment(bookBy(clinic, paidBy(single, before), '09:00'))
  expect(once.appointment).toMatchObject({
    bookingType: 'ONE_TIME_APPOINTMENT',
    mode: single.mode,
    consultationCharge: single.pricePerSession,
  })
  const bought = await client.bookAppointment(
    bookBy(clinic, paidBy(findPlan(before, 'SESSION_PACK'), before), '09:15'),
  )
  expect(bought.appointment).toMatchObject({
    bookingType: 'PACKAGE_PURCHASE',
    consultationCharge: 4000,
    currency: 'INR',
  })
  const owning = await list()
  const used = await client.bookAppointment(
    bookBy(clinic, paidBy(findPlan(owning, 'ACTIVE_PACKAGE'), owning), '09:30'),
  )
  expect(used.appointment).toMatchObject({
    bookingType: 'USE_ACTIVE_PACKAGE',
    consultationCharge: 0,
    patientPackageId: bought.appointment?.patientPackageId,
  })
})

it('buys a pack from abroad at its international price', async () => {
  const { list } = await packClinic()
  const listing = await list('+44')
  expect(paidBy(findPlan(listing, 'SESSION_PACK'), listing)).toMatchObject({
    packageAmount: 80,
    currency: 'USD',
  })
})

it('throws for a plan of another listing', async () => {
  const { list } = await packClinic()
  const { plans } = await list()
  expect(() =>
    paidBy(findPlan({ plans }, 'SESSION_PACK'), { allSessionPackResponses: [] }),
  ).toThrow(TypeError)
})
