// Reading a clinic file. It is taken whole or not at all, and every mistake in it is named by its path.

import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { Mistake } from '../values/operator-problem.ts'
import { isStorableText } from '../values/text.ts'
import { mapping, type Report } from './checking.ts'
import { ClinicFile, clinicFileSections } from './clinic-file-schema.ts'
import { matcher, reportSchemaError } from './validation.ts'

export type { ClinicFile } from './clinic-file-schema.ts'

const matchesSchema = matcher(ClinicFile)

// Two thousand practitioners, which take 2 to 3 s to read.
const fileBytesMax = 2 * 1024 * 1024
const mistakesShownMax = 200
const nestingMax = 50
// The parser looks for the anchor of each alias from the beginning: 60,000 took minutes.
const aliasesMax = 1_000

/** Reads a clinic file; returns the file, or everything that is wrong with it. */
export function readClinicFile(source: string): { file: ClinicFile } | { mistakes: Mistake[] } {
  const mistakes: Mistake[] = []
  const report: Report = (path, reason) => mistakes.push({ path, reason })
  const value = parse(source, report)
  if (mistakes.length === 0) {
    if (!matchesSchema(value)) for (const error of matchesSchema.errors ?? []) reportSchemaError(error, report)
    reportUnstorable(value, report)
    for (const section of clinicFileSections) section.check?.(mapping(value), report)
  }
  if (mistakes.length === 0) return { file: value as ClinicFile }
  const shown = mistakes.slice(0, mistakesShownMax)
  if (mistakes.length > shown.length) shown.push({ path: 'file', reason: `has ${mistakes.length - shown.length} further mistakes` })
  return { mistakes: shown }
}

/** The value a file stands for. JSON is YAML; one parser reads both and knows the line of a mistake. */
function parse(source: string, report: Report): unknown {
  const size = Buffer.byteLength(source)
  if (size > fileBytesMax) return report('file', `has ${size} bytes; at most ${fileBytesMax} are read`)
  const lines = new LineCounter()
  // The parser's own search for duplicate keys compares each with each: 80 s for 50,000.
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: false, prettyErrors: false, logLevel: 'error' })
  const lineOf = (offset: number) => `line ${lines.linePos(offset).line}`
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) return report('file', 'nests too deeply')
  for (const { message, pos } of document.errors) report(lineOf(pos[0]), message)
  if (document.errors.length > 0) return
  if (aliasesIn(document) > aliasesMax) return report('file', `has more than ${aliasesMax} aliases`)
  reportDuplicateKeys(document, (offset, name) => report(lineOf(offset), `names ${name} a second time`))
  try {
    const value: unknown = document.toJS({ maxAliasCount: -1 })
    // Aliases are shared here and written out later: what counts is the size they stand for.
    if (isWithinReason(value, { left: 2 * fileBytesMax }, 0)) return value
    report('file', 'nests too deeply, or repeats itself through too many aliases')
  } catch (error) {
    report('file', (error as Error).message)
  }
}

/** How many aliases there are, or one more than may be. */
function aliasesIn(document: Document): number {
  let aliases = 0
  visit(document, {
    Alias() {
      aliases += 1
      return aliases > aliasesMax ? visit.BREAK : undefined
    },
  })
  return aliases
}

function reportDuplicateKeys(document: Document, duplicate: (offset: number, name: string) => void) {
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const name = String(key.value)
        if (names.has(name)) duplicate(key.range?.[0] ?? 0, name)
        names.add(name)
      }
    },
  })
}

/** False for a value too deep or, written out, too long to be worked with. */
function isWithinReason(value: unknown, budget: { left: number }, depth: number): boolean {
  budget.left -= typeof value === 'string' ? value.length + 1 : 1
  if (budget.left < 0 || depth > nestingMax) return false
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every((member) => isWithinReason(member, budget, depth + 1))
}

/** Text PostgreSQL cannot store, and what YAML knows beyond JSON. */
function reportUnstorable(value: unknown, report: Report, path = '') {
  const place = path || 'file'
  if (typeof value === 'string' && !isStorableText(value)) report(place, 'holds NUL or half of a surrogate pair')
  if (typeof value === 'number' && !Number.isFinite(value)) report(place, 'must be a finite number')
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return report(place, 'must be text, a number, a list or a mapping')
  for (const [name, member] of Object.entries(value)) {
    if (isStorableText(name)) reportUnstorable(member, report, path ? `${path}.${name}` : name)
    else report(place, 'has a member whose name holds NUL or half of a surrogate pair')
  }
}
