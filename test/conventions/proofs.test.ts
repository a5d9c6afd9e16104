import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { plantedFaults } from '../faults/planted-faults.ts'
import { isDecision, listNamedTests, readRequirements } from './proofs.ts'

const tests = listNamedTests()
const all = readRequirements(tests)

it('every numbered requirement is named by the title of a test', () => {
  const open = all.filter(
    (requirement) => !isDecision(requirement) && requirement.tests.length === 0,
  )
  expect(open.map(({ id }) => id)).toEqual([])
})

it('every requirement named by the title of a test exists', () => {
  const known = new Set(all.map(({ id }) => id))
  expect(tests.flatMap(({ ids }) => ids).filter((id) => !known.has(id))).toEqual([])
})

it('titles of plain tests and of tables of tests are found', () => {
  expect(tests.find(({ file }) => file === 'test/conventions/battery.test.ts')?.ids).toEqual([
    'VER-01',
  ])
  expect(tests.filter(({ text }) => text.includes('%s')).length).toBeGreaterThan(10)
})

it('the score of planted faults covers the whole list', () => {
  const score: unknown = JSON.parse(
    readFileSync(new URL('../faults/score.json', import.meta.url), 'utf8'),
  )
  expect(score).toMatchObject({ noticed: plantedFaults.length, planted: plantedFaults.length })
})
