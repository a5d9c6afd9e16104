// The pages for browsers and the client, built from the current sources.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const programs = ['client/generate.ts', 'dashboard/prepare.js', 'booking-page/prepare.js']

/**
 * Builds the client's types, the dashboard and the booking element if their sources have changed.
 */
export function buildPages(): void {
  for (const program of programs) {
    const path = fileURLToPath(new URL(`../../../${program}`, import.meta.url))
    execFileSync(process.execPath, [path], { stdio: 'inherit' })
  }
}
