/**
 * Distinguishes processes over time. An id alone is not enough: ids are reused, and in a container
 * the processes of the next run usually get the same ones. Together with its start time, an id
 * identifies one process.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** True if a process with this id exists, of any user. */
export function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * A unique mark of a running process; starts with its id. Undefined if there is no such process.
 */
function processMark(processId: number): string | undefined {
  if (!isAlive(processId)) return undefined
  if (process.platform !== 'linux') {
    const started = spawnSync('ps', ['-o', 'lstart=', '-p', String(processId)], {
      encoding: 'utf8',
    }).stdout
    return `${processId}-${started.replace(/\W+/g, '')}`
  }
  try {
    // The fields after the program's name, which may contain blanks: the first is its state, the
    // 20th its start in ticks since boot.
    const facts = readFileSync(`/proc/${processId}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // The process has ended, and was not yet reaped by its parent.
    if (facts[0] === 'Z') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
    return `${processId}-${facts[19]}-${boot}`
  } catch {
    return undefined
  }
}

/** The mark of this process, for things it creates and a kill could leave behind. */
export const ownMark = processMark(process.pid) ?? String(process.pid)

/** True if the process with this mark has ended. */
export function hasEnded(mark: string): boolean {
  return mark !== ownMark && processMark(Number.parseInt(mark, 10)) !== mark
}
