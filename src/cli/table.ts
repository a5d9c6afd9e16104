/** Rows under their headings, in columns as wide as their content. */
export function tableOf(headings: readonly string[], unsafe: readonly (readonly string[])[]): string {
  // Callers of the API choose some of it, and a terminal obeys control characters.
  const rows = unsafe.map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, '·')))
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Some columns of rows, by name; what is not there or empty is a dash. */
export function tableOfRows(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  return tableOf(
    columns,
    rows.map((row) => columns.map((column) => String(row[column] ?? '') || '-')),
  )
}
