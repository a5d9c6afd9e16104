// GET /sandbox-video/:room/:pass, and GET and POST …/signals: the test rooms of a sandbox. The pass is the only credential, and names the side.

import { htmlType, plainPage, plainPageHeaders, secretPageHeaders } from '../../base/http/html.ts'
import type { LivePage, PageAnswer } from '../../base/http/pages.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { VideoRole } from './jitsi.ts'
import { testRoomHeaders, testRoomPage } from './test-room-page.ts'
import { readSignal, type TestRooms, testRoomLimits, testRoomPath } from './test-rooms.ts'

const notice = (title: string, sentence: string) => ({ type: htmlType, headers: plainPageHeaders, content: plainPage(title, sentence) })
const unknownPage: PageAnswer = { status: 404, ...notice('No such room', 'This room is closed. Open it again from the visit.') }
const refused = () => notice('One moment', 'The room cannot be shown right now. Please try again in a minute.')

function said(status: number, value: unknown): PageAnswer {
  const headers = { ...secretPageHeaders, 'cache-control': 'no-store' }
  return { status, type: 'application/json; charset=utf-8', headers, content: JSON.stringify(value) }
}
const unknownSignals = said(404, { message: 'This room is closed.' })

/** The pages of a sandbox; none in production. */
export function testRoomPages({ testRooms: rooms }: { testRooms: TestRooms | undefined }, clock: Clock): LivePage[] {
  if (!rooms) return []
  const of = ({ room = '', pass = '' }: Record<string, string>): { room: string; role: VideoRole } | undefined => {
    const role = rooms.roleOf(room, pass, clock.now())
    return role && { room, role }
  }
  const signalsPath = `${testRoomPath}/:room/:pass/signals`
  return [
    {
      path: `${testRoomPath}/:room/:pass`,
      isCounted: true,
      refused,
      async answer(parameters) {
        const entered = of(parameters)
        return entered ? { status: 200, type: htmlType, headers: testRoomHeaders, content: testRoomPage(entered.role) } : unknownPage
      },
    },
    {
      path: signalsPath,
      async answer(parameters, { query }) {
        const entered = of(parameters)
        if (!entered) return unknownSignals
        const after = typeof query.after === 'string' && /^\d{1,9}$/.test(query.after) ? Number(query.after) : 0
        return said(200, rooms.hear(entered.room, entered.role, after, clock.now()))
      },
    },
    {
      path: signalsPath,
      method: 'POST',
      takesBody: true,
      bodyBytesMax: testRoomLimits.bytes,
      async answer(parameters, { body }) {
        const entered = of(parameters)
        if (!entered) return unknownSignals
        const signal = readSignal(body)
        if (!signal) return said(400, { message: 'This is not a signal of a test room.' })
        return rooms.tell(entered.room, entered.role, signal, clock.now()) ? said(202, {}) : said(503, { message: 'All test rooms are in use.' })
      },
    },
  ]
}
