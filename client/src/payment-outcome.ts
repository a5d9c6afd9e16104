// Asks what became of a payment, less and less often.

import { type CallOptions, type Client, type InputOf, pause } from './client.ts'
import type { components } from './generated.ts'

type PaymentOutcome = components['schemas']['PaymentOutcome']

const firstPauseMs = 1_000
const longestPauseMs = 15_000

/**
 * The outcome of a payment once it is decided, or as it stands when `forMs` milliseconds have gone by, three minutes when omitted. Decided is
 * SUCCESS, FAILED, and PENDING with `over`: nothing more comes of it, and `reason` says why. PENDING without it is not decided yet. Ask it when
 * the patient is back from the checkout; that they are back says nothing. Throws what `confirmPayment` throws.
 */
export async function paymentOutcome(
  client: Pick<Client, 'confirmPayment'>,
  reference: InputOf<'confirmPayment'>,
  { forMs = 180_000, ...options }: CallOptions & { forMs?: number } = {},
): Promise<PaymentOutcome> {
  const giveUpAt = performance.now() + forMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const outcome = await client.confirmPayment(reference, options)
    // A service of before `over` says by `paymentStatus` alone that it is.
    const isDecided = outcome.status !== 'PENDING' || outcome.over || outcome.paymentStatus !== 'PENDING'
    if (isDecided || performance.now() + pauseMs > giveUpAt) return outcome
    await pause(pauseMs, options.signal)
  }
}
