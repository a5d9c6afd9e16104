const digits = 6

/**
 * `1-2030-000012`: location, year, number; location 0 is for payments without one. A pure function.
 */
export function receiptNumber({
  locationId,
  year,
  number,
}: {
  locationId: number | null
  year: number
  number: number
}): string {
  return `${locationId ?? 0}-${year}-${String(number).padStart(digits, '0')}`
}
