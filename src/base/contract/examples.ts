// Examples of the API reference: whole examples are assembled from those of members, and their
// dates are moved to days on which the calls work.

import type { TSchema } from 'typebox'
import { addDays, type CalendarDate, dayNumber, isCalendarDate } from '../values/calendar-date.ts'

type Json = Record<string, unknown>

/** The date that examples of schemas are written around. */
export const exampleDate = '2026-12-01'
/** The timezone of the examples. */
export const exampleZone = 'Asia/Kolkata'
// Dates further from `exampleDate`, such as a date of birth, do not belong to the visit and are not
// moved.
const nearDays = 60

/**
 * An example of a whole value: the first example of each member, and one entry in each list that
 * has any.
 */
export function buildExample(schema: TSchema): unknown {
  const { examples, type, properties, items } = schema as {
    examples?: readonly unknown[]
    type?: unknown
    properties?: Record<string, TSchema>
    items?: TSchema
  }
  if (examples) return examples[0]
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, buildExample(member)]),
    )
  if (type !== 'array' || !items) return null
  return [buildExample(items)]
}

/**
 * The document with its examples moved by whole weeks, which keeps weekdays, to the first possible
 * day after `today`. The file in the repository keeps the original dates, so that it does not
 * change every day.
 */
export function moveExamplesAfter(document: Json, today: CalendarDate): Json {
  const weeks = Math.floor((dayNumber(today) - dayNumber(exampleDate)) / 7) + 1
  return moveExamples(document, false, weeks * 7) as Json
}

function moveExamples(value: unknown, isExample: boolean, days: number): unknown {
  if (typeof value === 'string') return isExample ? moveDate(value, days) : value
  if (Array.isArray(value)) return value.map((entry) => moveExamples(entry, isExample, days))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      moveExamples(member, isExample || name === 'example' || name === 'examples', days),
    ]),
  )
}

function moveDate(text: string, days: number): string {
  const date = text.slice(0, 10)
  const isNear =
    /^\d{4}-\d{2}-\d{2}(T|$)/.test(text) &&
    isCalendarDate(date) &&
    Math.abs(dayNumber(date) - dayNumber(exampleDate)) <= nearDays
  return isNear ? addDays(date, days) + text.slice(10) : text
}
