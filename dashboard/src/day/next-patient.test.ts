import { expect, it } from 'vitest'
import { findNextPatient } from './next-patient.ts'

const row = (
  id: number,
  status:
    | 'SCHEDULED'
    | 'ARRIVED'
    | 'IN_CONSULTATION'
    | 'COMPLETED'
    | 'CANCELLED'
    | 'NO_SHOW'
    | 'WAITING',
  toMinute?: number,
) => ({
  id,
  status,
  toMinute,
})

it('is who is being seen, else who is here, else the first to come; of today only [DAY-06]', () => {
  const morning = [
    row(1, 'COMPLETED', 555),
    row(2, 'SCHEDULED', 570),
    { id: 'break' },
    row(3, 'SCHEDULED', 600),
    row(4, 'SCHEDULED', 615),
  ]
  expect(findNextPatient(morning, 590)).toBe(3)
  expect(findNextPatient(morning, 570)).toBe(3)
  expect(findNextPatient(morning, 569)).toBe(2)
  expect(findNextPatient(morning, undefined)).toBeUndefined()
  expect(findNextPatient([row(2, 'ARRIVED', 500), row(3, 'SCHEDULED', 600)], 590)).toBe(2)
  expect(findNextPatient([row(2, 'ARRIVED', 500), row(3, 'IN_CONSULTATION', 600)], 590)).toBe(3)
  expect(findNextPatient([row(1, 'CANCELLED', 700), row(2, 'NO_SHOW', 700)], 590)).toBeUndefined()
  expect(findNextPatient([row(5, 'WAITING')], 590)).toBe(5)
})
