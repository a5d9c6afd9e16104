import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
} from '../../../../test/support/clinic/harness.ts'
import { createRecordClinic, meera } from '../../../../test/support/clinic/patient-desk.ts'

const house = await openHarness()
const operate = (clinic: Clinic, name: string, input: Json): Promise<Json> =>
  house.operate(name, { workspace: clinic.name, ...input })
const jaipur = (clinic: Clinic) => clinic.id('location', 'jaipur')
const createPatient = async (clinic: Clinic, changes: Json = {}) =>
  (await book(clinic, { patientPayload: { ...meera, ...changes } })).json.appointment.patientId

describe('a pack that is sold', () => {
  it('pays for nothing until it is paid, is paid once, and is in the till of its location [TILL-04]', async () => {
    const clinic = await createRecordClinic(house)
    const patientId = await createPatient(clinic)
    const sold = await operate(clinic, 'packs-sell', {
      patientId,
      pack: 'ten',
      addressId: jaipur(clinic),
    })
    expect(sold).toMatchObject({
      isActive: false,
      packageAmount: 4000,
      currency: 'INR',
      paymentStatus: 'UNPAID',
      sessionsRemaining: 10,
    })
    expect(
      await operate(clinic, 'packs-pay', {
        id: sold.id,
        method: 'CARD',
        addressId: jaipur(clinic),
      }),
    ).toMatchObject({ amount: 4000 })
    await expect(operate(clinic, 'packs-pay', { id: sold.id, method: 'CARD' })).rejects.toThrow(
      'is already PAID',
    )
    const paid = await operate(clinic, 'packs-sell', {
      patientId,
      pack: 'ten',
      addressId: jaipur(clinic),
      paidBy: 'CASH',
    })
    expect(paid).toMatchObject({ isActive: true, paymentStatus: 'PAID', paymentMode: 'CASH' })
    const till = await operate(clinic, 'till-show', {
      addressId: jaipur(clinic),
      after: 0,
      limit: 10,
    })
    expect(
      till.entries.map(({ method, amount, paidFor }: Json) => [method, amount, paidFor]),
    ).toEqual([
      ['CARD', 4000, `pack ${sold.id}`],
      ['CASH', 4000, `pack ${paid.id}`],
    ])
    expect(await operate(clinic, 'packs-show', { patientId })).toMatchObject([
      { id: sold.id, state: 'ACTIVE' },
      { id: paid.id, state: 'ACTIVE' },
    ])
    expect(await operate(clinic, 'packs-show', { patientId, after: sold.id })).toMatchObject([
      { id: paid.id },
    ])
    expect(await operate(clinic, 'packs-show', { patientId, limit: 1 })).toMatchObject([
      { id: sold.id },
    ])
    const changes = (await operate(clinic, 'audit-show', { patientId })).map(
      ({ action }: Json) => action,
    )
    expect(changes.filter((action: string) => ['CHANGED', 'PAID'].includes(action))).toEqual([
      'PAID',
      'CHANGED',
      'PAID',
      'CHANGED',
    ])
  })

  it('costs the list price for the patient, as it was shown before [TILL-04]', async () => {
    const clinic = await createRecordClinic(house, (file) => {
      Object.assign(file.sessionPacks?.ten ?? {}, {
        internationalCurrency: 'USD',
        internationalPrice: 60,
      })
    })
    for (const [changes, amount, currency] of [
      [{}, 4000, 'INR'],
      [{ firstName: 'Jo', countryCode: '+44', phoneNumber: '7700900123' }, 60, 'USD'],
    ] as const) {
      const patientId = (
        await clinic.post(
          '/v1/patients',
          { ...meera, ...changes },
          { headers: { 'x-acting-user-id': String(clinic.id('staff', 'nina-roy')) } },
        )
      ).json.id
      const [listed] = await operate(clinic, 'packs-offered', {
        patientId,
        addressId: jaipur(clinic),
      })
      expect(listed).toMatchObject({
        name: 'ten',
        sessionPackName: 'Ten visits',
        totalSessions: 10,
        amount,
        currency,
      })
      expect(
        await operate(clinic, 'packs-sell', { patientId, pack: 'ten', addressId: jaipur(clinic) }),
      ).toMatchObject({ packageAmount: amount, currency })
    }
  })

  it('is refused with nothing written: unknown pack, patient or location, no location out of several, an invalid method [TILL-04]', async () => {
    const clinic = await createRecordClinic(house)
    const other = await createRecordClinic(house)
    const patientId = await createPatient(clinic)
    const before = await clinic.bookingRows()
    const sale = { patientId, pack: 'ten', addressId: jaipur(clinic) }
    for (const [input, sentence] of [
      [{ ...sale, pack: 'twenty' }, 'no session pack twenty is on sale'],
      [{ ...sale, patientId: 999_999 }, 'No such patient'],
      [{ ...sale, addressId: jaipur(other) }, 'No such location'],
      [{ patientId, pack: 'ten' }, 'No such location'],
      [{ ...sale, paidBy: 'SHELLS' }, 'paymentMode must be one of CASH'],
      [{ ...sale, paidBy: 'ONLINE' }, 'an online payment cannot be recorded at the desk'],
    ] as const)
      await expect(operate(clinic, 'packs-sell', input), JSON.stringify(input)).rejects.toThrow(
        sentence,
      )
    await expect(
      operate(other, 'packs-sell', { ...sale, addressId: jaipur(other) }),
    ).rejects.toThrow('No such patient')
    expect(await clinic.bookingRows()).toBe(before)
    expect(await operate(clinic, 'packs-show', { patientId })).toEqual([])
  })
})
