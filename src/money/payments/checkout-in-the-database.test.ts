// What no code of ours can break, tried in plain SQL: the constraints of payment sessions, their
// money, and the keys of requests.

import { expect, it } from 'vitest'
import { openHarness, slotTimes } from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reservationRequest,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'

const house = await openHarness()
const clinic = await createPayingClinic(house)
const violated = (constraint: string) => expect.objectContaining({ constraint })

interface Reserved {
  id: number
  sessionId: number
}

/** A reservation with a checkout, and its outcome. */
async function reserved(clock: string, choice?: 'pay'): Promise<Reserved> {
  const { json } = await reserve(clinic, slotTimes(clock), clock)
  if (choice) {
    await actOnPaymentPage(house, json.checkoutUrl, choice)
    await confirm(clinic, { sessionRef: json.sessionRef })
  }
  const [{ id: sessionId }] = await house.sql(
    'select id from payment_sessions where session_ref = $1',
    [json.sessionRef],
  )
  return { id: json.appointment.id, sessionId: Number(sessionId) }
}

const open = await reserved('09:00')
const other = await reserved('09:15')
const paid = await reserved('09:30', 'pay')

/** Another payment session, for what `of` names. */
const insertSession = (of: string, changes: Record<string, string> = {}) => {
  const values: Record<string, string> = {
    workspace_id: '$1',
    session_ref: `'ps_${String(Math.random()).slice(2, 8).padEnd(26, '0')}'`,
    gateway: "'sandbox'",
    payee: "''",
    description: "''",
    return_url: "''",
    amount_minor: '50000',
    currency: "'INR'",
    desk_payment_mode: "'CASH'",
    state: "'OPENING'",
    held_until: 'now()',
    created_at: 'now()',
    changed_at: 'now()',
    ...changes,
  }
  const columns = Object.keys(values)
  return house.sql(
    `insert into payment_sessions (${columns.join(', ')}, ${of.split(' ')[0]}) values (${Object.values(values).join(', ')}, ${of.split(' ')[1]})`,
    [clinic.workspaceId],
  )
}
const setSession = ({ sessionId }: Reserved, change: string) =>
  house.sql(`update payment_sessions set ${change} where id = $1`, [sessionId])
const setVisit = ({ id }: Reserved, change: string) =>
  house.sql(`update appointments set ${change} where id = $1`, [id])
const entry = (
  { sessionId }: Reserved,
  cause: string,
  debit: string,
  credit: string,
  amount = 50_000,
  currency = 'INR',
) =>
  house.sql(
    'insert into ledger_entries (workspace_id, payment_session_id, at, cause, debit, credit, amount_minor, currency) values ($1, $2, now(), $3, $4, $5, $6, $7)',
    [clinic.workspaceId, sessionId, cause, debit, credit, amount, currency],
  )

it('a payment session is for one thing, which has one open at a time [INV-26]', async () => {
  await expect(insertSession(`appointment_id ${open.id}`)).rejects.toEqual(
    violated('one_open_checkout_of_appointment'),
  )
  await expect(insertSession('appointment_id null')).rejects.toEqual(
    violated('checkout_is_of_one_thing'),
  )
  await expect(insertSession(`appointment_id ${open.id}`, { visit_id: '1' })).rejects.toEqual(
    violated('checkout_is_of_one_thing'),
  )
  await expect(setSession(open, `appointment_id = ${other.id}`)).rejects.toEqual(
    violated('one_open_checkout_of_appointment'),
  )
  await expect(setSession(paid, `appointment_id = ${other.id}`)).rejects.toEqual(
    violated('payment_session_changes_as_it_may'),
  )
  await expect(insertSession(`appointment_id ${paid.id}`)).rejects.toEqual(
    violated('open_checkout_is_pending'),
  )
})

it('a token and a pack have one checkout open at a time too [INV-26]', async () => {
  for (const thing of ['token', 'pack'] as const) {
    const { path, body } = reservationRequest(clinic, thing)
    const { sessionRef } = (await clinic.post(path, body)).json
    const [of] = await house.sql(
      'select visit_id, patient_pack_id, amount_minor from payment_sessions where session_ref = $1',
      [sessionRef],
    )
    const column = thing === 'token' ? 'visit_id' : 'patient_pack_id'
    const another = () =>
      insertSession(`${column} ${of[column]}`, { amount_minor: String(of.amount_minor) })
    for (const state of ['OPEN', 'FAILED']) {
      await house.sql('update payment_sessions set state = $2 where session_ref = $1', [
        sessionRef,
        state,
      ])
      await expect(another(), `${thing} ${state}`).rejects.toEqual(
        violated(thing === 'token' ? 'one_open_checkout_of_visit' : 'one_open_checkout_of_pack'),
      )
    }
    await house.sql("update payment_sessions set state = 'CLOSED' where session_ref = $1", [
      sessionRef,
    ])
    await another()
  }
})

