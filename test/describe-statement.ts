import type pg from 'pg'

/** A column of an answer; `tableID` is 0 where it is an expression. */
export interface DescribedColumn {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** Asks PostgreSQL what a statement answers, without running it: Parse, Describe, Sync. */
export function describeStatement(client: pg.Client, name: string, text: string): Promise<DescribedColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: DescribedColumn[] = []
    client.query({
      submit(connection: { parse(query: object): void; describe(message: object): void; sync(): void }) {
        connection.parse({ name, text })
        connection.describe({ type: 'S', name })
        connection.sync()
      },
      handleRowDescription(message: { fields: DescribedColumn[] }) {
        columns = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    } as never)
  })
}
