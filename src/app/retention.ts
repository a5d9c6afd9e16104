// How long what is only needed for a while is kept.

/** In milliseconds. */
export interface Retention {
  /** One-time codes, after they ended. */
  codesMs: number
  /** Verified contacts, after their half hour. */
  gatesMs: number
  /** Browsers' sessions, after they ended. */
  sessionsMs: number
  /** What is known of notices to patients, after their last attempt; two days at least, for limits count them. */
  noticesMs: number
  /** The audit; the database keeps it for 30 days at least. */
  auditMs: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A day for what ends by itself, three months for notices, six years for the audit. */
export const defaultRetention: Retention = { codesMs: dayMs, gatesMs: dayMs, sessionsMs: dayMs, noticesMs: 90 * dayMs, auditMs: 2_192 * dayMs }