it("a session reference is unique, and so is the gateway's name for it [INV-08]", async () => {
  const [{ session_ref: sessionRef, gateway_id: gatewayId }] = await house.sql(
    'select session_ref, gateway_id from payment_sessions where id = $1',
    [open.sessionId],
  )
  await expect(
    insertSession(`appointment_id ${paid.id}`, { session_ref: `'${sessionRef}'` }),
  ).rejects.toEqual(violated('session_ref_unique'))
  await expect(insertSession(`appointment_id ${paid.id}`, { session_ref: "'1'" })).rejects.toEqual(
    violated('session_ref_form'),
  )
  await expect(
    insertSession(`appointment_id ${paid.id}`, {
      gateway_id: `'${gatewayId}'`,
      checkout_url: "'x'",
    }),
  ).rejects.toEqual(violated('payment_session_of_gateway_unique'))
})

it('with an open checkout a booking is pending, and the end of its hold does not change [INV-27]', async () => {
  for (const status of ['UNPAID', 'PAID'])
    await expect(setVisit(open, `payment_status = '${status}'`)).rejects.toEqual(
      violated('open_checkout_is_pending'),
    )
  await expect(setSession(open, "held_until = held_until + interval '1 hour'")).rejects.toEqual(
    violated('payment_session_changes_as_it_may'),
  )
  await expect(setSession(open, 'held_until = null')).rejects.toMatchObject({ code: '23502' })
})

it('a checkout is for the amount due, in its currency [INV-40]', async () => {
  const [{ id }] = await house.sql(
    "select id from appointments where workspace_id = $1 and payment_status = 'PENDING' order by id limit 1",
    [clinic.workspaceId],
  )
  for (const changes of [{ amount_minor: '49999' }, { currency: "'USD'" }] as Record<
    string,
    string
  >[])
    await expect(
      insertSession(`appointment_id ${id}`, { ...changes, state: "'NOT_OPENED'" }),
    ).rejects.toEqual(violated('checkout_is_of_what_is_due'))
  await expect(insertSession(`appointment_id ${id}`, { amount_minor: '0' })).rejects.toEqual(
    violated('checkout_costs_something'),
  )
})

it('a session is PAID together with its money and its booking, and never open again [INV-22] [INV-29]', async () => {
  await expect(setSession(open, "state = 'PAID'")).rejects.toEqual(
    violated('paid_session_has_its_money'),
  )
  await expect(entry(open, 'CAPTURED', 'GATEWAY', 'FEES')).rejects.toEqual(
    violated('money_is_of_a_settled_session'),
  )
  for (const state of ['OPEN', 'FAILED', 'RELEASED', 'CLOSED', 'RETURNING'])
    await expect(setSession(paid, `state = '${state}'`)).rejects.toEqual(
      violated('payment_session_changes_as_it_may'),
    )
  await expect(setSession(paid, "state = 'RETURNED'")).rejects.toEqual(
    violated('returned_session_has_its_refund'),
  )
})

it('money moves once, in full, in its currency, and out of where it was [INV-22] [INV-40]', async () => {
  await expect(entry(paid, 'CAPTURED', 'GATEWAY', 'FEES')).rejects.toEqual(
    violated('money_moves_once'),
  )
  await expect(entry(other, 'CAPTURED', 'GATEWAY', 'FEES', 49_999)).rejects.toEqual(
    violated('ledger_entry_is_of_its_session'),
  )
  await expect(entry(other, 'CAPTURED', 'GATEWAY', 'FEES', 50_000, 'USD')).rejects.toEqual(
    violated('ledger_entry_is_of_its_session'),
  )
  await expect(entry(other, 'CAPTURED', 'FEES', 'GATEWAY')).rejects.toEqual(
    violated('ledger_accounts'),
  )
  await expect(entry(other, 'REFUNDED', 'FEES', 'GATEWAY')).rejects.toEqual(
    violated('ledger_entry_is_of_its_session'),
  )
  await expect(entry(paid, 'REFUNDED', 'OWED_BACK', 'GATEWAY')).rejects.toEqual(
    violated('ledger_entry_is_of_its_session'),
  )
  await expect(entry(paid, 'REFUNDED', 'FEES', 'GATEWAY', 50_001)).rejects.toEqual(
    violated('ledger_entry_is_of_its_session'),
  )
})

