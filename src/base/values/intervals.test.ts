import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import { type Interval, uncoveredIntervals } from './intervals.ts'

const someInterval = fc
  .tuple(fc.nat(30), fc.nat(12))
  .map(([from, length]): Interval => ({ from, to: from + length }))

it('finds what no interval covers, the same as checking every moment', () => {
  fc.assert(
    fc.property(someInterval, fc.array(someInterval, { maxLength: 6 }), (period, intervals) => {
      const gaps: Interval[] = []
      for (let moment = period.from; moment < period.to; moment += 1) {
        if (intervals.some(({ from, to }) => from <= moment && moment < to)) continue
        const last = gaps.at(-1)
        if (last?.to === moment) last.to = moment + 1
        else gaps.push({ from: moment, to: moment + 1 })
      }
      expect(uncoveredIntervals(period, intervals)).toEqual(gaps)
    }),
    { numRuns: runSize(5_000, 200_000), ...fastCheckOptions },
  )
})
