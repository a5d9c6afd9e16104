import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Contexts that are created after this flag is set have `gc`.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * The processor time of the longest event loop turn during some work, in milliseconds: for this
 * long everything else in the process waits. Other programs on the machine do not count. Work that
 * takes longer than `msEnough` is done up to three times: what is long each time is long by itself,
 * and not because of a compilation, or of garbage left by files that this process ran before.
 */
export async function measureLongestTurn(
  work: () => Promise<unknown>,
  msEnough = 0,
): Promise<number> {
  let longest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && longest >= msEnough; attempt += 1) {
    if (attempt > 0) collectGarbage()
    longest = Math.min(longest, await measureOnce(work))
  }
  return longest
}

async function measureOnce(work: () => Promise<unknown>): Promise<number> {
  let longestMicros = 0
  let isDone = false
  let before = process.threadCpuUsage()
  const sampleTurn = () => {
    const { user, system } = process.threadCpuUsage(before)
    longestMicros = Math.max(longestMicros, user + system)
    before = process.threadCpuUsage()
    if (!isDone) setImmediate(sampleTurn)
  }
  setImmediate(sampleTurn)
  try {
    await work()
  } finally {
    isDone = true
    sampleTurn()
  }
  return longestMicros / 1_000
}
