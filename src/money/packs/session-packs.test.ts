import { describe, expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  type Harness,
  listSlots,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { createDatabaseGate } from '../../../test/support/database/database-gate.ts'

const rail = createRecordingRail()
const house = await openHarness({
  rails: rail,
  secret: 'a secret of the tests that is long enough',
})

const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const arjun = { firstName: 'Arjun', lastName: 'Iyer', phoneNumber: '9876543210' }
const stranger = { firstName: 'Tara', phoneNumber: '9876500000' }

/**
 * A clinic that sells: three sessions with Asha for the family, two half hours with any
 * practitioner for the owner only.
 */
function packClinic(at: Harness = house): Promise<Clinic> {
  return at.clinic((file) => {
    file.sessionPacks = {
      'skin-3': {
        displayName: 'Three visits for the skin',
        sessions: 3,
        validityDays: 30,
        currency: 'INR',
        price: 1200.5,
        internationalCurrency: 'USD',
        internationalPrice: 60,
        doctors: ['asha-rao'],
        familyBooking: true,
      },
      'long-2': {
        displayName: 'Two long visits',
        sessions: 2,
        validityDays: 365,
        currency: 'INR',
        price: 1600,
        visitMinutes: 30,
      },
      'jonas-1': {
        displayName: 'One visit to Jonas',
        sessions: 1,
        validityDays: 10,
        currency: 'EUR',
        price: 50,
        doctors: ['jonas-weber'],
      },
    }
  })
}

const times = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30', '10:45']
const at = (index: number) => slotTimes(times[index] as string)

function buy(clinic: Clinic, changes: Record<string, unknown> = {}, options?: CallOptions) {
  const pack = {
    bookingType: 'PACKAGE_PURCHASE',
    packageConfigId: clinic.id('sessionPack', 'skin-3'),
    packageAmount: 1200.5,
    consultationCharge: undefined,
  }
  return book(clinic, { ...pack, ...changes }, options)
}

function useUp(
  clinic: Clinic,
  patientPackageId: number,
  changes: Record<string, unknown> = {},
  options?: CallOptions,
) {
  return book(
    clinic,
    {
      bookingType: 'USE_ACTIVE_PACKAGE',
      patientPackageId,
      consultationCharge: undefined,
      ...changes,
    },
    options,
  )
}

/** The packs that availability shows for a patient. */
async function packsShown(clinic: Clinic, patientId: number) {
  return (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07', { patientId })).json
    .activeSessionPackResponses
}

async function sold(
  clinic: Clinic,
  changes: Record<string, unknown> = {},
): Promise<{ patientId: number; packId: number }> {
  const reply = await buy(clinic, changes)
  expect(reply.status, reply.text).toBe(201)
  return {
    patientId: reply.json.appointment.patientId,
    packId: reply.json.appointment.patientPackageId,
  }
}

async function expectRefused(
  clinic: Clinic,
  work: () => ReturnType<typeof book>,
  error: string,
  message: RegExp | string = '',
) {
  const before = await clinic.bookingRows()
  const reply = await work()
  expect([reply.status, reply.json.error], reply.text).toEqual([400, error])
  expect(reply.json.message).toMatch(message)
  expect(await clinic.bookingRows()).toBe(before)
}

it('a pack for its owner only is not shown to their family, and one for the family is [A-144]', async () => {
  const clinic = await packClinic()
  const forFamily = await sold(clinic, { patientPayload: meera, ...at(0) })
  const long = {
    packageConfigId: clinic.id('sessionPack', 'long-2'),
    packageAmount: 1600,
    ...slotTimes('09:30', 30),
  }
  const forOwner = await sold(clinic, { patientPayload: meera, ...long })
  const other = (await book(clinic, { patientPayload: arjun, ...at(6) })).json.appointment.patientId
  const idsShown = async (patientId: number) =>
    (await packsShown(clinic, patientId)).map(({ id }: { id: number }) => id)
  expect(await idsShown(forOwner.patientId)).toEqual([forFamily.packId, forOwner.packId])
  expect(await idsShown(other)).toEqual([forFamily.packId])
})

describe('packs on sale', () => {
  it('are the same in the workspace detail, the catalogue, availability and verification [PACK-01] [PACK-02] [PACK-21]', async () => {
    const clinic = await packClinic()
    const { json: listed, status } = await clinic.get('/v1/session/packs')
    expect(status).toBe(200)
    expect(listed).toHaveLength(3)
    expect(listed[0]).toEqual({
      id: clinic.id('sessionPack', 'skin-3'),
      packageConfigId: clinic.id('sessionPack', 'skin-3'),
      sessionPackName: 'Three visits for the skin',
      totalSessions: 3,
      durationMins: null,
      validityDays: 30,
      amount: 1200.5,
      currency: 'INR',
      internationalAmount: 60,
      internationalCurrency: 'USD',
      allowedDoctorIds: [clinic.id('practitioner', 'asha-rao')],
      allowFamilyBooking: true,
    })
    expect((await clinic.get('/v2/workspaces')).json.sessionPacks).toEqual(listed)
    expect(
      (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07')).json.allSessionPackResponses,
    ).toEqual(listed)
    const visitor = { headers: { 'x-end-user-id': 'u-1' } }
    await clinic.post(
      '/v1/patients/send-phone-verification-otp',
      { phoneNumber: '9876511111' },
      visitor,
    )
    const verified = await clinic.post(
      '/v1/patients/verify-phone-verification-otp',
      { phoneNumber: '9876511111', otpCode: rail.lastCodeTo('+919876511111') },
      visitor,
    )
    expect(verified.json.data.allSessionPackResponses).toEqual(listed)
  })

  it('leave the lists when the file no longer names them, and sold ones stay as they were sold', async () => {
    const clinic = await packClinic()
    const { packId, patientId } = await sold(clinic)
    await clinic.change((file) => {
      file.sessionPacks = {
        'skin-3': {
          displayName: 'Now one visit',
          sessions: 1,
          validityDays: 1,
          currency: 'INR',
          price: 1,
        },
      }
    })
    expect(
      (await clinic.get('/v1/session/packs')).json.map(
        (pack: { sessionPackName: string }) => pack.sessionPackName,
      ),
    ).toEqual(['Now one visit'])
    expect(await packsShown(clinic, patientId)).toMatchObject([
      {
        id: packId,
        sessionPackName: 'Three visits for the skin',
        totalSessions: 3,
        allowFamilyBooking: true,
      },
    ])
    await expectRefused(
      clinic,
      () => buy(clinic, { ...at(1), packageConfigId: clinic.id('sessionPack', 'long-2') }),
      'SESSION_PACK_NOT_FOUND',
      'packageConfigId',
    )
  })
})

describe('a purchase', () => {
  it('sells the pack and books the visit, which is its first session [PACK-03] [PACK-05] [PACK-09] [BOOK-24] (A-142)', async () => {
    const clinic = await packClinic()
    const { status, json, text } = await buy(clinic, { consultationCharge: 1 })
    expect(status, text).toBe(201)
    expect(json.appointment).toMatchObject({
      bookingType: 'PACKAGE_PURCHASE',
      consultationCharge: 1200.5,
      payableAmount: 1200.5,
      currency: 'INR',
      paymentStatus: 'PAID',
      patientPackageId: expect.any(Number),
    })
    expect(await packsShown(clinic, json.appointment.patientId)).toEqual([
      {
        id: json.appointment.patientPackageId,
        packageConfigId: clinic.id('sessionPack', 'skin-3'),
        sessionPackName: 'Three visits for the skin',
        totalSessions: 3,
        sessionsUsed: 1,
        sessionsRemaining: 2,
        durationMins: null,
        purchasedOn: '2030-01-01',
        expiresOn: '2030-01-31',
        allowedDoctorIds: [clinic.id('practitioner', 'asha-rao')],
        allowFamilyBooking: true,
      },
    ])
  })

  it('paid at once is active at once [PACK-10] [BOOK-32]', async () => {
    const clinic = await packClinic()
    const { json } = await buy(clinic)
    expect(json.appointment.paymentStatus).toBe('PAID')
    expect(await packsShown(clinic, json.appointment.patientId)).toMatchObject([
      { id: json.appointment.patientPackageId },
    ])
  })

  it('subtracts a discount from the pack, up to all of it [BOOK-28] [BOOK-30] [INV-19]', async () => {
    const clinic = await packClinic()
    expect((await buy(clinic, { discountAmount: 1200.5 })).json.appointment).toMatchObject({
      consultationCharge: 1200.5,
      payableAmount: 0,
    })
    await expectRefused(
      clinic,
      () => buy(clinic, { ...at(1), discountAmount: 1200.51 }),
      'VALIDATION_ERROR',
      'discountAmount',
    )
  })

  it('that is not paid yet leaves an inactive pack (A-121) [PACK-13] [INV-18]', async () => {
    const clinic = await packClinic()
    const { patientId, packId } = await sold(clinic, { paymentStatus: 'UNPAID' })
    expect(await packsShown(clinic, patientId)).toEqual([])
    await expectRefused(
      clinic,
      () => useUp(clinic, packId, at(1)),
      'SESSION_PACK_NOT_USABLE',
      'is not active',
    )
  })

  it('that is not paid yet is listed with the pack on sale to its owner only, until it is paid [SLOT-29] [A-121]', async () => {
    const clinic = await packClinic()
    const { patientId, packId } = await sold(clinic, { paymentStatus: 'UNPAID' })
    const other = (await book(clinic, { patientPayload: stranger, ...at(3) })).json.appointment
      .patientId
    const onSale = async (who: number) => {
      const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07', {
        patientId: who,
      })
      return json.plans
        .filter(({ kind }: { kind: string }) => kind === 'SESSION_PACK')
        .map((plan: object) =>
          'unpaidPatientPackageId' in plan ? plan.unpaidPatientPackageId : null,
        )
    }
    expect([await onSale(patientId), await onSale(other)]).toEqual([[packId], [null]])
    await house.sql('update patient_packs set activated_at = now() where id = $1', [packId])
    expect([await onSale(patientId), (await packsShown(clinic, patientId)).length]).toEqual([
      [null],
      1,
    ])
  })

  it('needs both members, and an existing pack [BOOK-23]', async () => {
    const clinic = await packClinic()
    await expectRefused(
      clinic,
      () => buy(clinic, { packageConfigId: undefined }),
      'VALIDATION_ERROR',
      'packageConfigId is required',
    )
    await expectRefused(
      clinic,
      () => buy(clinic, { packageAmount: undefined }),
      'VALIDATION_ERROR',
      'packageAmount is required',
    )
    await expectRefused(
      clinic,
      () => buy(clinic, { packageAmount: -1 }),
      'VALIDATION_ERROR',
      'packageAmount',
    )
    await expectRefused(
      clinic,
      () => buy(clinic, { packageAmount: 1.005 }),
      'VALIDATION_ERROR',
      'packageAmount',
    )
    await expectRefused(
      clinic,
      () => buy(clinic, { packageConfigId: 999_999 }),
      'SESSION_PACK_NOT_FOUND',
      'packageConfigId',
    )
  })

  it('is refused for a doctor, a length or a date that the pack does not pay for [PACK-06] [A-141] [A-143]', async () => {
    const clinic = await packClinic()
    await expectRefused(
      clinic,
      () => buy(clinic, { packageConfigId: clinic.id('sessionPack', 'jonas-1') }),
      'SESSION_PACK_NOT_USABLE',
      'this doctor',
    )
    await expectRefused(
      clinic,
      () => buy(clinic, { packageConfigId: clinic.id('sessionPack', 'long-2') }),
      'SESSION_PACK_NOT_USABLE',
      '30 minutes',
    )
    // Bought on 2030-01-01 for 30 days; the 31st is a Thursday.
    await expectRefused(
      clinic,
      () => buy(clinic, slotTimes('09:00', 15, '2030-02-01')),
      'SESSION_PACK_NOT_USABLE',
      'ends on 2030-01-31',
    )
    expect((await buy(clinic, slotTimes('09:00', 15, '2030-01-31'))).status).toBe(201)
  })

  it('is not undone with the visit that bought it while a session is being used [PACK-15] [INV-17]', async () => {
    const clinic = await packClinic()
    const { packId } = await sold(clinic)
    const [{ id }] = await house.sql('select id::int from appointments where workspace_id = $1', [
      clinic.workspaceId,
    ])
    const gate = await createDatabaseGate(house, 'after insert on pack_movements for each row')
    const using = useUp(clinic, packId, at(1))
    await gate.waitUntilReached()
    const body = { refundIssued: true, refundPercentage: 100, refundAmount: 1200.5 }
    const cancelling = house.call('PATCH', `/v1/appointments/${id}/cancel`, {
      key: clinic.key,
      body,
    })
    await gate.waitUntilReached(1)
    await gate.open()
    expect((await using).status).toBe(201)
    expect((await cancelling).json).toMatchObject({
      error: 'REFUND_NOT_POSSIBLE',
      message: expect.stringContaining('other sessions of the pack it bought were used'),
    })
    expect(
      await house.sql('select sessions_used, ended_at from patient_packs where id = $1', [packId]),
    ).toEqual([{ sessions_used: 2, ended_at: null }])
  })

  it('that fails sells nothing: a taken slot, an unknown patient [BOOK-68] [INV-31]', async () => {
    const clinic = await packClinic()
    expect((await book(clinic)).status).toBe(201)
    await expectRefused(clinic, () => buy(clinic), 'SLOT_NOT_AVAILABLE')
    const before = await clinic.bookingRows()
    expect(
      (await buy(clinic, { ...at(1), patientPayload: undefined, patientId: 999_999 })).status,
    ).toBe(404)
    expect(await clinic.bookingRows()).toBe(before)
  })
})

describe('a use', () => {
  it('takes one session and costs nothing, for any amount that was sent [PACK-04] [PACK-12] [BOOK-26] [BOOK-33]', async () => {
    const clinic = await packClinic()
    const { patientId, packId } = await sold(clinic)
    const { status, json, text } = await useUp(clinic, packId, {
      ...at(1),
      consultationCharge: 700,
      paymentStatus: 'UNPAID',
    })
    expect(status, text).toBe(201)
    expect(json.appointment).toMatchObject({
      consultationCharge: 0,
      payableAmount: 0,
      paymentStatus: 'PAID',
      patientPackageId: packId,
    })
    expect(await packsShown(clinic, patientId)).toMatchObject([
      { sessionsUsed: 2, sessionsRemaining: 1 },
    ])
  })

  it('ends with the last session [PACK-13]', async () => {
    const clinic = await packClinic()
    const { patientId, packId } = await sold(clinic)
    for (const index of [1, 2]) expect((await useUp(clinic, packId, at(index))).status).toBe(201)
    await expectRefused(
      clinic,
      () => useUp(clinic, packId, at(3)),
      'SESSION_PACK_NOT_USABLE',
      'no sessions left',
    )
    expect(await packsShown(clinic, patientId)).toEqual([])
  })

  it('needs the pack and accepts no discount and no tier [BOOK-25] [BOOK-29] [BOOK-39]', async () => {
    const clinic = await packClinic()
    const { packId } = await sold(clinic)
    await expectRefused(
      clinic,
      () => useUp(clinic, packId, { ...at(1), patientPackageId: undefined }),
      'VALIDATION_ERROR',
      'patientPackageId is required',
    )
    await expectRefused(
      clinic,
      () => useUp(clinic, packId, { ...at(1), discountAmount: 1 }),
      'VALIDATION_ERROR',
      'discountAmount must be 0',
    )
    const tier = { consultationDurationTierId: clinic.id('tier', 'asha-rao/jaipur/short') }
    await expectRefused(
      clinic,
      () => useUp(clinic, packId, { ...at(1), ...tier }),
      'VALIDATION_ERROR',
      'consultationDurationTierId',
    )
    expect((await useUp(clinic, packId, { ...at(1), discountAmount: 0 })).status).toBe(201)
  })

  it('is for visits up to and including the last day [A-143] [INV-17]', async () => {
    const clinic = await packClinic()
    const { packId } = await sold(clinic)
    await expectRefused(
      clinic,
      () => useUp(clinic, packId, slotTimes('09:00', 15, '2030-02-01')),
      'SESSION_PACK_NOT_USABLE',
      'ends on 2030-01-31',
    )
    expect((await useUp(clinic, packId, slotTimes('09:00', 15, '2030-01-31'))).status).toBe(201)
  })

  it('is only for visits of its length and with its doctors [PACK-06] [A-141]', async () => {
    const clinic = await packClinic()
    const long = await buy(clinic, {
      packageConfigId: clinic.id('sessionPack', 'long-2'),
      packageAmount: 1600,
      ...slotTimes('09:00', 30),
    })
    expect(long.status, long.text).toBe(201)
    const { patientId, patientPackageId } = long.json.appointment
    await expectRefused(
      clinic,
      () => useUp(clinic, patientPackageId, at(2)),
      'SESSION_PACK_NOT_USABLE',
      '30 minutes',
    )
    const { packId } = await sold(clinic, at(2))
    const atJonas = {
      addressId: clinic.id('location', 'berlin'),
      doctorId: clinic.id('practitioner', 'jonas-weber'),
      patientPayload: undefined,
      patientId,
      fromDateTimeIso: '2030-01-07T09:00:00+01:00',
      toDateTimeIso: '2030-01-07T09:30:00+01:00',
    }
    await expectRefused(
      clinic,
      () => useUp(clinic, packId, atJonas),
      'SESSION_PACK_NOT_USABLE',
      'this doctor',
    )
    expect((await useUp(clinic, patientPackageId, atJonas)).json.appointment).toMatchObject({
      currency: 'EUR',
      consultationCharge: 0,
    })
  })

  it('is for the family if the pack says so: patients on the owner’s phone [PACK-07] [A-144]', async () => {
    const clinic = await packClinic()
    const { packId } = await sold(clinic)
    expect((await useUp(clinic, packId, { ...at(1), patientPayload: arjun })).status).toBe(201)
    await expectRefused(
      clinic,
      () => useUp(clinic, packId, { ...at(2), patientPayload: stranger }),
      'SESSION_PACK_NOT_FOUND',
    )
    const alone = await buy(clinic, {
      packageConfigId: clinic.id('sessionPack', 'long-2'),
      packageAmount: 1600,
      ...slotTimes('10:00', 30),
    })
    const ofOwner = alone.json.appointment.patientPackageId
    await expectRefused(
      clinic,
      () => useUp(clinic, ofOwner, { ...slotTimes('10:30', 30), patientPayload: arjun }),
      'SESSION_PACK_NOT_USABLE',
      'owner alone',
    )
  })

  it('of another clinic’s pack, or of an unknown one, is refused as unknown [GEN-10]', async () => {
    const clinic = await packClinic()
    const other = await packClinic()
    const foreign = (await sold(other)).packId
    await sold(clinic)
    for (const packId of [foreign + 1_000, 999_999])
      await expectRefused(
        clinic,
        () => useUp(clinic, packId, at(1)),
        'SESSION_PACK_NOT_FOUND',
        'patientPackageId',
      )
    expect(
      (await packsShown(other, (await sold(other, at(1))).patientId)).map(
        ({ sessionsUsed }: { sessionsUsed: number }) => sessionsUsed,
      ),
    ).toEqual([1, 1])
  })

  it('ends with the patient’s record', async () => {
    const clinic = await packClinic()
    const { patientId, packId } = await sold(clinic)
    await house.operate('patient-erase', { workspace: clinic.name, id: patientId, confirmed: true })
    expect(await packsShown(clinic, patientId)).toEqual([])
    expect(
      (await useUp(clinic, packId, { ...at(1), patientPayload: undefined, patientId })).status,
    ).toBe(404)
    await expectRefused(
      clinic,
      () => useUp(clinic, packId, { ...at(1), patientPayload: arjun }),
      'SESSION_PACK_NOT_FOUND',
    )
  })
})

describe('plans', () => {
  const listPlans = async (
    clinic: Clinic,
    more: Record<string, string | number | boolean> = {},
    date = '2030-01-07',
  ) =>
    (await listSlots(clinic, 'asha-rao', 'jaipur', date, { mode: 'OFFLINE', ...more })).json.plans

  it('show single visits, packs on sale and owned packs, by their kind [SLOT-28] [SLOT-29] [SLOT-30] [SLOT-31] [A-145]', async () => {
    const clinic = await packClinic()
    const { patientId, packId } = await sold(clinic)
    const single = {
      kind: 'GENERAL_CONSULTATION',
      mode: 'OFFLINE',
      pricePerSession: 500,
      currency: 'INR',
      isInternational: false,
    }
    const onSale = {
      kind: 'SESSION_PACK',
      packageConfigId: clinic.id('sessionPack', 'skin-3'),
      // 120050 / 3, to the nearest paisa.
      pricePerSession: 400.17,
      currency: 'INR',
      isInternational: false,
      sessionsRemaining: 3,
      expiresOn: '2030-01-31',
    }
    const owned = {
      kind: 'ACTIVE_PACKAGE',
      patientPackageId: packId,
      pricePerSession: 0,
      currency: 'INR',
      isInternational: false,
      sessionsRemaining: 2,
      expiresOn: '2030-01-31',
    }
    expect(await listPlans(clinic)).toEqual([single, onSale])
    expect(await listPlans(clinic, { patientId })).toEqual([single, onSale, owned])
    expect(await listPlans(clinic, { patientPhoneNumber: '9876543210' })).toEqual([
      single,
      onSale,
      owned,
    ])
    expect(await listPlans(clinic, { patientId, followUp: true })).toEqual([single])
  })

  it('are those of the owner and the family, and of no one else [SLOT-09] [SLOT-10]', async () => {
    const clinic = await packClinic()
    const { packId } = await sold(clinic)
    const kin = (await book(clinic, { ...at(1), patientPayload: arjun })).json.appointment.patientId
    const other = (await book(clinic, { ...at(2), patientPayload: stranger })).json.appointment
      .patientId
    expect((await packsShown(clinic, kin)).map(({ id }: { id: number }) => id)).toEqual([packId])
    expect(await packsShown(clinic, other)).toEqual([])
    expect(
      (await listPlans(clinic, { patientId: other })).map(({ kind }: { kind: string }) => kind),
    ).toEqual(['GENERAL_CONSULTATION', 'SESSION_PACK'])
  })

  it('for a named patient come with the same slots as without, on every date [SLOT-09] [INV-02]', async () => {
    const clinic = await packClinic()
    const { patientId, packId } = await sold(clinic, slotTimes('09:00', 15, '2030-01-08'))
    const doctorId = clinic.id('practitioner', 'asha-rao')
    const ignoreAppointmentId = (await book(clinic, slotTimes('09:15', 15, '2030-01-08'))).json
      .appointment.id
    // The afternoon of the 8th is blocked elsewhere, and everything else until the middle of the
    // month: a second read is needed.
    await house.sql(
      `with calendar as (insert into calendars (workspace_id, doctor_id, name, succeeded_at) values ($1, $2, 'elsewhere', now()) returning id)
       insert into calendar_busy_times (workspace_id, doctor_id, from_at, calendar_id, to_at)
       select $1, $2, at, id, at + interval '6 hours' from calendar,
         unnest(array['2030-01-08 10:30+00', '2030-01-09 03:00+00', '2030-01-09 09:00+00', '2030-01-10 03:00+00', '2030-01-10 09:00+00']::timestamptz[]) at`,
      [clinic.workspaceId, doctorId],
    )
    const nextDates: string[] = []
    // With hours, full, closed, a Sunday, and the first of several.
    for (const [date, more] of [
      ['2030-01-08'],
      ['2030-01-08', { ignoreAppointmentId }],
      ['2030-01-09'],
      ['2030-01-15'],
      ['2030-01-13'],
      ['2030-01-08', { days: 7 }],
    ] as const) {
      const named = await listSlots(clinic, 'asha-rao', 'jaipur', date, { patientId, ...more })
      const unnamed = await listSlots(clinic, 'asha-rao', 'jaipur', date, more)
      expect(named.json.activeSessionPackResponses, date).toMatchObject([
        { id: packId, sessionsRemaining: 2 },
      ])
      const { plans: _, activeSessionPackResponses: __, ...slots } = unnamed.json
      expect(named.json, date).toMatchObject(slots)
      nextDates.push(named.json.nextAvailableDate)
    }
    expect(nextDates).toEqual([
      '2030-01-11',
      '2030-01-11',
      '2030-01-11',
      '2030-01-16',
      '2030-01-14',
      '2030-01-11',
    ])
    // For a doctor without any slots, no time is read.
    expect(
      (await listSlots(clinic, 'meera-shah', 'jaipur', '2030-01-08', { patientId })).json
        .activeSessionPackResponses,
    ).toMatchObject([{ id: packId }])
  })

  it('show the pack of the requested length, and its price abroad [SLOT-11]', async () => {
    const clinic = await packClinic()
    const long = await listPlans(clinic, { durationMins: 30 })
    expect(
      long
        .filter(({ kind }: { kind: string }) => kind === 'SESSION_PACK')
        .map(({ pricePerSession }: { pricePerSession: number }) => pricePerSession),
    ).toEqual([400.17, 800])
    expect((await listPlans(clinic, { patientCountryCode: '+1' }))[1]).toMatchObject({
      pricePerSession: 20,
      currency: 'USD',
      isInternational: true,
    })
  })

  it('show the packs for a mode that only packs pay for, and none for a mode that is not offered [SLOT-09] [SLOT-32]', async () => {
    const clinic = await packClinic()
    const { patientId, packId } = await sold(clinic)
    await clinic.change(
      (file) =>
        void file.practitioners['asha-rao']?.at.jaipur?.hours?.push({
          days: ['SAT'],
          from: '09:00',
          to: '12:00',
          modes: ['HOME_VISIT'],
        }),
    )
    const listPlanKinds = async (mode: string) =>
      (await listPlans(clinic, { patientId, mode }, '2030-01-12')).map(
        ({ kind }: { kind: string }) => kind,
      )
    expect(await listPlanKinds('HOME_VISIT')).toEqual(['SESSION_PACK', 'ACTIVE_PACKAGE'])
    expect(await listPlanKinds('HOME_COLLECTION')).toEqual([])
    const booked = await useUp(clinic, packId, {
      ...slotTimes('09:00', 15, '2030-01-12'),
      mode: 'HOME_VISIT',
    })
    expect(booked.status, booked.text).toBe(201)
  })

  it('copied into a booking are booked at the price shown [SLOT-32]', async () => {
    const clinic = await packClinic()
    const { patientId } = await sold(clinic)
    const [, , owned] = await listPlans(clinic, { patientId })
    const booked = await useUp(clinic, owned.patientPackageId, at(1))
    expect(booked.json.appointment.consultationCharge).toBe(owned.pricePerSession)
  })

  it('show no pack on a date after its end', async () => {
    // Its clock is moved, so it has a separate house.
    const later = await openHarness()
    const clinic = await packClinic(later)
    const { patientId } = await sold(clinic)
    expect(
      (await listPlans(clinic, { patientId }, '2030-02-01')).map(
        ({ kind }: { kind: string }) => kind,
      ),
    ).toEqual(['GENERAL_CONSULTATION'])
    await later.moveTo('2030-02-01T00:00:00+05:30')
    expect(await packsShown(clinic, patientId)).toEqual([])
  })
})

describe('a session', () => {
  /** A visitor who has verified a phone. */
  async function visitor(clinic: Clinic, phoneNumber: string): Promise<CallOptions> {
    const options = {
      key: null,
      headers: { ...(await clinic.session()), 'x-end-user-id': `u-${phoneNumber}` },
    }
    await clinic.post('/v1/otp/send', { phoneNumber }, options)
    await clinic.post(
      '/v1/otp/verify',
      { phoneNumber, otpCode: rail.lastCodeTo(`+91${phoneNumber}`) },
      options,
    )
    return options
  }

  it('sees and uses the packs of the contact it has verified, and of no other [A-039]', async () => {
    const clinic = await packClinic()
    const { patientId, packId } = await sold(clinic, {
      ...slotTimes('09:00'),
      patientPayload: { ...meera, phoneNumber: '9876512345' },
    })
    const owner = await visitor(clinic, '9876512345')
    const other = await visitor(clinic, '9876554321')
    const parameters = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      appointmentDate: '2030-01-07',
      patientId,
    }
    const loadSlots = async (options: CallOptions) =>
      (await clinic.get(`/v1/appointments/available-slots?${queryString(parameters)}`, options))
        .json
    expect((await loadSlots(owner)).activeSessionPackResponses).toMatchObject([{ id: packId }])
    expect((await loadSlots(other)).activeSessionPackResponses).toEqual([])
    const searched = await clinic.get('/v1/patients/search-by-phone?phoneNumber=9876512345', owner)
    expect(searched.json.activeSessionPackResponses).toMatchObject([
      { id: packId, sessionsRemaining: 2 },
    ])

    const own = { workspaceId: clinic.workspaceId, source: 'WIDGET' }
    const before = await clinic.bookingRows()
    const stolen = await useUp(
      clinic,
      packId,
      {
        ...slotTimes('09:15'),
        ...own,
        patientPayload: { firstName: 'T', phoneNumber: '9876554321' },
      },
      other,
    )
    expect(stolen.status).toBe(400)
    expect(await clinic.bookingRows()).toBe(before)
    const used = await useUp(
      clinic,
      packId,
      { ...slotTimes('09:15'), ...own, patientPayload: { ...meera, phoneNumber: '9876512345' } },
      owner,
    )
    expect(used.status, used.text).toBe(201)
    expect(used.json.appointment).toMatchObject({
      paymentStatus: 'PAID',
      consultationCharge: 0,
      source: 'WIDGET',
    })
  })

  it('uses no family pack of a record that its contact does not reach [A-039] [A-144]', async () => {
    const clinic = await packClinic()
    const { packId, patientId: ownerId } = await sold(clinic)
    const email = 'arjun@example.org'
    const kin = (await book(clinic, { ...at(1), patientPayload: { ...arjun, email } })).json
      .appointment.patientId
    expect(kin).not.toBe(ownerId)
    // Only the address was verified; the phone that both share was not.
    const options = {
      key: null,
      headers: { ...(await clinic.session()), 'x-end-user-id': 'u-arjun' },
    }
    await clinic.post('/v1/otp/send', { channel: 'email', email }, options)
    expect(
      (
        await clinic.post(
          '/v1/otp/verify',
          { channel: 'email', email, otpCode: rail.lastCodeTo(email) },
          options,
        )
      ).status,
    ).toBe(200)
    const own = {
      workspaceId: clinic.workspaceId,
      source: 'WIDGET',
      patientPayload: undefined,
      patientId: kin,
    }
    const before = await clinic.bookingRows()
    expect((await useUp(clinic, packId, { ...at(2), ...own }, options)).status).toBe(403)
    expect(await clinic.bookingRows()).toBe(before)
    const alone = await book(clinic, { ...at(2), ...own }, options)
    expect(alone.status, alone.text).toBe(201)
    expect(
      (await useUp(clinic, packId, { ...at(3), patientPayload: undefined, patientId: kin })).status,
    ).toBe(201)
  })

  it('buys at the listed price, unpaid, and the pack is not active (A-021) [A-118]', async () => {
    const clinic = await packClinic()
    const phoneNumber = '9876567890'
    const options = await visitor(clinic, phoneNumber)
    const own = {
      workspaceId: clinic.workspaceId,
      source: 'WIDGET',
      patientPayload: { firstName: 'Meera', phoneNumber },
      ...slotTimes('09:00'),
    }
    const before = await clinic.bookingRows()
    for (const changes of [{ packageAmount: 1 }, { paymentStatus: 'PAID' }, { currency: 'USD' }])
      expect((await buy(clinic, { ...own, ...changes }, options)).status).toBe(400)
    expect(await clinic.bookingRows()).toBe(before)
    const bought = await buy(clinic, own, options)
    expect(bought.status, bought.text).toBe(201)
    expect(bought.json.appointment).toMatchObject({
      paymentStatus: 'UNPAID',
      consultationCharge: 1200.5,
    })
    expect(await packsShown(clinic, bought.json.appointment.patientId)).toEqual([])
  })
})

