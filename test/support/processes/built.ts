// Browser packages, built from the current sources.

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const tryAgainMs = 100
/** Longer than a build takes; a killed process leaves its lock behind. */
const lockMs = 120_000

/** Builds the dashboard from the current sources. */
export const buildDashboard = () => built('dashboard')

/** Builds the booking element from the current sources. */
export const buildBookingElement = () => built('booking-page')

/** One process at a time: a second build would remove files that a service of the first has found, and may not have read. */
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
