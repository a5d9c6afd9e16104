import type { Shown, Table } from './words/command.ts'

/** Sentences and tables, separated by an empty line. */
export function shownText(shown: Shown): string {
  const parts: readonly (string | Table)[] = Array.isArray(shown) ? shown : [shown as string | Table]
  return parts.map((part) => (typeof part === 'string' ? part : tableOf(part))).join('\n\n')
}

/** Rows under their headings, in columns as wide as their content. Missing and empty values are shown as a dash. */
export function tableOf({ columns, rows }: Table): string {
  const cells = rows.map((row) => columns.map((column) => cellOf((row as Record<string, unknown>)[column])))
  const widths = columns.map((heading, column) => Math.max(heading.length, ...cells.map((row) => (row[column] ?? '').length)))
  const line = (texts: readonly string[]) =>
    texts
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

function cellOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  // Some values are chosen by API callers, and terminals interpret control characters.
  return String(value ?? '').replace(/\p{Cc}/gu, '·') || '-'
}
