import { Problem } from '../values/problem.ts'
import { isLostConnection, sqlState, violatedConstraint } from './database.ts'
import { problem } from './problems.ts'

/**
 * The message for people when work on the whole database fails; `undone` says that nothing was
 * changed.
 */
export function databaseProblem(error: unknown, undone: string): unknown {
  if (error instanceof Problem) return error
  const { message, code = '' } = error as NodeJS.ErrnoException
  const state = sqlState(error)
  if (state === undefined) {
    if (!isLostConnection(error) && code !== 'ENOENT') return error
    return problem('DATABASE_CONNECTION_LOST', { undone })
  }
  // Their messages quote values, which may be patient data.
  if (state.startsWith('23'))
    return problem('ROWS_VIOLATE_RULE', { rule: violatedConstraint(error) ?? state, undone })
  if (state.startsWith('22')) return problem('VALUE_REFUSED', { state, undone })
  if (state === '55P03') return problem('SCHEMA_IN_USE', { undone })
  // Handled elsewhere, for every command.
  if (state === '42501') return error
  return problem('DATABASE_REFUSED', { message, undone })
}
