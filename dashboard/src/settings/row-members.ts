// Rows of a list in the settings whose members depend on each other: the questions of a form, their
// options, and the conditions under which they are asked.

import { createId } from './names.ts'
import type { Choice } from './picker-choices.ts'
import type { Schema } from './schema.ts'

export type ListRow = Readonly<Record<string, unknown>>

/** The kinds of questions to which a member belongs. */
const kindsOfMembers: Readonly<Record<string, readonly string[]>> = {
  options: ['one-of', 'several-of'],
  from: ['number', 'scale'],
  to: ['number', 'scale'],
  fromLabel: ['scale'],
  toLabel: ['scale'],
}

/** Whether a row has a key that is made from its label. */
export const hasKey = (properties: Readonly<Record<string, Schema>>) =>
  'key' in properties && 'label' in properties

/** The question of a condition, among those before. */
const findQuestion = (condition: ListRow, earlier: readonly ListRow[]) =>
  earlier.find(({ key }) => key === condition.question)

type Properties = Readonly<Record<string, Schema>>

const areConditions = (properties: Properties) => 'question' in properties && 'is' in properties

function belongs(
  name: string,
  properties: Properties,
  row: ListRow,
  { isFirst, earlier }: RowPlace,
): boolean {
  // A condition is about a question before.
  if (name === 'shownIf' && isFirst) return false
  if (areConditions(properties)) {
    if (name === 'question') return true
    const kind = findQuestion(row, earlier)?.kind
    const isNumber = kind === 'number' || kind === 'scale'
    return kind !== undefined && isNumber === (name !== 'is')
  }
  return !('kind' in row) || (kindsOfMembers[name]?.includes(String(row.kind)) ?? true)
}

export interface RowPlace {
  isFirst: boolean
  /** The questions to which a condition can refer. */
  earlier: readonly ListRow[]
}

/**
 * The members of a row that are shown: those that belong to what it is, and whatever has a value.
 */
export function listRowMembers(properties: Properties, row: ListRow, place: RowPlace): string[] {
  return Object.keys(properties).filter(
    (name) =>
      !(name === 'key' && hasKey(properties)) &&
      (row[name] !== undefined || belongs(name, properties, row, place)),
  )
}

/** What a condition can refer to, in the words of a language. */
export interface ConditionWords {
  yes: string
  no: string
  bodySites: Readonly<Record<string, string>>
}

/** What to choose from in a condition; undefined: any text. */
export function listConditionChoices(
  name: string,
  properties: Properties,
  condition: ListRow,
  earlier: readonly ListRow[],
  { yes, no, bodySites }: ConditionWords,
): Choice[] | undefined {
  if (!areConditions(properties)) return undefined
  if (name === 'question')
    return earlier.map(({ key, label }) => ({ value: String(key), label: String(label || key) }))
  if (name !== 'is') return undefined
  const question = findQuestion(condition, earlier)
  if (question?.kind === 'yes-no')
    return [
      { value: 'yes', label: yes },
      { value: 'no', label: no },
    ]
  if (question?.kind === 'body-sites')
    return Object.entries(bodySites).map(([value, label]) => ({ value, label }))
  return ((question?.options as ListRow[] | undefined) ?? []).map(({ key, label }) => ({
    value: String(key),
    label: String(label || key),
  }))
}

/** The key of a new row, made once from its label; undefined if it has one, or no label yet. */
export function keyForRow({ key, label }: ListRow, others: readonly ListRow[]): string | undefined {
  if (key !== '' || typeof label !== 'string' || label.trim() === '') return undefined
  const taken = others.map((other) => String(other.key))
  const id = createId(label, taken)
  // A key begins with a letter.
  return /^[a-z]/.test(id) ? id : createId(`q ${label}`, taken)
}
