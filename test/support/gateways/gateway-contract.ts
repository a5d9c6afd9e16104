// What the service's port requires of every payment gateway; these tests run for each adapter.

import { describe, expect, it } from 'vitest'
import { randomBase32 } from '../../../src/base/values/random-text.ts'
import type {
  CheckoutName,
  Gateway,
  GatewayCheckout,
  GatewayState,
  NewCheckout,
} from '../../../src/money/payments/gateways/gateway.ts'

/** A gateway's refusals, each in its own format. */
export type Refusal =
  | 'unknown checkout'
  | 'key reused'
  | 'amount unusable'
  | 'currency unknown'
  | 'more than captured'
  | 'another currency'

export interface GatewayUnderTest {
  gateway: Gateway
  refusals: Readonly<Record<Refusal, unknown>>
  /** A checkout to open, with a new key each time. */
  newCheckout(changes?: Partial<NewCheckout>): NewCheckout
  /** What a payer does on the gateway's side. */
  pay(name: CheckoutName): Promise<void>
  /** Declines a payment; absent if a declined card leaves the checkout open. */
  decline?(name: CheckoutName): Promise<void>
  /** Makes the next refund slow; the returned function then lets it arrive or fail. */
  delayRefund(name: CheckoutName, then: 'DONE' | 'FAILED'): Promise<() => Promise<void>>
}

/** A key or a reference that has not been used before. */
export const createKey = () => randomBase32(20)

