// The slots that a doctor offers on a date: pure arithmetic on configured hours. Listing and
// booking both use this, so exactly the listed slots can be booked.

import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { clinicDayRanges } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import type { Mode } from '../../base/values/modes.ts'
import type { WorkingWindow } from '../../clinic/catalogue/hours.ts'

/** A slot, with all its possible modes. */
export interface GridSlot extends Interval {
  modes: readonly Mode[]
}

/** The length of slots, and the time that is kept free between them, in minutes. */
export interface SlotSpacing {
  lengthMins: number
  gapMins?: number
}

/**
 * Every slot of `lengthMins` on a clinic date, ascending, in at least one of `modes`.
 *
 * Slots are spaced in elapsed time, from the start of each stretch whose local time is in the
 * window: none starts in a skipped hour, and in a repeated hour slots are offered twice.
 * Slots of several windows at the same time become one slot with the modes of all.
 */
export function buildGrid(
  zone: string,
  date: CalendarDate,
  windows: readonly WorkingWindow[],
  { lengthMins, gapMins = 0 }: SlotSpacing,
  modes: ReadonlySet<Mode>,
): GridSlot[] {
  const length = lengthMins * 60_000
  const step = length + gapMins * 60_000
  const slots: GridSlot[] = []
  for (const window of windows) {
    const offered = window.modes.filter((mode) => modes.has(mode))
    if (offered.length === 0) continue
    for (const interval of clinicDayRanges(zone, date, window.fromMinute, window.toMinute)) {
      for (let from = interval.from; from + length <= interval.to; from += step)
        slots.push({ from, to: from + length, modes: offered })
    }
  }
  return mergeSameTimes(slots.sort((a, b) => a.from - b.from))
}

/** Merges sorted slots that have the same time. */
function mergeSameTimes(slots: readonly GridSlot[]): GridSlot[] {
  const single: GridSlot[] = []
  for (const slot of slots) {
    const previous = single.at(-1)
    if (previous?.from !== slot.from) single.push(slot)
    else
      single[single.length - 1] = {
        ...previous,
        modes: [...new Set([...previous.modes, ...slot.modes])],
      }
  }
  return single
}
