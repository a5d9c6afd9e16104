// Appointments that the unified route books: what the caller may send, what is stored and what is
// returned.

import { describe, expect, it } from 'vitest'
import { book, listSlots, openHarness, slotTimes } from '../../../../test/support/clinic/harness.ts'
import { formatClock } from '../../../base/values/clinic-time.ts'
import { unifiedBookings } from '../unified-bookings.fixture.ts'

const house = await openHarness()
const { appointments, expectRefusal } = unifiedBookings(house)

describe('201', () => {
  it('books a listed slot for a key without any verification [BOOK-01] [BOOK-53] [BOOK-54]', async () => {
    const clinic = await house.clinic()
    const reply = await book(clinic)
    expect(reply.status, reply.text).toBe(201)
    expect(Object.keys(reply.json)).toEqual(['system', 'appointment', 'visit'])
    expect(reply.json.system).toBe('SCHEDULED')
    expect(reply.json.visit).toBeNull()
    expect(await appointments(clinic.workspaceId)).toHaveLength(1)
  })

  it('says with system which member is populated, and books the scheduled one when system is omitted [BOOK-10] [BOOK-57]', async () => {
    const clinic = await house.clinic()
    const { json } = await book(clinic, { system: 'SCHEDULED' })
    expect(json.system).toBe('SCHEDULED')
    expect(json.appointment).not.toBeNull()
    const omitted = await book(clinic, slotTimes('09:15'))
    expect(omitted.json.system).toBe('SCHEDULED')
  })

  it('returns the appointment record with instants in clinic time [BOOK-59] [BOOK-60]', async () => {
    const clinic = await house.clinic()
    const { json } = await book(clinic)
    expect(json.appointment).toMatchObject({
      workspaceId: clinic.workspaceId,
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      appointmentDate: '2030-01-07',
      fromDateTimeTs: '2030-01-07T09:00:00+05:30',
      toDateTimeTs: '2030-01-07T09:15:00+05:30',
      appointmentTimezone: 'Asia/Kolkata',
      status: 'SCHEDULED',
      consultationCharge: 500,
      payableAmount: 500,
      currency: 'INR',
      paymentStatus: 'UNPAID',
      source: 'DEVELOPER_API',
      voided: false,
      refundAmount: null,
    })
    expect(json.appointment.bookingReference).toMatch(/^BK[0-9A-Z]{10}$/)
    expect(json.appointment.appointmentId).toBe(json.appointment.id)
    expect(json.appointment.createdAt).toMatch(/\+05:30$/)
  })

  it("replaces any workspaceId with the key's [BOOK-03] [GEN-09]", async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    for (const [index, workspaceId] of [other.workspaceId, 'x', [1], null].entries()) {
      const reply = await book(clinic, {
        workspaceId,
        ...slotTimes(formatClock(9 * 60 + index * 15)),
      })
      expect(reply.json.appointment?.workspaceId, reply.text).toBe(clinic.workspaceId)
    }
    expect(await appointments(other.workspaceId)).toEqual([])
  })

  it('accepts the location under its alias [BOOK-05]', async () => {
    const clinic = await house.clinic()
    const addressId = clinic.id('location', 'jaipur')
    expect(
      (await book(clinic, { addressId: undefined, workspaceAddressId: addressId })).status,
    ).toBe(201)
    await expectRefusal(
      { workspaceAddressId: addressId + 1000 },
      /addressId and workspaceAddressId differ/,
    )
  })

  it('finds or creates the patient, and accepts either id of one [BOOK-07] [BOOK-08] [BOOK-09]', async () => {
    const clinic = await house.clinic()
    const created = (await book(clinic, slotTimes('09:00'))).json.appointment.patientId
    const again = await book(clinic, {
      ...slotTimes('09:15'),
      patientPayload: { firstName: ' mEERA ', phoneNumber: '98765 43210', countryCode: '+91' },
    })
    const byId = await book(clinic, {
      ...slotTimes('09:30'),
      patientPayload: undefined,
      patientId: created,
    })
    const byPayloadId = await book(clinic, {
      ...slotTimes('09:45'),
      patientPayload: { id: String(created), firstName: 'Ignored' },
    })
    for (const reply of [again, byId, byPayloadId])
      expect(reply.json.appointment?.patientId, reply.text).toBe(created)
    expect(
      await house.sql('select first_name from patients where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ first_name: 'Meera' }])
  })

  it('distinguishes people with one phone and first name by their last names, and takes the oldest record if none is sent [BOOK-09] [A-220]', async () => {
    const clinic = await house.clinic()
    let minute = 9 * 60
    const bookPatient = async (names: Record<string, string>) => {
      const reply = await book(clinic, {
        patientPayload: { ...names, phoneNumber: '9876543210' },
        ...slotTimes(formatClock(minute)),
      })
      minute += 15
      return reply.json.appointment?.patientId
    }
    const arjun = await bookPatient({ firstName: 'Arjun', lastName: 'Rao' })
    const iyer = await bookPatient({ firstName: 'Meera', lastName: 'Iyer' })
    const rao = await bookPatient({ firstName: 'Meera', lastName: 'Rao' })
    expect(new Set([arjun, iyer, rao]).size).toBe(3)
    expect(await bookPatient({ firstName: 'meera', lastName: 'RAO' })).toBe(rao)
    expect(await bookPatient({ firstName: 'Meera' })).toBe(iyer)
    expect(await bookPatient({})).toBe(arjun)
  })

  it('treats an empty name as missing, and finds the patient by the phone alone', async () => {
    const clinic = await house.clinic()
    const known = (await book(clinic)).json.appointment.patientId
    const later = slotTimes('09:15')
    const reply = await book(clinic, {
      ...later,
      patientPayload: { firstName: '', phoneNumber: '9876543210' },
    })
    expect(reply.json.appointment?.patientId, reply.text).toBe(known)
  })

  it('keeps relatives on one phone apart', async () => {
    const clinic = await house.clinic()
    const ids = new Set<number>()
    for (const [index, firstName] of ['Meera', 'Arjun', 'Meera', 'Kavya'].entries()) {
      const reply = await book(clinic, {
        patientPayload: { firstName, phoneNumber: '9876543210' },
        ...slotTimes(formatClock(9 * 60 + index * 15)),
      })
      ids.add(reply.json.appointment.patientId)
    }
    expect(ids.size).toBe(3)
  })

  const takesPaymentMode = ['CASH', 'CARD', 'UPI', 'BANK_TRANSFER', 'ONLINE', 'OTHER', 'INSURANCE']
  it.each(takesPaymentMode)('accepts the payment mode %s [BOOK-19]', async (paymentMode) => {
    const clinic = await house.clinic()
    expect((await book(clinic, { paymentMode })).json.appointment.paymentMode).toBe(paymentMode)
  })

  const booksOfferedMode = ['OFFLINE', 'ONLINE', 'WALK_IN']
  it.each(booksOfferedMode)('books the offered mode %s [BOOK-15]', async (mode) => {
    const clinic = await house.clinic()
    expect((await book(clinic, { mode })).json.appointment.mode).toBe(mode)
  })

  it("accepts any ISO 4217 currency and defaults to the location's [BOOK-27]", async () => {
    const clinic = await house.clinic()
    expect((await book(clinic)).json.appointment.currency).toBe('INR')
    const yen = await book(clinic, { currency: 'JPY', ...slotTimes('09:15') })
    expect(yen.json.appointment).toMatchObject({ currency: 'JPY', consultationCharge: 500 })
    expect(
      (await appointments(clinic.workspaceId)).map((row) => [row.currency, row.charge_minor]),
    ).toEqual([
      ['INR', 50000],
      ['JPY', 500],
    ])
    await expectRefusal({ currency: 'XXQ' }, /currency must be an ISO 4217 currency code/)
  })

  it('accepts a discount up to the whole charge [BOOK-28] [BOOK-30] [INV-20]', async () => {
    const clinic = await house.clinic()
    const { json } = await book(clinic, { discountAmount: 500, discountReason: 'Staff family' })
    expect(json.appointment).toMatchObject({
      consultationCharge: 500,
      discountAmount: 500,
      payableAmount: 0,
      discountReason: 'Staff family',
    })
    await expectRefusal({ discountAmount: 501 }, /discountAmount must not exceed/)
    await expectRefusal({ discountAmount: -1 }, /discountAmount must be at least 0/)
    await expectRefusal(
      { discountAmount: 0.001 },
      /discountAmount must be an amount of INR with at most 2 decimals/,
    )
  })

  it('is UNPAID unless the key says how it was paid [BOOK-31] [BOOK-34]', async () => {
    const clinic = await house.clinic()
    expect((await book(clinic)).json.appointment.paymentStatus).toBe('UNPAID')
    const paid = await book(clinic, { paymentStatus: 'PAID', ...slotTimes('09:15') })
    expect(paid.json.appointment.paymentStatus).toBe('PAID')
    await expectRefusal(
      { paymentStatus: 'REFUNDED' },
      /paymentStatus must be one of UNPAID, PENDING, PAID/,
    )
  })

  it('stores payment reference, channel and zone as sent [BOOK-35] [BOOK-43] [BOOK-44]', async () => {
    const clinic = await house.clinic()
    const { json } = await book(clinic, {
      paymentReference: 'T1 / ü',
      bookingChannel: 'CHATAPP',
      patientTimezone: 'asia/dubai',
    })
    expect(json.appointment).toMatchObject({
      paymentReference: 'T1 / ü',
      bookingChannel: 'CHATAPP',
      patientTimezone: 'Asia/Dubai',
    })
    await expectRefusal({ bookingChannel: 'walk in' }, /bookingChannel has the wrong form/)
    await expectRefusal(
      { patientTimezone: '+05:30' },
      /patientTimezone must be an IANA time zone name/,
    )
  })

  const takesType = ['CONSULTATION', 'EMERGENCY', 'SECOND_OPINION_2']
  it.each(takesType)('accepts the type %s [BOOK-36]', async (type) => {
    const clinic = await house.clinic()
    expect((await book(clinic, { type })).json.appointment.type).toBe(type)
  })

  it('books type FOLLOW_UP as a consultation without any link [BOOK-37] [BOOK-38] [FUP-07]', async () => {
    const clinic = await house.clinic()
    const { json } = await book(clinic, { type: 'FOLLOW_UP', parentAppointmentId: 7 })
    expect(json.appointment).toMatchObject({
      type: 'CONSULTATION',
      followUp: false,
      parentAppointmentId: null,
      consultationCharge: 500,
    })
  })

  it('lets a duration tier decide fee and length [BOOK-40]', async () => {
    const clinic = await house.clinic()
    const { json } = await book(clinic, {
      consultationDurationTierId: clinic.id('tier', 'asha-rao/jaipur/long'),
      consultationCharge: 1,
    })
    expect(json.appointment).toMatchObject({
      consultationCharge: 900,
      currency: 'INR',
      toDateTimeTs: '2030-01-07T09:30:00+05:30',
    })
  })

  it('prices a tier from the international list for a patient from abroad', async () => {
    const clinic = await house.clinic()
    const { json } = await book(clinic, {
      consultationDurationTierId: clinic.id('tier', 'asha-rao/jaipur/long'),
      patientPayload: { firstName: 'Ann', countryCode: '+44', phoneNumber: '7911123456' },
    })
    expect(json.appointment).toMatchObject({ consultationCharge: 45, currency: 'USD' })
  })

  it('accepts a room for a visit in person [BOOK-42]', async () => {
    const clinic = await house.clinic()
    const roomId = clinic.id('room', 'jaipur/room-1')
    expect((await book(clinic, { roomId })).json.appointment.roomId).toBe(roomId)
  })

  it('stores all vitals with the visit [BOOK-45]', async () => {
    const clinic = await house.clinic()
    const vital = { pulse: 72, bloodPressure: { systolic: 120, diastolic: 80 }, notes: ['calm'] }
    const { json } = await book(clinic, { vital })
    const rows = await house.sql(
      'select vitals from appointment_vitals where workspace_id = $1 and appointment_id = $2',
      [clinic.workspaceId, json.appointment.id],
    )
    expect(rows).toEqual([{ vitals: vital }])
  })

  it('books a follow-up of a completed visit without type or charge, and links it [BOOK-22] [FUP-01] [FUP-03] [FUP-04]', async () => {
    const clinic = await house.clinic()
    const first = (await book(clinic)).json.appointment
    await house.sql(
      "update appointments set status = 'COMPLETED' where workspace_id = $1 and id = $2",
      [clinic.workspaceId, first.id],
    )
    const followUp = {
      followUp: true,
      patientPayload: undefined,
      patientId: first.patientId,
      bookingType: undefined,
      consultationCharge: undefined,
      ...slotTimes('09:00', 15, '2030-01-09'),
    }
    const { status, json, text } = await book(clinic, followUp)
    expect(status, text).toBe(201)
    expect(json.appointment).toMatchObject({
      followUp: true,
      parentAppointmentId: first.id,
      consultationCharge: 200,
      bookingType: 'ONE_TIME_APPOINTMENT',
    })
    const second = await book(clinic, { ...followUp, ...slotTimes('09:00', 15, '2030-01-10') })
    expect(second.json.error).toBe('FOLLOW_UP_NOT_ELIGIBLE')
  })

  it('follows a visit up to the last valid day and no longer, at the listed price [A-149] [FUP-09]', async () => {
    const clinic = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha) asha.followUpDays = 2
    })
    const first = (await book(clinic)).json.appointment
    await house.sql(
      "update appointments set status = 'COMPLETED' where workspace_id = $1 and id = $2",
      [clinic.workspaceId, first.id],
    )
    const { patientId } = first
    const loadFollowUpPrice = async (date: string) =>
      (
        await listSlots(clinic, 'asha-rao', 'jaipur', date, {
          mode: 'OFFLINE',
          followUp: true,
          patientId,
        })
      ).json.plans[0].pricePerSession
    const bookOn = (date: string) =>
      book(clinic, {
        followUp: true,
        patientPayload: undefined,
        patientId,
        consultationCharge: undefined,
        ...slotTimes('18:45', 15, date),
      })
    expect(await loadFollowUpPrice('2030-01-10')).toBe(500)
    const late = await bookOn('2030-01-10')
    expect([late.status, late.json.error]).toEqual([400, 'FOLLOW_UP_NOT_ELIGIBLE'])
    expect(await loadFollowUpPrice('2030-01-09')).toBe(200)
    const last = await bookOn('2030-01-09')
    expect(last.json.appointment, last.text).toMatchObject({
      parentAppointmentId: first.id,
      consultationCharge: 200,
    })
  })

  it('accepts the listed times verbatim, and the same instants with another offset [SLOT-18]', async () => {
    const clinic = await house.clinic()
    const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07', {
      patientTimezone: 'America/New_York',
    })
    const [first, second, third] = json.slots
    expect(
      (
        await book(clinic, {
          fromDateTimeIso: first.fromDateTimeIso,
          toDateTimeIso: first.toDateTimeIso,
        })
      ).status,
    ).toBe(201)
    const viewer = await book(clinic, {
      fromDateTimeIso: second.patientFromDateTimeIso,
      toDateTimeIso: second.patientToDateTimeIso,
    })
    expect(viewer.json.appointment.fromDateTimeTs).toBe(second.fromDateTimeIso)
    const utc = new Date(third.fromDateTimeIso).toISOString()
    expect(
      (await book(clinic, { fromDateTimeIso: utc, toDateTimeIso: third.toDateTimeIso })).status,
    ).toBe(201)
  })
})
