// The listed price is the charged price: for random patients and visits, the plan that availability
// shows is the charge of the booking made from it by a visitor, who cannot set a price.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  listSlots,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'

const rail = createRecordingRail()
const house = await openHarness({
  rails: rail,
  secret: 'a secret of the tests that is long enough',
})

interface Wanted {
  isFromAbroad: boolean
  mode: 'OFFLINE' | 'ONLINE'
  tier: 'long' | 'short' | undefined
  /** How the tier is requested and booked: by its id, or only by the length of the slot. */
  tierBy: 'id' | 'minutes'
  buys: 'a visit' | 'a follow-up' | 'a pack' | 'by a pack'
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  isFromAbroad: fc.boolean(),
  mode: fc.constantFrom('OFFLINE' as const, 'ONLINE' as const),
  tier: fc.constantFrom('long' as const, 'short' as const, undefined, undefined),
  tierBy: fc.constantFrom('id' as const, 'minutes' as const),
  buys: fc.constantFrom(
    'a visit' as const,
    'a visit' as const,
    'a follow-up' as const,
    'a pack' as const,
    'by a pack' as const,
  ),
})

const clinic: Clinic = await house.clinic((file) => {
  file.sessionPacks = {
    four: {
      displayName: 'Four',
      sessions: 4,
      validityDays: 300,
      currency: 'INR',
      price: 1000,
      internationalCurrency: 'USD',
      internationalPrice: 70,
    },
  }
})
const tierMins = { long: 30, short: 10 }
const findTierId = (tier: 'long' | 'short') => clinic.id('tier', `asha-rao/jaipur/${tier}`)
let people = 0

/** A visitor with a separate patient, who has visited the clinic. */
async function visitor({
  isFromAbroad,
  buys,
}: Wanted): Promise<{ options: CallOptions; patientId: number; packId: number | undefined }> {
  people += 1
  const countryCode = isFromAbroad ? '+1' : '+91'
  const phoneNumber = isFromAbroad
    ? `21255501${String(people).padStart(2, '0')}`
    : `98765${String(people).padStart(5, '0')}`
  const options = {
    key: null,
    headers: { ...(await clinic.session()), 'x-end-user-id': `u-${people}` },
  }
  const phone = { phoneNumber, countryCode }
  expect((await clinic.post('/v1/otp/send', phone, options)).status).toBe(200)
  expect(
    (
      await clinic.post(
        '/v1/otp/verify',
        { ...phone, otpCode: rail.lastCodeTo(`${countryCode}${phoneNumber}`) },
        options,
      )
    ).status,
  ).toBe(200)
  const seen = await book(clinic, {
    ...(await freeSlot({})),
    patientPayload: { firstName: 'Visitor', ...phone },
  })
  expect(seen.status, seen.text).toBe(201)
  const { id, patientId } = seen.json.appointment
  if (buys === 'a follow-up')
    await house.sql("update appointments set status = 'COMPLETED' where id = $1", [id])
  const packId =
    buys === 'by a pack'
      ? (await house.operate('packs-grant', { workspace: clinic.name, patientId, pack: 'four' })).id
      : undefined
  return { options, patientId, packId }
}

/** Asha's next free slot. */
async function freeSlot(more: Record<string, string | number | boolean>, options?: CallOptions) {
  const of = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
    days: 5,
    appointmentDate: '2030-01-07',
  }
  const { json } = await clinic.get(
    `/v1/appointments/available-slots?${queryString({ ...of, ...more })}`,
    options,
  )
  const slots = json.days.flatMap(
    ({ slots }: { slots: { fromDateTimeIso: string; toDateTimeIso: string }[] }) => slots,
  )
  const { fromDateTimeIso, toDateTimeIso } = slots[0]
  return { fromDateTimeIso, toDateTimeIso }
}

/** The grid of the tier, as it is requested. */
function tierQuery({ tier, tierBy }: Pick<Wanted, 'tier' | 'tierBy'>): {
  durationTierId?: number
  durationMins?: number
} {
  if (!tier) return {}
  return tierBy === 'id' ? { durationTierId: findTierId(tier) } : { durationMins: tierMins[tier] }
}

/** The plans of a date. */
async function plansFor(
  { isFromAbroad, mode, tier, tierBy, buys }: Wanted,
  appointmentDate: string,
  patientId: number,
  options: CallOptions,
) {
  const parameters = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
    appointmentDate,
    mode,
    patientId,
    patientCountryCode: isFromAbroad ? '+1' : '+91',
    ...tierQuery({ tier, tierBy }),
    ...(buys === 'a follow-up' && { followUp: true }),
  }
  return (await clinic.get(`/v1/appointments/available-slots?${queryString(parameters)}`, options))
    .json.plans
}

