import { describe, expect, it, vi } from 'vitest'
import { createBookingBody, openHarness } from '../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  createPayingClinic,
  listVisits,
  returnUrl,
} from '../../test/support/clinic/paying-clinic.ts'
import { type Client, createClient, paymentOutcome } from './index.ts'

type Outcome = Awaited<ReturnType<typeof paymentOutcome>>

const house = await openHarness()
const baseUrl = await house.door.listen({ host: '127.0.0.1', port: 0 })

const undecided = { status: 'PENDING', paymentStatus: 'PENDING' } as const

/**
 * Polls a service that gives these answers in turn, repeating the last one; returns when it was
 * asked.
 */
async function pollOutcomes(outcomes: Partial<Outcome>[], forMs?: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const startedAt = performance.now()
    const times: number[] = []
    const confirmPayment: Client['confirmPayment'] = async () => {
      times.push(Math.round(performance.now() - startedAt))
      return (outcomes[times.length - 1] ?? outcomes.at(-1)) as Outcome
    }
    const outcome = paymentOutcome(
      { confirmPayment },
      { sessionRef: 'ps_1' },
      forMs === undefined ? {} : { forMs },
    )
    await vi.runAllTimersAsync()
    return { times, outcome: await outcome }
  } finally {
    vi.useRealTimers()
  }
}

describe('the outcome of a payment', () => {
  it('is that of a reservation that was made once, although its first answer was lost [RES-21] [PAY-12]', async () => {
    const clinic = await createPayingClinic(house)
    let lost = 0
    const losing: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      lost += 1
      if (lost === 1) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
      return response
    }
    const client = createClient({ baseUrl, apiKey: clinic.key, fetch: losing })
    const reserved = await client.reserveSlot({
      ...createBookingBody(clinic),
      returnUrl,
      'idempotency-key': 'one',
    } as Parameters<Client['reserveSlot']>[0])
    expect(await listVisits(clinic)).toHaveLength(1)
    await actOnPaymentPage(house, reserved.checkoutUrl ?? '', 'pay')
    expect(await paymentOutcome(client, { sessionRef: reserved.sessionRef ?? '' })).toMatchObject({
      status: 'SUCCESS',
      paymentStatus: 'PAID',
    })
  })

  it('is polled until it is decided, less and less often', async () => {
    const refunded = { status: 'PENDING', paymentStatus: 'REFUNDED' } as const
    expect(await pollOutcomes([undecided, undecided, undecided, refunded])).toEqual({
      times: [0, 1_000, 2_500, 4_750],
      outcome: refunded,
    })
  })

  it('is not polled any more once it can no longer change', async () => {
    const over = { ...undecided, over: true, reason: 'NOT_PAID_IN_TIME' } as const
    expect(await pollOutcomes([undecided, over])).toEqual({ times: [0, 1_000], outcome: over })
  })

  it('is final at once if a booking was not paid in time [PAY-18]', async () => {
    const clinic = await createPayingClinic(house)
    const paths: string[] = []
    const counting: typeof fetch = (url, options) => {
      paths.push(new URL(String(url)).pathname)
      return fetch(url, options)
    }
    const client = createClient({ baseUrl, apiKey: clinic.key, fetch: counting })
    const { sessionRef } = await client.reserveSlot({
      ...createBookingBody(clinic),
      returnUrl,
    } as Parameters<Client['reserveSlot']>[0])
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    await expect.poll(async () => (await listVisits(clinic))[0].status).toBe('CANCELLED')
    expect(await paymentOutcome(client, { sessionRef: sessionRef ?? '' })).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PENDING',
      over: true,
      reason: 'NOT_PAID_IN_TIME',
    })
    expect(paths).toEqual(['/v1/appointments/reserve-slot', '/v1/appointments/confirm-payments'])
  })

  it('is polled without a result for three minutes, or for as long as given', async () => {
    const { times, outcome } = await pollOutcomes([undecided])
    expect(outcome).toEqual(undecided)
    expect(times.at(-1)).toBeGreaterThan(160_000)
    expect(times.at(-1)).toBeLessThanOrEqual(180_000)
    expect((await pollOutcomes([undecided], 0)).times).toEqual([0])
  })
})
