// Bringing a CSV file into a database, while the service goes on: rows are read and written piece by piece, never all at once.

import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { withLongSession } from '../db/long-session.ts'
import { migrate } from '../db/migrate.ts'
import { databaseProblem } from '../operator/database-problem.ts'
import type { FileImport } from '../operator/file-import.ts'
import { OperatorProblem } from '../operator/operation.ts'
import { readSettings } from '../settings.ts'
import { openDatabaseBeside } from './open.ts'
import { whileOpen } from './operate.ts'
import { progressLine } from './progress.ts'
import { sayBeside } from './terminal.ts'

/** Runs an import on the database of the settings, also beside a running service. `undone` says what a failure leaves: `nothing was imported`. */
export async function importFile<R>(path: string, undone: string, work: (file: FileImport) => Promise<R>): Promise<R> {
  const size = await sizeOf(path)
  return whileOpen(openDatabaseBeside(readSettings(process.env), sayBeside), async ({ connection }) => {
    await migrate(connection)
    const line = progressLine()
    let bytes = 0
    async function* read() {
      bytes = 0
      const stream = createReadStream(path)
      for await (const chunk of stream) {
        bytes += chunk.length
        yield chunk as Buffer
      }
    }
    const show = line.show
    const progress = show && ((rows: number) => show(`import: ${rows} rows, ${Math.min(99, Math.floor((bytes / size) * 100))} %`))
    try {
      return await withLongSession(connection, 'clinic import', (client, queries) => {
        async function transaction<T>(inside: () => Promise<T>): Promise<T> {
          await client.query('begin')
          try {
            const result = await inside()
            await client.query('commit')
            return result
          } catch (error) {
            await client.query('rollback').catch(() => {})
            throw error
          }
        }
        return work({ queries, transaction, read, progress })
      })
    } catch (error) {
      throw databaseProblem(error, undone)
    } finally {
      line.end()
    }
  })
}

async function sizeOf(path: string): Promise<number> {
  try {
    const facts = await stat(path)
    if (!facts.isFile()) throw new OperatorProblem(`${path} is not a file`, 'name a CSV file')
    await access(path, constants.R_OK)
    return facts.size
  } catch (error) {
    if (error instanceof OperatorProblem) throw error
    throw new OperatorProblem(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, 'name a CSV file')
  }
}
