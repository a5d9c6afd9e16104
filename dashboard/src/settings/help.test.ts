import { expect, it } from 'vitest'
import { fieldHelp } from './help.ts'

it('says in the words of a form what a description says in those of a file', () => {
  const helps = [
    'Number of days in which a completed visit can be followed up; default: 7.',
    'Length of a consultation, in minutes, until there is a history of them; 10 when omitted.',
    '0 when omitted.',
    'Languages in which patients are seen, the best first.',
  ].map((description) => fieldHelp(description, 'Label'))
  expect(helps).toEqual([
    'Number of days in which a completed visit can be followed up; if empty: 7.',
    'Length of a consultation, in minutes, until there is a history of them; if empty: 10.',
    'If empty: 0.',
    'Languages in which patients are seen, the best first.',
  ])
})

it('leaves out what concerns a file, and what the label says', () => {
  expect(fieldHelp('SCHEDULED sells slots, QMS sells tokens.', 'Kind of booking')).toBeUndefined()
  expect(fieldHelp('true when omitted.', 'Online visits')).toBeUndefined()
  expect(fieldHelp('Title before the name.', 'Title before the name')).toBeUndefined()
  expect(fieldHelp('Keep it. Price of the pack, in `currency`.', 'Price')).toBe('Keep it.')
  expect(fieldHelp(undefined, 'Name')).toBeUndefined()
})
