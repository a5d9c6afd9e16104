// A visit of a type with rooms takes one of them. Which one is decided by its claim: a room that
// another visit takes at the same moment is passed over for the next.

import type { Queries } from '../../base/db/database.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { isInRoom, type Mode } from '../../base/values/modes.ts'
import type { Practice } from '../../clinic/catalogue/configuration.ts'
import { busyTimeOfRooms } from './busy-time.ts'
import { findTakenResource } from './claims.ts'

interface RoomWish {
  mode: Mode
  /** The room that it has, or that was asked for. */
  roomId: number | null
}

/**
 * The rooms that a visit may have under a visit type, the present one first; null stands for none.
 */
export function listRoomChoices(
  practice: Practice | undefined,
  { mode, roomId }: RoomWish,
): readonly (number | null)[] {
  const rooms = isInRoom(mode) ? (practice?.typeRoomIds ?? []) : []
  if (rooms.length === 0) return [roomId]
  return roomId === null ? rooms : [roomId, ...rooms.filter((id) => id !== roomId)]
}

interface ClaimedPlace extends Interval {
  workspaceId: number
  doctorId: number
  locationId: number
  travelMins: number
}

/**
 * Claims a time with the first of the rooms that is free. `claim` returns undefined if the time is
 * taken. Returns what was taken otherwise: a room only if there was no other choice.
 */
export async function claimWithRoom<Claimed>(
  queries: Queries,
  place: ClaimedPlace,
  choices: readonly (number | null)[],
  claim: (roomId: number | null) => Promise<Claimed | undefined>,
): Promise<{ claimed: Claimed } | { taken: 'doctor' | 'room' }> {
  const { workspaceId } = place
  for (const roomId of await filterFreeRooms(queries, place, choices)) {
    const claimed = await claim(roomId)
    if (claimed !== undefined) return { claimed }
    const taken = await findTakenResource(queries, workspaceId, { ...place, roomId })
    if (taken === 'doctor' || choices.length === 1) return { taken }
  }
  return { taken: 'doctor' }
}

/** Those of several rooms that are free for a time; a single choice is left to its claim. */
async function filterFreeRooms(
  queries: Queries,
  { workspaceId, from, to }: ClaimedPlace,
  choices: readonly (number | null)[],
): Promise<readonly (number | null)[]> {
  if (choices.length === 1) return choices
  const rooms = choices.filter((id) => id !== null)
  const busy = await busyTimeOfRooms(queries, workspaceId, rooms, { from, to })
  return choices.filter((id) => !busy.some(({ roomId }) => roomId === id))
}
