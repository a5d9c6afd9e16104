// A visit of a type with rooms takes one of them. Which one is decided by its claim: a room that
// another visit takes at the same moment is passed over for the next.

import type { Queries } from '../../base/db/database.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { isInRoom, type Mode } from '../../base/values/modes.ts'
import type { Practice } from '../../clinic/catalogue/configuration.ts'
import { busyTimeOfRooms } from './busy-time.ts'

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

/** Those of several rooms that are free for a time; a single choice is left to its claim. */
export async function filterFreeRooms(
  queries: Queries,
  workspaceId: number,
  choices: readonly (number | null)[],
  time: Interval,
  exceptAppointmentId: number | null = null,
): Promise<readonly (number | null)[]> {
  if (choices.length < 2) return choices
  const busy = await busyTimeOfRooms(
    queries,
    workspaceId,
    choices.filter((id) => id !== null),
    time,
    exceptAppointmentId,
  )
  return choices.filter((id) => !busy.some(({ roomId }) => roomId === id))
}
