import { expect, it } from 'vitest'
import { isByLanguage, listGivenEntries } from './entries.ts'

const schema = {
  additionalProperties: { properties: { label: {}, help: {}, fromLabel: {}, options: {} } },
}
const shown = {
  forms: {
    health: {
      questions: [
        { key: 'pain', kind: 'scale', label: 'How strong is the pain?' },
        { key: 'side', kind: 'one-of', label: '', options: [{ key: 'left', label: 'Left' }] },
      ],
    },
  },
}
const path = ['forms', 'health', 'translations', 'de', 'questions']

it('a translation has the questions of the form, with what belongs to each [FORM-01]', () => {
  expect(listGivenEntries(schema, path, shown)).toEqual([
    {
      value: 'pain',
      label: 'How strong is the pain?',
      members: ['label', 'help', 'fromLabel'],
    },
    { value: 'side', label: 'side', members: ['label', 'help', 'options'] },
  ])
})

it('a translated question has its options, and another one none [FORM-01]', () => {
  const list = (key: string) =>
    listGivenEntries({ additionalProperties: {} }, [...path, key, 'options'], shown)
  expect(list('side')).toEqual([{ value: 'left', label: 'Left', members: [] }])
  expect(list('pain')).toEqual([])
})

it('entries of other objects are added by name or language [SETUP-01]', () => {
  expect(listGivenEntries(schema, path.slice(0, 3), shown)).toBeUndefined()
  expect(listGivenEntries(schema, ['locations'], shown)).toBeUndefined()
  expect(isByLanguage({ propertyNames: { format: 'language' } })).toBe(true)
  expect(isByLanguage({ propertyNames: { pattern: '^[a-z]+$' } })).toBe(false)
})
