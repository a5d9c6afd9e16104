// The till of a day and location: what was taken at its desk, and its closes with what was counted.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  createPayingClinic,
  reservationRequest,
} from '../../../test/support/clinic/paying-clinic.ts'

const house = await openHarness()

const jaipur = (clinic: Clinic) => clinic.id('location', 'jaipur')
const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const till = (clinic: Clinic, more: Json = {}) =>
  operate(clinic, 'till-show', { addressId: jaipur(clinic), ...more })
const close = (clinic: Clinic, counts: Json[], more: Json = {}) =>
  operate(clinic, 'till-close', { addressId: jaipur(clinic), counts, ...more })
const cash = (amount: number) => ({ method: 'CASH', currency: 'INR', amount })

/** Books a visit of 500 INR at a clock time on the Monday of the tests and has it paid. */
async function paidVisit(
  clinic: Clinic,
  clock: string,
  more: Json = {},
): Promise<{ id: number; payment: Json }> {
  const { status, json } = await book(clinic, {
    patientPayload: { firstName: `At ${clock}` },
    ...slotTimes(clock),
    paymentStatus: 'UNPAID',
  })
  expect(status, JSON.stringify(json)).toBe(201)
  const { id } = json.appointment
  return { id, payment: await operate(clinic, 'visit-pay', { id, method: 'CASH', ...more }) }
}

describe('the till of a day', () => {
  it('has each payment, correction and refund as an entry, and their sums by method and by member [TILL-05]', async () => {
    const clinic = await createPayingClinic(house)
    const asha = clinic.id('practitioner', 'asha-rao')
    const first = await paidVisit(clinic, '09:00', { member: asha })
    await paidVisit(clinic, '09:15', { method: 'CARD' })
    await operate(clinic, 'payments-correct', {
      id: first.payment.id,
      reason: 'It was the next patient',
    })
    const third = await paidVisit(clinic, '09:30')
    await operate(clinic, 'visit-cancel', { id: third.id })
    await operate(clinic, 'visit-refund', { id: third.id, percentage: 50, reason: 'Goodwill' })
    const shown = await till(clinic)
    expect(shown).toMatchObject({
      addressId: jaipur(clinic),
      location: 'jaipur',
      timezone: 'Asia/Kolkata',
      date: '2030-01-01',
      today: '2030-01-01',
      more: false,
    })
    expect(
      shown.entries.map(({ number, cause, amount, method, member, reason }: Json) => [
        number,
        cause,
        amount,
        method,
        member,
        reason,
      ]),
    ).toEqual([
      [1, 'PAID', 500, 'CASH', 'Asha Rao', null],
      [2, 'PAID', 500, 'CARD', null, null],
      [3, 'CORRECTED', -500, 'CASH', 'Asha Rao', 'It was the next patient'],
      [4, 'PAID', 500, 'CASH', null, null],
      [5, 'REFUNDED', -250, 'CASH', null, 'Goodwill'],
    ])
    expect(shown.byMethod).toEqual([
      {
        method: 'CARD',
        currency: 'INR',
        payments: 1,
        taken: 500,
        corrected: 0,
        refunded: 0,
        net: 500,
      },
      {
        method: 'CASH',
        currency: 'INR',
        payments: 2,
        taken: 1000,
        corrected: -500,
        refunded: -250,
        net: 250,
      },
    ])
    expect(
      shown.byStaffMember.map(({ method, member, net }: Json) => [method, member, net]),
    ).toEqual([
      ['CARD', null, 500],
      ['CASH', 'Asha Rao', 0],
      ['CASH', null, 250],
    ])
    expect(shown.open).toEqual({ firstEntry: 1, lastEntry: 5, byMethod: shown.byMethod })
    // Another day has none of these entries, but open amounts are open there too.
    const next = await till(clinic, { date: '2030-01-02' })
    expect(next).toMatchObject({ entries: [], byMethod: [], byStaffMember: [], open: shown.open })
  })

  it('uses the clock of the location, and a full page says that there is more [TILL-05]', async () => {
    const clinic = await createPayingClinic(house)
    for (const clock of ['09:00', '09:15', '09:30']) await paidVisit(clinic, clock)
    const first = await till(clinic, { limit: 2 })
    expect(first).toMatchObject({ more: true, entries: [{ number: 1 }, { number: 2 }] })
    expect(await till(clinic, { limit: 2, after: 2 })).toMatchObject({
      more: false,
      entries: [{ number: 3 }],
      byMethod: first.byMethod,
    })
    // Entries are in the till in which they were recorded.
    const berlin = await till(clinic, { addressId: clinic.id('location', 'berlin') })
    expect(berlin).toMatchObject({ timezone: 'Europe/Berlin', entries: [], open: null })
  })

  it('has payments for tokens and packs; a pack is in the till where it was paid, or in one without a location [TILL-05]', async () => {
    const clinic = await createPayingClinic(house)
    const { path, body: ofToken } = reservationRequest(clinic, 'token', '09:00', {
      returnUrl: undefined,
      paymentStatus: 'UNPAID',
    })
    const token = await clinic.post(path, ofToken)
    expect(token.status, token.text).toBe(201)
    await operate(clinic, 'token-pay', {
      id: token.json.visit.visitId ?? token.json.visit.id,
      method: 'UPI',
    })
    const sell = async () => {
      const body = {
        addressId: jaipur(clinic),
        patientPayload: { firstName: 'Pack' },
        packageConfigId: clinic.id('sessionPack', 'ten'),
        packageAmount: 4000,
        currency: 'INR',
        paymentStatus: 'UNPAID',
      }
      const { status, json, text } = await clinic.post('/v1/session/packs', body)
      expect(status, text).toBe(201)
      return json.patientPackageId ?? json.id
    }
    await operate(clinic, 'packs-pay', {
      id: await sell(),
      method: 'CASH',
      addressId: jaipur(clinic),
    })
    await expect(
      operate(clinic, 'packs-pay', { id: await sell(), method: 'CASH', addressId: 9_007_199_254 }),
    ).rejects.toThrow()
    await operate(clinic, 'packs-pay', { id: await sell(), method: 'CASH' })
    expect(
      (await till(clinic)).entries.map(({ paidFor, amount }: Json) => [
        paidFor.replace(/\d+$/, 'n'),
        amount,
      ]),
    ).toEqual([
      ['A-n', 300],
      ['pack n', 4000],
    ])
    const without = await operate(clinic, 'till-show')
    expect(without).toMatchObject({
      addressId: null,
      location: null,
      entries: [{ number: 1, amount: 4000 }],
    })
    const listed: Json[] = await operate(clinic, 'till-list')
    const open = Object.fromEntries(
      listed.map(({ location, openEntries }) => [location ?? 'none', openEntries]),
    )
    expect(open).toEqual({ jaipur: 2, berlin: 0, none: 1 })
  })

  it('has no payments from elsewhere, nor their refunds [TILL-05]', async () => {
    const clinic = await createPayingClinic(house)
    const { json } = await book(clinic, { ...slotTimes('09:00'), paymentStatus: 'PAID' })
    await operate(clinic, 'visit-cancel', { id: json.appointment.id })
    await operate(clinic, 'visit-refund', { id: json.appointment.id })
    expect(await till(clinic)).toMatchObject({ entries: [], open: null })
  })
})

