// Deletes expired data; a job runs this every hour.

import type { Database } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { deleteOldAuditEntries } from '../../clinic/audit/audit.ts'
import { forgetPastNotices } from '../../clinic/notices/forget-past.ts'
import { forgetPastLinks, linkMs } from '../../clinic/notices/visit-links.ts'
import { forgetPastVerification } from '../../clinic/verification/forget-past.ts'
import { forgetPastCalls } from '../../clinic/workspaces/key-calls.ts'
import { deletePastSessions } from '../../clinic/workspaces/widget-sessions.ts'
import { forgetPastKeys } from '../../money/checkout/queries.ts'
import { forgetPastOffers } from '../../visits/appointments/offers.ts'
import { forgetPastDeskChanges } from '../../visits/booking/desk-changes.ts'
import { forgetPastRepeatKeys } from '../register/repeat-keys.ts'
import type { Retention } from './retention.ts'

// Longer than the promised day.
const idempotencyMs = 7 * 24 * 3_600_000
// Enough, because a browser retries within minutes.
const repeatsMs = 24 * 3_600_000
// The database's clock may be slightly behind the clock that decides what has expired.
const clocksApartMs = 60_000

/** Deletes data that has expired at `now`; one failed deletion does not prevent the others. */
export async function forgetPast(
  database: Database,
  { codesMs, gatesMs, sessionsMs, noticesMs, auditMs }: Retention,
  now: Instant,
): Promise<void> {
  const outcomes = await Promise.allSettled([
    forgetPastVerification(database, {
      codesBefore: now - codesMs,
      gatesBefore: now - gatesMs,
      now,
    }),
    deletePastSessions(database, now - sessionsMs),
    forgetPastNotices(database, now - noticesMs, now),
    forgetPastLinks(database, now - linkMs - clocksApartMs),
    forgetPastOffers(database, now - linkMs - clocksApartMs),
    forgetPastKeys(database, now - idempotencyMs),
    forgetPastRepeatKeys(database, now - repeatsMs),
    forgetPastDeskChanges(database, now - repeatsMs),
    deleteOldAuditEntries(database, now - auditMs - clocksApartMs),
    forgetPastCalls(database, now),
  ])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
