// How long temporary data is kept.

/** The times for which data is kept, in milliseconds. */
export interface Retention {
  /** One-time codes, after they ended. */
  codesMs: number
  /** Verified contacts, after the half hour for which they are valid. */
  gatesMs: number
  /** Browsers' sessions, after they ended. */
  sessionsMs: number
  /** Notices to patients, after their last attempt; at least two days, since limits count them. */
  noticesMs: number
  /** Audit entries; the database keeps them for at least 30 days. */
  auditMs: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Defaults: a day for data that expires, three months for notices, six years for the audit. */
export const defaultRetention: Retention = {
  codesMs: dayMs,
  gatesMs: dayMs,
  sessionsMs: dayMs,
  noticesMs: 90 * dayMs,
  auditMs: 2_192 * dayMs,
}
