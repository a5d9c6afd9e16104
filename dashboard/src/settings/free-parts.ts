// Parts of the clinic file that may hold anything, such as the questions and answers of a profile.
// An example says what they usually look like; while what is there looks like it, it has fields.

import type { Schema } from './schema.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'

function toItemSchema(example: Readonly<Record<string, unknown>>): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(example).map(([name, one]) => [
        name,
        { type: typeof one === 'number' ? 'integer' : 'string' },
      ]),
    ),
  }
}

/** Whether an object has only members of the example, of the same types. */
const looksLike = (value: unknown, example: Readonly<Record<string, unknown>>) =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, one]) => isPlain(example[name]) && typeof one === typeof example[name],
  )

/** The schema of a part that may hold anything, if its value looks like its example. */
export function findFreeSchema({ examples = [] }: Schema, value: unknown): Schema | undefined {
  const [example] = examples
  if (Array.isArray(example)) {
    const [item] = example as unknown[]
    if (!isObject(item)) return undefined
    const isUsual =
      value === undefined || (Array.isArray(value) && value.every((one) => looksLike(one, item)))
    return isUsual ? { type: 'array', items: toItemSchema(item) } : undefined
  }
  if (!isObject(example) || Object.keys(example).length === 0) return undefined
  return value === undefined || looksLike(value, example) ? toItemSchema(example) : undefined
}
