// Visits that have been or will be paid at the desk, as many as a test of tills and receipts needs.

import { expect } from 'vitest'
import { book, type Clinic, type Harness, slotTimes } from './harness.ts'

const quarters = [
  ...Array.from({ length: 16 }, (_, index) => 36 + index),
  ...Array.from({ length: 12 }, (_, index) => 64 + index),
]
const clocks = quarters.map(
  (quarter) =>
    `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
)
const dates = ['2030-01-07', '2030-01-08', '2030-01-09', '2030-01-10', '2030-01-11']

/**
 * Books this many unpaid visits of 500 INR, each for a different patient, and returns their ids: at
 * most 140 per clinic, starting with number `first`.
 */
export async function bookUnpaidVisits(
  clinic: Clinic,
  count: number,
  first = 0,
): Promise<number[]> {
  const ids: number[] = []
  for (let index = first; index < first + count; index += 1) {
    const slot = slotTimes(
      clocks[index % clocks.length] as string,
      15,
      dates[Math.floor(index / clocks.length)] as string,
    )
    const { status, json, text } = await book(clinic, {
      patientPayload: { firstName: `Patient ${index}` },
      ...slot,
      paymentStatus: 'UNPAID',
    })
    expect(status, text).toBe(201)
    ids.push(json.appointment.id)
  }
  return ids
}

/**
 * Books visits and pays each in cash at the desk; returns the ids of the visits and their payments.
 */
export async function bookPaidVisits(
  harness: Harness,
  clinic: Clinic,
  count: number,
  first = 0,
): Promise<{ visitId: number; paymentId: number }[]> {
  const paid = []
  for (const visitId of await bookUnpaidVisits(clinic, count, first)) {
    const { id } = await harness.operate('visit-pay', {
      workspace: clinic.name,
      id: visitId,
      method: 'CASH',
    })
    paid.push({ visitId, paymentId: id })
  }
  return paid
}
