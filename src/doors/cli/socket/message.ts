// The protocol of the operators' socket: `POST /operations/<name>` with the input, and its outcome,
// both in JSON; `GET /service` describes the service.

import type { Operator } from '../../../base/operations/actor.ts'
import type { Problem } from '../../../base/values/problem.ts'

export type Outcome =
  | { result: unknown }
  | { refused: Pick<Problem, 'code' | 'row' | 'details' | 'next' | 'mistakes'> }

/** A running service's description of itself. */
export interface AboutService {
  /** The database it uses: `PostgreSQL 18.4, embedded, in /srv/clinic-data`. */
  database: string
  mode: string
  /** The settings in force, with secrets masked. */
  settings: readonly { name: string; value: string; from: string; description: string }[]
}

export const operationPath = '/operations/'
export const aboutPath = '/service'
/**
 * The operator's name, percent-encoded. For the audit, not as proof: a user who can open the socket
 * is an operator.
 */
export const operatorHeader = 'x-clinic-operator'

const nameLengthMax = 100

/**
 * An operator with a name that the audit accepts: at most 100 characters, without control
 * characters.
 */
export function createOperator(name: string): Operator {
  const tidy = [...name.replace(/\p{C}/gu, '').trim()].slice(0, nameLengthMax).join('')
  return { kind: 'operator', name: tidy || 'unknown' }
}

/** The operator in a header; a client that sends none is an operator too. */
export function parseOperatorHeader(header: string | string[] | undefined): Operator {
  try {
    return createOperator(decodeURIComponent(String(header ?? '')))
  } catch {
    return createOperator('')
  }
}
