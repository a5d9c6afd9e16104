// The context of a command: its settings, the operator, and the running service.

import { userInfo } from 'node:os'
import { reachableDataDirectory } from '../../base/db/embedded/data-folder.ts'
import type { Operator } from '../../base/operations/actor.ts'
import { readSettings, type Settings } from './settings.ts'
import { createOperator } from './socket/message.ts'
import { operatorSocketPath } from './socket/path.ts'

const operatorVariable = 'CLINIC_OPERATOR'

/**
 * The environment variables of the settings, without the operator's name, which is not a setting.
 */
export function settingsEnvironment(): NodeJS.ProcessEnv {
  const { [operatorVariable]: _, ...environment } = process.env
  return environment
}

export function commandSettings(): Settings {
  return readSettings(settingsEnvironment())
}

/**
 * The operator: from the environment, otherwise the machine's user; for a root session, the user
 * who opened it.
 */
export function commandOperator(): Operator {
  const { [operatorVariable]: operatorName, SUDO_USER: sudoUser } = process.env
  return createOperator(operatorName || (process.getuid?.() === 0 && sudoUser) || userName())
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container, the user may have a number but no name.
    return `user ${process.getuid?.()}`
  }
}

/** The socket through which commands reach the service with these settings, if it is running. */
export function operatorSocket({
  databaseUrl,
  dataDirectory,
  dataDirectoryIsDefault,
}: Settings): string {
  const folder =
    databaseUrl === undefined
      ? reachableDataDirectory(dataDirectory, dataDirectoryIsDefault)
      : dataDirectory
  return operatorSocketPath(folder, databaseUrl)
}
