// Deletes expired data; a job runs this every hour.

import type { Database } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { deleteOldAuditEntries } from '../../clinic/audit/audit.ts'
import { deleteOldNotices } from '../../clinic/notices/delete-old-notices.ts'
import { deleteExpiredLinks, linkMs } from '../../clinic/notices/visit-links.ts'
import { deleteExpiredVerification } from '../../clinic/verification/delete-expired.ts'
import { deleteOldKeyCalls } from '../../clinic/workspaces/key-calls.ts'
import { deleteExpiredSessions } from '../../clinic/workspaces/widget-sessions.ts'
import { deleteExpiredIdempotencyKeys } from '../../money/checkout/queries.ts'
import { deleteOldOffers } from '../../visits/appointments/offers.ts'
import { deleteOldDeskChanges } from '../../visits/booking/desk-changes.ts'
import { deleteExpiredRepeatKeys } from '../register/repeat-keys.ts'
import type { Retention } from './retention.ts'

// Longer than the promised day.
const idempotencyMs = 7 * 24 * 3_600_000
// Enough, because a browser retries within minutes.
const repeatsMs = 24 * 3_600_000
// The database's clock may be slightly behind the clock that decides what has expired.
const clocksApartMs = 60_000

/** Deletes data that has expired at `now`; one failed deletion does not prevent the others. */
export async function deleteExpiredData(
  database: Database,
  { codesMs, gatesMs, sessionsMs, noticesMs, auditMs }: Retention,
  now: Instant,
): Promise<void> {
  const outcomes = await Promise.allSettled([
    deleteExpiredVerification(database, {
      codesBefore: now - codesMs,
      gatesBefore: now - gatesMs,
      now,
    }),
    deleteExpiredSessions(database, now - sessionsMs),
    deleteOldNotices(database, now - noticesMs, now),
    deleteExpiredLinks(database, now - linkMs - clocksApartMs),
    deleteOldOffers(database, now - linkMs - clocksApartMs),
    deleteExpiredIdempotencyKeys(database, now - idempotencyMs),
    deleteExpiredRepeatKeys(database, now - repeatsMs),
    deleteOldDeskChanges(database, now - repeatsMs),
    deleteOldAuditEntries(database, now - auditMs - clocksApartMs),
    deleteOldKeyCalls(database, now),
  ])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
