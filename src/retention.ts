// How long what is only needed for a while is kept. A tick forgets the rest.

import { deletePastAudit } from './audit/queries.ts'
import { at, type Database } from './db/database.ts'
import type { Instant } from './values/clinic-time.ts'
import { forgetPastVerification } from './verification/forget-past.ts'
import { deletePastSessions } from './workspaces/widget-sessions.ts'

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
export const usualRetention: Retention = { codesMs: dayMs, gatesMs: dayMs, sessionsMs: dayMs, auditMs: 2_192 * dayMs }

/** Deletes what is past keeping at `now`. */
export async function forgetPast(database: Database, { codesMs, gatesMs, sessionsMs, auditMs }: Retention, now: Instant): Promise<void> {
  await forgetPastVerification(database, { codesBefore: now - codesMs, gatesBefore: now - gatesMs, now })
  await deletePastSessions(database, now - sessionsMs)
  while ((await database.rows(deletePastAudit, [at(now - auditMs)])).length > 0);
}
