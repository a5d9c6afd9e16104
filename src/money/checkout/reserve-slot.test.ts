import { describe, expect, it } from 'vitest'
import { book, type Clinic, listSlots, slotTimes } from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  listVisits,
  readBooks,
  reserve,
  returnUrl,
} from '../../../test/support/clinic/paying-clinic.ts'
import {
  queueDate,
  readShownShift,
  shiftId,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import { withClient } from '../../../test/support/database/databases.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'

// A test waits as long as a lock is waited for.
const house = await openHarnessWithGateway({ databaseLimits: {} })
const checkoutNames = ['checkoutUrl', 'sessionRef', 'provider', 'appointmentRef']
const fail = (clinic: Clinic, call: string, how: string, more: Record<string, unknown> = {}) =>
  house.operate('sandbox-gateway-fail', { workspace: clinic.name, call, how, ...more })
const holdIsOver = () => house.operate('clock-advance', { ms: 16 * 60_000 })
const isListed = async (clinic: Clinic, clock = '09:00') =>
  JSON.stringify((await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07')).json.slots).includes(
    slotTimes(clock).fromDateTimeIso,
  )

async function refusedAndNothingWritten(
  clinic: Clinic,
  changes: Record<string, unknown>,
  message: string,
) {
  const before = await clinic.bookingRows()
  const reply = await reserve(clinic, changes)
  expect(reply.status, reply.text).toBe(400)
  expect(reply.json.message).toContain(message)
  expect(await clinic.bookingRows()).toBe(before)
}

/** A token of Meera's morning on the first day. */
const token = (clinic: Clinic, changes: Record<string, unknown> = {}) =>
  reserve(clinic, {
    doctorId: clinic.id('practitioner', 'meera-shah'),
    bookingType: undefined,
    mode: undefined,
    consultationCharge: undefined,
    fromDateTimeIso: undefined,
    toDateTimeIso: undefined,
    qmsWorkShiftId: shiftId(clinic),
    appointmentDate: queueDate,
    ...changes,
  })

describe('201', () => {
  it('books unpaid without a returnUrl, with no checkout [RES-04] [RES-05] [RES-06]', async () => {
    const clinic = await createPayingClinic(house)
    for (const [returnUrl, clock] of [
      [undefined, '09:00'],
      [null, '09:15'],
    ]) {
      const reply = await reserve(clinic, {
        returnUrl,
        paymentStatus: 'PAID',
        ...slotTimes(clock as string),
      })
      expect(reply.status, reply.text).toBe(201)
      // The route decides about the payment, not the body.
      expect(reply.json).toMatchObject({
        system: 'SCHEDULED',
        visit: null,
        appointment: { paymentStatus: 'UNPAID', paymentMode: 'CASH' },
      })
      for (const member of checkoutNames) expect(reply.json).not.toHaveProperty(member)
    }
    expect(house.calls()).toEqual([])
  })

  it('opens a checkout with a returnUrl, and holds the slot at once [RES-07] [RES-08] [RES-09] [RES-21]', async () => {
    const clinic = await createPayingClinic(house)
    house.calls()
    const reply = await reserve(clinic)
    expect(reply.status).toBe(201)
    const { appointment, checkoutUrl } = reply.json
    expect(appointment).toMatchObject({
      paymentStatus: 'PENDING',
      paymentMode: 'ONLINE',
      status: 'SCHEDULED',
    })
    expect(await isListed(clinic)).toBe(false)
    expect(house.calls()).toEqual(['open'])
    expect(checkoutUrl).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/sandbox-gateway\/checkout\/[0-9a-z]{26}$/,
    )
    const page = await house.call('GET', new URL(checkoutUrl).pathname)
    expect(page.status).toBe(200)
    expect(page.text).toContain(new URL(returnUrl).origin)
  })

  it('returns everything to be stored before the redirect, and no more of the payment [RES-10] [RES-11] [RES-13] [RES-14] [PAY-27]', async () => {
    const clinic = await createPayingClinic(house)
    const one = await reserve(clinic)
    const two = await reserve(clinic, slotTimes('09:15'))
    const { json } = one
    expect(Object.keys(json).toSorted()).toEqual([
      'appointment',
      'appointmentRef',
      'checkoutUrl',
      'patientId',
      'provider',
      'sessionRef',
      'system',
      'visit',
    ])
    expect(json.appointmentRef).toBe(json.appointment.bookingReference)
    expect(json.patientId).toBe(json.appointment.patientId)
    expect(json.provider).toBe((await clinic.get('/v2/workspaces')).json.onlinePaymentProvider)
    expect(json.sessionRef).toMatch(/^ps_[0-9a-z]{26}$/)
    expect(two.json.sessionRef).not.toBe(json.sessionRef)
  })

  it('accepts every member of a unified booking [RES-01]', async () => {
    const clinic = await createPayingClinic(house)
    const reply = await reserve(clinic, {
      workspaceId: 7,
      workspaceAddressId: clinic.id('location', 'jaipur'),
      system: 'SCHEDULED',
      currency: 'INR',
      discountAmount: 100,
      discountReason: 'Staff',
      paymentStatus: 'UNPAID',
      paymentReference: 'T-1',
      type: 'EMERGENCY',
      parentAppointmentId: 3,
      followUp: false,
      roomId: clinic.id('room', 'jaipur/room-1'),
      appointmentNotes: 'Ramp',
      chiefComplaint: 'Rash',
      patientTimezone: 'Asia/Dubai',
      bookingChannel: 'PHONE_CALL',
      vital: { pulse: 72 },
      qms: {},
    })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.json.appointment).toMatchObject({
      payableAmount: 400,
      discountReason: 'Staff',
      paymentReference: 'T-1',
      bookingChannel: 'PHONE_CALL',
    })
    await actOnPaymentPage(house, reply.json.checkoutUrl, 'pay')
    expect((await confirm(clinic, { sessionRef: reply.json.sessionRef })).json.status).toBe(
      'SUCCESS',
    )
    expect(await readBooks(house, clinic)).toEqual({ gateway: 40_000, service: 40_000 })
  })

  it('redirects the patient to a returnUrl whose scheme is in capitals [A-154]', async () => {
    const clinic = await createPayingClinic(house)
    const reply = await reserve(clinic, { returnUrl: 'HTTPS://Sunrise.Example/Paid' })
    expect(reply.status, reply.text).toBe(201)
    expect((await house.call('GET', new URL(reply.json.checkoutUrl).pathname)).text).toContain(
      'https://sunrise.example',
    )
  })

  it('opens no checkout if nothing is due, and the visit is paid [A-155]', async () => {
    const clinic = await createPayingClinic(house)
    house.calls()
    const reply = await reserve(clinic, { discountAmount: 500 })
    expect(reply.json.appointment).toMatchObject({
      paymentStatus: 'PAID',
      paymentMode: 'CASH',
      payableAmount: 0,
    })
    for (const member of checkoutNames) expect(reply.json).not.toHaveProperty(member)
    expect(house.calls()).toEqual([])
  })

  it('books a pack that pays as paid, and one that is bought as unpaid and inactive [A-148]', async () => {
    const clinic = await createPayingClinic(house)
    const bought = await reserve(clinic, {
      returnUrl: undefined,
      bookingType: 'PACKAGE_PURCHASE',
      packageConfigId: clinic.id('sessionPack', 'ten'),
      packageAmount: 4000,
    })
    expect(bought.json.appointment).toMatchObject({ paymentStatus: 'UNPAID' })
    expect(
      await house.sql('select activated_at from patient_packs where id = $1', [
        bought.json.appointment.patientPackageId,
      ]),
    ).toEqual([{ activated_at: null }])
    const { id } = await house.operate('packs-grant', {
      workspace: clinic.name,
      patientId: bought.json.appointment.patientId,
      pack: 'ten',
    })
    const used = await reserve(clinic, {
      ...slotTimes('09:15'),
      returnUrl: undefined,
      bookingType: 'USE_ACTIVE_PACKAGE',
      patientPackageId: id,
    })
    expect(used.json.appointment, used.text).toMatchObject({
      paymentStatus: 'PAID',
      consultationCharge: 0,
    })
  })
})

