// Operations on due work.

import {
  choice,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
} from '../../contract/schemas.ts'
import { statement } from '../../db/statement.ts'
import { operation, optionalWithDefault } from '../../operations/operation.ts'
import { findWorkspaceId } from '../../operations/workspace-name.ts'
import { isoAt } from '../../values/clinic-time.ts'
import { problem } from '../problems.ts'

const workColumns = {
  workspace: 'text',
  id: 'bigint',
  kind: 'text',
  subjectId: 'bigint',
  dueAt: 'timestamptz',
  attempts: 'integer',
  lastError: 'text?',
} as const
const workQuery = `
  select w.name as workspace, d.id, d.kind, d.subject_id as "subjectId", d.due_at as "dueAt", d.attempts, d.last_error as "lastError"
  from due_work d
  join workspaces w on w.id = d.workspace_id`

const deadWork = statement(
  'dead_work',
  { takes: { workspaceId: 'bigint?', before: 'bigint', limit: 'bigint' }, returns: workColumns },
  `${workQuery}
  where d.state = 'DEAD' and d.id < :before and (:workspaceId::bigint is null or d.workspace_id = :workspaceId)
  order by d.id desc
  limit :limit`,
)

const waitingWork = statement(
  'waiting_work',
  { takes: { workspaceId: 'bigint', before: 'bigint', limit: 'bigint' }, returns: workColumns },
  `${workQuery}
  where d.workspace_id = :workspaceId and d.state = 'WAITING' and d.id < :before
  order by d.id desc
  limit :limit`,
)

const retryWork = statement(
  'retry_work',
  {
    takes: { workspaceId: 'bigint?', id: 'bigint?', now: 'timestamptz' },
    returns: { id: 'bigint' },
  },
  `
  update due_work
  set state = 'WAITING', attempts = 0, due_at = :now
  where (workspace_id, kind, subject_id) in (
    select workspace_id, kind, subject_id
    from due_work
    where state = 'DEAD' and (:id::bigint is null or id = :id) and (:workspaceId::bigint is null or workspace_id = :workspaceId)
    order by id
    limit 1000
    for update skip locked
  )
  returning id`,
)

const pageMax = 1_000
const states = ['DEAD', 'WAITING'] as const

export const workList = operation({
  name: 'work-list',
  summary:
    'List background work that failed too often or, with --state waiting, work that is still due. Newest first.',
  input: object({
    workspace: optional(
      text('Only work of this workspace; required to list waiting work.', 'sunrise'),
    ),
    state: optionalWithDefault(
      choice(states, 'Whether it waits for an operator, or for its time.'),
      'DEAD',
    ),
    before: optional(id('Only work older than this.', 9_000)),
    limit: optionalWithDefault(
      integer(`How much, up to ${pageMax}.`, 50, { minimum: 1, maximum: pageMax }),
      50,
    ),
  }),
  output: list(
    object({
      id: id('The work.', 9_000),
      workspace: text('Its workspace.', 'sunrise'),
      kind: text('The kind of work.', 'calendar-refresh'),
      subjectId: integer('The id of its subject.', 42),
      dueAt: timestamp('When it is due.'),
      attempts: integer('Number of attempts since it was planned or last completed.', 3),
      lastError: nullable(text('Why the last attempt failed.', 'it took too long')),
    }),
    'The work, newest first.',
  ),
  async run({ database }, { workspace, state, before = Number.MAX_SAFE_INTEGER, limit }) {
    const page = { before, limit }
    const workspaceId =
      workspace === undefined && state === 'DEAD'
        ? null
        : await findWorkspaceId(database, workspace)
    const rows =
      workspaceId === null || state === 'DEAD'
        ? await database.rows(deadWork, { workspaceId, ...page })
        : await database.rows(waitingWork, { workspaceId, ...page })
    return rows.map((row) => ({ ...row, dueAt: isoAt('UTC', row.dueAt) }))
  },
})

export const workRetry = operation({
  name: 'work-retry',
  summary: 'Retry dead work at once.',
  input: object({
    id: optional(id('The work, as `clinic work list` shows it.', 9_000)),
    allDead: optionalWithDefault(flag('Retry all dead work.'), false),
    workspace: optional(text('Only of this workspace.', 'sunrise')),
  }),
  output: object({ retried: integer('Number of retried work items.', 1) }),
  async run({ database, clock }, { id: workId, allDead, workspace }) {
    if ((workId === undefined) !== allDead) throw problem('WORK_REQUIRED')
    const workspaceId = workspace === undefined ? null : await findWorkspaceId(database, workspace)
    let count = 0
    for (let retried = pageMax; retried === pageMax; count += retried) {
      retried = (
        await database.rows(retryWork, { workspaceId, id: workId ?? null, now: clock.now() })
      ).length
    }
    if (count === 0 && workId !== undefined) throw problem('WORK_NOT_FOUND', { id: workId })
    return { retried: count }
  },
})

export const workOperations = [workList, workRetry]
