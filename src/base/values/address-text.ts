// An address as people read it, on one line. Callers may store any members.

import { codePointCount } from './text.ts'

const first = ['address']
const last = ['city', 'state', 'postalCode', 'country']
const depthMax = 4
const lengthMax = 300

/** The texts of an address, joined by commas and cut to 300 characters; empty if it has none. */
export function addressText(address: object | null): string {
  const members = new Map<string, unknown>(Object.entries(address ?? {}))
  const others = [...members.keys()].filter((name) => !first.includes(name) && !last.includes(name))
  const text = [...first, ...others, ...last]
    .flatMap((name) => collectTexts(members.get(name), depthMax))
    .join(', ')
  return codePointCount(text) > lengthMax ? `${[...text].slice(0, lengthMax - 1).join('')}…` : text
}

/** The texts and numbers in a value of JSON, without line breaks and control characters. */
function collectTexts(value: unknown, depth: number): string[] {
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'object' && value !== null)
    return depth === 0
      ? []
      : Object.values(value).flatMap((nestedTexts) => collectTexts(nestedTexts, depth - 1))
  const text =
    typeof value === 'string' ? value.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim() : ''
  return text === '' ? [] : [text]
}
