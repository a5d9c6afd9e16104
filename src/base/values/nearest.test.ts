import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNearest } from './nearest.ts'

const members = ['name', 'specialization', 'system', 'permissions', 'profile', 'at']

describe('the nearest name', () => {
  it.each([
    ['specialisation', 'specialization'],
    ['Specialization', 'specialization'],
    ['sytsem', 'system'],
    ['permision', 'permissions'],
    ['nmae', 'name'],
    ['profile', 'profile'],
    ['st', 'at'],
    ['specializ', 'specialization'],
  ])('to %s is %s', (word, expected) => {
    expect(findNearest(word, members)).toBe(expected)
  })

  it.each(['colour', 'x', '', 'specialist of the skin', 's'.repeat(100_000)])(
    'to %.30s is none',
    (word) => {
      expect(findNearest(word, members)).toBeUndefined()
    },
  )

  it('is the first of several that are equally near', () => {
    expect(findNearest('room-9', ['room-1', 'room-2'])).toBe('room-1')
  })

  it('is one that differs in the fewest letters, else the shortest that contains the word, for any words', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 })
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 6 }), (meant, candidates) => {
        const distances = candidates.map((candidate) => distance(meant, candidate))
        const least = Math.min(...distances)
        const containing =
          meant.length < 4
            ? []
            : candidates
                .filter((candidate) => candidate.includes(meant))
                .toSorted((a, b) => a.length - b.length)
        const expected =
          least <= Math.max(1, Math.floor(meant.length / 3))
            ? candidates[distances.indexOf(least)]
            : containing[0]
        expect(findNearest(meant, candidates)).toBe(expected)
      }),
    )
  })
})

/**
 * The same distance by its definition: the last letters are the same, or one is added, removed,
 * replaced or swapped.
 */
function distance(one: string, other: string): number {
  if (!one || !other) return one.length + other.length
  const costs = [
    distance(one.slice(0, -1), other) + 1,
    distance(one, other.slice(0, -1)) + 1,
    distance(one.slice(0, -1), other.slice(0, -1)) + (one.at(-1) === other.at(-1) ? 0 : 1),
  ]
  if (
    one.length > 1 &&
    other.length > 1 &&
    one.at(-1) === other.at(-2) &&
    one.at(-2) === other.at(-1)
  )
    costs.push(distance(one.slice(0, -2), other.slice(0, -2)) + 1)
  return Math.min(...costs)
}
