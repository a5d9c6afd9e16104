import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { blankValue, fieldKind, type Schema, schemaAt, unsetFlag } from './schema.ts'

const text: Schema = { type: 'string' }
const clinicFile = JSON.parse(readFileSync('docs/clinic-file.schema.json', 'utf8')) as Schema

it('chooses the field for each kind of member', () => {
  const kinds: [Schema, string][] = [
    [{ type: 'string', enum: ['A', 'B'] }, 'choice'],
    [{ type: 'boolean' }, 'flag'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'array', items: { type: 'string', enum: ['MON'] } }, 'choices'],
    [{ type: 'array', items: { type: 'object' } }, 'rows'],
    [{ type: 'array', items: text }, 'words'],
    [{ type: 'object', properties: { a: text } }, 'members'],
    [{ type: 'object', additionalProperties: text }, 'named'],
    [{ type: 'string', format: 'calendar-date' }, 'date'],
    [{ type: 'string', maxLength: 999 }, 'text'],
    [{ type: 'string', maxLength: 1_000 }, 'lines'],
    [{ type: 'string', format: 'notice-body' }, 'lines'],
    [{ type: ['string', 'object'], examples: ['A', 'B'] }, 'either'],
    [{}, 'anything'],
  ]
  for (const [schema, kind] of kinds) expect(fieldKind(schema), JSON.stringify(schema)).toBe(kind)
})

it('begins a new thing with its required members alone, empty', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      name: text,
      fee: { type: 'number', minimum: 5 },
      isOpen: { type: 'boolean' },
      mode: { enum: ['OFFLINE', 'ONLINE'] },
      hours: { type: 'array' },
    },
    required: ['name', 'fee', 'isOpen', 'mode'],
  }
  expect(blankValue(schema)).toEqual({ name: '', fee: 5, isOpen: false, mode: 'OFFLINE' })
  expect([
    blankValue({ type: 'array', items: text }),
    blankValue({ type: 'object' }),
    blankValue({ type: 'integer' }),
  ]).toEqual([[], {}, 0])
})

it('finds the schema of a member through named things', () => {
  const fee: Schema = { type: 'number' }
  const clinic: Schema = {
    properties: {
      locations: { type: 'object', additionalProperties: { type: 'object', properties: { fee } } },
    },
  }
  expect(schemaAt(clinic, ['locations', 'pune', 'fee'])).toBe(fee)
  expect(schemaAt(clinic, [])).toBe(clinic)
  expect(schemaAt(clinic, ['unknown', 'deeper'])).toEqual({})
})

it('of every optional flag it is known what it means if it is not there [SETUP-01]', () => {
  const flags = new Map<string, string>()
  const collect = (schema: Schema) => {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const isOptional = !schema.required?.includes(name)
      if (isOptional && fieldKind(member) === 'flag') flags.set(name, member.description ?? '')
      collect(member)
    }
    for (const inner of [schema.items, schema.additionalProperties])
      if (typeof inner === 'object') collect(inner)
  }
  collect(clinicFile)
  expect(flags.size).toBeGreaterThan(15)
  const unlessNo = [...flags].filter(([, description]) => /true (when|if)/.test(description))
  const names = unlessNo.map(([name]) => name)
  expect([...flags.keys()].filter((name) => unsetFlag(name) !== false).sort()).toEqual(names.sort())
})
