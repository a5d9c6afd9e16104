/** Limits for tests that are not about limits but send more per minute than the defaults allow. */
export const noLimits = {
  perAddress: 1e9,
  pages: 1e9,
  perKey: 1e9,
  perWorkspace: 1e9,
  perRoute: { read: 1e9, write: 1e9, sensitive: 1e9 },
}

/**
 * The settings of an application whose test is not about limits: on a slow machine it falls behind,
 * and its requests and statements wait for each other.
 */
export const withoutLimits = {
  limits: noLimits,
  lateMsMax: Number.POSITIVE_INFINITY,
  databaseWaitMs: 60_000,
  databaseLimits: { statementMs: 60_000, lockMs: 60_000, answerMs: 90_000 },
  medicineSearchLimits: { guessMs: 60_000, readMs: 60_000, queueMs: 60_000 },
} as const
