// Things in the settings have a name that people read and an id in the clinic file, which is made
// from the name once and never changes, so that renaming keeps what is known about them.

import type { Schema } from './schema.ts'

/** The members that people read as a name, the most telling first. */
const titleMembers = ['displayName', 'name', 'title', 'city'] as const
const idLengthMax = 63
/** The pattern of ids in the schema of the settings. */
export const idPattern = '^[a-z0-9][a-z0-9-]{0,62}$'

/** The name that people read; a thing without one shows its id. */
export function thingTitle(thing: unknown, id: string): string {
  const members = (thing ?? {}) as Record<string, unknown>
  const titles = titleMembers.map((member) => members[member])
  return titles.find((one): one is string => typeof one === 'string' && one !== '') ?? id
}

/** A new thing with its name, where things of its kind have one. */
export function withTitle(thing: unknown, schema: Schema, title: string): unknown {
  const member = titleMembers.find((one) => schema.properties?.[one])
  return member ? { ...(thing as object), [member]: title } : thing
}

/** A new id for a name: `Ravi Kumar` is `ravi-kumar`, and the next one `ravi-kumar-2`. */
export function createId(name: string, taken: readonly string[]): string {
  const latin = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  // A name in another script has no letters for an id.
  const words = latin.match(/[a-z0-9]+/g) ?? ['item']
  const base = words
    .join('-')
    .slice(0, idLengthMax - 4)
    .replace(/-$/, '')
  let id = base
  for (let number = 2; taken.includes(id); number += 1) id = `${base}-${number}`
  return id
}
