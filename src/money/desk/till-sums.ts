// Sums of a till: exact integers in minor units, never across currencies. Pure functions.

import type { TillSum } from './till-queries.ts'

/** The sums of one method, over all members; amounts as in TillSum. */
export type MethodSum = Omit<TillSum, 'memberId' | 'member'>

/** The net amount of a sum in minor units. */
export const netMinor = ({
  takenMinor,
  correctedMinor,
  refundedMinor,
}: Pick<TillSum, 'takenMinor' | 'correctedMinor' | 'refundedMinor'>): number =>
  takenMinor + correctedMinor + refundedMinor

/** The sums of each method and currency, in the order of their first occurrence (TILL-05). */
export function sumByMethod(sums: readonly TillSum[]): MethodSum[] {
  const sumsByKey = new Map<string, MethodSum>()
  for (const { memberId: _, member: __, ...sum } of sums) {
    const key = methodKey(sum)
    const before = sumsByKey.get(key)
    sumsByKey.set(key, before ? addSums(before, sum) : sum)
  }
  return [...sumsByKey.values()]
}

/** The key of a method and a currency. */
export const methodKey = ({ method, currency }: { method: string; currency: string }): string =>
  `${method} ${currency}`

function addSums(one: MethodSum, other: MethodSum): MethodSum {
  return {
    ...one,
    payments: one.payments + other.payments,
    takenMinor: one.takenMinor + other.takenMinor,
    correctedMinor: one.correctedMinor + other.correctedMinor,
    refundedMinor: one.refundedMinor + other.refundedMinor,
  }
}
