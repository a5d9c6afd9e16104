// Access to a running embedded database from a process that does not own it: a backup reads beside
// the service.

import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import {
  databaseName,
  databaseUser,
  isPostmaster,
  readPostmasterFile,
  socketPort,
} from './cluster.ts'
import { hasDatabase, isPrivate, serverAccount } from './data-folder.ts'
import type { EmbeddedEngine } from './engine.ts'

export { hasDatabase }

/**
 * How to connect to the database in a data directory beside the service that owns it; undefined if
 * no server is running there.
 */
export function findRunningEngineConnection(
  dataDirectory: string,
): EmbeddedEngine['connection'] | undefined {
  if (!hasDatabase(dataDirectory)) return undefined
  const directory = join(realpathSync(dataDirectory), 'postgres')
  const file = readPostmasterFile(directory)
  if (
    !file ||
    !isPostmaster(file.processId, directory) ||
    !isPrivate(file.socketDirectory, serverAccount(dataDirectory))
  )
    return undefined
  return {
    host: file.socketDirectory,
    port: socketPort,
    user: databaseUser,
    database: databaseName,
  }
}
