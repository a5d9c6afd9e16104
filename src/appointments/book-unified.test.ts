import { beforeEach, describe, expect, it } from 'vitest'
import { expectInvalid, refused } from '../../test/support/clinic/front-door.ts'
import { book, bookingBody, type Clinic, callerOf, type Json, openHouse, type Reply, slotAt, slotsOf } from '../../test/support/clinic/harness.ts'
import { startShift, tokenBody } from '../../test/support/clinic/queue-clinic.ts'
import { cases } from '../../test/support/run/cases.ts'
import { clockText } from '../values/clinic-time.ts'
import { bookVisit } from './book.ts'
import { toBookingRequest, type UnifiedBookingBody } from './booking-body.ts'

const house = await openHouse()

/** Appointments of a workspace as stored in the database. */
function appointments(workspaceId: number) {
  return house.sql('select * from appointments where workspace_id = $1 order by id', [workspaceId])
}

/** Books `changes` on a fresh clinic and expects a 400 that wrote nothing, with this in its message. */
async function expectRefusal(changes: Record<string, unknown>, message: string | RegExp, status = 400) {
  const clinic = await house.clinic()
  const before = await clinic.bookingRows()
  const reply = await book(clinic, changes)
  expect(reply.status, reply.text).toBe(status)
  expect(reply.json.message).toMatch(message)
  expect(reply.json).not.toHaveProperty('fieldErrors')
  expect(await clinic.bookingRows()).toBe(before)
}

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
    const omitted = await book(clinic, slotAt('09:15'))
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
    const [clinic, other] = [await house.clinic(), await house.clinic()]
    for (const [index, workspaceId] of [other.workspaceId, 'x', [1], null].entries()) {
      const reply = await book(clinic, { workspaceId, ...slotAt(clockText(9 * 60 + index * 15)) })
      expect(reply.json.appointment?.workspaceId, reply.text).toBe(clinic.workspaceId)
    }
    expect(await appointments(other.workspaceId)).toEqual([])
  })

  it('accepts the location under its alias [BOOK-05]', async () => {
    const clinic = await house.clinic()
    const addressId = clinic.id('location', 'jaipur')
    expect((await book(clinic, { addressId: undefined, workspaceAddressId: addressId })).status).toBe(201)
    await expectRefusal({ workspaceAddressId: addressId + 1000 }, /addressId and workspaceAddressId differ/)
  })

  it('finds or creates the patient, and accepts either id of one [BOOK-07] [BOOK-08] [BOOK-09]', async () => {
    const clinic = await house.clinic()
    const created = (await book(clinic, slotAt('09:00'))).json.appointment.patientId
    const again = await book(clinic, { ...slotAt('09:15'), patientPayload: { firstName: ' mEERA ', phoneNumber: '98765 43210', countryCode: '+91' } })
    const byId = await book(clinic, { ...slotAt('09:30'), patientPayload: undefined, patientId: created })
    const byPayloadId = await book(clinic, { ...slotAt('09:45'), patientPayload: { id: String(created), firstName: 'Ignored' } })
    for (const reply of [again, byId, byPayloadId]) expect(reply.json.appointment?.patientId, reply.text).toBe(created)
    expect(await house.sql('select first_name from patients where workspace_id = $1', [clinic.workspaceId])).toEqual([{ first_name: 'Meera' }])
  })

  it('distinguishes people with one phone and first name by their last names, and takes the oldest record if none is sent [BOOK-09] [A-220]', async () => {
    const clinic = await house.clinic()
    let minute = 9 * 60
    const patientOf = async (names: Record<string, string>) => {
      const reply = await book(clinic, { patientPayload: { ...names, phoneNumber: '9876543210' }, ...slotAt(clockText(minute)) })
      minute += 15
      return reply.json.appointment?.patientId
    }
    const arjun = await patientOf({ firstName: 'Arjun', lastName: 'Rao' })
    const iyer = await patientOf({ firstName: 'Meera', lastName: 'Iyer' })
    const rao = await patientOf({ firstName: 'Meera', lastName: 'Rao' })
    expect(new Set([arjun, iyer, rao]).size).toBe(3)
    expect(await patientOf({ firstName: 'meera', lastName: 'RAO' })).toBe(rao)
    expect(await patientOf({ firstName: 'Meera' })).toBe(iyer)
    expect(await patientOf({})).toBe(arjun)
  })

  it('treats an empty name as missing, and finds the patient by the phone alone', async () => {
    const clinic = await house.clinic()
    const known = (await book(clinic)).json.appointment.patientId
    const later = slotAt('09:15')
    const reply = await book(clinic, { ...later, patientPayload: { firstName: '', phoneNumber: '9876543210' } })
    expect(reply.json.appointment?.patientId, reply.text).toBe(known)
  })

  it('keeps relatives on one phone apart', async () => {
    const clinic = await house.clinic()
    const ids = new Set<number>()
    for (const [index, firstName] of ['Meera', 'Arjun', 'Meera', 'Kavya'].entries()) {
      const reply = await book(clinic, { patientPayload: { firstName, phoneNumber: '9876543210' }, ...slotAt(clockText(9 * 60 + index * 15)) })
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
    const yen = await book(clinic, { currency: 'JPY', ...slotAt('09:15') })
    expect(yen.json.appointment).toMatchObject({ currency: 'JPY', consultationCharge: 500 })
    expect((await appointments(clinic.workspaceId)).map((row) => [row.currency, row.charge_minor])).toEqual([
      ['INR', 50000],
      ['JPY', 500],
    ])
    await expectRefusal({ currency: 'XXQ' }, /currency must be an ISO 4217 currency code/)
  })

  it('accepts a discount up to the whole charge [BOOK-28] [BOOK-30] [INV-20]', async () => {
    const clinic = await house.clinic()
    const { json } = await book(clinic, { discountAmount: 500, discountReason: 'Staff family' })
    expect(json.appointment).toMatchObject({ consultationCharge: 500, discountAmount: 500, payableAmount: 0, discountReason: 'Staff family' })
    await expectRefusal({ discountAmount: 501 }, /discountAmount must not exceed/)
    await expectRefusal({ discountAmount: -1 }, /discountAmount must be at least 0/)
    await expectRefusal({ discountAmount: 0.001 }, /discountAmount must be an amount of INR with at most 2 decimals/)
  })

  it('is UNPAID unless the key says how it was paid [BOOK-31] [BOOK-34]', async () => {
    const clinic = await house.clinic()
    expect((await book(clinic)).json.appointment.paymentStatus).toBe('UNPAID')
    const paid = await book(clinic, { paymentStatus: 'PAID', ...slotAt('09:15') })
    expect(paid.json.appointment.paymentStatus).toBe('PAID')
    await expectRefusal({ paymentStatus: 'REFUNDED' }, /paymentStatus must be one of UNPAID, PENDING, PAID/)
  })

  it('stores payment reference, channel and zone as sent [BOOK-35] [BOOK-43] [BOOK-44]', async () => {
    const clinic = await house.clinic()
    const { json } = await book(clinic, { paymentReference: 'T1 / ü', bookingChannel: 'CHATAPP', patientTimezone: 'asia/dubai' })
    expect(json.appointment).toMatchObject({ paymentReference: 'T1 / ü', bookingChannel: 'CHATAPP', patientTimezone: 'Asia/Dubai' })
    await expectRefusal({ bookingChannel: 'walk in' }, /bookingChannel has the wrong form/)
    await expectRefusal({ patientTimezone: '+05:30' }, /patientTimezone must be an IANA time zone name/)
  })

  const takesType = ['CONSULTATION', 'EMERGENCY', 'SECOND_OPINION_2']
  it.each(takesType)('accepts the type %s [BOOK-36]', async (type) => {
    const clinic = await house.clinic()
    expect((await book(clinic, { type })).json.appointment.type).toBe(type)
  })

  it('books type FOLLOW_UP as a consultation without any link [BOOK-37] [BOOK-38] [FUP-07]', async () => {
    const clinic = await house.clinic()
    const { json } = await book(clinic, { type: 'FOLLOW_UP', parentAppointmentId: 7 })
    expect(json.appointment).toMatchObject({ type: 'CONSULTATION', followUp: false, parentAppointmentId: null, consultationCharge: 500 })
  })

  it('lets a duration tier decide fee and length [BOOK-40]', async () => {
    const clinic = await house.clinic()
    const { json } = await book(clinic, { consultationDurationTierId: clinic.id('tier', 'asha-rao/jaipur/long'), consultationCharge: 1 })
    expect(json.appointment).toMatchObject({ consultationCharge: 900, currency: 'INR', toDateTimeTs: '2030-01-07T09:30:00+05:30' })
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
    const rows = await house.sql('select vitals from appointment_vitals where workspace_id = $1 and appointment_id = $2', [
      clinic.workspaceId,
      json.appointment.id,
    ])
    expect(rows).toEqual([{ vitals: vital }])
  })

  it('books a follow-up of a completed visit without type or charge, and links it [BOOK-22] [FUP-01] [FUP-03] [FUP-04]', async () => {
    const clinic = await house.clinic()
    const first = (await book(clinic)).json.appointment
    await house.sql("update appointments set status = 'COMPLETED' where workspace_id = $1 and id = $2", [clinic.workspaceId, first.id])
    const followUp = {
      followUp: true,
      patientPayload: undefined,
      patientId: first.patientId,
      bookingType: undefined,
      consultationCharge: undefined,
      ...slotAt('09:00', 15, '2030-01-09'),
    }
    const { status, json, text } = await book(clinic, followUp)
    expect(status, text).toBe(201)
    expect(json.appointment).toMatchObject({ followUp: true, parentAppointmentId: first.id, consultationCharge: 200, bookingType: 'ONE_TIME_APPOINTMENT' })
    const second = await book(clinic, { ...followUp, ...slotAt('09:00', 15, '2030-01-10') })
    expect(second.json.error).toBe('FOLLOW_UP_NOT_ELIGIBLE')
  })

  it('follows a visit up to the last valid day and no longer, at the listed price [A-149] [FUP-09]', async () => {
    const clinic = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha) asha.followUpDays = 2
    })
    const first = (await book(clinic)).json.appointment
    await house.sql("update appointments set status = 'COMPLETED' where workspace_id = $1 and id = $2", [clinic.workspaceId, first.id])
    const { patientId } = first
    const listed = async (date: string) =>
      (await slotsOf(clinic, 'asha-rao', 'jaipur', date, { mode: 'OFFLINE', followUp: true, patientId })).json.plans[0].pricePerSession
    const bookOn = (date: string) =>
      book(clinic, { followUp: true, patientPayload: undefined, patientId, consultationCharge: undefined, ...slotAt('18:45', 15, date) })
    expect(await listed('2030-01-10')).toBe(500)
    const late = await bookOn('2030-01-10')
    expect([late.status, late.json.error]).toEqual([400, 'FOLLOW_UP_NOT_ELIGIBLE'])
    expect(await listed('2030-01-09')).toBe(200)
    const last = await bookOn('2030-01-09')
    expect(last.json.appointment, last.text).toMatchObject({ parentAppointmentId: first.id, consultationCharge: 200 })
  })

  it('accepts the listed times verbatim, and the same instants with another offset [SLOT-18]', async () => {
    const clinic = await house.clinic()
    const { json } = await slotsOf(clinic, 'asha-rao', 'jaipur', '2030-01-07', { patientTimezone: 'America/New_York' })
    const [first, second, third] = json.slots
    expect((await book(clinic, { fromDateTimeIso: first.fromDateTimeIso, toDateTimeIso: first.toDateTimeIso })).status).toBe(201)
    const viewer = await book(clinic, { fromDateTimeIso: second.patientFromDateTimeIso, toDateTimeIso: second.patientToDateTimeIso })
    expect(viewer.json.appointment.fromDateTimeTs).toBe(second.fromDateTimeIso)
    const utc = new Date(third.fromDateTimeIso).toISOString()
    expect((await book(clinic, { fromDateTimeIso: utc, toDateTimeIso: third.toDateTimeIso })).status).toBe(201)
  })
})

