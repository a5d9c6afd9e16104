// Where a running service is reached by the commands of its machine. A user who may open the socket is an operator; its folder belongs
// to the service's user alone.

import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// A unix socket's path may have 107 bytes, on macOS 103.
const socketPathMax = 100

/**
 * Where the socket of an installation is: in a folder that no other user can enter, short enough, and with a name
 * of its own for each database server, so that a command never reaches the service of another database.
 */
export function operatorSocketPath(dataDirectory: string, databaseUrl: string | undefined): string {
  const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
  // Without the password: it changes, and a file's name is no place for anything made of it.
  const name = databaseUrl === undefined ? 'operator.sock' : `operator-${short(databaseUrl.replace(/:[^:@/]*@/, '@'))}.sock`
  const inData = join(dataDirectory, 'run', name)
  if (Buffer.byteLength(inData) <= socketPathMax) return inData
  return join(tmpdir(), `clinic-${process.getuid?.() ?? 0}-${short(dataDirectory)}`, name)
}

/** True when a service listens there. */
export function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
