// What `npm ci` does for the dashboard: builds it. An installation without development packages carries the files that were built before.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

try {
  import.meta.resolve('vite')
} catch {
  if (!existsSync(new URL('dist/index.html', import.meta.url)))
    process.stderr.write('The dashboard has not been built: it needs the development packages once (npm ci, then npm prune --omit=dev).\n')
  process.exit()
}
process.exit(spawnSync('npm', ['run', '--silent', 'build:dashboard'], { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1)