describe('of a token', () => {
  it('is requested by a qmsWorkShiftId, at the top level or in qms [RES-03] [RES-12] [A-163]', async () => {
    const clinic = await createPayingClinic(house)
    const reply = await token(clinic)
    expect(reply.status, reply.text).toBe(201)
    expect(reply.json).toMatchObject({
      system: 'QMS',
      appointment: null,
      appointmentRef: 'A-1',
      provider: 'sandbox',
      visit: {
        tokenDisplay: 'A-1',
        paymentStatus: 'PENDING',
        paymentMode: 'ONLINE',
        status: 'WAITING',
        mode: 'OFFLINE',
        bookingChannel: 'ONLINE',
      },
    })
    expect(reply.json.patientId).toBe(reply.json.visit.patientId)
    const nested = await token(clinic, {
      qmsWorkShiftId: undefined,
      appointmentDate: undefined,
      system: 'QMS',
      qms: tokenBody(clinic),
    })
    expect(nested.json.visit, nested.text).toMatchObject({
      tokenDisplay: 'A-2',
      bookingChannel: 'PHONE_CALL',
    })
    const plain = await token(clinic, { returnUrl: undefined })
    expect(plain.json.visit).toMatchObject({
      tokenDisplay: 'A-3',
      paymentStatus: 'UNPAID',
      paymentMode: 'CASH',
    })
    for (const member of checkoutNames) expect(plain.json).not.toHaveProperty(member)
  })

  it('uses the given date, otherwise that of the given time, and is refused without one, started or not [A-163]', async () => {
    const clinic = await createPayingClinic(house)
    const cases = [
      [{ appointmentDate: '2030-01-02' }, '2030-01-02'],
      [{ appointmentDate: undefined, fromDateTimeIso: '2030-01-03T03:30:00+05:30' }, '2030-01-03'],
      [{ appointmentDate: '2030-01-03', qms: { appointmentDate: '2030-01-04' } }, '2030-01-04'],
    ] as const
    for (const [changes, date] of cases)
      expect((await token(clinic, changes)).json.visit.appointmentDate).toBe(date)
    await startShift(house, clinic)
    expect((await token(clinic)).status).toBe(201)
    const before = await clinic.bookingRows()
    const undated = await token(clinic, { appointmentDate: undefined })
    expect([undated.status, undated.json.error, undated.json.message]).toEqual([
      400,
      'VALIDATION_ERROR',
      'VALIDATION_ERROR: appointmentDate is required.',
    ])
    expect(await clinic.bookingRows()).toBe(before)
    const sunday = await token(clinic, { appointmentDate: '2030-01-06' })
    expect([sunday.status, sunday.json.error]).toEqual([400, 'SHIFT_NOT_ON_DATE'])
    const contrary = await token(clinic, { system: 'SCHEDULED' })
    expect([contrary.status, contrary.json.error]).toEqual([400, 'VALIDATION_ERROR'])
  })

  it('holds its place while it waits for the payment, and frees it when that does not come [A-176] [PAY-18] [PAY-22] [INV-28]', async () => {
    const clinic = await createPayingClinic(house)
    const { json } = await token(clinic)
    const second = await token(clinic, { returnUrl: undefined })
    expect(second.json.visit.position).toBe(2)
    expect((await readShownShift(clinic)).bookedCount).toBe(2)
    await holdIsOver()
    await expect.poll(async () => (await readShownShift(clinic)).bookedCount).toBe(1)
    const { list } = (await clinic.get(`/v1/qms-appointments/visits?startDate=${queueDate}`)).json
    expect(list).toMatchObject([
      { status: 'CANCELLED', cancellationReason: 'auto-cancelled: payment not completed' },
      { position: 1 },
    ])
    expect((await confirm(clinic, { sessionRef: json.sessionRef })).json).toMatchObject({
      status: 'PENDING',
      message: expect.stringContaining('auto-cancelled'),
    })
    // No one else gets its number.
    expect((await token(clinic)).json.visit.tokenDisplay).toBe('A-3')
  })

  it('refuses members that have no place in a queue [A-151]', async () => {
    const clinic = await createPayingClinic(house)
    const before = await clinic.bookingRows()
    for (const changes of [
      { followUp: true },
      { discountAmount: 5 },
      { roomId: 1 },
      { bookingType: 'USE_ACTIVE_PACKAGE' },
      { mode: 'ONLINE' },
    ]) {
      const reply = await token(clinic, changes)
      expect([reply.status, reply.json.error], JSON.stringify(changes)).toEqual([
        400,
        'VALIDATION_ERROR',
      ])
    }
    expect(await clinic.bookingRows()).toBe(before)
  })
})

