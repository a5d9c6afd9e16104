import type { PlantedFault } from './planted-fault.ts'

const boards = ['src/queue/board/boards.test.ts']
const screen = ['test/board-page.test.ts']

/** Faults on the boards of waiting rooms. */
export const boardFaults: readonly PlantedFault[] = [
  {
    name: 'a board does not show a repeated call',
    file: 'src/db/migrations/0060-boards.sql',
    in: 'note_recall',
    replace: "when (new.event = 'RECALLED')",
    with: "when (new.event = 'NOTHING')",
    noticedBy: boards,
  },
  {
    name: 'the old link of a board keeps working where it is open',
    file: 'src/app/follow-changes.ts',
    in: 'followChanges',
    replace: "if (what === 'boards') {",
    with: "if (what === 'nothing') {",
    noticedBy: boards,
  },
  {
    name: 'a board of some shifts shows all of its location',
    file: 'src/queue/board/queries.ts',
    in: 'queuesOfBoards',
    replace: 'and c.board_id = b.id and c.work_shift_id = s.id)',
    with: 'and c.board_id = b.id)',
    noticedBy: boards,
  },
  {
    name: 'the board of a suspended clinic keeps working',
    file: 'src/queue/board/queries.ts',
    in: 'boardsOfLinks',
    replace: "on w.id = b.workspace_id and w.status = 'ACTIVE'",
    with: 'on w.id = b.workspace_id',
    noticedBy: boards,
  },
  {
    name: "a board keeps yesterday's numbers",
    file: 'src/queue/board/read-boards.ts',
    in: 'viewsOf',
    replace: 'dates: boards.map(({ timezone }) => dateAt(timezone, now))',
    with: "dates: boards.map(() => dateAt('UTC', now))",
    noticedBy: boards,
  },
  {
    name: 'an open board does not load a new release',
    file: 'src/queue/board/script.ts',
    in: 'boardScript',
    replace: 'wanted = view.release',
    with: 'wanted = release',
    noticedBy: screen,
  },
]
