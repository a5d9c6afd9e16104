// Ends a service when the npm that started it, with a script or npx, ends. Npm passes a signal to
// the shell in between, which does not pass it on: the service would be left running, with its port
// and its database.

import { readFileSync } from 'node:fs'

const pollMs = 250

/**
 * Calls `onEnded` once, when the npm that started this process has ended; never if npm did not start
 * it.
 */
export function followStarter(onEnded: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const starters = currentStarters()
  const timer = setInterval(() => {
    if (currentStarters() === starters) return
    clearInterval(timer)
    onEnded()
  }, pollMs)
  timer.unref()
}

/**
 * The shell that runs the script, and npm above it; only the shell if the system does not show npm.
 * A shell with a single command is replaced by that command: then npm is the parent, and npm's own
 * parent, such as a terminal, may end.
 */
function currentStarters(): string {
  const { name, parent } = readProcess(process.ppid)
  return name.endsWith('sh') ? `${process.ppid} ${parent}` : String(process.ppid)
}

function readProcess(processId: number): { name: string; parent: string } {
  try {
    const facts = readFileSync(`/proc/${processId}/stat`, 'utf8')
    // The program's name is in brackets, and may contain any character.
    const end = facts.lastIndexOf(')')
    return {
      name: facts.slice(facts.indexOf('(') + 1, end),
      parent: facts.slice(end).split(' ')[2] ?? '',
    }
  } catch {
    return { name: '', parent: '' }
  }
}
