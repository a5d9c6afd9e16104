// Building blocks for the schemas of a clinic file, in addition to those of
// `base/contract/schemas.ts`.

import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import {
  amountLimits,
  choice,
  integer,
  number,
  object,
  optional,
  text,
} from '../../base/contract/schemas.ts'

export const namePattern = '^[a-z0-9][a-z0-9-]{0,62}$'
/** Of questions and options. */
export const keyPattern = '^[A-Za-z][A-Za-z0-9_-]{0,62}$'
/** Of the headers of a request. */
export const headerPattern = '^[A-Za-z][A-Za-z0-9-]{0,60}$'
/** Of what takes the place of `{name}` in a request. */
export const requestNamePattern = '^[A-Za-z][A-Za-z0-9]{0,40}$'

/** Items by name, each with the schema `item`. */
export const itemsByName = <T extends TSchema>(
  item: T,
  description: string,
  pattern = namePattern,
) => itemsByKey(item, description, { pattern })

/** Items by the tag of a language, each with the schema `item`. */
export const itemsByLanguage = <T extends TSchema>(item: T, description: string) =>
  itemsByKey(item, description, { format: 'language' })

function itemsByKey<T extends TSchema>(item: T, description: string, propertyNames: object) {
  return Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    description,
    propertyNames,
    additionalProperties: item,
  })
}

/** An object without further members. */
export function closedObject<P extends TProperties>(properties: P, description?: string) {
  return object(properties, { unknown: 'refused', ...(description ? { description } : {}) })
}

/** An optional choice; without one, `usual` is in force. */
export const choiceOrDefault = <const W extends readonly string[]>(
  list: W,
  usual: W[number],
  description: string,
) => optional(Type.Unsafe<W[number]>({ ...choice(list, description), default: usual }))

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
