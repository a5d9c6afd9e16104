import type { Queries } from '../../base/db/database.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { type BusyKind, busyKinds, takenTimes, takenTimesOfRooms } from './queries.ts'

export interface BusyInterval extends Interval {
  kind: BusyKind
  /** The room that is taken; undefined if the practitioner is. */
  roomId?: number
}

/** A practitioner and a location: blocks may apply to one location only. */
export interface DoctorAtLocation {
  doctorId: number
  locationId: number
}

/**
 * A doctor's busy times within a period, by kind, with visits at any location; touching visits are
 * joined. The time of `exceptAppointmentId`, a visit that is to be moved, counts as free.
 */
export async function busyTime(
  queries: Queries,
  workspaceId: number,
  { doctorId, locationId }: DoctorAtLocation,
  period: Interval,
  exceptAppointmentId: number | null = null,
): Promise<BusyInterval[]> {
  return queries.rows(takenTimes, {
    workspaceId,
    doctorId,
    locationId,
    ...period,
    exceptAppointmentId,
  })
}

/** The times within a period when rooms are taken; see `busyTime` for the visit that is not. */
export async function busyTimeOfRooms(
  queries: Queries,
  workspaceId: number,
  roomIds: readonly number[],
  period: Interval,
  exceptAppointmentId: number | null = null,
): Promise<BusyInterval[]> {
  if (roomIds.length === 0) return []
  return queries.rows(takenTimesOfRooms, {
    workspaceId,
    roomIds: [...roomIds],
    ...period,
    exceptAppointmentId,
  })
}

/**
 * Splits `candidates` into free ones, which overlap no busy time, and taken ones, each with the
 * overlapping kind of the highest priority. Intervals may overlap within either list; the busy list
 * is sorted here.
 */
export function splitByBusy<T extends Interval>(
  candidates: readonly T[],
  busy: readonly BusyInterval[],
): { free: T[]; taken: { slot: T; kind: BusyKind }[] } {
  if (busy.length === 0) return { free: [...candidates], taken: [] }
  const sorted = [...busy].sort((a, b) => a.from - b.from)
  const free: T[] = []
  const taken: { slot: T; kind: BusyKind }[] = []
  for (const slot of candidates) {
    let low = 0
    let high = sorted.length
    // The first busy interval that starts at or after the slot's end: only earlier ones can overlap
    // the slot.
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] as BusyInterval).from < slot.to) low = middle + 1
      else high = middle
    }
    // Busy intervals may be nested, so every earlier one must be checked; there are few (a day of
    // one doctor).
    let kind: BusyKind | undefined
    for (let index = 0; index < low && kind !== busyKinds[0]; index += 1) {
      const { to, kind: other } = sorted[index] as BusyInterval
      if (
        to > slot.from &&
        (kind === undefined || busyKinds.indexOf(other) < busyKinds.indexOf(kind))
      )
        kind = other
    }
    if (kind === undefined) free.push(slot)
    else taken.push({ slot, kind })
  }
  return { free, taken }
}
