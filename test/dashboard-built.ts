// The dashboard as it is now: built again where its sources are younger than what was built.

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../dashboard', import.meta.url))

export function buildDashboard(): void {
  const built = `${folder}/dist/index.html`
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0
  const sources = globSync(['src/**/*', 'index.html', 'package.json', 'vite.config.ts'], { cwd: folder })
  if (sources.every((source) => statSync(`${folder}/${source}`).mtimeMs < builtAt)) return
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'inherit' })
}
