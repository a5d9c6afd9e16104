/** A table of test cases; each row keeps its members' types. */
// biome-ignore lint/suspicious/noExplicitAny: any row is a case
export function cases<Row extends any[] | [any]>(rows: Row[]): Row[] {
  return rows
}
