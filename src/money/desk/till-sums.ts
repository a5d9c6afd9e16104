// Sums of a till: exact integers in minor units, never across currencies. Pure.

import type { TillSum } from './till-queries.ts'

/** The sums of one method, over all members; amounts as in TillSum. */
export type MethodSum = Omit<TillSum, 'memberId' | 'member'>

/** The net amount of a sum in minor units. */
export const netMinor = ({ takenMinor, correctedMinor, refundedMinor }: Pick<TillSum, 'takenMinor' | 'correctedMinor' | 'refundedMinor'>): number =>
  takenMinor + correctedMinor + refundedMinor

/** The sums of each method and currency, in the order of their first occurrence (TILL-05). */
export function byMethod(sums: readonly TillSum[]): MethodSum[] {
  const found = new Map<string, MethodSum>()
  for (const { memberId: _, member: __, ...sum } of sums) {
    const key = keyOf(sum)
    const before = found.get(key)
    found.set(key, before ? together(before, sum) : sum)
  }
  return [...found.values()]
}

/** The key of a method and a currency. */
export const keyOf = ({ method, currency }: { method: string; currency: string }): string => `${method} ${currency}`

function together(one: MethodSum, other: MethodSum): MethodSum {
  return {
    ...one,
    payments: one.payments + other.payments,
    takenMinor: one.takenMinor + other.takenMinor,
    correctedMinor: one.correctedMinor + other.correctedMinor,
    refundedMinor: one.refundedMinor + other.refundedMinor,
  }
}
