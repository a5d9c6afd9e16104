import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { meera } from '../../../test/support/clinic/patient-desk.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reservationRequest,
} from '../../../test/support/clinic/paying-clinic.ts'
import { tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { withClient } from '../../../test/support/database/databases.ts'

const house = await openHarness()
const operate = (clinic: Clinic, name: string, input: Json): Promise<Json> =>
  house.operate(name, { workspace: clinic.name, ...input })

/**
 * A visit paid and corrected, paid again and refunded; a token paid; a pack sold; a visit paid
 * online.
 */
async function payer(clinic: Clinic) {
  const visit = (await book(clinic, { patientPayload: meera, paymentStatus: 'UNPAID' })).json
    .appointment
  const { id, patientId } = visit
  const again = { patientPayload: undefined, patientId }
  const mistaken = await operate(clinic, 'visit-pay', { id, method: 'CARD' })
  await operate(clinic, 'payments-correct', { id: mistaken.id, reason: 'It was the next patient' })
  const paid = await operate(clinic, 'visit-pay', {
    id,
    method: 'CASH',
    member: clinic.id('staff', 'nina-roy'),
  })
  await operate(clinic, 'receipt-give', { deskPaymentId: paid.id })
  await operate(clinic, 'visit-cancel', { id })
  await operate(clinic, 'visit-refund', { id, percentage: 50, reason: 'Doctor was ill' })
  const token = (
    await clinic.post(
      '/v1/qms-appointments/pre/book',
      tokenBody(clinic, { ...again, paymentStatus: 'UNPAID' }),
    )
  ).json.visit
  await operate(clinic, 'token-pay', { id: token.visitId, method: 'UPI' })
  await operate(clinic, 'packs-sell', {
    patientId,
    pack: 'ten',
    addressId: clinic.id('location', 'jaipur'),
    paidBy: 'CASH',
  })
  const { path, body } = reservationRequest(clinic, 'visit', '10:00', again)
  const online = (await clinic.post(path, body)).json
  await actOnPaymentPage(house, online.checkoutUrl, 'pay')
  await confirm(clinic, { sessionRef: online.sessionRef })
  return { patientId, visit, token, online, paid, mistaken }
}

describe('the payments of a patient', () => {
  it("are everything that was paid, corrected and refunded, with their receipts, and no other patient's [TILL-01]", async () => {
    const clinic = await createPayingClinic(house)
    const other = await createPayingClinic(house)
    const { patientId, visit, online, paid, mistaken } = await payer(clinic)
    await book(clinic, {
      patientPayload: { firstName: 'Tara' },
      ...slotTimes('09:15'),
      paymentStatus: 'UNPAID',
    }).then(({ json }) => operate(clinic, 'visit-pay', { id: json.appointment.id, method: 'CASH' }))
    const { payments, more } = await operate(clinic, 'patient-payments', { patientId })
    const of = (cause: string) => payments.filter((payment: Json) => payment.cause === cause)
    expect([payments.length, more]).toEqual([7, false])
    expect(
      of('PAID').toSorted((a: Json, b: Json) => a.deskPaymentId - b.deskPaymentId),
    ).toMatchObject([
      {
        deskPaymentId: mistaken.id,
        method: 'CARD',
        amount: 500,
        corrected: true,
        receipt: null,
        paidFor: visit.bookingReference,
        appointmentId: visit.id,
      },
      {
        deskPaymentId: paid.id,
        method: 'CASH',
        corrected: false,
        member: 'Nina Roy',
        receipt: expect.stringMatching(/^\d+-2030-000001$/),
      },
      { method: 'UPI', amount: 300, paidFor: 'A-1' },
      {
        method: 'CASH',
        amount: 4000,
        paidFor: expect.stringMatching(/^pack \d+$/),
        patientPackageId: expect.any(Number),
      },
    ])
    expect(of('CORRECTED')).toMatchObject([
      { deskPaymentId: mistaken.id, reason: 'It was the next patient' },
    ])
    expect(of('REFUNDED')).toMatchObject([
      { amount: 250, state: 'DONE', reason: 'Doctor was ill', sessionRef: null },
    ])
    expect(of('ONLINE')).toMatchObject([
      { sessionRef: online.sessionRef, state: 'PAID', amount: 500, method: null },
    ])
    expect(await operate(other, 'patient-payments', { patientId })).toEqual({
      payments: [],
      more: false,
    })
  })

  it('show the refund of an online payment next to it, also for a pack, and one that the gateway refused [TILL-01]', async () => {
    const clinic = await createPayingClinic(house)
    const { path, body } = reservationRequest(clinic, 'pack')
    const bought = (await clinic.post(path, { ...body, patientPayload: meera })).json
    await actOnPaymentPage(house, bought.checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef: bought.sessionRef })
    const patientId = (await clinic.get('/v1/patients')).json.list[0].id
    await operate(clinic, 'sandbox-gateway-fail', {
      call: 'refund',
      how: 'refuse',
      status: 402,
      body: { error: 'no' },
      times: 1,
    })
    await operate(clinic, 'payments-refund', { reference: bought.sessionRef }).catch(() => {})
    await operate(clinic, 'payments-refund', { reference: bought.sessionRef })
    const { payments } = await operate(clinic, 'patient-payments', { patientId })
    const back = payments.filter(({ cause }: Json) => cause === 'REFUNDED')
    expect(back.map(({ sessionRef, amount }: Json) => [sessionRef, amount])).toEqual(
      back.map(() => [bought.sessionRef, 4000]),
    )
    expect(back.map(({ state }: Json) => state)).toContain('DONE')
    expect(back).toHaveLength(2)
  })

  it('are listed page by page, each once and the latest first [TILL-01]', async () => {
    const clinic = await createPayingClinic(house)
    const { patientId } = await payer(clinic)
    // Entries of one transaction have the same time.
    await withClient(house.connection, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(
        "update desk_payments set at = date_trunc('minute', at) where workspace_id = $1",
        [clinic.workspaceId],
      )
    })
    const allPayments = (await operate(clinic, 'patient-payments', { patientId, limit: 100 }))
      .payments
    const times = allPayments.map(({ at }: Json) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
    const keys: string[] = []
    for (let more = true; more; ) {
      const page = await operate(clinic, 'patient-payments', {
        patientId,
        limit: 2,
        ...(keys.length > 0 && { after: keys.at(-1) }),
      })
      keys.push(...page.payments.map(({ key }: Json) => key))
      more = page.more
    }
    expect(keys).toEqual(allPayments.map(({ key }: Json) => key))
    expect(new Set(keys).size).toBe(7)
  })
})
