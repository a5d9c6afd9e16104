import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createId, idPattern, thingTitle, withTitle } from './names.ts'

it.each([
  ['Ravi Kumar', [], 'ravi-kumar'],
  ['Room 1', ['room-1'], 'room-1-2'],
  ['Dr. Zoë Müller-Weiß', [], 'dr-zoe-muller-wei'],
  ['रवि कुमार', ['item'], 'item-2'],
  ['  St. Mary’s  ', [], 'st-mary-s'],
])('%s has an id that no one types [SETUP-01]', (name, taken, id) => {
  expect(createId(name, taken)).toBe(id)
})

it('every name has a free id that a clinic file accepts [SETUP-01]', () => {
  const names = fc.array(fc.string({ unit: 'grapheme', maxLength: 120 }), { maxLength: 30 })
  fc.assert(
    fc.property(names, (all) => {
      const ids: string[] = []
      for (const name of all) ids.push(createId(name, ids))
      expect(new Set(ids).size).toBe(all.length)
      for (const id of ids) expect(id).toMatch(new RegExp(idPattern))
    }),
  )
})

it('a new thing has the name that was typed, where its kind has one', () => {
  const practitioner = { properties: { name: { type: 'string' } } }
  expect(withTitle({ roles: [] }, practitioner, 'Ravi Kumar')).toEqual({
    roles: [],
    name: 'Ravi Kumar',
  })
  expect(withTitle({ letter: '' }, { properties: { letter: {} } }, 'Morning')).toEqual({
    letter: '',
  })
  expect(thingTitle({ city: 'Jaipur' }, 'jaipur')).toBe('Jaipur')
  expect(thingTitle({ displayName: '' }, 'reception')).toBe('reception')
})
