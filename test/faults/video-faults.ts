import type { PlantedFault } from './planted-fault.ts'

const rooms = ['src/video/video-rooms.test.ts']
const testRooms = ['src/video/test-rooms.test.ts']
const links = ['src/appointments/video-links.test.ts']

/** Faults in online visits: where a link comes out, who enters, and when. */
export const videoFaults: readonly PlantedFault[] = [
  {
    name: 'a guest enters a room as its host',
    file: 'src/video/jitsi.ts',
    in: 'jitsiLink',
    replace: "role === 'HOST'",
    with: 'true',
    noticedBy: rooms,
  },
  {
    name: 'a token for a room is valid after the visit',
    file: 'src/video/jitsi.ts',
    in: 'jitsiLink',
    replace: 'Math.min(now + tokenMs, until ?? Number.POSITIVE_INFINITY)',
    with: 'now + tokenMs',
    noticedBy: rooms,
  },
  {
    name: 'a visit can be entered until the moment after its end',
    file: 'src/values/video-times.ts',
    in: 'entryOfVisit',
    replace: 'now >= toAt) return',
    with: 'now > toAt) return',
    noticedBy: ['src/values/video-times.test.ts'],
  },
  {
    name: 'a token can be entered before it is called',
    file: 'src/values/video-times.ts',
    in: 'entryOfToken',
    replace: "status === 'CALLED' ||",
    with: "status === 'CALLED' || status === 'WAITING' ||",
    noticedBy: rooms,
  },
  {
    name: 'online visits are offered at a server whose secret is missing',
    file: 'src/values/video-link.ts',
    in: 'videoOfWorkspace',
    replace: 'installation.signsFor(jitsi) ?',
    with: 'true ?',
    noticedBy: links,
  },
  {
    name: 'a practitioner with an account of their own and no link gets the link of the clinic',
    file: 'src/values/video-link.ts',
    in: 'videoOfPractitioner',
    replace: 'videoLink === null ? testRoom(installation)',
    with: 'videoLink === null ? ofWorkspace',
    noticedBy: links,
  },
  {
    name: 'a path to a test room is valid for ever',
    file: 'src/video/test-rooms.ts',
    in: 'openTestRooms',
    replace: '&& now < until * 1000 ? role',
    with: '? role',
    noticedBy: testRooms,
  },
  {
    name: 'a clinic of production can choose a public server',
    file: 'src/clinic-file/import-clinic.ts',
    in: 'bringTo',
    replace: 'if (videoIsPublic && happensAtBuiltIn(file.workspace)',
    with: 'if (false && videoIsPublic && happensAtBuiltIn(file.workspace)',
    noticedBy: ['src/clinic-file/production-video.test.ts'],
  },
]
