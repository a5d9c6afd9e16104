// A service that npm started, by a script or by npx, ends with npm. Npm hands a signal to the shell between them, and neither hands it on:
// the service would stay behind, with its port and its database.

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

/**
 * The shell that runs the script, and the npm above it; where the system does not show that one, the shell alone. A shell with one command to
 * run makes way for it: then npm is the parent, and what is above it may end, as a terminal does.
 */
function startersNow(): string {
  const { name, parent } = programOf(process.ppid)
  return name.endsWith('sh') ? `${process.ppid} ${parent}` : String(process.ppid)
}

function programOf(processId: number): { name: string; parent: string } {
  try {
    const facts = readFileSync(`/proc/${processId}/stat`, 'utf8')
    // The name of the program is in brackets, and may hold anything.
    const end = facts.lastIndexOf(')')
    return { name: facts.slice(facts.indexOf('(') + 1, end), parent: facts.slice(end).split(' ')[2] ?? '' }
  } catch {
    return { name: '', parent: '' }
  }
}
