// Opens the video of one visit, for the host or the guest. The link of a room is made now, and is
// valid for a few minutes.

import type { RowOf } from '../../base/db/statement.ts'
import type { Environment } from '../../base/ports/secrets.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { fillVideoLink } from '../../base/values/video-link.ts'
import { type RoomEntry, tokenRoomEntry, visitRoomEntry } from '../../base/values/video-times.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import { jitsiLink, jitsiSecret, type VideoRole } from './jitsi.ts'
import type { videoByRoom } from './queries.ts'
import type { TestRooms } from './test-rooms.ts'

/** The video of a visit, as stored; `videoRoom` is null if this service does not make its link. */
export type StoredVideo = Pick<
  RowOf<typeof videoByRoom.returns>,
  'workspaceId' | 'doctorId' | 'videoLink' | 'videoRoom'
>

/** Whether a visit or token can be entered now. */
export function videoEntry(
  visit: Pick<RowOf<typeof videoByRoom.returns>, 'status' | 'fromAt' | 'toAt'>,
  now: Instant,
): RoomEntry {
  const { status, fromAt, toAt } = visit
  return fromAt === null || toAt === null
    ? tokenRoomEntry({ status })
    : visitRoomEntry({ status, fromAt, toAt }, now)
}

export interface VideoServices {
  configurations: Configurations
  environment: Environment
  /** The test rooms of a sandbox. */
  testRooms: TestRooms | undefined
  /** The public origin of the service. */
  publicUrl(): string
}

/**
 * A link that can be opened now, or why there is none. NO_ROOM: the clinic no longer uses the video
 * provider of the booking.
 */
export type EntryResult =
  | { url: string }
  | Exclude<RoomEntry, { state: 'OPEN' }>
  | { state: 'NO_ROOM' }

/** Returns the link for entering a visit's video now. `entry` says whether it may be entered. */
export async function enterVideo(
  { configurations, environment, testRooms, publicUrl }: VideoServices,
  { workspaceId, doctorId, videoLink, videoRoom }: StoredVideo,
  entry: RoomEntry,
  role: VideoRole,
  now: Instant,
): Promise<EntryResult> {
  if (entry.state !== 'OPEN') return entry
  if (videoLink === null) return { state: 'NO_ROOM' }
  if (videoRoom === null) return { url: videoLink }
  const { jitsi, doctors } = await configurations.of(workspaceId)
  if (jitsi) {
    const { secret } = jitsiSecret(jitsi, environment)
    return secret === undefined
      ? { state: 'NO_ROOM' }
      : { url: jitsiLink({ ...jitsi, secret }, { room: videoRoom, role, now, until: entry.until }) }
  }
  // The clinic now uses a different video provider; a room there serves just as well.
  const video = doctors.find(({ id }) => id === doctorId)?.video
  if (video && !video.opensRoom) return { url: fillVideoLink(video.template, videoRoom) }
  return testRooms
    ? { url: `${publicUrl()}${testRooms.pathFor(videoRoom, role, now)}` }
    : { state: 'NO_ROOM' }
}
