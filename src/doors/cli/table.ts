import type { Table, TextOutput } from './words/command.ts'

/** Sentences and tables, separated by an empty line. */
export function formatText(output: TextOutput): string {
  const parts: readonly (string | Table)[] = Array.isArray(output)
    ? output
    : [output as string | Table]
  return parts.map((part) => (typeof part === 'string' ? part : formatTable(part))).join('\n\n')
}

/**
 * Rows under their headings, in columns as wide as their content. Missing and empty values are
 * shown as a dash.
 */
export function formatTable({ columns, rows }: Table): string {
  const cells = rows.map((row) =>
    columns.map((column) => formatCell((row as Record<string, unknown>)[column])),
  )
  const widths = columns.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => (row[column] ?? '').length)),
  )
  const line = (texts: readonly string[]) =>
    texts
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join(
    '\n',
  )
}

function formatCell(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  // Some values are chosen by API callers, and terminals interpret control characters.
  return String(value ?? '').replace(/\p{Cc}/gu, '·') || '-'
}
