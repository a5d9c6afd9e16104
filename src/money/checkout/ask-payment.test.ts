// Staff ask for a payment by a link, and end an online payment that is to be made at the desk.

import { describe, expect, it } from 'vitest'
import { doDueWork } from '../../../test/support/clinic/do-due-work.ts'
import {
  book,
  type Clinic,
  type Json,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  createPayingClinic,
  readBooks,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const origin = 'https://booking.example'
const rail = createRecordingRail()
const house = await openHarnessWithGateway({ rails: rail, publicUrl: origin })

const asking = (change: (file: ClinicFile) => void = () => {}) =>
  createPayingClinic(house, (file) => {
    file.workspace.notices = { payment: true, packPayment: true }
    change(file)
  })
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })
const meera = { firstName: 'Meera', phoneNumber: '9876543210', email: 'meera@example.org' }

async function bookVisit(clinic: Clinic, changes: Json = {}): Promise<number> {
  const { json, text } = await book(clinic, { patientPayload: meera, ...changes })
  expect(json.appointment, text).toBeTruthy()
  return json.appointment.id
}

async function bookToken(clinic: Clinic): Promise<number> {
  const { json } = await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, { patientPayload: meera, appointmentDate: '2030-01-07' }),
  )
  return json.visit.visitId
}

async function sellPack(clinic: Clinic): Promise<number> {
  const id = await bookVisit(clinic)
  const { patient } = await operate(clinic, 'visit-show', { id })
  return (
    await operate(clinic, 'packs-sell', {
      patientId: patient.id,
      pack: 'ten',
      addressId: clinic.id('location', 'jaipur'),
    })
  ).id
}

/** The messages that were sent, once there are so many. */
async function waitForNotices(count: number) {
  await doDueWork(house)
  expect(rail.notices).toHaveLength(count)
  return rail.notices.splice(0)
}

