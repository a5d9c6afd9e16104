// Members that one booking route has: every other one reads them or refuses them, so that no caller
// is promised something that was dropped.

import { describe, expect, it } from 'vitest'
import { expectBookingRefused, expectInvalid, unified } from '../../support/clinic/front-door.ts'
import { type Clinic, createBookingBody, openHarness } from '../../support/clinic/harness.ts'
import { startShift, tokenBody } from '../../support/clinic/queue-clinic.ts'
import { cases } from '../../support/run/cases.ts'

const harness = await openHarness()
const plain = '/v1/appointments/book-appointment'
const reserve = '/v1/appointments/reserve-slot'
const pre = '/v1/qms-appointments/pre/book'
const immediate = '/v1/qms-appointments/immediate/book'

type Members = Record<string, unknown>

function unifiedToken(clinic: Clinic): Members {
  const { addressId, doctorId, patientPayload, ...qms } = tokenBody(clinic)
  return { system: 'QMS', addressId, doctorId, patientPayload, qms }
}

/** Each way of booking, with the body that is accepted. */
const ways = cases<[string, string, (clinic: Clinic) => Members]>([
  ['a slot, unified', unified, createBookingBody],
  ['a slot, plain', plain, createBookingBody],
  ['a slot, reserved', reserve, createBookingBody],
  ['a token, unified', unified, unifiedToken],
  ['a token, reserved', reserve, tokenBody],
  ['a token, ahead', pre, tokenBody],
  ['a token, now', immediate, tokenBody],
])

/** Values that no way of booking can grant, by the member that the refusal names. */
const notGranted: Members = {
  currency: 'RUPEES',
  consultationCharge: -1,
  discountAmount: 1_000_000,
  discountReason: 'x'.repeat(201),
  followUp: true,
  roomId: 999_999,
  visitAddress: { city: 'Jaipur' },
  patientTimezone: 'Mars/X',
  bookingType: 'GIFT',
  type: 'no word',
  packageAmount: -1,
  packageConfigId: 'x',
  patientPackageId: 'x',
  consultationDurationTierId: 999_999,
  fromDateTimeIso: 'nine',
  toDateTimeIso: 'ten',
  source: '',
  system: 'OTHER',
  qms: 'x',
  qmsWorkShiftId: 'x',
  appointmentDate: 'today',
  returnUrl: 'ftp://x',
  withoutCheckout: true,
  paymentCollectionType: 7,
}

/** The members that refusals by code concern. */
const codes: Record<string, string> = {
  FOLLOW_UP_NOT_ELIGIBLE: 'followUp',
  DURATION_TIER_NOT_FOUND: 'consultationDurationTierId',
}

describe('a member that one booking route has', () => {
  it('is declared by all booking routes, or unknown members are refused [A-127]', () => {
    const routes = harness.application.routes.filter(({ path }) =>
      ways.some(([, way]) => way === path),
    )
    expect(routes).toHaveLength(5)
    const members = new Set(routes.flatMap(({ body }) => Object.keys(body?.properties ?? {})))
    const open = routes.filter(({ body }) => body && !('additionalProperties' in body))
    const dropped = open.flatMap(({ name, body }) =>
      [...members]
        .filter((member) => !(member in (body?.properties ?? {})))
        .map((member) => [name, member]),
    )
    expect(dropped).toEqual([])
    expect([...members]).toEqual(expect.arrayContaining(Object.keys(notGranted)))
  })

  it.each(ways)(
    'is refused by name where it cannot be granted, and nothing is written: %s [A-127] [A-151]',
    async (_, path, bodyOf) => {
      const clinic = await harness.clinic()
      if (path === immediate) await startShift(harness, clinic)
      for (const [member, value] of Object.entries(notGranted)) {
        const reply = await expectBookingRefused(clinic, () =>
          clinic.post(path, { ...bodyOf(clinic), [member]: value }),
        )
        expect([reply.status, codes[reply.json.error] ?? reply.json.message], reply.text).toEqual([
          400,
          expect.stringContaining(member),
        ])
      }
      expect((await clinic.post(path, bodyOf(clinic))).status).toBe(201)
    },
  )

  it.each([pre, immediate])(
    'is granted or refused for what a token cannot have: %s [A-127] [A-243]',
    async (path) => {
      const clinic = await harness.clinic()
      if (path === immediate) await startShift(harness, clinic)
      const promised = {
        discountAmount: 50,
        consultationCharge: 15,
        currency: 'USD',
        roomId: 1,
        system: 'SCHEDULED',
        qms: {},
        returnUrl: 'https://clinic.example/paid',
      }
      for (const [member, value] of Object.entries({
        ...promised,
        bookingType: 'PACKAGE_PURCHASE',
        packageConfigId: 1,
        packageAmount: 4_000,
      })) {
        expectInvalid(
          await expectBookingRefused(clinic, () =>
            clinic.post(path, tokenBody(clinic, { [member]: value })),
          ),
          member,
        )
      }
      const granted = {
        consultationCharge: 300,
        currency: 'INR',
        discountAmount: 0,
        followUp: false,
        system: 'QMS',
        patientTimezone: 'Europe/Berlin',
      }
      expect((await clinic.post(path, tokenBody(clinic, granted))).json.visit).toMatchObject({
        consultationCharge: 300,
        currency: 'INR',
      })
    },
  )
})
