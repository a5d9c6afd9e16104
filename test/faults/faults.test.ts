// The list of planted faults stays true to the code; a long run plants all of them.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLongRun } from '../support/run/sizes.ts'
import type { PlantedFault } from './planted-fault.ts'
import { plantedFaults } from './planted-faults.ts'
import { planted, project, tryFaults } from './run-faults.ts'

const read = (file: string) => readFileSync(join(project, file), 'utf8')

describe('a planted fault', () => {
  it('has its code exactly once where it says, and changes it', () => {
    const misplacedFaults = plantedFaults.filter((fault) =>
      [undefined, read(fault.file)].includes(planted(read(fault.file), fault)),
    )
    expect(misplacedFaults.map(({ name, file }) => `${name}: ${file}`)).toEqual([])
  })

  it('in a function of the schema is where that was last declared, since an earlier text has no effect', () => {
    const migrations = globSync('src/base/db/migrations/*.sql', { cwd: project }).toSorted()
    const isReplaced = ({ file, in: name }: PlantedFault) =>
      migrations
        .slice(migrations.indexOf(file) + 1)
        .some((later) =>
          new RegExp(`create or replace (function|view) ${name}\\b`).test(read(later)),
        )
    expect(
      plantedFaults
        .filter((fault) => fault.file.endsWith('.sql') && isReplaced(fault))
        .map(({ name }) => name),
    ).toEqual([])
  })

  it('has a unique name, and names existing test files', () => {
    const names = plantedFaults.map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(
      plantedFaults.filter(
        ({ noticedBy }) =>
          noticedBy.length === 0 || !noticedBy.every((file) => existsSync(join(project, file))),
      ),
    ).toEqual([])
  })
})

describe('a run', () => {
  // Its tests take no time.
  const noticed: PlantedFault = {
    name: 'a colour has three digits',
    file: 'src/base/values/colour.ts',
    in: 'isColour',
    replace: 'return /^#[0-9a-f]{6}$/i.test(text)',
    with: 'return /^#[0-9a-f]{3}$/i.test(text)',
    noticedBy: ['src/base/values/colour.test.ts'],
  }
  const whole: readonly PlantedFault[] = [
    noticed,
    { ...noticed, name: 'no fault at all', with: `${noticed.replace} ` },
    { ...noticed, name: 'code that does not occur', replace: 'no line of any file' },
    { ...noticed, name: 'code that does not run', with: 'return (' },
  ]

  it('distinguishes noticed faults from unnoticed ones, missing code and code that does not run', async () => {
    const trials = await tryFaults(whole, { lanes: 1, tried: () => {} })
    expect(trials.map(({ outcome }) => outcome)).toEqual([
      'noticed',
      'not noticed',
      'code not found',
      'tests did not run',
    ])
    expect(trials[0]?.by).toContain('colour')
  })

  // This takes minutes, so only the long run does it.
  if (isLongRun)
    it('finds that every fault of the whole list is noticed', { timeout: 3_600_000 }, async () => {
      const trials = await tryFaults(plantedFaults, { lanes: 2, tried: () => {} })
      expect(
        trials
          .filter(({ outcome }) => outcome !== 'noticed')
          .map(({ fault, outcome, by }) => `${outcome}: ${fault.name}, ${by}`),
      ).toEqual([])
    })
})