const headers = { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' }
const pay = async (path: string): Promise<Reply> => house.call('POST', `${path}/pay`, { headers })

describe('payments-ask', () => {
  it.each([
    ['visit', bookVisit, 'payments'],
    ['token', bookToken, 'payments'],
    ['pack', sellPack, 'packs'],
  ] as const)(
    'sends the patient of a %s a link, by which it is paid, and again if asked again [MINE-03] [DAY-05]',
    async (_, thingOf, noun) => {
      const clinic = await asking()
      const id = await thingOf(clinic)
      const look = (): Promise<Json> => operate(clinic, `${noun}-online`, { id })
      expect(await look()).toEqual({ askedAt: null, mayAsk: true, underWay: false })
      const asked = await operate(clinic, `${noun}-ask`, { id })
      expect(asked).toMatchObject({ id, amount: expect.any(Number), currency: 'INR' })
      const [message] = await waitForNotices(1)
      expect(message?.subject.replaceAll(',', '')).toContain(String(asked.amount))
      expect(await look()).toEqual({ askedAt: asked.askedAt, mayAsk: true, underWay: false })
      await operate(clinic, `${noun}-ask`, { id })
      await waitForNotices(1)

      const [, path = ''] =
        new RegExp(`${origin}(/visit/[0-9a-z]{26})\n`).exec(message?.text ?? '') ?? []
      const checkout = String((await pay(path)).headers.refresh).replace(/^0; url=/, '')
      expect(await look()).toMatchObject({ mayAsk: true, underWay: true })
      await actOnPaymentPage(house, checkout, 'pay')
      await house.call('GET', `${path}/paid`)
      expect(await look()).toMatchObject({ mayAsk: false, underWay: false })
      expect(await readBooks(house, clinic)).toEqual({
        gateway: asked.amount * 100,
        service: asked.amount * 100,
      })
    },
  )

  it('is refused, with nothing sent, where it would lead nowhere [MINE-03]', async () => {
    const refused = async (clinic: Clinic, id: number, says: string) => {
      const before = await clinic.bookingRows()
      await expect(operate(clinic, 'payments-ask', { id })).rejects.toThrow(says)
      expect(await clinic.bookingRows()).toBe(before)
    }
    const clinic = await asking()
    await refused(clinic, 999_999, 'no visit')
    await refused(clinic, await bookVisit(await asking()), 'no visit')
    await refused(
      clinic,
      await bookVisit(clinic, { paymentMode: 'CASH', paymentStatus: 'PAID' }),
      'already PAID',
    )
    const others = await asking()
    const nameless = await bookVisit(others, { patientPayload: { firstName: 'Asif' } })
    await refused(others, nameless, 'no e-mail or phone')
    await operate(others, 'visit-pay', { id: nameless, method: 'CASH', amount: 100 })
    await refused(others, nameless, 'part of the price')
    await operate(others, 'visit-cancel', { id: nameless })
    await refused(others, nameless, 'is cancelled')
    const silent = await createPayingClinic(house)
    await refused(silent, await bookVisit(silent), 'are not switched on')
    const cash = await house.clinic((file) => {
      file.workspace.notices = { payment: true }
    })
    await refused(cash, await bookVisit(cash), 'does not accept online payments')
    expect(rail.notices).toEqual([])
  })

  it('of a pack is refused, with nothing sent, where it would lead nowhere [MINE-03]', async () => {
    const clinic = await asking()
    const id = await sellPack(clinic)
    const refused = async (at: Clinic, packId: number, says: string) => {
      const before = await at.bookingRows()
      await expect(operate(at, 'packs-ask', { id: packId })).rejects.toThrow(says)
      expect(await at.bookingRows()).toBe(before)
    }
    await refused(await asking(), id, 'was sold separately')
    await refused(clinic, await bookVisit(clinic, slotTimes('11:00')), 'was sold separately')
    await operate(clinic, 'packs-pay', {
      id,
      method: 'CASH',
      addressId: clinic.id('location', 'jaipur'),
    })
    await refused(clinic, id, 'already PAID')
    const visitsOnly = await createPayingClinic(house, (file) => {
      file.workspace.notices = { payment: true }
    })
    await refused(visitsOnly, await sellPack(visitsOnly), 'are not switched on')
    expect(rail.notices).toEqual([])
  })

  it('sends nothing to a patient who has paid in the meantime [MINE-03]', async () => {
    const clinic = await asking()
    const id = await bookVisit(clinic)
    await operate(clinic, 'notices-off', {})
    await expect(operate(clinic, 'payments-ask', { id })).rejects.toThrow('are not switched on')
    await operate(clinic, 'notices-on', {})
    rail.behaves = 'refuses'
    await operate(clinic, 'payments-ask', { id })
    const payments = async () => {
      await house.application.dueWork.tick()
      return (await operate(clinic, 'notices-list', {})).map(({ kind, state, error }: Json) => [
        kind,
        state,
        error,
      ])
    }
    await expect.poll(payments).toContainEqual(['payment', 'FAILED', 'the rail is closed'])
    rail.behaves = 'delivers'
    await operate(clinic, 'visit-pay', { id, method: 'CASH' })
    await house.moveTo(new Date(house.application.clock.now() + 3_600_000).toISOString())
    await expect
      .poll(payments)
      .toContainEqual(['payment', 'SKIPPED', 'there is nothing left to pay'])
    expect(rail.notices).toEqual([])
  })
})

describe('payments-leave', () => {
  it('ends the payment that the patient began, and the desk takes it; a reservation is kept [MINE-02]', async () => {
    const clinic = await asking()
    const { json } = await reserve(clinic)
    const { id } = json.appointment
    await expect(operate(clinic, 'visit-pay', { id, method: 'CASH' })).rejects.toThrow(
      'held for an online payment',
    )
    expect(await operate(clinic, 'payments-leave', { id })).toEqual({ id, paymentStatus: 'UNPAID' })
    await operate(clinic, 'visit-pay', { id, method: 'CASH' })
    await actOnPaymentPage(house, json.checkoutUrl, 'pay')
    expect(await operate(clinic, 'visit-show', { id })).toMatchObject({
      paymentStatus: 'PAID',
      paymentMode: 'CASH',
      status: 'SCHEDULED',
    })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('ends the online payment of a pack [MINE-02]', async () => {
    const clinic = await asking()
    const id = await sellPack(clinic)
    await operate(clinic, 'packs-ask', { id })
    const [message] = await waitForNotices(1)
    const [, path = ''] =
      new RegExp(`${origin}(/visit/[0-9a-z]{26})\n`).exec(message?.text ?? '') ?? []
    await pay(path)
    expect(await operate(clinic, 'packs-leave', { id })).toEqual({ id, paymentStatus: 'UNPAID' })
    expect(await operate(clinic, 'packs-online', { id })).toMatchObject({
      mayAsk: true,
      underWay: false,
    })
  })

  it('finds the payment that has arrived [MINE-02]', async () => {
    const clinic = await asking()
    const { json } = await reserve(clinic)
    await actOnPaymentPage(house, json.checkoutUrl, 'pay')
    expect(await operate(clinic, 'payments-leave', { id: json.appointment.id })).toEqual({
      id: json.appointment.id,
      paymentStatus: 'PAID',
    })
  })

  it('changes nothing where the gateway does not say what became of it [MINE-02]', async () => {
    const clinic = await asking()
    const { json } = await reserve(clinic)
    await operate(clinic, 'sandbox-gateway-fail', { call: 'read', how: 'time-out-before' })
    const before = await clinic.bookingRows()
    await expect(operate(clinic, 'payments-leave', { id: json.appointment.id })).rejects.toThrow(
      'has not said what became',
    )
    expect(await clinic.bookingRows()).toBe(before)
  })
})
