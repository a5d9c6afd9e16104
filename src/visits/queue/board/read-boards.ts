// Reads the content of boards, for page requests and for open boards.

import type { Queries } from '../../../base/db/database.ts'
import { dateAt, type Instant } from '../../../base/values/clinic-time.ts'
import { consultationsCounted } from '../consultation-time.ts'
import { type BoardView, boardView } from './page.ts'
import { type BoardOfLink, boardsOfLinks, queuesOfBoards } from './queries.ts'
import { buildBoard } from './shown.ts'

/**
 * The current content of one workspace's boards, by the hashes of their links; boards without a
 * valid link are left out.
 */
export async function readBoards(
  queries: Queries,
  tokenHashes: string[],
  now: Instant,
): Promise<Map<string, BoardView>> {
  return loadViews(queries, await queries.rows(boardsOfLinks, { tokenHashes }), now)
}

/** The content of boards that were just read. */
export async function loadViews(
  queries: Queries,
  boards: readonly BoardOfLink[],
  now: Instant,
): Promise<Map<string, BoardView>> {
  const [first] = boards
  if (!first) return new Map()
  const queues = await queries.rows(queuesOfBoards, {
    workspaceId: first.workspaceId,
    boardIds: boards.map(({ boardId }) => boardId),
    dates: boards.map(({ timezone }) => dateAt(timezone, now)),
    consultations: consultationsCounted,
  })
  return new Map(
    boards.map((board) => [
      board.tokenHash,
      boardView(
        board.language,
        buildBoard(
          queues.filter(({ boardId }) => boardId === board.boardId),
          now,
        ),
      ),
    ]),
  )
}
