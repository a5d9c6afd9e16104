import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  createBookingBody,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'

const house = await openHarness()
const plain = '/v1/appointments/book-appointment'
const unified = '/v1/appointments/book-appointment-unified'

function bookPlain(clinic: Clinic, changes: Record<string, unknown> = {}) {
  return clinic.post(plain, createBookingBody(clinic, changes))
}

describe('201', () => {
  it('books a slot and returns the bare record, that of the unified route [BOOK-66]', async () => {
    const clinic = await house.clinic()
    const reply = await bookPlain(clinic)
    expect(reply.status, reply.text).toBe(201)
    const other = (await clinic.post(unified, createBookingBody(clinic, slotTimes('09:15')))).json
      .appointment
    expect(Object.keys(reply.json)).toEqual(Object.keys(other))
    const ofItself = [
      'id',
      'appointmentId',
      'bookingReference',
      'fromDateTimeTs',
      'toDateTimeTs',
      'createdAt',
      'updatedAt',
    ]
    const same = (record: Record<string, unknown>) =>
      Object.entries(record).filter(([name]) => !ofItself.includes(name))
    expect(same(reply.json)).toEqual(same(other))
    expect(reply.json).toMatchObject({
      bookingReference: expect.stringMatching(/^BK/),
      fromDateTimeTs: '2030-01-07T09:00:00+05:30',
    })
  })

  it('takes the patient by id, by the id in the payload, and as described [BOOK-67]', async () => {
    const clinic = await house.clinic()
    const described = await bookPlain(clinic, {
      patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
    })
    const { patientId } = described.json
    const byId = await bookPlain(clinic, {
      ...slotTimes('09:15'),
      patientPayload: undefined,
      patientId,
    })
    const byPayload = await bookPlain(clinic, {
      ...slotTimes('09:30'),
      patientPayload: { id: patientId },
    })
    expect(
      [described, byId, byPayload].map(({ status, json }) => [status, json.patientId]),
    ).toEqual(Array(3).fill([201, patientId]))
  })

  it('stores the caller’s words for how the payment is collected, which the unified route refuses [BOOK-51] [BOOK-52]', async () => {
    const clinic = await house.clinic()
    const words = { paymentCollectionType: 'At the counter, by Ravi' }
    expect((await bookPlain(clinic, words)).json).toMatchObject(words)
    expect((await bookPlain(clinic, slotTimes('09:15'))).json.paymentCollectionType).toBeNull()
    const before = await clinic.bookingRows()
    expect(
      (await clinic.post(unified, createBookingBody(clinic, { ...slotTimes('09:30'), ...words })))
        .json.message,
    ).toContain('paymentCollectionType')
    expect(
      (await bookPlain(clinic, { ...slotTimes('09:30'), paymentCollectionType: 'x'.repeat(101) }))
        .status,
    ).toBe(400)
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('is a one-time visit when it does not say what is bought (A-138)', async () => {
    const clinic = await house.clinic()
    expect((await bookPlain(clinic, { bookingType: undefined })).json.bookingType).toBe(
      'ONE_TIME_APPOINTMENT',
    )
  })

  it('drops unknown members', async () => {
    const clinic = await house.clinic()
    const reply = await bookPlain(clinic, { favouriteColour: 'green' })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.text).not.toContain('green')
  })
})

describe('400', () => {
  it.each([
    ['system', { system: 'QMS' }],
    ['qms', { qms: { qmsWorkShiftId: 5 } }],
  ])('refuses members of tokens: %s (A-138)', async (name, changes) => {
    const clinic = await house.clinic()
    const before = await clinic.bookingRows()
    const reply = await bookPlain(clinic, changes)
    expect(reply.status, reply.text).toBe(400)
    expect(reply.json.message).toMatch(new RegExp(`: ${name} `))
    expect(await clinic.bookingRows()).toBe(before)
  })

  const unusable: [string, Record<string, unknown>][] = [
    ['no location', { addressId: undefined }],
    ['no doctor', { doctorId: undefined }],
    ['no patient', { patientPayload: undefined }],
    ['no mode', { mode: undefined }],
    ['a mode that is none', { mode: 'VIDEO' }],
    ['no start', { fromDateTimeIso: undefined }],
    ['a start without an offset', { fromDateTimeIso: '2030-01-07T09:00:00' }],
    ['an end before the start', { toDateTimeIso: '2030-01-07T08:00:00+05:30' }],
    [
      'a start off the grid',
      { fromDateTimeIso: '2030-01-07T09:01:00+05:30', toDateTimeIso: '2030-01-07T09:16:00+05:30' },
    ],
    ['no way of paying', { paymentMode: undefined }],
    ['an unknown way of paying', { paymentMode: 'SHELLS' }],
    ['no source', { source: undefined }],
    ['no charge', { consultationCharge: undefined }],
    ['a discount above the charge', { consultationCharge: 500, discountAmount: 501 }],
    ['a currency that is none', { currency: 'XXQ' }],
    ['a pack purchase without a pack', { bookingType: 'PACKAGE_PURCHASE' }],
    ['a pack’s use without a pack', { bookingType: 'USE_ACTIVE_PACKAGE' }],
    ['a duration tier that is another’s', { consultationDurationTierId: 999_999 }],
    ['a room for an online visit', { mode: 'ONLINE', roomId: 1 }],
    ['an unknown room', { roomId: 999_999 }],
    ['a mode the doctor does not offer', { mode: 'HOME_COLLECTION' }],
    ['vitals that are no object', { vital: 7 }],
    ['notes that are too long', { appointmentNotes: 'x'.repeat(501) }],
    ['a follow-up of nothing', { followUp: true }],
    ['an unknown doctor', { doctorId: 999_999 }],
    ['an unknown patient', { patientPayload: undefined, patientId: 999_999 }],
  ]
  it.each(unusable)(
    'and 404 are the same as on the unified route, and write nothing: %s [BOOK-69] [BOOK-68]',
    async (_, changes) => {
      const clinic = await house.clinic()
      const before = await clinic.bookingRows()
      const one = await bookPlain(clinic, changes)
      const other = await clinic.post(unified, createBookingBody(clinic, changes))
      expect(one.status).toBeGreaterThanOrEqual(400)
      expect([one.status, one.json]).toEqual([other.status, other.json])
      expect(await clinic.bookingRows()).toBe(before)
    },
  )

  it('lists the fields when the body is not an object', async () => {
    const clinic = await house.clinic()
    const reply = await clinic.post(plain, [])
    expect(reply.status).toBe(400)
    expect(reply.json.fieldErrors).toMatchObject([{ field: 'body' }])
  })

  it('is the answer to the second of two bookings of one slot, by either route [BOOK-63]', async () => {
    const clinic = await house.clinic()
    expect((await clinic.post(unified, createBookingBody(clinic))).status).toBe(201)
    const before = await clinic.bookingRows()
    expect((await bookPlain(clinic)).json).toMatchObject({ error: 'SLOT_NOT_AVAILABLE' })
    expect(await clinic.bookingRows()).toBe(before)
  })
})
