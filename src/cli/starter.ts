// A service that npm started ends with npm. Npm hands a signal to the shell between them, and neither hands it on: the service would stay
// behind, with its port and its database.

import { readFileSync } from 'node:fs'

const lookMs = 250

/** Calls `ended` once, when the npm that started this process has ended; never where none did. */
export function followStarter(ended: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const starters = startersNow()
  const timer = setInterval(() => {
    if (startersNow() === starters) return
    clearInterval(timer)
    ended()
  }, lookMs)
  timer.unref()
}

/** The shell that runs the script, and the npm above it; where the system does not show that one, the shell alone. */
function startersNow(): string {
  return `${process.ppid} ${parentOf(process.ppid)}`
}

function parentOf(processId: number): string | undefined {
  try {
    const facts = readFileSync(`/proc/${processId}/stat`, 'utf8')
    // After the name of the program, which may hold anything.
    return facts.slice(facts.lastIndexOf(')')).split(' ')[2]
  } catch {
    return undefined
  }
}
