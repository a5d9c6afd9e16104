import { describe, expect, it } from 'vitest'
import { firstInstantAtWallTime, formatClock } from '../../src/base/values/clinic-time.ts'
import { type Answers, isAtHome } from './answers.ts'
import type { Workspace } from './api.ts'
import type { Offer, OfferedShift, PaymentMethod, Time, VisitKind } from './catalogue.ts'
import {
  type BookingInput,
  buildReservationBody,
  buildSummary,
  isAddressMissing,
  phoneInput,
} from './reservation.ts'

const rules = {
  cancellationAllowedBeforeInHours: 24,
  allowCancellation: true,
  allowRescheduling: false,
}
const offer = {
  key: '3/5',
  name: 'Dr Rao',
  isQueue: false,
  location: { id: 3, fullAddress: '5 Hill Road' },
  doctor: { id: 5, publicProfile: { profileId: 9 }, appointmentTypeAndPermission: rules },
} as unknown as Offer
const time: Time = {
  addressId: 3,
  doctorId: 5,
  from: '2026-11-23T09:00:00+05:30',
  to: '2026-11-23T09:30:00+05:30',
  zone: 'Asia/Kolkata',
  lengthMins: 30,
}
const kind: VisitKind = { mode: 'ONLINE', lengthMins: 30, tierId: 4 }
const shift = {
  id: 8,
  date: '2026-10-25',
  from: '02:30',
  to: '03:30',
  zone: 'Europe/Berlin',
  mode: 'OFFLINE',
  fee: 300,
  currency: 'EUR',
} as OfferedShift
const desk: PaymentMethod = {
  id: 'single desk',
  kind: 'single',
  isOnline: false,
  amount: 500,
  currency: 'INR',
}
const answers: Answers = {
  time,
  kind,
  patients: [],
  patientId: 'new',
  newPatient: { firstName: ' Anaya ' },
  reason: '',
  contact: { channel: 'chatapp', country: 'IN', phone: '(९८७६) 543-210', email: ' a@example.org ' },
}
const chosen = (some: Partial<Answers> = {}, more: Partial<BookingInput> = {}): BookingInput => ({
  workspace: { workspaceId: 1 } as unknown as Workspace,
  offer,
  zone: 'Asia/Kathmandu',
  dialCode: '+91',
  language: 'hi-IN',
  answers: { ...answers, ...some },
  ...more,
})

it('sends a phone number as it was typed, which the service reads, with the chosen dial code [A-236]', () => {
  expect(phoneInput({ ...answers.contact, phone: ' +49 171 1234568' }, '+49')).toEqual({
    countryCode: '+49',
    phoneNumber: '+49 171 1234568',
  })
})

