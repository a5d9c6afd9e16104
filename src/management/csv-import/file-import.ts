import type { Queries } from '../../base/db/database.ts'

/** The context of a file import. */
export interface FileImport {
  /**
   * The connection, without time-outs and outside any transaction until `transaction` begins one.
   */
  queries: Queries
  /** Runs `work` in one transaction; its changes are rolled back if `isKept` is false. */
  transaction<T>(work: () => Promise<T>, isCommitted?: boolean): Promise<T>
  /** The file from its beginning; can be called again. */
  read(): AsyncIterable<Buffer>
  /** The most rows that it may have; undefined if there may be any number. */
  rowsMax?: number | undefined
  /** Called occasionally with the number of completed rows; undefined if progress is not shown. */
  progress: ((rows: number) => void) | undefined
}
