import { isStorableText } from '../values/text.ts'

/** 256 KiB. */
export const bodyBytesMax = 256 * 1024
const depthMax = 32
const membersMax = 1_000
const stringLengthMax = 10_000

/**
 * Parses a JSON body, or returns what is wrong with it. The bytes are checked for depth and size
 * before they are parsed, and a loop checks the value before any recursive code sees it: 5,000
 * nested objects fit in 30 kB and overflow the stack of `JSON.stringify`. `textLengthMax` is the
 * maximum number of characters in a text.
 */
export function parseJsonBody(
  bytes: Buffer,
  textLengthMax = stringLengthMax,
): { value: unknown } | { problem: string } {
  const ahead = findProblemInBytes(bytes)
  if (ahead) return { problem: ahead }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return { problem: 'must be valid JSON in UTF-8' }
  }
  const problem = findProblemInValue(value, textLengthMax)
  return problem ? { problem } : { value }
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const objectBegins = 0x7b
const objectEnds = 0x7d
const listBegins = 0x5b
const listEnds = 0x5d
const tooDeep = `must not nest deeper than ${depthMax} levels`
const tooMany = `must hold no more than ${membersMax} members`

/**
 * Limits that can be checked on the bytes alone: 256 KiB may have a hundred thousand members, which
 * become ten megabytes of objects.
 */
function findProblemInBytes(bytes: Buffer): string | undefined {
  let depth = 0
  let commas = 0
  let isText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === objectBegins || byte === listBegins) {
      depth += 1
      if (depth > depthMax) return tooDeep
    } else if (byte === objectEnds || byte === listEnds) depth -= 1
    // Each comma separates two members.
    else if (byte === comma) {
      commas += 1
      if (commas >= membersMax) return tooMany
    }
  }
  return undefined
}

function findProblemInValue(root: unknown, textLengthMax: number): string | undefined {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }]
  let members = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      if (value.length > textLengthMax) return `must hold no text over ${textLengthMax} characters`
      if (!isStorableText(value)) return 'must hold no NUL and no half of a surrogate pair'
    }
    // A number that does not fit a double arrives as Infinity and would be stored as null.
    if (typeof value === 'number' && !Number.isFinite(value))
      return 'must hold no number beyond the range of a double'
    if (typeof value !== 'object' || value === null) continue
    if (depth > depthMax) return tooDeep
    const entries = Object.entries(value)
    members += entries.length
    if (members > membersMax) return tooMany
    for (const [name, member] of entries) {
      // Harmless in the parsed value, but dangerous for code that copies the object member by
      // member.
      if (name === '__proto__' || name === 'constructor' || name === 'prototype')
        return `must not have a member named ${name}`
      if (!isStorableText(name)) return 'must hold no NUL and no half of a surrogate pair'
      open.push({ value: member, depth: depth + 1 })
    }
  }
  return undefined
}

/** True for a JSON object; no route accepts any other body. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const receivedLengthMax = 100

/** The received value, short enough to be returned in `fieldErrors`. */
export function truncateReceived(value: unknown): unknown {
  const receivedText = JSON.stringify(value) ?? null
  return receivedText === null || receivedText.length <= receivedLengthMax
    ? (value ?? null)
    : `${receivedText.slice(0, receivedLengthMax)}…`
}
