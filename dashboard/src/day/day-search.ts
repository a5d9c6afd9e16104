// What the day shows, as stored in its address, so that it can be sent to a colleague.

import { omitUndefined, parseDate, parseId, parseTimestamp } from '../ui/address.ts'

export interface DaySearch {
  /** The location. */
  at?: number | undefined
  date?: string | undefined
  view?: 'grid' | 'list' | undefined
  /** The visit or token in the panel. */
  visit?: number | undefined
  /** Whether that visit is to be moved or cancelled. */
  ask?: 'move' | 'cancel' | undefined
  /** Whether a booking is in the panel; `from` and `to` are its time, if one has been chosen. */
  book?: true | undefined
  /** A blocked time in the panel; `new` if one is being made. */
  block?: number | 'new' | undefined
  /** Whether the waiting list is in the panel. */
  waiting?: true | undefined
  /** The practitioner whose lateness is shown in the panel. */
  late?: number | undefined
  /** The visit that a booking replaces, or the patient whom it is for. */
  instead?: number | undefined
  patient?: number | undefined
  doctor?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A time of a practitioner, with its location if that is not the one shown. */
export interface BookingTime {
  doctor: number
  at?: number
  from: string
  to: string
}

/** The parts of an address that open a panel. */
export const closedPanels = {
  visit: undefined,
  ask: undefined,
  book: undefined,
  block: undefined,
  waiting: undefined,
  late: undefined,
  instead: undefined,
  patient: undefined,
  doctor: undefined,
  from: undefined,
  to: undefined,
}

/** Parses the URL's query; drops invalid parameters. */
export function readDaySearch(search: Record<string, unknown>): DaySearch {
  return omitUndefined({
    at: parseId(search.at),
    date: parseDate(search.date),
    view: search.view === 'list' || search.view === 'grid' ? search.view : undefined,
    visit: parseId(search.visit),
    ask: search.ask === 'move' || search.ask === 'cancel' ? search.ask : undefined,
    book: search.book ? (true as const) : undefined,
    block: search.block === 'new' ? ('new' as const) : parseId(search.block),
    waiting: search.waiting ? (true as const) : undefined,
    late: parseId(search.late),
    instead: parseId(search.instead),
    patient: parseId(search.patient),
    doctor: parseId(search.doctor),
    from: parseTimestamp(search.from),
    to: parseTimestamp(search.to),
  })
}

/** What a week shows. Its practitioner is `doctor`, and `at` is omitted for all locations. */
export interface WeekSearch extends DaySearch {
  /** The location of a booking. */
  place?: number | undefined
}

export function readWeekSearch(search: Record<string, unknown>): WeekSearch {
  const addressId = parseId(search.place)
  return { ...readDaySearch(search), ...(addressId !== undefined && { place: addressId }) }
}

export const isPanelOpen = ({ visit, block, book, waiting, late }: DaySearch) =>
  visit !== undefined ||
  block !== undefined ||
  book === true ||
  waiting === true ||
  late !== undefined
