// Appointments that the unified route refuses: because of the request, the clinic's rules, a time
// that is taken, or a clinic's file that changed in the meantime. Nothing is written for them.

import { describe, expect, it } from 'vitest'
import {
  actingUserHeaders,
  book,
  createBookingBody,
  listSlots,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { formatClock } from '../../../base/values/clinic-time.ts'
import { toBookingRequest, type UnifiedBookingBody } from '../booking-body.ts'
import { unifiedBookings } from '../unified-bookings.fixture.ts'
import { bookVisit } from './book.ts'

const house = await openHarness()
const { appointments, expectRefusal } = unifiedBookings(house)

describe('400', () => {
  it('requires the members that a scheduled booking needs [BOOK-04] [BOOK-06] [BOOK-11] [BOOK-14]', async () => {
    for (const name of ['addressId', 'doctorId', 'bookingType', 'mode']) {
      await expectRefusal({ [name]: undefined }, `${name} is required`)
      // Null is the same as absent.
      await expectRefusal({ [name]: null }, /is required|must be an id/)
    }
  })

  it('requires times, payment mode and source [BOOK-16] [BOOK-18] [BOOK-20] [ERR-09]', async () => {
    for (const name of ['fromDateTimeIso', 'toDateTimeIso', 'paymentMode', 'source'])
      await expectRefusal({ [name]: undefined }, `${name} is required`)
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
    [
      'a charge as text',
      { consultationCharge: '500' },
      /consultationCharge must be of type number/,
    ],
    ['a negative charge', { consultationCharge: -1 }, /consultationCharge must be at least 0/],
    [
      'a charge with too many decimals',
      { consultationCharge: 10.001 },
      /consultationCharge must be an amount of INR/,
    ],
    [
      'a charge that was added up in floating point',
      { consultationCharge: 1.1 + 2.2 },
      /consultationCharge must be an amount of INR with at most 2 decimals, up to 10000000000/,
    ],
    [
      'an endless charge',
      { consultationCharge: 1e11 },
      /consultationCharge must be an amount of INR/,
    ],
    ['followUp as text', { followUp: 'true' }, /followUp must be of type boolean/],
    ['vital as a list', { vital: [] }, /vital must be of type object/],
    ['vital over 8 KiB', { vital: { notes: 'x'.repeat(8190) } }, /vital must have at most 8 KiB/],
    ['a doctor id as a fraction', { doctorId: 1.5 }, /doctorId must be an id/],
    ['a doctor id of zero', { doctorId: 0 }, /doctorId must be at least 1/],
    ['a doctor id beyond 2^53', { doctorId: 2 ** 53 }, /doctorId must be at most/],
    [
      'two different patients',
      { patientId: 1, patientPayload: { id: 2 } },
      /patientId and patientPayload.id differ/,
    ],
    [
      'a person without name and phone',
      { patientPayload: { lastName: 'Iyer' } },
      /patientPayload needs firstName or phoneNumber/,
    ],
    [
      'a phone of three digits',
      { patientPayload: { phoneNumber: '123' } },
      /phoneNumber must have 4 to 15 digits/,
    ],
    [
      'a malformed dial code',
      { patientPayload: { firstName: 'A', phoneNumber: '98765', countryCode: '91' } },
      /patientPayload.countryCode has the wrong form/,
    ],
    [
      'a malformed e-mail',
      { patientPayload: { firstName: 'A', email: 'a@' } },
      /patientPayload.email must be an e-mail address/,
    ],
    [
      'a birth date that does not exist',
      { patientPayload: { firstName: 'A', dob: '2001-02-29' } },
      /patientPayload.dob must be an existing date/,
    ],
    [
      'an end before the start',
      { toDateTimeIso: '2030-01-07T08:45:00+05:30' },
      /fromDateTimeIso must be before toDateTimeIso/,
    ],
  ]
  it.each(wrong)('refuses %s and writes nothing', async (_, changes, message) => {
    await expectRefusal(changes, message)
  })

  it('refuses values outside the closed lists [BOOK-10] [BOOK-12] [BOOK-15] [BOOK-19]', async () => {
    for (const [name, value] of Object.entries({
      system: 'X',
      bookingType: 'OTHER',
      mode: 'VIDEO',
      paymentMode: 'BARTER',
    })) {
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
    await expectRefusal(
      { fromDateTimeIso: timestamp },
      /fromDateTimeIso must be an ISO 8601 timestamp with an offset/,
    )
    await expectRefusal(
      { toDateTimeIso: timestamp },
      /toDateTimeIso must be an ISO 8601 timestamp with an offset/,
    )
  })

  it.each([
    ['one minute off the grid', '2030-01-07T09:01:00+05:30', '2030-01-07T09:16:00+05:30'],
    ['one second off the grid', '2030-01-07T09:00:01+05:30', '2030-01-07T09:15:01+05:30'],
    ['of a length no one offers', '2030-01-07T09:00:00+05:30', '2030-01-07T09:20:00+05:30'],
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
    // Hours that begin at the next whole minute but one, in the zone where the clinic's clock is
    // UTC.
    await clinic.change((file) => {
      const location = file.locations.jaipur
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (location) location.timezone = 'Etc/UTC'
      if (practice)
        practice.exceptions = [
          {
            date: soon.toISOString().slice(0, 10),
            hours: [{ from: soon.toISOString().slice(11, 16), to: '24:00', modes: ['OFFLINE'] }],
          },
        ]
    })
    const slot = {
      fromDateTimeIso: soon.toISOString(),
      toDateTimeIso: new Date(soon.getTime() + 15 * 60_000).toISOString(),
    }
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
    for (const clinic of [noVideo, notAllowed])
      expect((await book(clinic, { mode: 'ONLINE' })).json.error).toBe('MODE_NOT_OFFERED')
  })

  it('refuses a room online, an unknown room, and a room of another location [BOOK-41]', async () => {
    const clinic = await house.clinic()
    expect(
      (await book(clinic, { mode: 'ONLINE', roomId: clinic.id('room', 'jaipur/room-1') })).json
        .message,
    ).toMatch(/roomId cannot be sent with mode ONLINE/)
    for (const roomId of [999_999, clinic.id('room', 'berlin/raum-1')])
      expect((await book(clinic, { roomId })).json.error).toBe('ROOM_NOT_FOUND')
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
    const one = clinic.id('room', 'jaipur/room-1')
    const two = clinic.id('room', 'jaipur/room-2')
    for (const [index, [first, second]] of [
      [one, two],
      [one, undefined],
      [undefined, two],
    ].entries()) {
      const times = slotTimes(formatClock(9 * 60 + index * 15))
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
    expect((await book(clinic, { ...slotTimes('09:15'), roomId })).status).toBe(201)
    for (const clock of ['09:00', '09:30']) {
      const reply = await book(clinic, {
        ...slotTimes(clock),
        roomId,
        doctorId: clinic.id('practitioner', 'dev-nair'),
      })
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
    expect(
      (await book(clinic, { patientPayload: { firstName: 'Meera', shoeSize: 41 } })).status,
    ).toBe(201)
  })

  it('limits the three texts to 200, 500 and 500 characters [LIM-02] [LIM-03] [LIM-04]', async () => {
    for (const [name, limit] of Object.entries({
      discountReason: 200,
      appointmentNotes: 500,
      chiefComplaint: 500,
    })) {
      // In code points, of which an emoji is one.
      expect((await book(await house.clinic(), { [name]: '😀'.repeat(limit) })).status).toBe(201)
      await expectRefusal(
        { [name]: 'ü'.repeat(limit + 1) },
        `${name} must have at most ${limit} characters`,
      )
    }
  })

  it("accepts a tier for a one-time visit only, and only one of the doctor's [BOOK-39]", async () => {
    await expectRefusal(
      {
        bookingType: 'PACKAGE_PURCHASE',
        packageConfigId: 1,
        packageAmount: 1,
        consultationDurationTierId: 1,
      },
      /consultationDurationTierId may be sent only with bookingType ONE_TIME_APPOINTMENT/,
    )
    await expectRefusal({ consultationDurationTierId: 999_999 }, /^DURATION_TIER_NOT_FOUND/)
  })

  it('refuses a pack booking without its members, and a pack that does not exist [BOOK-12]', async () => {
    await expectRefusal({ bookingType: 'PACKAGE_PURCHASE' }, 'packageConfigId is required')
    await expectRefusal(
      { bookingType: 'PACKAGE_PURCHASE', packageConfigId: 1 },
      'packageAmount is required',
    )
    await expectRefusal(
      { bookingType: 'PACKAGE_PURCHASE', packageConfigId: 1, packageAmount: 1 },
      /^SESSION_PACK_NOT_FOUND/,
    )
    await expectRefusal({ bookingType: 'USE_ACTIVE_PACKAGE' }, 'patientPackageId is required')
    await expectRefusal(
      { bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: 1, discountAmount: 1 },
      'discountAmount must be 0',
    )
    await expectRefusal(
      { bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: 1 },
      /^SESSION_PACK_NOT_FOUND/,
    )
  })

  it('refuses a follow-up without a visit to follow up, and with a pack [FUP-02] [FUP-05]', async () => {
    await expectRefusal({ followUp: true }, /^FOLLOW_UP_NOT_ELIGIBLE/)
    const withPack = /followUp may be sent only with bookingType ONE_TIME_APPOINTMENT/
    await expectRefusal(
      { followUp: true, bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: 1 },
      withPack,
    )
    await expectRefusal(
      { followUp: true, bookingType: 'PACKAGE_PURCHASE', packageConfigId: 1, packageAmount: 1 },
      withPack,
    )
  })

  it("refuses the wrong booking system by naming the doctor's [INV-05]", async () => {
    const clinic = await house.clinic()
    const doctorId = clinic.id('practitioner', 'meera-shah')
    expect((await book(clinic, { doctorId })).json.message).toMatch(
      /^WRONG_APPOINTMENT_SYSTEM: .*QMS/,
    )
    const qms = {
      qmsWorkShiftId: 1,
      appointmentDate: '2030-01-07',
      mode: 'OFFLINE',
      bookingChannel: 'WALK_IN',
    }
    expect((await book(clinic, { system: 'QMS', qms })).json.message).toMatch(
      /^WRONG_APPOINTMENT_SYSTEM: .*SCHEDULED/,
    )
    expect((await book(clinic, { system: 'QMS' })).json.message).toMatch(
      /qms is required when system is QMS/,
    )
  })

  it('refuses a held slot to anyone and leaves the first booking alone [BOOK-63] [BOOK-02]', async () => {
    const clinic = await house.clinic()
    const headers = { 'idempotency-key': 'same' }
    expect((await book(clinic, {}, { headers })).status).toBe(201)
    const before = await clinic.bookingRows()
    const retry = await book(clinic, {}, { headers })
    expect([retry.status, retry.json.error]).toEqual([400, 'SLOT_NOT_AVAILABLE'])
    const stranger = await book(clinic, {
      patientPayload: { firstName: 'Somebody', phoneNumber: '5550001' },
    })
    expect(stranger.json.error).toBe('SLOT_NOT_AVAILABLE')
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('refuses an overlapping visit of another length, and one at another location', async () => {
    const clinic = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha?.at.jaipur)
        asha.at.berlin = {
          slotMinutes: 30,
          fees: [],
          hours: [{ days: ['MON'], from: '04:00', to: '12:00', modes: ['OFFLINE'] }],
        }
    })
    // 09:00 in Jaipur is 04:30 in Berlin.
    expect((await book(clinic)).status).toBe(201)
    const long = await book(clinic, {
      consultationDurationTierId: clinic.id('tier', 'asha-rao/jaipur/long'),
    })
    expect(long.json.error).toBe('SLOT_NOT_AVAILABLE')
    const elsewhere = await book(clinic, {
      addressId: clinic.id('location', 'berlin'),
      fromDateTimeIso: '2030-01-07T04:30:00+01:00',
      toDateTimeIso: '2030-01-07T05:00:00+01:00',
    })
    expect(elsewhere.json.error).toBe('SLOT_NOT_AVAILABLE')
    const listed = await listSlots(clinic, 'asha-rao', 'berlin', '2030-01-07')
    expect(
      listed.json.unavailableSlots.map((slot: { fromDateTimeIso: string }) => slot.fromDateTimeIso),
    ).toEqual(['2030-01-07T04:30:00+01:00'])
  })

  it('leaves no patient, vitals, visit or claim behind [BOOK-68] [BOOK-46] [INV-31]', async () => {
    const clinic = await house.clinic()
    await book(clinic)
    const before = await clinic.bookingRows()
    const newcomer = {
      patientPayload: { firstName: 'Newcomer', phoneNumber: '5550001' },
      vital: { pulse: 60 },
    }
    expect((await book(clinic, newcomer)).json.error).toBe('SLOT_NOT_AVAILABLE')
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('writes nothing when the vitals cannot be written [BOOK-46] [INV-31]', async () => {
    const broken = await openHarness()
    const clinic = await broken.clinic()
    const { patientId } = (await book(clinic)).json.appointment
    const before = await clinic.bookingRows()
    await broken.sql('alter table appointment_vitals add constraint fault check (false) not valid')
    // A known patient is booked without a transaction, a new one within one.
    for (const patient of [
      { patientPayload: undefined, patientId },
      { patientPayload: { firstName: 'Newcomer', phoneNumber: '5550001' } },
    ]) {
      const times = slotTimes('09:15')
      const reply = await book(clinic, { ...times, ...patient, vital: { pulse: 60 } })
      expect(reply.status).toBeGreaterThanOrEqual(400)
      expect(await clinic.bookingRows()).toBe(before)
      expect(
        await broken.sql('select from audit_entries where workspace_id = $1 and patient_id <> $2', [
          clinic.workspaceId,
          patientId,
        ]),
      ).toEqual([])
    }
    expect((await book(clinic, slotTimes('09:15'))).status).toBe(201)
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
    expect(
      (await book(clinic, { doctorId: clinic.id('practitioner', 'ravi-old') })).json.error,
    ).toBe('DOCTOR_NOT_FOUND')
  })

  it('refuses an unknown patient, on the plain route and on every other', async () => {
    for (const changes of [{}, { followUp: true, consultationCharge: undefined }]) {
      await expectRefusal(
        { patientPayload: undefined, patientId: 999_999, ...changes },
        /^PATIENT_NOT_FOUND/,
        404,
      )
    }
    const clinic = await house.clinic()
    const consultationDurationTierId = clinic.id('tier', 'asha-rao/jaipur/long')
    expect(
      (
        await book(clinic, {
          patientPayload: undefined,
          patientId: 999_999,
          consultationDurationTierId,
        })
      ).json.error,
    ).toBe('PATIENT_NOT_FOUND')
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
      of: (workspaceId: number) =>
        readings++ === 0 ? Promise.resolve(outdated) : application.configurations.of(workspaceId),
    }
    const request = toBookingRequest(createBookingBody(clinic) as UnifiedBookingBody)
    const booking = bookVisit(
      { ...application, configurations },
      actingUserHeaders(clinic),
      request,
    )
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
    const request = toBookingRequest(createBookingBody(clinic) as UnifiedBookingBody)
    await expect(
      bookVisit({ ...application, configurations }, actingUserHeaders(clinic), request),
    ).rejects.toMatchObject({ code: 'BUSY' })
    expect(JSON.parse(await clinic.bookingRows()).flat()).toEqual([])
  })
})
