// Undoes the last change to a token at the desk (DAY-19).

import { violatedConstraint } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Actor } from '../../base/operations/actor.ts'
import { defaultTurnPlaces } from '../../clinic/notices/notice-settings.ts'
import {
  beginUndo,
  type DeskChangeKind,
  finishUndo,
  loadChange,
  restoreAssignments,
  visitBeforeSql,
} from '../booking/desk-changes.ts'
import { problem } from './problems.ts'
import {
  checkNotOver,
  loadVisitByNumber,
  lockQueue,
  planTurnNotices,
  type QueueServices,
  recordEvents,
} from './run-queue.ts'
import { deletePlannedTurns, visitDay } from './staff-queries.ts'

const restoreToken = statement(
  'restore_token',
  {
    takes: { workspaceId: 'bigint', visitId: 'bigint', changeId: 'bigint', now: 'timestamptz' },
    returns: { id: 'bigint' },
  },
  `
  with before as (${visitBeforeSql('queue_visits')}
  )
  update queue_visits v
  set ${restoreAssignments('queue_visits')}, updated_at = :now
  from before
  where v.workspace_id = :workspaceId and v.id = :visitId
  returning v.id`,
)

/**
 * Undoes a change of a token; returns the token's id.
 * @throws {Problem} CHANGE_NOT_FOUND, CHANGE_ALREADY_UNDONE, CHANGE_UNDO_EXPIRED,
 * VISIT_CHANGED_SINCE, QUEUE_ENDED, or SHIFT_FULL if its place was given to another; nothing has
 * then changed
 */
export async function undoTokenChange(
  { database, clock }: QueueServices,
  author: { workspaceId: number; actor: Actor },
  id: number,
  kind: Exclude<DeskChangeKind, 'MONEY'>,
): Promise<number> {
  const { workspaceId, actor } = author
  const { visitId } = await loadChange(database, workspaceId, id, kind)
  if (visitId === null) throw problem('CHANGE_NOT_FOUND', { id })
  try {
    await database.transaction(async (queries) => {
      const [found] = await queries.rows(visitDay, { workspaceId, visitId })
      const queue = found && (await lockQueue(queries, { workspaceId, ...found, actor }, clock))
      if (!queue) throw new Error('the queue of a changed token was not found')
      const { now } = queue
      const { patientId, status } = await loadVisitByNumber(queries, queue, found.tokenNumber)
      const change = await beginUndo(queries, author, { id, kind }, patientId, now)
      if (kind === 'QUEUE') checkNotOver(queue)
      if (status === 'CANCELLED' && queue.booked >= queue.capacity) throw problem('SHIFT_FULL')
      await queries.rows(restoreToken, { workspaceId, visitId, changeId: id, now })
      if (kind === 'QUEUE') await recordEvents(queries, queue, 'TAKEN_BACK', [visitId])
      await finishUndo(queries, workspaceId, change, patientId)
      if (queue.startedAt === null) return
      await queries.rows(deletePlannedTurns, {
        workspaceId,
        queueDayId: queue.id,
        defaultPlaces: defaultTurnPlaces,
      })
      await planTurnNotices(queries, queue)
    })
  } catch (error) {
    if (violatedConstraint(error) === 'place_in_line_unique')
      throw problem('VISIT_CHANGED_SINCE', { id, visit: visitId })
    throw error
  }
  return visitId
}
