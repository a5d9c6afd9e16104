import type { Queries } from '../db/database.ts'

/** What the import of a file works with. */
export interface FileImport {
  /** On a connection without time-outs, outside any transaction until one is begun with `transaction`. */
  queries: Queries
  /** Runs `work` in one transaction, whose changes are kept unless `isKept` says that they are not. */
  transaction<T>(work: () => Promise<T>, isKept?: boolean): Promise<T>
  /** The file from its beginning; may be asked for again. */
  read(): AsyncIterable<Buffer>
  /** Called now and then with the count of rows done; undefined where progress is not shown. */
  progress: ((rows: number) => void) | undefined
}
