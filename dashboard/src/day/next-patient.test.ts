import { expect, it } from 'vitest'
import { nextPatientOf } from './next-patient.ts'

const row = (id: number, status: 'SCHEDULED' | 'ARRIVED' | 'IN_CONSULTATION' | 'COMPLETED' | 'CANCELLED' | 'NO_SHOW' | 'WAITING', toMinute?: number) => ({
  ...{ id, status, toMinute },
})

it('is who is being seen, else who is here, else the first to come; of today only [DAY-06]', () => {
  const morning = [row(1, 'COMPLETED', 555), row(2, 'SCHEDULED', 570), { id: 'break' }, row(3, 'SCHEDULED', 600), row(4, 'SCHEDULED', 615)]
  expect(nextPatientOf(morning, 590)).toBe(3)
  expect(nextPatientOf(morning, 570)).toBe(3)
  expect(nextPatientOf(morning, 569)).toBe(2)
  expect(nextPatientOf(morning, undefined)).toBeUndefined()
  expect(nextPatientOf([row(2, 'ARRIVED', 500), row(3, 'SCHEDULED', 600)], 590)).toBe(2)
  expect(nextPatientOf([row(2, 'ARRIVED', 500), row(3, 'IN_CONSULTATION', 600)], 590)).toBe(3)
  expect(nextPatientOf([row(1, 'CANCELLED', 700), row(2, 'NO_SHOW', 700)], 590)).toBeUndefined()
  expect(nextPatientOf([row(5, 'WAITING')], 590)).toBe(5)
})
