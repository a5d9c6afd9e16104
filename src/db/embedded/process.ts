/**
 * Telling processes apart over time. An id alone does not: it is given again, and in a container the next
 * run's processes usually get the very same ids. Together with the moment of its start it names one process.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** True when a process with this id exists, whosever it is. */
export function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A name for a running process that no other gets; starts with its id. Undefined when there is no such process. */
function markOf(processId: number): string | undefined {
  if (!isAlive(processId)) return undefined
  if (process.platform !== 'linux') {
    const started = spawnSync('ps', ['-o', 'lstart=', '-p', String(processId)], { encoding: 'utf8' }).stdout
    return `${processId}-${started.replace(/\W+/g, '')}`
  }
  try {
    // Past the program's name, which may hold blanks: its state first, its start in ticks since boot as the 20th.
    const facts = readFileSync(`/proc/${processId}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // Ended, and not yet collected by its parent.
    if (facts[0] === 'Z') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
    return `${processId}-${facts[19]}-${boot}`
  } catch {
    return undefined
  }
}

/** The mark of this process, on what it makes and a kill could leave behind. */
export const ownMark = markOf(process.pid) ?? String(process.pid)

/** True when the process that made this mark has ended. */
export function hasEnded(mark: string): boolean {
  return mark !== ownMark && markOf(Number.parseInt(mark, 10)) !== mark
}
