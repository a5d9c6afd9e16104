// The command line's side of the operators' socket.

import { request as httpRequest } from 'node:http'
import { dirname } from 'node:path'
import type { Operator } from '../../audit/actor.ts'
import { OperatorProblem } from '../../values/operator-problem.ts'
import { type Outcome, operationPath, operatorHeader } from './message.ts'
import { refuseUnsafeFolder } from './path.ts'

/** Asks the running service to run an operation; undefined when no service listens there. */
export async function askRunningService(
  socketPath: string,
  actor: Operator,
  name: string,
  input: Record<string, unknown>,
): Promise<{ result: unknown } | undefined> {
  refuseUnsafeFolder(dirname(socketPath))
  const outcome = await new Promise<Outcome | undefined>((resolve, reject) => {
    const broken = () => reject(new OperatorProblem('the service ended before it answered', 'see whether it was done, and repeat it if not'))
    const headers = { [operatorHeader]: encodeURIComponent(actor.name) }
    const sent = httpRequest({ socketPath, path: operationPath + name, method: 'POST', agent: false, headers }, (response) => {
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
