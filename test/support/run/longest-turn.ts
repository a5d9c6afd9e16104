/**
 * The processor time of the longest turn of the event loop during some work, in milliseconds: how long others of this process wait. What
 * else runs on the machine does not count. The work is done three times: what is long each time is long by itself, and not by a collection
 * of garbage or a compilation.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const longest: number[] = []
  for (let attempt = 0; attempt < 3; attempt += 1) longest.push(await longestOnce(work))
  return Math.min(...longest)
}

async function longestOnce(work: () => Promise<unknown>): Promise<number> {
  let longestMicros = 0
  let isDone = false
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longestMicros = Math.max(longestMicros, user + system)
    before = process.threadCpuUsage()
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
  } finally {
    isDone = true
    look()
  }
  return longestMicros / 1_000
}
