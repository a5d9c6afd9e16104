// What of the day is shown, as its address says it: it can be sent to a colleague.

export interface DaySearch {
  /** The location. */
  at?: number | undefined
  date?: string | undefined
  view?: 'grid' | 'list' | undefined
  /** The visit or token in the panel. */
  visit?: number | undefined
  /** A booking in the panel; the time that it is for, where one has been chosen. */
  book?: true | undefined
  doctor?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

const idOf = (value: unknown) => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)
const matching = (value: unknown, pattern: RegExp) => (typeof value === 'string' && pattern.test(value) ? value : undefined)
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/

/** Reads an address; what cannot be understood is left out. */
export function readDaySearch(search: Record<string, unknown>): DaySearch {
  const read = {
    at: idOf(search.at),
    date: matching(search.date, /^\d{4}-\d\d-\d\d$/),
    view: search.view === 'list' || search.view === 'grid' ? search.view : undefined,
    visit: idOf(search.visit),
    book: search.book ? true : undefined,
    doctor: idOf(search.doctor),
    from: matching(search.from, timestamp),
    to: matching(search.to, timestamp),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as DaySearch
}
