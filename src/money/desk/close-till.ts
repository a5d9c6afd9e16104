// Closing a till: the counted amounts are stored next to the sums of its entries. The till's row is
// locked, as it is for each new entry, so that each entry is in exactly one close.
// docs/decisions/money.md

import type { Database } from '../../base/db/database.ts'
import { type Actor, authorValues } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { describeAmounts, toMinorUnits } from '../../base/values/money.ts'
import { problem } from './problems.ts'
import { entrySums, insertClose, insertCount, lockTill } from './till-queries.ts'
import { methodKey, netMinor, sumByMethod } from './till-sums.ts'

/** The counted amount of one method, in `currency`; negative if more was refunded than taken. */
export interface Count {
  method: string
  currency: string
  amount: number
}

export interface CloseRequest {
  /** Null means the till for payments without a location. */
  locationId: number | null
  counts: readonly Count[]
  /** Why the counted amount differs from the expected one; required if it does. */
  reason: string | undefined
  /** The counted entries, as they were shown; all open ones if omitted. */
  firstEntry: number | undefined
  lastEntry: number | undefined
}

/**
 * Closes a till over all entries that are not yet in a close, and returns the number of the close.
 * Throws a Problem if there are none, if the open entries are not the counted ones, if a used
 * method has no count, or if a count differs without a reason.
 */
export async function closeTill(
  database: Database,
  { workspaceId, actor, now }: { workspaceId: number; actor: Actor; now: Instant },
  { locationId, counts, reason, firstEntry, lastEntry }: CloseRequest,
): Promise<{ tillId: number; number: number }> {
  const counted = toMinorCounts(counts)
  return database.transaction(async (queries) => {
    const [till] = await queries.rows(lockTill, { workspaceId, locationId })
    if (!till || till.closedThrough === till.entries) throw problem('TILL_HAS_NO_OPEN_ENTRIES')
    const first = till.closedThrough + 1
    const last = lastEntry ?? till.entries
    // The sums that were shown included entries that someone else has closed since.
    if ((firstEntry !== undefined && firstEntry !== first) || last < first || last > till.entries)
      throw problem('TILL_CONFLICT')
    const tillKey = { workspaceId, tillId: till.id }
    const sums = sumByMethod(await queries.rows(entrySums, { ...tillKey, first, last }))
    const expected = new Map(sums.map((sum) => [methodKey(sum), netMinor(sum)]))
    for (const { method, currency } of sums)
      if (!counted.has(methodKey({ method, currency })))
        throw problem('TILL_COUNT_MISSING', { method, currency })
    const hasDifference = [...counted].some(
      ([key, { minor }]) => minor !== (expected.get(key) ?? 0),
    )
    if (hasDifference && reason === undefined) throw problem('TILL_DIFFERENCE_UNEXPLAINED')
    const number = till.closes + 1
    for (const [key, { method, currency, minor }] of counted) {
      await queries.rows(insertCount, {
        ...tillKey,
        closeNumber: number,
        method,
        currency,
        expectedMinor: expected.get(key) ?? 0,
        countedMinor: minor,
      })
    }
    await queries.rows(insertClose, {
      ...tillKey,
      number,
      first,
      last,
      reason: hasDifference ? (reason ?? null) : null,
      now,
      ...authorValues(actor),
    })
    return { tillId: till.id, number }
  })
}

/**
 * Counts in minor units, by method and currency; throws if one is not a valid amount, or occurs
 * twice.
 */
function toMinorCounts(counts: readonly Count[]) {
  const counted = new Map<string, { method: string; currency: string; minor: number }>()
  for (const { method, currency, amount } of counts) {
    const minor = toMinorUnits(Math.abs(amount), currency)
    if (minor === undefined)
      throw problem('TILL_COUNT_INVALID', { method, what: describeAmounts(currency) })
    const key = methodKey({ method, currency })
    if (counted.has(key)) throw problem('TILL_COUNTED_TWICE', { method, currency })
    counted.set(key, { method, currency, minor: amount < 0 ? -minor : minor })
  }
  return counted
}
