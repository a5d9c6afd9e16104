// Reads a clinic file. It is accepted as a whole or not at all, and every mistake in it is reported
// with its path.

import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { limitMistakes, type Mistake } from '../../base/values/mistakes.ts'
import { findNearest } from '../../base/values/nearest.ts'
import { isStorableText } from '../../base/values/text.ts'
import { asMapping, type Help, type Report } from './checking.ts'
import { ClinicFile, clinicFileSections } from './clinic-file-schema.ts'
import { lineFinder } from './line-finder.ts'
import { parseLimitProblem } from './size.ts'
import { describeSyntaxError } from './syntax.ts'
import { matcher, reportSchemaError } from './validation.ts'

export type { ClinicFile } from './clinic-file-schema.ts'

const matchesSchema = matcher(ClinicFile)

// The limit is two thousand practitioners, which take 2 to 3 s to read.
export const clinicFileBytesMax = 2 * 1024 * 1024
const nestingMax = 50
// For each alias, the parser searches for its anchor from the beginning of the file: 60,000 took
// minutes.
const aliasesMax = 1_000

/** Reads a clinic file; returns the file, or all mistakes in it. */
export function readClinicFile(source: string): { file: ClinicFile } | { mistakes: Mistake[] } {
  const parsed = parse(source)
  if ('mistakes' in parsed)
    return { mistakes: limitMistakes(parsed.mistakes, (mistake) => mistake) }
  return checkClinicFile(parsed.value, parsed.lineOf)
}

/**
 * Checks the value of a clinic file, even if it was not written as a file; `lineOf` returns the
 * line of a path in a file.
 */
export function checkClinicFile(
  value: unknown,
  lineOf: ParsedFile['lineOf'] = () => undefined,
): { file: ClinicFile } | { mistakes: Mistake[] } {
  const reported: { path: string; reason: string; help: Help }[] = []
  const report: Report = (path, reason, help = {}) => reported.push({ path, reason, help })
  if (!matchesSchema(value))
    for (const error of matchesSchema.errors ?? []) reportSchemaError(error, report)
  reportUnstorable(value, report)
  for (const section of clinicFileSections) section.check?.(asMapping(value), report)
  if (reported.length === 0) return { file: value as ClinicFile }
  const toMistake = ({ path, reason, help }: (typeof reported)[number]): Mistake => {
    const prefix = path === 'file' ? '' : `${path}.`
    const line = lineOf(help.member === undefined ? path : `${prefix}${help.member}`)
    return { path, reason: reason + formatHelp(help), ...(line === undefined ? {} : { line }) }
  }
  return { mistakes: limitMistakes(reported, toMistake) }
}

const foundLengthMax = 60

/** `; found "scheduled"; did you mean SCHEDULED?` */
function formatHelp({ found, meant }: Help): string {
  const nearest = meant && findNearest(meant.word, meant.among)
  return `${found === undefined ? '' : `; found ${formatFound(found)}`}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
}

function formatFound(found: unknown): string {
  if (found === null) return 'nothing'
  if (Array.isArray(found)) return 'a list'
  if (typeof found === 'object') return 'a mapping'
  const text = typeof found === 'string' ? JSON.stringify(found) : String(found)
  return text.length > foundLengthMax ? `${text.slice(0, foundLengthMax)}…` : text
}

interface ParsedFile {
  value: unknown
  /** The line of a path. */
  lineOf: (path: string) => number | undefined
}

/** The value of a file. JSON is YAML; one parser reads both and knows the line of a mistake. */
function parse(source: string): ParsedFile | { mistakes: Mistake[] } {
  const refusedAt = (path: string, reason: string) => ({ mistakes: [{ path, reason }] })
  const size = Buffer.byteLength(source)
  if (size > clinicFileBytesMax)
    return refusedAt('file', `has ${size} bytes; at most ${clinicFileBytesMax} are read`)
  const tooMuch = parseLimitProblem(source)
  if (tooMuch) return refusedAt('file', tooMuch)
  const lines = new LineCounter()
  // The parser's own search for duplicate keys compares every pair, which takes 80 s for 50,000
  // keys.
  const document = parseDocument(source, {
    lineCounter: lines,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  })
  const formatLine = (offset: number) => `line ${lines.linePos(offset).line}`
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION'))
    return refusedAt('file', 'nests too deeply')
  // Later errors are mostly consequences of the first.
  const [broken] = document.errors.toSorted((one, other) => one.pos[0] - other.pos[0])
  if (broken) return refusedAt(formatLine(broken.pos[0]), describeSyntaxError(broken))
  if (countAliases(document) > aliasesMax)
    return refusedAt('file', `has more than ${aliasesMax} aliases`)
  const mistakes = duplicateKeys(document).map(({ offset, name }) => ({
    path: formatLine(offset),
    reason: `names ${name} a second time`,
  }))
  if (mistakes.length > 0) return { mistakes }
  try {
    const value: unknown = document.toJS({ maxAliasCount: -1 })
    // Aliases share one value here and are expanded later. Their content counts as if it were
    // written out: it is exported and imported in that form.
    if (isWithinReason(value, { left: clinicFileBytesMax }, 0))
      return { value, lineOf: lineFinder(document, lines) }
    return refusedAt('file', 'nests too deeply, or repeats itself through too many aliases')
  } catch (error) {
    return refusedAt('file', (error as Error).message)
  }
}

/** The number of aliases, or one more than the limit. */
function countAliases(document: Document): number {
  let aliases = 0
  visit(document, {
    Alias() {
      aliases += 1
      return aliases > aliasesMax ? visit.BREAK : undefined
    },
  })
  return aliases
}

function duplicateKeys(document: Document): { offset: number; name: string }[] {
  const duplicates: { offset: number; name: string }[] = []
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const name = String(key.value)
        if (names.has(name)) duplicates.push({ offset: key.range?.[0] ?? 0, name })
        names.add(name)
      }
    },
  })
  return duplicates
}

/** Whether a value is neither too deep nor, when expanded, too long to process. */
function isWithinReason(value: unknown, budget: { left: number }, depth: number): boolean {
  budget.left -= typeof value === 'string' ? value.length + 1 : 1
  if (budget.left < 0 || depth > nestingMax) return false
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => {
    if (!Array.isArray(value)) budget.left -= name.length + 1
    return isWithinReason(member, budget, depth + 1)
  })
}

/** Reports text that PostgreSQL cannot store, and YAML features beyond JSON. */
function reportUnstorable(value: unknown, report: Report, path = '') {
  const memberPath = path || 'file'
  if (typeof value === 'string' && !isStorableText(value))
    report(memberPath, 'holds NUL or half of a surrogate pair')
  if (typeof value === 'number' && !Number.isFinite(value))
    report(memberPath, 'must be a finite number')
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)
    return report(memberPath, 'must be text, a number, a list or a mapping')
  for (const [name, member] of Object.entries(value)) {
    if (isStorableText(name)) reportUnstorable(member, report, path ? `${path}.${name}` : name)
    else report(memberPath, 'has a member whose name holds NUL or half of a surrogate pair')
  }
}
