import { createTurnTimer } from './long-turns.ts'

/**
 * How deep a value is taken apart: the practitioners of a clinic are at the fourth level of an
 * answer.
 */
const levels = 5
const bufferedMax = 256 * 1024

/**
 * The JSON of a value, as `JSON.stringify` writes it. A clinic or a record of several megabytes
 * takes a tenth of a second, so it is written part by part, and other work runs in between; it may
 * be longer than a string can be.
 */
export async function stringifyInTurns(value: unknown): Promise<Buffer> {
  const turn = createTurnTimer()
  const buffers: Buffer[] = []
  let texts: string[] = []
  let length = 0
  for (const text of jsonParts(value, levels)) {
    texts.push(text)
    length += text.length
    if (length > bufferedMax) {
      buffers.push(Buffer.from(texts.join('')))
      texts = []
      length = 0
    }
    if (turn.isLong()) await turn.next()
  }
  return Buffer.concat([...buffers, Buffer.from(texts.join(''))])
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null

function* jsonParts(value: unknown, depth: number): Generator<string> {
  // A row is one part: taken apart, its columns would take three times as long.
  if (
    depth === 0 ||
    typeof value !== 'object' ||
    value === null ||
    'toJSON' in value ||
    (!Array.isArray(value) && Object.values(value).every(isPlain))
  ) {
    // Values that JSON cannot express are null in a list.
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) {
    yield '['
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ','
      yield* jsonParts(item, depth - 1)
    }
    yield ']'
  } else {
    let start = '{'
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${start}${JSON.stringify(name)}:`
      yield* jsonParts(member, depth - 1)
      start = ','
    }
    yield start === '{' ? '{}' : '}'
  }
}
