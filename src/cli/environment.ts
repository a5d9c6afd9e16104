// What a command finds around it: its settings, who types it, and the running service.

import { userInfo } from 'node:os'
import { reachableDataDirectory } from '../db/embedded/place.ts'
import type { Operator } from '../operations/actor.ts'
import { operatorNamed } from '../operator/socket/message.ts'
import { operatorSocketPath } from '../operator/socket/path.ts'
import { readSettings, type Settings } from './settings.ts'

const operatorVariable = 'CLINIC_OPERATOR'

/** The environment of the settings: without the name of who types the command, which is none of them. */
export function settingsEnvironment(): NodeJS.ProcessEnv {
  const { [operatorVariable]: _, ...environment } = process.env
  return environment
}

export function commandSettings(): Settings {
  return readSettings(settingsEnvironment())
}

/** Who types the command: as the environment names them, else the user of the machine, and of a root session the one who opened it. */
export function commandOperator(): Operator {
  const { [operatorVariable]: named, SUDO_USER: sudoUser } = process.env
  return operatorNamed(named || (process.getuid?.() === 0 && sudoUser) || userName())
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user may have a number and no name.
    return `user ${process.getuid?.()}`
  }
}

/** The socket by which commands reach the service of these settings, if it runs. */
export function operatorSocketOf({ databaseUrl, dataDirectory, dataDirectoryIsDefault }: Settings): string {
  const folder = databaseUrl === undefined ? reachableDataDirectory(dataDirectory, dataDirectoryIsDefault) : dataDirectory
  return operatorSocketPath(folder, databaseUrl)
}
