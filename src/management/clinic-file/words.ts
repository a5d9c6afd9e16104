// Building blocks for the schemas of a clinic file, in addition to those of
// `base/contract/schemas.ts`.

import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { amountLimits, integer, number, object, text } from '../../base/contract/schemas.ts'

export const namePattern = '^[a-z0-9][a-z0-9-]{0,62}$'

/** Items by name, each with the schema `item`. */
export function itemsByName<T extends TSchema>(
  item: T,
  description: string,
  pattern = namePattern,
) {
  return Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    description,
    propertyNames: { pattern },
    additionalProperties: item,
  })
}

/** An object without further members. */
export function closedObject<P extends TProperties>(properties: P, description?: string) {
  return object(properties, { unknown: 'refused', ...(description ? { description } : {}) })
}

/** The name of something that is defined elsewhere in the file. */
export const nameField = (description: string, example: string) =>
  text(description, example, { pattern: namePattern })
export const line = (description: string, example: string) =>
  text(description, example, { pattern: '\\S', maxLength: 500 })
export const formatted = (format: string, description: string, example: string) =>
  Type.String({ format, description, examples: [example] })
export const amount = (description: string, example: number) =>
  number(description, example, amountLimits)
export const minutes = (description: string, example: number) =>
  integer(description, example, { minimum: 5, maximum: 720 })
export const webAddressPattern = '^https://\\S+$'
/** A URL that pages load or link to: with another scheme, it could run code there. */
export const webAddress = (description: string, example: string) =>
  text(description, example, { pattern: webAddressPattern, maxLength: 500 })
/**
 * The link of online visits; `{visit}` in it is replaced by an unguessable word, a different one
 * for each visit.
 */
export const videoLink = (description: string, example: string) =>
  webAddress(
    `${description} {visit} in it is replaced by a different word for each visit.`,
    example,
  )
/** The permitted texts of `workspace.video`. */
export const videoChoicePattern = '^(built-in|account|off|https://\\S+)$'
/** Every list has a maximum length, since overlaps are searched for pair by pair. */
export const several = <T extends TSchema>(items: T, maxItems: number, description: string) =>
  Type.Array(items, { maxItems, description })
export const distinct = <T extends TSchema>(items: T, minItems: number, description: string) =>
  Type.Array(items, { minItems, maxItems: 500, uniqueItems: true, description })