describe('the body of a reservation', () => {
  it('books a new patient by phone at the desk [PAGE-04]', () => {
    expect(buildReservationBody(chosen(), desk)).toEqual({
      workspaceId: 1,
      addressId: 3,
      doctorId: 5,
      patientPayload: {
        firstName: 'Anaya',
        countryCode: '+91',
        phoneNumber: '(९८७६) 543-210',
        language: 'hi-IN',
      },
      paymentMode: 'CASH',
      source: 'WEBSITE',
      currency: 'INR',
      bookingType: 'ONE_TIME_APPOINTMENT',
      consultationCharge: 500,
      consultationDurationTierId: 4,
      mode: 'ONLINE',
      fromDateTimeIso: time.from,
      toDateTimeIso: time.to,
      patientTimezone: 'Asia/Kathmandu',
    })
  })

  it('sends what a new patient typed, trimmed, and nothing empty [PAGE-06]', () => {
    const newPatient = {
      firstName: 'Anaya',
      lastName: ' ',
      age: '३६',
      patientAddress: ' 5 Hill Road ',
      gender: ' ',
    }
    const body = buildReservationBody(
      chosen({
        newPatient,
        reason: ` ${'x'.repeat(600)}`,
        contact: { ...answers.contact, channel: 'email' },
      }),
      desk,
    )
    expect(body).toMatchObject({
      patientPayload: {
        firstName: 'Anaya',
        age: 36,
        patientAddress: { address: '5 Hill Road' },
        email: 'a@example.org',
        countryCode: '+91',
      },
      chiefComplaint: 'x'.repeat(500),
    })
    expect(Object.keys((body as { patientPayload: object }).patientPayload).sort()).toEqual([
      'age',
      'countryCode',
      'email',
      'firstName',
      'language',
      'patientAddress',
    ])
  })

  it('has the address of a visit at home, and of no other [HOME-01]', () => {
    for (const mode of ['HOME_VISIT', 'HOME_COLLECTION']) {
      const home = { kind: { ...kind, mode }, visitAddress: ' 4 Lake View ' }
      expect(buildReservationBody(chosen(home), desk)).toMatchObject({
        mode,
        visitAddress: { address: '4 Lake View' },
      })
      expect(buildReservationBody(chosen({ ...home, visitAddress: ' ' }), desk)).not.toHaveProperty(
        'visitAddress',
      )
      expect(isAddressMissing({ ...answers, ...home })).toBe(false)
      for (const visitAddress of [undefined, ' ']) {
        expect(isAddressMissing({ ...answers, ...home, visitAddress })).toBe(true)
        expect(isAddressMissing({ ...answers, ...home, visitAddress, patientId: 12 })).toBe(false)
        expect(
          isAddressMissing({
            ...answers,
            ...home,
            visitAddress,
            newPatient: { firstName: 'A', patientAddress: '5 Hill Road' },
          }),
        ).toBe(false)
      }
    }
    expect(buildReservationBody(chosen({ visitAddress: '4 Lake View' }), desk)).not.toHaveProperty(
      'visitAddress',
    )
    expect(isAddressMissing(answers)).toBe(false)
  })

  it('names a known patient by the id, with the language of the page alone [PAGE-06] [MSG-03]', () => {
    const body = buildReservationBody(chosen({ patientId: 12 }), desk)
    expect(body).toMatchObject({ patientId: 12, patientPayload: { language: 'hi-IN' } })
  })

  it('has the terms of each payment method [PAGE-04]', () => {
    const buildBodyFor = (method: Partial<PaymentMethod>) =>
      buildReservationBody(chosen(), { ...desk, ...method })
    expect(buildBodyFor({ kind: 'followUp', amount: 200 })).toMatchObject({
      bookingType: 'ONE_TIME_APPOINTMENT',
      consultationCharge: 200,
      followUp: true,
    })
    expect(buildBodyFor({ kind: 'own', amount: 0, patientPackageId: 7 })).toMatchObject({
      bookingType: 'USE_ACTIVE_PACKAGE',
      patientPackageId: 7,
    })
    expect(buildBodyFor({ kind: 'pack', amount: 4000, packageConfigId: 2 })).toMatchObject({
      bookingType: 'PACKAGE_PURCHASE',
      packageConfigId: 2,
      packageAmount: 4000,
    })
    for (const method of [{ kind: 'own' as const }, { kind: 'pack' as const }])
      expect(buildBodyFor(method)).not.toHaveProperty('consultationCharge')
  })

  it('returns from a checkout to this page, without an earlier return [PAGE-07]', () => {
    history.replaceState(null, '', '/book?clinic=a&sessionRef=old#times')
    const body = buildReservationBody(chosen(), { ...desk, isOnline: true }) as {
      paymentMode: string
      returnUrl: string
    }
    expect([
      body.paymentMode,
      new URL(body.returnUrl).search,
      new URL(body.returnUrl).hash,
    ]).toEqual(['CASH', '?clinic=a', ''])
    history.replaceState(null, '', '/')
  })

  it('books a token of a shift [PAGE-04]', () => {
    const body = buildReservationBody(
      chosen({ shift, time: undefined, kind: undefined }, { offer: { ...offer, isQueue: true } }),
      desk,
    )
    expect(body).toMatchObject({
      system: 'QMS',
      qmsWorkShiftId: 8,
      appointmentDate: '2026-10-25',
      mode: 'OFFLINE',
      bookingChannel: 'SELF_QR',
    })
    expect(body).not.toHaveProperty('fromDateTimeIso')
  })

  it('is none while something is missing', () => {
    expect([
      buildReservationBody(chosen({ time: undefined }), desk),
      buildReservationBody(chosen({ kind: undefined }), desk),
    ]).toEqual([undefined, undefined])
    expect([
      buildReservationBody(chosen({}, { offer: undefined }), desk),
      buildReservationBody(chosen({}, { workspace: undefined }), desk),
    ]).toEqual([undefined, undefined])
  })
})

describe('the summary of a booking', () => {
  it('has place, time, price, and until when it can be cancelled or moved [PAGE-09]', () => {
    expect(buildSummary(chosen(), desk)).toEqual({
      name: 'Dr Rao',
      place: '5 Hill Road',
      mode: 'ONLINE',
      start: time.from,
      end: time.to,
      zone: 'Asia/Kolkata',
      addressId: 3,
      doctorId: 5,
      profileId: 9,
      tierId: 4,
      amount: 500,
      currency: 'INR',
      paidBy: 'single',
      cancelUntil: '2026-11-22T03:30:00.000Z',
      moveUntil: undefined,
    })
  })

  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Cairo',
    'Pacific/Kiritimati',
  ] as const
  const dates = [
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-04-24',
    '2026-10-04',
    '2026-10-25',
    '2026-11-01',
    '2026-12-31',
  ] as const

  it.each(zones)(
    'begins and ends a shift in %s when the service does, in any night in which clocks change',
    (zone) => {
      for (const date of dates)
        for (let minute = 0; minute < 300; minute += 15) {
          const from = formatClock(minute)
          const to = formatClock(minute + 600)
          const summary = buildSummary(
            chosen({ time: undefined, kind: undefined, shift: { ...shift, zone, date, from, to } }),
            desk,
          )
          const instantAt = (one: number) =>
            new Date(firstInstantAtWallTime(zone, date, one)).toISOString()
          expect([summary?.start, summary?.end], `${date} ${from}`).toEqual([
            instantAt(minute),
            instantAt(minute + 600),
          ])
        }
    },
  )

  it('has the zone and the mode of a shift', () => {
    expect(buildSummary(chosen({ time: undefined, kind: undefined, shift }), desk)).toMatchObject({
      start: '2026-10-25T00:30:00.000Z',
      end: '2026-10-25T02:30:00.000Z',
      zone: 'Europe/Berlin',
      mode: 'OFFLINE',
      cancelUntil: undefined,
    })
  })
})

it.each([
  ['HOME_VISIT', true],
  ['HOME_COLLECTION', true],
  ['OFFLINE', false],
  ['ONLINE', false],
  [undefined, false],
])('a visit by %s is at the patient’s home: %s [PAGE-09]', (mode, expected) => {
  expect(isAtHome(mode)).toBe(expected)
})
