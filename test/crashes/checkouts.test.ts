// The service is killed between any two steps of a checkout, and both it and the gateway under
// load: whatever is killed when, a key leads to one booking, a place is paid for or free again, and
// the money is where both books say it is.

import { afterEach, describe, expect, it } from 'vitest'
import { waitForTransactions } from '../support/clinic/connections.ts'
import type { Clinic, Json } from '../support/clinic/harness.ts'
import {
  confirm,
  createPayingClinic,
  type ReservableKind,
  reservableKinds,
  reservationRequest,
} from '../support/clinic/paying-clinic.ts'
import type { KillPoint } from '../support/database/kill-point.ts'
import { expectSameBooks, openCheckoutHarness } from '../support/gateways/checkout-harness.ts'
import type { ServerProcess } from '../support/processes/service-harness.ts'

const all = await openCheckoutHarness()
const { house: harness, gateway } = all

const minuteMs = 60_000
const holdMs = 15 * minuteMs
const paths = {
  visit: 'appointments',
  token: 'queue_visits',
  pack: 'patient_packs',
  'pack with its visit': 'appointments',
} as const

// What one test leaves to be watched would come due in the next.
afterEach(() => harness.sql('delete from due_work'))

/** `before` and `after` each step of a checkout, in order. */
function points(...named: string[]): KillPoint[] {
  return named.map((name) => {
    const [side = '', ...what] = name.split(' ')
    return { side: side as KillPoint['side'], what: what.join(' ') }
  })
}
/** Each with another kind of thing that is reserved, in turn. */
const each = (from: KillPoint[]) =>
  from.map((point, index) => ({
    ...point,
    thing: reservableKinds[index % reservableKinds.length] as ReservableKind,
  }))

