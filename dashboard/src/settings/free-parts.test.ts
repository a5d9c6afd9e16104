import { expect, it } from 'vitest'
import { findFreeSchema } from './free-parts.ts'

const faqs = { examples: [[{ question: 'Do I need a referral?', answer: 'No.' }]] }
const past = { examples: [[{ place: 'City Hospital', from: 2014 }]] }
const links = { examples: [{ website: 'https://example.org' }] }
const text = { type: 'string' }

it.each([
  [faqs, undefined],
  [faqs, []],
  [faqs, [{ question: 'Why?' }, {}]],
])('a list that looks like its example has rows [SETUP-01]', (schema, value) => {
  expect(findFreeSchema(schema, value)).toEqual({
    type: 'array',
    items: { type: 'object', properties: { question: text, answer: text } },
  })
})

it('numbers and single objects have fields of their kind [SETUP-01]', () => {
  expect(findFreeSchema(past, undefined)?.items?.properties).toEqual({
    place: text,
    from: { type: 'integer' },
  })
  expect(findFreeSchema(links, { website: 'https://clinic.example' })).toEqual({
    type: 'object',
    properties: { website: text },
  })
})

it.each([
  [faqs, 'anything'],
  [faqs, [{ question: 'Why?', when: 'now' }]],
  [faqs, [{ question: 7 }]],
  [links, { other: 'https://clinic.example' }],
  [links, ['https://clinic.example']],
  [{ examples: [[]] }, undefined],
  [{ examples: [['a text']] }, undefined],
  [{ examples: [{}] }, undefined],
  [{}, undefined],
])('anything else has none: %j %j [SETUP-01]', (schema, value) => {
  expect(findFreeSchema(schema, value)).toBeUndefined()
})
