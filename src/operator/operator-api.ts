// The operator interface: operations over a socket of the machine, for the command line. Whoever may
// open the socket is an operator; its folder belongs to the service's user alone.

import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bodyValidator } from '../http/validation.ts'
import { Refusal } from '../http/errors.ts'
import type { Mistake } from './clinic-file.ts'
import { OperatorProblem, type OperatorServices } from './operation.ts'
import { operations } from './operations.ts'

const inputBytesMax = 32 * 1024 * 1024
// A unix socket's path may have 107 bytes.
const socketPathMax = 100

/** Runs an operation; throws an OperatorProblem for whatever an operator can mend. */
export async function runOperation(services: OperatorServices, name: string, input: Record<string, unknown>): Promise<unknown> {
  const found = operations.find((candidate) => candidate.name === name)
  if (!found) throw new OperatorProblem(`the service knows no operation ${name}`, 'the command line and the service are of different versions; restart the service')
  try {
    bodyValidator(found.input)(input)
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorProblem(String(error.body.message).replace('VALIDATION_ERROR: ', ''), 'see clinic help')
    throw error
  }
  return found.run(services, input)
}

/** Where the socket of an installation is; short enough, in a folder nobody else can enter. */
export function operatorSocketPath(dataDirectory: string): string {
  const usual = join(dataDirectory, 'run', 'operator.sock')
  if (Buffer.byteLength(usual) <= socketPathMax) return usual
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)
  return join(tmpdir(), `clinic-${process.getuid?.() ?? 0}-${name}`, 'operator.sock')
}

/** Makes the socket's folder, or refuses one that somebody else could have prepared. */
function privateFolder(path: string) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { uid, mode } = lstatSync(path)
  const mine = process.getuid === undefined || uid === process.getuid() || process.getuid() === 0
  if (!mine || (mode & 0o022) !== 0) throw new OperatorProblem(`the folder ${path} is open to others`, 'remove it, or set CLINIC_DATA to a folder of your own')
}

/**
 * Listens for operators. When another process of the same installation already does, nothing happens:
 * it runs the same operations on the same database.
 */
export async function listenForOperators(services: OperatorServices, socketPath: string): Promise<{ close(): Promise<void> }> {
  if (await answers(socketPath)) return { close: async () => {} }
  privateFolder(dirname(socketPath))
  rmSync(socketPath, { force: true })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > inputBytesMax) request.destroy()
      else chunks.push(chunk)
    })
    request.on('end', async () => {
      const answer = await outcomeOf(services, request.url ?? '', Buffer.concat(chunks))
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

type Outcome = { result: unknown } | { problem: string; nextStep: string; mistakes: readonly Mistake[] }

async function outcomeOf(services: OperatorServices, url: string, body: Buffer): Promise<Outcome> {
  try {
    return { result: await runOperation(services, url.replace('/operations/', ''), JSON.parse(body.toString('utf8'))) }
  } catch (error) {
    if (error instanceof OperatorProblem) return { problem: error.message, nextStep: error.nextStep, mistakes: error.mistakes }
    return { problem: 'the service could not do it', nextStep: 'see the log of the service', mistakes: [] }
  }
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Asks the running service to run an operation; undefined when no service listens there. */
export async function askRunningService(socketPath: string, name: string, input: Record<string, unknown>): Promise<{ result: unknown } | undefined> {
  if (!(await answers(socketPath))) return undefined
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    const sent = httpRequest({ socketPath, path: `/operations/${name}`, method: 'POST' }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Outcome))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(input))
  })
  if ('problem' in outcome) throw new OperatorProblem(outcome.problem, outcome.nextStep, outcome.mistakes)
  return outcome
}