/** Sends a request to a process that will be killed by it. */
async function callUntilCrash(
  { url, ended }: ServerProcess,
  clinic: Clinic,
  path: string,
  body: Json,
  key?: string,
  method = 'POST',
) {
  const headers = {
    'x-api-key': clinic.key,
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const sent = fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
  await expect(sent).rejects.toThrow()
  await ended
  await waitForTransactions(harness)
}

async function reserved(clinic: Clinic, thing: ReservableKind, key?: string) {
  const { path, body } = reservationRequest(clinic, thing)
  return clinic.post(path, body, key === undefined ? {} : { headers: { 'idempotency-key': key } })
}

/** The reservation as the database has it: the only row of a clinic. */
async function standing(clinic: Clinic, thing: ReservableKind): Promise<Json> {
  const over = thing === 'pack' ? 'ended_at is not null' : "status = 'CANCELLED'"
  const rows = await harness.sql(
    `select payment_status as payment, ${over} as "isOver" from ${paths[thing]} where workspace_id = $1`,
    [clinic.workspaceId],
  )
  expect(rows.length).toBeLessThanOrEqual(1)
  return rows[0]
}

const listCheckouts = ({ workspaceId }: Clinic) =>
  gateway.sql(
    'select gateway_id as id, reference, state from sandbox_gateway_checkouts where workspace_id = $1',
    [workspaceId],
  )
const listSessionStates = async ({ workspaceId }: Clinic) =>
  (
    await harness.sql('select state from payment_sessions where workspace_id = $1 order by id', [
      workspaceId,
    ])
  ).map(({ state }) => state)
const listMovements = async ({ workspaceId }: Clinic) =>
  (
    await gateway.sql(
      'select kind from sandbox_gateway_movements where workspace_id = $1 order by id',
      [workspaceId],
    )
  ).map(({ kind }) => kind)

/** The hold has expired, by two minutes: nothing waits for a payment any longer. */
async function holdEnds(clinic: Clinic) {
  await all.advance(holdMs + 2 * minuteMs)
  await all.finishDueWork()
  const waiting = `
    select s.state, w.kind, w.attempts, w.last_error
    from payment_sessions s
    left join due_work w on w.workspace_id = s.workspace_id
    where s.workspace_id = $1 and s.state in ('OPENING', 'OPEN', 'FAILED', 'RETURNING')`
  expect(await harness.sql(waiting, [clinic.workspaceId])).toEqual([])
  expect(await harness.sql("select last_error from due_work where state = 'DEAD'")).toEqual([])
  await expectSameBooks(all, clinic)
}

async function expectPaid(clinic: Clinic, thing: ReservableKind) {
  expect(await standing(clinic, thing)).toEqual({ payment: 'PAID', isOver: false })
  expect(await listSessionStates(clinic)).toEqual(['PAID'])
  expect(await listMovements(clinic)).toEqual(['CAPTURED'])
  const packs = await harness.sql(
    'select activated_at is not null as active from patient_packs where workspace_id = $1',
    [clinic.workspaceId],
  )
  expect(packs.every(({ active }) => active)).toBe(true)
  await expectSameBooks(all, clinic)
}

async function expectGivenUp(clinic: Clinic, thing: ReservableKind) {
  expect(await standing(clinic, thing)).toEqual({ payment: 'PENDING', isOver: true })
  expect((await listCheckouts(clinic)).filter(({ state }) => state === 'OPEN')).toEqual([])
  expect(await listMovements(clinic)).toEqual([])
  // The place is free.
  expect((await reserved(clinic, thing)).status).toBe(201)
}

describe('a service that is killed while it reserves', () => {
  const steps = points(
    'after insert_payment_session',
    'before commit of insert_idempotency_key',
    'after commit of insert_idempotency_key',
    'before gateway open',
    'after gateway open',
    'after record_checkout_opened',
    'before commit of store_key_answer',
    'after commit of store_key_answer',
  )
  it.each(each(steps))(
    '$side $what has made one booking or none of a $thing, and a retry with the key succeeds [IDEM-05] [IDEM-07] [INV-30] [INV-31]',
    async ({ thing, ...point }) => {
      const clinic = await createPayingClinic(harness)
      const { path, body } = reservationRequest(clinic, thing)
      const doomed = await all.startService(point)
      await callUntilCrash(doomed, clinic, path, body, 'once')
      await harness.sql('update idempotency_keys set leased_until = null where workspace_id = $1', [
        clinic.workspaceId,
      ])
      const known = await listSessionStates(clinic)
      const before = await listCheckouts(clinic)
      const reply = await reserved(clinic, thing, 'once')
      expect(reply.status, reply.text).toBe(201)
      expect((await reserved(clinic, thing, 'once')).text).toBe(reply.text)
      const { checkoutUrl, sessionRef } = reply.json
      const checkouts = await listCheckouts(clinic)
      expect(checkouts).toEqual([
        { id: checkoutUrl.split('/').at(-1), reference: sessionRef, state: 'OPEN' },
      ])
      // A checkout that was opened before is what is returned (IDEM-02).
      if (before.length > 0) expect(checkouts).toEqual(before)
      expect(await listSessionStates(clinic)).toEqual(['OPEN'])
      expect(known.length).toBe(
        ['after insert_payment_session', 'before commit of insert_idempotency_key'].includes(
          `${point.side} ${point.what}`,
        )
          ? 0
          : 1,
      )
      await gateway.pay(clinic, checkoutUrl)
      expect((await confirm(clinic, { sessionRef })).json.status).toBe('SUCCESS')
      await holdEnds(clinic)
      await expectPaid(clinic, thing)
    },
  )

  it.each(each(points('after commit of insert_payment_session', 'after gateway open')))(
    '$side $what leaves a $thing that expires when no one comes back [INV-27] [INV-28] [PAY-22]',
    async ({ thing, ...point }) => {
      const clinic = await createPayingClinic(harness)
      const { path, body } = reservationRequest(clinic, thing)
      await callUntilCrash(await all.startService(point), clinic, path, body)
      expect(await standing(clinic, thing)).toEqual({ payment: 'PENDING', isOver: false })
      await holdEnds(clinic)
      await expectGivenUp(clinic, thing)
    },
  )
})

describe('a service that is killed while it confirms', () => {
  const steps = points(
    'after gateway read',
    'after insert_ledger_entry',
    'after set_payment_session_state',
    'before commit of delete_planned_work',
    'after commit of delete_planned_work',
  )
  it.each(each(steps))(
    '$side $what has recorded the payment of a $thing once or not yet [PAY-21] [INV-31]',
    async ({ thing, ...point }) => {
      const clinic = await createPayingClinic(harness)
      const { checkoutUrl, sessionRef } = (await reserved(clinic, thing)).json
      await gateway.pay(clinic, checkoutUrl)
      await callUntilCrash(
        await all.startService(point),
        clinic,
        '/v1/appointments/confirm-payments',
        {
          sessionRef,
        },
      )
      // Retried, or not.
      if (thing === 'token' || thing === 'visit')
        expect((await confirm(clinic, { sessionRef })).json.status).toBe('SUCCESS')
      await holdEnds(clinic)
      await expectPaid(clinic, thing)
      expect((await confirm(clinic, { sessionRef })).json.status).toBe('SUCCESS')
    },
  )

  it.each(each(points('after set_payment_session_state', 'after commit of plan_work')))(
    '$side $what has released a $thing whose checkout failed, or will [A-164] [PAY-14]',
    async ({ thing, ...point }) => {
      const clinic = await createPayingClinic(harness)
      const { checkoutUrl, sessionRef } = (await reserved(clinic, thing)).json
      await gateway.pay(clinic, checkoutUrl, 'decline')
      await callUntilCrash(
        await all.startService(point),
        clinic,
        '/v1/appointments/confirm-payments',
        {
          sessionRef,
        },
      )
      await holdEnds(clinic)
      await expectGivenUp(clinic, thing)
    },
  )
})

describe('a service that is killed while it ends a checkout', () => {
  /** Has a process do the work that comes due within a period, and be killed by it. */
  async function dueIn(ms: number, point: KillPoint) {
    const doomed = await all.startService(point)
    await all.advance(ms)
    await doomed.ended
    await waitForTransactions(harness)
  }

  const steps = points(
    'after claim_work',
    'before gateway expire',
    'after gateway expire',
    'after gateway read',
    'after set_payment_session_state',
    'before commit of continue_work',
    'after commit of continue_work',
  )
  it.each(each(steps))(
    '$side $what releases a $thing that no one paid, or another process does [INV-28] [PAY-22] [PAY-24]',
    async ({ thing, ...point }) => {
      const clinic = await createPayingClinic(harness)
      expect((await reserved(clinic, thing)).status).toBe(201)
      await dueIn(holdMs + minuteMs, point)
      await holdEnds(clinic)
      await expectGivenUp(clinic, thing)
    },
  )

  it.each(each(points('before gateway open', 'after gateway open', 'after record_gateway_id')))(
    '$side $what releases a $thing whose checkout was never answered [INV-28] [INV-27]',
    async ({ thing, ...point }) => {
      const clinic = await createPayingClinic(harness)
      const { path, body } = reservationRequest(clinic, thing)
      await callUntilCrash(
        await all.startService({ side: 'after', what: 'gateway open' }),
        clinic,
        path,
        body,
      )
      await dueIn(holdMs + minuteMs, point)
      await holdEnds(clinic)
      await expectGivenUp(clinic, thing)
    },
  )

  it.each(each(points('after insert_ledger_entry', 'after commit of end_work')))(
    '$side $what has recorded once the payment of a $thing that no one confirmed [A-191] [INV-29]',
    async ({ thing, ...point }) => {
      const clinic = await createPayingClinic(harness)
      await gateway.pay(clinic, (await reserved(clinic, thing)).json.checkoutUrl)
      await dueIn(holdMs + minuteMs, point)
      await holdEnds(clinic)
      await expectPaid(clinic, thing)
    },
  )

  const returning = points(
    'after gateway read',
    'after insert_ledger_entry',
    'before commit of insert_requested_refund',
    'after commit of insert_requested_refund',
    'before gateway refund',
    'after gateway refund',
    'before gateway readRefund',
    'after set_refund_state',
    'before commit of end_work',
    'after commit of end_work',
  )
  it.each(each(returning))(
    '$side $what refunds late money for a $thing exactly once [INV-29] [PAY-23] [PAY-19]',
    async ({ thing, ...point }) => {
      const clinic = await createPayingClinic(harness)
      const { checkoutUrl, sessionRef } = (await reserved(clinic, thing)).json
      await gateway.pay(clinic, checkoutUrl, 'pay-late')
      await all.advance(holdMs + minuteMs)
      await all.finishDueWork()
      await dueIn(3 * minuteMs, point)
      await holdEnds(clinic)
      expect(await standing(clinic, thing)).toEqual({ payment: 'REFUNDED', isOver: true })
      expect(await listSessionStates(clinic)).toEqual(['RETURNED'])
      expect(await listMovements(clinic)).toEqual(['CAPTURED', 'REFUNDED'])
      expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
        status: 'PENDING',
        paymentStatus: 'REFUNDED',
      })
    },
  )
})

