// The pages in browsers, built from the current sources.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the dashboard and the booking element if their sources have changed. */
export function buildPages(): void {
  for (const part of ['dashboard', 'booking-page']) {
    execFileSync(process.execPath, [fileURLToPath(new URL(`../../../${part}/prepare.js`, import.meta.url))], { stdio: 'inherit' })
  }
}
