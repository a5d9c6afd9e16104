// Names of a clinic file, as they are typed: each stands for an id.

export type Ids = Readonly<Record<string, number>>

/** The id that is meant; a name of the clinic file wins over an id that is spelt like it. */
export function meant(ids: Ids, typed: string): number | undefined {
  if (Object.hasOwn(ids, typed)) return ids[typed]
  return /^[1-9]\d{0,15}$/.test(typed) ? Number(typed) : undefined
}

export function nameIn(ids: Ids, id: number): string {
  return Object.entries(ids).find(([, known]) => known === id)?.[0] ?? String(id)
}
