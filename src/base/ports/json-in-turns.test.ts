import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stringifyInTurns } from './json-in-turns.ts'

const stringify = async (value: object) => (await stringifyInTurns(value)).toString()

it('writes what JSON.stringify writes', async () => {
  const leaf = fc.oneof(fc.constant(undefined), fc.constant(new Date(0)))
  const member = fc
    .anything({ maxDepth: 7, withNullPrototype: false })
    .filter((value) => isJson(value))
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.oneof(member, leaf, fc.array(leaf))),
      async (value) => {
        expect(await stringify(value)).toBe(JSON.stringify(value))
      },
    ),
  )
})

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

it('writes more than one buffer holds', async () => {
  const value = { list: Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'Méera 🙂' })) }
  expect(await stringify(value)).toBe(JSON.stringify(value))
})
