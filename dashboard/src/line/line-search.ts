// Which queue is shown, as stored in its address, which can be sent to a colleague.

export interface LineSearch {
  /** The location. */
  at?: number | undefined
  date?: string | undefined
  /** The shift; the first that runs when omitted. */
  shift?: number | undefined
  /** A token is being issued, or has been: its slip is shown. */
  give?: true | undefined
  slip?: number | undefined
  /** The boards of the location. */
  boards?: true | undefined
}

const idOf = (value: unknown) => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)

/** Reads an address; invalid parts are left out. */
export function readLineSearch(search: Record<string, unknown>): LineSearch {
  const read = {
    at: idOf(search.at),
    date: typeof search.date === 'string' && /^\d{4}-\d\d-\d\d$/.test(search.date) ? search.date : undefined,
    shift: idOf(search.shift),
    give: search.give ? true : undefined,
    slip: idOf(search.slip),
    boards: search.boards ? (true as const) : undefined,
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as LineSearch
}
