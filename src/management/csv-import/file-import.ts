import type { Queries } from '../../base/db/database.ts'

/** The context of a file import. */
export interface FileImport {
  /**
   * The connection, without time-outs and outside any transaction until `transaction` begins one.
   */
  queries: Queries
  /** Runs `work` in one transaction; its changes are rolled back if `isCommitted` is false. */
  transaction<T>(work: () => Promise<T>, isCommitted?: boolean): Promise<T>
  /** Reads the file from its beginning; can be called again. */
  read(): AsyncIterable<Buffer>
  /** The maximum number of rows; undefined if there is no limit. */
  rowsMax?: number | undefined
  /** Called occasionally with the number of completed rows; undefined if progress is not shown. */
  progress: ((rows: number) => void) | undefined
}
