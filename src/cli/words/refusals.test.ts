// What a person is told to do next is a command that there is.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { operations } from '../../operator/register.ts'
import { toDo } from '../../values/operator-problem.ts'
import { nextStepText } from './refusals.ts'

it.each([
  ['visit-list', {}, 'clinic visit list'],
  ['ids', {}, 'clinic ids'],
  ['patient-find', {}, 'clinic patient find NAME'],
  ['packs-show', {}, 'clinic packs show PATIENT'],
  ['workspace-import', {}, 'clinic workspace import FILE'],
  ['calendar-import', { calendar: 'asha-rao/google' }, 'clinic calendar import asha-rao/google FILE.ics'],
  ['key-allow', { id: 5, add: ['203.0.113.7'] }, 'clinic key allow 5 203.0.113.7'],
  ['key-create', { kind: 'WIDGET' }, 'clinic key create --kind widget'],
  ['visit-cancel', { refund: 100 }, 'clinic visit cancel ID --refund 100'],
  ['sandbox-gateway-fail', { call: 'checkout', how: 'slow', ms: 2000 }, 'clinic sandbox-gateway fail checkout slow --ms 2000'],
  ['work-retry', { allDead: true }, 'clinic work retry --all-dead'],
])('%s leads on, with what is known and a word for what is not', async (operation, input, command) => {
  expect(await nextStepText(toDo('do it: {it}; or not', operation, input))).toBe(`do it: ${command}; or not`)
})

it('every refusal that names an operation names one there is', () => {
  const source = fileURLToPath(new URL('../..', import.meta.url))
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const named = files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/\btoDo\((?:'[^']*'|`[^`]*`|\w+), '([a-z-]+)'/g)].map(([, name]) => name),
  )
  expect(named.length).toBeGreaterThan(30)
  const known = new Set(operations.map(({ name }) => name))
  expect(named.filter((name) => name !== undefined && !known.has(name))).toEqual([])
})
