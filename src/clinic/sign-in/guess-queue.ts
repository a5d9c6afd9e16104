// Passwords that strangers type are checked one at a time for each site, since a check costs 30 ms
// and 19 MiB: however many they send, a member elsewhere does not wait for them.

const waitingOfSiteMax = 16
const waitingMax = 64

/** Runs work one after the other for each site; undefined, without running it, if too many wait. */
export function createGuessQueue() {
  const lines = new Map<string, { waiting: number; last: Promise<unknown> }>()
  let waiting = 0

  return async function inLine<T>(site: string, work: () => Promise<T>): Promise<T | undefined> {
    const line = lines.get(site) ?? { waiting: 0, last: Promise.resolve() }
    if (line.waiting >= waitingOfSiteMax || waiting >= waitingMax) return undefined
    lines.set(site, line)
    line.waiting += 1
    waiting += 1
    const own = line.last.then(work)
    line.last = own.catch(() => {})
    try {
      return await own
    } finally {
      line.waiting -= 1
      waiting -= 1
      if (line.waiting === 0) lines.delete(site)
    }
  }
}
