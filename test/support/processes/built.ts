// Packages of the browser, built as their sources are now.

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const tryAgainMs = 100
/** Longer than a build takes; a process that was killed leaves its lock. */
const lockMs = 120_000

/** Has the dashboard built as its sources are now. */
export const buildDashboard = () => built('dashboard')

/** Has the booking element built as its sources are now. */
export const buildBookingElement = () => built('booking-page')

/** One process after the other: a second build would take the files away that a service of the first has found, and may not have read. */
function built(folder: 'dashboard' | 'booking-page'): void {
  const lock = fileURLToPath(new URL(`../../../node_modules/.cache/building-${folder}`, import.meta.url))
  mkdirSync(new URL('../../../node_modules/.cache', import.meta.url), { recursive: true })
  while (!isOurs(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, tryAgainMs)
  try {
    execFileSync(process.execPath, [fileURLToPath(new URL(`../../../${folder}/prepare.js`, import.meta.url))], { stdio: 'inherit' })
  } finally {
    rmdirSync(lock)
  }
}

function isOurs(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && since < Date.now() - lockMs) rmdirSync(lock)
    return false
  }
}
