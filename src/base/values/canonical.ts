import { createHash } from 'node:crypto'

export const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** JSON with the members of each object sorted by name. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )
}