describe('400', () => {
  it('refuses what the unified route refuses, unknown members too, and nothing is written [RES-02]', async () => {
    const clinic = await createPayingClinic(house)
    for (const [changes, message] of [
      [{ foo: 1 }, 'foo'],
      [{ paymentCollectionType: 'AT_COUNTER' }, 'paymentCollectionType'],
      [{ mode: undefined }, 'mode'],
      [{ consultationCharge: -1 }, 'consultationCharge'],
      [slotTimes('09:05'), 'SLOT_NOT_OFFERED'],
      [{ paymentStatus: 'REFUNDED' }, 'paymentStatus'],
    ] as const)
      await refusedAndNothingWritten(clinic, changes, message)
    expect((await clinic.post('/v1/appointments/reserve-slot', [])).json.fieldErrors).toEqual([
      { field: 'body', error: 'must be a JSON object', value: [] },
    ])
  })

  it('refuses a pack that pays together with a returnUrl, before a session is used [RES-19] [PACK-14]', async () => {
    const clinic = await createPayingClinic(house)
    const { patientId } = (await book(clinic)).json.appointment
    const { id } = await house.operate('packs-grant', {
      workspace: clinic.name,
      patientId,
      pack: 'ten',
    })
    await refusedAndNothingWritten(
      clinic,
      { ...slotTimes('09:15'), bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: id },
      'USE_ACTIVE_PACKAGE',
    )
  })

  it('reserves nothing if there is no visit to follow up [FUP-06]', async () => {
    const clinic = await createPayingClinic(house)
    await refusedAndNothingWritten(
      clinic,
      { followUp: true, bookingType: undefined, consultationCharge: undefined },
      'FOLLOW_UP_NOT_ELIGIBLE',
    )
    expect(await isListed(clinic)).toBe(true)
  })

  it('refuses a returnUrl that is not a plain https address, before it books [A-154]', async () => {
    const clinic = await createPayingClinic(house)
    for (const url of [
      '',
      'javascript:alert(1)',
      'https://good@evil.example/',
      '//evil.example',
      'http://sunrise.example/paid',
      'https://a b.example/',
    ])
      await refusedAndNothingWritten(clinic, { returnUrl: url }, 'returnUrl')
    await refusedAndNothingWritten(clinic, { returnUrl: 7 }, 'returnUrl')
    expect((await reserve(clinic, { returnUrl: 'http://localhost:8080/paid' })).status).toBe(201)
  })
})

