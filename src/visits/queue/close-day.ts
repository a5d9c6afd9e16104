// Closes a day's queue six hours after the end of its date, because evening shifts run late.

import type { WorkKind } from '../../base/due-work/work.ts'
import { queueClosingTime } from './closing-time.ts'
import { queueDayById } from './line-queries.ts'
import { closeDayKind } from './queries.ts'
import { closeQueueDay, type QueueServices, withQueue } from './run-queue.ts'

/**
 * The kind of due work that closes days. Its subject is the day, and it is planned together with
 * it (`openQueueDay`).
 */
export function closeDayWork(services: QueueServices): WorkKind {
  return {
    name: closeDayKind,
    // Even a long outage of the database must not leave a past day open.
    attemptsMax: 1_000_000_000,
    async run(work) {
      const { workspaceId, subjectId } = work
      const [day] = await services.database.rows(queueDayById, {
        workspaceId,
        queueDayId: subjectId,
      })
      if (!day) return undefined
      await withQueue(
        services,
        { workspaceId, ...day, actor: { kind: 'service' } },
        async (queries, queue) => {
          // The clinic's timezone may have changed since.
          const dueAt = queueClosingTime(queue.timezone, day.date)
          if (queue.now < dueAt) return work.finishWith(queries, dueAt)
          await closeQueueDay(queries, queue)
          return work.finishWith(queries)
        },
      )
      return undefined
    },
  }
}
