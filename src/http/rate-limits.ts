// What the limits of requests are; what counts them is in pipeline.ts.

import type { RateClass } from '../contract/route.ts'

/** Requests a minute. */
export interface Limits {
  perAddress: number
  /** Pages of one address of which a reader needs few: those of the API reference, booking pages and pages of visits. */
  pages: number
  perKey: number
  perWorkspace: number
  perRoute: Record<RateClass, number>
}

/**
 * What holds when the installation says nothing else (RATE-02 to RATE-09). Pages are the specification's silence: the largest has 4 MB and
 * costs the one who asks for it nothing but a line, so one address has 240 MB a minute at most.
 */
export const defaultRateLimits: Limits = {
  perAddress: 2_400,
  pages: 60,
  perKey: 1_200,
  perWorkspace: 6_000,
  perRoute: { read: 600, write: 300, sensitive: 60 },
}