describe('400', () => {
  it('requires the members that a scheduled booking needs [BOOK-04] [BOOK-06] [BOOK-11] [BOOK-14]', async () => {
    for (const name of ['addressId', 'doctorId', 'bookingType', 'mode']) {
      await expectRefusal({ [name]: undefined }, `${name} is required`)
      // Null is the same as absent.
      await expectRefusal({ [name]: null }, /is required|must be an id/)
    }
  })

  it('requires times, payment mode and source [BOOK-16] [BOOK-18] [BOOK-20] [ERR-09]', async () => {
    for (const name of ['fromDateTimeIso', 'toDateTimeIso', 'paymentMode', 'source']) await expectRefusal({ [name]: undefined }, `${name} is required`)
  })

  it('requires a charge for a one-time visit [BOOK-21] [ERR-10]', async () => {
    await expectRefusal({ consultationCharge: undefined }, 'consultationCharge is required')
  })

  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ['system', { system: 'X' }, /system must be one of SCHEDULED, QMS/],
    ['bookingType', { bookingType: 'OTHER' }, /bookingType must be one of/],
    ['mode', { mode: 'VIDEO' }, /mode must be one of/],
    ['mode in lower case', { mode: 'offline' }, /mode must be one of/],
    ['paymentMode', { paymentMode: 'BARTER' }, /paymentMode must be one of CASH/],
    ['a charge as text', { consultationCharge: '500' }, /consultationCharge must be of type number/],
    ['a negative charge', { consultationCharge: -1 }, /consultationCharge must be at least 0/],
    ['a charge with too many decimals', { consultationCharge: 10.001 }, /consultationCharge must be an amount of INR/],
    [
      'a charge that was added up in floating point',
      { consultationCharge: 1.1 + 2.2 },
      /consultationCharge must be an amount of INR with at most 2 decimals, up to 10000000000/,
    ],
    ['an endless charge', { consultationCharge: 1e300 }, /consultationCharge must be an amount of INR/],
    ['followUp as text', { followUp: 'true' }, /followUp must be of type boolean/],
    ['vital as a list', { vital: [] }, /vital must be of type object/],
    ['vital over 8 KiB', { vital: { notes: 'x'.repeat(8190) } }, /vital must have at most 8 KiB/],
    ['a doctor id as a fraction', { doctorId: 1.5 }, /doctorId must be an id/],
    ['a doctor id of zero', { doctorId: 0 }, /doctorId must be at least 1/],
    ['a doctor id beyond 2^53', { doctorId: 2 ** 53 }, /doctorId must be at most/],
    ['two different patients', { patientId: 1, patientPayload: { id: 2 } }, /patientId and patientPayload.id differ/],
    ['a person without name and phone', { patientPayload: { lastName: 'Iyer' } }, /patientPayload needs firstName or phoneNumber/],
    ['a phone of three digits', { patientPayload: { phoneNumber: '123' } }, /phoneNumber must have 4 to 15 digits/],
    ['a malformed dial code', { patientPayload: { firstName: 'A', phoneNumber: '98765', countryCode: '91' } }, /patientPayload.countryCode has the wrong form/],
    ['a malformed e-mail', { patientPayload: { firstName: 'A', email: 'a@' } }, /patientPayload.email must be an e-mail address/],
    ['a birth date that does not exist', { patientPayload: { firstName: 'A', dob: '2001-02-29' } }, /patientPayload.dob must be an existing date/],
    ['an end before the start', { toDateTimeIso: '2030-01-07T08:45:00+05:30' }, /fromDateTimeIso must be before toDateTimeIso/],
  ]
  it.each(wrong)('refuses %s and writes nothing', async (_, changes, message) => {
    await expectRefusal(changes, message)
  })

  it('refuses values outside the closed lists [BOOK-10] [BOOK-12] [BOOK-15] [BOOK-19]', async () => {
    for (const [name, value] of Object.entries({ system: 'X', bookingType: 'OTHER', mode: 'VIDEO', paymentMode: 'BARTER' })) {
      await expectRefusal({ [name]: value }, `${name} must be one of`)
    }
  })

  const refusesTimestamp = [
    '2030-01-07T09:00:00',
    '2030-01-07 09:00:00+05:30',
    '2030-01-07',
    'tomorrow',
    '2030-02-30T09:00:00+05:30',
    '2030-01-07T24:00:00+05:30',
    '2030-01-07T09:00:00+99:00',
    'now',
    'infinity',
  ]
  it.each(refusesTimestamp)('refuses the timestamp %s [BOOK-17] [GEN-17]', async (timestamp) => {
    await expectRefusal({ fromDateTimeIso: timestamp }, /fromDateTimeIso must be an ISO 8601 timestamp with an offset/)
    await expectRefusal({ toDateTimeIso: timestamp }, /toDateTimeIso must be an ISO 8601 timestamp with an offset/)
  })

  it.each([
    ['one minute off the grid', '2030-01-07T09:01:00+05:30', '2030-01-07T09:16:00+05:30'],
    ['one second off the grid', '2030-01-07T09:00:01+05:30', '2030-01-07T09:15:01+05:30'],
    ['of a length nobody offers', '2030-01-07T09:00:00+05:30', '2030-01-07T09:20:00+05:30'],
    ['outside the hours', '2030-01-07T13:00:00+05:30', '2030-01-07T13:15:00+05:30'],
    ['across the end of the hours', '2030-01-07T12:50:00+05:30', '2030-01-07T13:05:00+05:30'],
    ['on a closed date', '2030-01-15T09:00:00+05:30', '2030-01-15T09:15:00+05:30'],
    ['on a weekend', '2030-01-06T09:00:00+05:30', '2030-01-06T09:15:00+05:30'],
    ['in the past', '2029-12-31T09:00:00+05:30', '2029-12-31T09:15:00+05:30'],
    ['of two slots at once', '2030-01-07T09:00:00+05:30', '2030-01-07T09:45:00+05:30'],
  ])('refuses a time %s', async (_, fromDateTimeIso, toDateTimeIso) => {
    await expectRefusal({ fromDateTimeIso, toDateTimeIso }, /^SLOT_NOT_OFFERED/)
  })

  it('refuses a slot as soon as it has begun', async () => {
    const clinic = await house.clinic()
    const soon = new Date(Math.ceil(house.application.clock.now() / 60_000) * 60_000 + 60_000)
    // Hours that begin at the next whole minute but one, in the zone where the clinic's clock is UTC.
    await clinic.change((file) => {
      const location = file.locations.jaipur
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (location) location.timezone = 'Etc/UTC'
      if (practice)
        practice.exceptions = [{ date: soon.toISOString().slice(0, 10), hours: [{ from: soon.toISOString().slice(11, 16), to: '24:00', modes: ['OFFLINE'] }] }]
    })
    const slot = { fromDateTimeIso: soon.toISOString(), toDateTimeIso: new Date(soon.getTime() + 15 * 60_000).toISOString() }
    await house.moveTo(soon.toISOString())
    expect((await book(clinic, slot)).json.error).toBe('SLOT_NOT_OFFERED')
  })

  it('refuses a mode the doctor does not offer, ONLINE without a video link first of all [BOOK-62] [WS-32]', async () => {
    await expectRefusal({ mode: 'HOME_VISIT' }, /^MODE_NOT_OFFERED/)
    const clinic = await house.clinic((file) => {
      delete file.workspace.video
      const jonas = file.practitioners['jonas-weber']
      if (jonas) jonas.ownVideo = true
    })
    const detail = await clinic.get('/v2/workspaces')
    expect(detail.json.onlineBookingEnabled).toBe(true)
    const reply = await book(clinic, { mode: 'ONLINE' })
    expect([reply.status, reply.json.error]).toEqual([400, 'MODE_NOT_OFFERED'])
  })

  it('refuses ONLINE when any of the three flags is off [WS-32]', async () => {
    const noVideo = await house.clinic((file) => void delete file.workspace.video)
    const notAllowed = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha) asha.permissions = { allowOnline: false }
    })
    for (const clinic of [noVideo, notAllowed]) expect((await book(clinic, { mode: 'ONLINE' })).json.error).toBe('MODE_NOT_OFFERED')
  })

  it('refuses a room online, an unknown room, and a room of another location [BOOK-41]', async () => {
    const clinic = await house.clinic()
    expect((await book(clinic, { mode: 'ONLINE', roomId: clinic.id('room', 'jaipur/room-1') })).json.message).toMatch(/roomId does not go with mode ONLINE/)
    for (const roomId of [999_999, clinic.id('room', 'berlin/raum-1')]) expect((await book(clinic, { roomId })).json.error).toBe('ROOM_NOT_FOUND')
    expect(await appointments(clinic.workspaceId)).toEqual([])
  })

  it('refuses a taken room while the doctor is free [INV-02]', async () => {
    const clinic = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha) file.practitioners['dev-nair'] = { ...structuredClone(asha), name: 'Dev Nair' }
    })
    const roomId = clinic.id('room', 'jaipur/room-1')
    expect((await book(clinic, { roomId })).status).toBe(201)
    const other = await book(clinic, { roomId, doctorId: clinic.id('practitioner', 'dev-nair') })
    expect([other.status, other.json.error]).toEqual([400, 'ROOM_NOT_AVAILABLE'])
    const same = await book(clinic, { roomId })
    expect(same.json.error).toBe('SLOT_NOT_AVAILABLE')
  })

  it('refuses a doctor a second visit at one time, in another room or in none [INV-01]', async () => {
    const clinic = await house.clinic()
    const [one, two] = [clinic.id('room', 'jaipur/room-1'), clinic.id('room', 'jaipur/room-2')]
    for (const [index, [first, second]] of [
      [one, two],
      [one, undefined],
      [undefined, two],
    ].entries()) {
      const times = slotAt(clockText(9 * 60 + index * 15))
      expect((await book(clinic, { ...times, roomId: first })).status).toBe(201)
      const before = await clinic.bookingRows()
      const reply = await book(clinic, { ...times, roomId: second })
      expect([reply.status, reply.json.error]).toEqual([400, 'SLOT_NOT_AVAILABLE'])
      expect(await clinic.bookingRows()).toBe(before)
    }
  })

  it('refuses no visit in a room that begins when the one before it ends, or ends when the next one begins [INV-02]', async () => {
    const clinic = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha) file.practitioners['dev-nair'] = { ...structuredClone(asha), name: 'Dev Nair' }
    })
    const roomId = clinic.id('room', 'jaipur/room-1')
    expect((await book(clinic, { ...slotAt('09:15'), roomId })).status).toBe(201)
    for (const clock of ['09:00', '09:30']) {
      const reply = await book(clinic, { ...slotAt(clock), roomId, doctorId: clinic.id('practitioner', 'dev-nair') })
      expect(reply.status, reply.text).toBe(201)
    }
  })

  it('refuses an unknown top-level member by its name [BOOK-50] [BOOK-51]', async () => {
    await expectRefusal({ foo: 1 }, /foo is not a member of this request/)
    await expectRefusal({ paymentCollectionType: 'DESK' }, /paymentCollectionType is not a member/)
    await expectRefusal({ returnUrl: 'https://example.org' }, /returnUrl is not a member/)
  })

  it('drops unknown members of the person', async () => {
    const clinic = await house.clinic()
    expect((await book(clinic, { patientPayload: { firstName: 'Meera', shoeSize: 41 } })).status).toBe(201)
  })

  it('limits the three texts to 200, 500 and 500 characters [LIM-02] [LIM-03] [LIM-04]', async () => {
    for (const [name, limit] of Object.entries({ discountReason: 200, appointmentNotes: 500, chiefComplaint: 500 })) {
      // In code points, of which an emoji is one.
      expect((await book(await house.clinic(), { [name]: '😀'.repeat(limit) })).status).toBe(201)
      await expectRefusal({ [name]: 'ü'.repeat(limit + 1) }, `${name} must have at most ${limit} characters`)
    }
  })

  it("accepts a tier for a one-time visit only, and only one of the doctor's [BOOK-39]", async () => {
    await expectRefusal(
      { bookingType: 'PACKAGE_PURCHASE', packageConfigId: 1, packageAmount: 1, consultationDurationTierId: 1 },
      /consultationDurationTierId may be sent only with bookingType ONE_TIME_APPOINTMENT/,
    )
    await expectRefusal({ consultationDurationTierId: 999_999 }, /^DURATION_TIER_NOT_FOUND/)
  })

  it('refuses a pack booking without its members, and a pack that does not exist [BOOK-12]', async () => {
    await expectRefusal({ bookingType: 'PACKAGE_PURCHASE' }, 'packageConfigId is required')
    await expectRefusal({ bookingType: 'PACKAGE_PURCHASE', packageConfigId: 1 }, 'packageAmount is required')
    await expectRefusal({ bookingType: 'PACKAGE_PURCHASE', packageConfigId: 1, packageAmount: 1 }, /^SESSION_PACK_NOT_FOUND/)
    await expectRefusal({ bookingType: 'USE_ACTIVE_PACKAGE' }, 'patientPackageId is required')
    await expectRefusal({ bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: 1, discountAmount: 1 }, 'discountAmount must be 0')
    await expectRefusal({ bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: 1 }, /^SESSION_PACK_NOT_FOUND/)
  })

  it('refuses a follow-up without a visit to follow up, and with a pack [FUP-02] [FUP-05]', async () => {
    await expectRefusal({ followUp: true }, /^FOLLOW_UP_NOT_ELIGIBLE/)
    const withPack = /followUp may be sent only with bookingType ONE_TIME_APPOINTMENT/
    await expectRefusal({ followUp: true, bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: 1 }, withPack)
    await expectRefusal({ followUp: true, bookingType: 'PACKAGE_PURCHASE', packageConfigId: 1, packageAmount: 1 }, withPack)
  })

  it("refuses the wrong booking system by naming the doctor's [INV-05]", async () => {
    const clinic = await house.clinic()
    const doctorId = clinic.id('practitioner', 'meera-shah')
    expect((await book(clinic, { doctorId })).json.message).toMatch(/^WRONG_APPOINTMENT_SYSTEM: .*QMS/)
    const qms = { qmsWorkShiftId: 1, appointmentDate: '2030-01-07', mode: 'OFFLINE', bookingChannel: 'WALK_IN' }
    expect((await book(clinic, { system: 'QMS', qms })).json.message).toMatch(/^WRONG_APPOINTMENT_SYSTEM: .*SCHEDULED/)
    expect((await book(clinic, { system: 'QMS' })).json.message).toMatch(/qms is required when system is QMS/)
  })

  it('refuses a held slot to anyone and leaves the first booking alone [BOOK-63] [BOOK-02]', async () => {
    const clinic = await house.clinic()
    const headers = { 'idempotency-key': 'same' }
    expect((await book(clinic, {}, { headers })).status).toBe(201)
    const before = await clinic.bookingRows()
    const retry = await book(clinic, {}, { headers })
    expect([retry.status, retry.json.error]).toEqual([400, 'SLOT_NOT_AVAILABLE'])
    const stranger = await book(clinic, { patientPayload: { firstName: 'Somebody', phoneNumber: '5550001' } })
    expect(stranger.json.error).toBe('SLOT_NOT_AVAILABLE')
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('refuses an overlapping visit of another length, and one at another location', async () => {
    const clinic = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha?.at.jaipur) asha.at.berlin = { slotMinutes: 30, fees: [], hours: [{ days: ['MON'], from: '04:00', to: '12:00', modes: ['OFFLINE'] }] }
    })
    // 09:00 in Jaipur is 04:30 in Berlin.
    expect((await book(clinic)).status).toBe(201)
    const long = await book(clinic, { consultationDurationTierId: clinic.id('tier', 'asha-rao/jaipur/long') })
    expect(long.json.error).toBe('SLOT_NOT_AVAILABLE')
    const elsewhere = await book(clinic, {
      addressId: clinic.id('location', 'berlin'),
      fromDateTimeIso: '2030-01-07T04:30:00+01:00',
      toDateTimeIso: '2030-01-07T05:00:00+01:00',
    })
    expect(elsewhere.json.error).toBe('SLOT_NOT_AVAILABLE')
    const listed = await slotsOf(clinic, 'asha-rao', 'berlin', '2030-01-07')
    expect(listed.json.unavailableSlots.map((slot: { fromDateTimeIso: string }) => slot.fromDateTimeIso)).toEqual(['2030-01-07T04:30:00+01:00'])
  })

  it('leaves no patient, vitals, visit or claim behind [BOOK-68] [BOOK-46] [INV-31]', async () => {
    const clinic = await house.clinic()
    await book(clinic)
    const before = await clinic.bookingRows()
    const newcomer = { patientPayload: { firstName: 'Newcomer', phoneNumber: '5550001' }, vital: { pulse: 60 } }
    expect((await book(clinic, newcomer)).json.error).toBe('SLOT_NOT_AVAILABLE')
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('writes nothing when the vitals cannot be written [BOOK-46] [INV-31]', async () => {
    const broken = await openHouse()
    const clinic = await broken.clinic()
    const { patientId } = (await book(clinic)).json.appointment
    const before = await clinic.bookingRows()
    await broken.sql('alter table appointment_vitals add constraint fault check (false) not valid')
    // A known patient is booked without a transaction, a new one within one.
    for (const patient of [{ patientPayload: undefined, patientId }, { patientPayload: { firstName: 'Newcomer', phoneNumber: '5550001' } }]) {
      const times = slotAt('09:15')
      const reply = await book(clinic, { ...times, ...patient, vital: { pulse: 60 } })
      expect(reply.status).toBeGreaterThanOrEqual(400)
      expect(await clinic.bookingRows()).toBe(before)
      expect(await broken.sql('select from audit_entries where workspace_id = $1 and patient_id <> $2', [clinic.workspaceId, patientId])).toEqual([])
    }
    expect((await book(clinic, slotAt('09:15'))).status).toBe(201)
  })
})

