// Receipts: one for each payment, numbered by location and year; a correction or refund has a
// counter-receipt.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { bookPaidVisits, bookUnpaidVisits } from '../../../test/support/clinic/paid-visits.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reservationRequest,
} from '../../../test/support/clinic/paying-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { MessageRefused, MessageUncertain } from '../../base/messages/rail.ts'
import type { Operation } from '../../base/operations/operation.ts'
import { presets } from '../../base/operations/rights.ts'
import { getOperation } from '../../doors/register/register.ts'
import { runOperation } from '../../doors/register/run-operation.ts'

const house = await openHarness()

const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const give = (clinic: Clinic, input: Json) => operate(clinic, 'receipt-give', input)
const jaipur = (clinic: Clinic) => clinic.id('location', 'jaipur')
const receiptNumber = (clinic: Clinic, number: number, year = 2030) =>
  `${jaipur(clinic)}-${year}-${String(number).padStart(6, '0')}`
const listReceiptRows = ({ workspaceId }: Clinic) =>
  house.sql('select id from receipts where workspace_id = $1', [workspaceId])
/** The first paid visit of a clinic. */
async function onePaid(clinic: Clinic) {
  const [paid] = await bookPaidVisits(house, clinic, 1)
  if (!paid) throw new Error('no visit was paid')
  return paid
}

describe('a receipt', () => {
  it('is issued once per payment, says what was paid, and is the same however it is requested [TILL-07]', async () => {
    const clinic = await createPayingClinic(house)
    const { visitId, paymentId } = await onePaid(clinic)
    expect(await operate(clinic, 'receipt-show', { appointmentId: visitId })).toMatchObject({
      receipt: null,
      canBeGiven: true,
    })
    const given = await give(clinic, { appointmentId: visitId })
    expect(given).toMatchObject({
      receipt: { number: receiptNumber(clinic, 1), amount: 500 },
      counterReceipt: null,
      clinic: 'Sunrise Clinics',
      location: 'jaipur',
      address: '12 MI Road, Jaipur 302001',
      timezone: 'Asia/Kolkata',
      kind: 'VISIT',
      patient: 'Patient 0',
      practitioner: 'Dr Asha Rao',
      visitAt: '2030-01-07T09:00:00+05:30',
      method: 'CASH',
      amount: 500,
      currency: 'INR',
      undone: null,
      appointmentId: visitId,
      canBeGiven: false,
    })
    expect(await give(clinic, { deskPaymentId: paymentId })).toEqual(given)
    expect(await operate(clinic, 'receipt-show', { deskPaymentId: paymentId })).toEqual(given)
    expect(await listReceiptRows(clinic)).toHaveLength(1)
    const [entry] = await house.sql(
      'select action from audit_entries where workspace_id = $1 and appointment_id = $2 order by id desc limit 1',
      [clinic.workspaceId, visitId],
    )
    expect(entry.action).toBe('READ')
  })

  it('has the next number of its location and of the year there [TILL-07]', async () => {
    const own = await openHarness()
    const clinic = await own.clinic()
    const paid = await bookPaidVisits(own, clinic, 3)
    const berlin = await book(clinic, {
      addressId: clinic.id('location', 'berlin'),
      doctorId: clinic.id('practitioner', 'jonas-weber'),
      roomId: undefined,
      consultationCharge: 60,
      fromDateTimeIso: '2030-01-07T09:00:00+01:00',
      toDateTimeIso: '2030-01-07T09:30:00+01:00',
      paymentStatus: 'UNPAID',
    })
    expect(berlin.status, berlin.text).toBe(201)
    await own.operate('visit-pay', {
      workspace: clinic.name,
      id: berlin.json.appointment.id,
      method: 'CASH',
    })
    const receipt = async (input: Json) =>
      (await own.operate('receipt-give', { workspace: clinic.name, ...input })).receipt.number
    const there = (year: number, number: number) =>
      `${clinic.id('location', 'berlin')}-${year}-${String(number).padStart(6, '0')}`
    expect(await receipt({ appointmentId: paid[0]?.visitId })).toBe(receiptNumber(clinic, 1))
    expect(await receipt({ appointmentId: berlin.json.appointment.id })).toBe(there(2030, 1))
    // 18:30 UTC: it is 2031 in Jaipur, and not in Berlin.
    await own.moveTo('2030-12-31T18:31:00Z')
    expect(await receipt({ appointmentId: paid[1]?.visitId })).toBe(receiptNumber(clinic, 1, 2031))
    const [visit] = await bookPaidVisits(own, clinic, 0)
    expect(visit).toBeUndefined()
    expect(await receipt({ appointmentId: paid[2]?.visitId })).toBe(receiptNumber(clinic, 2, 2031))
    const listReceipts = (year: number) =>
      own.operate('receipt-list', { workspace: clinic.name, addressId: jaipur(clinic), year })
    expect((await listReceipts(2031)).map(({ number }: Json) => number)).toEqual([
      receiptNumber(clinic, 2, 2031),
      receiptNumber(clinic, 1, 2031),
    ])
    expect(await listReceipts(2030)).toMatchObject([
      {
        number: receiptNumber(clinic, 1),
        inYear: 1,
        cause: 'PAYMENT',
        other: null,
        deskPaymentId: paid[0]?.paymentId,
      },
    ])
  })

  it('is also issued for online payments, and for a pack without a location [TILL-07]', async () => {
    const clinic = await createPayingClinic(house)
    const { path, body } = reservationRequest(clinic, 'visit')
    const { checkoutUrl, sessionRef, appointment } = (await clinic.post(path, body)).json
    await expect(give(clinic, { sessionRef })).rejects.toThrow()
    await expect(give(clinic, { appointmentId: appointment.id })).rejects.toThrow(
      'no desk or online payment',
    )
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    expect((await confirm(clinic, { sessionRef })).json.status).toBe('SUCCESS')
    const given = await give(clinic, { sessionRef })
    expect(given).toMatchObject({
      receipt: { number: receiptNumber(clinic, 1), amount: 500 },
      method: 'ONLINE',
      appointmentId: appointment.id,
    })
    expect(await give(clinic, { appointmentId: appointment.id })).toEqual(given)

    const pack = reservationRequest(clinic, 'pack', '09:00', {
      returnUrl: undefined,
      paymentStatus: 'UNPAID',
    })
    const sold = await clinic.post(pack.path, pack.body)
    const id = sold.json.patientPackageId ?? sold.json.id
    await operate(clinic, 'packs-pay', { id, method: 'CARD' })
    expect(await give(clinic, { patientPackageId: id })).toMatchObject({
      receipt: { number: '0-2030-000001', amount: 4000 },
      kind: 'PACK',
      pack: 'Ten visits',
      location: null,
      address: null,
      timezone: 'Asia/Kolkata',
    })
  })

  it('is refused when no payment, several or another workspace’s is named, and nothing is written [TILL-07]', async () => {
    const clinic = await createPayingClinic(house)
    const other = await createPayingClinic(house)
    const { visitId, paymentId } = await onePaid(clinic)
    const [owed] = await bookUnpaidVisits(clinic, 1, 1)
    for (const name of ['receipt-show', 'receipt-give', 'receipt-send']) {
      await expect(operate(clinic, name, {}), name).rejects.toThrow('a single payment')
      await expect(
        operate(clinic, name, { appointmentId: visitId, deskPaymentId: paymentId }),
        name,
      ).rejects.toThrow('a single payment')
      await expect(operate(clinic, name, { appointmentId: owed }), name).rejects.toThrow(
        'no desk or online payment',
      )
      await expect(operate(other, name, { appointmentId: visitId }), name).rejects.toThrow(
        'no desk or online payment',
      )
      await expect(operate(other, name, { deskPaymentId: paymentId }), name).rejects.toThrow(
        'in this workspace',
      )
    }
    await expect(operate(other, 'receipt-list', { addressId: jaipur(clinic) })).rejects.toThrow(
      'No such location',
    )
    expect([...(await listReceiptRows(clinic)), ...(await listReceiptRows(other))]).toEqual([])
  })
})