describe('a close', () => {
  it('stores what was counted and the difference, and later entries are in the next one [TILL-05]', async () => {
    const clinic = await createPayingClinic(house)
    await paidVisit(clinic, '09:00')
    await paidVisit(clinic, '09:15', { method: 'CARD' })
    const counts = [
      cash(480.5),
      { method: 'CARD', currency: 'INR', amount: 500 },
      { method: 'UPI', currency: 'INR', amount: 20 },
    ]
    await expect(close(clinic, counts)).rejects.toThrow('no reason is given')
    expect(await operate(clinic, 'till-closes', { addressId: jaipur(clinic) })).toEqual([])
    const first = await close(clinic, counts, { reason: 'A note was given back twice' })
    expect(first).toMatchObject({
      number: 1,
      firstEntry: 1,
      lastEntry: 2,
      by: 'operator tester',
      reason: 'A note was given back twice',
    })
    expect(first.counts).toEqual([
      { method: 'CARD', currency: 'INR', expected: 500, counted: 500, difference: 0 },
      { method: 'CASH', currency: 'INR', expected: 500, counted: 480.5, difference: -19.5 },
      { method: 'UPI', currency: 'INR', expected: 0, counted: 20, difference: 20 },
    ])
    expect(await till(clinic)).toMatchObject({
      open: null,
      entries: [{ number: 1 }, { number: 2 }],
    })
    await paidVisit(clinic, '09:30')
    expect((await till(clinic)).open).toMatchObject({ firstEntry: 3, lastEntry: 3 })
    const second = await close(clinic, [cash(500)])
    expect(second).toMatchObject({
      number: 2,
      firstEntry: 3,
      lastEntry: 3,
      counts: [{ difference: 0 }],
    })
    expect(await operate(clinic, 'till-closes', { addressId: jaipur(clinic) })).toEqual([
      second,
      first,
    ])
    expect(await operate(clinic, 'till-closes', { addressId: jaipur(clinic), limit: 1 })).toEqual([
      second,
    ])
    expect(await operate(clinic, 'till-closes', { addressId: jaipur(clinic), before: 2 })).toEqual([
      first,
    ])
  })

  it('covers what was counted, although another patient has paid in the meantime [TILL-05]', async () => {
    const clinic = await createPayingClinic(house)
    await paidVisit(clinic, '09:00')
    const { firstEntry, lastEntry } = (await till(clinic)).open
    await paidVisit(clinic, '09:15')
    expect(await close(clinic, [cash(500)], { firstEntry, lastEntry })).toMatchObject({
      lastEntry: 1,
      counts: [{ expected: 500, difference: 0 }],
    })
    expect((await till(clinic)).open).toMatchObject({ firstEntry: 2, lastEntry: 2 })
  })

  it('is negative if more was refunded than taken [TILL-05]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic, '09:00')
    await close(clinic, [cash(500)])
    await operate(clinic, 'visit-cancel', { id })
    await operate(clinic, 'visit-refund', { id })
    expect(await close(clinic, [cash(-500)])).toMatchObject({
      counts: [{ expected: -500, counted: -500, difference: 0 }],
    })
  })

  it('is refused if nothing is open, a count is missing, duplicate or invalid, or other entries were counted; and nothing is written [TILL-05]', async () => {
    const clinic = await createPayingClinic(house)
    const other = await createPayingClinic(house)
    await expect(close(clinic, [])).rejects.toThrow('no entries')
    await paidVisit(clinic, '09:00')
    await paidVisit(clinic, '09:15', { method: 'CARD' })
    const card = { method: 'CARD', currency: 'INR', amount: 500 }
    await expect(close(clinic, [cash(500)])).rejects.toThrow('CARD in INR is not counted')
    await expect(close(clinic, [cash(500), cash(1), card])).rejects.toThrow(
      'CASH in INR is counted twice',
    )
    await expect(close(clinic, [cash(500.005), card])).rejects.toThrow(
      'the count of CASH is not an amount of INR',
    )
    for (const range of [{ firstEntry: 2 }, { lastEntry: 3 }, { firstEntry: 1, lastEntry: 3 }]) {
      await expect(close(clinic, [cash(500), card], range), JSON.stringify(range)).rejects.toThrow(
        'closed in the meantime',
      )
    }
    for (const unusable of [
      { ...card, currency: 'XXQ' },
      { ...card, method: 'a word' },
      { ...card, amount: 'many' },
    ]) {
      await expect(close(clinic, [cash(500), unusable])).rejects.toThrow()
    }
    for (const name of ['till-show', 'till-close', 'till-closes']) {
      const input = {
        addressId: jaipur(clinic),
        ...(name === 'till-close' && { counts: [cash(500), card] }),
      }
      await expect(operate(other, name, input), name).rejects.toThrow('No such location')
    }
    for (const table of ['till_closes', 'till_counts']) {
      expect(
        await house.sql(`select 1 from ${table} where workspace_id = any($1)`, [
          [clinic.workspaceId, other.workspaceId],
        ]),
      ).toEqual([])
    }
    expect(await close(clinic, [cash(500), card])).toMatchObject({ number: 1, lastEntry: 2 })
  })
})

