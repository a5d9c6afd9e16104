// Columns of a table by the names their members have: `bookingReference` is `booking_reference`. A record that is declared once
// this way is selected, inserted and typed from that one declaration.

import type { Columns } from './statement.ts'

/** `booking_reference` of `bookingReference`. */
function columnName(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The columns for an INSERT. */
export function columnNames(columns: Columns): string {
  return Object.keys(columns).map(columnName).join(', ')
}

/** The columns of a SELECT from `alias`, by the names of their members. */
export function columnsOf(alias: string, columns: Columns): string {
  return Object.keys(columns)
    .map((member) => `${alias}.${columnName(member)} as "${member}"`)
    .join(', ')
}

/** The same columns as named parameters, for its values. */
export function columnValues(columns: Columns): string {
  return Object.keys(columns)
    .map((member) => `:${member}`)
    .join(', ')
}
