// The service's side of the operators' socket.

import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { closerOf } from '../../http/close-in-time.ts'
import { answerMonitoring, type Monitored } from '../../monitoring/monitoring.ts'
import { Problem, problem } from '../../values/problem.ts'
import type { OperatorServices } from '../operator-services.ts'
import { operationNamed } from '../register.ts'
import { runForOperator } from '../run-operation.ts'
import { type AboutService, aboutPath, type Outcome, operationPath, operatorHeader, operatorOfHeader } from './message.ts'
import { isListening, isOpenToOthers, refuseForeignFolder } from './path.ts'

const inputBytesMax = 16 * 1024 * 1024
const inputTooLarge = problem('INPUT_TOO_LARGE', { bytesMax: inputBytesMax })

/**
 * Creates the socket's folder, or refuses one that another user could have prepared; false if it was open to others, who may have left
 * something in it.
 */
function makePrivateFolder(path: string): boolean {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  refuseForeignFolder(path)
  if (!isOpenToOthers(path)) return true
  chmodSync(path, 0o700)
  return false
}

/**
 * Listens for operators. If another process of the same installation already does, this does nothing: that one runs the same operations on
 * the same database. `failed` is called with errors that no operator can fix.
 */
export async function listenForOperators(
  services: OperatorServices & Monitored,
  socketPath: string,
  about: AboutService,
  failed: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  const wasPrivate = makePrivateFolder(dirname(socketPath))
  if (wasPrivate && (await isListening(socketPath))) return { close: async () => {} }
  // A killed service leaves its socket behind.
  rmSync(socketPath, { force: true })
  const server = createServer(async (request, response) => {
    if (request.method === 'GET' && (await answerMonitoring(services, request.url ?? '', response))) return
    if (request.method === 'GET' && request.url === aboutPath) return void response.setHeader('content-type', 'application/json').end(JSON.stringify(about))
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= inputBytesMax) chunks.push(chunk)
    })
    request.on('end', async () => {
      const outcome = size > inputBytesMax ? refused(inputTooLarge) : await outcomeOf(services, request, Buffer.concat(chunks), failed)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(outcome))
    })
  })
  const close = closerOf(server)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(socketPath, resolve)
    })
  } catch (error) {
    // Another process of the installation was faster, a moment ago.
    if ((error as { code?: string }).code === 'EADDRINUSE' && (await isListening(socketPath))) return { close: async () => {} }
    throw error
  }
  chmodSync(socketPath, 0o600)
  return { close: () => close(() => new Promise((resolve) => server.close(resolve))) }
}

async function outcomeOf(services: OperatorServices, { url = '', headers }: IncomingMessage, body: Buffer, failed: (error: unknown) => void): Promise<Outcome> {
  try {
    const operation = operationNamed(url.replace(operationPath, ''))
    if (operation.runsOn !== 'application') throw problem('OPERATION_NOT_SERVED', { name: operation.name })
    const context = { ...services, actor: operatorOfHeader(headers[operatorHeader]), progress: undefined }
    return { result: await runForOperator(operation, context, JSON.parse(body.toString('utf8'))) }
  } catch (error) {
    if (error instanceof Problem) return refused(error)
    failed(error)
    return refused(problem('SERVICE_FAILED'))
  }
}

function refused({ code, details, next, mistakes }: Problem): Outcome {
  return { refused: { code, details, next, mistakes } }
}
