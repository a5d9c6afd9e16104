// npm run check: runs the named checks side by side, because most of them use one core. Prints a line when one ends, and what it
// said if it failed.

import { execFileSync, spawn } from 'node:child_process'

/** Whether it found nothing. */
async function runCheck(name: string): Promise<boolean> {
  const check = spawn('npm', ['run', '--silent', `check:${name}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [check.stdout, check.stderr]) {
    stream.on('data', (part: Buffer) => said.push(part))
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    check.on('error', reject).on('close', resolve)
  })
  const line = `npm run check:${name}, ${Math.round(performance.now() / 1000)} s`
  process.stdout.write(code === 0 ? `passed: ${line}\n` : `${Buffer.concat(said)}\nFAILED: ${line}\n`)
  return code === 0
}

execFileSync(process.execPath, ['client/generate.ts'])
const passed = await Promise.all(process.argv.slice(2).map(runCheck))
process.exitCode = passed.every(Boolean) ? 0 : 1
