// The service's side of the operators' socket.

import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { createGracefulCloser } from '../../../base/http/close-in-time.ts'
import { stringifyInTurns } from '../../../base/ports/json-in-turns.ts'
import { Problem } from '../../../base/values/problem.ts'
import {
  answerMonitoring,
  type MonitoringSource,
} from '../../../management/monitoring/monitoring.ts'
import type { OperatorServices } from '../../register/operator-services.ts'
import { getOperation } from '../../register/register.ts'
import { runForOperator } from '../../register/run-operation.ts'
import { problem } from '../problems.ts'
import {
  type AboutService,
  aboutPath,
  type Outcome,
  operationPath,
  operatorHeader,
  parseOperatorHeader,
} from './message.ts'
import { isListening, isOpenToOthers, refuseForeignFolder } from './path.ts'

const inputBytesMax = 16 * 1024 * 1024
const inputTooLarge = problem('INPUT_TOO_LARGE', { bytesMax: inputBytesMax })

/**
 * Creates the socket's folder, or refuses a folder that another user could have prepared; returns
 * false if the folder was open to others, who may have left something in it.
 */
function makePrivateFolder(path: string): boolean {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  refuseForeignFolder(path)
  if (!isOpenToOthers(path)) return true
  chmodSync(path, 0o700)
  return false
}

// A connection to a socket on the same machine costs 0.1 ms.
const checkMs = 2_000

/**
 * Listens for operators. If another process of the same installation already does, this one takes
 * over within two seconds of its end: each runs the same operations on the same database. `onFailure`
 * is called with errors that no operator can fix.
 */
export async function listenForOperators(
  services: OperatorServices & MonitoringSource,
  socketPath: string,
  about: AboutService,
  onFailure: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  const open = () => openSocket(services, socketPath, about, onFailure)
  const wasPrivate = makePrivateFolder(dirname(socketPath))
  let socket = wasPrivate && (await isListening(socketPath)) ? undefined : await open()
  let check = Promise.resolve()
  const checking = setInterval(() => {
    check = check.then(async () => {
      if (await isListening(socketPath)) return
      // A server whose file is gone is closed first, since closing it deletes the file.
      await socket?.close()
      socket = await open()
    })
    check.catch((error: unknown) => {
      clearInterval(checking)
      onFailure(error)
    })
  }, checkMs)
  checking.unref()
  return {
    async close() {
      clearInterval(checking)
      await check.catch(() => {})
      await socket?.close()
    },
  }
}

/** Listens at a path where no other process does; undefined if another was faster. */
async function openSocket(
  services: OperatorServices & MonitoringSource,
  socketPath: string,
  about: AboutService,
  onFailure: (error: unknown) => void,
): Promise<{ close(): Promise<void> } | undefined> {
  // A killed service leaves its socket behind.
  rmSync(socketPath, { force: true })
  const server = createServer(async (request, response) => {
    if (request.method === 'GET' && (await answerMonitoring(services, request.url ?? '', response)))
      return
    if (request.method === 'GET' && request.url === aboutPath)
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(about))
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= inputBytesMax) chunks.push(chunk)
    })
    request.on('end', async () => {
      const outcome =
        size > inputBytesMax
          ? JSON.stringify(refusedOutcome(inputTooLarge))
          : await handleRequest(services, request, Buffer.concat(chunks), onFailure)
      response.setHeader('content-type', 'application/json')
      response.end(outcome)
    })
  })
  const close = createGracefulCloser(server)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(socketPath, resolve)
    })
  } catch (error) {
    // Another process of the installation was slightly faster.
    if ((error as { code?: string }).code === 'EADDRINUSE' && (await isListening(socketPath)))
      return undefined
    throw error
  }
  chmodSync(socketPath, 0o600)
  return { close: () => close(() => new Promise((resolve) => server.close(resolve))) }
}

/** Answers with JSON: a result that cannot be written is a failure of the operation. */
async function handleRequest(
  services: OperatorServices,
  { url = '', headers }: IncomingMessage,
  body: Buffer,
  onFailure: (error: unknown) => void,
): Promise<string | Buffer> {
  try {
    const operation = getOperation(url.replace(operationPath, ''))
    if (operation.runsOn !== 'application')
      throw problem('OPERATION_NOT_AVAILABLE', { name: operation.name })
    const context = {
      ...services,
      actor: parseOperatorHeader(headers[operatorHeader]),
      progress: undefined,
    }
    return await stringifyInTurns({
      result: await runForOperator(operation, context, JSON.parse(body.toString('utf8'))),
    } satisfies Outcome)
  } catch (error) {
    if (error instanceof Problem) return JSON.stringify(refusedOutcome(error))
    onFailure(error)
    return JSON.stringify(refusedOutcome(problem('SERVICE_FAILED')))
  }
}

function refusedOutcome({ code, row, details, next, mistakes }: Problem): Outcome {
  return { refused: { code, row, details, next, mistakes } }
}
