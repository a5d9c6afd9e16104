// Closing a till: what was counted is kept beside what its entries add up to. The till's row is held, as it is by whoever adds an entry, so
// each entry is in one close and none is in two. docs/decisions/0072-tills-and-receipts.md

import type { Database } from '../db/database.ts'
import { type Actor, whoValues } from '../operations/actor.ts'
import type { Instant } from '../values/clinic-time.ts'
import { amountWords, toMinorUnits } from '../values/money.ts'
import { problem } from '../values/problem.ts'
import { holdTill, insertClose, insertCount, sumsOfEntries } from './till-queries.ts'
import { byMethod, keyOf, netMinor } from './till-sums.ts'

/** What was counted in one way: an amount of `currency`, below zero where more was given back than taken. */
export interface Count {
  method: string
  currency: string
  amount: number
}

export interface AskedClose {
  /** Null: the till of what was paid without a location. */
  locationId: number | null
  counts: readonly Count[]
  /** The entries that were counted, as they were shown; all that are open where they are omitted. */
  firstEntry: number | undefined
  lastEntry: number | undefined
}

/**
 * Closes a till over entries that no close covers yet, and returns the number of the close. Throws a Problem where there are none, where others
 * than those that were counted are open, or where a method that was used has no count.
 */
export async function closeTill(
  database: Database,
  { workspaceId, actor, now }: { workspaceId: number; actor: Actor; now: Instant },
  { locationId, counts, firstEntry, lastEntry }: AskedClose,
): Promise<{ tillId: number; number: number }> {
  const counted = countedMinor(counts)
  return database.transaction(async (queries) => {
    const [till] = await queries.rows(holdTill, { workspaceId, locationId })
    if (!till || till.closedThrough === till.entries) throw problem('TILL_HAS_NOTHING_OPEN')
    const first = till.closedThrough + 1
    const last = lastEntry ?? till.entries
    // What another has closed meanwhile was in the sums that the counts were compared with.
    if ((firstEntry !== undefined && firstEntry !== first) || last < first || last > till.entries) throw problem('TILL_CLOSED_MEANWHILE')
    const ofTill = { workspaceId, tillId: till.id }
    const sums = byMethod(await queries.rows(sumsOfEntries, { ...ofTill, first, last }))
    const expected = new Map(sums.map((sum) => [keyOf(sum), netMinor(sum)]))
    for (const { method, currency } of sums) if (!counted.has(keyOf({ method, currency }))) throw problem('TILL_COUNT_MISSING', { method, currency })
    const number = till.closes + 1
    for (const [key, { method, currency, minor }] of counted) {
      await queries.rows(insertCount, { ...ofTill, closeNumber: number, method, currency, expectedMinor: expected.get(key) ?? 0, countedMinor: minor })
    }
    await queries.rows(insertClose, { ...ofTill, number, first, last, now, ...whoValues(actor) })
    return { tillId: till.id, number }
  })
}

/** Counts in minor units, by method and currency; throws where one is no amount, or comes twice. */
function countedMinor(counts: readonly Count[]) {
  const counted = new Map<string, { method: string; currency: string; minor: number }>()
  for (const { method, currency, amount } of counts) {
    const minor = toMinorUnits(Math.abs(amount), currency)
    if (minor === undefined) throw problem('TILL_COUNT_NOT_USABLE', { method, what: amountWords(currency) })
    const key = keyOf({ method, currency })
    if (counted.has(key)) throw problem('TILL_COUNTED_TWICE', { method, currency })
    counted.set(key, { method, currency, minor: amount < 0 ? -minor : minor })
  }
  return counted
}
