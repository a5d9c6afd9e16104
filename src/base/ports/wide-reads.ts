import { createWorkspaceShare } from './shares.ts'

/**
 * Reads that may examine a hundred thousand rows, or the days of a year. Ten of them, which one key
 * may send at once, would hold all connections of a process for half a second, and every other
 * clinic would wait.
 */
export const readWidely = createWorkspaceShare({ runningMax: 3, waitingMax: 100 })
