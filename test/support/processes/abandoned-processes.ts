// Ends whatever a killed command leaves running and removes its folder, even if a test stops before
// it could do so.

import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'

/**
 * Ids of processes that were started on a folder or something in it, such as the database server of
 * a data directory.
 */
export function findProcesses(folder: string): number[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' }).split(
    '\n',
  )
  return lines
    .filter((line) => line.includes(`${folder}/`))
    .map((line) => Number.parseInt(line, 10))
}

/** Ends everything that still runs on a folder of the tests, and removes the folder. */
export function removeFolder(folder: string): void {
  for (const id of findProcesses(folder)) kill(id)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function kill(id: number) {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // The process has ended already.
  }
}
