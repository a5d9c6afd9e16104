import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { createPayingClinic } from '../../../../test/support/clinic/paying-clinic.ts'
import { tokenBody } from '../../../../test/support/clinic/queue-clinic.ts'
import { fastCheckOptions, runSize } from '../../../../test/support/run/sizes.ts'

const house = await openHarness()

const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })

/**
 * A visit as staff request it: with Asha in Jaipur on the Monday of the tests, at nine or as given.
 */
function bookingInput(clinic: Clinic, changes: Json = {}): Json {
  const place = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  const members = {
    ...place,
    mode: 'OFFLINE',
    ...slotTimes('09:00'),
    ...(changes.patientId ? {} : { patientPayload: meera }),
    ...changes,
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
const bookAtDesk = (clinic: Clinic, changes: Json = {}) =>
  operate(clinic, 'visit-book', bookingInput(clinic, changes))
const quoteVisit = (clinic: Clinic, changes: Json = {}) =>
  operate(clinic, 'visit-quote', bookingInput(clinic, changes))

async function owner(clinic: Clinic): Promise<{ patientId: number; packId: number }> {
  const { patientId } = (await book(clinic, slotTimes('18:00'))).json.appointment
  return {
    patientId,
    packId: (await operate(clinic, 'packs-grant', { patientId, pack: 'ten' })).id,
  }
}
async function completedVisit(clinic: Clinic): Promise<Json> {
  const visit = (await book(clinic, slotTimes('09:00', 15, '2030-01-04'))).json.appointment
  await house.sql("update appointments set status = 'COMPLETED' where id = $1", [visit.id])
  return visit
}

describe('a visit that staff book', () => {
  it('is what the API books, except for who booked it [DAY-05]', async () => {
    const clinic = await createPayingClinic(house)
    const other = await createPayingClinic(house)
    const more = {
      discountAmount: 50,
      discountReason: 'Staff family',
      chiefComplaint: 'Rash',
      appointmentNotes: 'Wheelchair',
      bookingChannel: 'PHONE_CALL',
    }
    const { doctor, location, room, visitType, patient, dueAmount, ...visit } = await bookAtDesk(
      clinic,
      more,
    )
    const byKey = (await book(other, more)).json.appointment
    expect([doctor, location, room, visitType, patient.firstName, visit.source]).toEqual([
      'Dr Asha Rao',
      'jaipur',
      null,
      null,
      'Meera',
      'DASHBOARD',
    ])
    const own = ({
      id,
      appointmentId,
      workspaceId,
      patientId,
      addressId,
      doctorId,
      bookingReference,
      source,
      ...same
    }: Json) => same
    expect(dueAmount).toBe(visit.paymentStatus === 'UNPAID' ? visit.payableAmount : 0)
    expect(own(visit)).toEqual({
      ...own(byKey),
      createdAt: visit.createdAt,
      updatedAt: visit.updatedAt,
    })
    const audited =
      'select action, operator, appointment_id from audit_entries where workspace_id = $1 order by id'
    expect(
      (await house.sql(audited, [clinic.workspaceId])).map(({ action, operator }) => [
        action,
        operator,
      ]),
    ).toEqual([
      ['CREATED', 'tester'],
      ['BOOKED', 'tester'],
    ])
  })

  it('is refused as the API refuses it, and then nothing is written [DAY-05]', async () => {
    const clinic = await createPayingClinic(house)
    await bookAtDesk(clinic)
    const before = await clinic.bookingRows()
    const arjun = { firstName: 'Arjun', phoneNumber: '9876500017' }
    const refusals: [Json, string][] = [
      [{ patientPayload: arjun }, 'This slot is taken'],
      [{ ...slotTimes('09:05'), patientPayload: arjun }, 'do not match a slot this doctor offers'],
      [
        { ...slotTimes('10:00'), doctorId: clinic.id('practitioner', 'meera-shah') },
        'appointmentSystemType is QMS',
      ],
      [
        { ...slotTimes('10:00'), patientPayload: undefined },
        'patientId or patientPayload is required',
      ],
      [{ ...slotTimes('10:00'), discountAmount: 501 }, 'discountAmount must not exceed'],
      [{ ...slotTimes('10:00'), followUp: true }, 'book without followUp'],
      [
        { ...slotTimes('10:00'), patientPackageId: 99 },
        'patientPackageId does not name a session pack',
      ],
      [
        { ...slotTimes('10:00'), paidBy: 'GOLD', patientPayload: arjun },
        'paymentMode must be one of',
      ],
      [
        { ...slotTimes('10:00'), paidBy: 'ONLINE', patientPayload: arjun },
        'an online payment cannot be recorded at the desk',
      ],
      [
        { ...slotTimes('10:00'), paidBy: 'CASH', patientPackageId: 1 },
        'paidBy cannot be sent with patientPackageId',
      ],
    ]
    for (const [changes, sentence] of refusals)
      await expect(bookAtDesk(clinic, changes), JSON.stringify(changes)).rejects.toThrow(sentence)
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('that is paid at once is in the books of the desk, with method and member [DAY-05]', async () => {
    const clinic = await createPayingClinic(house)
    const collectedByUserId = clinic.id('staff', 'nina-roy')
    const visit = await bookAtDesk(clinic, { paidBy: 'UPI', collectedByUserId })
    expect(visit).toMatchObject({ paymentStatus: 'PAID', paymentMode: 'UPI', payableAmount: 500 })
    expect(await operate(clinic, 'payments-desk', {})).toMatchObject([
      { paidFor: visit.bookingReference, method: 'UPI', amount: 500, collectedByUserId },
    ])
  })

  it('uses a pack, or buys one that is active once it is paid [DAY-05]', async () => {
    const clinic = await createPayingClinic(house)
    const { patientId, packId } = await owner(clinic)
    expect(await bookAtDesk(clinic, { patientId, patientPackageId: packId })).toMatchObject({
      paymentStatus: 'PAID',
      payableAmount: 0,
      patientPackageId: packId,
    })
    const buys = {
      patientPayload: { firstName: 'Noor' },
      packageConfigId: clinic.id('sessionPack', 'ten'),
    }
    const active = async ({ patientPackageId }: Json) =>
      (
        await house.sql(
          'select activated_at is not null as active from patient_packs where id = $1',
          [patientPackageId],
        )
      )[0].active
    const unpaid = await bookAtDesk(clinic, { ...buys, ...slotTimes('10:00') })
    expect([unpaid.payableAmount, unpaid.paymentStatus, await active(unpaid)]).toEqual([
      4000,
      'UNPAID',
      false,
    ])
    const paid = await bookAtDesk(clinic, { ...buys, ...slotTimes('10:15'), paidBy: 'CASH' })
    expect([paid.payableAmount, paid.paymentStatus, await active(paid)]).toEqual([
      4000,
      'PAID',
      true,
    ])
  })

  it('succeeds once for two concurrent requests [DAY-06]', async () => {
    const clinic = await createPayingClinic(house)
    const people = ['Ishaan', 'Farida', 'Tomas', 'Noor'].map((firstName) => ({
      patientPayload: { firstName },
    }))
    const tries = await Promise.allSettled([
      ...people.map((one) => bookAtDesk(clinic, { ...one, paidBy: 'CASH' })),
      book(clinic),
    ])
    expect(
      tries.filter((tried) => tried.status === 'fulfilled' && tried.value.status !== 400),
    ).toHaveLength(1)
    const [visit] = await house.sql(
      'select count(*)::int as visits from appointments where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(visit.visits).toBe(1)
  })
})

describe('a quote', () => {
  it('fits the patient: by tier, from abroad, as a follow-up, with a pack; and writes nothing [DAY-04]', async () => {
    const clinic = await createPayingClinic(house)
    const visit = await completedVisit(clinic)
    const { patientId, packId } = await owner(clinic)
    const tier = clinic.id('tier', 'asha-rao/jaipur/long')
    const before = await clinic.bookingRows()
    const abroad = { patientPayload: { firstName: 'Ann', countryCode: '+1' } }
    expect(await quoteVisit(clinic, { patientPayload: undefined })).toMatchObject({
      payableAmount: 500,
      currency: 'INR',
      durationMins: 15,
      followableAppointmentId: null,
    })
    expect(await quoteVisit(clinic, abroad)).toMatchObject({
      payableAmount: 25,
      currency: 'USD',
      isInternational: true,
    })
    expect(
      await quoteVisit(clinic, { ...slotTimes('09:00', 30), consultationDurationTierId: tier }),
    ).toMatchObject({
      payableAmount: 900,
      durationMins: 30,
      consultationDurationTierId: tier,
    })
    expect(await quoteVisit(clinic, { ...slotTimes('09:00', 30) })).toMatchObject({
      payableAmount: 900,
      consultationDurationTierId: tier,
    })
    const known = await quoteVisit(clinic, { patientId, discountAmount: 20 })
    expect(known).toMatchObject({
      consultationCharge: 500,
      discountAmount: 20,
      payableAmount: 480,
      followableAppointmentId: visit.id,
      parentAppointmentId: null,
    })
    expect(
      known.plans.map(({ kind, patientPackageId, sessionPackName }: Json) => [
        kind,
        patientPackageId,
        sessionPackName,
      ]),
    ).toEqual([
      ['GENERAL_CONSULTATION', undefined, null],
      ['SESSION_PACK', undefined, 'Ten visits'],
      ['ACTIVE_PACKAGE', packId, 'Ten visits'],
    ])
    expect(await quoteVisit(clinic, { patientId, followUp: true })).toMatchObject({
      payableAmount: 200,
      parentAppointmentId: visit.id,
    })
    expect(await quoteVisit(clinic, { patientId, patientPackageId: packId })).toMatchObject({
      payableAmount: 0,
    })
    expect(
      await quoteVisit(clinic, { patientId, packageConfigId: clinic.id('sessionPack', 'ten') }),
    ).toMatchObject({ payableAmount: 4000 })
    await expect(
      quoteVisit(clinic, { followUp: true, patientPayload: { firstName: 'Noor' } }),
    ).rejects.toThrow('book without followUp')
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('matches the next booking, and the price that a key must send, in every case [DAY-04] [A-243]', async () => {
    const wishes = fc.record({
      mode: fc.constantFrom('OFFLINE', 'ONLINE', 'WALK_IN'),
      minutes: fc.constantFrom(15, 30, 10),
      byTier: fc.boolean(),
      countryCode: fc.constantFrom(undefined, '+91', '+1'),
      how: fc.constantFrom(
        'alone' as const,
        'follow-up' as const,
        'pack' as const,
        'new pack' as const,
      ),
      discountAmount: fc.constantFrom(0, 10, 24.5),
    })
    await fc.assert(
      fc.asyncProperty(
        wishes,
        async ({ mode, minutes, byTier, countryCode, how, discountAmount }) => {
          const clinic = await createPayingClinic(house, ({ workspace }) =>
            Object.assign(workspace, { strictPrices: true }),
          )
          const first = {
            patientPayload: { firstName: 'Meera', countryCode },
            consultationCharge: countryCode === '+1' ? 25 : 500,
          }
          const { patientId } = (await book(clinic, { ...first, ...slotTimes('18:00') })).json
            .appointment
          const tierName = minutes === 30 ? 'long' : 'short'
          const changes = {
            patientId,
            mode,
            ...slotTimes('09:00', minutes),
            ...(how === 'pack'
              ? {
                  patientPackageId: (
                    await operate(clinic, 'packs-grant', { patientId, pack: 'ten' })
                  ).id,
                }
              : { discountAmount }),
            ...(how === 'new pack' ? { packageConfigId: clinic.id('sessionPack', 'ten') } : {}),
            ...(how === 'follow-up' ? { followUp: true } : {}),
            ...(how === 'alone' && byTier && minutes !== 15
              ? { consultationDurationTierId: clinic.id('tier', `asha-rao/jaipur/${tierName}`) }
              : {}),
          }
          const outcome = async (work: Promise<Json>) => work.catch((error: Error) => error.message)
          const money = (told: Json) =>
            typeof told === 'string'
              ? told
              : [told.consultationCharge, told.discountAmount, told.payableAmount, told.currency]
          const quoted = await outcome(quoteVisit(clinic, changes))
          const booked = await outcome(bookAtDesk(clinic, changes))
          expect(money(booked)).toEqual(money(quoted))
          if (typeof quoted === 'string' || how === 'follow-up') return
          const sent = {
            alone: { consultationCharge: quoted.consultationCharge, currency: quoted.currency },
            pack: { bookingType: 'USE_ACTIVE_PACKAGE', consultationCharge: undefined },
            'new pack': {
              bookingType: 'PACKAGE_PURCHASE',
              consultationCharge: undefined,
              packageAmount: quoted.consultationCharge,
            },
          }[how]
          const byKey = await book(clinic, {
            ...changes,
            patientPayload: undefined,
            ...sent,
            ...slotTimes(minutes === 10 ? '09:10' : '09:30', minutes),
          })
          expect([byKey.status, money(byKey.json.appointment)], byKey.text).toEqual([
            201,
            money(quoted),
          ])
        },
      ),
      { numRuns: runSize(25, 300), ...fastCheckOptions },
    )
  })
})

it('a clinic cannot book anything of another', async () => {
  const clinic = await createPayingClinic(house)
  const other = await createPayingClinic(house)
  const { patientId } = (await other.post('/v1/qms-appointments/pre/book', tokenBody(other))).json
    .visit
  await expect(bookAtDesk(clinic, { patientId })).rejects.toThrow('No such patient')
  await expect(bookAtDesk(clinic, { addressId: other.id('location', 'jaipur') })).rejects.toThrow(
    'No such doctor works at this location',
  )
})
