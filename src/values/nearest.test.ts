import { describe, expect, it } from 'vitest'
import { nearestTo } from './nearest.ts'

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
  ])('to %s is %s', (word, expected) => {
    expect(nearestTo(word, members)).toBe(expected)
  })

  it.each(['colour', 'x', '', 'specialist of the skin', 's'.repeat(100_000)])('to %.30s is none', (word) => {
    expect(nearestTo(word, members)).toBeUndefined()
  })

  it('is the first of several that are as near', () => {
    expect(nearestTo('room-9', ['room-1', 'room-2'])).toBe('room-1')
  })
})
