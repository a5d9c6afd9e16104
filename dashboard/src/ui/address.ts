// Parts of a page's address, which anyone may type or change. Invalid ones are left out.

/** The number of a record. */
export function parseId(value: unknown): number | undefined {
  const id = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** A calendar date, `2026-12-01`. */
export function parseDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
  const instant = Date.parse(value)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(value)
    ? value
    : undefined
}

/** A timestamp with its offset, `2026-12-01T09:00:00+05:30`. */
export function parseTimestamp(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(value))
    return undefined
  return parseDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)) ? value : undefined
}

/** The parts that have a value. */
export function omitUndefined<Search extends object>(search: Search): Search {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined),
  ) as Search
}
