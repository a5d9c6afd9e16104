// Deletes what is past keeping; a job does so every hour.

import { forgetPastOffers } from '../appointments/offers.ts'
import { forgetPastAudit } from '../audit/audit.ts'
import { forgetPastKeys } from '../checkout/queries.ts'
import type { Database } from '../db/database.ts'
import { forgetPastNotices } from '../notices/forget-past.ts'
import { forgetPastLinks, linkMs } from '../notices/visit-links.ts'
import { forgetPastRepeatKeys } from '../operator/repeat-keys.ts'
import type { Instant } from '../values/clinic-time.ts'
import { forgetPastVerification } from '../verification/forget-past.ts'
import { forgetPastCalls } from '../workspaces/key-calls.ts'
import { deletePastSessions } from '../workspaces/widget-sessions.ts'
import type { Retention } from './retention.ts'

// More than the day they are promised for.
const idempotencyMs = 7 * 24 * 3_600_000
// A browser sends again within minutes.
const repeatsMs = 24 * 3_600_000
// The database's clock may be a little behind the one that says what is past keeping.
const clocksApartMs = 60_000

/** Deletes what is past keeping at `now`; what cannot be deleted keeps nothing else from it. */
export async function forgetPast(database: Database, { codesMs, gatesMs, sessionsMs, noticesMs, auditMs }: Retention, now: Instant): Promise<void> {
  const outcomes = await Promise.allSettled([
    forgetPastVerification(database, { codesBefore: now - codesMs, gatesBefore: now - gatesMs, now }),
    deletePastSessions(database, now - sessionsMs),
    forgetPastNotices(database, now - noticesMs, now),
    forgetPastLinks(database, now - linkMs - clocksApartMs),
    forgetPastOffers(database, now - linkMs - clocksApartMs),
    forgetPastKeys(database, now - idempotencyMs),
    forgetPastRepeatKeys(database, now - repeatsMs),
    forgetPastAudit(database, now - auditMs - clocksApartMs),
    forgetPastCalls(database, now),
  ])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
