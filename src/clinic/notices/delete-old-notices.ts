import type { Queries } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { abandonNotices, deleteNoticesBefore } from './queries.ts'
import { lostSentence } from './send-notice.ts'

const hourMs = 3_600_000

/**
 * Deletes notices from before an instant, and gives up notices that were begun an hour ago and
 * whose work was deleted with a cancelled visit.
 */
export async function deleteOldNotices(
  queries: Queries,
  before: Instant,
  now: Instant,
): Promise<void> {
  await queries.rows(abandonNotices, { begunBefore: now - hourMs, error: lostSentence })
  while ((await queries.rows(deleteNoticesBefore, { before })).length > 0);
}
