// The socket through which commands reach a running service on the same machine. Any user who may
// open it is an operator; its folder is private to the service's user.

import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { problem } from '../problems.ts'

// The path of a Unix socket may have at most 107 bytes, or 103 on macOS.
const socketPathMax = 100

/**
 * The path of an installation's socket: short enough, in a folder that no other user can enter, and
 * with a different name for each database server, so that a command never reaches the service of
 * another database.
 */
export function operatorSocketPath(dataDirectory: string, databaseUrl: string | undefined): string {
  const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
  // The password is left out: it may change, and no file name should be derived from it.
  const name =
    databaseUrl === undefined
      ? 'operator.sock'
      : `operator-${shortHash(databaseUrl.replace(/:[^:@/]*@/, '@'))}.sock`
  const pathInDataFolder = join(dataDirectory, 'run', name)
  if (Buffer.byteLength(pathInDataFolder) <= socketPathMax) return pathInDataFolder
  return join(tmpdir(), `clinic-${process.getuid?.() ?? 0}-${shortHash(dataDirectory)}`, name)
}

/**
 * Throws if the folder of a socket belongs to another user: its owner can answer in place of the
 * service.
 */
export function refuseForeignFolder(path: string, user = process.getuid?.()): void {
  const folder = lstatSync(path)
  // If root runs the service, the data directory belongs to the database's user.
  const openAbove = (lstatSync(dirname(path)).mode & 0o002) !== 0
  const trusted = user === undefined || folder.uid === user || (user === 0 && !openAbove)
  if (!trusted || !folder.isDirectory()) throw problem('FOLDER_OWNED_BY_ANOTHER_USER', { path })
}

/** Whether other users may enter the folder or write to it. */
export function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (lstatSync(path).mode & 0o077) !== 0
}

/**
 * Throws if a command might reach a program other than the service: the folder belongs to another
 * user, or others may write to it.
 */
export function refuseUnsafeFolder(path: string): void {
  try {
    if (!lstatSync(path, { throwIfNoEntry: false })) return
  } catch {
    // A user who cannot even read the folder cannot connect either.
    return
  }
  refuseForeignFolder(path)
  if (isOpenToOthers(path)) throw problem('FOLDER_OPEN_TO_OTHERS', { path })
}

/**
 * Whether a service is listening on the socket. Throws a `Problem` if another user could listen in
 * its place.
 */
export async function isListening(socketPath: string): Promise<boolean> {
  refuseUnsafeFolder(dirname(socketPath))
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
