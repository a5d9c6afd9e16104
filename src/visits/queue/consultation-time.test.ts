import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../../test/support/run/cases.ts'
import { fastCheckOptions } from '../../../test/support/run/sizes.ts'
import { estimateConsultationSeconds } from './consultation-time.ts'

const dayOfSeconds = 86_400
const duration = fc.integer({ min: 60, max: 3_600 })
const several = fc.array(duration, { minLength: 5, maxLength: 50 })

describe('the time of a consultation', () => {
  it.each(
    cases<[number[], number]>([
      [[], 600],
      [[1], 600],
      [[100, 100, 100, 100], 600],
      [[100, 200, 300, 400, 500], 300],
      [[500, 100, 400, 200, 300], 300],
      // The shortest and the longest are ignored, whatever they are.
      [[0, 200, 300, 400, 90_000], 300],
      [[100, 101, 101, 102, 102], 101],
      [[0, 0, 0, 0, 0], 0],
    ]),
  )('of %j is %i, or as configured before there are five [A-179]', (latest, seconds) => {
    expect(estimateConsultationSeconds(latest, 600)).toBe(seconds)
  })

  it('ignores a tenth at either end', () => {
    const latest = [...Array(4).fill(0), ...Array(32).fill(300), ...Array(4).fill(dayOfSeconds)]
    expect(estimateConsultationSeconds(latest, 600)).toBe(300)
    expect(
      estimateConsultationSeconds([...latest.slice(0, -1), 300, dayOfSeconds, dayOfSeconds], 600),
    ).toBeGreaterThan(300)
  })

  it('is whole seconds between the shortest and the longest, in any order [A-179]', () => {
    const check = (latest: number[]) => {
      const seconds = estimateConsultationSeconds(latest, 600)
      expect(Number.isInteger(seconds)).toBe(true)
      expect(seconds).toBeGreaterThanOrEqual(Math.min(...latest))
      expect(seconds).toBeLessThanOrEqual(Math.max(...latest))
      expect(estimateConsultationSeconds(latest.toReversed(), 600)).toBe(seconds)
    }
    fc.assert(fc.property(several, check), fastCheckOptions)
  })

  it('is within what the others took, however long one of them seemed to last [A-179]', () => {
    const check = (latest: number[], endless: number) => {
      expect(estimateConsultationSeconds([...latest, endless], 600)).toBeLessThanOrEqual(
        Math.max(...latest),
      )
      expect(estimateConsultationSeconds([...latest, 0], 600)).toBeGreaterThanOrEqual(
        Math.min(...latest),
      )
    }
    fc.assert(
      fc.property(several, fc.integer({ min: dayOfSeconds, max: 2 ** 31 - 1 }), check),
      fastCheckOptions,
    )
  })

  it('does not modify its input', () => {
    const latest = Object.freeze([500, 100, 400, 200, 300])
    estimateConsultationSeconds(latest, 600)
    expect(latest).toEqual([500, 100, 400, 200, 300])
  })
})
