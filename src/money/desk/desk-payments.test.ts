// Money at the desk: what is owed is paid once, a mistake is corrected and stays visible, and what
// was paid there is refunded.

import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
  testStart,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  listVisits,
  type ReservableKind,
  reservationRequest,
} from '../../../test/support/clinic/paying-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { withClient } from '../../../test/support/database/databases.ts'
import { readEveryRow } from '../../../test/support/database/every-row.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail })

const unified = '/v1/appointments/book-appointment-unified'
type Thing = Exclude<ReservableKind, 'pack with its visit'>
const things: readonly Thing[] = ['visit', 'token', 'pack']
const words = {
  visit: 'visit',
  token: 'token',
  pack: 'packs',
  'pack with its visit': 'visit',
} as const

/** Books something to be paid at the desk, and returns the id that the desk uses. */
async function owed(clinic: Clinic, thing: ReservableKind, changes: Json = {}): Promise<number> {
  const { path, body } = reservationRequest(clinic, thing, '09:00', {
    returnUrl: undefined,
    paymentStatus: 'UNPAID',
    ...changes,
  })
  const { status, json } = await clinic.post(
    path === '/v1/appointments/reserve-slot' && thing !== 'token' ? unified : path,
    body,
  )
  expect(status, JSON.stringify(json)).toBe(201)
  return (
    json.appointment?.id ??
    json.visit?.visitId ??
    json.visit?.id ??
    json.patientPackageId ??
    json.id
  )
}
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })
const pay = async (clinic: Clinic, thing: ReservableKind, id: number, more: Json = {}) => {
  const { change: _, ...payment } = await operate(clinic, `${words[thing]}-pay`, {
    id,
    method: 'CASH',
    ...more,
  })
  return payment
}
const refund = (clinic: Clinic, thing: ReservableKind, id: number, more: Json = {}) =>
  operate(clinic, `${words[thing]}-refund`, { id, ...more })
const correct = (clinic: Clinic, id: number) =>
  operate(clinic, 'payments-correct', { id, reason: 'It was the next patient' })
const atDesk = (clinic: Clinic, more: Json = {}) => operate(clinic, 'payments-desk', more)
const columns = 'payment_status, payment_mode'
const table = {
  visit: 'appointments',
  token: 'queue_visits',
  pack: 'patient_packs',
  'pack with its visit': 'appointments',
} as const
const money = async (thing: ReservableKind, id: number) =>
  (await house.sql(`select ${columns} from ${table[thing]} where id = $1`, [id]))[0]
const packsActive = async (clinic: Clinic) =>
  (
    await house.sql(
      'select activated_at is not null as active from patient_packs where workspace_id = $1',
      [clinic.workspaceId],
    )
  ).map(({ active }) => active)
async function callOff(clinic: Clinic, thing: Thing, id: number, more: Json = {}) {
  if (thing === 'visit') await operate(clinic, 'visit-cancel', { id, ...more })
  if (thing === 'token') {
    await operate(clinic, 'queue-cancel', {
      shift: 'meera-shah/jaipur/morning',
      token: 'A-1',
      date: '2030-01-07',
      reason: 'Doctor is ill',
    })
  }
}
const prices = { visit: 500, token: 300, pack: 4000, 'pack with its visit': 4000 }

