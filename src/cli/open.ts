import { pino, type Logger } from 'pino'
import { type Application, openApplication } from '../app.ts'
import { openEmbeddedEngine, reachableDataDirectory } from '../db/embedded-engine.ts'
import type { Settings } from '../settings.ts'

export interface OpenedInstallation {
  application: Application
  /** `PostgreSQL 18.4, embedded, in /srv/clinic-data` or the server's host. */
  databaseDescription: string
  close(): Promise<void>
}

/** Where the embedded database and the operators' socket are, now or at the first start. */
export function dataDirectoryOf({ databaseUrl, dataDirectory, dataDirectoryIsDefault }: Settings): string {
  return databaseUrl === undefined ? reachableDataDirectory(dataDirectory, dataDirectoryIsDefault) : dataDirectory
}

/** Logs go to standard error as JSON lines; standard output belongs to people and scripts. */
export function openLog({ logLevel }: Settings): Logger {
  return pino({ level: logLevel, base: null }, pino.destination({ dest: 2, sync: true }))
}

/** Opens the application on the database the settings name, starting the embedded one if that is meant. */
export async function openInstallation(settings: Settings, log: Logger, say: (sentence: string) => void): Promise<OpenedInstallation> {
  const { mode, databaseConnections, trustedProxies } = settings
  const options = { mode, databaseConnections, trustedProxies, log }
  if (settings.databaseUrl !== undefined) {
    const application = await openApplication({ ...options, connection: { connectionString: settings.databaseUrl } })
    return { application, databaseDescription: `PostgreSQL at ${new URL(settings.databaseUrl).host}`, close: application.close }
  }
  const engine = await openEmbeddedEngine({
    dataDirectory: settings.dataDirectory,
    dataDirectoryIsDefault: settings.dataDirectoryIsDefault,
    say,
  })
  try {
    const application = await openApplication({ ...options, connection: engine.connection })
    return {
      application,
      databaseDescription: `${engine.description}, in ${engine.dataDirectory}`,
      async close() {
        await application.close()
        await engine.stop()
      },
    }
  } catch (error) {
    await engine.stop()
    throw error
  }
}
