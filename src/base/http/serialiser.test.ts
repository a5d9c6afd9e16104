import fc from 'fast-check'
import fastJsonStringify from 'fast-json-stringify'
import { expect, it } from 'vitest'
import { cacheJsonText, withCachedText } from '../contract/cached-json-text.ts'
import {
  calendarDate,
  flag,
  integer,
  list,
  namedObject,
  nullable,
  object,
  optional,
  text,
} from '../contract/schemas.ts'
import { createCachingSerialiser, dropEscapeChecks } from './serialiser.ts'

const item = () =>
  namedObject('Item', {
    date: calendarDate('A date.'),
    name: optional(text('A name.', 'n')),
    count: nullable(integer('A count.', 1)),
  })
const answerSchema = (kept: ReturnType<typeof item>) =>
  object({
    items: list(kept, 'Items.'),
    days: optional(list(object({ isOpen: flag('Open.'), items: list(kept, 'Items.') }), 'Days.')),
    total: integer('All.', 3),
  })

const anItem = fc.record(
  {
    date: fc.constant('2026-12-01'),
    name: fc.string({ unit: 'binary' }),
    count: fc.option(fc.integer()),
    undeclared: fc.string(),
  },
  { requiredKeys: ['date', 'count'] },
)
const anAnswer = fc.record(
  {
    total: fc.integer(),
    days: fc.array(
      fc.record({ items: fc.array(anItem), isOpen: fc.boolean(), secret: fc.string() }),
    ),
    items: fc.array(anItem),
    secret: fc.string(),
  },
  { requiredKeys: ['items', 'total'] },
)

it('writes what the library writes: the declared members, in the same order, and nothing else', () => {
  const byLibrary = fastJsonStringify(
    dropEscapeChecks(answerSchema(item())) as fastJsonStringify.Schema,
  )
  const keeping = createCachingSerialiser(answerSchema(cacheJsonText(item())))
  fc.assert(
    fc.property(anAnswer, (answer) => {
      const expected = byLibrary(answer)
      expect(keeping?.(answer)).toBe(expected)
      // And twice with texts that are cached.
      const kept = { ...answer, items: answer.items.map((item) => withCachedText({ ...item })) }
      for (let time = 0; time < 2; time += 1) expect(keeping?.(kept)).toBe(expected)
    }),
  )
})

it('writes an object whose text is cached once', () => {
  let read = 0
  const counted = withCachedText({
    get date() {
      read += 1
      return '2026-12-01'
    },
    count: null,
  })
  const keeping = createCachingSerialiser(answerSchema(cacheJsonText(item())))
  expect(keeping?.({ items: [counted], total: 1 })).toBe(
    '{"items":[{"date":"2026-12-01","count":null}],"total":1}',
  )
  const readOnce = read
  keeping?.({ items: [counted, counted], total: 2 })
  expect(read).toBe(readOnce)
})

it('caches one text for each of two schemas', () => {
  const wide = cacheJsonText(item())
  const narrow = cacheJsonText(namedObject('Narrow', { date: calendarDate('A date.') }))
  const value = withCachedText({ date: '2026-12-01', count: 4 })
  expect(createCachingSerialiser(list(wide, 'Wide.'))?.([value])).toBe(
    '[{"date":"2026-12-01","count":4}]',
  )
  expect(createCachingSerialiser(list(narrow, 'Narrow.'))?.([value])).toBe(
    '[{"date":"2026-12-01"}]',
  )
})

it('writes a changed copy again', () => {
  const keeping = createCachingSerialiser(list(cacheJsonText(item()), 'Items.'))
  const value = withCachedText({ date: '2026-12-01', count: 4 })
  keeping?.([value])
  expect(keeping?.([{ ...value, count: 5 }])).toBe('[{"date":"2026-12-01","count":5}]')
})

it('refuses to write an answer that lacks a required member, and leaves schemas without cached parts to the library', () => {
  expect(() =>
    createCachingSerialiser(answerSchema(cacheJsonText(item())))?.({ items: [] }),
  ).toThrow('lacks total')
  expect(createCachingSerialiser(answerSchema(item()))).toBeUndefined()
})
