// Which slots are free, and in which modes: a home visit also needs travel time before and after it
// (HOME-02), and a visit of a type with rooms one of them (RULE-09). Everything that lists times
// uses this rule; the database repeats it for a booking, in the function
// time_and_travel_are_left_free.

import type { Interval } from '../../base/values/intervals.ts'
import { homeModes, isAtHome, isInRoom, type Mode } from '../../base/values/modes.ts'
import { extendBy, gapMs } from '../../base/values/patient-rules.ts'
import { type Practice, practiceTravelMs } from '../../clinic/catalogue/configuration.ts'
import { type BusyInterval, splitByBusy } from '../occupancy/busy-time.ts'
import type { BusyKind } from '../occupancy/queries.ts'
import type { Bookable } from './bookable.ts'
import type { GridSlot } from './slot-grid.ts'

/**
 * Free slots, each with the modes in which it is free, and slots that are taken in every mode, or
 * in the wanted one.
 */
export interface SplitSlots {
  free: GridSlot[]
  taken: { slot: GridSlot; kind: TakenKind }[]
}

/** Why a slot is taken. NO_ROOM: all rooms of its visit type are. */
export type TakenKind = BusyKind | 'NO_ROOM'

/**
 * Splits slots of a practice by its busy times and those of the rooms of its visit type. `mode` is
 * the wanted one; undefined: any. Busy times must include those shortly before the first slot and
 * after the last: see `extendByMargins`.
 */
export function splitSlots(
  bookable: Pick<Bookable, 'practice' | 'patientRules'>,
  slots: readonly GridSlot[],
  busy: readonly BusyInterval[],
  mode: Mode | undefined,
): SplitSlots {
  const { typeRoomIds } = bookable.practice
  if (typeRoomIds.length === 0) return splitByPractitioner(bookable, slots, busy, mode)
  const split = splitByPractitioner(
    bookable,
    slots,
    busy.filter(({ roomId }) => roomId === undefined),
    mode,
  )
  const hasFreeRoom = ({ from, to }: GridSlot) =>
    typeRoomIds.some(
      (id) => !busy.some((time) => time.roomId === id && time.from < to && time.to > from),
    )
  return narrowSlots(split, mode, (slot) =>
    hasFreeRoom(slot) ? undefined : { kind: 'NO_ROOM', isLeft: (one) => !isInRoom(one) },
  )
}

function splitByPractitioner(
  { practice, patientRules }: Pick<Bookable, 'practice' | 'patientRules'>,
  slots: readonly GridSlot[],
  busy: readonly BusyInterval[],
  mode: Mode | undefined,
): SplitSlots {
  const gap = gapMs(patientRules)
  const split = splitByBusy(slots, gap === 0 ? busy : busy.map((time) => extendVisit(time, gap)))
  const travelMs = Math.max(...homeModes.map((homeMode) => practiceTravelMs(practice, homeMode)))
  if (travelMs === 0) return split
  const others = busy.filter(({ kind }) => kind !== 'TRAVEL')
  const atHome = split.free.filter(({ modes }) => modes.some(isAtHome))
  const atHomeSplit = splitByBusy(
    atHome.map((slot) => ({ from: slot.from - travelMs, to: slot.to + travelMs, slot })),
    others,
  )
  const blocked = new Map(atHomeSplit.taken.map(({ slot: { slot }, kind }) => [slot, kind]))
  return narrowSlots(split, mode, (slot) => {
    const kind = blocked.get(slot)
    return kind && { kind, isLeft: (one) => !isAtHome(one) }
  })
}

/** Leaves of the free slots that `taker` takes only some modes; a slot without any is taken. */
function narrowSlots(
  split: SplitSlots,
  mode: Mode | undefined,
  taker: (slot: GridSlot) => { kind: TakenKind; isLeft(mode: Mode): boolean } | undefined,
): SplitSlots {
  const taken = [...split.taken]
  const free = split.free.flatMap((slot) => {
    const taking = taker(slot)
    if (taking === undefined) return slot
    const modes = slot.modes.filter(taking.isLeft)
    // Makes a copy without the values cached on the slot.
    if (mode === undefined ? modes.length > 0 : modes.includes(mode))
      return { from: slot.from, to: slot.to, modes }
    taken.push({ slot, kind: taking.kind })
    return []
  })
  return { free, taken: taken.sort((a, b) => a.slot.from - b.slot.from) }
}

/** A visit with the time that is kept free before and after it; other times are as they are. */
function extendVisit(time: BusyInterval, milliseconds: number): BusyInterval {
  const isVisit = time.kind === 'BOOKED' || time.kind === 'HELD'
  return isVisit ? { ...extendBy(time, milliseconds), kind: time.kind } : time
}

/**
 * Extends a period at both ends by the time that these practices keep free around visits: for
 * travel, or between visits.
 */
export function extendByMargins(period: Interval, practices: readonly Practice[]): Interval {
  const margins = practices.map((practice) =>
    Math.max(practiceTravelMs(practice, 'HOME_VISIT'), gapMs(practice.patientRules)),
  )
  return extendBy(period, Math.max(0, ...margins))
}
