// npm run build: builds what the service serves, if it is older than its sources. `npm run build --
// NAME` builds another part; options follow the name.
//
//   npm run build -- site --base /handbook/ --out /srv/handbook

import { spawnSync } from 'node:child_process'
import { project } from './build.ts'

const served = [['dashboard/prepare.js'], ['booking-page/prepare.js']]

/** The programs that build each part, with their parameters. */
const parts: Record<string, string[][]> = {
  'booking-page': [['booking-page/prepare.js']],
  client: [
    ['client/generate.ts'],
    ['node_modules/typescript-7/bin/tsc', '-p', 'client/tsconfig.build.json'],
  ],
  dashboard: [['dashboard/prepare.js']],
  packages: [['tools/build.ts']],
  screenshots: [...served, ['site/screenshots.ts']],
  site: [['site/build.ts']],
}

/** Runs the programs one by one until one fails; the last one gets the options. */
function build(programs: string[][], options: string[]): number {
  for (const [index, program] of programs.entries()) {
    const isLast = index === programs.length - 1
    const { status } = spawnSync(process.execPath, [...program, ...(isLast ? options : [])], {
      cwd: project,
      stdio: 'inherit',
    })
    if (status !== 0) return status ?? 1
  }
  return 0
}

const [name, ...options] = process.argv.slice(2)
if (name === undefined) process.exitCode = build(served, [])
else if (Object.hasOwn(parts, name)) process.exitCode = build(parts[name] ?? [], options)
else {
  process.stderr.write(
    `there is no part ${name}; without a name, or one of: ${Object.keys(parts).join(', ')}\n`,
  )
  process.exitCode = 1
}
