// What goes over the operators' socket: `POST /operations/<name>` with the input, and its outcome, both in JSON; `GET /service` tells
// what the service is.

import type { Operator } from '../../operations/actor.ts'
import type { Problem } from '../../values/problem.ts'

export type Outcome = { result: unknown } | { refused: Pick<Problem, 'code' | 'details' | 'next' | 'mistakes'> }

/** What a running service tells of itself. */
export interface AboutService {
  /** The database it works on: `PostgreSQL 18.4, embedded, in /srv/clinic-data`. */
  database: string
  mode: string
  /** The settings it runs with, secrets masked. */
  settings: readonly { name: string; value: string; from: string; description: string }[]
}

export const operationPath = '/operations/'
export const aboutPath = '/service'
/** Names the operator, percent-encoded. A note for the audit and no proof: a user who can open the socket is an operator. */
export const operatorHeader = 'x-clinic-operator'

const nameLengthMax = 100

/** An operator by a name that the audit takes: of at most 100 characters, none of them a control character. */
export function operatorNamed(name: string): Operator {
  const tidy = [...name.replace(/\p{C}/gu, '').trim()].slice(0, nameLengthMax).join('')
  return { kind: 'operator', name: tidy || 'unknown' }
}

/** The operator that a header names; a client that sends none is an operator too. */
export function operatorOfHeader(header: string | string[] | undefined): Operator {
  try {
    return operatorNamed(decodeURIComponent(String(header ?? '')))
  } catch {
    return operatorNamed('')
  }
}
