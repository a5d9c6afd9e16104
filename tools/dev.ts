// npm run dev: serves the screens from their sources, beside a service that `npm start` started. A
// page reloads what has changed (docs/changing-the-screens.md). `npm run dev -- dashboard` serves
// one of them.

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
  // A server that cannot start, because its port is in use, ends the other one.
  for (const server of servers) server.on('exit', end)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)
  // A signal that ends npm also ends the shell between npm and this process, but not this process.
  const { ppid } = process
  setInterval(() => process.ppid !== ppid && end(), 500).unref()
}
