// What no code of ours can break, tried in plain SQL: the checkouts and the ledger of the sandbox
// gateway.

import { expect, it } from 'vitest'
import { openHarness } from '../../../../../test/support/clinic/harness.ts'
import { createDatabaseGate } from '../../../../../test/support/database/database-gate.ts'
import {
  createSandboxGateway,
  listMovements,
  openCheckout,
  pressPageButton,
} from '../../../../../test/support/gateways/sandbox-checkouts.ts'

const house = await openHarness()
const gateway = await createSandboxGateway(house)
const { workspaceId } = await house.clinic()
const opened = await openCheckout(house, workspaceId)
const paid = await openCheckout(house, workspaceId)
await pressPageButton(house, paid, 'pay')
const declined = await openCheckout(house, workspaceId)
await pressPageButton(house, declined, 'decline')
const expired = await openCheckout(house, workspaceId)
await gateway.expire(expired)
type Some = typeof opened

const violated = (constraint: string) => expect.objectContaining({ constraint })
const set = ({ gatewayId }: Some, change: string) =>
  house.sql(`update sandbox_gateway_checkouts set ${change} where gateway_id = $1`, [gatewayId])
const move = (
  { gatewayId }: Some,
  kind: string,
  {
    amount = 50_000,
    currency = 'INR',
    key = kind === 'REFUNDED' ? gatewayId : null,
  }: Record<string, unknown> = {},
) =>
  house.sql(
    `insert into sandbox_gateway_movements (workspace_id, gateway_id, kind, amount_minor, currency, key, at) values ($1, $2, $3, $4, $5, $6, now())`,
    [workspaceId, gatewayId, kind, amount, currency, key],
  )

it('a checkout keeps its terms', async () => {
  for (const change of [
    `amount_minor = 1`,
    `currency = 'EUR'`,
    `reference = 'x'`,
    `key = 'x'`,
    `return_url = 'https://x.example'`,
    `held_until = now()`,
  ])
    await expect(set(opened, change), change).rejects.toEqual(violated('checkout_keeps_its_terms'))
  await expect(set(opened, `gateway_id = 'x'`)).rejects.toEqual(violated('gateway_id_form'))
})

it('a checkout is decided once, with its time', async () => {
  for (const [checkout, state] of [
    [paid, 'FAILED'],
    [paid, 'EXPIRED'],
    [declined, 'PAID'],
    [declined, 'EXPIRED'],
    [expired, 'PAID'],
    [expired, 'FAILED'],
  ] as const)
    await expect(set(checkout, `state = '${state}'`), state).rejects.toEqual(
      violated('checkout_is_decided_once'),
    )
  await expect(set(paid, `state = 'OPEN', decided_at = null`)).rejects.toEqual(
    violated('checkout_is_decided_once'),
  )
  await expect(set(opened, `state = 'FAILED'`)).rejects.toEqual(
    violated('decided_checkout_says_when'),
  )
  for (const checkout of [paid, declined, expired])
    await expect(set(checkout, 'late_at = now()')).rejects.toEqual(
      violated('late_payment_is_begun_once'),
    )
})

it('a paid checkout is captured and a captured one paid: once, in full, in its currency', async () => {
  await expect(set(opened, `state = 'PAID', decided_at = now()`)).rejects.toEqual(
    violated('paid_checkout_is_captured'),
  )
  for (const checkout of [opened, declined, expired])
    await expect(move(checkout, 'CAPTURED')).rejects.toEqual(
      violated('capture_is_of_a_paid_checkout'),
    )
  await expect(move(paid, 'CAPTURED')).rejects.toEqual(violated('captured_once'))
  await expect(move(paid, 'REFUNDED', { currency: 'EUR' })).rejects.toEqual(
    violated('movement_in_the_currency_of_its_checkout'),
  )
  const partly = `with paid as (update sandbox_gateway_checkouts set state = 'PAID', decided_at = now() where gateway_id = $2)
    insert into sandbox_gateway_movements (workspace_id, gateway_id, kind, amount_minor, currency, at) values ($1, $2, 'CAPTURED', 49999, 'INR', now())`
  await expect(house.sql(partly, [workspaceId, opened.gatewayId])).rejects.toEqual(
    violated('capture_is_of_a_paid_checkout'),
  )
})

it('no more is refunded than was captured, above zero, once per key', async () => {
  for (const checkout of [opened, declined, expired])
    await expect(move(checkout, 'REFUNDED', { amount: 1 })).rejects.toEqual(
      violated('refunds_within_capture'),
    )
  await expect(move(paid, 'REFUNDED', { amount: 50_001 })).rejects.toEqual(
    violated('refunds_within_capture'),
  )
  for (const amount of [0, -1])
    await expect(move(paid, 'REFUNDED', { amount })).rejects.toEqual(
      violated('gateway_movement_above_zero'),
    )
  await expect(move(paid, 'REFUNDED', { key: null })).rejects.toEqual(
    violated('gateway_refund_has_a_key'),
  )
  await move(paid, 'REFUNDED', { amount: 1, key: 'once' })
  await expect(move(paid, 'REFUNDED', { amount: 1, key: 'once' })).rejects.toEqual(
    violated('gateway_refund_happens_once'),
  )
})