describe('a token', () => {
  let clinic: Clinic
  beforeEach(async () => {
    clinic = await house.clinic()
  })

  const qmsOf = (changes: Record<string, unknown> = {}) => {
    const { qmsWorkShiftId, appointmentDate, mode, bookingChannel } = tokenBody(clinic)
    return { qmsWorkShiftId, appointmentDate, mode, bookingChannel, ...changes }
  }
  /** Books a token on the unified route, with the smallest possible body. */
  function bookToken(changes: Record<string, unknown> = {}, qms: unknown = qmsOf()): Promise<Reply> {
    const { addressId, doctorId, patientPayload } = tokenBody(clinic)
    return clinic.post('/v1/appointments/book-appointment-unified', { system: 'QMS', addressId, doctorId, patientPayload, qms, ...changes })
  }
  async function taken(changes: Record<string, unknown> = {}, qms: unknown = qmsOf()): Promise<Json> {
    const { status, json, text } = await bookToken(changes, qms)
    expect(status, text).toBe(201)
    return json.visit
  }
  const expectNoToken = async (named: string, changes: Record<string, unknown>, qms: unknown = qmsOf()) =>
    expectInvalid(await refused(clinic, () => bookToken(changes, qms)), named)

  it('is answered with 201 and only the visit [BOOK-55] [BOOK-56] [BOOK-13] [A-128]', async () => {
    const { status, json } = await bookToken()
    expect([status, Object.keys(json), json.system, json.appointment]).toEqual([201, ['system', 'appointment', 'visit'], 'QMS', null])
    expect(json.visit).toMatchObject({
      ...{ tokenNumber: 1, tokenDisplay: 'A-1', position: 1, publicStatusToken: expect.stringMatching(/^[0-9a-z]{26}$/) },
      ...{ status: 'WAITING', source: 'DEVELOPER_API', paymentMode: 'CASH', paymentStatus: 'UNPAID', consultationCharge: 300, currency: 'INR' },
    })
    expect(await appointments(clinic.workspaceId)).toEqual([])
  })

  it('is the same kind of record as those of the queue routes, in one line with them, before and after the start [BOOK-58] [A-166]', async () => {
    const first = (await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic))).json.visit
    const second = await taken()
    await startShift(house, clinic)
    const third = await taken()
    const fourth = (await clinic.post('/v1/qms-appointments/immediate/book', tokenBody(clinic))).json.visit
    for (const visit of [second, third, fourth]) expect(Object.keys(visit)).toEqual(Object.keys(first))
    const { json } = await clinic.get('/v1/qms-appointments/visits')
    expect(json.list.map(({ visitId, tokenDisplay, position }: Json) => [visitId, tokenDisplay, position])).toEqual(
      [first, second, third, fourth].map(({ visitId }, index) => [visitId, `A-${index + 1}`, index + 1]),
    )
  })

  it('booked again is another token, whatever key the retry names [BOOK-02] [A-108]', async () => {
    const body = { system: 'QMS', ...tokenBody(clinic), qmsWorkShiftId: undefined, appointmentDate: undefined, qms: qmsOf() }
    const options = { headers: { 'idempotency-key': 'same' } }
    const [first, second] = [
      await clinic.post('/v1/appointments/book-appointment-unified', body, options),
      await clinic.post('/v1/appointments/book-appointment-unified', body, options),
    ]
    expect([first.json.visit?.tokenNumber, second.json.visit?.tokenNumber], second.text).toEqual([1, 2])
  })

  it('needs qms, an object [BOOK-47] [A-126]', async () => {
    for (const qms of [undefined, null]) await expectNoToken('qms is required when system is QMS', { qms })
    for (const wrong of [[], [qmsOf()], 'x', JSON.stringify(qmsOf()), 1, true]) await expectNoToken('qms', {}, wrong)
    await expectNoToken('qms is required when system is QMS', { qms: undefined, ...qmsOf(), qmsWorkShiftId: undefined, appointmentDate: undefined })
  })

  it('needs the shift, the date, the mode and the channel inside qms, even if they are also beside it [BOOK-49] [A-128]', async () => {
    for (const member of ['qmsWorkShiftId', 'appointmentDate', 'mode', 'bookingChannel']) {
      for (const absent of [undefined, null]) await expectNoToken(`qms.${member}`, { mode: 'OFFLINE', bookingChannel: 'WALK_IN' }, qmsOf({ [member]: absent }))
    }
  })

  const wrongInQms = cases<[string, unknown]>([
    ['qmsWorkShiftId', 'x'],
    ['qmsWorkShiftId', 0],
    ['qmsWorkShiftId', [1]],
    ['qmsWorkShiftId', 2 ** 53],
    ['appointmentDate', '2030-02-30'],
    ['appointmentDate', 20_300_101],
    ['mode', 'offline'],
    ['mode', {}],
    ['bookingChannel', 'walk in'],
    ['bookingChannel', ''],
    ['paymentMode', ''],
    ['paymentStatus', 'REFUNDED'],
    ['paymentReference', 'x'.repeat(201)],
  ])
  it.each(wrongInQms)('with %s %j in qms is refused by that name [BOOK-49] [A-126]', async (member, value) => {
    await expectNoToken(member, {}, qmsOf({ [member]: value }))
  })

  it('takes patient and location from the top level, over whatever qms says of them [BOOK-48] [A-129] [A-126]', async () => {
    const foreign = await house.clinic()
    const nested = {
      workspaceId: foreign.workspaceId,
      addressId: clinic.id('location', 'berlin'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      patientId: 999_999,
      patientPayload: { firstName: 'Somebody else' },
      unknown: { deeper: true },
      vital: { pulse: 1 },
    }
    const visit = await taken({ patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' } }, qmsOf(nested))
    expect([visit.addressId, visit.doctorId]).toEqual([clinic.id('location', 'jaipur'), clinic.id('practitioner', 'meera-shah')])
    const [row] = await house.sql(
      'select p.first_name, v.vitals, v.workspace_id::int from queue_visits v join patients p on p.id = v.patient_id where v.id = $1',
      [visit.visitId],
    )
    expect(row).toEqual({ first_name: 'Meera', vitals: null, workspace_id: clinic.workspaceId })
    expect((await taken({ patientPayload: undefined, patientId: visit.patientId })).patientId).toBe(visit.patientId)
    expect((await taken({ addressId: undefined, workspaceAddressId: visit.addressId })).addressId).toBe(visit.addressId)
    // Members that only qms has are not the booking's patient and location.
    for (const member of ['addressId', 'doctorId']) {
      const reply = await refused(clinic, () => bookToken({ [member]: undefined }, qmsOf({ [member]: visit[member] })))
      expect([reply.status, reply.json.message], member).toEqual([400, expect.stringContaining(member)])
    }
  })

  it.each([
    ['patientPayload', 'x'],
    ['patientPayload', { firstName: 5, phoneNumber: [] }],
    ['patientId', 'x'],
    ['vital', 'x'],
    ['vital', { text: 'x'.repeat(9_216) }],
    ['chiefComplaint', 'x'.repeat(10_000)],
    ['appointmentNotes', { a: 1 }],
    ['workspaceAddressId', -1],
    ['consultationCharge', 0],
    ['source', null],
  ])('drops %s from qms, whatever its value [A-126]', async (member, value) => {
    const dropped = await taken({}, qmsOf({ [member]: value }))
    expect(dropped).toMatchObject({ tokenNumber: 1, chiefComplaint: null, appointmentNotes: null, consultationCharge: 300 })
    expect(await house.sql('select vitals from queue_visits where id = $1', [dropped.visitId])).toEqual([{ vitals: null }])
  })

  it('takes mode and channel from qms, over those at the top [A-129]', async () => {
    expect(await taken({ mode: 'HOME_VISIT', bookingChannel: 'WALK_IN' }, qmsOf({ bookingChannel: 'CHATAPP' }))).toMatchObject({
      mode: 'OFFLINE',
      bookingChannel: 'CHATAPP',
    })
    await expectNoToken('mode must be OFFLINE', { mode: 'OFFLINE' }, qmsOf({ mode: 'ONLINE' }))
  })

  it('stores payment, notes and vitals as sent, at the top or in qms [A-175] [A-129]', async () => {
    const payment = { paymentMode: 'UPI', paymentStatus: 'PAID', paymentReference: 'TXN-1' }
    expect(await taken({}, qmsOf(payment))).toMatchObject(payment)
    const said = { chiefComplaint: 'Fever', appointmentNotes: 'Wheelchair' }
    expect(await taken({ ...payment, ...said }, qmsOf({ paymentReference: 'TXN-2' }))).toMatchObject({ ...payment, ...said })
    const { visitId } = await taken({ vital: { pulse: 72 }, source: 'ANYTHING' })
    expect(await house.sql('select vitals, source from queue_visits where id = $1', [visitId])).toEqual([{ vitals: { pulse: 72 }, source: 'DEVELOPER_API' }])
    await expectNoToken('vital must have at most 8 KiB', { vital: { text: 'x'.repeat(9_216) } })
  })

  it("checks a slot's members if they are sent, although a token does not need them [A-128]", async () => {
    for (const [member, value] of Object.entries({
      ...{ fromDateTimeIso: 'nine', toDateTimeIso: 9, mode: 'VIDEO', paymentMode: 1, source: '', consultationCharge: '300', currency: 'RUPEES' },
      ...{ bookingType: 'OTHER', patientTimezone: 'Mars/Base', discountAmount: -1, system: 'qms', followUp: 'yes' },
    })) {
      await expectNoToken(member, { [member]: value })
    }
    expect(
      (await taken({ ...slotAt('09:00'), consultationCharge: 300, packageAmount: 7, currency: 'INR', discountAmount: 0, followUp: false })).payableAmount,
    ).toBe(300)
  })

  it('refuses what belongs only to slots: packs, tiers, rooms, follow-ups, discounts, other types [A-151]', async () => {
    const id = { packageConfigId: 1, patientPackageId: 1, consultationDurationTierId: 1, roomId: 1 }
    for (const [member, value] of Object.entries({ ...id, followUp: true, discountAmount: 0.01, bookingType: 'PACKAGE_PURCHASE' })) {
      await expectNoToken(`${member}`, { [member]: value })
    }
    await expectNoToken('bookingType USE_ACTIVE_PACKAGE', { bookingType: 'USE_ACTIVE_PACKAGE' })
    expect((await taken({ bookingType: 'ONE_TIME_APPOINTMENT' })).tokenNumber).toBe(1)
  })

  it('refuses an unknown member at the top by its name, of the shift too [BOOK-50] [A-127]', async () => {
    for (const member of ['qmsWorkShiftId', 'appointmentDate', 'unknown', 'paymentCollectionType']) await expectNoToken(member, { [member]: 1 })
  })

  it('refuses the wrong booking system either way, and a shift that is full, over or unknown [A-130] [INV-05]', async () => {
    const code = async (changes: Record<string, unknown>, qms: unknown = qmsOf()) => {
      const { status, json } = await refused(clinic, () => bookToken(changes, qms))
      return [status, json.error]
    }
    expect(await code({ doctorId: clinic.id('practitioner', 'asha-rao') })).toEqual([400, 'WRONG_APPOINTMENT_SYSTEM'])
    expect(await code({ doctorId: clinic.id('practitioner', 'ravi-old') })).toEqual([404, 'DOCTOR_NOT_FOUND'])
    expect(await code({ patientPayload: undefined, patientId: 999_999 })).toEqual([404, 'PATIENT_NOT_FOUND'])
    expect(await code({}, qmsOf({ qmsWorkShiftId: 999_999 }))).toEqual([400, 'SHIFT_NOT_FOUND'])
    expect(await code({}, qmsOf({ appointmentDate: '2030-01-05' }))).toEqual([400, 'SHIFT_NOT_ON_DATE'])
    expect(await code({}, qmsOf({ appointmentDate: '2029-12-31' }))).toEqual([400, 'SHIFT_ENDED'])
    const evening = qmsOf({ qmsWorkShiftId: clinic.id('shift', 'meera-shah/jaipur/evening') })
    for (const tokenNumber of [1, 2, 3]) expect((await taken({}, evening)).tokenNumber).toBe(tokenNumber)
    expect(await code({}, evening)).toEqual([400, 'SHIFT_FULL'])
    const slot = await refused(clinic, () => book(clinic, { doctorId: clinic.id('practitioner', 'meera-shah'), qms: qmsOf() }))
    expect([slot.status, slot.json.error]).toEqual([400, 'WRONG_APPOINTMENT_SYSTEM'])
  })

  it('nested too deep, or with prototype names, is refused whole', async () => {
    const { qms: _, ...body } = { ...tokenBody(clinic), system: 'QMS', qms: qmsOf(), qmsWorkShiftId: undefined, appointmentDate: undefined }
    const start = JSON.stringify(body).slice(0, -1)
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    const inside = JSON.stringify(qmsOf()).slice(0, -1)
    for (const qms of [deep, `${inside},"deep":${deep}}`, `${inside},"__proto__":{"mode":"ONLINE"}}`, `${inside},"constructor":{"prototype":{}}}`]) {
      const headers = { 'content-type': 'application/json' }
      const reply = await refused(clinic, () => clinic.post('/v1/appointments/book-appointment-unified', `${start},"qms":${qms}}`, { headers }))
      expect(reply.status, qms.slice(0, 80)).toBe(400)
    }
  })
})

describe('404', () => {
  it('refuses a doctor who does not work at the location [BOOK-65] [INV-07]', async () => {
    const clinic = await house.clinic()
    const reply = await book(clinic, { doctorId: clinic.id('practitioner', 'jonas-weber') })
    expect([reply.status, reply.json.error]).toEqual([404, 'DOCTOR_NOT_FOUND'])
    const unknown = await book(clinic, { doctorId: 999_999 })
    expect(unknown.text).toBe(reply.text)
  })

  it('refuses a deactivated practitioner as unknown', async () => {
    const clinic = await house.clinic()
    expect((await book(clinic, { doctorId: clinic.id('practitioner', 'ravi-old') })).json.error).toBe('DOCTOR_NOT_FOUND')
  })

  it('refuses an unknown patient, on the plain route and on every other', async () => {
    for (const changes of [{}, { followUp: true, consultationCharge: undefined }]) {
      await expectRefusal({ patientPayload: undefined, patientId: 999_999, ...changes }, /^PATIENT_NOT_FOUND/, 404)
    }
    const clinic = await house.clinic()
    const consultationDurationTierId = clinic.id('tier', 'asha-rao/jaipur/long')
    expect((await book(clinic, { patientPayload: undefined, patientId: 999_999, consultationDurationTierId })).json.error).toBe('PATIENT_NOT_FOUND')
  })
})

describe('the database itself', () => {
  const columns = `workspace_id, booking_reference, patient_id, doctor_id, location_id, appointment_date, from_at, to_at, timezone,
    from_offset_mins, to_offset_mins, status, mode, type, booking_type, source, payment_mode, payment_status, currency, charge_minor,
    discount_minor, follow_up, created_at, updated_at`

  /** Copies the first appointment of a clinic with some columns changed, bypassing every rule of the application. */
  async function copyAppointment(workspaceId: number, changes: Record<string, string>) {
    const reference = `BK${Math.random().toString(10).slice(2, 12).padEnd(10, '0')}`
    const selected = columns.split(',').map((column) => {
      const name = column.trim()
      return changes[name] ?? (name === 'booking_reference' ? `'${reference}'` : name)
    })
    return house.sql(`insert into appointments (${columns}) select ${selected.join(', ')} from appointments where workspace_id = $1 limit 1`, [workspaceId])
  }

  it.each([
    ['INV-04 an end before its start', { to_at: "from_at - interval '1 hour'" }, 'appointment_starts_before_it_ends'],
    ['INV-04 another date than its start', { appointment_date: 'appointment_date + 1' }, 'appointment_lies_in_its_clinic_day'],
    ['INV-04 an end on the next clinic day', { to_at: "from_at + interval '16 hours'" }, 'appointment_lies_in_its_clinic_day'],
    ['INV-09 a reference like a token display', { booking_reference: "'A-12'" }, 'booking_reference_form'],
    ['INV-20 a discount over the charge', { discount_minor: 'charge_minor + 1' }, 'discount_within_charge'],
    ['INV-21 an unknown payment status', { payment_status: "'MAYBE'" }, 'payment_status_known'],
    ['INV-25 a derived status', { status: "'OVERDUE'" }, 'appointment_status_is_stored'],
    [
      'INV-06 a doctor of another workspace',
      { doctor_id: '(select max(user_id) from practitioners p where p.workspace_id <> appointments.workspace_id)' },
      'doctor_runs_scheduled_system',
    ],
    [
      'INV-07 a location the doctor does not work at',
      { location_id: '(select id from locations l where l.workspace_id = appointments.workspace_id and l.id <> appointments.location_id limit 1)' },
      'doctor_works_at_location',
    ],
    ['INV-01 a live visit that claims no time', {}, 'appointment_holds_its_time'],
  ])('refuses %s', async (_, changes, constraint) => {
    const clinic = await house.clinic()
    await house.clinic()
    await book(clinic)
    await expect(copyAppointment(clinic.workspaceId, changes)).rejects.toMatchObject({ constraint })
  })

  it.each([
    ['begins later', "from_at = from_at + interval '5 minutes'"],
    ['ends later', "to_at = to_at + interval '5 minutes'"],
    ['ends earlier', "to_at = to_at - interval '5 minutes'"],
    [
      'is in another room',
      'room_id = (select max(id) from rooms r where r.workspace_id = appointments.workspace_id and r.location_id = appointments.location_id)',
    ],
    ['is in no room', 'room_id = null'],
  ])('holds exactly its time: no visit %s than its claim says [INV-01]', async (_, change) => {
    const clinic = await house.clinic()
    expect((await book(clinic, { roomId: clinic.id('room', 'jaipur/room-1') })).status).toBe(201)
    const before = await clinic.bookingRows()
    await expect(house.sql(`update appointments set ${change} where workspace_id = $1`, [clinic.workspaceId])).rejects.toMatchObject({
      constraint: 'appointment_holds_its_time',
    })
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('keeps a visit inside its clinic day, and its clinic date that of its start [INV-04] [INV-41]', async () => {
    const clinic = await house.clinic()
    await book(clinic)
    await expect(copyAppointment(clinic.workspaceId, { appointment_date: 'appointment_date - 1' })).rejects.toMatchObject({
      constraint: 'appointment_lies_in_its_clinic_day',
    })
    const [row] = await appointments(clinic.workspaceId)
    expect([row.from_at, row.timezone, row.from_offset_mins]).toEqual([Date.parse('2030-01-07T03:30:00Z'), 'Asia/Kolkata', 330])
  })

  it('lets no two claims of one doctor overlap and no claim of a live visit be removed [INV-01]', async () => {
    const clinic = await house.clinic()
    await book(clinic)
    await expect(
      house.sql(
        "insert into claims select workspace_id, appointment_id + 1000000, doctor_id, room_id, from_at + interval '1 minute', to_at from claims where workspace_id = $1",
        [clinic.workspaceId],
      ),
    ).rejects.toMatchObject({ constraint: 'doctor_is_claimed_once' })
    await expect(house.sql('delete from claims where workspace_id = $1', [clinic.workspaceId])).rejects.toMatchObject({ constraint: 'claim_is_held' })
  })

  it('keeps money in minor units with one currency a row [INV-40]', async () => {
    const clinic = await house.clinic()
    await book(clinic, { consultationCharge: 500.5, discountAmount: 0.25 })
    const [row] = await appointments(clinic.workspaceId)
    expect([row.charge_minor, row.discount_minor, row.currency]).toEqual([50050, 25, 'INR'])
  })

  it('gives every booking a unique reference, in a form that differs from that of tokens [INV-08] [INV-09] [A-169]', async () => {
    const clinic = await house.clinic()
    await book(clinic)
    const [row] = await appointments(clinic.workspaceId)
    expect(row.booking_reference).not.toMatch(/^[A-Z]+-\d+$/)
    for (const token of ['A-1', 'BK-12', 'BK-1234567890', 'BK-123456789']) {
      await expect(copyAppointment(clinic.workspaceId, { booking_reference: `'${token}'` }), token).rejects.toMatchObject({
        constraint: 'booking_reference_form',
      })
    }
    await expect(copyAppointment(clinic.workspaceId, { booking_reference: `'${row.booking_reference}'` })).rejects.toMatchObject({
      constraint: 'booking_reference_unique',
    })
  })
})

describe('a configuration that changed in the meantime', () => {
  it('is detected by the statement that writes, and the rules are applied again', async () => {
    const clinic = await house.clinic()
    const { application } = house
    const outdated = await application.configurations.of(clinic.workspaceId)
    await clinic.change((file) => {
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (practice) practice.hours = []
    })
    let readings = 0
    const configurations = {
      ...application.configurations,
      of: (workspaceId: number) => (readings++ === 0 ? Promise.resolve(outdated) : application.configurations.of(workspaceId)),
    }
    const request = toBookingRequest(bookingBody(clinic) as UnifiedBookingBody)
    const booking = bookVisit({ ...application, configurations }, callerOf(clinic), request)
    await expect(booking).rejects.toMatchObject({ code: 'MODE_NOT_OFFERED' })
    expect(readings).toBe(2)
    expect(JSON.parse(await clinic.bookingRows()).flat()).toEqual([])
  })

  it('during every attempt is reported as busy, and nothing was written', async () => {
    const clinic = await house.clinic()
    const { application } = house
    const outdated = await application.configurations.of(clinic.workspaceId)
    await clinic.change((file) => Object.assign(file.workspace, { title: 'Sunset' }))
    const configurations = { ...application.configurations, of: () => Promise.resolve(outdated) }
    const request = toBookingRequest(bookingBody(clinic) as UnifiedBookingBody)
    await expect(bookVisit({ ...application, configurations }, callerOf(clinic), request)).rejects.toMatchObject({ code: 'BUSY' })
    expect(JSON.parse(await clinic.bookingRows()).flat()).toEqual([])
  })
})
