// Builds the booking element if the build is missing or older than its sources: before `npm start`,
// and before tests that use it. An installation without development packages has the files of an
// earlier build.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const script = join(folder, 'dist', 'booking.js')

/**
 * When it was built; 0 if it was not, or not completely: an interrupted build leaves the script
 * without the files that it loads.
 */
function builtAt() {
  if (!existsSync(script)) return 0
  const names = readFileSync(script, 'utf8').match(/booking-[\w-]+\.js/g) ?? []
  return names.every((name) => existsSync(join(folder, 'dist', name)))
    ? statSync(script).mtimeMs
    : 0
}

/** Its own sources, and what they import from elsewhere. */
const sourceFolders = ['src', '../words', '../src/base/values'].filter((source) =>
  existsSync(join(folder, source)),
)

/** When its sources were last changed; 0 if there are none. */
function changedAt() {
  if (!existsSync(join(folder, 'src'))) return 0
  const names = sourceFolders.flatMap((source) =>
    readdirSync(join(folder, source), { recursive: true }).map((name) =>
      join(source, String(name)),
    ),
  )
  const sources = names.filter((name) => !/\.(test|fixture)\.tsx?$/.test(name))
  return Math.max(
    ...['package.json', 'vite.config.ts', ...sources].map(
      (name) => statSync(join(folder, name)).mtimeMs,
    ),
  )
}

function build() {
  let vite
  try {
    vite = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin', 'vite.js')
  } catch {
    if (!existsSync(script))
      process.stderr.write(
        'The booking element is not built: it needs the development packages once (npm ci).\n',
      )
    return 0
  }
  // This may run in a test, but the build is a production build.
  const env = { ...process.env, NODE_ENV: 'production' }
  return (
    spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: folder,
      env,
      stdio: ['ignore', 2, 2],
    }).status ?? 1
  )
}

const isFresh = builtAt() > 0 && builtAt() >= changedAt()
process.exitCode = isFresh ? 0 : build()
