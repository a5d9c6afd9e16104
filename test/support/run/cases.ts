/** A table of test cases; each row keeps the types of its members. */
// biome-ignore lint/suspicious/noExplicitAny: any row is a case
export function cases<Row extends any[] | [any]>(rows: Row[]): Row[] {
  return rows
}
