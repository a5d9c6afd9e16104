// What a token costs: the listed fee of its shift, from the price list that matches the patient,
// whatever charge is sent.

import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  expectBookingRefused,
  expectInvalid,
  unified,
} from '../../../test/support/clinic/front-door.ts'
import { type Clinic, openHarness } from '../../../test/support/clinic/harness.ts'
import { queueDate, startShift, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import {
  bothPriceLists,
  immediate,
  inJaipur,
  pre,
  tokenBookings,
} from './token-bookings.fixture.ts'

const house = await openHarness()
const everyDay: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[] = [
  'MON',
  'TUE',
  'WED',
  'THU',
  'FRI',
  'SAT',
  'SUN',
]

let clinic: Clinic
beforeEach(async () => {
  clinic = await house.clinic()
})

const { take } = tokenBookings(house, () => clinic)

describe('201', () => {
  it('costs what its shift costs: on every route, a charge or currency must match it [A-127] [A-172] [A-243]', async () => {
    const { qmsWorkShiftId, appointmentDate, mode, bookingChannel, ...rest } = tokenBody(clinic)
    const qms = { qmsWorkShiftId, appointmentDate, mode, bookingChannel }
    const routes = [
      (changes: object) => clinic.post(unified, { system: 'QMS', ...rest, qms, ...changes }),
      (changes: object) =>
        clinic.post('/v1/appointments/reserve-slot', {
          ...rest,
          qmsWorkShiftId,
          appointmentDate,
          ...changes,
        }),
      (changes: object) => clinic.post(pre, tokenBody(clinic, { ...changes })),
    ]
    for (const booked of routes) {
      for (const changes of [{ currency: 'USD' }, { currency: 'USD', consultationCharge: 300 }]) {
        expectInvalid(
          await expectBookingRefused(clinic, () => booked(changes)),
          'currency must be INR: this shift costs 300 INR',
        )
      }
      for (const consultationCharge of [0, 1, 299.99, 300.001, 500]) {
        expectInvalid(
          await expectBookingRefused(clinic, () => booked({ consultationCharge })),
          'consultationCharge must be 300 INR, the fee of this shift',
        )
      }
      for (const changes of [
        {},
        { currency: 'INR' },
        { consultationCharge: 300 },
        { currency: 'INR', consultationCharge: 300 },
      ]) {
        const { status, json, text } = await booked(changes)
        expect([status, json.visit?.consultationCharge, json.visit?.currency], text).toEqual([
          201,
          300,
          'INR',
        ])
      }
    }
  })
})

describe('the fee', () => {
  beforeEach(async () => {
    clinic = await house.clinic(
      inJaipur((practice) => void Object.assign(practice, { fees: bothPriceLists })),
    )
  })

  it.each(
    cases<[string, Record<string, unknown>, boolean]>([
      ['a phone at home', { phoneNumber: '9876543210' }, false],
      ['a phone at home, with its code', { phoneNumber: '9876543210', countryCode: '+91' }, false],
      ['a phone abroad', { phoneNumber: '7700900123', countryCode: '+44' }, true],
      ['a phone abroad in one', { phoneNumber: '+44 7700 900123' }, true],
      [
        'a phone abroad cut in two elsewhere',
        { phoneNumber: '700900123', countryCode: '+447' },
        true,
      ],
      [
        'a phone at home cut in two elsewhere',
        { phoneNumber: '19876543210', countryCode: '+9' },
        false,
      ],
      ['a country code alone', { countryCode: '+49' }, true],
      ['the code at home alone', { countryCode: '+91' }, false],
      ['nothing that tells', {}, false],
    ]),
  )(
    'of a patient with %s is from the matching price list [QUEUE-20] [SHIFT-11] [A-172]',
    async (_, fields, isFromAbroad) => {
      const visit = await take({ patientPayload: { firstName: 'Ann', ...fields } })
      expect([visit.consultationCharge, visit.currency, visit.payableAmount]).toEqual(
        isFromAbroad ? [15.5, 'USD', 15.5] : [300, 'INR', 300],
      )
      const [row] = await house.sql(
        'select charge_minor::int, currency from queue_visits where id = $1',
        [visit.visitId],
      )
      expect(row).toEqual(
        isFromAbroad
          ? { charge_minor: 1550, currency: 'USD' }
          : { charge_minor: 30_000, currency: 'INR' },
      )
    },
  )

  it('depends on the record of a known patient, even if another country is sent with their id [A-172] [A-173]', async () => {
    const abroad = await take({
      patientPayload: { firstName: 'Ann', phoneNumber: '7700900123', countryCode: '+44' },
    })
    const home = await take({ patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' } })
    expect(
      (await take({ patientPayload: { id: abroad.patientId, countryCode: '+91' } })).currency,
    ).toBe('USD')
    expect(
      (await take({ patientPayload: { id: home.patientId, countryCode: '+44' } })).currency,
    ).toBe('INR')
    expect((await take({ patientPayload: undefined, patientId: abroad.patientId })).currency).toBe(
      'USD',
    )
  })

  const visitor = fc.record({
    countryCode: fc.constantFrom('+91', '+1', '+44', '+49', '+971', '+880'),
    national: fc.integer({ min: 201_555_0000, max: 989_999_9999 }),
    domestic: fc.integer({ min: 0, max: 100_000_000 }),
    abroad: fc.integer({ min: 0, max: 100_000_000 }),
    mode: fc.constantFrom('OFFLINE' as const, 'ONLINE' as const),
    way: fc.constantFrom('pre', 'immediate', 'unified'),
  })
  it('that is listed is charged, for everyone [SHIFT-11] [SHIFT-06] [QUEUE-20] [INV-13]', async () => {
    const run = async ({
      countryCode,
      national,
      domestic,
      abroad,
      mode,
      way,
    }: typeof visitor extends fc.Arbitrary<infer V> ? V : never) => {
      clinic = await house.clinic(
        inJaipur((practice) => {
          practice.fees = [
            { mode, amount: domestic / 100 },
            { mode, amount: abroad / 100, international: true },
          ]
          practice.shifts = {
            morning: { days: everyDay, from: '09:00', to: '13:00', mode, maxAppointments: 40 },
          }
        }),
      )
      if (way === 'immediate') await startShift(house, clinic)
      const wish = {
        addressId: clinic.id('location', 'jaipur'),
        doctorId: clinic.id('practitioner', 'meera-shah'),
      }
      const parameters = new URLSearchParams({
        addressId: `${wish.addressId}`,
        doctorId: `${wish.doctorId}`,
        date: queueDate,
        patientCountryCode: countryCode,
      })
      const { json } = await clinic.get(`/v1/qms-appointments/doctor/shifts?${parameters}`)
      const [shift] = json.dates[0].shifts
      const patientPayload = { firstName: 'Anybody', phoneNumber: String(national), countryCode }
      const token = {
        qmsWorkShiftId: shift.qmsWorkShiftId,
        appointmentDate: queueDate,
        mode: shift.mode,
        bookingChannel: 'PHONE_CALL',
      }
      const reply =
        way === 'unified'
          ? await clinic.post(unified, { system: 'QMS', ...wish, patientPayload, qms: token })
          : await clinic.post(way === 'pre' ? pre : immediate, {
              ...wish,
              patientPayload,
              ...token,
            })
      expect(reply.status, reply.text).toBe(201)
      const { consultationCharge, currency } = reply.json.visit
      expect([consultationCharge, currency]).toEqual([
        json.international ? shift.internationalFee : shift.consultationFee,
        json.billingCurrency,
      ])
    }
    await fc.assert(fc.asyncProperty(visitor, run), {
      numRuns: runSize(25, 300),
      ...fastCheckOptions,
    })
  })
})
