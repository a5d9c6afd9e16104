// npm run dev: serves the screens from their sources, beside a service that `npm start` started. A
// page reloads what changes (docs/changing-the-screens.md). `npm run dev -- dashboard` serves one
// of them.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { project } from './build.ts'

const screens = ['dashboard', 'booking-page']
const named = process.argv.slice(2)
const unknown = named.filter((name) => !screens.includes(name))

if (unknown.length > 0) {
  process.stderr.write(
    `there is no screen ${unknown.join(', ')}; both of them, or: ${screens.join(', ')}\n`,
  )
  process.exitCode = 1
} else {
  const vite = join(fileURLToPath(import.meta.resolve('vite/package.json')), '..', 'bin', 'vite.js')
  const servers = (named.length > 0 ? named : screens).map((name) =>
    spawn(process.execPath, [vite], {
      cwd: join(project, name),
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  )
  const end = () => {
    for (const server of servers) server.kill()
  }
  // One that cannot start, because its port is in use, ends the other.
  for (const server of servers) server.on('exit', end)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
  // What ends npm ends the shell between npm and this process, and no more.
  const { ppid } = process
  setInterval(() => process.ppid !== ppid && end(), 500).unref()
}
