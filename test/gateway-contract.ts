// What every payment gateway owes the service through its port, whichever it is; each adapter runs these.

import { describe, expect, it } from 'vitest'
import type { CheckoutName, Gateway, NewCheckout } from '../src/payments/gateways/gateway.ts'
import { randomBase32 } from '../src/values/random-text.ts'

export interface GatewayUnderTest {
  gateway: Gateway
  /** A checkout to open, each time with another key. */
  newCheckout(changes?: Partial<NewCheckout>): NewCheckout
  /** What a payer does elsewhere. */
  pay(name: CheckoutName): Promise<void>
  decline(name: CheckoutName): Promise<void>
}

/** A key or a reference nobody has used. */
export const freshKey = () => randomBase32(20)

/** The refusal of a gateway, by its status and code. */
export const refusedWith = (status: number, code: string) => expect.objectContaining({ status, body: { error: { code, message: expect.any(String) } } })

/** Tests of the port; `tested` is called once the test runs. */
export function keepsTheContract(tested: () => Promise<GatewayUnderTest>) {
  async function opened(changes: Partial<NewCheckout> = {}) {
    const all = await tested()
    const wanted = all.newCheckout(changes)
    const checkout = await all.gateway.open(wanted)
    return { ...all, wanted, checkout, name: { workspaceId: wanted.workspaceId, gatewayId: checkout.gatewayId } }
  }
  const states = async ({ gateway }: GatewayUnderTest, name: CheckoutName) => (await gateway.read(name)).state

  describe('a checkout', () => {
    it('is opened, and read as it was opened [RES-09]', async () => {
      const { gateway, wanted, checkout, name } = await opened()
      const { reference, amountMinor, currency } = wanted
      expect(checkout).toEqual({ gatewayId: expect.any(String), url: expect.any(String), reference, amountMinor, currency, state: 'OPEN' })
      expect(new URL(checkout.url).protocol).toMatch(/^https?:$/)
      expect(await gateway.read(name)).toEqual(checkout)
    })

    it('is the same when it is opened again with its key, one after the other or at once [IDEM-02]', async () => {
      const { gateway, newCheckout, wanted, checkout } = await opened()
      expect(await gateway.open(wanted)).toEqual(checkout)
      const raced = newCheckout()
      const ids = await Promise.all(Array.from({ length: 8 }, async () => (await gateway.open(raced)).gatewayId))
      expect(new Set(ids).size).toBe(1)
      expect(ids[0]).not.toBe(checkout.gatewayId)
    })

    it('is refused with a key that another was opened with, and stays [IDEM-02]', async () => {
      const { gateway, wanted, checkout, name } = await opened()
      const { amountMinor, heldUntil } = wanted
      const others = { reference: freshKey(), amountMinor: amountMinor + 1, currency: 'EUR', payee: 'x', description: 'x', returnUrl: 'https://x.example/' }
      for (const [member, value] of Object.entries({ ...others, heldUntil: heldUntil + 1_000 }))
        await expect(gateway.open({ ...wanted, [member]: value }), member).rejects.toEqual(refusedWith(400, 'IDEMPOTENCY_KEY_REUSED'))
      expect(await gateway.read(name)).toEqual(checkout)
    })

    it('is refused where nothing could be paid', async () => {
      const { gateway, newCheckout } = await tested()
      for (const amountMinor of [0, -1, 1.5]) await expect(gateway.open(newCheckout({ amountMinor }))).rejects.toEqual(refusedWith(400, 'AMOUNT_INVALID'))
      await expect(gateway.open(newCheckout({ currency: 'XXQ' }))).rejects.toEqual(refusedWith(400, 'CURRENCY_UNKNOWN'))
    })

    it('is of its workspace alone; an unknown one is refused as such', async () => {
      const { gateway, name } = await opened()
      const unknown = [
        { ...name, gatewayId: 'nothing' },
        { ...name, workspaceId: name.workspaceId + 1_000_000 },
      ]
      for (const wrong of unknown) {
        await expect(gateway.read(wrong)).rejects.toEqual(refusedWith(404, 'CHECKOUT_NOT_FOUND'))
        await expect(gateway.expire(wrong)).rejects.toEqual(refusedWith(404, 'CHECKOUT_NOT_FOUND'))
        await expect(gateway.refund({ ...wrong, key: freshKey(), amountMinor: 1, currency: 'INR' })).rejects.toEqual(refusedWith(404, 'CHECKOUT_NOT_FOUND'))
      }
    })

    it('is closed for good, again and again [A-189]', async () => {
      const { gateway, checkout, name, pay } = await opened()
      for (let time = 0; time < 2; time += 1) expect(await gateway.expire(name)).toEqual({ ...checkout, state: 'EXPIRED' })
      await pay(name)
      expect(await gateway.read(name)).toEqual({ ...checkout, state: 'EXPIRED' })
    })

    it('that is paid stays paid, and that is declined stays declined, whoever closes it [A-193]', async () => {
      const paid = await opened()
      await paid.pay(paid.name)
      expect(await states(paid, paid.name)).toBe('PAID')
      expect(await paid.gateway.expire(paid.name)).toEqual({ ...paid.checkout, state: 'PAID' })
      expect(await paid.gateway.open(paid.wanted)).toEqual({ ...paid.checkout, state: 'PAID' })
      const declined = await opened()
      await declined.decline(declined.name)
      expect(await declined.gateway.expire(declined.name)).toEqual({ ...declined.checkout, state: 'FAILED' })
    })

    it('is either paid or closed where both come at once [A-193]', async () => {
      for (let round = 0; round < 5; round += 1) {
        const all = await opened()
        const [, { state }] = await Promise.all([all.pay(all.name), all.gateway.expire(all.name)])
        expect(['PAID', 'EXPIRED']).toContain(state)
        expect(await states(all, all.name)).toBe(state)
      }
    })
  })

  describe('a refund', () => {
    const paid = async (amountMinor = 10_000) => {
      const all = await opened({ amountMinor })
      await all.pay(all.name)
      return {
        ...all,
        refund: (amount: number, key = freshKey()) => all.gateway.refund({ ...all.name, key, amountMinor: amount, currency: all.wanted.currency }),
      }
    }
    const tooMuch = refusedWith(400, 'REFUND_EXCEEDS_CAPTURE')

    it('gives back parts up to what was captured, and no more', async () => {
      const { refund, gateway, name } = await paid()
      await refund(4_000)
      await expect(refund(6_001)).rejects.toEqual(tooMuch)
      await refund(6_000)
      await expect(refund(1)).rejects.toEqual(tooMuch)
      await expect(refund(0)).rejects.toEqual(refusedWith(400, 'AMOUNT_INVALID'))
      expect((await gateway.read(name)).state).toBe('PAID')
    })

    it('is the same when it is asked for again with its key, and refused with another amount', async () => {
      const { refund } = await paid()
      const key = freshKey()
      await Promise.all(Array.from({ length: 6 }, () => refund(10_000, key)))
      await refund(10_000, key)
      await expect(refund(9_999, key)).rejects.toEqual(refusedWith(400, 'IDEMPOTENCY_KEY_REUSED'))
    })

    it('is given to as many as it lasts for where several come at once', async () => {
      const { refund } = await paid()
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => refund(3_000)))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))).toEqual([tooMuch, tooMuch, tooMuch])
    })

    it('needs a payment, and its currency', async () => {
      const { gateway, name, wanted } = await opened()
      const { currency } = wanted
      await expect(gateway.refund({ ...name, key: freshKey(), amountMinor: 1, currency })).rejects.toEqual(tooMuch)
      const other = await paid()
      await expect(other.gateway.refund({ ...other.name, key: freshKey(), amountMinor: 1, currency: 'EUR' })).rejects.toEqual(
        refusedWith(400, 'CURRENCY_MISMATCH'),
      )
    })
  })
}
