import type pg from 'pg'

/** A column of an answer; `tableID` is 0 if it is an expression. */
export interface DescribedColumn {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

export interface DescribedStatement {
  columns: DescribedColumn[]
  /** Types of the numbered parameters, in order. */
  parameterTypes: number[]
}

/**
 * Asks PostgreSQL what a statement takes and returns, without running it: Parse, Describe, Sync.
 */
export function describeStatement(
  client: pg.Client,
  name: string,
  text: string,
): Promise<DescribedStatement> {
  return new Promise((resolve, reject) => {
    let [columns, parameterTypes]: [DescribedColumn[], number[]] = [[], []]
    client.query({
      submit(connection: {
        once(
          event: 'parameterDescription',
          onDescribed: (message: { dataTypeIDs: number[] }) => void,
        ): void
        parse(query: object): void
        describe(message: object): void
        sync(): void
      }) {
        connection.once('parameterDescription', (message) => {
          parameterTypes = message.dataTypeIDs
        })
        connection.parse({ name, text })
        connection.describe({ type: 'S', name })
        connection.sync()
      },
      handleRowDescription(message: { fields: DescribedColumn[] }) {
        columns = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve({ columns, parameterTypes }),
    } as never)
  })
}
