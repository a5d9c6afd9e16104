import { describe, expect, it } from 'vitest'
import { openHouse, slotAt, slotsOf } from '../../test/harness.ts'
import { atPage, books, confirm, payingClinic, reserve, returnUrl, visitsOf } from '../../test/paying-clinic.ts'

const house = await openHouse()

describe('POST /v1/appointments/reserve-slot', () => {
  it('books unpaid without a returnUrl, with no checkout [RES-05] [RES-06] [RES-04]', async () => {
    const clinic = await payingClinic(house)
    const reply = await reserve(clinic, { returnUrl: undefined })
    expect(reply.status).toBe(201)
    expect(reply.json).toMatchObject({ system: 'SCHEDULED', visit: null, appointment: { paymentStatus: 'UNPAID' } })
    for (const member of ['checkoutUrl', 'sessionRef', 'provider', 'appointmentRef']) expect(reply.json).not.toHaveProperty(member)
  })

  it('opens a checkout with a returnUrl, and holds the slot at once [RES-07] [RES-08] [RES-21]', async () => {
    const clinic = await payingClinic(house)
    const reply = await reserve(clinic)
    expect(reply.status).toBe(201)
    const { appointment, checkoutUrl, provider, sessionRef, appointmentRef, patientId } = reply.json
    expect(appointment).toMatchObject({ paymentStatus: 'PENDING', paymentMode: 'ONLINE', status: 'SCHEDULED' })
    expect({ provider, appointmentRef, patientId }).toEqual({
      provider: 'sandbox',
      appointmentRef: appointment.bookingReference,
      patientId: appointment.patientId,
    })
    expect(URL.canParse(checkoutUrl)).toBe(true)
    expect(sessionRef).toMatch(/^ps_[0-9a-z]{26}$/)
    const slots = (await slotsOf(clinic, 'asha-rao', 'jaipur', '2030-01-07')).json.slots
    expect(JSON.stringify(slots)).not.toContain(slotAt('09:00').fromDateTimeIso)
    const page = await house.call('GET', new URL(checkoutUrl).pathname)
    expect(page.status).toBe(200)
    expect(page.text).toContain(new URL(returnUrl).origin)
  })

  it('is paid once, however often it is confirmed [PAY-12] [PAY-21]', async () => {
    const clinic = await payingClinic(house)
    const { json } = await reserve(clinic)
    expect((await confirm(clinic, { sessionRef: json.sessionRef })).json).toMatchObject({ status: 'PENDING', paymentStatus: 'PENDING' })
    expect((await atPage(house, json.checkoutUrl, 'pay')).status).toBe(303)
    for (let time = 0; time < 5; time += 1) {
      const reply = await confirm(clinic, { sessionRef: json.sessionRef })
      expect(reply.json).toMatchObject({ status: 'SUCCESS', paymentStatus: 'PAID', appointmentRef: json.appointmentRef, walletBalanceAfter: null })
    }
    expect(await books(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
    expect(await house.sql('select cause, debit, credit, amount_minor::int from ledger_entries where workspace_id = $1', [clinic.workspaceId])).toEqual([
      { cause: 'CAPTURED', debit: 'GATEWAY', credit: 'FEES', amount_minor: 50000 },
    ])
  })

  it('keeps the booking when the clinic has no gateway, and opens the checkout once it has one [RES-15] [RES-18]', async () => {
    const clinic = await house.clinic()
    const refused = await reserve(clinic, {}, 'one')
    expect(refused.status).toBe(400)
    expect(refused.json).toMatchObject({ error: 'GATEWAY_NOT_CONFIGURED' })
    expect(refused.json).not.toHaveProperty('appointment')
    expect(await visitsOf(clinic)).toMatchObject([{ paymentStatus: 'UNPAID', status: 'SCHEDULED', paymentMode: 'CASH' }])
    await clinic.change((file) => {
      file.workspace.paymentGateway = 'sandbox'
    })
    const retried = await reserve(clinic, {}, 'one')
    expect(retried.status).toBe(201)
    expect(retried.json.appointment.paymentStatus).toBe('PENDING')
    expect(await visitsOf(clinic)).toHaveLength(1)
    expect((await reserve(clinic, {}, 'one')).text).toBe(retried.text)
  })

  it('gives an abandoned reservation up, and its slot is on offer again [PAY-18] [PAY-22] [PAY-24]', async () => {
    const clinic = await payingClinic(house)
    const { json } = await reserve(clinic)
    await house.operate('clock-advance', { ms: 20 * 60_000 })
    await expect.poll(async () => (await visitsOf(clinic))[0]?.status).toBe('CANCELLED')
    expect(await visitsOf(clinic)).toMatchObject([{ cancellationReason: 'auto-cancelled: payment not completed', paymentStatus: 'PENDING' }])
    const outcome = (await confirm(clinic, { sessionRef: json.sessionRef })).json
    expect(outcome).toMatchObject({ status: 'PENDING', message: expect.stringContaining('auto-cancelled') })
    expect(JSON.stringify((await slotsOf(clinic, 'asha-rao', 'jaipur', '2030-01-07')).json.slots)).toContain(slotAt('09:00').fromDateTimeIso)
  })
})
