// A patient who leaves the checkout: the reservation is kept, and paid at the clinic.

import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  createBookingBody,
  type Json,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  listVisits,
  readBooks,
  reservationRequest,
  returnUrl,
} from '../../../test/support/clinic/paying-clinic.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'

const house = await openHarnessWithGateway()
const path = '/v1/appointments/reserve-slot'
const send = (clinic: Clinic, body: Json, key: string | null = 'one') =>
  clinic.post(path, body, key === null ? {} : { headers: { 'idempotency-key': key } })
const listSessionStates = async ({ workspaceId }: Clinic) =>
  (
    await house.sql('select state from payment_sessions where workspace_id = $1 order by id', [
      workspaceId,
    ])
  ).map(({ state }) => state)
const loadOutcome = async (clinic: Clinic, sessionRef: string): Promise<Json> =>
  (await confirm(clinic, { sessionRef })).json

describe('a reservation whose checkout is left', () => {
  it.each(['visit', 'token'] as const)(
    'is kept as it was and paid at the clinic, and its answer repeats: a %s [PAGE-07] [INV-30]',
    async (thing) => {
      const clinic = await createPayingClinic(house)
      const { body } = reservationRequest(clinic, thing, '09:00', { paymentMode: 'CASH' })
      const reserved = (await send(clinic, body)).json
      expect(await loadOutcome(clinic, reserved.sessionRef)).toMatchObject({
        status: 'PENDING',
        over: false,
        heldUntil: expect.stringMatching(/^2030-/),
      })
      const left = await send(clinic, { ...body, withoutCheckout: true })
      expect(left.status, left.text).toBe(201)
      const bookedItem = (answer: Json) => answer.appointment ?? answer.visit
      expect(bookedItem(left.json)).toMatchObject({ paymentStatus: 'UNPAID', paymentMode: 'CASH' })
      expect(left.json).not.toHaveProperty('checkoutUrl')
      expect(
        (bookedItem(left.json).bookingReference ?? bookedItem(left.json).tokenDisplay) ===
          reserved.appointmentRef,
      ).toBe(true)
      for (const again of [body, { ...body, withoutCheckout: true }])
        expect((await send(clinic, again)).json).toEqual(left.json)
      expect(await loadOutcome(clinic, reserved.sessionRef)).toMatchObject({
        status: 'PENDING',
        over: true,
        reason: 'NO_CHECKOUT',
        heldUntil: null,
      })
      // The booking is not given up when its hold would have ended.
      await house.operate('clock-advance', { ms: 20 * 60_000 })
      expect(await loadOutcome(clinic, reserved.sessionRef)).toMatchObject({
        reason: 'NO_CHECKOUT',
      })
      expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
    },
  )

  it('closes it at the gateway, and money that arrives all the same pays the visit [PAY-19] [INV-29]', async () => {
    const clinic = await createPayingClinic(house)
    const body = createBookingBody(clinic, { returnUrl })
    const reserved = (await send(clinic, body)).json
    await actOnPaymentPage(house, reserved.checkoutUrl, 'pay-late')
    await send(clinic, { ...body, withoutCheckout: true })
    await house.operate('clock-advance', { ms: 18 * 60_000 })
    await expect.poll(async () => (await listVisits(clinic))[0].paymentStatus).toBe('PAID')
    expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
    const other = (await send(clinic, { ...body, ...slotTimes('09:15') }, 'two')).json
    await send(clinic, { ...body, ...slotTimes('09:15'), withoutCheckout: true }, 'two')
    await expect
      .poll(async () =>
        (await house.call('GET', new URL(other.checkoutUrl).pathname)).text.includes('Pay INR'),
      )
      .toBe(false)
  })

  it('is answered as paid where the payment has arrived, and stays paid [PAY-19]', async () => {
    const clinic = await createPayingClinic(house)
    const body = createBookingBody(clinic, { returnUrl })
    const { checkoutUrl } = (await send(clinic, body)).json
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    expect((await send(clinic, { ...body, withoutCheckout: true })).json.appointment).toMatchObject(
      { paymentStatus: 'PAID', paymentMode: 'ONLINE' },
    )
    expect(await listSessionStates(clinic)).toEqual(['PAID'])
  })

  it('is named where its gateway refused the checkout [A-157]', async () => {
    const clinic = await createPayingClinic(house)
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'open',
      how: 'refuse',
      status: 402,
      times: 1,
    })
    const body = createBookingBody(clinic, { returnUrl })
    expect((await send(clinic, body)).status).toBe(402)
    const left = await send(clinic, { ...body, withoutCheckout: true })
    expect([left.status, left.json.appointment]).toMatchObject([
      201,
      { paymentStatus: 'UNPAID', bookingReference: (await listVisits(clinic))[0].bookingReference },
    ])
    expect(await listVisits(clinic)).toHaveLength(1)
  })

  it('is refused where it is over, unknown, another one, or has no key, and nothing is written [A-160]', async () => {
    const clinic = await createPayingClinic(house)
    const body = createBookingBody(clinic, { returnUrl })
    const { appointment } = (await send(clinic, body)).json
    const before = await clinic.bookingRows()
    const refused = async (changes: Json, key: string | null = 'one') =>
      (await send(clinic, { ...body, withoutCheckout: true, ...changes }, key)).json.error
    expect(await refused({}, 'another')).toBe('RESERVATION_ENDED')
    expect(await refused({ chiefComplaint: 'Rash' })).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await refused({}, null)).toBe('VALIDATION_ERROR')
    expect(await refused({ returnUrl: undefined })).toBe('VALIDATION_ERROR')
    expect(await clinic.bookingRows()).toBe(before)
    await house.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
      key: clinic.key,
      body: {},
    })
    // Its checkout is being closed behind the answer.
    await expect.poll(() => listSessionStates(clinic)).toEqual(['RELEASED'])
    const then = await clinic.bookingRows()
    expect(await refused({})).toBe('RESERVATION_ENDED')
    expect(await clinic.bookingRows()).toBe(then)
  })

  it('is kept once, or paid, whichever comes first in a race, and the books agree [INV-29] [INV-30]', async () => {
    const clinic = await createPayingClinic(house)
    for (const [index, clock] of ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15'].entries()) {
      const body = createBookingBody(clinic, { returnUrl, ...slotTimes(clock) })
      const { checkoutUrl, sessionRef } = (await send(clinic, body, `race ${index}`)).json
      await actOnPaymentPage(house, checkoutUrl, 'pay')
      const leave = () => send(clinic, { ...body, withoutCheckout: true }, `race ${index}`)
      const [one, other] = await Promise.all([
        leave(),
        leave(),
        confirm(clinic, { sessionRef }),
        confirm(clinic, { sessionRef }),
      ])
      expect([one.status, other.status]).toEqual([201, 201])
    }
    expect(
      (await listVisits(clinic)).map(({ paymentStatus, status }) => `${status} ${paymentStatus}`),
    ).toEqual(Array(6).fill('SCHEDULED PAID'))
    expect(await readBooks(house, clinic)).toEqual({ gateway: 300_000, service: 300_000 })
  })
})
