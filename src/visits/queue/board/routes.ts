// GET /board/:token, its polling (/state) and its stream (/events): the board of a waiting room.
// The token in the path is the only credential, so patients appear only as numbers.

import type { Database } from '../../../base/db/database.ts'
import {
  htmlType,
  plainPage,
  plainPageHeaders,
  secretPageHeaders,
} from '../../../base/http/html.ts'
import type { HeldAnswer, LivePage, PageAnswer } from '../../../base/http/pages.ts'
import type { Clock } from '../../../base/ports/clock.ts'
import type { LiveQueues } from '../live-queues.ts'
import { findBoard } from './links.ts'
import { boardHeaders, boardPage } from './page.ts'
import { loadViews } from './read-boards.ts'

const jsonType = 'application/json; charset=utf-8'
// A page without a stream polls.
const retryAfterSeconds = '60'
const unknownText = 'This link is unknown. A newer one may have been made since.'

const unknownPage: PageAnswer = {
  status: 404,
  type: htmlType,
  headers: plainPageHeaders,
  content: plainPage('Nothing to show', unknownText),
}
const jsonAnswer = (
  status: number,
  content: unknown,
  headers: Record<string, string> = {},
): PageAnswer => ({
  status,
  type: jsonType,
  headers: { ...secretPageHeaders, ...headers },
  content: JSON.stringify(content),
})
const unknownState = jsonAnswer(404, { message: unknownText })
const noStream = jsonAnswer(
  503,
  { message: 'No stream can be had now; ask for the state.' },
  { 'retry-after': retryAfterSeconds },
)

export function boardPages({
  database,
  clock,
  queues,
}: {
  database: Database
  clock: Clock
  queues: LiveQueues
}): LivePage[] {
  async function loadBoard(token: string | undefined) {
    const board = await findBoard(database, token)
    if (!board) return undefined
    const now = Math.floor(clock.now())
    const view = (await loadViews(database, [board], now)).get(board.tokenHash)
    return view && { board, view, now }
  }

  async function answerPage(token: string | undefined): Promise<PageAnswer> {
    const boardView = await loadBoard(token)
    if (!boardView) return unknownPage
    return {
      status: 200,
      type: htmlType,
      headers: boardHeaders,
      content: boardPage(boardView.board, boardView.view, boardView.now),
    }
  }

  async function answerState(token: string | undefined): Promise<PageAnswer> {
    const boardView = await loadBoard(token)
    return boardView
      ? jsonAnswer(200, { updated: String(boardView.now), view: boardView.view })
      : unknownState
  }

  async function answerEvents(token: string | undefined): Promise<PageAnswer | HeldAnswer> {
    if (!queues.hasRoom()) return noStream
    const board = await findBoard(database, token)
    if (!board) return unknownState
    return {
      type: 'text/event-stream; charset=utf-8',
      // Proxies might otherwise buffer or compress the stream.
      headers: {
        ...secretPageHeaders,
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
      hold: (response) => queues.showBoard(board, response),
    }
  }

  return [
    {
      path: '/board/:token',
      answer: ({ token }) => answerPage(token),
      refused: () => ({
        type: htmlType,
        headers: plainPageHeaders,
        content: plainPage(
          'One moment',
          'The board cannot be shown right now. This page tries again automatically.',
          { triesAgain: true },
        ),
      }),
    },
    { path: '/board/:token/state', answer: ({ token }) => answerState(token) },
    { path: '/board/:token/events', answer: ({ token }) => answerEvents(token) },
  ]
}
