// The limits of requests; pipeline.ts counts them.

import type { RateClass } from '../contract/route.ts'

/** Requests per minute. */
export interface Limits {
  perAddress: number
  /** Pages per client address: the API reference, booking pages and visit pages. */
  pages: number
  perKey: number
  perWorkspace: number
  perRoute: Record<RateClass, number>
}

/**
 * The defaults (RATE-02 to RATE-09). The specification has no limit for pages. The largest has 4 MB
 * and costs the client only one line, so one address gets at most 240 MB a minute.
 */
export const defaultRateLimits: Limits = {
  perAddress: 2_400,
  pages: 60,
  perKey: 1_200,
  perWorkspace: 6_000,
  perRoute: { read: 600, write: 300, sensitive: 60 },
}
