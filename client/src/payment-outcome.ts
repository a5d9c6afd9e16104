// Polls the outcome of a payment, at growing intervals.

import { type CallOptions, type Client, type InputOf, pause } from './client.ts'
import type { components } from './generated.ts'

type PaymentOutcome = components['schemas']['PaymentOutcome']

const firstPauseMs = 1_000
const longestPauseMs = 15_000

/**
 * The outcome of a payment once it is decided, or its status after `forMs` milliseconds, three
 * minutes when omitted. SUCCESS, FAILED, and PENDING with `over` are decided: the outcome can no
 * longer change, and `reason` says why. PENDING without `over` is not decided yet. Call this when
 * the patient is back from the checkout; their return itself proves nothing. Throws what
 * `confirmPayment` throws.
 */
export async function paymentOutcome(
  client: Pick<Client, 'confirmPayment'>,
  reference: InputOf<'confirmPayment'>,
  { forMs = 180_000, ...options }: CallOptions & { forMs?: number } = {},
): Promise<PaymentOutcome> {
  const deadline = performance.now() + forMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const outcome = await client.confirmPayment(reference, options)
    // A service older than `over` reports a decided outcome only by `paymentStatus`.
    const isDecided =
      outcome.status !== 'PENDING' || outcome.over || outcome.paymentStatus !== 'PENDING'
    if (isDecided || performance.now() + pauseMs > deadline) return outcome
    await pause(pauseMs, options.signal)
  }
}