it('ledger entries are only added', async () => {
  for (const change of [
    'update ledger_entries set amount_minor = 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
  ])
    await expect(house.sql(change)).rejects.toEqual(violated('ledger_is_kept'))
})

it('a key leads to one thing, and a thing has one key [INV-30]', async () => {
  const insertKey = (hash: string, columns: string, values: string) =>
    house.sql(
      `insert into idempotency_keys (workspace_id, key_hash, body_hash, created_at, ${columns}) values ($1, ${hash}, sha256('b'), now(), ${values})`,
      [clinic.workspaceId],
    )
  await expect(insertKey("sha256('new')", 'appointment_id', String(open.id))).rejects.toEqual(
    violated('appointment_has_one_key'),
  )
  await expect(insertKey("sha256('new')", 'appointment_id', 'null')).rejects.toEqual(
    violated('key_leads_to_one_thing'),
  )
  const [{ hash }] = await house.sql(
    "select '''\\x' || encode(key_hash, 'hex') || '''' as hash from idempotency_keys where appointment_id = $1",
    [open.id],
  )
  await expect(insertKey(hash, 'appointment_id', String(paid.id))).rejects.toMatchObject({
    code: '23505',
  })
})

it('a pack is activated once, and only with its payment [INV-18]', async () => {
  const sale = {
    addressId: clinic.id('location', 'jaipur'),
    patientPayload: { firstName: 'Meera' },
    packageConfigId: clinic.id('sessionPack', 'ten'),
  }
  const sold = (await clinic.post('/v1/session/packs', sale)).json.id
  const waits = (await clinic.post('/v1/session/packs', { ...sale, paymentStatus: 'UNPAID' })).json
    .id
  const set = (id: number, change: string) =>
    house.sql(`update patient_packs set ${change} where id = $1`, [id])
  await expect(set(waits, 'activated_at = now()')).rejects.toEqual(violated('active_pack_is_paid'))
  await expect(set(sold, "payment_status = 'UNPAID'")).rejects.toEqual(
    violated('active_pack_is_paid'),
  )
  await expect(set(sold, "activated_at = now() + interval '1 second'")).rejects.toEqual(
    violated('pack_is_activated_once'),
  )
  await expect(set(sold, 'activated_at = null')).rejects.toEqual(violated('pack_is_activated_once'))
  const [{ patientId }] = await house.sql(
    'select patient_id::int as "patientId" from patient_packs where id = $1',
    [sold],
  )
  const granted = (
    await house.operate('packs-grant', { workspace: clinic.name, patientId, pack: 'ten' })
  ).id
  await expect(set(granted, 'activated_at = null')).rejects.toEqual(
    violated('pack_is_activated_once'),
  )
  await set(waits, 'ended_at = now()')
  await expect(set(waits, "payment_status = 'PAID', activated_at = now()")).rejects.toEqual(
    violated('ended_pack_stays_ended'),
  )
  await expect(set(waits, 'ended_at = null')).rejects.toEqual(violated('ended_pack_stays_ended'))
  await expect(set(waits, "payment_status = 'REFUNDED'")).rejects.toEqual(
    violated('refunded_pack_was_paid'),
  )
  await expect(set(sold, "payment_status = 'REFUNDED', ended_at = now()")).rejects.toEqual(
    violated('refunded_visit_has_its_refund'),
  )
})

it('an ended session can be checked once more, and nothing else [INV-29]', async () => {
  await setSession(open, "state = 'CLOSED'")
  for (const state of ['OPENING', 'OPEN', 'FAILED', 'NOT_OPENED', 'PAID', 'RETURNING', 'RETURNED'])
    await expect(setSession(open, `state = '${state}'`)).rejects.toEqual(
      violated('payment_session_changes_as_it_may'),
    )
  for (const state of ['RELEASED', 'CLOSED']) await setSession(open, `state = '${state}'`)
})
