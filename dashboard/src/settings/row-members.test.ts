import { describe, expect, it } from 'vitest'
import { keyForRow, listConditionChoices, listRowMembers } from './row-members.ts'
import type { Schema } from './schema.ts'

const schemas = (...names: string[]): Record<string, Schema> =>
  Object.fromEntries(names.map((name) => [name, {}]))
const question = schemas('key', 'kind', 'label', 'options', 'from', 'to', 'fromLabel', 'toLabel')
const condition = schemas('question', 'is', 'from', 'to')
const smokes = { key: 'smokes', kind: 'yes-no', label: 'Do you smoke?' }
const pain = { key: 'pain', kind: 'scale', label: 'How strong is the pain?' }
const side = {
  key: 'side',
  kind: 'one-of',
  label: 'Which side?',
  options: [
    { key: 'left', label: 'Left' },
    { key: 'right', label: 'Right' },
  ],
}
const site = { key: 'site', kind: 'body-sites', label: '' }
const earlier = [smokes, pain, side, site]
const words = { yes: 'Ja', no: 'Nein', bodySites: { head: 'Kopf' } }

describe('the members of a row', () => {
  it.each([
    ['text', ['kind', 'label']],
    ['one-of', ['kind', 'label', 'options']],
    ['number', ['kind', 'label', 'from', 'to']],
    ['scale', ['kind', 'label', 'from', 'to', 'fromLabel', 'toLabel']],
  ])('of a question are those of its kind: %s [FORM-01]', (kind, shown) => {
    expect(
      listRowMembers(question, { key: 'q', kind, label: '' }, { isFirst: true, earlier: [] }),
    ).toEqual(shown)
  })

  it('are shown while they have a value, whatever the kind [FORM-01]', () => {
    const row = { key: 'q', kind: 'text', label: '', to: 10 }
    expect(listRowMembers(question, row, { isFirst: false, earlier: [] })).toEqual([
      'kind',
      'label',
      'to',
    ])
  })

  it.each([
    ['', ['question']],
    ['smokes', ['question', 'is']],
    ['pain', ['question', 'from', 'to']],
    ['side', ['question', 'is']],
  ])('of a condition are those of its question: %s [FORM-01]', (key, shown) => {
    expect(listRowMembers(condition, { question: key }, { isFirst: true, earlier })).toEqual(shown)
  })

  it('have conditions only after another question [FORM-01]', () => {
    const conditional = schemas('label', 'shownIf')
    const list = (isFirst: boolean, row: object) =>
      listRowMembers(conditional, { kind: 'text', ...row }, { isFirst, earlier: [] })
    expect(list(true, {})).toEqual(['label'])
    expect(list(false, {})).toEqual(['label', 'shownIf'])
    // Moved to the front, it shows what has to be removed.
    expect(list(true, { shownIf: [] })).toEqual(['label', 'shownIf'])
  })

  it('of other rows are all of them', () => {
    expect(
      listRowMembers(schemas('from', 'to', 'label'), {}, { isFirst: true, earlier: [] }),
    ).toEqual(['from', 'to', 'label'])
  })
})

describe('what a condition can refer to', () => {
  it('are the questions before it, by their wording [FORM-01]', () => {
    expect(listConditionChoices('question', condition, { question: '' }, earlier, words)).toEqual([
      { value: 'smokes', label: 'Do you smoke?' },
      { value: 'pain', label: 'How strong is the pain?' },
      { value: 'side', label: 'Which side?' },
      { value: 'site', label: 'site' },
    ])
  })

  it.each([
    ['smokes', ['yes Ja', 'no Nein']],
    ['side', ['left Left', 'right Right']],
    ['site', ['head Kopf']],
  ])('are the answers to its question: %s [FORM-01]', (key, shown) => {
    const choices = listConditionChoices('is', condition, { question: key }, earlier, words) ?? []
    expect(choices.map(({ value, label }) => `${value} ${label}`)).toEqual(shown)
  })

  it('is nothing for other rows and members', () => {
    expect(
      listConditionChoices('question', schemas('question', 'answer'), smokes, earlier, words),
    ).toBeUndefined()
    expect(
      listConditionChoices('from', condition, { question: 'pain' }, earlier, words),
    ).toBeUndefined()
  })
})

describe('the key of a row', () => {
  it.each([
    ['Which allergies?', [], 'which-allergies'],
    ['Which allergies?', [{ key: 'which-allergies' }], 'which-allergies-2'],
    ['3 times a day', [], 'q-3-times-a-day'],
    ['क्या आप धूम्रपान करते हैं?', [{ key: 'item' }], 'item-2'],
  ])('is made from its wording: %s [FORM-01]', (label, others, key) => {
    expect(keyForRow({ key: '', label }, others)).toBe(key)
  })

  it.each([{ key: 'allergies', label: 'Another wording' }, { key: '', label: ' ' }, { key: '' }])(
    'is not made again, or from nothing: %j [FORM-01]',
    (row) => {
      expect(keyForRow(row, [])).toBeUndefined()
    },
  )
})