describe('a service that is killed while it refunds a payment', () => {
  const half = {
    refundIssued: true,
    refundPercentage: 50,
    refundAmount: 250,
    cancellationReason: 'Doctor is ill',
  }
  const stands = { status: 'SCHEDULED', payment: 'PAID' }
  const steps = points(
    'after insert_requested_refund',
    'before commit of insert_requested_refund',
    'after commit of insert_requested_refund',
    'before gateway refund',
    'after gateway refund',
    'after cancel_visit',
    'after insert_ledger_entry',
    'after set_refund_state',
    'before commit of set_refund_state',
    'after commit of set_refund_state',
  )

  it.each(steps)(
    '$side $what has refunded it once, or not at all and the visit is still active [A-205] [INV-22]',
    async (point) => {
      const clinic = await createPayingClinic(harness)
      const { checkoutUrl, sessionRef, appointment } = (await reserved(clinic, 'visit')).json
      await gateway.pay(clinic, checkoutUrl)
      await confirm(clinic, { sessionRef })
      const path = `/v1/appointments/${appointment.id}/cancel`
      await callUntilCrash(await all.startService(point), clinic, path, half, undefined, 'PATCH')
      const visit = async () =>
        (
          await harness.sql(
            'select status, payment_status as payment from appointments where workspace_id = $1',
            [clinic.workspaceId],
          )
        )[0]
      const isNoted = ![
        'after insert_requested_refund',
        'before commit of insert_requested_refund',
      ].includes(`${point.side} ${point.what}`)
      if (!isNoted) {
        expect(await visit()).toEqual(stands)
        expect((await harness.call('PATCH', path, { key: clinic.key, body: half })).status).toBe(
          200,
        )
      }
      await all.advance(3 * minuteMs)
      await all.finishDueWork()
      expect(await visit()).toEqual({ status: 'CANCELLED', payment: 'REFUNDED' })
      expect(await listMovements(clinic)).toEqual(['CAPTURED', 'REFUNDED'])
      expect(
        await harness.sql(
          'select state, amount_minor::int as minor from refunds where workspace_id = $1',
          [clinic.workspaceId],
        ),
      ).toEqual([{ state: 'DONE', minor: 25_000 }])
      expect(await harness.sql("select last_error from due_work where state = 'DEAD'")).toEqual([])
      await expectSameBooks(all, clinic)
    },
  )
})
