// Which queue is shown, as stored in its address, so that it can be sent to a colleague.

import { omitUndefined, parseDate, parseId } from '../ui/address.ts'

export interface QueueSearch {
  /** The location. */
  at?: number | undefined
  date?: string | undefined
  /** The shift; the first running one when omitted. */
  shift?: number | undefined
  /** A token is being issued, or has been and its slip is shown. */
  give?: true | undefined
  slip?: number | undefined
  /** Whether the location's boards are shown. */
  boards?: true | undefined
}

/** The parts of an address that open a panel. */
export const closedPanels = {
  give: undefined,
  slip: undefined,
  boards: undefined,
} satisfies QueueSearch

/** Reads an address; invalid parts are left out. */
export function readQueueSearch(search: Record<string, unknown>): QueueSearch {
  return omitUndefined({
    at: parseId(search.at),
    date: parseDate(search.date),
    shift: parseId(search.shift),
    give: search.give ? (true as const) : undefined,
    slip: parseId(search.slip),
    boards: search.boards ? (true as const) : undefined,
  })
}