describe('a checkout that cannot be opened', () => {
  it("leaves the booking, unpaid for good, and returns only the gateway's answer [RES-15] [RES-16] [RES-17] [PAY-25] [A-157]", async () => {
    const clinic = await createPayingClinic(house, (file) => {
      delete file.workspace.paymentGateway
    })
    const refused = await reserve(clinic)
    expect(refused.status).toBe(400)
    expect(refused.json).toEqual({
      statusCode: 400,
      status: 'failed',
      error: 'GATEWAY_NOT_CONFIGURED',
      message: expect.stringContaining('GATEWAY_NOT_CONFIGURED'),
    })
    await holdIsOver()
    expect(await listVisits(clinic)).toMatchObject([
      { paymentStatus: 'UNPAID', status: 'SCHEDULED', paymentMode: 'CASH' },
    ])
    expect(await isListed(clinic)).toBe(false)
  })

  it("passes the gateway's answer through, status and body [RES-20] [ERR-15]", async () => {
    const clinic = await createPayingClinic(house)
    for (const [status, clock] of [
      [402, '09:00'],
      [503, '09:15'],
    ] as const) {
      const body = { error: { code: 'CARD_NETWORK_DOWN', nested: [1, null] }, status }
      await fail(clinic, 'open', 'refuse', { status, body, times: 1 })
      const reply = await reserve(clinic, slotTimes(clock))
      expect([reply.status, reply.json]).toEqual([status, body])
    }
    expect(await listVisits(clinic)).toMatchObject([
      { paymentStatus: 'UNPAID' },
      { paymentStatus: 'UNPAID' },
    ])
    // A checkout that may have been opened is closed when its hold is over, and its booking stays.
    await holdIsOver()
    await expect
      .poll(async () =>
        (
          await house.sql(
            'select state from payment_sessions where workspace_id = $1 order by id',
            [clinic.workspaceId],
          )
        ).map(({ state }) => state),
      )
      .toEqual(['NOT_OPENED', 'CLOSED'])
    expect(await listVisits(clinic)).toMatchObject([
      { status: 'SCHEDULED' },
      { status: 'SCHEDULED' },
    ])
  })

  it.each(['time-out-before', 'time-out-after', 'wrong-amount'])(
    'says so when the gateway does not answer, and keeps the booking: %s [RES-15]',
    async (how) => {
      const clinic = await createPayingClinic(house)
      await fail(clinic, 'open', how, { times: 1 })
      const reply = await reserve(clinic, {}, 'one')
      expect(reply.status, reply.text).toBe(503)
      expect(reply.headers['retry-after']).toBe('1')
      expect(await listVisits(clinic)).toMatchObject([
        { paymentStatus: 'UNPAID', status: 'SCHEDULED' },
      ])
      await holdIsOver()
      await expect
        .poll(
          async () =>
            (
              await house.sql('select state from payment_sessions where workspace_id = $1', [
                clinic.workspaceId,
              ])
            )[0].state,
        )
        .toBe('CLOSED')
      expect(await listVisits(clinic)).toMatchObject([
        { paymentStatus: 'UNPAID', status: 'SCHEDULED' },
      ])
      expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
    },
  )
})