describe('an operator', () => {
  it('grants a pack, corrects it with a reason, and sees every movement with its cause', async () => {
    const clinic = await packClinic()
    const { patientId } = (await book(clinic, slotTimes('09:00'))).json.appointment
    const of = { workspace: clinic.name }
    const { id } = await house.operate('packs-grant', {
      ...of,
      patientId,
      pack: 'skin-3',
      amount: 0,
    })
    expect((await useUp(clinic, id, slotTimes('09:15'))).status).toBe(201)
    await house.operate('packs-correct', {
      ...of,
      id,
      sessions: 1,
      reason: 'The visit was cut short',
    })
    const [wallet] = await house.operate('packs-show', { ...of, patientId })
    expect(wallet).toMatchObject({
      id,
      active: true,
      totalSessions: 3,
      sessionsUsed: 0,
      sessionsRemaining: 3,
    })
    expect(wallet.movements).toMatchObject([
      {
        cause: 'USED',
        sessions: -1,
        appointmentId: expect.any(Number),
        reason: null,
        by: `key ${clinic.keyId}`,
      },
      {
        cause: 'CORRECTED',
        sessions: 1,
        appointmentId: null,
        reason: 'The visit was cut short',
        by: 'operator tester',
      },
    ])
    const audit = await house.operate('audit-show', { ...of, patientId })
    expect(
      audit
        .filter(({ action }: { action: string }) => action === 'CHANGED')
        .map(({ by }: { by: string }) => by),
    ).toEqual(['operator tester', 'operator tester'])
  })

  it("cannot correct beyond a pack's sessions, nor an unknown pack", async () => {
    const clinic = await packClinic()
    const { patientId } = (await book(clinic, slotTimes('09:00'))).json.appointment
    const of = { workspace: clinic.name }
    const { id } = await house.operate('packs-grant', { ...of, patientId, pack: 'skin-3' })
    for (const sessions of [1, -4, 0])
      await expect(
        house.operate('packs-correct', { ...of, id, sessions, reason: 'x' }),
      ).rejects.toThrow()
    await expect(
      house.operate('packs-correct', { ...of, id: 999_999, sessions: 1, reason: 'x' }),
    ).rejects.toThrow('there is no pack 999999')
    await expect(
      house.operate('packs-grant', { ...of, patientId, pack: 'skin-30' }),
    ).rejects.toThrow('no session pack skin-30 is on sale')
    await expect(
      house.operate('packs-grant', { ...of, patientId: 999_999, pack: 'skin-3' }),
    ).rejects.toThrow('No such patient')
    const other = await packClinic()
    await expect(
      house.operate('packs-correct', { workspace: other.name, id, sessions: -1, reason: 'x' }),
    ).rejects.toThrow('there is no pack')
    expect((await house.operate('packs-show', { ...of, patientId }))[0].movements).toEqual([])
  })
})

