// The dashboard as it is now: built again where its sources are younger than what was built.

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../dashboard', import.meta.url))

export function buildDashboard(): void {
  const built = `${folder}/dist/index.html`
  // A build that was cut off leaves its page without what that loads.
  const names = existsSync(built) ? (readFileSync(built, 'utf8').match(/(?<=\/dashboard\/)assets\/[\w.-]+/g) ?? []) : []
  const isWhole = names.length > 0 && names.every((name) => existsSync(`${folder}/dist/${name}`))
  const builtAt = isWhole ? statSync(built).mtimeMs : 0
  const sources = globSync(['src/**/*', 'index.html', 'package.json', 'vite.config.ts'], { cwd: folder })
  if (sources.every((source) => statSync(`${folder}/${source}`).mtimeMs < builtAt)) return
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'inherit' })
}
