// How many cases the tests with random input try. The usual run has to finish in minutes; the long
// one need not.

export const isLongRun = process.env.TEST_LONG === '1'

export function runSize<Size>(usual: Size, inLongRuns: Size): Size {
  return isLongRun ? inLongRuns : usual
}

/** fast-check prints the seed of a failure; `TEST_SEED=<seed>` repeats that run. */
export const fastCheckOptions: { seed?: number } = process.env.TEST_SEED
  ? { seed: Number(process.env.TEST_SEED) }
  : {}
