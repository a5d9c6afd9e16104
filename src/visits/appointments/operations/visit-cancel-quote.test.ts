import { describe, expect, it } from 'vitest'
import { book, type Clinic, type Json, slotTimes } from '../../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reserve,
} from '../../../../test/support/clinic/paying-clinic.ts'
import { openHarnessWithGateway } from '../../../../test/support/gateways/recorded-gateway.ts'

const house = await openHarnessWithGateway()
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })

const made: Record<string, (clinic: Clinic) => Promise<number>> = {
  unpaid: async (clinic) => (await book(clinic)).json.appointment.id,
  'paid at the desk': async (clinic) => {
    const { id } = (await book(clinic, { discountAmount: 0.5 })).json.appointment
    await operate(clinic, 'visit-pay', { id, method: 'CASH' })
    return id
  },
  'paid online': async (clinic) => {
    const { appointment, sessionRef, checkoutUrl } = (await reserve(clinic)).json
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef })
    return appointment.id
  },
  'not paid online yet': async (clinic) => (await reserve(clinic)).json.appointment.id,
  'paid by a pack': async (clinic) => {
    const { patientId } = (await book(clinic, slotTimes('18:00'))).json.appointment
    const { id } = await operate(clinic, 'packs-grant', { patientId, pack: 'ten' })
    const pack = {
      bookingType: 'USE_ACTIVE_PACKAGE',
      patientPackageId: id,
      consultationCharge: undefined,
    }
    return (await book(clinic, { patientPayload: undefined, patientId, ...pack })).json.appointment
      .id
  },
  'with which a pack was bought': async (clinic) => {
    const pack = {
      bookingType: 'PACKAGE_PURCHASE',
      packageConfigId: clinic.id('sessionPack', 'ten'),
      packageAmount: 4000,
      consultationCharge: undefined,
    }
    return (await book(clinic, { ...pack, paymentStatus: 'PAID' })).json.appointment.id
  },
  'with which a pack was bought online': async (clinic) => {
    const pack = {
      bookingType: 'PACKAGE_PURCHASE',
      packageConfigId: clinic.id('sessionPack', 'ten'),
      packageAmount: 4000,
      consultationCharge: undefined,
    }
    const { appointment, sessionRef, checkoutUrl } = (await reserve(clinic, pack)).json
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef })
    return appointment.id
  },
}
const ways: Json[] = [
  {},
  { refund: 100 },
  { refund: 33 },
  { refund: 0 },
  { void: true },
  { returnSession: true },
  { void: true, refund: 100 },
]

async function loadPack(clinic: Clinic): Promise<Json> {
  const [pack] = await house.sql(
    'select sessions_used, ended_at is not null as ended from patient_packs where workspace_id = $1',
    [clinic.workspaceId],
  )
  return pack
}

function packOutcome(before: Json, after: Json): string | null {
  if (!after) return null
  if (after.ended) return 'ENDED'
  return after.sessions_used < before.sessions_used ? 'SESSION_RETURNED' : 'KEPT'
}

describe.each(Object.keys(made))('the quote of a cancellation of a visit %s', (kind) => {
  it.each(ways)('is what the cancellation does, and changes nothing: %j [DAY-09]', async (way) => {
    const clinic = await createPayingClinic(house)
    const id = await (made[kind] as (clinic: Clinic) => Promise<number>)(clinic)
    const before = await clinic.bookingRows()
    const packBefore = await loadPack(clinic)
    const outcome = (name: string): Promise<Json> =>
      operate(clinic, name, { id, ...way }).catch((error: Error) => error.message)
    const quoted = await outcome('visit-cancel-quote')
    expect(await clinic.bookingRows()).toBe(before)
    const done = await outcome('visit-cancel')
    if (typeof done === 'string') return expect(quoted).toBe(done)
    const { refunds } = await operate(clinic, 'visit-show', { id })
    const refundedAmount = refunds.reduce((sum: number, { amount }: Json) => sum + amount, 0)
    const refunder = refunds[0]?.online ? 'GATEWAY' : 'DESK'
    expect(quoted).toEqual({
      refundAmount: refundedAmount,
      policyPercentage: null,
      refundPercentage: done.refundPercentage ?? 0,
      keptAmount: ['PAID', 'REFUNDED'].includes(done.paymentStatus)
        ? Math.round((done.payableAmount - refundedAmount) * 100) / 100
        : 0,
      currency: done.currency,
      refundedBy: refundedAmount === 0 ? 'NO_ONE' : refunder,
      pack: packOutcome(packBefore, await loadPack(clinic)),
    })
  })
})

it('a visit of another clinic, and one that is over, has no quote [DAY-09]', async () => {
  const clinic = await createPayingClinic(house)
  const other = await createPayingClinic(house)
  const id = (await book(other)).json.appointment.id
  await expect(operate(clinic, 'visit-cancel-quote', { id })).rejects.toThrow('No such appointment')
  await house.call('PATCH', `/v1/appointments/${id}/status`, {
    key: other.key,
    body: { status: 'COMPLETED' },
  })
  await expect(operate(other, 'visit-cancel-quote', { id })).rejects.toThrow(
    'cannot be set to CANCELLED',
  )
})
