// What of the day is shown, as its address says it: it can be sent to a colleague.

export interface DaySearch {
  /** The location. */
  at?: number | undefined
  date?: string | undefined
  view?: 'grid' | 'list' | undefined
  /** The visit or token in the panel. */
  visit?: number | undefined
  /** That visit is to be given another time, or called off. */
  ask?: 'move' | 'cancel' | undefined
  /** A booking in the panel; the time that it is for, where one has been chosen. */
  book?: true | undefined
  /** A blocked time in the panel; `new`: one that is to be. */
  block?: number | 'new' | undefined
  /** The waiting list in the panel. */
  waiting?: true | undefined
  /** The practitioner in the panel who runs late, or does not. */
  late?: number | undefined
  /** The visit that a booking replaces. */
  instead?: number | undefined
  doctor?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A time of somebody, at a location where it is not the one that is shown. */
export interface Time {
  doctor: number
  at?: number
  from: string
  to: string
}

/** Of an address, what opens a panel. */
export const nothingOpen = {
  visit: undefined,
  move: undefined,
  book: undefined,
  block: undefined,
  waiting: undefined,
  late: undefined,
  doctor: undefined,
  from: undefined,
  to: undefined,
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
    ask: search.ask === 'move' || search.ask === 'cancel' ? search.ask : undefined,
    book: search.book ? true : undefined,
    block: search.block === 'new' ? ('new' as const) : idOf(search.block),
    waiting: search.waiting ? true : undefined,
    late: idOf(search.late),
    instead: idOf(search.instead),
    doctor: idOf(search.doctor),
    from: matching(search.from, timestamp),
    to: matching(search.to, timestamp),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as DaySearch
}

/** What of a week is shown; its practitioner is `doctor`, and `at` is left out for all locations. */
export interface WeekSearch extends DaySearch {
  /** The location of a booking. */
  place?: number | undefined
}

export function readWeekSearch(search: Record<string, unknown>): WeekSearch {
  const place = idOf(search.place)
  return { ...readDaySearch(search), ...(place !== undefined && { place }) }
}

export const isPanelOpen = ({ visit, block, book, waiting, late }: DaySearch) =>
  visit !== undefined || block !== undefined || book === true || waiting === true || late !== undefined
