// The operator interface: operations over a socket of the machine, for the command line. Whoever may
// open the socket is an operator; its folder belongs to the service's user alone.

import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { failureKind } from '../db/failures.ts'
import { Refusal } from '../http/errors.ts'
import { bodyValidator } from '../http/validation.ts'
import type { Mistake } from './clinic-file.ts'
import { answerMonitoring, type Monitored } from './monitoring.ts'
import { OperatorProblem, type OperatorServices } from './operation.ts'
import { operations } from './operations.ts'

const inputBytesMax = 16 * 1024 * 1024
// A unix socket's path may have 107 bytes, on macOS 103.
const socketPathMax = 100

/** Runs an operation; throws an OperatorProblem for whatever an operator can mend. */
export async function runOperation(services: OperatorServices, name: string, input: Record<string, unknown>): Promise<unknown> {
  const found = operations.find((candidate) => candidate.name === name)
  if (!found)
    throw new OperatorProblem(`the service knows no operation ${name}`, 'the command line and the service are of different versions; restart the service')
  try {
    bodyValidator(found.input)(input)
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorProblem(String(error.body.message).replace('VALIDATION_ERROR: ', ''), 'see clinic help')
    throw error
  }
  try {
    return await found.run(services, input)
  } catch (error) {
    if (failureKind(error) === 'busy') throw new OperatorProblem('the database is busy or away', 'try again in a moment')
    throw error
  }
}

/**
 * Where the socket of an installation is: in a folder nobody else can enter, short enough, and with a name
 * of its own for each database server, so that a command never reaches the service of another database.
 */
export function operatorSocketPath(dataDirectory: string, databaseUrl: string | undefined): string {
  const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
  // Without the password: it changes, and a file's name is no place for anything made of it.
  const name = databaseUrl === undefined ? 'operator.sock' : `operator-${short(databaseUrl.replace(/:[^:@/]*@/, '@'))}.sock`
  const usual = join(dataDirectory, 'run', name)
  if (Buffer.byteLength(usual) <= socketPathMax) return usual
  return join(tmpdir(), `clinic-${process.getuid?.() ?? 0}-${short(dataDirectory)}`, name)
}

/** Makes the socket's folder, or refuses one that somebody else could have prepared. */
function makePrivateFolder(path: string) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const folder = lstatSync(path)
  const user = process.getuid?.()
  // Root finds the folder of a data directory in the hands of the database's user.
  const openAbove = (lstatSync(dirname(path)).mode & 0o002) !== 0
  const trusted = user === undefined || folder.uid === user || (user === 0 && !openAbove)
  if (!trusted || !folder.isDirectory())
    throw new OperatorProblem(`the folder ${path} belongs to somebody else`, 'remove it, or set CLINIC_DATA to a folder of your own')
  if ((folder.mode & 0o077) !== 0) chmodSync(path, 0o700)
}

/**
 * Listens for operators. When another process of the same installation already does, nothing happens:
 * it runs the same operations on the same database. `failed` hears of what no operator can mend.
 */
export async function listenForOperators(
  services: OperatorServices & Monitored,
  socketPath: string,
  failed: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  if (await isListening(socketPath)) return { close: async () => {} }
  makePrivateFolder(dirname(socketPath))
  // A killed service leaves its socket behind.
  rmSync(socketPath, { force: true })
  const server = createServer(async (request, response) => {
    if (request.method === 'GET' && (await answerMonitoring(services, request.url ?? '', response))) return
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= inputBytesMax) chunks.push(chunk)
    })
    request.on('end', async () => {
      const tooLarge = { problem: `the input has more than ${inputBytesMax} bytes`, nextStep: 'send less at once', mistakes: [] }
      const answer = size > inputBytesMax ? tooLarge : await outcomeOf(services, request.url ?? '', Buffer.concat(chunks), failed)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })
  chmodSync(socketPath, 0o600)
  return { close: () => closed(server) }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
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

type Outcome = { result: unknown } | { problem: string; nextStep: string; mistakes: readonly Mistake[] }

async function outcomeOf(services: OperatorServices, url: string, body: Buffer, failed: (error: unknown) => void): Promise<Outcome> {
  try {
    return { result: await runOperation(services, url.replace('/operations/', ''), JSON.parse(body.toString('utf8'))) }
  } catch (error) {
    if (error instanceof OperatorProblem) return { problem: error.message, nextStep: error.nextStep, mistakes: error.mistakes }
    failed(error)
    return { problem: 'the service could not do it', nextStep: 'see the log of the service', mistakes: [] }
  }
}

/** Asks the running service to run an operation; undefined when no service listens there. */
export async function askRunningService(socketPath: string, name: string, input: Record<string, unknown>): Promise<{ result: unknown } | undefined> {
  const outcome = await new Promise<Outcome | undefined>((resolve, reject) => {
    const broken = () => reject(new OperatorProblem('the service ended before it answered', 'see whether it was done, and repeat it if not'))
    const sent = httpRequest({ socketPath, path: `/operations/${name}`, method: 'POST', agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Outcome))
      response.on('error', broken)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => (error.syscall === 'connect' ? resolve(undefined) : broken()))
    sent.end(JSON.stringify(input))
  })
  if (outcome && 'problem' in outcome) throw new OperatorProblem(outcome.problem, outcome.nextStep, outcome.mistakes)
  return outcome
}
