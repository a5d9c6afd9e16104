/** True in long runs (`npm run test:long`). */
export const long = process.env.TEST_LONG === '1'

/** How many rounds, cases or seconds: the usual number, or that of long runs. */
export function size(usual: number, inLongRuns: number): number {
  return long ? inLongRuns : usual
}
