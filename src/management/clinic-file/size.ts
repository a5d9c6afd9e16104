// The size of a YAML file beyond its bytes, before it is parsed: a byte of brackets becomes a
// kilobyte of objects.

import { CST, Lexer } from 'yaml'

// A file with two thousand practitioners has some 800,000.
const tokensMax = 1_000_000
const nestingMax = 50
const strayBracketsMax = 100

/** Why a file is too large to be parsed. */
export function parseLimitProblem(source: string): string | undefined {
  let tokens = 0
  let depth = 0
  let strayBrackets = 0
  let isText = false
  for (const token of new Lexer().lex(source)) {
    tokens += 1
    if (tokens > tokensMax)
      return `has more than ${tokensMax} parts; import fewer things at once, or leave out what is empty`
    if (!isText && (token === '[' || token === '{')) depth += 1
    else if (!isText && (token === ']' || token === '}')) {
      if (depth > 0) depth -= 1
      else strayBrackets += 1
    }
    // Text after this mark may contain what looks like a bracket.
    isText = token === CST.SCALAR
    if (depth > nestingMax) return 'nests too deeply'
    if (strayBrackets > strayBracketsMax)
      return `closes more than ${strayBracketsMax} brackets that were never opened`
  }
  return undefined
}
