// What a clinic refunds when a patient cancels, by its policy. Pure: the quote, the page, the panel
// and the cancellation use it.

import type { Instant } from './clinic-time.ts'

export interface RefundStep {
  /**
   * The step applies until this many hours of elapsed time before the start, that instant included.
   */
  untilHoursBefore: number
  /** The percentage of the payable amount, 0 to 100. */
  percentage: number
}

/**
 * When a cancellation returns the session of a pack: if the steps refund anything, always, or
 * never.
 */
export const packCredits = ['by-steps', 'always', 'never'] as const

export interface RefundPolicy {
  steps: RefundStep[]
  /** `by-steps` when omitted. */
  packCredit?: (typeof packCredits)[number]
}

const hourMs = 3_600_000

/**
 * The percentage that is refunded at `now`: of the steps that still apply, the one with the longest
 * notice; 0 if none applies.
 */
export function refundPercentageAt({ steps }: RefundPolicy, fromAt: Instant, now: Instant): number {
  const reachedSteps = steps.filter(
    ({ untilHoursBefore }) => fromAt - now >= untilHoursBefore * hourMs,
  )
  return reachedSteps.reduce<RefundStep>(
    (best, step) => (step.untilHoursBefore > best.untilHoursBefore ? step : best),
    { untilHoursBefore: -1, percentage: 0 },
  ).percentage
}

/** Whether the session of a pack that pays for the visit is returned at `now`. */
export function returnsSessionAt(policy: RefundPolicy, fromAt: Instant, now: Instant): boolean {
  const { packCredit = 'by-steps' } = policy
  return (
    packCredit === 'always' ||
    (packCredit === 'by-steps' && refundPercentageAt(policy, fromAt, now) > 0)
  )
}

/**
 * The instants at which the share changes, the earliest first, with the refund until then: none in
 * the past, and none after `lastAt`.
 */
export function upcomingRefundShares(
  policy: RefundPolicy,
  fromAt: Instant,
  now: Instant,
  lastAt: Instant = Number.POSITIVE_INFINITY,
): { until: Instant; percentage: number }[] {
  const instants = new Set(
    policy.steps.map(({ untilHoursBefore }) =>
      Math.min(fromAt - untilHoursBefore * hourMs, lastAt),
    ),
  )
  return [...instants]
    .filter((until) => until >= now)
    .toSorted((one, other) => one - other)
    .map((until) => ({ until, percentage: refundPercentageAt(policy, fromAt, until) }))
}
