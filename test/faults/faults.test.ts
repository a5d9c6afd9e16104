// The list of planted faults stays true to the code; a long run plants all of them.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { urlOf } from '../support/database/url-of.ts'
import { long } from '../support/run/sizes.ts'
import type { PlantedFault } from './planted-fault.ts'
import { plantedFaults } from './planted-faults.ts'
import { planted, project, tryFaults } from './run-faults.ts'

const read = (file: string) => readFileSync(join(project, file), 'utf8')

describe('a planted fault', () => {
  it('has its code exactly once where it says, and changes it', () => {
    const astray = plantedFaults.filter((fault) => [undefined, read(fault.file)].includes(planted(read(fault.file), fault)))
    expect(astray.map(({ name, file }) => `${name}: ${file}`)).toEqual([])
  })

  it('in a migration is where the function was last declared, since an earlier text has no effect', () => {
    const folder = 'src/db/migrations'
    const migrations = readdirSync(join(project, folder)).map((name) => `${folder}/${name}`)
    const isReplaced = ({ file, in: name }: PlantedFault) =>
      migrations.some((later) => later > file && new RegExp(`create or replace (function|view) ${name}\\b`).test(read(later)))
    expect(plantedFaults.filter((fault) => fault.file.startsWith(folder) && isReplaced(fault)).map(({ name }) => name)).toEqual([])
  })

  it('has a unique name, and names existing test files', () => {
    const names = plantedFaults.map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(plantedFaults.filter(({ noticedBy }) => noticedBy.length === 0 || !noticedBy.every((file) => existsSync(join(project, file))))).toEqual([])
  })
})

describe('a run', () => {
  const [monthEnds] = plantedFaults.filter(({ file }) => file === 'src/values/calendar-date.ts') as [PlantedFault]
  const whole: readonly PlantedFault[] = [
    monthEnds,
    { ...monthEnds, name: 'no fault at all', with: `${monthEnds.replace} ` },
    { ...monthEnds, name: 'code that does not occur', replace: 'no line of any file' },
    { ...monthEnds, name: 'code that does not run', with: 'return (' },
  ]

  it('distinguishes noticed faults from unnoticed ones, missing code and code that does not run', async () => {
    const trials = await tryFaults(whole, { lanes: 1, tried: () => {}, server: urlOf(inject('server')) })
    expect(trials.map(({ outcome }) => outcome)).toEqual(['noticed', 'not noticed', 'code not found', 'tests did not run'])
    expect(trials[0]?.by).toContain('2028-02-29 and 3 years')
  })

  // This takes minutes, so only the long run does it.
  if (long)
    it('finds that every fault of the whole list is noticed', { timeout: 3_600_000 }, async () => {
      const trials = await tryFaults(plantedFaults, { lanes: 2, tried: () => {} })
      expect(trials.filter(({ outcome }) => outcome !== 'noticed').map(({ fault, outcome, by }) => `${outcome}: ${fault.name}, ${by}`)).toEqual([])
    })
})
