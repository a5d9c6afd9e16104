import { isStorableText } from '../values/text.ts'

/** 256 KiB. */
export const bodyBytesMax = 256 * 1024
const depthMax = 32
const membersMax = 1_000
const stringLengthMax = 10_000

/**
 * Parses a JSON body, or returns what is wrong with it. Depth and size are checked with a loop before
 * anything recursive may walk the value: 5,000 nested objects fit in 30 kB and overflow the stack of
 * `JSON.stringify`.
 */
export function parseJsonBody(bytes: Buffer): { value: unknown } | { problem: string } {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return { problem: 'must be valid JSON in UTF-8' }
  }
  const problem = problemInside(value)
  return problem ? { problem } : { value }
}

function problemInside(root: unknown): string | undefined {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }]
  let members = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      if (value.length > stringLengthMax) return `must hold no text over ${stringLengthMax} characters`
      if (!isStorableText(value)) return 'must hold no NUL and no half of a surrogate pair'
    }
    // What does not fit a double arrives as Infinity and would be stored as null.
    if (typeof value === 'number' && !Number.isFinite(value)) return 'must hold no number beyond the range of a double'
    if (typeof value !== 'object' || value === null) continue
    if (depth > depthMax) return `must not nest deeper than ${depthMax} levels`
    const entries = Object.entries(value)
    members += entries.length
    if (members > membersMax) return `must hold no more than ${membersMax} members`
    for (const [name, member] of entries) {
      // Harmless as parsed, poison for the first code that copies the object member by member.
      if (name === '__proto__' || name === 'constructor' || name === 'prototype') return `must not have a member named ${name}`
      if (!isStorableText(name)) return 'must hold no NUL and no half of a surrogate pair'
      open.push({ value: member, depth: depth + 1 })
    }
  }
  return undefined
}

/** True for a JSON object, the only body any route takes. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const receivedLengthMax = 100

/** What was received, short enough to be sent back in `fieldErrors`. */
export function received(value: unknown): unknown {
  const shown = JSON.stringify(value) ?? null
  return shown === null || shown.length <= receivedLengthMax ? (value ?? null) : `${shown.slice(0, receivedLengthMax)}…`
}
