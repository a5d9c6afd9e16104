// Maps member names to column names: `bookingReference` is `booking_reference`. One declaration of
// a record serves to select it, insert it and type it.

import type { Columns, RowOf } from './statement.ts'

/** All of the columns but these. */
export function withoutColumns<C extends Columns, Left extends keyof C>(
  columns: C,
  ...left: readonly Left[]
): Omit<C, Left> {
  return Object.fromEntries(
    Object.entries(columns).filter(([member]) => !left.includes(member as Left)),
  ) as Omit<C, Left>
}

/** `bookingReference` becomes `booking_reference`. */
function columnName(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The values of the columns, from an object that has more. */
export function pickColumns<const C extends Columns>(columns: C, values: RowOf<C>): RowOf<C> {
  const members: (keyof C)[] = Object.keys(columns)
  return Object.fromEntries(members.map((member) => [member, values[member]])) as RowOf<C>
}

/** The names of the columns. */
export function listColumnNames(columns: Columns): string[] {
  return Object.keys(columns).map(columnName)
}

/** The columns for an INSERT. */
export function columnNames(columns: Columns): string {
  return listColumnNames(columns).join(', ')
}

/** The columns for a SELECT, named as their members. */
export function selectedColumns(columns: Columns): string {
  return Object.keys(columns)
    .map((member) => `${columnName(member)} as "${member}"`)
    .join(', ')
}

/** The columns for an UPDATE, each set to the SQL that `value` returns. */
export function columnUpdates(
  columns: Columns,
  value: (column: string, member: string) => string,
): string {
  return Object.keys(columns)
    .map((member) => `${columnName(member)} = ${value(columnName(member), member)}`)
    .join(', ')
}

/** The columns for a SELECT from `alias`, named as their members. */
export function aliasedColumns(alias: string, columns: Columns): string {
  return Object.keys(columns)
    .map((member) => `${alias}.${columnName(member)} as "${member}"`)
    .join(', ')
}

/** The same columns as named parameters, for VALUES. */
export function columnValues(columns: Columns): string {
  return Object.keys(columns)
    .map((member) => `:${member}`)
    .join(', ')
}

/** The members of a record in JSON, quoted, for a SELECT from `jsonb_to_recordset`. */
export function recordMembers(columns: Columns): string {
  return Object.keys(columns)
    .map((member) => `"${member}"`)
    .join(', ')
}

/** The same members with their types, for the definition of the record. */
export function recordDefinition(columns: Columns): string {
  return Object.entries(columns)
    .map(([member, type]) => `"${member}" ${type.replace('?', '')}`)
    .join(', ')
}