describe('a counter-receipt', () => {
  it('is issued when a receipt is requested for a corrected payment, and the receipt keeps its number [TILL-07]', async () => {
    const clinic = await createPayingClinic(house)
    const { visitId, paymentId } = await onePaid(clinic)
    const before = await give(clinic, { appointmentId: visitId })
    const correction = await operate(clinic, 'payments-correct', {
      id: paymentId,
      reason: 'Mistaken',
    })
    expect(await operate(clinic, 'receipt-show', { deskPaymentId: paymentId })).toMatchObject({
      receipt: before.receipt,
      counterReceipt: null,
      canBeGiven: true,
      undone: { by: 'CORRECTED', amount: 500 },
    })
    const after = await give(clinic, { deskPaymentId: correction.id })
    expect(after).toMatchObject({
      receipt: before.receipt,
      counterReceipt: { number: receiptNumber(clinic, 2), amount: -500 },
      canBeGiven: false,
    })
    expect(await give(clinic, { deskPaymentId: paymentId })).toEqual(after)
    // Paid again, it is another payment.
    await operate(clinic, 'visit-pay', { id: visitId, method: 'CARD' })
    expect(await give(clinic, { appointmentId: visitId })).toMatchObject({
      receipt: { number: receiptNumber(clinic, 3) },
      counterReceipt: null,
      method: 'CARD',
    })
    const listed: Json[] = await operate(clinic, 'receipt-list', { addressId: jaipur(clinic) })
    expect(
      listed.map(({ inYear, cause, amount, other }) => [inYear, cause, amount, other]),
    ).toEqual([
      [3, 'PAYMENT', 500, null],
      [2, 'REVERSAL', -500, receiptNumber(clinic, 1)],
      [1, 'PAYMENT', 500, receiptNumber(clinic, 2)],
    ])
    expect(
      await operate(clinic, 'receipt-list', { addressId: jaipur(clinic), before: 3, limit: 1 }),
    ).toMatchObject([{ inYear: 2 }])
  })

  it('shows what was refunded, at the desk or by a gateway [TILL-07]', async () => {
    const clinic = await createPayingClinic(house)
    const { visitId } = await onePaid(clinic)
    await operate(clinic, 'visit-cancel', { id: visitId })
    await operate(clinic, 'visit-refund', { id: visitId, percentage: 50 })
    expect(await give(clinic, { appointmentId: visitId })).toMatchObject({
      receipt: { number: receiptNumber(clinic, 1), amount: 500 },
      counterReceipt: { number: receiptNumber(clinic, 2), amount: -250 },
      undone: { by: 'REFUNDED', amount: 250 },
    })
    const { path, body } = reservationRequest(clinic, 'visit', '09:30')
    const { checkoutUrl, sessionRef, appointment } = (await clinic.post(path, body)).json
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef })
    const online = await give(clinic, { sessionRef })
    const off = await operate(clinic, 'visit-cancel', { id: appointment.id, refund: 40 }).catch(
      (error: Json) => error,
    )
    expect(off.message).toBeUndefined()
    expect(await give(clinic, { sessionRef })).toMatchObject({
      receipt: online.receipt,
      counterReceipt: { number: receiptNumber(clinic, 4), amount: -200 },
    })
  })

  it('is not issued, nor a receipt, for a payment that was corrected before it had one [TILL-07]', async () => {
    const clinic = await createPayingClinic(house)
    const { paymentId } = await onePaid(clinic)
    await operate(clinic, 'payments-correct', { id: paymentId, reason: 'Mistaken' })
    expect(await operate(clinic, 'receipt-show', { deskPaymentId: paymentId })).toMatchObject({
      receipt: null,
      canBeGiven: false,
    })
    await expect(give(clinic, { deskPaymentId: paymentId })).rejects.toThrow('recorded by mistake')
    expect(await listReceiptRows(clinic)).toEqual([])
  })
})

