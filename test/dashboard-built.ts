import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Has the dashboard built as its sources are now. */
export function buildDashboard(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../dashboard/prepare.js', import.meta.url))], { stdio: 'inherit' })
}
