// GET /sandbox-video/:room/:pass, and GET and POST …/signals: the test rooms of a sandbox. The pass
// is the only credential, and names the side.

import { htmlType, plainPage, plainPageHeaders, secretPageHeaders } from '../../base/http/html.ts'
import type { LivePage, PageAnswer } from '../../base/http/pages.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { VideoRole } from './jitsi.ts'
import { testRoomHeaders, testRoomPage } from './test-room-page.ts'
import { readSignal, type TestRooms, testRoomLimits, testRoomPath } from './test-rooms.ts'

const noticeAnswer = (title: string, sentence: string) => ({
  type: htmlType,
  headers: plainPageHeaders,
  content: plainPage(title, sentence),
})
const unknownPage: PageAnswer = {
  status: 404,
  ...noticeAnswer('No such room', 'This room is closed. Open it again from the visit.'),
}
const busyAnswer = () =>
  noticeAnswer('One moment', 'The room cannot be shown right now. Please try again in a minute.')

function jsonAnswer(status: number, value: unknown): PageAnswer {
  const headers = { ...secretPageHeaders, 'cache-control': 'no-store' }
  return {
    status,
    type: 'application/json; charset=utf-8',
    headers,
    content: JSON.stringify(value),
  }
}
const unknownSignals = jsonAnswer(404, { message: 'This room is closed.' })

/** The pages of a sandbox; none in production. */
export function testRoomPages(
  { testRooms: rooms }: { testRooms: TestRooms | undefined },
  clock: Clock,
): LivePage[] {
  if (!rooms) return []
  const findRoom = ({
    room = '',
    pass = '',
  }: Record<string, string>): { room: string; role: VideoRole } | undefined => {
    const role = rooms.findRole(room, pass, clock.now())
    return role && { room, role }
  }
  const signalsPath = `${testRoomPath}/:room/:pass/signals`
  return [
    {
      path: `${testRoomPath}/:room/:pass`,
      isCounted: true,
      refused: busyAnswer,
      async answer(parameters) {
        const roomEntry = findRoom(parameters)
        return roomEntry
          ? {
              status: 200,
              type: htmlType,
              headers: testRoomHeaders,
              content: testRoomPage(roomEntry.role),
            }
          : unknownPage
      },
    },
    {
      path: signalsPath,
      async answer(parameters, { query }) {
        const roomEntry = findRoom(parameters)
        if (!roomEntry) return unknownSignals
        const after =
          typeof query.after === 'string' && /^\d{1,9}$/.test(query.after) ? Number(query.after) : 0
        return jsonAnswer(200, rooms.receive(roomEntry.room, roomEntry.role, after, clock.now()))
      },
    },
    {
      path: signalsPath,
      method: 'POST',
      takesBody: true,
      bodyBytesMax: testRoomLimits.bytes,
      async answer(parameters, { body }) {
        const roomEntry = findRoom(parameters)
        if (!roomEntry) return unknownSignals
        const signal = readSignal(body)
        if (!signal) return jsonAnswer(400, { message: 'This is not a signal of a test room.' })
        return rooms.send(roomEntry.room, roomEntry.role, signal, clock.now())
          ? jsonAnswer(202, {})
          : jsonAnswer(503, { message: 'All test rooms are in use.' })
      },
    },
  ]
}