describe('the database', () => {
  const broken = async (statement: string, values: unknown[] = []): Promise<string> => {
    const error: Json = await house.sql(statement, values).then(
      () => ({ constraint: 'none' }),
      (thrown: Json) => thrown,
    )
    return error.constraint
  }

  it('changes nothing in a written till, and makes a close begin and add up correctly [TILL-05]', async () => {
    const clinic = await createPayingClinic(house)
    await paidVisit(clinic, '09:00')
    await close(clinic, [cash(500)])
    await paidVisit(clinic, '09:15')
    const w = [clinic.workspaceId]
    for (const table of ['till_entries', 'till_closes', 'till_counts', 'tills']) {
      expect(await broken(`delete from ${table} where workspace_id = $1`, w), table).toBe(
        'tills_are_kept',
      )
    }
    expect(
      await broken('update till_entries set amount_minor = 0 where workspace_id = $1', w),
    ).toBe('tills_are_kept')
    expect(await broken('update tills set entries = entries + 2 where workspace_id = $1', w)).toBe(
      'till_goes_on',
    )
    expect(await broken('update tills set closed_through = 0 where workspace_id = $1', w)).toBe(
      'till_goes_on',
    )
    const [{ id }] = await house.sql('select id from tills where workspace_id = $1', w)
    const insertClose = (number: number, first: number, last: number, expected: number) =>
      broken(
        `with counted as (
           insert into till_counts (workspace_id, till_id, close_number, method, currency, expected_minor, counted_minor)
           values ($1, $2, $3, 'CASH', 'INR', $6, 0)
         )
         insert into till_closes (workspace_id, till_id, number, first_entry, last_entry, at, by_session, by_service)
         values ($1, $2, $3, $4, $5, now(), false, false)`,
        [clinic.workspaceId, id, number, first, last, expected],
      )
    expect(await insertClose(2, 1, 2, 100_000)).toBe('till_close_follows_the_last')
    expect(await insertClose(3, 2, 2, 50_000)).toBe('till_close_follows_the_last')
    expect(await insertClose(2, 2, 3, 50_000)).toBe('till_close_follows_the_last')
    expect(await insertClose(2, 2, 2, 50_001)).toBe('till_close_says_what_was_taken')
    const late = `insert into till_counts (workspace_id, till_id, close_number, method, currency, expected_minor, counted_minor) values ($1, $2, 1, 'UPI', 'INR', 0, 7)`
    expect(await broken(late, [clinic.workspaceId, id])).toBe('till_counts_come_before_their_close')
    expect(await close(clinic, [cash(500)])).toMatchObject({ number: 2 })
  })
})
