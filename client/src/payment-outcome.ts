// Polls the outcome of a payment, less and less often.

import { type CallOptions, type Client, type InputOf, pause } from './client.ts'
import type { components } from './generated.ts'

type PaymentOutcome = components['schemas']['PaymentOutcome']

const firstPauseMs = 1_000
const longestPauseMs = 15_000

/**
 * The outcome of a payment once it is decided, or its status after `forMs` milliseconds, three
 * minutes when omitted. Decided is SUCCESS, FAILED, and PENDING with `over`: it can no longer
 * change, and `reason` says why. PENDING without it is not decided yet. Call it when the patient is
 * back from the checkout; their return itself proves nothing. Throws what `confirmPayment` throws.
 */
export async function paymentOutcome(
  client: Pick<Client, 'confirmPayment'>,
  reference: InputOf<'confirmPayment'>,
  { forMs = 180_000, ...options }: CallOptions & { forMs?: number } = {},
): Promise<PaymentOutcome> {
  const deadline = performance.now() + forMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const outcome = await client.confirmPayment(reference, options)
    // A service from before `over` existed says so only by `paymentStatus`.
    const isDecided =
      outcome.status !== 'PENDING' || outcome.over || outcome.paymentStatus !== 'PENDING'
    if (isDecided || performance.now() + pauseMs > deadline) return outcome
    await pause(pauseMs, options.signal)
  }
}
