// npm run faults: plants every fault of planted-faults.ts in a copy of the project and says which
// the tests notice. Ends with 1 when one is not noticed, or its code is no longer where it was.
//
//   npm run faults -- --only 'one more code' --json

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plantedFaults } from './planted-faults.ts'
import { project, type Trial, tryFaults } from './run-faults.ts'

const { values: options } = parseArgs({
  options: {
    /** Only faults with this text in their names or files. */
    only: { type: 'string', default: '' },
    /** How many run in parallel. */
    lanes: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
})

const chosen = plantedFaults.filter(({ name, file }) => `${name} ${file}`.includes(options.only))
if (chosen.length === 0) {
  process.stderr.write(`no planted fault has '${options.only}' in its name or file\n`)
  process.exit(1)
}

let done = 0
const showsProgress = process.stderr.isTTY
function progress(sentence: string) {
  if (showsProgress) process.stderr.write(`\r${sentence}\x1b[K`)
}

function tried({ fault, outcome, by, seconds }: Trial) {
  done += 1
  progress('')
  if (!options.json)
    process.stdout.write(`${outcome}: ${fault.name} (${fault.file}), ${seconds} s\n  ${by}\n`)
  progress(`${done} of ${chosen.length} tried`)
}

progress('the tests, without any fault')
const trials = await tryFaults(chosen, { lanes: Number(options.lanes), tried })
progress('')

const noticed = trials.filter(({ outcome }) => outcome === 'noticed').length
const score = {
  command: '`npm run faults`',
  date: new Date().toISOString().slice(0, 10),
  noticed,
  planted: trials.length,
}
if (options.json) process.stdout.write(`${JSON.stringify({ ...score, trials }, null, 2)}\n`)
else process.stdout.write(`${noticed} of ${trials.length} planted faults are noticed\n`)
// Only a run of the whole list writes the score.
if (chosen.length === plantedFaults.length)
  await writeFile(join(project, 'test/faults/score.json'), `${JSON.stringify(score, null, 2)}\n`)
if (noticed < trials.length) process.exitCode = 1