describe('a receipt by mail', () => {
  const rail = createRecordingRail()

  it('goes to the patient or to a given address, in the requested language [TILL-07]', async () => {
    const sending = await openHarness({ rails: rail })
    const clinic = await createPayingClinic(sending)
    const { json } = await book(clinic, {
      ...slotTimes('09:00'),
      patientPayload: { firstName: 'Meera', email: 'meera@example.org' },
      paymentStatus: 'UNPAID',
    })
    await sending.sql("update patients set first_name = E'Meera\\nBcc: x'")
    const id = json.appointment.id
    await sending.operate('visit-pay', { workspace: clinic.name, id, method: 'CASH' })
    const send = (more: Json = {}) =>
      sending.operate('receipt-send', { workspace: clinic.name, appointmentId: id, ...more })
    expect(await send()).toEqual({ number: receiptNumber(clinic, 1), to: 'm***@example.org' })
    expect(await send({ to: 'boss@firm.example', language: 'de' })).toEqual({
      number: receiptNumber(clinic, 1),
      to: 'b***@firm.example',
    })
    const [own, theirs] = rail.notices as Json[]
    expect(own).toMatchObject({
      channel: 'email',
      destination: 'meera@example.org',
      subject: `Receipt ${receiptNumber(clinic, 1)} · Sunrise Clinics`,
    })
    expect(own.text.split('\n').slice(0, 4)).toEqual([
      'Sunrise Clinics',
      '12 MI Road, Jaipur 302001',
      '',
      `Receipt ${receiptNumber(clinic, 1)}`,
    ])
    expect(own.text).toMatch(/\nPatient: Meera Bcc: x\n/)
    expect(own.text).toMatch(/\nPaid: INR.500\.00, 2030-01-01, \d\d:\d\d\nMethod: cash$/)
    expect(theirs).toMatchObject({
      destination: 'boss@firm.example',
      subject: `Quittung ${receiptNumber(clinic, 1)} · Sunrise Clinics`,
    })
    expect(theirs.text).toMatch(/\nWie: bar$/)
    await expect(send({ to: 'two@x.example, three@x.example' })).rejects.toThrow(
      'not a valid e-mail address',
    )
    await expect(send({ to: 'a@b.example\nBcc: c@d.example' })).rejects.toThrow(
      'not a valid e-mail address',
    )
    expect(rail.notices).toHaveLength(2)
  })

  it('goes to twenty addresses in a day that a member chose, then only to patients, and to more on the next day [TILL-07]', async () => {
    const sending = await openHarness({ rails: rail })
    const clinic = await createPayingClinic(sending)
    const { json } = await book(clinic, {
      ...slotTimes('09:00'),
      patientPayload: { firstName: 'Meera', email: 'meera@example.org' },
      paymentStatus: 'UNPAID',
    })
    const input = { appointmentId: json.appointment.id }
    await sending.operate('visit-pay', {
      workspace: clinic.name,
      id: input.appointmentId,
      method: 'CASH',
    })
    const actor = { kind: 'staff', userId: clinic.id('staff', 'nina-roy') }
    const context = {
      ...sending.application,
      actor,
      rights: presets.reception,
      workspaceId: clinic.workspaceId,
      progress: undefined,
    }
    const send = (more: Json) =>
      runOperation(getOperation('receipt-send') as Operation, context as never, {
        ...input,
        ...more,
      })
    rail.notices.length = 0
    for (let number = 0; number < 20; number += 1)
      await send({ to: `stranger-${number}@firm.example` })
    await expect(send({ to: 'stranger-20@firm.example' })).rejects.toMatchObject({
      code: 'DAILY_MESSAGE_LIMIT_REACHED',
      details: { most: 20 },
    })
    expect(rail.notices).toHaveLength(20)
    await send({})
    await send({ to: 'meera@example.org' })
    expect(rail.notices).toHaveLength(22)
    await sending.moveTo('2030-01-02T09:00:00+05:30')
    await send({ to: 'stranger-20@firm.example' })
    expect(rail.notices).toHaveLength(23)
  })

  it('is refused without an address, and says whether it was sent when a rail fails [TILL-07]', async () => {
    let failure: Error = new MessageRefused('the server is unavailable')
    const failing = await openHarness({
      rails: {
        async send() {
          throw failure
        },
      },
    })
    const clinic = await createPayingClinic(failing)
    const [paid] = await bookPaidVisits(failing, clinic, 1)
    const send = (more: Json = {}) =>
      failing.operate('receipt-send', {
        workspace: clinic.name,
        appointmentId: paid?.visitId,
        ...more,
      })
    await expect(send()).rejects.toThrow('the patient has no e-mail address on record')
    expect(await failing.sql('select 1 from receipts')).toEqual([])
    await expect(send({ to: 'meera@example.org' })).rejects.toThrow('did not accept the e-mail')
    failure = new MessageUncertain('no answer')
    await expect(send({ to: 'meera@example.org' })).rejects.toThrow('may or may not have been sent')
    expect(await failing.sql('select number::int from receipts')).toEqual([{ number: 1 }])
  })
})

