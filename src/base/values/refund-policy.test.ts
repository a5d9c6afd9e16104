import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type RefundPolicy,
  refundPercentageAt,
  returnsSessionAt,
  upcomingRefundShares,
} from './refund-policy.ts'

const hourMs = 3_600_000
const fromAt = Date.parse('2030-01-07T09:00:00+05:30')
const policy: RefundPolicy = {
  steps: [
    { untilHoursBefore: 2, percentage: 25 },
    { untilHoursBefore: 48, percentage: 100 },
    { untilHoursBefore: 24, percentage: 50 },
  ],
}

it('refunds by the step with the longest notice that is kept, its last instant included [POL-01] [POL-02]', () => {
  const at = (hours: number, offsetMs = 0) =>
    refundPercentageAt(policy, fromAt, fromAt - hours * hourMs + offsetMs)
  expect([at(500), at(48), at(48, 1), at(24), at(24, 1), at(2), at(2, 1), at(0), at(-5)]).toEqual([
    100, 100, 50, 50, 25, 25, 0, 0, 0,
  ])
  expect(refundPercentageAt({ steps: [] }, fromAt, 0)).toBe(0)
  expect(
    refundPercentageAt({ steps: [{ untilHoursBefore: 0, percentage: 40 }] }, fromAt, fromAt),
  ).toBe(40)
})

it('says how much is refunded until when, as it is at that instant and no longer after it [POL-02] [MINE-05]', () => {
  const step = fc.record({
    untilHoursBefore: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constantFrom(24, 48)),
    percentage: fc.integer({ min: 0, max: 100 }),
  })
  // Two steps may have the same notice: the first counts.
  const steps = fc.array(step, { maxLength: 6 })
  fc.assert(
    fc.property(steps, fc.integer({ min: -10 * hourMs, max: 500 * hourMs }), (drawn, before) => {
      const random = { steps: drawn }
      const now = fromAt - before
      const shares = upcomingRefundShares(random, fromAt, now)
      expect(new Set(shares.map(({ until }) => until)).size).toBe(shares.length)
      // What is told first is what goes back now.
      expect(refundPercentageAt(random, fromAt, now)).toBe(shares[0]?.percentage ?? 0)
      for (const [index, { until, percentage }] of shares.entries()) {
        expect(refundPercentageAt(random, fromAt, until)).toBe(percentage)
        expect(refundPercentageAt(random, fromAt, until + 1)).toBe(
          shares[index + 1]?.percentage ?? 0,
        )
      }
    }),
    { numRuns: 20_000 },
  )
})

it('returns the session of a pack by the same steps, always, or never [POL-05]', () => {
  const early = fromAt - 30 * hourMs
  const late = fromAt - hourMs
  const returned = (packCredit: RefundPolicy['packCredit']) =>
    [early, late].map((now) =>
      returnsSessionAt(packCredit === undefined ? policy : { ...policy, packCredit }, fromAt, now),
    )
  expect([
    returned(undefined),
    returned('by-steps'),
    returned('always'),
    returned('never'),
  ]).toEqual([
    [true, false],
    [true, false],
    [true, true],
    [false, false],
  ])
})