/** The tests of the port; `setUp` is called once the test is running. */
export function describeGatewayContract(setUp: () => Promise<GatewayUnderTest>) {
  async function openNewCheckout(changes: Partial<NewCheckout> = {}) {
    const all = await setUp()
    const wanted = all.newCheckout(changes)
    const checkout = await all.gateway.open(wanted)
    return {
      ...all,
      wanted,
      checkout,
      name: { workspaceId: wanted.workspaceId, gatewayId: checkout.gatewayId },
    }
  }
  // Once payment is no longer possible, a gateway need not have a page.
  const waitForDecision = (checkout: GatewayCheckout, state: GatewayState) => ({
    ...checkout,
    url: expect.any(String),
    state,
  })
  const states = async ({ gateway }: GatewayUnderTest, name: CheckoutName) =>
    (await gateway.read(name)).state

  describe('a checkout', () => {
    it('is opened, and reads the same afterwards [RES-09]', async () => {
      const { gateway, wanted, checkout, name } = await openNewCheckout()
      const { reference, amountMinor, currency } = wanted
      expect(checkout).toEqual({
        gatewayId: expect.any(String),
        url: expect.any(String),
        reference,
        amountMinor,
        currency,
        state: 'OPEN',
      })
      expect(new URL(checkout.url).protocol).toMatch(/^https?:$/)
      expect(await gateway.read(name)).toEqual(checkout)
    })

    it('is the same when it is opened again with its key, in sequence or concurrently [IDEM-02]', async () => {
      const { gateway, newCheckout: createCheckout, wanted, checkout } = await openNewCheckout()
      expect(await gateway.open(wanted)).toEqual(checkout)
      const raced = createCheckout()
      const ids = await Promise.all(
        Array.from({ length: 8 }, async () => (await gateway.open(raced)).gatewayId),
      )
      expect(new Set(ids).size).toBe(1)
      expect(ids[0]).not.toBe(checkout.gatewayId)
    })

    it('is refused with the key of another checkout, which stays [IDEM-02]', async () => {
      const { gateway, refusals, wanted, checkout, name } = await openNewCheckout()
      const { amountMinor, heldUntil } = wanted
      const others = {
        reference: createKey(),
        amountMinor: amountMinor + 1,
        currency: 'EUR',
        payee: 'x',
        description: 'x',
        returnUrl: 'https://x.example/',
      }
      for (const [member, value] of Object.entries({ ...others, heldUntil: heldUntil + 1_000 }))
        await expect(gateway.open({ ...wanted, [member]: value }), member).rejects.toEqual(
          refusals['key reused'],
        )
      expect(await gateway.read(name)).toEqual(checkout)
    })

    it('is refused if there is nothing to pay', async () => {
      const { gateway, newCheckout: createCheckout, refusals } = await setUp()
      for (const amountMinor of [0, -1, 1.5])
        await expect(gateway.open(createCheckout({ amountMinor }))).rejects.toEqual(
          refusals['amount unusable'],
        )
      await expect(gateway.open(createCheckout({ currency: 'XXQ' }))).rejects.toEqual(
        refusals['currency unknown'],
      )
    })

    it('belongs to its workspace; an unknown one is refused as unknown', async () => {
      const { gateway, refusals, name } = await openNewCheckout()
      const unknown = [
        { ...name, gatewayId: 'nothing' },
        { ...name, workspaceId: name.workspaceId + 1_000_000 },
      ]
      for (const wrong of unknown) {
        await expect(gateway.read(wrong)).rejects.toEqual(refusals['unknown checkout'])
        await expect(gateway.expire(wrong)).rejects.toEqual(refusals['unknown checkout'])
        const back = { ...wrong, key: createKey(), reference: 'x', amountMinor: 1, currency: 'INR' }
        await expect(gateway.readRefund(back)).rejects.toEqual(refusals['unknown checkout'])
        await expect(gateway.books(wrong)).rejects.toEqual(refusals['unknown checkout'])
        await expect(gateway.refund(back)).rejects.toEqual(refusals['unknown checkout'])
      }
    })

    it('is closed for good, and can be closed again [A-189]', async () => {
      const { gateway, checkout, name, pay } = await openNewCheckout()
      for (let time = 0; time < 2; time += 1)
        expect(await gateway.expire(name)).toEqual(waitForDecision(checkout, 'EXPIRED'))
      await pay(name)
      expect(await gateway.read(name)).toEqual(waitForDecision(checkout, 'EXPIRED'))
    })

    it('that is paid stays paid, and one that is declined is not paid, whoever closes it [A-193]', async () => {
      const payNewCheckout = await openNewCheckout()
      await payNewCheckout.pay(payNewCheckout.name)
      expect(await states(payNewCheckout, payNewCheckout.name)).toBe('PAID')
      expect(await payNewCheckout.gateway.expire(payNewCheckout.name)).toEqual(
        waitForDecision(payNewCheckout.checkout, 'PAID'),
      )
      expect(await payNewCheckout.gateway.open(payNewCheckout.wanted)).toEqual(
        waitForDecision(payNewCheckout.checkout, 'PAID'),
      )
      const declined = await openNewCheckout()
      if (!declined.decline) return
      await declined.decline(declined.name)
      expect(await declined.gateway.expire(declined.name)).toEqual(
        waitForDecision(declined.checkout, 'FAILED'),
      )
    })

    it('is either paid or closed when both happen at once [A-193]', async () => {
      for (let round = 0; round < 5; round += 1) {
        const all = await openNewCheckout()
        const [, { state }] = await Promise.all([all.pay(all.name), all.gateway.expire(all.name)])
        expect(['PAID', 'EXPIRED']).toContain(state)
        expect(await states(all, all.name)).toBe(state)
      }
    })
  })

  describe('a refund', () => {
    const payNewCheckout = async (amountMinor = 10_000) => {
      const all = await openNewCheckout({ amountMinor })
      await all.pay(all.name)
      const { reference, currency } = all.wanted
      return {
        ...all,
        refund: (amount: number, key = createKey()) =>
          all.gateway.refund({ ...all.name, key, reference, amountMinor: amount, currency }),
        stateOf: (key: string) => all.gateway.readRefund({ ...all.name, key }),
        books: () => all.gateway.books(all.name),
      }
    }

    it('returns parts of what was captured, and no more in total [INV-22]', async () => {
      const { refund, refusals, books, gateway, name } = await payNewCheckout()
      expect(await books()).toEqual({ capturedMinor: 10_000, refundedMinor: 0 })
      expect(await refund(4_000)).toBe('DONE')
      await expect(refund(6_001)).rejects.toEqual(refusals['more than captured'])
      await refund(6_000)
      await expect(refund(1)).rejects.toEqual(refusals['more than captured'])
      await expect(refund(0)).rejects.toEqual(refusals['amount unusable'])
      expect((await gateway.read(name)).state).toBe('PAID')
      expect(await books()).toEqual({ capturedMinor: 10_000, refundedMinor: 10_000 })
    })

    it('is the same when it is requested again with its key, and refused with another amount [A-205]', async () => {
      const { refund, refusals, stateOf, books } = await payNewCheckout()
      const key = createKey()
      expect(await stateOf(key)).toBeUndefined()
      await refund(7_000, key)
      await refund(7_000, key)
      expect(await stateOf(key)).toBe('DONE')
      await expect(refund(6_999, key)).rejects.toEqual(refusals['key reused'])
      expect(await books()).toEqual({ capturedMinor: 10_000, refundedMinor: 7_000 })
    })

    it('is found only by its own key and checkout [A-205]', async () => {
      const one = await payNewCheckout()
      const other = await payNewCheckout()
      const key = createKey()
      await one.refund(100, key)
      expect(await one.stateOf(`${key}x`)).toBeUndefined()
      expect(await other.stateOf(key)).toBeUndefined()
    })

    it('that is slow is in progress until it has arrived [A-205]', async () => {
      const { refund, stateOf, delayRefund, name } = await payNewCheckout()
      const key = createKey()
      const settle = await delayRefund(name, 'DONE')
      expect(await refund(4_000, key)).toBe('PENDING')
      expect(await stateOf(key)).toBe('PENDING')
      expect(await refund(4_000, key)).toBe('PENDING')
      await settle()
      expect(await stateOf(key)).toBe('DONE')
    })

    it('that fails later is reported, and returned nothing [A-205]', async () => {
      const { refund, stateOf, delayRefund, books, name } = await payNewCheckout()
      const key = createKey()
      const settle = await delayRefund(name, 'FAILED')
      expect(await refund(10_000, key)).toBe('PENDING')
      // Until it is settled, it counts as refunded.
      expect(await books()).toEqual({ capturedMinor: 10_000, refundedMinor: 10_000 })
      await settle()
      expect(await stateOf(key)).toBe('FAILED')
      expect(await books()).toEqual({ capturedMinor: 10_000, refundedMinor: 0 })
      expect(await refund(10_000)).toBe('DONE')
    })

    it('is granted to as many concurrent requests as the amount covers [INV-22]', async () => {
      const { refund, refusals } = await payNewCheckout()
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => refund(3_000)))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      const tooMuch = refusals['more than captured']
      expect(
        outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])),
      ).toEqual([tooMuch, tooMuch, tooMuch])
    })

    it('needs a payment, in its currency', async () => {
      const { gateway, refusals, name, wanted } = await openNewCheckout()
      const asked = {
        ...name,
        reference: wanted.reference,
        amountMinor: 1,
        currency: wanted.currency,
      }
      await expect(gateway.refund({ ...asked, key: createKey() })).rejects.toEqual(
        refusals['more than captured'],
      )
      expect(await gateway.books(name)).toEqual({ capturedMinor: 0, refundedMinor: 0 })
      const other = await payNewCheckout()
      await expect(
        other.gateway.refund({ ...asked, ...other.name, key: createKey(), currency: 'EUR' }),
      ).rejects.toEqual(refusals['another currency'])
    })
  })
}