describe('the database', () => {
  it('assigns the numbers itself, and changes none [TILL-07]', async () => {
    const clinic = await createPayingClinic(house)
    const { visitId, paymentId } = await onePaid(clinic)
    await give(clinic, { appointmentId: visitId })
    const broken = (statement: string, values: unknown[] = [clinic.workspaceId]) =>
      house.sql(statement, values).then(
        () => 'none',
        ({ constraint }: Json) => constraint,
      )
    for (const table of ['receipts', 'receipt_counters']) {
      expect(await broken(`delete from ${table} where workspace_id = $1`)).toBe('receipts_are_kept')
    }
    expect(await broken('update receipts set number = 7 where workspace_id = $1')).toBe(
      'receipts_are_kept',
    )
    expect(
      await broken(
        'update receipt_counters set last_number = last_number + 2 where workspace_id = $1',
      ),
    ).toBe('receipt_counter_goes_on')
    const insert = (payment: number) =>
      broken(
        "insert into receipts (workspace_id, cause, desk_payment_id, number, at, by_session, by_service) values ($1, 'PAYMENT', $2, 900, '2030-06-01', false, false)",
        [clinic.workspaceId, payment],
      )
    expect(await insert(paymentId)).toBe('desk_payment_has_one_receipt')
    expect(await insert(9_007_199_254)).toBe('receipt_is_of_what_was_paid')
    const other = await createPayingClinic(house)
    const [theirs] = await bookPaidVisits(house, other, 1)
    expect(await insert(theirs?.paymentId ?? 0)).toBe('receipt_is_of_what_was_paid')
    // A refused receipt returned its number, and a number in the insert is ignored.
    const next = (await bookPaidVisits(house, clinic, 1, 1))[0]?.paymentId ?? 0
    expect(await insert(next)).toBe('none')
    expect(
      await house.sql('select number::int from receipts where workspace_id = $1 order by number', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ number: 1 }, { number: 2 }])
  })
})
