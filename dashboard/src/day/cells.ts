// The cells of a column of the day, in chronological order: free slots, visits, and time taken by
// something else. Pure, and tested separately.

import { clockTime, endMinute, minuteOfClock, startMinute } from '../ui/times.ts'
import type { Block, CalendarColumn, Column, DayVisit, OpenOffer, Slot } from './queries.ts'

interface CellPosition {
  key: string
  /** Minutes of the clinic's day. */
  from: number
  to: number
  /** The index of this cell among those at the same time, and how many there are. */
  lane: number
  lanes: number
}

export type Cell = CellPosition &
  (
    | { kind: 'free'; slot: Slot }
    | { kind: 'visit'; visit: DayVisit }
    | { kind: 'offered'; offer: OpenOffer }
    | { kind: 'blocked' | 'elsewhere' | 'travel'; block?: Block | undefined }
  )

const otherKinds: Readonly<Record<string, 'elsewhere' | 'travel'>> = {
  ELSEWHERE: 'elsewhere',
  TRAVEL: 'travel',
}

/** The cells of a column. Cancelled visits free their time, and appear only in the list. */
export function buildCells({ visits, slots, busy }: Column, date: string): Cell[] {
  const span = (from: string, to: string) => ({
    from: startMinute(from, date),
    to: endMinute(to, date),
    lane: 0,
    lanes: 1,
  })
  const cells: Cell[] = [
    ...visits
      .filter(({ status }) => status !== 'CANCELLED')
      .map(
        (visit): Cell => ({
          kind: 'visit',
          visit,
          key: `visit ${visit.id}`,
          ...span(visit.fromDateTimeTs, visit.toDateTimeTs),
        }),
      ),
    ...busy
      .filter(({ kind }) => kind !== 'HELD')
      .map(
        ({ kind, block, offer, fromDateTimeIso, toDateTimeIso }): Cell => ({
          ...(offer
            ? { kind: 'offered', key: `offer ${offer.entryId}`, offer }
            : {
                kind: otherKinds[kind] ?? 'blocked',
                key: block ? `block ${block.id}` : `${kind} ${fromDateTimeIso}`,
                block,
              }),
          ...span(fromDateTimeIso, toDateTimeIso),
        }),
      ),
    ...slots
      .filter(({ status }) => status === 'AVAILABLE')
      .map(
        (slot): Cell => ({
          kind: 'free',
          slot,
          key: `free ${slot.fromDateTimeIso}`,
          ...span(slot.fromDateTimeIso, slot.toDateTimeIso),
        }),
      ),
  ]
  return assignLanes(cells.sort((a, b) => a.from - b.from || b.to - a.to))
}

/** Puts cells at the same time side by side. */
function assignLanes(cells: Cell[]): Cell[] {
  let group: Cell[] = []
  let end = 0
  const closeGroup = () => {
    const lanes = Math.max(1, ...group.map(({ lane }) => lane + 1))
    for (const cell of group) cell.lanes = lanes
    group = []
  }
  for (const cell of cells) {
    if (cell.from >= end) closeGroup()
    const taken = new Set(group.filter(({ to }) => to > cell.from).map(({ lane }) => lane))
    while (taken.has(cell.lane)) cell.lane += 1
    group.push(cell)
    end = Math.max(end, cell.to)
  }
  closeGroup()
  return cells
}

/** Whether a practitioner has neither hours nor visits on a day. */
export const isClosed = ({ hours, visits, queues }: Column) =>
  hours.length + visits.length + queues.length === 0

/** The hours of a practitioner on a day, as clock times: `09:00–13:00, 16:00–19:00`. */
export const hoursText = ({ hours, queues }: Column): string =>
  [
    ...hours.map(
      ({ fromDateTimeIso, toDateTimeIso }) =>
        `${clockTime(fromDateTimeIso)}–${clockTime(toDateTimeIso)}`,
    ),
    ...queues.map(({ startTime, endTime }) => `${startTime}–${endTime}`),
  ].join(', ')

/** The hours that columns show, in minutes: whole hours that cover everything in them. */
export function hourRange(columns: readonly CalendarColumn[]): { from: number; to: number } {
  const starts = columns.flatMap(({ column: { hours, visits, queues }, day: { date } }) => [
    ...hours.map(({ fromDateTimeIso }) => startMinute(fromDateTimeIso, date)),
    ...visits.map(({ fromDateTimeTs }) => startMinute(fromDateTimeTs, date)),
    ...queues.map(({ startTime }) => minuteOfClock(startTime)),
  ])
  const ends = columns.flatMap(({ column: { hours, visits, queues }, day: { date } }) => [
    ...hours.map(({ toDateTimeIso }) => endMinute(toDateTimeIso, date)),
    ...visits.map(({ toDateTimeTs }) => endMinute(toDateTimeTs, date)),
    ...queues.map(({ endTime }) => minuteOfClock(endTime)),
  ])
  if (starts.length === 0) return { from: 8 * 60, to: 18 * 60 }
  return {
    from: Math.floor(Math.min(...starts) / 60) * 60,
    to: Math.min(1440, Math.ceil(Math.max(...ends) / 60) * 60),
  }
}

const lineHeight = 25
/** Pixels per minute, chosen so that the shortest cell of all columns has room for one line. */
export function pixelsPerMinute(columns: readonly CalendarColumn[]): number {
  const lengths = columns.flatMap(({ column: { slots, visits }, day: { date } }) => [
    ...slots.map(
      ({ fromDateTimeIso, toDateTimeIso }) =>
        endMinute(toDateTimeIso, date) - startMinute(fromDateTimeIso, date),
    ),
    ...visits.map(
      ({ fromDateTimeTs, toDateTimeTs }) =>
        endMinute(toDateTimeTs, date) - startMinute(fromDateTimeTs, date),
    ),
  ])
  const shortest = Math.max(5, Math.min(30, ...lengths.filter((length) => length > 0)))
  return Math.min(4, Math.max(1.2, lineHeight / shortest))
}
