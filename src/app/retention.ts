// How long what is only needed for a while is kept. A job deletes the rest.

import { forgetPastAudit } from '../audit/audit.ts'
import type { Database } from '../db/database.ts'
import type { Instant } from '../values/clinic-time.ts'
import { forgetPastVerification } from '../verification/forget-past.ts'
import { deletePastSessions } from '../workspaces/widget-sessions.ts'

/** In milliseconds. */
export interface Retention {
  /** One-time codes, after they ended. */
  codesMs: number
  /** Verified contacts, after their half hour. */
  gatesMs: number
  /** Browsers' sessions, after they ended. */
  sessionsMs: number
  /** The audit; the database keeps it for 30 days at least. */
  auditMs: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A day for what ends by itself, six years for the audit. */
export const defaultRetention: Retention = { codesMs: dayMs, gatesMs: dayMs, sessionsMs: dayMs, auditMs: 2_192 * dayMs }

// The database's clock may be a little behind the one that says what is past keeping.
const clocksApartMs = 60_000

/** Deletes what is past keeping at `now`; what cannot be deleted keeps nothing else from it. */
export async function forgetPast(database: Database, { codesMs, gatesMs, sessionsMs, auditMs }: Retention, now: Instant): Promise<void> {
  const outcomes = await Promise.allSettled([
    forgetPastVerification(database, { codesBefore: now - codesMs, gatesBefore: now - gatesMs, now }),
    deletePastSessions(database, now - sessionsMs),
    forgetPastAudit(database, now - auditMs - clocksApartMs),
  ])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