it('a reservation whose checkout could not be recorded in time is not reported as undone [ERR-12] [RES-07]', async () => {
  const clinic = await createPayingClinic(house)
  const answer = house.pauseNext('open', 'after')
  const reservation = reserve(clinic)
  await answer.reached
  await withClient(house.connection, async (other) => {
    await other.query('begin')
    await other.query('select from payment_sessions where workspace_id = $1 for update', [
      clinic.workspaceId,
    ])
    answer.goOn()
    expect(await reservation).toMatchObject({
      status: 500,
      json: { message: expect.not.stringContaining('nothing was done') },
    })
    await other.query('rollback')
  })
  expect(await listVisits(clinic)).toMatchObject([
    { status: 'SCHEDULED', paymentStatus: 'PENDING' },
  ])
})

it('lists the slot of a swept reservation again [PAY-24]', async () => {
  const clinic = await createPayingClinic(house)
  await reserve(clinic)
  await holdIsOver()
  await expect.poll(() => isListed(clinic)).toBe(true)
  expect((await book(clinic)).status).toBe(201)
})

it('attributes bookings to the key, and expiries to the service [INV-39] [A-194]', async () => {
  const clinic = await createPayingClinic(house)
  const { json } = await reserve(clinic)
  await holdIsOver()
  await expect.poll(async () => (await listVisits(clinic))[0].status).toBe('CANCELLED')
  expect((await listVisits(clinic))[0].source).toBe('DEVELOPER_API')
  const entries = await house.sql(
    'select action, key_id is not null as by_key, by_service from audit_entries where workspace_id = $1 and appointment_id = $2 and action <> $3 order by id',
    [clinic.workspaceId, json.appointment.id, 'READ'],
  )
  expect(entries).toEqual([
    { action: 'BOOKED', by_key: true, by_service: false },
    { action: 'CANCELLED', by_key: false, by_service: true },
  ])
})

it('says where a checkout can be opened, and where not [WS-05] [WS-06] [A-248]', async () => {
  const paying = await createPayingClinic(house)
  const other = await house.clinic()
  expect((await paying.get('/v2/workspaces')).json).toMatchObject({
    onlinePaymentEnabled: true,
    onlinePaymentProvider: 'sandbox',
  })
  expect((await other.get('/v2/workspaces')).json).toMatchObject({
    onlinePaymentEnabled: false,
    onlinePaymentProvider: null,
  })
  // A gateway that is named but not set up here opens nothing.
  await house.sql("update workspaces set payment_gateway = 'elsewhere' where id = $1", [
    paying.workspaceId,
  ])
  await expect
    .poll(async () => (await paying.get('/v2/workspaces')).json)
    .toMatchObject({ onlinePaymentEnabled: false, onlinePaymentProvider: 'elsewhere' })
  expect((await reserve(paying)).json.error).toBe('GATEWAY_NOT_CONFIGURED')
})