it("a pack's days follow the clinic's calendar however it was sold, and the last one is a full day [PACK-05] [A-143]", async () => {
  // Its clock is moved, so it has a separate house.
  const later = await openHarness({
    rails: rail,
    secret: 'a secret of the tests that is long enough',
  })
  const clinic = await packClinic(later)
  // One in the morning in Jaipur; in Berlin, and by UTC, it is still the day before.
  await later.moveTo('2030-02-18T19:30:00Z')
  const { patientId } = await sold(clinic, slotTimes('09:00', 15, '2030-02-25'))
  const alone = {
    packageConfigId: clinic.id('sessionPack', 'skin-3'),
    patientPayload: undefined,
    patientId,
  }
  for (const location of ['jaipur', 'berlin'])
    expect(
      (
        await clinic.post('/v1/session/packs', {
          ...alone,
          addressId: clinic.id('location', location),
        })
      ).status,
    ).toBe(201)
  await later.operate('packs-grant', { workspace: clinic.name, patientId, pack: 'skin-3' })
  const inJaipur = { purchasedOn: '2030-02-19', expiresOn: '2030-03-21' }
  const inBerlin = { purchasedOn: '2030-02-18', expiresOn: '2030-03-20' }
  const verified = async () => {
    const { phoneNumber } = meera
    const visitor = { headers: { 'x-end-user-id': 'u-1' } }
    await clinic.post('/v1/patients/send-phone-verification-otp', { phoneNumber }, visitor)
    const body = { phoneNumber, otpCode: rail.lastCodeTo(`+91${phoneNumber}`) }
    return (await clinic.post('/v1/patients/verify-phone-verification-otp', body, visitor)).json
      .data.activeSessionPackResponses
  }
  const loadShownPacks = async () => [await packsShown(clinic, patientId), await verified()]

  const all = [inJaipur, inJaipur, inBerlin, inJaipur]
  expect(await loadShownPacks()).toMatchObject([all, all])
  await later.moveTo('2030-03-20T23:59:00+05:30')
  expect(await loadShownPacks()).toMatchObject([all, all])
  await later.moveTo('2030-03-21T00:00:00+05:30')
  expect(await loadShownPacks()).toMatchObject([Array(3).fill(inJaipur), Array(3).fill(inJaipur)])
  await later.moveTo('2030-03-21T23:59:00+05:30')
  expect(await loadShownPacks()).toMatchObject([Array(3).fill(inJaipur), Array(3).fill(inJaipur)])
  await later.moveTo('2030-03-22T00:00:00+05:30')
  expect(await loadShownPacks()).toEqual([[], []])
})