describe.each(things)('a %s that is owed', (thing) => {
  it('is paid at the desk once, with its method, amount and time, and who took it', async () => {
    const clinic = await createPayingClinic(house)
    const id = await owed(clinic, thing)
    const member = clinic.id('practitioner', 'asha-rao')
    const payment = await pay(clinic, thing, id, { method: 'UPI', amount: prices[thing], member })
    const noted = {
      cause: 'PAID',
      method: 'UPI',
      amount: prices[thing],
      currency: 'INR',
      corrected: false,
      takenBy: 'Asha Rao',
      by: 'operator tests',
    }
    expect(payment).toMatchObject({
      ...noted,
      takenBy: expect.stringContaining('Asha'),
      by: expect.stringContaining('operator'),
    })
    expect(Date.parse(payment.at)).toBeGreaterThanOrEqual(testStart)
    expect(await money(thing, id)).toEqual({ payment_status: 'PAID', payment_mode: 'UPI' })
    await expect(pay(clinic, thing, id)).rejects.toThrow('is already PAID')
    expect(await atDesk(clinic, { date: payment.at.slice(0, 10) })).toEqual([payment])
    expect(await packsActive(clinic)).toEqual(thing === 'pack' ? [true] : [])
  })

  it('is paid once by two concurrent desks', async () => {
    const clinic = await createPayingClinic(house)
    const id = await owed(clinic, thing)
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => pay(clinic, thing, id)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      await house.sql('select id from desk_payments where workspace_id = $1', [clinic.workspaceId]),
    ).toHaveLength(1)
  })

  it('is paid in parts by several methods, unpaid until the last, and each part can be corrected [DAY-10] [TILL-05]', async () => {
    const clinic = await createPayingClinic(house)
    const id = await owed(clinic, thing)
    const first = await pay(clinic, thing, id, { amount: 100.1 })
    const second = await pay(clinic, thing, id, { method: 'CARD', amount: 50 })
    expect(await money(thing, id)).toEqual({ payment_status: 'UNPAID', payment_mode: 'CARD' })
    expect(await packsActive(clinic)).toEqual(thing === 'pack' ? [false] : [])
    await expect(pay(clinic, thing, id, { amount: prices[thing] - 150 })).rejects.toThrow(
      `${prices[thing] - 150.1} INR is still to be paid`,
    )
    // The second part is corrected to 80 by UPI, and the rest of it is to be paid again.
    await operate(clinic, 'payments-correct', {
      id: second.id,
      reason: 'Misread',
      method: 'UPI',
      amount: 80,
    })
    const last = await pay(clinic, thing, id)
    expect(last).toMatchObject({ amount: prices[thing] - 180.1, method: 'CASH' })
    expect(await money(thing, id)).toEqual({ payment_status: 'PAID', payment_mode: 'CASH' })
    expect(await packsActive(clinic)).toEqual(thing === 'pack' ? [true] : [])
    await correct(clinic, first.id)
    expect(await money(thing, id)).toMatchObject({ payment_status: 'UNPAID' })
    const column = { visit: 'appointmentId', token: 'visitId', pack: 'patientPackageId' }[thing]
    const kept = await atDesk(clinic, { [column]: id })
    expect(
      kept.map(({ cause, method, amount, corrected }: Json) => [cause, method, amount, corrected]),
    ).toEqual([
      ['PAID', 'CASH', 100.1, true],
      ['PAID', 'CARD', 50, true],
      ['CORRECTED', 'CARD', 50, false],
      ['PAID', 'UPI', 80, false],
      ['PAID', 'CASH', prices[thing] - 180.1, false],
      ['CORRECTED', 'CASH', 100.1, false],
    ])
  })

  it('is paid no more than is due by desks that take parts at once', async () => {
    const clinic = await createPayingClinic(house)
    const id = await owed(clinic, thing)
    const part = prices[thing] / 4
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => pay(clinic, thing, id, { amount: part })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    expect(
      await house.sql(
        'select sum(amount_minor)::int as paid from desk_payments where workspace_id = $1',
        [clinic.workspaceId],
      ),
    ).toEqual([{ paid: prices[thing] * 100 }])
    expect(await money(thing, id)).toMatchObject({ payment_status: 'PAID' })
  })

  it('is refunded as far as it was paid, by the ways the latest payments came, each with its counter-receipt [A-204] [TILL-07]', async () => {
    const clinic = await createPayingClinic(house)
    const id = await owed(clinic, thing)
    const cash = await pay(clinic, thing, id, { amount: 120 })
    const card = await pay(clinic, thing, id, { method: 'CARD', amount: 80 })
    for (const payment of [cash, card])
      await operate(clinic, 'receipt-give', { deskPaymentId: payment.id })
    await callOff(clinic, thing, id)
    await refund(clinic, thing, id, { percentage: 75 })
    expect(await money(thing, id)).toMatchObject({ payment_status: 'REFUNDED' })
    const entries = await house.sql(
      "select method, amount_minor::int as minor from till_entries where workspace_id = $1 and cause = 'REFUNDED' order by number",
      [clinic.workspaceId],
    )
    expect(entries).toEqual([
      { method: 'CARD', minor: -8_000 },
      { method: 'CASH', minor: -7_000 },
    ])
    const reversed = []
    for (const payment of [cash, card])
      reversed.push(
        (await operate(clinic, 'receipt-give', { deskPaymentId: payment.id })).counterReceipt
          .amount,
      )
    expect(reversed).toEqual([-70, -80])
    await expect(correct(clinic, card.id)).rejects.toThrow('is REFUNDED')
    await expect(pay(clinic, thing, id)).rejects.toThrow('is already REFUNDED')
  })

  it('is corrected to what was actually paid, in one step and entirely or not at all [DAY-10]', async () => {
    const clinic = await createPayingClinic(house)
    const id = await owed(clinic, thing)
    const { id: payment } = await pay(clinic, thing, id)
    const wrong = { id: payment, reason: 'It was the card' }
    const before = await clinic.bookingRows()
    await expect(operate(clinic, 'payments-correct', { ...wrong, amount: 1 })).rejects.toThrow(
      'not how it was paid',
    )
    await expect(
      operate(clinic, 'payments-correct', { ...wrong, method: 'ONLINE' }),
    ).rejects.toThrow('cannot be recorded at the desk')
    await expect(
      operate(clinic, 'payments-correct', { ...wrong, method: 'CARD', amount: prices[thing] + 1 }),
    ).rejects.toThrow('is still to be paid')
    expect(await clinic.bookingRows()).toEqual(before)
    await operate(clinic, 'payments-correct', { ...wrong, method: 'CARD' })
    expect(await money(thing, id)).toEqual({ payment_status: 'PAID', payment_mode: 'CARD' })
    expect(await packsActive(clinic)).toEqual(thing === 'pack' ? [true] : [])
    await expect(operate(clinic, 'payments-correct', { ...wrong, method: 'CARD' })).rejects.toThrow(
      'is already corrected',
    )
  })

  it('is owed again after a correction, which stays visible, and can be paid another way', async () => {
    const clinic = await createPayingClinic(house)
    const id = await owed(clinic, thing)
    const first = await pay(clinic, thing, id)
    const correction = await correct(clinic, first.id)
    expect(correction).toMatchObject({
      cause: 'CORRECTED',
      corrects: first.id,
      amount: prices[thing],
      reason: 'It was the next patient',
    })
    expect(await money(thing, id)).toMatchObject({ payment_status: 'UNPAID' })
    expect(await packsActive(clinic)).toEqual(thing === 'pack' ? [false] : [])
    await expect(correct(clinic, first.id)).rejects.toThrow('is already corrected')
    const second = await pay(clinic, thing, id, { method: 'CARD' })
    expect(await atDesk(clinic, { date: first.at.slice(0, 10) })).toEqual([
      { ...first, corrected: true },
      correction,
      second,
    ])
    expect(await money(thing, id)).toEqual({ payment_status: 'PAID', payment_mode: 'CARD' })
    expect(await packsActive(clinic)).toEqual(thing === 'pack' ? [true] : [])
  })

  it('is refunded at the desk once it is over, in part, and once [A-204] [INV-22]', async () => {
    const clinic = await createPayingClinic(house)
    const id = await owed(clinic, thing)
    const { id: payment } = await pay(clinic, thing, id)
    if (thing !== 'pack') await expect(refund(clinic, thing, id)).rejects.toThrow('is still active')
    await callOff(clinic, thing, id)
    expect(await money(thing, id)).toMatchObject({ payment_status: 'PAID' })
    await refund(clinic, thing, id, { percentage: 50, reason: 'Goodwill' })
    expect(await money(thing, id)).toMatchObject({ payment_status: 'REFUNDED' })
    const listRefunds = () =>
      house.sql(
        'select state, percentage::int, amount_minor::int, override_reason from refunds where workspace_id = $1',
        [clinic.workspaceId],
      )
    expect(await listRefunds()).toEqual([
      {
        state: 'DONE',
        percentage: 50,
        amount_minor: prices[thing] * 50,
        override_reason: 'Goodwill',
      },
    ])
    await expect(refund(clinic, thing, id)).rejects.toThrow('is REFUNDED')
    await expect(correct(clinic, payment)).rejects.toThrow('is REFUNDED')
    expect(await listRefunds()).toHaveLength(1)
  })

  it('is not paid with another amount, no method or an unknown id, and nothing is written', async () => {
    const clinic = await createPayingClinic(house)
    const id = await owed(clinic, thing)
    const other = await createPayingClinic(house)
    for (const amount of [prices[thing] + 0.01, 0, 0.001, 1e12]) {
      await expect(pay(clinic, thing, id, { amount }), String(amount)).rejects.toThrow(
        `${prices[thing]} INR is still to be paid`,
      )
    }
    await expect(pay(clinic, thing, id, { method: 'SHELLS' })).rejects.toThrow(
      'paymentMode must be one of',
    )
    await expect(pay(clinic, thing, id, { method: 'ONLINE' })).rejects.toThrow(
      'an online payment cannot be recorded at the desk',
    )
    await expect(pay(other, thing, id)).rejects.toThrow('in this workspace')
    await expect(refund(other, thing, id)).rejects.toThrow('in this workspace')
    expect(await money(thing, id)).toMatchObject({ payment_status: 'UNPAID' })
    expect(
      await house.sql('select id from desk_payments where workspace_id = any($1)', [
        [clinic.workspaceId, other.workspaceId],
      ]),
    ).toEqual([])
  })

  it('cannot be paid while it can be paid online, and is refunded through its gateway if it was paid there', async () => {
    const clinic = await createPayingClinic(house)
    const { path, body } = reservationRequest(clinic, thing)
    const { checkoutUrl, sessionRef, ...reply } = (await clinic.post(path, body)).json
    const id =
      reply.appointment?.id ??
      reply.visit?.visitId ??
      reply.visit?.id ??
      reply.patientPackageId ??
      reply.id
    await expect(pay(clinic, thing, id)).rejects.toThrow('is held for an online payment')
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    expect((await confirm(clinic, { sessionRef })).json.status).toBe('SUCCESS')
    await expect(pay(clinic, thing, id)).rejects.toThrow('is already PAID')
    await callOff(clinic, thing, id)
    await expect(refund(clinic, thing, id)).rejects.toMatchObject({
      nextStep: `refund it through the gateway: clinic payments refund ${sessionRef}`,
    })
    expect(
      await house.sql('select id from desk_payments where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })
})

it.each(things)(
  'a %s is not paid at the desk while its failed checkout still holds it, because the money can still arrive',
  async (thing) => {
    // Nothing expires here.
    const still = await openHarness({ doesDueWork: false })
    const clinic = await createPayingClinic(still)
    const { path, body } = reservationRequest(clinic, thing)
    const { checkoutUrl, sessionRef, ...reply } = (await clinic.post(path, body)).json
    await actOnPaymentPage(still, checkoutUrl, 'decline')
    expect((await confirm(clinic, { sessionRef })).json.status).toBe('FAILED')
    const id = reply.appointment?.id ?? reply.visit?.visitId ?? reply.patientPackageId ?? reply.id
    const before = await clinic.bookingRows()
    const paying = still.operate(`${words[thing]}-pay`, {
      workspace: clinic.name,
      id,
      method: 'CASH',
    })
    await expect(paying).rejects.toThrow('is held for an online payment')
    expect(await clinic.bookingRows()).toBe(before)
  },
)

it('a payment belongs to one day of the clinic, from midnight to midnight', async () => {
  const clinic = await createPayingClinic(house)
  const { id } = await pay(clinic, 'visit', await owed(clinic, 'visit'))
  const before = '2030-01-08'
  const after = '2030-01-09'
  const midnight = Date.parse('2030-01-09T00:00:00+05:30')
  for (const [ms, dates] of [
    [-1, [before]],
    [0, [after]],
  ] as const) {
    await withClient(house.connection, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query('update desk_payments set at = $2 where id = $1', [
        id,
        new Date(midnight + ms),
      ])
    })
    const shown = await Promise.all(
      [before, after].map(async (date) =>
        (await atDesk(clinic, { date })).length > 0 ? date : [],
      ),
    )
    expect(shown.flat(), `${ms} ms after midnight`).toEqual(dates)
  }
})

it('a pack that is bought with its visit starts with the payment, and is inactive after a correction unless it was used [INV-18]', async () => {
  const clinic = await createPayingClinic(house)
  const id = await owed(clinic, 'pack with its visit')
  const { id: first } = await pay(clinic, 'pack with its visit', id)
  expect(await packsActive(clinic)).toEqual([true])
  await correct(clinic, first)
  expect(await packsActive(clinic)).toEqual([false])
  const { id: second } = await pay(clinic, 'pack with its visit', id)
  const [{ patientId, patientPackageId }] = await listVisits(clinic)
  const use = {
    bookingType: 'USE_ACTIVE_PACKAGE',
    consultationCharge: undefined,
    patientPackageId,
    patientId,
    patientPayload: undefined,
    ...slotTimes('10:00'),
  }
  const { body } = reservationRequest(clinic, 'visit', '10:00', { returnUrl: undefined, ...use })
  expect((await clinic.post(unified, body)).status).toBe(201)
  await expect(correct(clinic, second)).rejects.toThrow('sessions of the pack')
  expect(await packsActive(clinic)).toEqual([true])
})

it('a cancelled visit cannot be paid any more', async () => {
  const clinic = await createPayingClinic(house)
  const id = await owed(clinic, 'visit')
  await callOff(clinic, 'visit', id)
  await expect(pay(clinic, 'visit', id)).rejects.toThrow('is cancelled')
  expect(await money('visit', id)).toMatchObject({ payment_status: 'UNPAID' })
})

it('a voided visit refunds nothing [STAT-25]', async () => {
  const clinic = await createPayingClinic(house)
  const id = await owed(clinic, 'visit')
  await pay(clinic, 'visit', id)
  await callOff(clinic, 'visit', id, { void: true })
  await expect(refund(clinic, 'visit', id)).rejects.toThrow('voided')
  expect(await money('visit', id)).toMatchObject({ payment_status: 'PAID' })
})

it('a token is distinguished from an online payment by the reference in the command [A-170]', async () => {
  const clinic = await createPayingClinic(house)
  await owed(clinic, 'token')
  await expect(operate(clinic, 'payments-refund', { reference: 'A-1' })).rejects.toMatchObject({
    nextStep: expect.stringContaining('clinic token refund'),
  })
})

it('the reason of a correction is exported with the patient, and erased with the patient', async () => {
  const clinic = await createPayingClinic(house)
  const id = await owed(clinic, 'visit')
  const { id: payment } = await pay(clinic, 'visit', id)
  await operate(clinic, 'payments-correct', { id: payment, reason: 'canary was in a hurry' })
  const [{ patientId }] = await listVisits(clinic)
  const { deskPayments } = await operate(clinic, 'patient-export', { id: patientId })
  expect(deskPayments).toMatchObject([
    { cause: 'PAID' },
    { cause: 'CORRECTED', reason: 'canary was in a hurry' },
  ])
  await operate(clinic, 'patient-erase', { id: patientId, confirmed: true })
  expect(await readEveryRow(house)).not.toContain('canary was')
  expect(
    await house.sql('select cause, reason from desk_payments where workspace_id = $1 order by id', [
      clinic.workspaceId,
    ]),
  ).toEqual([
    { cause: 'PAID', reason: null },
    { cause: 'CORRECTED', reason: 'erased' },
  ])
})

describe('the database refuses', () => {
  const violated = (constraint: string) => expect.objectContaining({ constraint })
  const insert = (clinic: Clinic, id: number, more: Json = {}) => {
    const {
      cause = 'PAID',
      correctsId = null,
      amountMinor = 50_000,
      currency = 'INR',
      reason = null,
    } = more
    return house.sql(
      `insert into desk_payments (workspace_id, appointment_id, location_id, cause, corrects_id, at, method, amount_minor, currency, reason, by_session, by_service)
       select workspace_id, id, location_id, $3, $4, now(), 'CASH', $5, $6, $7, false, true from appointments where workspace_id = $1 and id = $2`,
      [clinic.workspaceId, id, cause, correctsId, amountMinor, currency, reason],
    )
  }

  it('a payment of another amount or currency, twice, or for something that is not marked paid [INV-40]', async () => {
    const clinic = await createPayingClinic(house)
    const id = await owed(clinic, 'visit')
    for (const amountMinor of [50_001, 0])
      await expect(insert(clinic, id, { amountMinor })).rejects.toEqual(
        violated('desk_payment_is_of_what_is_due'),
      )
    await expect(insert(clinic, id, { currency: 'USD' })).rejects.toEqual(
      violated('desk_payment_is_of_what_is_due'),
    )
    await expect(insert(clinic, id)).rejects.toEqual(violated('desk_payment_agrees'))
    const { id: part } = await pay(clinic, 'visit', id, { amount: 100 })
    await expect(insert(clinic, id, { amountMinor: 40_001 })).rejects.toEqual(
      violated('desk_payment_is_of_what_is_due'),
    )
    await correct(clinic, part)
    const { id: payment } = await pay(clinic, 'visit', id)
    await expect(insert(clinic, id)).rejects.toEqual(violated('desk_payment_happens_once'))
    const correction = { cause: 'CORRECTED', correctsId: payment, reason: 'A mistake' }
    await expect(insert(clinic, id, { ...correction, amountMinor: 1 })).rejects.toEqual(
      violated('correction_is_of_its_payment'),
    )
    await expect(insert(clinic, id, correction)).rejects.toEqual(violated('desk_payment_agrees'))
    await expect(
      house.sql("update appointments set payment_status = 'UNPAID' where id = $1", [id]),
    ).rejects.toEqual(violated('paid_at_the_desk_stays_paid'))
    for (const change of [
      "update desk_payments set method = 'CARD' where id = $1",
      'delete from desk_payments where id = $1',
    ]) {
      await expect(house.sql(change, [payment])).rejects.toEqual(violated('desk_payments_are_kept'))
    }
    await expect(house.sql('truncate desk_payments cascade')).rejects.toEqual(
      violated('desk_payments_are_kept'),
    )
  })
})