it('two concurrent refunds that are too much together are not both made', async () => {
  const other = await openCheckout(house, workspaceId)
  await pressPageButton(house, other, 'pay')
  const gate = await createDatabaseGate(
    house,
    'after insert on sandbox_gateway_movements for each row',
  )
  const asked = Promise.allSettled(
    ['a', 'b'].map((key) =>
      gateway.refund({
        reference: paid.wanted.reference,
        ...other,
        key,
        amountMinor: 30_000,
        currency: 'INR',
      }),
    ),
  )
  await gate.waitUntilReached(1)
  await gate.open()
  expect((await asked).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await listMovements(house, other)).toHaveLength(2)
})

it('a failed refund returns its amount, once [A-205]', async () => {
  const some = await openCheckout(house, workspaceId)
  await pressPageButton(house, some, 'pay')
  await expect(move(some, 'REFUND_FAILED', { key: 'never' })).rejects.toEqual(
    violated('failure_is_of_a_refund'),
  )
  await move(some, 'REFUNDED', { amount: 20_000, key: 'some' })
  await expect(move(some, 'REFUND_FAILED', { amount: 20_001, key: 'some' })).rejects.toEqual(
    violated('failure_is_of_a_refund'),
  )
  await move(some, 'REFUND_FAILED', { amount: 20_000, key: 'some' })
  await expect(move(some, 'REFUND_FAILED', { amount: 20_000, key: 'some' })).rejects.toEqual(
    violated('gateway_refund_happens_once'),
  )
  await move(some, 'REFUNDED', { key: 'whole' })
})

it('ledger entries are only added', async () => {
  const before = await listMovements(house, paid)
  const kept = violated('gateway_movements_are_kept')
  await expect(
    house.sql('update sandbox_gateway_movements set amount_minor = 1 where gateway_id = $1', [
      paid.gatewayId,
    ]),
  ).rejects.toEqual(kept)
  await expect(
    house.sql('delete from sandbox_gateway_movements where gateway_id = $1', [paid.gatewayId]),
  ).rejects.toEqual(kept)
  await expect(house.sql('truncate sandbox_gateway_movements')).rejects.toEqual(kept)
  await expect(
    house.sql('delete from sandbox_gateway_checkouts where gateway_id = $1', [paid.gatewayId]),
  ).rejects.toEqual(violated('gateway_movement_is_of_a_checkout'))
  expect(await listMovements(house, paid)).toEqual(before)
})

it('only existing faults can be stored', async () => {
  const order = (columns: string, values: string) =>
    house.sql(
      `insert into sandbox_gateway_faults (workspace_id, ${columns}) values ($1, ${values})`,
      [workspaceId],
    )
  await expect(order('call, how', `'read', 'refuse'`)).rejects.toEqual(
    violated('fault_refuses_with_an_answer'),
  )
  await expect(order('call, how, status, body', `'read', 'refuse', 200, '{}'`)).rejects.toEqual(
    violated('fault_refuses_with_an_answer'),
  )
  await expect(order('call, how, status, body', `'read', 'refuse', 500, '[]'`)).rejects.toEqual(
    violated('fault_refuses_with_an_answer'),
  )
  await expect(order('call, how', `'read', 'slow'`)).rejects.toEqual(
    violated('fault_is_slow_by_a_time'),
  )
  await expect(order('call, how, ms', `'read', 'slow', 60001`)).rejects.toEqual(
    violated('fault_is_slow_by_a_time'),
  )
  await expect(order('call, how', `'refund', 'wrong-amount'`)).rejects.toEqual(
    violated('refund_tells_no_amount'),
  )
  await expect(order('call, how', `'pay', 'time-out-before'`)).rejects.toEqual(
    violated('faulty_call'),
  )
})

it('a sandbox that becomes production loses the gateway, and gets no other', async () => {
  await house.operate('sandbox-gateway-fail', { call: 'read', how: 'refuse' })
  await house.sql(`update installation set mode = 'production', clock_offset_ms = 0`)
  for (const table of ['checkouts', 'movements', 'faults'])
    expect(await house.sql(`select from sandbox_gateway_${table}`)).toEqual([])
  await expect(openCheckout(house, workspaceId)).rejects.toEqual(
    violated('gateway_is_of_a_sandbox'),
  )
})
