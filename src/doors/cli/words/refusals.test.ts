// The next step that a person is told is an existing command.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeProblems, type OperationProblemRow } from '../../../base/values/problem.ts'
import { allProblems } from '../../register/all-problems.ts'
import { operations } from '../../register/register.ts'
import { toTerminalError } from './refusals.ts'

const problem = makeProblems(allProblems)

it.each([
  ['visit-list', {}, 'clinic visit list'],
  ['ids', {}, 'clinic ids'],
  ['patient-find', {}, 'clinic patient find NAME'],
  ['packs-show', {}, 'clinic packs show PATIENT'],
  ['workspace-import', {}, 'clinic workspace import FILE'],
  [
    'calendar-import',
    { calendar: 'asha-rao/google' },
    'clinic calendar import asha-rao/google FILE.ics',
  ],
  ['key-allow', { id: 5, add: ['203.0.113.7'] }, 'clinic key allow 5 203.0.113.7'],
  ['key-create', { kind: 'WIDGET' }, 'clinic key create --kind widget'],
  ['visit-cancel', { refund: 100 }, 'clinic visit cancel ID --refund 100'],
  [
    'sandbox-gateway-fail',
    { call: 'checkout', how: 'slow', ms: 2000 },
    'clinic sandbox-gateway fail checkout slow --ms 2000',
  ],
  ['work-retry', { allDead: true }, 'clinic work retry --all-dead'],
])(
  '%s names a next step, with known values and placeholders for others',
  async (operation, input, command) => {
    const refusal = problem('STAFF_EMAIL_TAKEN', {}, { next: { operation, input } })
    expect(await toTerminalError(refusal)).toMatchObject({
      nextStep: `see who has the address: ${command}; then give one of them a different address`,
    })
  },
)

/** The rooms below the terminal, without those files that only declare refusals. */
const sources = sourcesBelow(new URL('../../..', import.meta.url))

function sourcesBelow(folder: URL): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!doors\/cli\/|.*problems\.ts$).*(?<!\.test)\.ts$/.test(file),
  )
  return files.map((file) => readFileSync(new URL(file, folder), 'utf8'))
}

describe('every refusal of an operation', () => {
  const rows = Object.entries(allProblems)
  const inputs = new Map(operations.map(({ name, input }) => [name, Object.keys(input.properties)]))

  it.each(rows)(
    '%s names existing operations, members of its input, and a command only through them',
    (_, row) => {
      const { sentence, toDo, next, input = {} } = row as Partial<OperationProblemRow>
      if (toDo !== undefined)
        expect([sentence, toDo].join(' ')).not.toMatch(/\bclinic (?!file|has|in\b)[a-z]|--[a-z]/)
      if (next === undefined) return
      expect(toDo ?? '{it}').toContain('{it}')
      expect(inputs.get(next)).toEqual(expect.arrayContaining(Object.keys(input)))
    },
  )

  it('names no terminal option where it is thrown', () => {
    expect(
      sources.flatMap(
        (source) => source.match(/problem\(.*(?:clinic [a-z]+ [a-z]+|--[a-z]).*/g) ?? [],
      ),
    ).toEqual([])
  })

  it.each(rows)('%s is thrown below the terminal', (code) => {
    expect(sources.some((source) => source.includes(`'${code}'`))).toBe(true)
  })
})
