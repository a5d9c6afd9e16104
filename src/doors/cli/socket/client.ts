// The command line's side of the operators' socket.

import { request as httpRequest } from 'node:http'
import { dirname } from 'node:path'
import type { Operator } from '../../../base/operations/actor.ts'
import { Problem } from '../../../base/values/problem.ts'
import { problem } from '../problems.ts'
import {
  type AboutService,
  aboutPath,
  type Outcome,
  operationPath,
  operatorHeader,
} from './message.ts'
import { refuseUnsafeFolder } from './path.ts'

/** Asks the running service to run an operation; undefined if no service is listening there. */
export async function askRunningService(
  socketPath: string,
  actor: Operator,
  name: string,
  input: Record<string, unknown>,
): Promise<{ result: unknown } | undefined> {
  const headers = { [operatorHeader]: encodeURIComponent(actor.name) }
  const outcome = (await ask(
    socketPath,
    { path: operationPath + name, method: 'POST', headers },
    JSON.stringify(input),
  )) as Outcome | undefined
  if (outcome && 'refused' in outcome) {
    const { code, row, details, ...rest } = outcome.refused
    throw new Problem(code, row, details, rest)
  }
  return outcome
}

/** The description of the running service; undefined if none is listening there. */
export async function askAboutService(socketPath: string): Promise<AboutService | undefined> {
  return (await ask(socketPath, { path: aboutPath, method: 'GET' }, '')) as AboutService | undefined
}

/** The JSON of a response; undefined if no service is listening there. */
async function ask(
  socketPath: string,
  request: { path: string; method: string; headers?: Record<string, string> },
  body: string,
): Promise<unknown> {
  refuseUnsafeFolder(dirname(socketPath))
  return new Promise((resolve, reject) => {
    const rejectBroken = () => reject(problem('SERVICE_STOPPED'))
    const sent = httpRequest({ socketPath, agent: false, ...request }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8'))))
      response.on('error', rejectBroken)
    })
    sent.on('error', (error: NodeJS.ErrnoException) =>
      error.syscall === 'connect' ? resolve(undefined) : rejectBroken(),
    )
    sent.end(body)
  })
}