it('the shown plan is the charge of the booking made from it [SLOT-13] [FUP-09]', async () => {
  const run = async (want: Wanted) => {
    const { mode, tierBy, buys } = want
    // Packs are for visits of the ordinary length, and cannot be combined with a tier (BOOK-39).
    const tier = buys === 'a visit' ? want.tier : undefined
    const { options, patientId, packId } = await visitor(want)
    const slot = await freeSlot({ mode, ...tierQuery({ tier, tierBy }) })
    // The list of its own date: whether a visit is a follow-up depends on its time.
    const plans = await plansFor(
      { ...want, tier },
      slot.fromDateTimeIso.slice(0, 10),
      patientId,
      options,
    )
    const kind = {
      'a visit': 'GENERAL_CONSULTATION',
      'a follow-up': 'GENERAL_CONSULTATION',
      'a pack': 'SESSION_PACK',
      'by a pack': 'ACTIVE_PACKAGE',
    }[buys]
    const plan = plans.find((candidate: { kind: string }) => candidate.kind === kind)
    const body = {
      workspaceId: clinic.workspaceId,
      source: 'WIDGET',
      patientPayload: undefined,
      patientId,
      mode,
      consultationCharge: undefined,
      ...slot,
    }
    const priceOfPack = want.isFromAbroad
      ? { packageAmount: 70, currency: 'USD' }
      : { packageAmount: 1000, currency: 'INR' }
    const purchase = {
      'a visit':
        tier && tierBy === 'id'
          ? { consultationDurationTierId: findTierId(tier) }
          : { consultationCharge: plan.pricePerSession },
      'a follow-up': { bookingType: undefined, followUp: true },
      'a pack': {
        bookingType: 'PACKAGE_PURCHASE',
        packageConfigId: plan.packageConfigId,
        ...priceOfPack,
      },
      'by a pack': { bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: plan.patientPackageId },
    }[buys]
    const reply = await book(clinic, { ...body, ...purchase }, options)
    expect(reply.status, `${JSON.stringify(want)} ${reply.text}`).toBe(201)
    const { consultationCharge, currency } = reply.json.appointment
    const charged =
      buys === 'a pack' ? consultationCharge / plan.sessionsRemaining : consultationCharge
    expect([charged, currency]).toEqual([plan.pricePerSession, plan.currency])
    expect(reply.json.appointment.consultationDurationTierId).toBe(tier ? findTierId(tier) : null)
    if (buys === 'by a pack') expect(plan.patientPackageId).toBe(packId)
    // The flag makes a follow-up, not the list in which it was found.
    if (buys !== 'a follow-up') expect(reply.json.appointment.followUp).toBe(false)
  }
  await fc.assert(fc.asyncProperty(wanted, run), { numRuns: runSize(25, 60), ...fastCheckOptions })
})

it('a length that only tiers have costs a visitor what the list by minutes shows, with no tier named [SLOT-08] [A-021]', async () => {
  const own = await house.clinic((file) => {
    const practice = file.practitioners['asha-rao']?.at.jaipur
    // For a length of several tiers the list names none, and shows the plain fee.
    if (practice)
      practice.tiers = {
        ...practice.tiers,
        calm: { minutes: 20, fee: 600 },
        thorough: { minutes: 20, fee: 700 },
      }
  })
  const phoneNumber = '9876512345'
  const options = { key: null, headers: { ...(await own.session()), 'x-end-user-id': 'u-length' } }
  expect((await own.post('/v1/otp/send', { phoneNumber }, options)).status).toBe(200)
  expect(
    (
      await own.post(
        '/v1/otp/verify',
        { phoneNumber, otpCode: rail.lastCodeTo(`+91${phoneNumber}`) },
        options,
      )
    ).status,
  ).toBe(200)
  const bookFor = (consultationCharge: number, slot: object) =>
    book(
      own,
      {
        workspaceId: own.workspaceId,
        source: 'WIDGET',
        patientPayload: { firstName: 'Meera', phoneNumber },
        consultationCharge,
        ...slot,
      },
      options,
    )

  for (const [minutes, clock, fee, tier] of [
    [30, '09:00', 900, own.id('tier', 'asha-rao/jaipur/long')],
    [10, '09:30', 350, own.id('tier', 'asha-rao/jaipur/short')],
    [20, '09:40', 500, null],
    [15, '10:00', 500, null],
  ] as const) {
    const slot = slotTimes(clock, minutes)
    const listed = (
      await listSlots(own, 'asha-rao', 'jaipur', '2030-01-07', {
        mode: 'OFFLINE',
        durationMins: minutes,
      })
    ).json
    expect([listed.plans[0].pricePerSession, listed.selectedDurationTierId]).toEqual([fee, tier])
    const before = await own.bookingRows()
    const refused = await bookFor(tier === null ? 900 : 500, slot)
    expect([refused.status, refused.json.message], refused.text).toEqual([
      400,
      expect.stringContaining(`consultationCharge must be ${fee} INR`),
    ])
    expect(await own.bookingRows()).toBe(before)
    const { appointment } = (await bookFor(fee, slot)).json
    expect(appointment).toMatchObject({
      consultationCharge: fee,
      consultationDurationTierId: tier,
      toDateTimeTs: slot.toDateTimeIso,
    })
  }
  // With a key the charge is the caller's, and the visit has no tier.
  const byKey = await book(own, { ...slotTimes('11:00', 30), consultationCharge: 1 })
  expect(byKey.json.appointment).toMatchObject({
    consultationCharge: 1,
    consultationDurationTierId: null,
  })

  // For the plain length, the list that names neither shows the plain fee, whatever tier has that
  // length too.
  await own.change((file) => {
    const practice = file.practitioners['asha-rao']?.at.jaipur
    if (practice) practice.tiers = { ...practice.tiers, usual: { minutes: 15, fee: 650 } }
  })
  expect(
    (await listSlots(own, 'asha-rao', 'jaipur', '2030-01-07', { mode: 'OFFLINE' })).json.plans[0]
      .pricePerSession,
  ).toBe(500)
  expect((await bookFor(500, slotTimes('10:15'))).json.appointment).toMatchObject({
    consultationCharge: 500,
    consultationDurationTierId: null,
  })
})
