// npm run check: runs the checks side by side, because most of them use one core. Prints a line
// when one ends, and what it said if it failed. `npm run check -- types lint` runs only those.

import { execFileSync, spawn } from 'node:child_process'

const typed = ['.', 'dashboard', 'booking-page', 'tsconfig.page-scripts.json']
const compiler = 'node node_modules/typescript-7/bin/tsc --checkers 1'

const checks: Record<string, string> = {
  types: typed.map((project) => `${compiler} -p ${project}`).join(' && '),
  lint: 'biome ci . && oxlint .',
  api: 'redocly lint docs/openapi.json',
  unused: 'knip',
  imports:
    'depcruise --config .dependency-cruiser.cjs src test site/*.ts client/src dashboard/src booking-page/src words',
  licences: 'node tools/licences.ts',
}

const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Whether it found nothing. */
async function runCheck(name: string): Promise<boolean> {
  const check = spawn(checks[name] ?? '', { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [check.stdout, check.stderr]) {
    stream.on('data', (part: Buffer) => output.push(part))
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    check.on('error', reject).on('close', resolve)
  })
  const line = `npm run check -- ${name}, ${Math.round(performance.now() / 1000)} s`
  process.stdout.write(
    code === 0 ? `passed: ${line}\n` : `${Buffer.concat(output)}\nFAILED: ${line}\n`,
  )
  return code === 0
}

const all = Object.keys(checks)
const named = process.argv.slice(2)
const unknown = named.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  process.stderr.write(
    `there is no check ${unknown.join(', ')}; all of them, or: ${all.join(', ')}\n`,
  )
  process.exitCode = 1
} else {
  // Two of the checks read its types.
  execFileSync(process.execPath, ['client/generate.ts'])
  const hasPassed = await Promise.all((named.length > 0 ? named : all).map(runCheck))
  process.exitCode = hasPassed.every(Boolean) ? 0 : 1
}
