import { problem } from './problems.ts'

interface Share {
  running: number
  waiting: (() => void)[]
}

/**
 * Runs at most `runningMax` pieces of work of one workspace at a time, so that the others find
 * connections. Further work waits in order, without a connection; refuses with BUSY if `waitingMax`
 * pieces of the workspace's work wait.
 */
export function createWorkspaceShare({
  runningMax,
  waitingMax,
}: {
  runningMax: number
  waitingMax: number
}) {
  const shares = new Map<number, Share>()
  return async <T>(workspaceId: number, work: () => Promise<T>): Promise<T> => {
    const share = shares.get(workspaceId) ?? { running: 0, waiting: [] }
    shares.set(workspaceId, share)
    if (share.running < runningMax) share.running += 1
    else if (share.waiting.length >= waitingMax) throw problem('BUSY')
    // A finished piece of work passes its slot on.
    else await new Promise<void>((resume) => share.waiting.push(resume))
    try {
      return await work()
    } finally {
      const next = share.waiting.shift()
      if (next) next()
      else if (share.running > 1) share.running -= 1
      else shares.delete(workspaceId)
    }
  }
}
