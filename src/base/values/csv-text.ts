/**
 * CSV of rows with a heading, as in RFC 4180, but with LF. Text that a spreadsheet would read as a
 * formula gets a leading apostrophe; null is empty.
 */
export function toCsv<K extends string>(
  columns: readonly K[],
  rows: readonly Readonly<Record<K, string | number | null>>[],
): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((fields) => `${fields.map(toCsvField).join(',')}\n`)
    .join('')
}

function toCsvField(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
